// Those who live here: changes of bed and level, leaving and coming back.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { ChangeRowData } from '#contract/live/archiveSection'
import type { ResidenceDetailData, StayEventData } from '#contract/live/residence'
import { pathWords } from '#contract/platform/placeNames'
import { giveMoney } from '#server/areas/expense/test/money'
import { settling } from '#server/areas/expense/test/settling'
import { type Answer, dayOf, LIVE, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { keepResidence } from './residenceJobs.ts'

let house: StayHouse
const ROOM1 = ['松鹤楼>1层>101>01', '松鹤楼>1层>101>02'] as const
const ROOM2 = ['松鹤楼>1层>102>01', '松鹤楼>1层>102>02'] as const

beforeAll(async () => {
  house = await stayHouse()
})
afterAll(() => house.close())

const adjust = (one: Resident, path: string, more: object = {}) =>
  house.move('adjustBed', {
    oldmanId: one.oldmanId,
    bedId: house.bed(path),
    effectiveDate: dayOf(0),
    reason: '靠近护士站',
    ...more,
  })
const exchange = (one: Resident, two: Resident, more: object = {}) =>
  house.move('exchangeBed', {
    oldmanId: one.oldmanId,
    otherOldmanId: two.oldmanId,
    effectiveDate: dayOf(0),
    reason: '想同住',
    ...more,
  })
const reasoned = (name: 'undoCheckOut' | 'readmit', one: Resident) =>
  house.move(name, { oldmanId: one.oldmanId, reason: '办错了' })
const record = async (one: Resident) =>
  (await house.ask<StayEventData[]>('GET', `${LIVE}/record/${one.oldmanId}`, { token: house.token })).data
const careFees = (answer: Answer | ResidenceDetailData) => {
  const detail = 'data' in answer ? answer.data : answer
  return detail.stays[0]!.fees.filter((fee) => fee.projectName === '护理费').map((fee) => [
    fee.priceFen,
    fee.fromDate,
    fee.toDate,
  ])
}
async function inHouse(name: string, path: string, days = 10): Promise<Resident> {
  const one = await house.resident(name)
  expect((await house.checkIn(one, path, { checkInDate: dayOf(-days) })).status).toBe(200)
  return one
}

describe('another bed', () => {
  it('today: the old bed is to be cleaned, fees follow, the timeline says from where to where', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    const [bed1] = await house.sql<{ id: string }>(
      `select project_child_id as id from fee_child where org_id = $1 and name = '单人间床位费'`,
      [house.orgId],
    )
    const moved = await adjust(one, ROOM2[0], {
      levelId: house.level('失智专护'),
      bedFee: { projectChildId: bed1!.id, priceFen: 333_300 },
      effectiveDate: dayOf(-2),
    })
    expect(moved.data).toMatchObject({ bedPath: ROOM2[0], levelName: '失智专护', plannedMove: null })
    expect(moved.data.stays[0]!.beds.map((bed) => [bed.bedPath, bed.fromDate, bed.toDate])).toEqual([
      [ROOM2[0], dayOf(-2), null],
      [ROOM1[0], dayOf(-10), dayOf(-2)],
    ])
    expect(careFees(moved)).toEqual([
      [60_000, dayOf(-10), dayOf(-2)],
      [320_000, dayOf(-2), null],
    ])
    const beds = moved.data.stays[0]!.fees.filter((fee) => fee.projectName === '床位费')
    expect(beds.map((fee) => [fee.name, fee.toDate])).toEqual([
      ['单人间床位费', null],
      ['双人间床位费', dayOf(-2)],
    ])
    expect(await house.sql('select bed_id, mark from bed_mark where org_id = $1', [house.orgId])).toEqual([
      { bed_id: house.bed(ROOM1[0]), mark: 7 },
    ])
    expect((await record(one))[0]!.content).toBe(
      `调床 ${pathWords(ROOM1[0])} → ${pathWords(ROOM2[0])}，护理等级 自理 → 失智专护`,
    )
    expect((await adjust(one, ROOM2[0])).desc).toBe(`王秀兰已在 ${pathWords(ROOM2[0])}，请选择另一张床位`)
    expect((await adjust(one, ROOM2[1], { effectiveDate: dayOf(-3) })).data.field).toBe('effectiveDate')
    expect((await adjust(one, ROOM2[1], { effectiveDate: dayOf(31) })).data.field).toBe('effectiveDate')
    expect(await house.faults()).toEqual([])
  })

  it('on an agreed day: until then nothing moves, on the day it does by itself, once', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    const two = await house.resident('李玉珍')
    const planned = await adjust(one, ROOM2[0], {
      effectiveDate: dayOf(3),
      wholeRoom: true,
      levelId: house.level('失智专护'),
    })
    expect(planned.data).toMatchObject({
      bedPath: ROOM1[0],
      levelName: '自理',
      wholeRoom: false,
      plannedMove: { bedPath: ROOM2[0], fromDate: dayOf(3) },
      plannedLevel: { levelName: '失智专护', fromDate: dayOf(3) },
    })
    // The bed to come is promised; the present one can be reserved from that day on, and not before.
    expect((await house.checkIn(two, ROOM2[0])).desc).toBe(
      `${pathWords(ROOM2[0])} 自 ${dayOf(3)} 起已安排给王秀兰（入住中）`,
    )
    expect((await house.reserve(two, ROOM1[0], { expectCheckIn: dayOf(2) })).desc).toContain('已由王秀兰（入住中）使用')
    expect((await house.reserve(two, ROOM1[0])).data.status).toBe(5)
    // Now it cannot be called off: somebody was promised the bed.
    expect((await adjust(one, ROOM1[0])).desc).toContain('李玉珍（已预订）')
    await house.passDays(3)
    await keepResidence(house.app)
    await keepResidence(house.app)
    expect(await house.detail(one.oldmanId)).toMatchObject({
      bedPath: ROOM2[0],
      levelName: '失智专护',
      wholeRoom: true,
      plannedMove: null,
      plannedLevel: null,
    })
    expect(await house.faults()).toEqual([])
    const logs = await house.sql(`select 1 from operation_log where org_id = $1 and remark like '到期生效%'`, [
      house.orgId,
    ])
    expect(logs).toHaveLength(1)
  })

  it('and called off again: prices and level stay as they were', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    await adjust(one, ROOM2[0], { effectiveDate: dayOf(3), levelId: house.level('失智专护') })
    expect((await adjust(one, ROOM2[1], { effectiveDate: dayOf(5) })).data.plannedMove).toMatchObject({
      bedPath: ROOM2[1],
    })
    const off = await adjust(one, ROOM1[0])
    expect(off.data).toMatchObject({ plannedMove: null, plannedLevel: null, bedPath: ROOM1[0] })
    expect(careFees(off)).toEqual([[60_000, dayOf(-10), null]])
    expect(await house.faults()).toEqual([])
  })

  it('against each other', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    const two = await inHouse('李玉珍', ROOM2[0], 4)
    const three = await house.resident('史彩凤')
    expect(await exchange(one, three)).toMatchObject({
      status: 40_901,
      desc: '当前状态为“史彩凤 待入住”，不能换床',
      data: { field: 'otherOldmanId' },
    })
    expect((await exchange(one, one)).data.field).toBe('otherOldmanId')
    expect((await exchange(one, two, { effectiveDate: dayOf(-5) })).desc).toContain('李玉珍现床位的开始日期')
    expect((await exchange(one, two)).data.bedPath).toBe(ROOM2[0])
    expect((await house.detail(two.oldmanId)).bedPath).toBe(ROOM1[0])
    expect((await record(two))[0]!.content).toBe(`与王秀兰换床 ${pathWords(ROOM2[0])} → ${pathWords(ROOM1[0])}`)
    await exchange(one, two, { effectiveDate: dayOf(2) })
    expect((await exchange(one, two)).desc).toContain(`已安排 ${dayOf(2)} 调床`)
    await house.passDays(2)
    await keepResidence(house.app)
    expect((await house.detail(one.oldmanId)).bedPath).toBe(ROOM1[0])
    expect(await house.faults()).toEqual([])
  })
})

