// The rate of use of days gone by counts the beds of those days. The numbers are worked out by hand.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { reportBills } from '#contract/expense/reportBills'
import type { DataOf } from '#contract/kit/call'
import { dayOf, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'

let house: StayHouse
let rooms: string[]
beforeAll(async () => {
  house = await stayHouse()
  rooms = (
    await house.sql<{ id: string }>('select room_id as id from room where org_id = $1 order by room_name', [
      house.orgId,
    ])
  ).map((row) => row.id)
})
afterAll(() => house.close())

const BEDS = '/ifms/web-org/beds'
/** Every bed is gone, and with it what was known of its days. */
beforeEach(async () => {
  await house.clear()
  for (const table of ['bed', 'bed_open']) await house.sql(`delete from ${table} where org_id = $1`, [house.orgId])
})

/** Two months before this one, whole: its days are all gone by. */
const first = (back: number) => {
  const [year, month] = dayOf(0).split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10)
}
const PAST = first(2)
const NEXT = first(1)
const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
const LENGTH = daysOf(PAST, NEXT)
const inPast = (day: number) => `${PAST.slice(0, 8)}${String(day).padStart(2, '0')}`

let made = 0
async function bedSince(day: string, room = 0): Promise<string> {
  const bedId = newId()
  await house.sql(`insert into bed (org_id, bed_id, bed_name, room_id, created_at) values ($1, $2, $3, $4, $5::date)`, [
    house.orgId,
    bedId,
    `B${++made}`,
    rooms[room],
    day,
  ])
  return bedId
}
/** As if the bed had been closed on a day gone by. */
const closedOn = async (bedId: string, day: string) =>
  house.sql('update bed_open set open_to = $3 where org_id = $1 and bed_id = $2 and open_to = current_date', [
    house.orgId,
    bedId,
    day,
  ])
const periods = (bedId: string) =>
  house.sql<{ room: string; from: string; to: string | null; name: string | null }>(
    `select room_id as room, open_from as "from", open_to as "to", bed_name as name from bed_open where org_id = $1 and bed_id = $2
      order by open_from`,
    [house.orgId, bedId],
  )

async function stayIn(bedId: string, from: string, to: string): Promise<void> {
  const { oldmanId } = await house.resident('王秀兰')
  const stayId = newId()
  await house.sql(
    `with s as (insert into stay (org_id, stay_id, oldman_id, kind, start_date, end_date)
       values ($1, $2, $3, 'FORMAL', $4, $5) returning *)
     insert into stay_level (org_id, stay_id, from_date) select org_id, stay_id, start_date from s`,
    [house.orgId, stayId, oldmanId, from, to],
  )
  await house.sql(
    `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days)
      values ($1, $2, $3, $4, 'STAY', $5, daterange($6::date, $7::date))`,
    [house.orgId, newId(), bedId, oldmanId, stayId, from, to],
  )
}

const rate = async () => {
  const answer = await house.ask<{ occupancy: number | null }>('GET', '/pims/web-org/index/average', {
    token: house.token,
    query: { from: PAST, to: inPast(LENGTH) },
  })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data.occupancy
}
type Rent = DataOf<(typeof reportBills)['calls']['rent']>
const rent = async (query: Record<string, string> = {}) => {
  const month = PAST.slice(0, 7)
  const answer = await house.ask<Rent>('GET', '/pims/web-pi/cost/report/rent', {
    token: house.token,
    query: { from: month, to: month, size: '100', ...query },
  })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}
const percent = (used: number, all: number) => Math.round((1000 * used) / all) / 10

