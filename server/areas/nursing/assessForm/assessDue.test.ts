// Who is due, who may assess, what the house sets, what the figures say, and how a consultation's assessment goes along.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, dayText, monthText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { AssessorData, AssessTreeNode } from '#contract/nursing/assessAuth'
import type { AssessorMonthData, DriftData, LevelMonthData } from '#contract/nursing/assessFigures'
import type { AssessDueRow, AssessRow } from '#contract/nursing/assessForm'
import type { AssessCopyData, AssessSettingData } from '#contract/nursing/assessSetting'
import { ASSESS, AUTH, answersOf, assessHouse, noInputs, of2023 } from '#server/areas/nursing/test/assessHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const IN_USE = refusals.IN_USE[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]

let h: Awaited<ReturnType<typeof assessHouse>>
beforeAll(async () => {
  h = await assessHouse()
})
afterAll(() => h.product.close())

const get = async <T>(path: string, query: Record<string, string> = {}, token = h.head) =>
  (await h.product.ask<T>('GET', path, { token, query })).data
const page = <T>(path: string, query: Record<string, string> = {}, token = h.head) =>
  get<PageInfo<T>>(path, { size: '500', ...query }, token)

describe('who is due', () => {
  test('is counted from the newest finished one, and never for those who left', async () => {
    const due = await page<AssessDueRow>(`${ASSESS}/due`, { family: 'ability' })
    const kinds = new Set(due.list.map((one) => one.due))
    expect([...kinds].sort()).toEqual(['CHANGED', 'NEVER', 'OVERDUE', 'SOON'])
    const [counted] = await h.sql<{ overdue: number; never: number }>(
      `select count(*) filter (where l.next_date < current_date and not c)::int as overdue, count(*) filter (where l.next_date is null and not c)::int as never
       from (select o.oldman_id, (select max(a.assess_date) from assessment a where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.family = 'ability' and a.state = 'DONE') as day,
         exists (select from assess_change g where g.org_id = o.org_id and g.oldman_id = o.oldman_id and g.family = 'ability' and g.closed_at is null) as c
         from oldman o where o.org_id = $1 and o.status in (1, 4)) x
       left join assessment l on l.org_id = $1 and l.oldman_id = x.oldman_id and l.assess_date = x.day and l.family = 'ability' and l.state = 'DONE'`,
    )
    expect(due.list.filter((one) => one.due === 'OVERDUE')).toHaveLength(counted!.overdue)
    expect(due.list.filter((one) => one.due === 'NEVER')).toHaveLength(counted!.never)
    expect(due.list.every((one) => one.kind === 'of2023' || one.lastId !== null)).toBe(true)
    const overdue = await page<AssessRow>(ASSESS, { due: 'OVERDUE' })
    const late = due.list.filter((one) => one.nextDate !== null && one.nextDate < dayText())
    const able = overdue.list.filter((one) => one.type !== 4)
    expect(new Set(able.map((one) => one.oldmanId))).toEqual(new Set(late.map((one) => one.oldmanId)))
    expect(overdue.list.every((one) => one.due === 'OVERDUE')).toBe(true)
    const qin = due.list.find((one) => one.oldmanName === '秦月娥')
    expect(qin).toMatchObject({ due: 'OVERDUE', days: 1, levelName: '中度失能', draftId: expect.any(String) })
    const ward = await page<AssessDueRow>(`${ASSESS}/due`, {}, h.nurse)
    expect(new Set(ward.list.map((one) => one.deptName))).toEqual(new Set(['松鹤楼护理组']))
  })

  test('at once after a change, until it was assessed or taken back', async () => {
    const oldmanId = h.elder()
    const of = async () =>
      (await page<AssessDueRow>(`${ASSESS}/due`, { family: 'ability' })).list.find((one) => one.oldmanId === oldmanId)
    const report = (body: object, token = h.worker) => h.ask<{ changeId: string }[]>('POST', '/change', { token, body })
    expect(await report({ oldmanId, content: ' ' })).toMatchObject({ status: INVALID })
    expect(await report({ oldmanId: newId(), content: '跌倒' })).toMatchObject({ status: NOT_FOUND })
    expect(await report({ oldmanId, content: '跌倒', happenedOn: dayText(Date.now() + 2 * DAY_MS) })).toMatchObject({
      status: INVALID,
    })
    expect(await report({ oldmanId, content: '跌倒', families: ['x'] })).toMatchObject({ status: INVALID })
    const told = await report({ oldmanId, content: '夜里跌倒一次' })
    expect(told.data).toHaveLength(1)
    expect(await of()).toMatchObject({ due: 'CHANGED', changeContent: '夜里跌倒一次' })
    const back = await h.ask('DELETE', `/change/${told.data[0]!.changeId}`, { query: { reason: '看错了人' } })
    expect(back).toMatchObject({ status: 200, data: [] })
    expect((await of())?.due).not.toBe('CHANGED')
    await report({ oldmanId, content: '不能自己吃饭' })
    const { assessmentId } = await h.whole(oldmanId, { 'B.1.1': 3 })
    await h.finish({ assessmentId, signature1: h.sign, signature2: h.sign })
    expect(await of()).toBeUndefined()
    const [closed] = await h.sql<{ id: string }>(
      `select assessment_id as id from assess_change where org_id = $1 and oldman_id = $2 and closed_why = '已评估'`,
      [DEMO_ORG, oldmanId],
    )
    expect(closed!.id).toBe(assessmentId)
  })
})

