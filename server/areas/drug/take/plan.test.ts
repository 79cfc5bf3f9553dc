// Takes follow the settings: planned once however often, over midnight, through pauses, outings, a stay in hospital and the end.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoundAnswerData } from '#contract/drug/roundAnswer'
import {
  clocksOfUse,
  dosesADay,
  doseText,
  minutesToNext,
  slotOf,
  USUAL_SLOTS,
  usualClocksOf,
  windowOfTake,
} from '#contract/drug/rounds'
import type { DrugUseData } from '#contract/drug/use'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { elderCode } from '#contract/nursing/careCode'
import { type RoundHouse, roundHouse, TAKE, USE } from '#server/areas/drug/test/roundHouse'
import type { Resident } from '#server/areas/live/test/stayHouse'
import { bringTakesInLine } from './takeMake.ts'
import { makeTakes, markMissedTakes } from './takeNight.ts'

let house: RoundHouse
let elder: Resident
let drugId: string

beforeAll(async () => {
  house = await roundHouse()
  const beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
  elder = await house.elder('王秀兰', beds[0]!)
  drugId = await house.drug('氨氯地平片', { substance: '氨氯地平' })
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from drug_use where org_id = $1', [house.orgId])
  await house.sql('delete from outing where org_id = $1', [house.orgId])
})

const planned = (useId: string) =>
  house.sql<{ at: string; state: string }>(
    `select plan_time as at, state from drug_take where org_id = $1 and use_id = $2 order by plan_time`,
    [house.orgId, useId],
  )
const bring = async (now: number) => {
  const client = await house.app.pool.connect()
  try {
    await client.query('begin')
    const told = await bringTakesInLine(client, house.orgId, [elder.oldmanId], { now })
    await client.query('commit')
    return told
  } finally {
    client.release()
  }
}
const many = (useIds: string[], act: string, reason = '医生说') =>
  house.ask('POST', `${USE}/useIds`, { token: house.tokens.lu, body: { useIds, act, reason } })
const outing = (from: number, until: number, type: string) =>
  house.sql(
    `insert into outing (org_id, out_id, out_no, stay_id, oldman_id, out_type, state, plan_out, plan_return, actual_out, reason,
       companion, companion_phone, companion_relation, applicant_id)
     select s.org_id, md5(random()::text), left(md5(random()::text), 12), s.stay_id, s.oldman_id, $3, 1, $4::timestamptz, $5::timestamptz, $4::timestamptz, '试',
       '王芳', '13800001111', '20', $6 from stay s where s.org_id = $1 and s.oldman_id = $2 and s.end_date is null`,
    [house.orgId, elder.oldmanId, type, timeText(from), timeText(until), house.ids.zhou],
  )
const TOMORROW = () => dayText(Date.now() + DAY_MS)

describe('pure rules', () => {
  const use = (frequency: 'QD' | 'QOD' | 'QW' | 'BIW' | 'Q12H', clocks: string[], weekdays: number[] = []) => ({
    frequency,
    clocks,
    weekdays,
    startDate: '2026-11-16',
    endDate: '2026-11-30',
  })
  it('knows on which days and how often', () => {
    expect(clocksOfUse(use('QOD', ['08:00']), '2026-11-17')).toEqual([])
    expect(clocksOfUse(use('QOD', ['08:00']), '2026-11-18')).toEqual(['08:00'])
    // 2026-11-18 is a Wednesday.
    expect(clocksOfUse(use('QW', ['08:00'], [3]), '2026-11-18')).toEqual(['08:00'])
    expect(clocksOfUse(use('QD', ['08:00']), '2026-12-01')).toEqual([])
    expect(dosesADay({ frequency: 'BIW', clocks: ['08:00'] })).toBeCloseTo(2 / 7)
  })
  it('counts half the time to the next one as the last moment, over midnight', () => {
    expect(minutesToNext(use('Q12H', ['08:00', '20:00']), '2026-11-16', '20:00')).toBe(720)
    const window = windowOfTake(use('Q12H', ['08:00', '20:00']), '2026-11-16', '20:00', {
      earlyMinutes: 30,
      lateMinutes: 60,
    })
    expect([timeText(window.openFrom), timeText(window.dueUntil), timeText(window.lateUntil)]).toEqual([
      '2026-11-16 19:30:00',
      '2026-11-16 21:00:00',
      '2026-11-17 02:00:00',
    ])
  })
  it('names slots, doses and usual clocks', () => {
    expect(slotOf(USUAL_SLOTS, '18:20').name).toBe('晚餐后')
    expect(slotOf(USUAL_SLOTS, '02:00')).toEqual({ name: '02:00', clock: '02:00' })
    expect([doseText(0.5, '片'), doseText(1.5, '片'), doseText(2, '粒'), doseText(0.25, '片')]).toEqual([
      '半片',
      '1½ 片',
      '2 粒',
      '¼片',
    ])
    expect(usualClocksOf('QD', 11)).toEqual(['20:30'])
  })
})

