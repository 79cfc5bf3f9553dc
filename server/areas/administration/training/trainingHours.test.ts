// Hours of a year: what counts, that sums equal their rows, what is due and who may see it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TrainingDueData, TrainingHoursData, TrainingHoursLine } from '#contract/administration/training'
import { dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { trainingHouse } from '#server/areas/administration/test/trainingHouse'

let w: Awaited<ReturnType<typeof trainingHouse>>
beforeAll(async () => {
  w = await trainingHouse()
})
afterAll(() => w.product.close())

type OfPerson = TrainingHoursData & { rows: TrainingHoursLine[]; year: number }
const all = async (query: Record<string, string> = {}, token = w.admin) =>
  (await w.ask<PageInfo<TrainingHoursData>>('GET', '/hours', { token, query: { size: '500', ...query } })).data
const of = async (empId: string, query: Record<string, string> = {}, token = w.admin) =>
  (await w.ask<OfPerson>('GET', `/hours/${empId}`, { token, query })).data
const tenths = (hours: number) => Math.round(hours * 10)
const year = Number(dayText().slice(0, 4))

test('what everybody has is the sum of their trainings, and what is missing follows from it', async () => {
  const { list } = await all()
  expect(list.length).toBeGreaterThan(20)
  expect(list.some((one) => one.hours > 0)).toBe(true)
  for (const row of list.slice(0, 25)) {
    const person = await of(row.empId)
    expect(person).toMatchObject({ hours: row.hours, times: row.times, standing: row.standing })
    expect(person.rows.reduce((sum, one) => sum + tenths(one.hours), 0)).toBe(tenths(row.hours))
    expect(person.rows).toHaveLength(row.times)
    const due = tenths(row.dueHours ?? 0)
    expect(tenths(row.missing)).toBe(Math.max(0, due - tenths(row.hours)))
    expect(row.standing).toBe(due === 0 ? 'NONE' : tenths(row.hours) >= due ? 'REACHED' : 'SHORT')
  }
  for (const standing of ['SHORT', 'REACHED', 'NONE']) {
    expect((await all({ standing })).total).toBe(list.filter((one) => one.standing === standing).length)
  }
})

test('only what is over and was passed counts, in its own year', async () => {
  const before = (await of(w.ids.nurse)).hours
  const trainingId = await w.running({ userIds: [w.ids.nurse, w.ids.cook], creditHours: 1.5 })
  const cookBefore = (await of(w.ids.cook)).hours
  await w.list(trainingId, [w.ids.nurse, w.ids.cook])
  await w.move('scores', trainingId, { rows: [{ empId: w.ids.cook, passed: false }] })
  expect((await of(w.ids.nurse)).hours).toBe(before)
  await w.move('finish', trainingId)
  expect(tenths((await of(w.ids.nurse)).hours)).toBe(tenths(before) + 15)
  expect((await of(w.ids.cook)).hours).toBe(cookBefore)
  await w.move('reopen', trainingId, { reason: '试' })
  expect((await of(w.ids.nurse)).hours).toBe(before)
  await w.move('finish', trainingId)
  await w.sql(
    `update training set start_at = make_timestamptz($2 - 1, 12, 31, 22, 0, 0), end_at = make_timestamptz($2, 1, 1, 1, 0, 0)
     where org_id = $1 and training_id = $3`,
    [year, trainingId],
  )
  expect((await of(w.ids.nurse)).hours).toBe(before)
  expect((await of(w.ids.nurse, { year: String(year - 1) })).rows.map((one) => one.trainingId)).toContain(trainingId)
})

test('what is due is set by kind of staff, over what was read; nothing is due without it', async () => {
  const due = async () => (await w.ask<TrainingDueData[]>('GET', '/due')).data
  const rowOf = (rows: readonly TrainingDueData[], empType: string) => rows.find((one) => one.empType === empType)!
  const before = await due()
  expect(before.map((one) => [one.empType, one.hours])).toEqual([
    ['nursing', 40],
    ['medical', 30],
    ['sale', null],
    ['office', 12],
    ['logistics', 16],
  ])
  const save = (rows: object[], token = w.admin) => w.ask<TrainingDueData[]>('PUT', '/due', { token, body: { rows } })
  const { version } = rowOf(before, 'office')
  const both = await Promise.all([
    save([{ empType: 'office', hours: 8, version }]),
    save([{ empType: 'office', hours: 9, version }], w.head),
  ])
  expect(both.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, refusals.CHANGED_MEANWHILE[0]])
  expect((await save([{ empType: 'office', hours: 0 }])).status).toBe(200)
  expect(rowOf(await due(), 'office').hours).toBeNull()
  const office = (await all({ empType: 'office' })).list
  expect(office.length).toBeGreaterThan(0)
  expect(office.every((one) => one.standing === 'NONE' && one.missing === 0)).toBe(true)
  expect(
    (
      await save([
        { empType: 'office', hours: 1 },
        { empType: 'office', hours: 2 },
      ])
    ).status,
  ).toBe(refusals.INVALID_INPUT[0])
  expect((await save([{ empType: 'office', hours: 5 }], w.nurse)).status).toBe(refusals.NO_PERMISSION[0])
})

test('people of other departments are neither listed nor opened', async () => {
  const seen = await all({}, w.head)
  const everybody = await all()
  expect(seen.total).toBeGreaterThan(0)
  expect(seen.total).toBeLessThan(everybody.total)
  const hidden = everybody.list.find((one) => !seen.list.some((two) => two.empId === one.empId))!
  const asked = await w.ask('GET', `/hours/${hidden.empId}`, { token: w.head })
  expect(asked.status).toBe(refusals.NOT_FOUND[0])
})
