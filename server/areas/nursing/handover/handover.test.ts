// Handover: opened once, told by the system, written by several; what a department sees of it, and what it has missed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { HandoverRowData, HandoverSheetData, HandoverShiftData } from '#contract/nursing/handover'
import { factWords } from '#contract/nursing/handoverWords'
import { MealEaten } from '#contract/nursing/mealStates'
import { MealTime } from '#contract/nursing/mealWords'
import { rowResident } from '#server/areas/live/test/outingRows'
import { handoverWard } from '#server/areas/nursing/test/handoverWard'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]

let w: Awaited<ReturnType<typeof handoverWard>>
beforeAll(async () => {
  w = await handoverWard()
})
afterAll(() => w.product.close())

/** One draft for those who only look. */
let looked: Promise<HandoverSheetData> | null = null
const someDraft = () => {
  looked ??= w.open()
  return looked
}

describe('opening', () => {
  test('two who begin the same shift get one sheet, begun with the things of the one before', async () => {
    const shift = w.fresh.shift()!
    const body = { deptId: w.ward, day: shift.day, shift: shift.shift }
    const [a, b] = await Promise.all([
      w.ask<HandoverSheetData>('POST', '', { body }),
      w.ask<HandoverSheetData>('POST', '', { body, token: w.leader }),
    ])
    expect([a.status, b.status]).toEqual([200, 200])
    expect(a.data.sheetId).toBe(b.data.sheetId)
    expect(a.data).toMatchObject({ fromAt: shift.fromAt, toAt: shift.toAt, day: shift.day })
    const items = a.data.items.map((one) => one.name)
    expect(items).toContain('钥匙')
    const [rows] = await w.sql<{ n: number }>(
      'select count(*)::int as n from handover_sheet where org_id = $1 and dept_id = $2 and day = $3 and shift = $4',
      [DEMO_ORG, w.ward, shift.day, shift.shift],
    )
    expect(rows!.n).toBe(1)
    expect(await w.ask('DELETE', `/${a.data.sheetId}`)).toMatchObject({ status: 200 })
    w.fresh.unshift(shift)
  })

  test('not of tomorrow, not of long ago, not of a shift the house does not work, not of other departments', async () => {
    const day = (days: number) => dayText(Date.now() + days * DAY_MS)
    const at = (more: object, token = w.nurse) =>
      w.ask('POST', '', { token, body: { deptId: w.ward, day: day(0), shift: 'DAY', ...more } })
    expect(await at({ day: day(1) })).toMatchObject({ status: INVALID, desc: '这一班还没有开始' })
    expect(await at({ day: day(-20) })).toMatchObject({ status: INVALID, data: { field: 'day' } })
    expect(await at({ shift: 'LATE' })).toMatchObject({ status: INVALID, data: { field: 'shift' } })
    expect(await at({ deptId: w.otherWard, day: day(-1) })).toMatchObject({ status: NOT_FOUND })
    expect(await at({ deptId: newId() })).toMatchObject({ status: NOT_FOUND })
    expect(await at({}, w.worker)).toMatchObject({ status: NO_PERMISSION })
    const office = await w.deptOf('财务部')
    expect(await at({ deptId: office, day: day(-1) }, w.head)).toMatchObject({ status: expect.not.toBeOneOf([200]) })
  })
})

describe('the last shifts', () => {
  const shown = async (query: Record<string, string>, token = w.nurse) =>
    (await w.ask<PageInfo<HandoverShiftData>>('GET', '/shift', { token, query: { page: '1', size: '200', ...query } }))
      .data.list

  test('stand there with and without a sheet, each department for those who see it', async () => {
    const own = await shown({})
    expect(new Set(own.map((one) => one.deptId))).toEqual(new Set([w.ward]))
    expect(own[0]).toMatchObject({ ended: false, sheetId: null, missing: false, fromAt: w.shifts[0]!.fromAt })
    expect(own.filter((one) => one.sheetId !== null).length).toBeGreaterThan(1)
    const all = await shown({}, w.head)
    expect(new Set(all.map((one) => one.deptId)).size).toBeGreaterThan(2)
    expect((await shown({ deptId: w.otherWard }, w.head)).every((one) => one.deptId === w.otherWard)).toBe(true)
    expect(await shown({ deptId: w.otherWard })).toEqual([])
  })

  test('the one that ended without a signature is missed, as the bench counts it', async () => {
    const missing = await shown({ missing: '1' }, w.head)
    expect(missing.map((one) => one.deptName)).toContain('康宁楼护理组')
    const todos = await w.product.ask<{ key: string; count: number }[]>('GET', '/pims/web-org/index/waitHandle', {
      token: w.head,
    })
    const count = (key: string) => todos.data.find((one) => one.key === key)?.count
    expect(count('handoverMissing')).toBe(missing.length)
    const given = await w.ask<PageInfo<HandoverRowData>>('GET', '', { token: w.head, query: { state: 'GIVEN' } })
    expect(count('handoverTake')).toBe(given.data.total)
    expect(given.data.total).toBeGreaterThan(0)
  })
})