describe('beds of a past month', () => {
  it('added since then do not lower its rate', async () => {
    const old = await bedSince(first(6))
    await stayIn(old, PAST, NEXT)
    expect(await rate()).toBe(100)
    for (let i = 0; i < 3; i++) await bedSince(dayOf(0))
    expect(await rate()).toBe(100)
    const report = await rent()
    expect(report.sums).toMatchObject({ beds: 1, occupiedDays: LENGTH, emptyDays: 0, rate: 100 })
  })

  it('closed since then still count in it, hidden or deleted', async () => {
    const old = await bedSince(first(6))
    await stayIn(old, PAST, NEXT)
    const hidden = await bedSince(first(6))
    const deleted = await bedSince(first(6), 1)
    expect(
      (await house.ask('PUT', `${BEDS}/display`, { token: house.token, form: { bedIds: hidden, display: '1' } }))
        .status,
    ).toBe(200)
    expect((await house.ask('DELETE', `${BEDS}/${deleted}`, { token: house.token })).status).toBe(200)
    expect(await rate()).toBe(percent(LENGTH, 3 * LENGTH))
    const report = await rent()
    expect(report.sums).toMatchObject({ beds: 3, occupiedDays: LENGTH, emptyDays: 2 * LENGTH })
    // The deleted one is still called by its name and room.
    expect(report.list.find((row) => row.bedId === deleted)).toMatchObject({
      bedName: `B${made}`,
      roomName: expect.stringMatching(/\S/),
      emptyDays: LENGTH,
    })
    // Three beds were there; today there is one.
    expect(
      (await house.ask<{ total: number }>('GET', '/pims/web-org/index/statistics/bed', { token: house.token })).data
        .total,
    ).toBe(1)
  })

  it('count for their own days: made on the 11th, closed on the 21st', async () => {
    const whole = await bedSince(first(6))
    await stayIn(whole, inPast(1), inPast(11))
    await bedSince(inPast(11))
    const closed = await bedSince(first(6))
    await house.ask('PUT', `${BEDS}/display`, { token: house.token, form: { bedIds: closed, display: '1' } })
    await closedOn(closed, inPast(21))
    // 10 days used, of a whole month, a month less 10 days, and 20 days.
    const open = LENGTH + (LENGTH - 10) + 20
    expect(await rate()).toBe(percent(10, open))
    expect((await rent()).sums).toMatchObject({ beds: 3, occupiedDays: 10, emptyDays: open - 10 })
    const row = (await rent()).list.find((one) => one.bedId === closed)
    expect(row).toMatchObject({ occupiedDays: 0, emptyDays: 20, rate: 0 })
  })

  it('count at the latest from the first day somebody lay in them', async () => {
    // Entered today, with the residents of two months ago.
    const entered = await bedSince(dayOf(0))
    await stayIn(entered, inPast(6), inPast(16))
    expect(await rate()).toBe(percent(10, LENGTH - 5))
    expect((await rent()).sums).toMatchObject({ beds: 1, occupiedDays: 10, emptyDays: LENGTH - 15 })
  })

  it('belong to the room they stood in then', async () => {
    const moved = await bedSince(first(6))
    expect(
      (await house.ask('PUT', `${BEDS}/room`, { token: house.token, form: { bedIds: moved, roomId: rooms[1]! } }))
        .status,
    ).toBe(200)
    expect(await periods(moved)).toEqual([
      { room: rooms[0], from: first(6), to: dayOf(0), name: null },
      { room: rooms[1], from: dayOf(0), to: null, name: null },
    ])
    const [row] = (await rent()).list
    const names = await house.sql<{ name: string }>(
      'select room_name as name from room where org_id = $1 and room_id = $2',
      [house.orgId, rooms[0]],
    )
    expect(row).toMatchObject({ bedId: moved, roomName: names[0]!.name })
  })

  it('stand as closed, with the days they counted', async () => {
    const whole = await bedSince(first(6))
    await stayIn(whole, inPast(1), inPast(11))
    await bedSince(inPast(11))
    const before = (await rent()).sums!
    const [last] = await house.sql<{ id: string }>(`select user_id as id from account where org_id = $1 limit 1`, [
      house.orgId,
    ])
    await house.sql(
      `insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name) values ($1, $2, 0, 0, 0, $3, '王会计')
        on conflict do nothing`,
      [house.orgId, PAST.slice(0, 7), last!.id],
    )
    await house.sql(
      `insert into closed_bed_day (org_id, month, bed_id, days, open_days)
      select org_id, $2, bed_id, case when bed_id = $3 then 10 else 0 end, case when bed_id = $3 then $4::int else $4::int - 10 end from bed where org_id = $1`,
      [house.orgId, PAST.slice(0, 7), whole, LENGTH],
    )
    await bedSince(first(6))
    expect((await rent()).sums).toMatchObject({
      beds: before.beds,
      occupiedDays: before.occupiedDays,
      emptyDays: before.emptyDays,
    })
    // Months closed by an earlier version know only the days taken: every bed counted for the whole month.
    await house.sql('update closed_bed_day set open_days = null where org_id = $1', [house.orgId])
    expect((await rent()).sums).toMatchObject({ beds: 2, occupiedDays: 10, emptyDays: 2 * LENGTH - 10 })
    await house.sql('delete from closed_bed_day where org_id = $1', [house.orgId])
  })
})

describe('the days of a bed', () => {
  const show = (bedId: string, display: 0 | 1) =>
    house.ask('PUT', `${BEDS}/display`, { token: house.token, form: { bedIds: bedId, display: String(display) } })

  it('are kept by the database, whatever happens to it', async () => {
    const made = await house.ask<{ bedId: string }>('POST', BEDS, {
      token: house.token,
      body: { roomId: rooms[0]!, bedName: '甲' },
    })
    const { bedId } = made.data
    expect(await periods(bedId)).toMatchObject([{ from: dayOf(0), to: null }])
    // Opened and closed on one day, it never counted.
    await show(bedId, 1)
    expect(await periods(bedId)).toEqual([])
    await show(bedId, 0)
    expect(await periods(bedId)).toMatchObject([{ from: dayOf(0), to: null }])

    const old = await bedSince(first(3))
    await show(old, 1)
    expect(await periods(old)).toMatchObject([{ from: first(3), to: dayOf(0) }])
    // Shown again on the same day: as if nothing had been.
    await show(old, 0)
    expect(await periods(old)).toMatchObject([{ from: first(3), to: null }])
    await show(old, 1)
    await closedOn(old, first(1))
    await show(old, 0)
    expect(await periods(old)).toMatchObject([
      { from: first(3), to: first(1) },
      { from: dayOf(0), to: null },
    ])
    await house.ask('DELETE', `${BEDS}/${old}`, { token: house.token })
    expect(await periods(old)).toMatchObject([{ from: first(3), to: first(1), name: expect.stringMatching(/^B/) }])
  })
})