describe('the lists', () => {
  test('are found by kind, level, state, assessor and name, sorted and counted', async () => {
    const all = await page<AssessRow>(ASSESS, { size: '1000' })
    expect(all.total).toBe(all.list.length)
    const check = async (query: Record<string, string>, fits: (row: AssessRow) => boolean) => {
      const found = await page<AssessRow>(ASSESS, { size: '1000', ...query })
      expect(found.total).toBe(all.list.filter(fits).length)
      expect(found.total).toBeGreaterThan(0)
      expect(found.list.every(fits)).toBe(true)
    }
    const first = await h.staff('何静')
    await check({ type: '1' }, (row) => row.type === 1)
    await check({ kind: 'of2023' }, (row) => row.kind === 'of2023')
    await check({ level: '3' }, (row) => row.finalLevel === 3)
    await check({ state: 'DRAFT,WAITING' }, (row) => row.state === 'DRAFT' || row.state === 'WAITING')
    await check({ bound: '0' }, (row) => row.state === 'DONE' && !row.bound)
    await check({ assessorId: first }, (row) => row.assessor1 === first || row.assessor2 === first)
    await check({ keyword: '秦月' }, (row) => row.oldmanName === '秦月娥')
    await check({ keyword: 'qinyue' }, (row) => row.oldmanName === '秦月娥')
    await check({ startDate: '2025-01-01', endDate: '2025-12-31' }, (row) => row.assessDate.startsWith('2025'))
    const normal = await page<AssessRow>(`${ASSESS}/normal`)
    expect(normal.list.every((row) => row.type === 1)).toBe(true)
    const sorted = await page<AssessRow>(ASSESS, { orderBy: 'total asc', size: '100' })
    const totals = sorted.list.flatMap((row) => row.total ?? [])
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    expect(await h.product.ask('GET', ASSESS, { token: h.head, query: { startDate: 'x' } })).toMatchObject({
      status: INVALID,
    })
  })

  test('know the one before, and print several at once', async () => {
    const [qin] = (await page<AssessRow>(ASSESS, { keyword: '秦月娥', state: 'DRAFT' })).list
    expect(qin).toMatchObject({
      answered: 18,
      itemCount: 26,
      state: 'DRAFT',
      assessor2Name: '陆小燕',
      informant: '秦刚',
    })
    const detail = await h.detail(qin!.assessmentId)
    expect(detail.last).toMatchObject({ total: 63, levelName: '中度失能', assessor2Name: '宋文博' })
    expect(detail.result).toMatchObject({
      total: 46,
      lowest: 46,
      highest: 65,
      preliminaryName: '中度失能',
      proposedName: '重度失能',
    })
    expect(detail.result).toMatchObject({ suggestedLevelName: '全护理（一级护理）' })
    expect(detail.known.some((one) => one.of === 'input' && one.key === 'dementia')).toBe(true)
    const ids = [qin!.assessmentId, detail.last!.assessmentId]
    const reports = await get<AssessRow[]>(`${ASSESS}/reports`, { assessmentIds: ids.join(',') })
    expect(reports.map((one) => one.assessmentId)).toEqual(ids)
    const causes = await get<{ why: string[]; compared: string[] }>(`${ASSESS}/assessmentCausle`, {
      assessmentId: ids[0]!,
    })
    expect(causes.compared.join()).toContain('变差 8 项')
    const grade = await get<{ total: number }>(`${ASSESS}/getIssueValue/finalGrade`, {
      type: '2',
      answers: answersOf(of2023)
        .map((one) => `${one.itemId}:${one.option}`)
        .join(','),
    })
    expect(grade.total).toBe(90)
  })
})

