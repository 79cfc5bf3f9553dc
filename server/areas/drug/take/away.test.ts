// What happens to an open round: the elder goes to hospital, goes out or leaves, the setting ends, the clock changes day, and a
// tablet that had no network tells late what was given in time.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RoundAnswerData } from '#contract/drug/roundAnswer'
import { dayText, momentOf, timeText } from '#contract/kit/clock'
import { elderCode } from '#contract/nursing/careCode'
import { verifyStock } from '#server/areas/drug/keep/stockVerify'
import { type RoundHouse, roundHouse, TAKE, USE } from '#server/areas/drug/test/roundHouse'
import { application, OUTINGS } from '#server/areas/live/test/outingHouse'
import type { Resident } from '#server/areas/live/test/stayHouse'
import { makeTakes, markMissedTakes } from './takeNight.ts'

const MINUTE = 60_000
const HOME = '1'
const HOSPITAL = '3'

let house: RoundHouse
let elder: Resident
let beds: string[]

beforeAll(async () => {
  house = await roundHouse()
  beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
  elder = await house.elder('王秀兰', beds[0]!)
  await house.sql(
    `insert into review_rule (org_id, act, needed, role_ids, user_ids) values ($1, 'outing', false, '[]', '[]')`,
    [house.orgId],
  )
  await house.passDays(3)
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from outing where org_id = $1', [house.orgId])
})
afterEach(() => vi.useRealTimers())

let drugs = 0
/** A drug of its own with so much of it, and the take of it that the plan has so many minutes from now. */
async function planned(minutes: number, { of = elder, high = false, quantity = 10 } = {}) {
  const drugId = await house.drug(`药${++drugs}`, high ? { high_alert: 'SUGAR' } : {})
  await house.stock(of.oldmanId, drugId, quantity)
  const { useId } = await house.use(of.oldmanId, drugId, {
    clocks: [timeText(Date.now() + minutes * MINUTE).slice(11, 16)],
  })
  const [row] = await house.sql<{ takeId: string }>(
    `select take_id as "takeId" from drug_take where org_id = $1 and use_id = $2 order by plan_time limit 1`,
    [house.orgId, useId],
  )
  return { drugId, useId, takeId: row!.takeId, quantity }
}
type Planned = Awaited<ReturnType<typeof planned>>
/** One whose time was so many minutes ago. */
async function past(minutes: number, more: { high?: boolean } = {}): Promise<Planned> {
  const one = await planned(20, more)
  return { ...one, takeId: await house.take(one.useId, minutes) }
}

const states = async (...all: Planned[]) => {
  const found: string[] = []
  for (const one of all) found.push(await house.stateOf(one.takeId))
  return found
}
const left = ({ drugId }: Planned, of = elder) => house.left(of.oldmanId, drugId)
const actsOf = async ({ takeId }: Planned) =>
  (
    await house.sql<{ words: string }>(
      `select concat_ws(' ', act, words) as words from drug_take_act where org_id = $1 and take_id = $2 order by step`,
      [house.orgId, takeId],
    )
  ).map((one) => one.words)
const give = ({ takeId }: Planned, more: object = {}) =>
  house.press('add', { takeIds: [takeId], result: 'given', ...more })
const boss = { token: '' }
const apply = async (outType: string): Promise<string> => {
  boss.token = house.token
  const body = application(elder.oldmanId, { outType, planOut: timeText(Date.now() - MINUTE) })
  const made = await house.ask<{ outId: string }>('POST', OUTINGS, { ...boss, body })
  expect(made.status, made.desc).toBe(200)
  return made.data.outId
}
const goes = async (outId: string) => {
  const gone = await house.ask('PUT', `${OUTINGS}/depart`, { ...boss, body: { outId } })
  expect(gone.status, gone.desc).toBe(200)
}
const comesBack = async (outId: string) => {
  const back = await house.ask('PUT', `${OUTINGS}/affirm`, { ...boss, body: { outId } })
  expect(back.status, back.desc).toBe(200)
}
const stockHolds = async () => expect((await verifyStock(house.app.pool, house.orgId)).problems).toEqual([])

