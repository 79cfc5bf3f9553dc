import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { IN_HOUSE, type ResidentMarksData } from '#contract/live/resident'
import type { Kind } from '#contract/nursing/assess/kind'
import { kindOf } from '#contract/nursing/assess/kinds'
import type { AssessDueRow } from '#contract/nursing/assessForm'
import type { CarePlanData, CarePlanPreviewData } from '#contract/nursing/plan'
import type { RiskCareData, RiskToldRow } from '#contract/nursing/riskCare'
import { factsBetween } from '#server/areas/nursing/handover/handoverFacts'
import { assessHouse } from '#server/areas/nursing/test/assessHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]
const PLAN = '/pims/web-org/nursingPlan'
const braden = kindOf('braden')!
const morse = kindOf('morse')!

let h: Awaited<ReturnType<typeof assessHouse>>
beforeAll(async () => {
  h = await assessHouse()
  // Nobody has a risk yet.
  await h.sql(`update oldman set risk_marks = '[]' where org_id = $1`)
  await h.sql(`alter table assessment disable trigger assessment_frozen`, [])
  await h.sql(`delete from assessment where org_id = $1 and type = 4`)
  await h.sql(`alter table assessment enable trigger assessment_frozen`, [])
})
afterAll(() => h.product.close())

/** The mildest answers, or the gravest. */
const answers = (kind: Kind, grave: boolean) =>
  kind.sections.flatMap((section) =>
    section.items.map((item) => {
      const sorted = [...item.options].sort((a, b) => a.score - b.score)
      const mildFirst = section.direction === 'higherIsWorse' ? sorted : sorted.reverse()
      return { itemId: item.key, option: (grave ? mildFirst.at(-1)! : mildFirst[0]!).key }
    }),
  )

async function begun(oldmanId: string, kind: Kind, grave: boolean, more: object = {}): Promise<string> {
  const inputs = kind.inputs.filter((one) => !one.fromKind).map((one) => ({ key: one.key, value: 0 }))
  const made = await h.submit(
    { oldmanId, kind: kind.key, answers: answers(kind, grave), inputs, whole: true, ...more },
    {},
    'risk',
  )
  expect(made, made.desc).toMatchObject({ status: 200, data: { state: 'WAITING' } })
  return made.data.assessmentId
}

async function finished(oldmanId: string, kind: Kind, grave: boolean, more: object = {}): Promise<string> {
  const assessmentId = await begun(oldmanId, kind, grave, more)
  const done = await h.finish({ assessmentId, signature1: h.sign }, {}, 'risk')
  expect(done, done.desc).toMatchObject({ status: 200, data: { state: 'DONE' } })
  return assessmentId
}

const voided = (assessmentId: string) => h.ask('PUT', '/void', { body: { assessmentId, reason: '评错了人' } })
const marksOf = async (oldmanId: string) =>
  (
    await h.sql<{ notes: number[] }>('select notes from oldman where org_id = $1 and oldman_id = $2', [
      DEMO_ORG,
      oldmanId,
    ])
  )[0]!.notes
const riskMarks = async (oldmanId: string) => (await marksOf(oldmanId)).filter((one) => one > 10)
const care = async (oldmanId: string, token = h.head) =>
  h.product.ask<RiskCareData>('GET', `/pims/web-pi/assessment/risk/of/${oldmanId}`, { token })
const addTo = (oldmanId: string, projectIds: readonly string[], token = h.head) =>
  h.product.ask<{ added: string[]; there: string[] }>('POST', '/pims/web-pi/assessment/risk/plan', {
    token,
    body: { oldmanId, projectIds },
  })
const elsewhere = async () =>
  (
    await h.sql<{ id: string }>(
      `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
       where o.org_id = $1 and o.status in (${IN_HOUSE}) and d.dept_name = '康宁楼护理组' order by o.archive_no limit 1`,
    )
  )[0]!.id