describe('takes are planned', () => {
  it('once for each planned time, however often they are made, and by two at once', async () => {
    const use = await house.use(elder.oldmanId, drugId, { frequency: 'BID', clocks: ['00:02', '23:58'] })
    const first = await planned(use.useId)
    expect(first.map((one) => one.at)).toContain(`${TOMORROW()} 00:02:00`)
    expect(await bring(Date.now())).toEqual({ added: 0, removed: 0, restated: 0 })
    await Promise.all([makeTakes(house.app), makeTakes(house.app)])
    expect(await planned(use.useId)).toEqual(first)
    await expect(
      house.sql(`insert into drug_take select * from drug_take where org_id = $1 and use_id = $2 limit 1`, [
        house.orgId,
        use.useId,
      ]),
    ).rejects.toThrow(/drug_take/)
  })

  it('of the next day in the evening before, and the round shows the night as one', async () => {
    const use = await house.use(elder.oldmanId, drugId, { clocks: ['00:05'] })
    const evening = momentOf(`${dayText()} 23:50:00`)
    await bring(evening)
    const midnight = (await planned(use.useId)).find((one) => one.at === `${TOMORROW()} 00:05:00`)
    expect(midnight?.state).toBe('WAITING')
    // Still to be given when the clock has changed day, and missed only when its own time is over.
    await markMissedTakes(house.app, momentOf(`${TOMORROW()} 00:30:00`))
    expect((await planned(use.useId)).find((one) => one.at === `${TOMORROW()} 00:05:00`)?.state).toBe('WAITING')
    await markMissedTakes(house.app, momentOf(`${TOMORROW()} 01:06:00`))
    expect((await planned(use.useId)).find((one) => one.at === `${TOMORROW()} 00:05:00`)?.state).toBe('MISSED')
  })

  it('shows in the round of today what the evening before left open', async () => {
    const use = await house.use(elder.oldmanId, drugId, { clocks: ['03:33'] })
    const takeId = await house.take(use.useId, 5)
    const round = await house.ask<RoundAnswerData>('GET', `${TAKE}/round`, { token: house.tokens.zhou })
    expect(round.data.takes.map((one) => one.takeId)).toContain(takeId)
    const other = await house.ask<RoundAnswerData>('GET', `${TAKE}/round`, { token: house.tokens.stranger })
    expect(other.data.takes).toEqual([])
  })

  it('not while the setting is paused, not after it ended, and again when it goes on', async () => {
    const use = await house.use(elder.oldmanId, drugId, { clocks: ['00:01'] })
    expect((await many([use.useId], 'pause', '')).status).toBe(42200)
    expect((await many([use.useId], 'pause')).status).toBe(200)
    expect((await planned(use.useId)).at(-1)?.state).toBe('PAUSED')
    await many([use.useId], 'resume')
    expect((await planned(use.useId)).at(-1)?.state).toBe('WAITING')
    await many([use.useId], 'end')
    expect((await planned(use.useId)).filter((one) => one.at > timeText())).toEqual([])
    expect((await many([use.useId], 'resume')).status).toBe(40901)
  })

  it('not for who is out or in hospital, and again for who came back early', async () => {
    const use = await house.use(elder.oldmanId, drugId, { clocks: ['00:01'] })
    await outing(Date.now() - 3_600_000, Date.now() + 3 * DAY_MS, '3')
    await bring(Date.now())
    expect((await planned(use.useId)).filter((one) => one.at > timeText()).map((one) => one.state)).toEqual(
      Array((await planned(use.useId)).filter((one) => one.at > timeText()).length).fill('HOSPITAL'),
    )
    await house.sql('update outing set actual_return = now(), state = 3 where org_id = $1', [house.orgId])
    await bring(Date.now())
    expect((await planned(use.useId)).at(-1)?.state).toBe('WAITING')
  })

  it('as far ahead as an outing reaches; counted out, checked, handed over, and brought back', async () => {
    const use = await house.use(elder.oldmanId, drugId, { clocks: ['00:01'] })
    await house.stock(elder.oldmanId, drugId, 20)
    const before = await house.left(elder.oldmanId, drugId)
    await outing(Date.now() - 60_000, Date.now() + 4 * DAY_MS, '1')
    await bring(Date.now())
    const slip = await house.ask<{
      outing: { outId: string }
      takes: { takeId: string }[]
      sums: { quantityText: string }[]
    }>('GET', `${TAKE}/outing`, { token: house.tokens.zhou, query: { oldmanId: elder.oldmanId } })
    const ids = slip.data.takes.map((one) => one.takeId)
    expect([ids.length, slip.data.sums[0]?.quantityText]).toEqual([4, '4 片'])
    const { outId } = slip.data.outing
    expect((await house.press('setOut', { takeIds: ids, outId })).status).toBe(200)
    expect(await house.left(elder.oldmanId, drugId)).toBe(before - 4)
    expect(
      (await house.press('check', { takeIds: ids, scanned: elderCode(elder.oldmanId), allRight: true }, 'wang')).status,
    ).toBe(200)
    const gone = await house.press('along', { takeIds: ids, outId, person: '女儿 王芳' })
    expect(gone.data.takes.map((one) => one.state)).toEqual(['ALONG', 'ALONG', 'ALONG', 'ALONG'])
    const back = await house.press('alongBack', { takeIds: ids.slice(2) })
    expect(back.status).toBe(200)
    expect(await house.left(elder.oldmanId, drugId)).toBe(before - 2)
    expect((await planned(use.useId)).filter((one) => one.state === 'ALONG')).toHaveLength(2)
  })

  it('no more for who left, and again when the leaving is taken back', async () => {
    const beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
    const leaver = await house.elder(`赵${Math.floor(Math.random() * 1e6)}`, beds[2]!)
    const use = await house.use(leaver.oldmanId, drugId, { clocks: ['00:01'] })
    expect(await planned(use.useId)).toHaveLength(1)
    const left = await house.checkOut(leaver)
    expect(left.status).toBe(200)
    expect(await planned(use.useId)).toEqual([])
    const [now] = await house.sql<{ state: string; reason: string }>(
      'select state, end_reason as reason from drug_use where org_id = $1 and use_id = $2',
      [house.orgId, use.useId],
    )
    expect(now).toEqual({ state: 'ENDED', reason: '老人已退住' })
    expect((await house.move('undoCheckOut', { oldmanId: leaver.oldmanId, reason: '弄错了' })).status).toBe(200)
    expect(await planned(use.useId)).toHaveLength(1)
  })
})

