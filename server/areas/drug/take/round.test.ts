// A round as it travels: what is said once and named by its place is, put together again, the very takes that presses and messages
// tell; and what is left of each drug.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RoundAnswerData, roundOf, takesOf, withTold } from '#contract/drug/roundAnswer'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { dayText } from '#contract/kit/clock'
import { type RoundHouse, roundHouse, TAKE } from '#server/areas/drug/test/roundHouse'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'

let house: RoundHouse
let elder: Resident
let other: Resident

beforeAll(async () => {
  house = await roundHouse()
  const beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
  elder = await house.elder('王秀兰', beds[0]!)
  other = await house.elder('李桂芳', beds[1]!)
})
afterAll(() => house.close())

const round = async (of: readonly Resident[]) =>
  (
    await house.ask<RoundAnswerData>('GET', `${TAKE}/round`, {
      token: house.tokens.wang,
      query: { slot: '*', oldmanId: of.map((one) => one.oldmanId).join(',') },
    })
  ).data

async function planned(name: string, { of = elder, quantity = 20, more = {}, drug = {} } = {}) {
  const drugId = await house.drug(name, drug)
  if (quantity > 0) await house.stock(of.oldmanId, drugId, quantity)
  const { useId } = await house.use(of.oldmanId, drugId, { clocks: ['03:33'], ...more })
  return { drugId, takeId: await house.take(useId, 0) }
}

it('tells every take as the press told it, whatever happened to it', async () => {
  const waiting = await planned('氨氯地平片', { more: { giveHow: '碾碎', timing: 4, remark: '看血压' } })
  const setOut = await planned('倍他乐克', { drug: { strength: 25, strength_unit: 'mg' } })
  const checked = await planned('甘精胰岛素', { drug: { high_alert: 'INSULIN' } })
  const given = await planned('二甲双胍片')
  const refused = await planned('辛伐他汀片')
  const hers = await planned('氯吡格雷片', { of: other })
  await house.press('setOut', { takeIds: [setOut.takeId] })
  await house.ready([checked.takeId, given.takeId, refused.takeId], elder)
  await house.press('add', { takeIds: [given.takeId], result: 'given' }, 'wang')
  await house.press('add', { takeIds: [refused.takeId], result: 'refused', reason: '说药苦', opened: false }, 'wang')
  const dealt = await house.press('handle', { takeIds: [refused.takeId], handling: '已告知家属', toldFamily: true })
  expect(dealt.status).toBe(200)

  const answer = await round([elder, other])
  const takes = new Map(takesOf(answer).map((one) => [one.takeId, one]))
  const all = [waiting, setOut, checked, given, refused, hers]
  // What a message tells is read by the same columns as an opened take.
  for (const { takeId } of all) {
    const whole = await house.ask<DrugTakeData>('GET', `${TAKE}/${takeId}`, { token: house.tokens.wang })
    expect(whole.data).toMatchObject(takes.get(takeId)!)
  }
  expect(takes.get(refused.takeId)).toMatchObject({
    handling: '已告知家属',
    toldFamily: true,
    opened: false,
    reason: '说药苦',
  })
  expect(takes.get(setOut.takeId)).toMatchObject({ setOutName: '周岚', doseWeight: '25mg', undoBy: null })
  expect(takes.get(given.takeId)).toMatchObject({ doneName: '王倩', undoBy: house.ids.wang })
  // Each drug and each person once, sorted by name of drug within a time.
  expect(new Set(answer.drugs.map((one) => one.drugId)).size).toBe(answer.drugs.length)
  expect(answer.people.map((one) => one.name).toSorted()).toEqual(['周岚', '王倩'].toSorted())
})

it('takes in what a message tells, and nothing that is older', async () => {
  const one = await planned('阿司匹林片')
  const before = await round([elder])
  const told = await house.press('setOut', { takeIds: [one.takeId] })
  const after = withTold(before, told.data.takes)
  const take = (of: RoundAnswerData) => roundOf(of).takes.find((each) => each.takeId === one.takeId)
  expect(take(after)).toEqual(told.data.takes[0])
  expect(take(before)).toMatchObject({ state: 'WAITING' })
  expect(
    withTold(
      after,
      roundOf(before).takes.filter((each) => each.takeId === one.takeId),
    ),
  ).toBe(after)
  expect(withTold(after, [{ ...told.data.takes[0]!, takeId: newId() }])).toBe(after)
})

it('says how far each drug goes, batch by batch, and what of it may not be given', async () => {
  const none = await planned('艾司唑仑片', { quantity: 0 })
  const several = await planned('呋塞米片', { quantity: 0 })
  const { oldmanId } = elder
  // Of ten that expire the day after tomorrow three are used; ten are behind them.
  await house.stock(oldmanId, several.drugId, 10, 2)
  await house.stock(oldmanId, several.drugId, 10, 100)
  await house.stock(oldmanId, several.drugId, 4, -1)
  const recalled = await house.stock(oldmanId, several.drugId, 6, 200)
  await house.sql(
    `insert into drug_recall (org_id, recall_id, drug_id, batch_no, reason, user_name)
     select org_id, $2, drug_id, batch_no, '厂家召回', $3 from drug_stock where org_id = $1 and stock_id = $4`,
    [house.orgId, newId(), '周岚', recalled],
  )
  const { left } = roundOf(await round([elder]))
  const of = (drugId: string) => left.filter((one) => one.drugId === drugId)
  expect(of(none.drugId)).toMatchObject([{ oldmanId, stock: 0, expiry: null, expired: 0, recalled: 0 }])
  expect(of(several.drugId)).toMatchObject([{ stock: 20, daysLeft: 13, expiry: dayOf(2), expired: 4, recalled: 6 }])
  expect(dayText() < dayOf(2)).toBe(true)
})