describe('the authority list', () => {
  test('is kept through the tree, and by those who may', async () => {
    const worker = await h.staff('张翠兰')
    const users = (nodes: readonly AssessTreeNode[]): AssessTreeNode[] =>
      nodes.flatMap((one) => (one.kind === 'user' ? [one] : users(one.children)))
    const tree = async (assessAuth?: string) =>
      users(await get<AssessTreeNode[]>(`${AUTH}/userTree`, assessAuth ? { assessAuth } : {}))
    expect((await tree('0')).find((one) => one.id === worker)).toMatchObject({ assessAuth: 0, name: '张翠兰' })
    expect((await tree('1')).some((one) => one.id === worker)).toBe(false)
    const add = (body: object, token = h.head) => h.product.ask<{ added: number }>('POST', AUTH, { token, body })
    expect(await add({ userId: worker }, h.nurse)).toMatchObject({ status: NO_PERMISSION })
    expect(await add({})).toMatchObject({ status: INVALID })
    expect(await add({ userIds: [worker, newId()] })).toMatchObject({ status: NOT_FOUND })
    expect((await add({ userIds: [worker] })).data.added).toBe(1)
    expect((await add({ userIds: [worker] })).data.added).toBe(0)
    const list = await page<AssessorData>(AUTH)
    // A nursing worker's role lacks the permission: on the list in vain.
    expect(list.list.find((one) => one.userId === worker)).toMatchObject({ lacksPermission: 1, grantedName: '何静' })
    expect(list.list.find((one) => one.empName === '何静')).toMatchObject({ lacksPermission: 0 })
    expect(await get(`${AUTH}/mine`, {}, h.worker)).toMatchObject({ granted: false })
    expect(await get(`${AUTH}/mine`)).toMatchObject({ granted: true, empName: '何静' })
    expect((await h.product.ask('DELETE', `${AUTH}/${worker}`, { token: h.head })).status).toBe(200)
    expect((await h.product.ask('DELETE', `${AUTH}/${worker}`, { token: h.head })).status).toBe(NOT_FOUND)
  })
})

describe('what the house sets', () => {
  test('interval, nursing level and own words reach the next assessment, scores never', async () => {
    const setting = await get<AssessSettingData>(`${ASSESS}/setting`)
    const save = (body: object, token = h.head) => h.ask<AssessSettingData>('PUT', '/setting', { token, body })
    expect(await save({ raiseTogether: 'cumulative' }, h.nurse)).toMatchObject({ status: NO_PERMISSION })
    const special = setting.levels.find((one) => one.nursingLevelName === '特护（特级护理）')!.nursingLevelId
    const saved = await save({
      version: setting.version,
      workerDayMinutes: 540,
      kinds: [{ kind: 'of2023', enabled: true, expected: true, months: 3 }],
      levels: [{ kind: 'of2023', level: 0, nursingLevelId: special }],
    })
    expect(saved, saved.desc).toMatchObject({ status: 200, data: { workerDayMinutes: 540 } })
    expect(await save({ workerDayMinutes: 30 })).toMatchObject({ status: INVALID })
    expect(await save({ kinds: [{ kind: 'x', enabled: true, expected: true, months: 3 }] })).toMatchObject({
      status: INVALID,
    })
    expect(await save({ levels: [{ kind: 'of2023', level: 0, nursingLevelId: newId() }] })).toMatchObject({
      status: NOT_FOUND,
    })
    const words = [{ key: 'item:B.1.1', text: '吃饭' }]
    const copy = await h.ask<AssessCopyData>('POST', '/kind', { body: { kind: 'of2023', name: '本院评估表', words } })
    expect(copy, copy.desc).toMatchObject({ status: 200, data: { used: 0, kindName: '2023 标准' } })
    expect(
      await h.ask('POST', '/kind', {
        body: { kind: 'of2023', name: '二', words: [{ key: 'score:B.1.1', text: '9' }] },
      }),
    ).toMatchObject({ status: INVALID })
    expect(await h.ask('POST', '/kind', { body: { kind: 'of2023', name: '本院评估表', words } })).toMatchObject({
      status: INVALID,
    })
    const { copyId } = copy.data
    const { assessmentId } = await h.whole(h.elder(), {}, { copyId })
    const done = await h.finish({ assessmentId, signature1: h.sign, signature2: h.sign })
    expect(done.data).toMatchObject({
      kindName: '本院评估表',
      total: 90,
      suggestedLevelName: '特护（特级护理）',
      words,
    })
    expect(done.data.nextDate).toBe(
      (await h.sql<{ day: string }>(`select (current_date + interval '3 months')::date::text as day`, []))[0]!.day,
    )
    // Finished under one rule, it is explained by it, whatever the house sets later; a draft follows the house.
    expect((await save({ raiseTogether: 'cumulative' })).status).toBe(200)
    expect((await h.detail(assessmentId)).stacking).toBe('single')
    const draft = await h.submit({ oldmanId: h.elder() })
    expect((await h.detail(draft.data.assessmentId)).stacking).toBe('cumulative')
    const other = { copyId, name: '本院评估表', words: [{ key: 'item:B.1.1', text: '用餐' }] }
    expect((await h.ask('PUT', '/kind', { body: other })).status).toBe(200)
    expect((await h.detail(assessmentId)).words).toEqual(words)
    expect(await h.ask('DELETE', `/kind/${copyId}`)).toMatchObject({ status: IN_USE })
    expect((await h.ask('PUT', '/kind', { body: { ...other, enabled: false } })).status).toBe(200)
    expect(await h.submit({ oldmanId: h.elder(), copyId })).toMatchObject({ status: INVALID })
  })
})

