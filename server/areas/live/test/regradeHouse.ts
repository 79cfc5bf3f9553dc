// A house in which changes of level are proposed and decided: levels with packages, one who proposes, one who decides.

import type { RegradeData, RegradeRehearsal } from '#contract/live/regrade'
import { regrade } from '#contract/live/regrade'
import { generateBills } from '#server/areas/expense/bill/billGenerate'
import { type CareHouse, careHouse, daily } from '#server/areas/nursing/test/careHouse'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import type { Envelope } from '#server/kit/test/app'
import { dayOf, type Resident } from './stayHouse.ts'

export const REGRADES = regrade.calls.list.path
export const HALF = '半护理（二级护理）'
export const FULL = '全护理（一级护理）'
export const SELF = '自理'

type Answer = Envelope<RegradeData & { field?: string; changed?: string[] }>

export interface RegradeHouse extends CareHouse {
  nurse: string
  nurseId: string
  head: string
  headId: string
  cashierId: string
  rule(needed: boolean, userIds?: readonly string[]): Promise<unknown>
  /** In the house for so many days, with a level. */
  living(name: string, path: string, level?: string, days?: number): Promise<Resident>
  assessed(oldmanId: string, levelName: string | null, day?: number): Promise<string>
  propose(oldmanId: string, more?: object, token?: string): Promise<Answer>
  /** Proposed and submitted. */
  waiting(oldmanId: string, more?: object): Promise<RegradeData>
  look(regradeId: string, more?: object, token?: string): Promise<Envelope<RegradeRehearsal & { field?: string }>>
  act(name: 'submit' | 'withdraw' | 'discard' | 'sendBack' | 'takeBack', body: object, token?: string): Promise<Answer>
  /** As the head, with what the head is shown at that moment unless told. */
  approve(regradeId: string, more?: object, token?: string): Promise<Answer>
  /** The bills of a month for everybody, issued. */
  bill(month: string): Promise<void>
}

export async function regradeHouse(): Promise<RegradeHouse> {
  const house = await careHouse()
  const own = { deptId: house.care, dataDeptIds: [house.care] }
  const reads = ['nursing:regrade:list', 'nursing:plan:list', 'live:residence:list', 'expense:bill:list']
  const nurseId = await house.person({
    userName: 'nurse0001',
    empName: '何静',
    codes: [...reads, 'nursing:regrade:propose', 'nursing:plan:edit'],
    ...own,
  })
  const headId = await house.person({
    userName: 'head00001',
    empName: '沈国芳',
    codes: [...reads, 'nursing:regrade:decide', 'nursing:regrade:propose'],
    ...own,
  })
  const cashierId = await house.person({
    userName: 'money0001',
    empName: '赵会计',
    codes: ['expense:bill:generate', 'expense:bill:list'],
    ...own,
  })
  const tokenOf = async (name: string) => (await house.signInAs(name)).data.token
  const [nurse, head] = [await tokenOf('nurse0001'), await tokenOf('head00001')]
  const [feeding, patrol, walk, turning] = [
    await house.project('喂食喂水', { minutes: 15 }),
    await house.project('巡视', { minutes: 2 }),
    await house.project('陪同散步', { minutes: 30 }),
    await house.project('更换尿垫', { minutes: 10 }),
  ]
  await house.setLevel(HALF, [
    [feeding, daily('07:30', '11:30', '17:30')],
    [patrol, daily('09:00', '15:00')],
    [walk, daily('16:00')],
  ])
  await house.setLevel(FULL, [
    [feeding, daily('07:30', '10:00', '11:30', '15:00', '17:30')],
    [patrol, daily('09:00', '15:00')],
    [turning, daily('06:00', '12:00', '18:00', '22:00')],
  ])
  const ask = (method: 'POST' | 'PUT', path: string, token: string, body: object) =>
    house.ask<Answer['data']>(method, path, { token, body })
  const look: RegradeHouse['look'] = (regradeId, more = {}, token = head) =>
    house.ask('POST', `${REGRADES}/rehearsal`, { token, body: { regradeId, ...more } })
  const propose: RegradeHouse['propose'] = (oldmanId, more = {}, token = nurse) =>
    ask('POST', REGRADES, token, {
      oldmanId,
      levelId: house.level(FULL),
      effectiveDate: dayOf(1),
      reason: '复评为重度失能',
      ...more,
    })
  const act: RegradeHouse['act'] = (name, body, token = nurse) => ask('PUT', `${REGRADES}/${name}`, token, body)
  return {
    ...house,
    nurse,
    nurseId,
    head,
    headId,
    cashierId,
    rule: (needed, userIds = []) =>
      house.sql(
        `insert into review_rule (org_id, act, needed, role_ids, user_ids) values ($1, 'regrade', $2, '[]', $3)
         on conflict (org_id, act) do update set needed = excluded.needed, user_ids = excluded.user_ids`,
        [house.orgId, needed, JSON.stringify(userIds)],
      ),
    living: async (name, path, level = HALF, days = 40) => {
      const one = await house.resident(name)
      const came = await house.checkIn(one, path, { checkInDate: dayOf(-days), levelId: house.level(level) })
      if (came.status !== 200) throw new Error(came.desc)
      return one
    },
    assessed: async (oldmanId, levelName, day = 0) => {
      const id = newId()
      await house.sql(
        `insert into assessment (org_id, assessment_id, type, kind, oldman_id, assess_date, assessor1, assessor2, final_level, level_name, total,
           suggested_level_id, state, bound) values ($1, $2, 2, 'of2023', $3, $4, $5, $7, 3, '重度失能', 54, $6, 'DONE', true)`,
        [house.orgId, id, oldmanId, dayOf(day), nurseId, levelName && house.level(levelName), headId],
      )
      return id
    },
    propose,
    waiting: async (oldmanId, more = {}) => {
      const made = await propose(oldmanId, more)
      if (made.status !== 200) throw new Error(made.desc)
      const sent = await act('submit', { regradeId: made.data.regradeId, version: made.data.version })
      if (sent.status !== 200) throw new Error(sent.desc)
      return sent.data
    },
    look,
    act,
    approve: async (regradeId, more = {}, token = head) => {
      const seen = (await look(regradeId, {}, token)).data
      return ask('PUT', `${REGRADES}/approve`, token, {
        regradeId,
        effectiveDate: seen?.effectiveDate,
        seen: seen?.basis,
        ...more,
      })
    },
    bill: async (month) => {
      const { app, orgId } = house
      await generateBills(
        {
          pool: app.pool,
          orgId,
          deptIds: null,
          tx: (work) => systemTransaction(app, orgId, '费用', '测试', work),
          told: async () => undefined,
        },
        { month, issue: true },
      )
    },
  }
}
