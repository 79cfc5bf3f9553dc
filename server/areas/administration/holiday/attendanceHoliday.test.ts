// Holidays: given once as the state published them, changed by the house, filled for a year that is not published.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HolidayYearData } from '#contract/administration/attendanceHoliday'
import { refusals } from '#contract/kit/refusal'
import { HOLIDAY, shiftDesk } from '#server/areas/administration/test/shiftDesk'
import { runStartWorks } from '#server/kit/presets'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]

let d: Awaited<ReturnType<typeof shiftDesk>>
beforeAll(async () => {
  d = await shiftDesk()
})
afterAll(() => d.house.close())

const year = async (of: number) =>
  (await d.ask<HolidayYearData>('GET', HOLIDAY, undefined, { query: { year: String(of) } })).data
const save = (body: object) => d.ask<HolidayYearData>('PUT', HOLIDAY, { kind: 'HOLIDAY', name: '院庆', ...body })

test('a new organisation has the published years', async () => {
  const found = await year(2026)
  expect(found).toMatchObject({ published: true, missing: [] })
  expect(found.days.filter((one) => one.kind === 'HOLIDAY')).toHaveLength(33)
  expect(found.days.find((one) => one.day === '2026-02-14')).toMatchObject({
    kind: 'WORKDAY',
    name: '春节调休',
    state: true,
  })
})

test('the house changes a day; what it takes out does not come back with the next start, and is offered', async () => {
  const changed = await save({ day: '2026-01-04', name: '照常休息', version: 1 })
  expect(changed.data.days.find((one) => one.day === '2026-01-04')).toMatchObject({
    kind: 'HOLIDAY',
    state: false,
    version: 2,
  })
  expect(await save({ day: '2026-01-04', name: '别人改的', version: 1 })).toMatchObject({ status: CHANGED })
  expect(await d.ask('DELETE', `${HOLIDAY}/2026-05-09`)).toMatchObject({ status: 200 })
  expect(await d.ask('DELETE', `${HOLIDAY}/2026-05-09`)).toMatchObject({ status: NOT_FOUND })
  expect(await d.ask('DELETE', `${HOLIDAY}/2026-99-99`)).toMatchObject({ status: NOT_FOUND })
  await runStartWorks(d.house.app)
  expect((await year(2026)).missing).toEqual([{ day: '2026-05-09', kind: 'WORKDAY', name: '劳动节调休' }])
  const filled = await d.ask<HolidayYearData>('POST', `${HOLIDAY}/year`, { year: 2026 })
  expect(filled.data.missing).toEqual([])
  expect(filled.data.days.find((one) => one.day === '2026-01-04')?.name).toBe('照常休息')
})

test('a year that is not published offers the statutory days', async () => {
  const before = await year(2027)
  expect(before).toMatchObject({ published: false, days: [] })
  expect(before.missing).toHaveLength(13)
  const filled = await d.ask<HolidayYearData>('POST', `${HOLIDAY}/year`, { year: 2027 })
  expect(filled.data.days).toHaveLength(13)
  expect(filled.data.days.find((one) => one.day === '2027-02-06')).toMatchObject({ name: '春节', state: false })
  expect(await d.ask('POST', `${HOLIDAY}/year`, { year: 2027 })).toMatchObject({ status: INVALID })
})

test('several days at once, within bounds', async () => {
  const made = await save({ day: '2028-07-01', lastDay: '2028-07-03' })
  expect(made.data.days.map((one) => one.day)).toEqual(['2028-07-01', '2028-07-02', '2028-07-03'])
  expect(await save({ day: '2028-07-03', lastDay: '2028-07-01' })).toMatchObject({
    status: INVALID,
    data: { field: 'lastDay' },
  })
  expect(await save({ day: '2028-01-01', lastDay: '2028-03-01' })).toMatchObject({
    status: INVALID,
    desc: expect.stringContaining('一次最多'),
  })
})

test('two who set the same day at once: the second is told', async () => {
  const both = await Promise.all(['甲', '乙'].map((name) => save({ day: '2029-07-01', name, version: 0 })))
  expect(both.map((one) => one.status).sort()).toEqual([200, CHANGED].sort())
})