describe('what the system writes', () => {
  test('facts of those hours and of that place, in fields; live while it is a draft', async () => {
    const draft = await someDraft()
    const before = await w.get(draft.sheetId)
    const [elder] = before.elders
    const at = timeText(momentOf(draft.toAt) - 60_000)
    await w.sql(
      `insert into vital_alert (org_id, alert_id, oldman_id, grade, judged, opened_at, state, closed_at, closed_why)
       values ($1, $2, $3, 'yellow', '[{"field":"pulse","grade":"yellow","text":"脉搏 104"}]', $4, 'CLOSED', now(), '复测正常')`,
      [DEMO_ORG, newId(), elder!.oldmanId, at],
    )
    await w.sql(
      `insert into alarm_record (org_id, record_id, source, device_no, oldman_id, type, content, raised_at, status, handled_at, result, remark)
       values ($1, $2::text, 'MATTRESS', $2::text, $3, '1', '离床未回', $4, 3, $4, '已处理', '发现跌倒在床旁，无外伤')`,
      [DEMO_ORG, newId(), elder!.oldmanId, at],
    )
    const after = await w.get(draft.sheetId)
    const told = (kind: string) => after.facts.filter((one) => one.kind === kind && one.oldmanId === elder!.oldmanId)
    expect(told('vital')).toMatchObject([{ what: '脉搏 104', ended: 'closed', result: '复测正常', at }])
    expect(told('fall')).toMatchObject([{ what: '离床未回', ended: 'handled', oldmanName: elder!.oldmanName }])
    expect(after.facts.length).toBe(before.facts.length + 2)
    const [where] = await w.sql<{ others: number }>(
      'select count(*)::int as others from oldman where org_id = $1 and oldman_id = any($2) and dept_id <> $3',
      [DEMO_ORG, after.facts.flatMap((one) => one.oldmanId ?? []), w.ward],
    )
    expect(where!.others).toBe(0)
  })

  test('the head says what the house says', async () => {
    const { numbers, elders } = await someDraft()
    const [counted] = await w.sql<{ lives: number; away: number }>(
      `select count(*)::int as lives, count(*) filter (where exists (select from outing u where u.org_id = o.org_id
         and u.oldman_id = o.oldman_id and u.actual_out is not null and u.actual_return is null and u.state in (1, 4, 6)))::int as away
       from oldman o where o.org_id = $1 and o.dept_id = $2 and o.status in (1, 4)`,
      [DEMO_ORG, w.ward],
    )
    expect(numbers).toMatchObject({ should: counted!.lives, present: counted!.lives - counted!.away })
    expect(numbers.out + numbers.hospital).toBe(counted!.away)
    expect(elders).toHaveLength(counted!.lives)
    expect(elders.filter((one) => one.walk.includes('special')).length).toBeLessThanOrEqual(numbers.special)
  })

  test('who ate little in those hours, with the warning about it; not who ate well, nor a bite in between', async () => {
    const draft = await w.open()
    const at = timeText(momentOf(draft.toAt) - 60_000)
    const [poor, well] = [await rowResident(w.product), await rowResident(w.product)]
    const ate = (oldmanId: string, meal: number, eaten: number, when = at) =>
      w.sql(
        `insert into meal_order (org_id, oldman_id, day, meal, texture, eaten, eaten_at, eaten_by, eaten_remark)
         values ($1, $2, $3::timestamptz::date, $4, 1, $5, $3, 'nobody', case when $5 = 1 then '说没有胃口' end)`,
        [DEMO_ORG, oldmanId, when, meal, eaten],
      )
    await ate(poor, MealTime.is.breakfast, MealEaten.is.half)
    await ate(poor, MealTime.is.lunch, MealEaten.is.little)
    await ate(poor, MealTime.is.afternoon, MealEaten.is.none)
    await ate(well, MealTime.is.breakfast, MealEaten.is.most)
    await ate(well, MealTime.is.lunch, MealEaten.is.none, timeText(momentOf(draft.toAt) + 60_000))
    const told = async () => (await w.get(draft.sheetId)).facts.filter((one) => one.kind === 'meal')
    const mine = async () => (await told()).filter((one) => [poor, well].includes(one.oldmanId!))
    expect(await mine()).toMatchObject([
      { oldmanId: poor, what: '早餐 一半、午餐 少量', times: 2, ended: null, result: '说没有胃口', urgent: false, at },
    ])
    await w.sql(
      `insert into meal_alert (org_id, alert_id, oldman_id, meals, raised_at) values ($1, $2::text, $2::text, '午餐 少量', $3)`,
      [DEMO_ORG, poor, at],
    )
    const [warned] = await mine()
    expect(warned).toMatchObject({ ended: 'open', urgent: true })
    expect(factWords(warned!)).toBe('早餐 一半、午餐 少量，说没有胃口，连续进食差提醒未处理')
    const [others] = await w.sql<{ n: number }>(
      'select count(*)::int as n from oldman where org_id = $1 and oldman_id = any($2) and dept_id <> $3',
      [DEMO_ORG, (await told()).map((one) => one.oldmanId), w.ward],
    )
    expect(others!.n).toBe(0)
  })
})