describe('level', () => {
  it('changes now and on a day to come, with the price of the care', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    const change = (name: string, day: number) =>
      house.move('changeLevel', {
        oldmanId: one.oldmanId,
        levelId: house.level(name),
        effectiveDate: dayOf(day),
        reason: '复评',
      })
    expect((await change('自理', 0)).data.field).toBe('levelId')
    expect((await change('失智专护', -11)).data.field).toBe('effectiveDate')
    expect((await change('失智专护', -3)).data.levelName).toBe('失智专护')
    const later = await change('全护理（一级护理）', 4)
    expect(later.data).toMatchObject({ levelName: '失智专护', plannedLevel: { fromDate: dayOf(4) } })
    expect(careFees(later)).toEqual([
      [60_000, dayOf(-10), dayOf(-3)],
      [320_000, dayOf(-3), dayOf(4)],
      [260_000, dayOf(4), null],
    ])
    await house.passDays(4)
    await keepResidence(house.app)
    expect((await house.detail(one.oldmanId)).levelName).toBe('全护理（一级护理）')
    expect(await house.faults()).toEqual([])
  })

  it('stands among the moves, and the record of the archive says that it does', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    const body = { oldmanId: one.oldmanId, levelId: house.level('失智专护'), effectiveDate: dayOf(0), reason: '复评' }
    expect((await house.move('changeLevel', body)).status).toBe(200)
    const path = `/pims/web-pi/oldmans/modifyRecord/${one.oldmanId}`
    const { list } = (
      await house.ask<PageInfo<ChangeRowData>>('GET', path, { token: house.token, query: { page: '1', size: '50' } })
    ).data
    expect(list.length).toBeGreaterThan(0)
    expect(list.map((row) => row.moved)).not.toContain(false)
  })
})