describe('the elder goes in the middle of a round', () => {
  it('to hospital: what was not due yet lies in its box again and is nobody’s miss; back early, it is given', async () => {
    const given = await past(10)
    const checked = await planned(10)
    const setOut = await planned(11)
    const waits = await planned(12)
    const before = await past(5)
    await house.ready([given.takeId], elder)
    await give(given)
    await house.ready([checked.takeId], elder)
    for (const one of [setOut, before]) await house.press('setOut', { takeIds: [one.takeId] })
    const outId = await apply(HOSPITAL)
    await goes(outId)
    expect(await states(given, checked, setOut, waits)).toEqual(['GIVEN', 'HOSPITAL', 'HOSPITAL', 'HOSPITAL'])
    expect([await left(checked), await left(setOut), await left(given)]).toEqual([10, 10, 9])
    expect(await actsOf(checked)).toEqual(['setOut', 'check', 'putBack 老人住院'])
    // Somebody who has not heard of it gives nothing.
    const refused = await give(checked)
    expect([refused.status, refused.desc]).toEqual([40901, expect.stringContaining('住院')])
    // What was due while the elder was still there was missed; what is set out of it is told to be put back.
    await markMissedTakes(house.app, Date.now() + 62 * MINUTE)
    expect(await states(before, checked, waits)).toEqual(['MISSED', 'HOSPITAL', 'HOSPITAL'])
    expect((await house.press('putBack', { takeIds: [before.takeId] })).status).toBe(200)
    expect(await left(before)).toBe(10)
    await comesBack(outId)
    expect(await states(checked, setOut, waits)).toEqual(['WAITING', 'WAITING', 'WAITING'])
    await house.ready([checked.takeId], elder)
    expect((await give(checked)).data.takes[0]!.state).toBe('GIVEN')
    await stockHolds()
  })

  it('out: what was counted out for the outing goes along, the rest stays here', async () => {
    const outId = await apply(HOME)
    const along = await planned(10)
    const here = await planned(10)
    await house.ready([here.takeId], elder)
    expect((await house.press('setOut', { takeIds: [along.takeId], outId })).status).toBe(200)
    const scanned = elderCode(elder.oldmanId)
    expect((await house.press('check', { takeIds: [along.takeId], scanned, allRight: true }, 'wang')).status).toBe(200)
    await goes(outId)
    expect(await states(along, here)).toEqual(['CHECKED', 'OUT'])
    expect([await left(along), await left(here), await actsOf(here)]).toEqual([
      9,
      10,
      ['setOut', 'check', 'putBack 老人外出'],
    ])
    const handed = await house.press('along', { takeIds: [along.takeId], outId, person: '女儿' })
    expect(handed.data.takes[0]!.state).toBe('ALONG')
    await comesBack(outId)
    expect(await states(along, here)).toEqual(['ALONG', 'WAITING'])
    await stockHolds()
  })

  it('for good: everything open is stopped, what was set out comes back to be handed over', async () => {
    const leaver = await house.elder('赵国强', beds[1]!)
    const checked = await planned(10, { of: leaver })
    const waits = await planned(11, { of: leaver })
    await house.press('setOut', { takeIds: [checked.takeId] })
    const scanned = elderCode(leaver.oldmanId)
    await house.press('check', { takeIds: [checked.takeId], scanned, allRight: true }, 'wang')
    expect((await house.checkOut(leaver)).status).toBe(200)
    expect((await states(checked))[0]).toBe('STOPPED')
    expect(['STOPPED', 'GONE']).toContain((await states(waits))[0])
    expect([await left(checked, leaver), await left(waits, leaver)]).toEqual([10, 10])
    expect([(await give(checked)).status, (await actsOf(checked)).at(-1)]).toEqual([40901, 'stop 老人已退住'])
    await stockHolds()
  })
})

describe('the day changes in the middle', () => {
  it('what was set out before midnight is given after it, is planned once, and stands in the round of the night', async () => {
    const today = momentOf(`${dayText()} 00:00:00`)
    vi.useFakeTimers({ toFake: ['Date'], now: today - 40 * MINUTE })
    const evening = await planned(30)
    const morning = await planned(50)
    const other = await planned(30)
    vi.setSystemTime(today - 5 * MINUTE)
    await house.ready([evening.takeId], elder)
    await house.press('setOut', { takeIds: [morning.takeId] })
    vi.setSystemTime(today + 6 * MINUTE)
    await makeTakes(house.app, Date.now())
    await markMissedTakes(house.app, Date.now())
    expect(await states(evening, morning, other)).toEqual(['CHECKED', 'SET_OUT', 'WAITING'])
    const round = await house.ask<RoundAnswerData>('GET', `${TAKE}/round`, {
      token: house.tokens.zhou,
      query: { slot: '*', oldmanId: elder.oldmanId },
    })
    const shown = round.data.takes.map((one) => one.takeId)
    for (const one of [evening, morning, other]) expect(shown.filter((takeId) => takeId === one.takeId)).toHaveLength(1)
    const done = await give(evening)
    expect(done.data.takes[0]).toMatchObject({ state: 'GIVEN', late: false, doneAt: timeText(today + 6 * MINUTE) })
    expect((await give(evening)).status).toBe(40901)
    expect(
      await house.press(
        'check',
        { takeIds: [morning.takeId], scanned: elderCode(elder.oldmanId), allRight: true },
        'wang',
      ),
    ).toMatchObject({ status: 200 })
    // The evening that nobody came is missed by its own limit, not by midnight.
    await markMissedTakes(house.app, today + 49 * MINUTE)
    expect(await states(other)).toEqual(['WAITING'])
    await markMissedTakes(house.app, today + 51 * MINUTE)
    expect(await states(other, morning)).toEqual(['MISSED', 'CHECKED'])
  })
})