describe('a consultation', () => {
  test('is assessed, and its assessment goes along with the archive', async () => {
    const [asked] = await h.sql<{ id: string }>(
      `select consultation_id as id from consultation where org_id = $1 and status in (1, 2) and oldman_id is null
       order by consultation_no limit 1`,
    )
    const consultationId = asked!.id
    // Whose department does not see the reception's consultations does not see theirs either.
    expect(await h.submit({ consultationId }, { token: h.nurse })).toMatchObject({ status: NOT_FOUND })
    const token = h.head
    const begun = await h.submit({ consultationId, answers: answersOf(of2023), inputs: noInputs(of2023) }, { token })
    expect(begun, begun.desc).toMatchObject({ status: 200, data: { state: 'WAITING' } })
    const { assessmentId } = begun.data
    await h.submit({ assessmentId, assessor2: await h.staff('宋文博') }, { token })
    const done = await h.finish({ assessmentId, signature1: h.sign, signature2: h.sign, bind: true }, { token })
    // Nothing to bind to yet.
    expect(done.data).toMatchObject({ state: 'DONE', bound: false, oldmanId: null, consultationId })
    const listed = await page<AssessRow>(ASSESS, { consultationId }, token)
    expect(listed.list).toMatchObject([{ assessmentId, oldmanName: done.data.oldmanName }])
    const { adoptAssessments } = await import('#server/areas/nursing/public')
    const oldmanId = h.elder()
    const { systemTransaction } = await import('#server/kit/system')
    await systemTransaction(h.product.app, DEMO_ORG, '建档', '建档', async (tx) => {
      expect(await adoptAssessments(tx, consultationId, oldmanId)).toBe(1)
    })
    expect(await h.detail(assessmentId)).toMatchObject({ oldmanId, state: 'DONE' })
  })
})

describe('the figures', () => {
  test('count who lived here by what was known then, who drifted, and who assessed', async () => {
    const months = await get<LevelMonthData[]>(`${ASSESS}/statistics/levels`, {}, h.admin)
    expect(months).toHaveLength(12)
    expect(months.at(-1)!.month).toBe(monthText())
    for (const one of months) {
      expect(one.levels.reduce((sum, level) => sum + level.count, one.none)).toBe(one.residents)
    }
    const [living] = await h.sql<{ n: number }>(
      'select count(*)::int as n from oldman where org_id = $1 and status in (1, 4)',
    )
    expect(months.at(-1)!.residents).toBe(living!.n)
    const drift = await page<DriftData>(`${ASSESS}/statistics/drift`)
    expect(drift.list.every((one) => one.assessments > 1 && one.lastDate >= one.firstDate)).toBe(true)
    const worse = await page<DriftData>(`${ASSESS}/statistics/drift`, { change: 'worse' })
    expect(worse.total).toBeGreaterThan(0)
    expect(worse.list.every((one) => (one.points ?? one.levels ?? 0) < 0)).toBe(true)
    const done = await page<AssessorMonthData>(`${ASSESS}/statistics/assessors`, {}, h.admin)
    const [counted] = await h.sql<{ n: number }>(
      `select (count(*) + count(assessor2))::int as n from assessment where org_id = $1 and state = 'DONE'
       and assess_date >= date_trunc('month', current_date) - interval '11 months'`,
    )
    expect(done.list.reduce((sum, one) => sum + one.total, 0)).toBe(counted!.n)
    expect(
      await h.ask('GET', '/statistics/levels', { query: { startMonth: '2026-05', endMonth: '2026-01' } }),
    ).toMatchObject({ status: INVALID })
  })
})