describe('leaving', () => {
  it('closes the stay, opens the settlement, and is undone while nothing is confirmed', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    expect((await house.checkOut(one, { checkOutDate: dayOf(1) })).data.field).toBe('checkOutDate')
    expect((await house.checkOut(one, { checkOutDate: dayOf(-11) })).data.field).toBe('checkOutDate')
    expect((await house.checkOut(one, { checkoutReason: '99' })).data.field).toBe('checkoutReason')
    await adjust(one, ROOM2[0], { effectiveDate: dayOf(3) })
    const out = await house.checkOut(one, { checkOutDate: dayOf(-1), checkoutTo: '女儿家' })
    expect(out.data).toMatchObject({
      status: 2,
      endDate: dayOf(-1),
      days: 9,
      settleState: 'OPEN',
      bedPath: null,
      plannedMove: null,
    })
    expect(out.data.can).toEqual(['undoCheckOut'])
    expect(out.data.stays[0]).toMatchObject({
      checkoutReasonName: '家庭照顾',
      settleNo: expect.stringMatching(/^JS\d{12}$/),
    })
    expect(out.data.stays[0]!.fees.every((fee) => fee.toDate === dayOf(-1))).toBe(true)
    expect(await reasoned('readmit', one)).toMatchObject({ status: 40_901, desc: expect.stringContaining('待结算') })
    // Somebody else has the bed meanwhile.
    const two = await house.resident('李玉珍')
    await house.checkIn(two, ROOM1[0])
    expect((await reasoned('undoCheckOut', one)).desc).toContain('已由李玉珍（入住中）使用')
    await house.sql('delete from bed_mark where org_id = $1', [house.orgId])
    await house.ask('DELETE', `${LIVE}/${two.oldmanId}`, { token: house.token, query: { reason: '登记错了' } })
    expect((await house.detail(two.oldmanId)).status).toBe(3)
    const back = await reasoned('undoCheckOut', one)
    expect(back.data).toMatchObject({ status: 1, bedPath: ROOM1[0], endDate: null, settleState: null, days: 10 })
    expect(back.data.stays[0]!.fees.every((fee) => fee.toDate === null)).toBe(true)
    expect(await house.faults()).toEqual([])
  })

  it('waits for an outing to end, or ends it', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    const { stayId } = await house.detail(one.oldmanId)
    await house.sql(
      `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
         companion_phone, companion_relation, actual_out, applicant_id, state)
       values ($1, $2, 'WC1', $3, $4, '1', '回家', now() - interval '1 hour', now() + interval '5 hours', '王强', '13800001111', '20',
         now() - interval '1 hour', 'x', 1)`,
      [house.orgId, `out${Date.now()}`, one.oldmanId, stayId],
    )
    expect(await house.checkOut(one)).toMatchObject({
      status: 42_200,
      data: { field: 'closeOuting' },
      desc: expect.stringMatching(/王秀兰正在外出，预计 .* 返回（WC1）/),
    })
    expect((await house.detail(one.oldmanId)).outNow).toBe(1)
    const out = await house.checkOut(one, { closeOuting: true })
    expect(out.data).toMatchObject({ status: 2, outNow: 0 })
    expect(await house.sql('select state from outing where org_id = $1', [house.orgId])).toEqual([{ state: 3 }])
  })

  it('once settled there is a new beginning, and no undoing', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    const desk = settling(house.ask, house.token)
    expect((await desk.save(one.oldmanId)).desc).toContain('尚未办理退住')
    await house.checkOut(one)
    await giveMoney(house.app.pool, house.orgId, { oldmanId: one.oldmanId, depositFen: 500_000, owedFen: 120_050 })
    expect((await desk.confirm(one.oldmanId)).desc).toContain('待结算')
    expect((await desk.settle(one.oldmanId)).data.state).toBe('CONFIRMED')
    expect((await desk.confirm(one.oldmanId)).status).toBe(40_901)
    expect((await house.detail(one.oldmanId)).can).toEqual(['readmit'])
    expect(await reasoned('undoCheckOut', one)).toMatchObject({
      status: 40_901,
      desc: expect.stringContaining('已确认'),
    })
    expect((await reasoned('readmit', one)).data).toMatchObject({
      status: 3,
      totalDays: 10,
      stays: [{ endDate: dayOf(0) }],
    })
    expect((await house.checkIn(one, ROOM1[1])).data.stays).toHaveLength(2)
    expect(await house.faults()).toEqual([])
  })

  it('where the house settles first, nobody leaves before', async () => {
    await house.clear()
    await house.setting({ settleBeforeCheckout: true, cleanAfterCheckout: false, countCheckoutDay: true })
    const one = await inHouse('王秀兰', ROOM1[0])
    expect((await house.checkOut(one)).desc).toBe('本机构先结算后退住：王秀兰的退住结算尚未确认')
    const desk = settling(house.ask, house.token)
    expect((await desk.settle(one.oldmanId)).data).toMatchObject({ state: 'CONFIRMED', inHouse: true })
    expect(await house.checkOut(one, { checkOutDate: dayOf(-1) })).toMatchObject({
      data: { field: 'checkOutDate' },
      desc: expect.stringContaining(`已按 ${dayOf(0)} 退住结算`),
    })
    const out = await house.checkOut(one)
    expect(out.data).toMatchObject({ status: 2, settleState: 'CONFIRMED', days: 11, can: ['readmit'] })
    expect(await house.sql('select 1 from bed_mark where org_id = $1', [house.orgId])).toEqual([])
  })

  it('an entry is taken back only while nothing hangs on it', async () => {
    await house.clear()
    const one = await inHouse('王秀兰', ROOM1[0])
    const remove = () => house.ask('DELETE', `${LIVE}/${one.oldmanId}`, { token: house.token, form: { reason: '' } })
    await adjust(one, ROOM1[1])
    expect((await remove()).desc).toContain('床位或等级的变动')
    await house.clear()
    const two = await house.resident('李玉珍')
    await house.checkIn(two, ROOM1[0])
    await house.sql(`update stay set created_at = now() - interval '9 days' where org_id = $1`, [house.orgId])
    expect((await house.detail(two.oldmanId)).can).not.toContain('removeStay')
    const late = await house.ask('DELETE', `${LIVE}/${two.oldmanId}`, { token: house.token })
    expect(late.desc).toContain('登记已超过 7 天')
  })
})