describe('a mark at the name', () => {
  test('is set by the sheet that finds the risk, stands in every list, and goes with a milder or voided one', async () => {
    const oldmanId = h.elder()
    expect(await riskMarks(oldmanId)).toEqual([])
    const high = await finished(oldmanId, morse, true)
    expect(await riskMarks(oldmanId)).toEqual([26])
    const list = await h.product.ask<PageInfo<ResidentMarksData>>('GET', '/pims/web-pi/oldmans/proFile/list', {
      token: h.head,
      query: { attention: '16', size: '50' },
    })
    expect(list.data.list.find((one) => one.oldmanId === oldmanId)?.attention).toContain(26)
    const other = await h.product.ask<PageInfo<ResidentMarksData>>('GET', '/pims/web-pi/oldmans/proFile/list', {
      token: h.head,
      query: { attention: '13', size: '50' },
    })
    expect(other.data.list.filter((one) => one.oldmanId === oldmanId)).toEqual([])
    const second = await finished(oldmanId, braden, true)
    expect((await riskMarks(oldmanId)).sort()).toEqual([23, 26])
    // A milder one of the same kind counts from now on; the other scale stays.
    const mild = await finished(oldmanId, morse, false)
    expect(await riskMarks(oldmanId)).toEqual([23])
    // It was none: the one before counts again.
    expect(await voided(mild)).toMatchObject({ status: 200 })
    expect((await riskMarks(oldmanId)).sort()).toEqual([23, 26])
    await voided(second)
    await voided(high)
    expect(await riskMarks(oldmanId)).toEqual([])
    const logs = await h.sql<{ changes: object }>(
      `select changes from operation_log where org_id = $1 and target_id = $2 and changes -> 'riskMarks' is not null`,
      [DEMO_ORG, high],
    )
    expect(logs.map((one) => one.changes)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ riskMarks: [null, '防跌倒·高'] }),
        expect.objectContaining({ riskMarks: ['防跌倒·高', null] }),
      ]),
    )
  })

  test('of two sheets finished at once both are there', async () => {
    const oldmanId = h.elder()
    const ids = [await begun(oldmanId, morse, true), await begun(oldmanId, braden, true)]
    const ended = await Promise.all(
      ids.map((assessmentId) => h.finish({ assessmentId, signature1: h.sign }, {}, 'risk')),
    )
    expect(ended.map((one) => one.status)).toEqual([200, 200])
    expect((await riskMarks(oldmanId)).sort()).toEqual([23, 26])
  })

  test('is none of the notes that are set by hand: a form that is saved neither makes nor loses it', async () => {
    const oldmanId = h.elder()
    await finished(oldmanId, morse, true)
    const saved = await h.product.ask('PUT', '/pims/web-pi/oldmans/proFile/health', {
      token: h.head,
      body: { oldmanId, attention: [26] },
    })
    expect(saved.status).not.toBe(200)
    await expect(h.sql(`update oldman set notes = '[]' where org_id = $1`)).rejects.toThrow(/can only be updated/)
    expect(await riskMarks(oldmanId)).toEqual([26])
    const whole = await h.product.ask<ArchiveWholeData>('GET', `/pims/web-pi/oldmans/proFile/${oldmanId}`, {
      token: h.head,
    })
    expect(whole.data.riskMarks).toEqual([26])
    expect(whole.data.attention).not.toContain(26)
    expect(whole.data.risks).toContainEqual({ title: '防跌倒·高', note: '高风险', section: 'assessment' })
  })
})

describe('measures and projects', () => {
  test('are proposed once for all sheets, go into the plan once, and say what is there', async () => {
    const oldmanId = (
      await h.sql<{ id: string }>(
        `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
         join care_plan p on p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON'
           and p.start_date <= current_date and (p.end_date is null or p.end_date > current_date + 30)
         where o.org_id = $1 and o.status = 1 and d.dept_name = '松鹤楼护理组' and not exists (select from care_plan_item i
           join care_project c on c.org_id = i.org_id and c.project_id = i.project_id
           where i.org_id = p.org_id and i.plan_id = p.plan_id and i.active and c.project_name = '翻身拍背')
         and not exists (select from assessment a where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state <> 'DONE')
         order by o.archive_no desc limit 1`,
      )
    )[0]!.id
    await finished(oldmanId, braden, true)
    const seen = await care(oldmanId)
    expect(seen.data.risks).toMatchObject([{ harm: 'pressureUlcer', grave: 3, mark: '防压疮·高' }])
    expect(seen.data.risks[0]!.measures.length).toBeGreaterThan(0)
    const turning = seen.data.proposals.find((one) => one.project === '翻身拍背')!
    expect(turning).toMatchObject({ planned: null, harms: ['压疮'], frequency: { unit: 5, times: 2 } })
    const ids = seen.data.proposals.flatMap((one) => (one.projectId && one.planned === null ? [one.projectId] : []))
    const planId = seen.data.plan!.nursingPlanId
    const before = (await h.product.ask<CarePlanData>('GET', `${PLAN}/${planId}`, { token: h.head })).data
    const preview = await h.product.ask<CarePlanPreviewData>('POST', '/pims/web-pi/assessment/risk/plan/preview', {
      token: h.head,
      body: { oldmanId, projectIds: ids },
    })
    expect(preview, preview.desc).toMatchObject({ status: 200, data: { removed: [], moved: [] } })
    expect(preview.data.added.map((one) => one.projectName)).toContain('翻身拍背')
    // Pressed twice.
    const pressed = await Promise.all([addTo(oldmanId, ids), addTo(oldmanId, ids)])
    expect(pressed.map((one) => one.status)).toEqual([200, 200])
    expect(pressed.map((one) => one.data.added.length).sort((a, b) => a - b)).toEqual([0, ids.length])
    const after = (await h.product.ask<CarePlanData>('GET', `${PLAN}/${planId}`, { token: h.head })).data
    expect(after.items.length).toBe(before.items.length + ids.length)
    expect(after.version).toBe(before.version + 1)
    expect(after.items).toEqual(expect.arrayContaining(before.items))
    const [tomorrow] = await h.sql<{ n: number }>(
      `select count(*)::int as n from care_task where org_id = $1 and oldman_id = $2 and project_id = $3
       and plan_time >= current_date + 1 and plan_time < current_date + 2`,
      [DEMO_ORG, oldmanId, turning.projectId],
    )
    expect(tomorrow!.n).toBe(preview.data.added.filter((one) => one.projectName === '翻身拍背').length)
    expect((await care(oldmanId)).data.proposals.find((one) => one.project === '翻身拍背')!.planned).not.toBeNull()
  })

  test('are refused in sentences where there is no plan, no proposal, no right, or nobody', async () => {
    const oldmanId = h.elder()
    await finished(oldmanId, braden, true)
    const { proposals } = (await care(oldmanId)).data
    const ids = proposals.flatMap((one) => one.projectId ?? [])
    expect((await addTo(oldmanId, [newId()])).status).not.toBe(200)
    await h.sql(`update care_plan set state = 'OFF' where org_id = $1 and oldman_id = $2 and state = 'ON'`, [
      DEMO_ORG,
      oldmanId,
    ])
    expect((await care(oldmanId)).data.plan).toBeNull()
    expect(await addTo(oldmanId, ids)).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('还没有启用的护理计划'),
    })
    expect(await addTo(oldmanId, [])).toMatchObject({ status: INVALID, desc: '请选择要加入护理计划的项目' })
    expect(await addTo(oldmanId, ids, await h.product.signIn('fangfang', 'Yiyuan2026'))).toMatchObject({
      status: NO_PERMISSION,
    })
    const far = await elsewhere()
    expect(await care(far, h.nurse)).toMatchObject({ status: NOT_FOUND })
    expect(await addTo(newId(), ids)).toMatchObject({ status: NOT_FOUND })
  })
})