describe('settings', () => {
  const add = (body: object) =>
    house.ask<DrugUseData & { field?: string }>('POST', USE, {
      token: house.tokens.zhou,
      body: {
        oldmanId: elder.oldmanId,
        drugId,
        dose: 1,
        route: 1,
        frequency: 'QD',
        clocks: ['08:00'],
        orderSource: 'hospital',
        ...body,
      },
    })

  it('refuse what cannot be, and name the field', async () => {
    expect((await add({ startDate: TOMORROW(), endDate: dayText() })).desc).toBe('结束日期不能早于开始日期')
    expect((await add({ frequency: 'BID', clocks: ['08:00'] })).data.field).toBe('clocks')
    expect((await add({ frequency: 'PRN', clocks: null })).data.field).toBe('neededFor')
    expect((await add({ dose: 0 })).status).toBe(42200)
    expect((await add({ dose: 0.33333 })).data.field).toBe('dose')
    expect((await add({ clocks: ['08:00', '08:00'], frequency: 'BID' })).desc).toBe('时刻有重复')
    const weekly = await house.drug(`甲氨蝶呤${Math.random()}`, { high_alert: 'METHOTREXATE' })
    expect((await add({ drugId: weekly })).desc).toContain('每周只服一次')
  })

  it('say the same substance twice, an allergy, and what must not be crushed, until that very sentence is confirmed', async () => {
    await house.use(elder.oldmanId, drugId, { clocks: ['08:00'] })
    const twin = await house.drug(`络活喜${Math.random()}`, { substance: '氨氯地平' })
    const told = await add({ drugId: twin, clocks: ['20:00'] })
    expect([told.status, told.desc]).toEqual([40907, expect.stringContaining('成分相同')])
    expect((await add({ drugId: twin, clocks: ['20:00'], confirmed: '别的话' })).status).toBe(40907)
    const sure = await add({ drugId: twin, clocks: ['20:00'], confirmed: told.desc })
    expect(sure.data.confirmed).toContain('成分相同')
    expect((await add({ clocks: ['08:00'] })).desc).toContain('同一时刻不能设两次')
    await house.sql(`update oldman set allergies = '["1"]' where org_id = $1 and oldman_id = $2`, [
      house.orgId,
      elder.oldmanId,
    ])
    const penicillin = await house.drug(`阿莫西林${Math.random()}`, { allergies: JSON.stringify(['1']) })
    expect((await add({ drugId: penicillin })).desc).toContain('过敏')
    await house.sql(`update oldman set allergies = '[]' where org_id = $1 and oldman_id = $2`, [
      house.orgId,
      elder.oldmanId,
    ])
    const slow = await house.drug(`硝苯地平控释片${Math.random()}`, { no_crush: true })
    expect((await add({ drugId: slow, dose: 0.5 })).desc).toContain('不能掰开')
  })

  it('are changed only by ending and beginning anew: what was given stays, what is open follows', async () => {
    await house.stock(elder.oldmanId, drugId, 10)
    const use = await house.use(elder.oldmanId, drugId, { clocks: ['00:01'] })
    const given = await house.take(use.useId, 2)
    await house.ready([given], elder)
    await house.press('add', { takeIds: [given], result: 'given' })
    const changed = await house.ask<DrugUseData>('PUT', USE, {
      token: house.tokens.zhou,
      body: {
        useId: use.useId,
        drugId,
        dose: 0.5,
        route: 1,
        frequency: 'QD',
        clocks: ['00:01'],
        orderSource: 'house',
        reason: '血压偏低',
        version: use.version,
      },
    })
    expect(changed.data).toMatchObject({ insteadOf: use.useId, doseText: '半片', state: 'ON' })
    expect(await house.stateOf(given)).toBe('GIVEN')
    expect((await planned(use.useId)).filter((one) => one.at > timeText())).toEqual([])
    expect((await planned(changed.data.useId)).map((one) => one.state)).toContain('WAITING')
    await expect(
      house.sql('update drug_use set dose = 2 where org_id = $1 and use_id = $2', [house.orgId, use.useId]),
    ).rejects.toThrow(/drug_use_stays|stays/)
    const removed = await house.ask('DELETE', `${USE}/${changed.data.useId}`, { token: house.tokens.zhou, form: {} })
    expect(removed.status).toBe(200)
  })
})