describe('a tablet that had no network', () => {
  const pressed = (minutesAgo: number) => ({ terminal: 'bedside', doneAt: timeText(Date.now() - minutesAgo * MINUTE) })
  /** Its limit was so many minutes ago, and the clock has noticed. */
  const missedBy = async ({ takeId }: Planned, minutes: number) => {
    await house.sql(
      `update drug_take set due_until = now() - $3 * interval '1 minute' where org_id = $1 and take_id = $2`,
      [house.orgId, takeId, minutes],
    )
    await markMissedTakes(house.app)
    expect(await house.stateOf(takeId)).toBe('MISSED')
  }

  it('tells late what was given in time: given, marked for good, nothing drawn twice; taken back, it is missed again', async () => {
    const one = await past(30)
    await house.ready([one.takeId], elder)
    await missedBy(one, 5)
    // Not from a desk, and not what was given after its limit.
    expect((await give(one, { doneAt: pressed(10).doneAt })).status).toBe(40901)
    expect((await give(one, pressed(1))).status).toBe(40901)
    const inTime = pressed(10)
    const late = await give(one, inTime)
    expect(late.data.takes[0]).toMatchObject({
      state: 'GIVEN',
      late: true,
      doneAt: inTime.doneAt,
      reason: expect.stringContaining('离线'),
    })
    expect(await left(one)).toBe(9)
    expect((await give(one, inTime)).status).toBe(40901)
    expect((await house.press('undo', { takeIds: [one.takeId] })).data.takes[0]).toMatchObject({
      state: 'MISSED',
      drawn: true,
    })
    await stockHolds()
  })

  it('tells late what was refused in time: it is no miss, and is tried again like any other', async () => {
    const one = await past(30, { high: true })
    await house.ready([one.takeId], elder)
    await missedBy(one, 5)
    const refusal = { takeIds: [one.takeId], result: 'refused', reason: '说药苦', opened: false }
    expect((await house.press('add', refusal)).status).toBe(40901)
    const late = await house.press('add', { ...refusal, ...pressed(10) })
    expect(late.data.takes[0]).toMatchObject({ state: 'REFUSED', late: true, reason: '说药苦', drawn: false })
    expect([await left(one), (await actsOf(one)).at(-1)]).toEqual([10, expect.stringContaining('才上传')])
    const undone = await house.press('undo', { takeIds: [one.takeId] })
    expect(undone.data.takes[0]).toMatchObject({ state: 'MISSED', late: false, drawn: true })
    await house.press('add', { ...refusal, ...pressed(10) })
    expect((await house.press('retry', { takeIds: [one.takeId] })).data.takes[0]).toMatchObject({
      state: 'WAITING',
      late: false,
    })
    await house.ready([one.takeId], elder)
    expect((await give(one)).data.takes[0]).toMatchObject({ state: 'GIVEN', late: false, tries: 1 })
    await stockHolds()
  })

  it('is told no where somebody has dealt with it, has put it back, or has stopped it', async () => {
    const dealt = await past(30, { high: true })
    const back = await past(31)
    const stopped = await past(29)
    for (const one of [dealt, back, stopped]) await house.ready([one.takeId], elder)
    for (const one of [dealt, back]) await missedBy(one, 5)
    const handling = { handling: '按下一次', toldDoctor: true, toldFamily: true }
    expect((await house.press('handle', { takeIds: [dealt.takeId], ...handling })).status).toBe(200)
    await house.press('putBack', { takeIds: [back.takeId] })
    await house.ask('POST', `${USE}/useIds`, {
      token: house.tokens.lu,
      body: { useIds: [stopped.useId], act: 'end', reason: '医生停药' },
    })
    const words: string[] = []
    for (const one of [dealt, back, stopped]) {
      const answer = await give(one, pressed(10))
      expect(answer.status).toBe(40901)
      words.push(answer.desc)
    }
    expect(words).toEqual([
      expect.stringContaining('漏服，已处理'),
      expect.stringContaining('漏服'),
      expect.stringContaining('停药'),
    ])
    expect([await left(dealt), await left(back), await left(stopped)]).toEqual([9, 10, 10])
    await stockHolds()
  })

  it('asks for all its elders at once', async () => {
    const other = await house.elder('李桂芳', beds[2]!)
    const mine = await planned(9)
    const hers = await planned(9, { of: other })
    const round = await house.ask<RoundAnswerData>('GET', `${TAKE}/round`, {
      token: house.tokens.zhou,
      query: { slot: '*', oldmanId: `${elder.oldmanId},${other.oldmanId}` },
    })
    const shown = round.data.takes.map((one) => one.takeId)
    expect([shown.includes(mine.takeId), shown.includes(hers.takeId)]).toEqual([true, true])
    expect(new Set(round.data.elders.map((one) => one.oldmanId))).toEqual(new Set([elder.oldmanId, other.oldmanId]))
  })
})