describe('who has to be told', () => {
  const told = async (query: Record<string, string>, token = h.head) =>
    (
      await h.product.ask<PageInfo<RiskToldRow>>('GET', '/pims/web-pi/assessment/risk/told', {
        token,
        query: { size: '200', ...query },
      })
    ).data.list
  test('is listed until the family has signed; other departments are not seen', async () => {
    const oldmanId = h.elder()
    const assessmentId = await finished(oldmanId, morse, true)
    expect((await told({ told: 'OPEN' })).find((one) => one.assessmentId === assessmentId)).toMatchObject({
      oldmanId,
      marks: '防跌倒·高',
      told: 'OPEN',
      familyName: null,
    })
    const signed = await h.ask('PUT', '/familySign', {
      body: { assessmentId, familyName: '李建国', familySignature: h.sign },
    })
    expect(signed.status, signed.desc).toBe(200)
    expect((await told({ told: 'OPEN' })).some((one) => one.assessmentId === assessmentId)).toBe(false)
    expect((await told({ told: 'TOLD' })).find((one) => one.assessmentId === assessmentId)).toMatchObject({
      familyName: '李建国',
    })
    const far = await elsewhere()
    const there = await finished(far, morse, true)
    expect((await told({})).some((one) => one.assessmentId === there)).toBe(true)
    expect((await told({}, h.nurse)).some((one) => one.assessmentId === there)).toBe(false)
    // Nothing to be told.
    const mild = h.elder()
    await finished(mild, morse, false)
    expect((await told({})).some((one) => one.oldmanId === mild)).toBe(false)
  })
})

describe('a sheet is due', () => {
  const due = async (oldmanId: string) => {
    const [{ name }] = (await h.sql<{ name: string }>(
      'select oldman_name as name from oldman where org_id = $1 and oldman_id = $2',
      [DEMO_ORG, oldmanId],
    )) as [{ name: string }]
    const page = await h.ask<PageInfo<AssessDueRow>>('GET', '/due', { query: { size: '200', keyword: name } })
    return page.data.list.filter((one) => one.oldmanId === oldmanId)
  }
  test('when somebody who lives here has none of the nine harms', async () => {
    const oldmanId = h.elder()
    expect((await due(oldmanId)).find((one) => one.family === 'nineHarms')).toMatchObject({ due: 'NEVER' })
  })
})

test('what is new in a shift is handed over, and only that', async () => {
  const oldmanId = h.elder()
  const [{ deptId, start }] = (await h.sql<{ deptId: string; start: string }>(
    `select dept_id as "deptId", (now() - interval '1 minute')::text as start from oldman where org_id = $1 and oldman_id = $2`,
    [DEMO_ORG, oldmanId],
  )) as [{ deptId: string; start: string }]
  const lines = async () =>
    (
      await factsBetween(h.product.app.pool, {
        orgId: DEMO_ORG,
        deptId,
        from: start,
        to: new Date(Date.now() + 60_000).toISOString(),
        carried: false,
      })
    ).filter((one) => one.kind === 'risk' && one.oldmanId === oldmanId)
  const first = await finished(oldmanId, morse, true)
  expect(await lines()).toMatchObject([{ what: '防跌倒·高', refId: first, urgent: true }])
  // The same again is no news.
  await finished(oldmanId, morse, true)
  expect(await lines()).toHaveLength(1)
  await finished(oldmanId, braden, false)
  expect(await lines()).toHaveLength(1)
})