describe('notes', () => {
  test('two nurses write about two elders at once; about one the second is told and nothing is lost', async () => {
    const { sheetId, elders } = await w.open()
    const [a, b] = elders
    const both = await Promise.all([
      w.note(sheetId, a!.oldmanId, { condition: '咳嗽', version: 0 }),
      w.note(sheetId, b!.oldmanId, { condition: '腹胀', version: 0 }, w.leader),
    ])
    expect(both.map((one) => one.status)).toEqual([200, 200])
    expect(await w.note(sheetId, a!.oldmanId, { condition: '另写', version: 0 }, w.leader)).toMatchObject({
      status: CHANGED,
      desc: expect.stringContaining('李晓梅'),
    })
    expect(
      await w.note(sheetId, a!.oldmanId, { condition: '咳嗽减轻', focus: true, version: 1 }, w.leader),
    ).toMatchObject({
      status: 200,
      data: { condition: '咳嗽减轻', focus: true, version: 2, updatedName: '陆小燕' },
    })
    const [c] = elders.slice(2)
    const first = await Promise.all([
      w.note(sheetId, c!.oldmanId, { condition: '一', version: 0 }),
      w.note(sheetId, c!.oldmanId, { condition: '二', version: 0 }, w.leader),
    ])
    expect(first.map((one) => one.status).sort()).toEqual([200, CHANGED].sort())
  })

  test('not about elders of other departments, nor about nobody', async () => {
    const { sheetId } = await someDraft()
    const [other] = await w.sql<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and dept_id = $2 and status = 1 limit 1',
      [DEMO_ORG, w.otherWard],
    )
    expect(await w.note(sheetId, other!.id, { condition: '试' })).toMatchObject({ status: NOT_FOUND })
    expect(await w.note(sheetId, other!.id, { condition: '试' }, w.head)).toMatchObject({ status: NOT_FOUND })
    expect(await w.note(sheetId, newId(), { condition: '试' })).toMatchObject({ status: NOT_FOUND })
    expect(await w.note(newId(), other!.id, { condition: '试' })).toMatchObject({ status: NOT_FOUND })
  })

  test('things and words of a sheet are saved over the version they were filled from', async () => {
    const { sheetId, version } = await w.open()
    const save = (body: object, token = w.nurse) =>
      w.ask<HandoverSheetData>('PUT', '', { token, body: { sheetId, ...body } })
    const items = [{ name: '钥匙', count: 11, remark: '少 1 把，在维修' }]
    expect(await save({ items, equipment: '呼叫器正常', version })).toMatchObject({
      status: 200,
      data: { items, equipment: '呼叫器正常', family: null, version: version + 1 },
    })
    expect(await save({ equipment: '后来的', version }, w.leader)).toMatchObject({ status: CHANGED })
    expect(await save({ items: [...items, ...items] })).toMatchObject({ status: INVALID, data: { field: 'items' } })
    expect(await save({ family: '周日来访' })).toMatchObject({ status: 200, data: { equipment: '呼叫器正常', items } })
  })
})

test('a sheet is read by a handful of statements, however many elders', async () => {
  const { sheetId } = await someDraft()
  const { pool } = w.product.app
  const seen: string[] = []
  const query = pool.query.bind(pool) as (...all: unknown[]) => unknown
  pool.query = ((...all: unknown[]) => {
    seen.push(typeof all[0] === 'string' ? 'handover facts' : ((all[0] as { name?: string }).name ?? ''))
    return query(...all)
  }) as typeof pool.query
  const sheet = await w.get(sheetId)
  pool.query = query as typeof pool.query
  expect(sheet.elders.length).toBeGreaterThan(20)
  expect(seen.filter((name) => name.startsWith('handover'))).toEqual([
    'handover_sheet',
    'handover facts',
    'handover_elders',
    'handover_entries',
  ])
})
