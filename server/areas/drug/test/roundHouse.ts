// A small house with drugs, elders who take them and nurses: what the tests of settings and rounds share.

import type { DrugTakeData } from '#contract/drug/takeRows'
import type { DrugUseData } from '#contract/drug/use'
import { timeText } from '#contract/kit/clock'
import { elderCode } from '#contract/nursing/careCode'
import { type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'
import type { Envelope } from '#server/kit/test/app'

export const USE = '/pims/web-org/drug/use'
export const TAKE = '/pims/web-org/drug/take'
const MINUTE = 60_000

type Nurse = 'zhou' | 'wang' | 'lu' | 'chen' | 'stranger'
export type Pressed = Envelope<{ takes: DrugTakeData[]; field?: string }>

export interface RoundHouse extends StayHouse {
  tokens: Record<Nurse, string>
  ids: Record<Nurse, string>
  /** A drug of the dictionary, counted in tablets. */
  drug(name: string, more?: Record<string, unknown>): Promise<string>
  elder(name: string, path: string): Promise<Resident>
  /** Lies here for the elder: a batch that expires so many days from now. */
  stock(oldmanId: string, drugId: string, quantity: number, days?: number): Promise<string>
  use(oldmanId: string, drugId: string, more?: Record<string, unknown>): Promise<DrugUseData>
  /** A take whose time was so many minutes ago; negative: is to come. */
  take(useId: string, minutesAgo: number): Promise<string>
  press(name: string, body: object, nurse?: Nurse, headers?: Record<string, string>): Promise<Pressed>
  /** Set out by one, checked by another, as it should be. */
  ready(takeIds: readonly string[], elder: Resident): Promise<void>
  stateOf(takeId: string): Promise<string>
  left(oldmanId: string, drugId: string): Promise<number>
}

export const CODES = [
  'drug:take:list',
  'drug:take:set',
  'drug:take:give',
  'drug:take:late',
  'drug:take:handle',
  'drug:use:list',
  'drug:use:edit',
]

export async function roundHouse(): Promise<RoundHouse> {
  const house = await stayHouse({ LOG_LEVEL: process.env.TEST_LOG ?? 'fatal' })
  const tokens = {} as Record<Nurse, string>
  const ids = {} as Record<Nurse, string>
  const people: readonly (readonly [Nurse, string, string])[] = [
    ['zhou', 'zhoulan01', '周岚'],
    ['wang', 'wangqian1', '王倩'],
    ['lu', 'luxiaoyan', '陆小燕'],
    ['chen', 'chenxiu01', '陈秀珍'],
    ['stranger', 'stranger3', '外人'],
  ]
  for (const [key, userName, empName] of people) {
    const dept = key === 'stranger' ? house.finance : house.care
    ids[key] = await house.person({ userName, empName, deptId: dept, dataDeptIds: [dept], codes: CODES })
    tokens[key] = (await house.signInAs(userName)).data.token
  }
  const press: RoundHouse['press'] = (name, body, nurse = 'zhou', headers = {}) =>
    house.ask('POST', name === 'add' ? TAKE : `${TAKE}/${name}`, { token: tokens[nurse], body, headers })
  const one = async <T>(text: string, values: unknown[]) => (await house.sql<{ value: T }>(text, values))[0]?.value
  return {
    ...house,
    tokens,
    ids,
    press,
    drug: async (name, more = {}) => {
      const drugId = newId()
      const columns = { spec: '5mg×28片', min_unit: '1', pack_factor: 28, ...more }
      const names = Object.keys(columns)
      await house.sql(
        `insert into drug (org_id, drug_id, drug_name, pinyin, initials, ${names.join(', ')})
         values ($1, $2, $3, 'yao', 'y', ${names.map((_, at) => `$${at + 4}`).join(', ')})`,
        [house.orgId, drugId, name, ...Object.values(columns)],
      )
      return drugId
    },
    elder: async (name, path) => {
      const resident = await house.resident(name)
      const came = await house.checkIn(resident, path)
      if (came.status !== 200) throw new Error(came.desc)
      return resident
    },
    stock: async (oldmanId, drugId, quantity, days = 300) => {
      const stockId = newId()
      const slipId = newId()
      await house.sql(
        `insert into drug_stock (org_id, stock_id, oldman_id, drug_id, batch_no, expiry)
         values ($1, $2, $3, $4, $5, current_date + $6::int)`,
        [house.orgId, stockId, oldmanId, drugId, stockId.slice(-8), days],
      )
      await house.sql(
        `with slip as (insert into drug_slip (org_id, slip_id, slip_no, oldman_id, keep_type, source, person, user_name)
           values ($1, $2::varchar, $2::varchar, $3, 1, 'FAMILY', '王强', '周岚') returning org_id)
         insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, slip_id)
         select org_id, $4, $5, $3, $6, 1, $7, $2::varchar from slip`,
        [house.orgId, slipId, oldmanId, newId(), stockId, drugId, quantity],
      )
      return stockId
    },
    use: async (oldmanId, drugId, more = {}) => {
      const made = await house.ask<DrugUseData>('POST', USE, {
        token: tokens.zhou,
        body: {
          oldmanId,
          drugId,
          dose: 1,
          route: 1,
          frequency: 'QD',
          clocks: ['08:00'],
          orderSource: 'hospital',
          ...more,
        },
      })
      if (made.status !== 200) throw new Error(made.desc)
      return made.data
    },
    take: async (useId, minutesAgo) => {
      const takeId = newId()
      const at = Date.now() - minutesAgo * MINUTE
      await house.sql(
        `insert into drug_take (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until, high_alert, state)
         select u.org_id, $3, u.use_id, u.oldman_id, u.drug_id, u.dose, $4, $5, $6, $7, d.high_alert is not null, $8
         from drug_use u join drug d on d.org_id = u.org_id and d.drug_id = u.drug_id where u.org_id = $1 and u.use_id = $2`,
        [
          house.orgId,
          useId,
          takeId,
          timeText(at),
          timeText(at - 30 * MINUTE),
          timeText(at + 60 * MINUTE),
          timeText(at + 360 * MINUTE),
          minutesAgo > 60 ? 'MISSED' : 'WAITING',
        ],
      )
      return takeId
    },
    ready: async (takeIds, elder) => {
      const out = await press('setOut', { takeIds }, 'zhou')
      if (out.status !== 200) throw new Error(out.desc)
      const checked = await press('check', { takeIds, scanned: elderCode(elder.oldmanId), allRight: true }, 'wang')
      if (checked.status !== 200) throw new Error(checked.desc)
    },
    stateOf: async (takeId) =>
      (await one<string>('select state as value from drug_take where org_id = $1 and take_id = $2', [
        house.orgId,
        takeId,
      ])) ?? 'GONE',
    left: async (oldmanId, drugId) =>
      (await one<number>(
        'select sum(quantity)::float8 as value from drug_stock where org_id = $1 and oldman_id = $2 and drug_id = $3',
        [house.orgId, oldmanId, drugId],
      )) ?? 0,
  }
}
