// What a hostile request to assessments needs to get past the first checks.
import { kindOf } from '#contract/nursing/assess/kinds'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { answersOf, noInputs, signature } from './assessHouse.ts'

const kinds = ['easy', 'of2013', 'of2023', 'of2023Plus']

const ADD = `insert into assessment (org_id, assessment_id, type, kind, oldman_id, assess_date, assessor1, assessor2, answers, inputs, state,
  final_level, proposed_level, level_name)
select o.org_id, $2, $3, $4, o.oldman_id, current_date, h.user_id, w.user_id, $5::jsonb, $6::jsonb, $7, 0, 0, '能力完好'
from oldman o cross join account h cross join account w where o.org_id = $1 and o.status = 1 and o.archive_no <> o.oldman_id
  and h.org_id = o.org_id and h.user_name = 'hejing' and w.org_id = o.org_id and w.user_name = 'songwenbo' order by o.oldman_id limit 1`

const stored = <V>(all: readonly { key: string; value: V }[]) =>
  JSON.stringify(Object.fromEntries(all.map(({ key, value }) => [key, { value, version: 1, by: null, at: '' }])))

/** One of its own for each request, with everything filled in. */
export async function ownAssessment(product: TestApp, state = 'WAITING', type = 2) {
  const assessmentId = newId()
  const kind = type === 4 ? kindOf('braden')! : kindOf(kinds[type]!)!
  const answers = answersOf(kind).map((one) => ({ key: one.itemId, value: { option: one.option, evidence: null } }))
  const inputs = noInputs(kind)
  await product.app.pool.query(ADD, [DEMO_ORG, assessmentId, type, kind.key, stored(answers), stored(inputs), state])
  return { assessmentId }
}

/** Whoever tries assesses: the administrator, and those of few departments. */
async function granted(product: TestApp): Promise<void> {
  await product.app.pool.query(
    `insert into assess_auth (org_id, user_id, granted_name) select org_id, user_id, '试' from account
     where org_id = $1 and (is_admin or user_name in ('hejing', 'songwenbo', 'zhaoqiang')) on conflict do nothing`,
    [DEMO_ORG],
  )
}

const kept = {
  oldmanId: null,
  consultationId: null,
  copyId: null,
  reason: null,
  assessDate: null,
  assessor1: null,
  assessor2: null,
  images: null,
  inputs: null,
  fields: null,
  section: null,
  whole: null,
  version: null,
}

const fill = (type: number) => async (product: TestApp) => {
  await granted(product)
  const kind = type === 4 ? kindOf('braden')! : kindOf(kinds[type]!)!
  const [answer] = answersOf(kind)
  return {
    ...kept,
    ...(await ownAssessment(product, 'WAITING', type)),
    answers: [{ ...answer, evidence: '现场查看', photos: null }],
    ...(type === 4 && { kind: 'braden' }),
  }
}

const finish = (type: number) => async (product: TestApp) => {
  await granted(product)
  const sign = await signature()
  return {
    ...(await ownAssessment(product, 'WAITING', type)),
    finalLevel: null,
    levelReason: null,
    signature1: sign,
    signature2: sign,
    informantSignature: null,
    familySignature: null,
    version: null,
  }
}

export async function ownCopy(product: TestApp) {
  const copyId = newId()
  await product.app.pool.query(
    `insert into assess_copy (org_id, copy_id, kind, name) values ($1, $2::varchar, 'of2023', '本院评估表' || $2::text)`,
    [DEMO_ORG, copyId],
  )
  return { copyId }
}

async function ownChange(product: TestApp) {
  const changeId = newId()
  await product.app.pool.query(
    `insert into assess_change (org_id, change_id, oldman_id, content, happened_on, by_name)
     select org_id, $2, oldman_id, '跌倒', current_date, '试' from oldman where org_id = $1 and status = 1
       and archive_no <> oldman_id order by oldman_id limit 1`,
    [DEMO_ORG, changeId],
  )
  return { changeId }
}

const words = [{ key: 'item:B.1.1', text: '吃饭' }]

/** Somebody at risk with a plan, and what is proposed against it. */
async function proposed(product: TestApp) {
  const { rows } = await product.app.pool.query<{ oldmanId: string; projectId: string }>(
    `select o.oldman_id as "oldmanId", c.project_id as "projectId" from oldman o join care_project c on c.org_id = o.org_id
     join care_plan p on p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON' and p.start_date <= current_date
       and (p.end_date is null or p.end_date > current_date + 1)
     where o.org_id = $1 and o.status in (1, 4) and o.archive_no <> o.oldman_id and c.project_name = '皮肤检查' and o.risk_marks @> '23'
     order by o.oldman_id limit 1`,
    [DEMO_ORG],
  )
  const { oldmanId, projectId } = rows[0]!
  return { oldmanId, projectIds: [projectId] }
}

export const recipes: Knowledge['recipes'] = {
  'nursing.riskCare.preview': proposed,
  'nursing.riskCare.plan': proposed,
  'nursing.assessForm.easySubmit': fill(0),
  'nursing.assessForm.normalSubmit': fill(1),
  'nursing.assessForm.normal2023Submit': fill(2),
  'nursing.assessForm.normal2023PlusSubmit': fill(3),
  'nursing.assessForm.riskSubmit': fill(4),
  'nursing.assessForm.easyFinish': finish(0),
  'nursing.assessForm.normalFinish': finish(1),
  'nursing.assessForm.normal2023Finish': finish(2),
  'nursing.assessForm.normal2023PlusFinish': finish(3),
  'nursing.assessForm.riskFinish': finish(4),
  'nursing.assessForm.reports': async (product) => ({ assessmentIds: (await ownAssessment(product)).assessmentId }),
  'nursing.assessForm.finalGrade': () => ({
    assessmentId: null,
    type: 2,
    kind: 'of2023',
    answers: 'B.1.1:A',
    inputs: null,
  }),
  'nursing.assessForm.causes': async (product) => ownAssessment(product),
  'nursing.assessForm.familySign': async (product) => ({
    ...(await ownAssessment(product, 'DONE')),
    familyName: '李建国',
    familySignature: await signature(),
  }),
  'nursing.assessForm.void': async (product) => ({
    ...(await ownAssessment(product, 'DONE')),
    reason: '弄错',
    version: null,
  }),
  'nursing.assessForm.reportChange': async (product) => {
    const { rows } = await product.app.pool.query<{ id: string }>(
      `select oldman_id as id from oldman where org_id = $1 and status = 1 and archive_no <> oldman_id order by oldman_id limit 1`,
      [DEMO_ORG],
    )
    return { oldmanId: rows[0]!.id, families: ['ability'], content: '跌倒', happenedOn: null }
  },
  'nursing.assessForm.withdrawChange': () => ({ reason: '看错了人' }),
  'nursing.assessSetting.save': () => ({
    kinds: [{ kind: 'of2023', enabled: true, expected: true, months: 12 }],
    levels: [{ kind: 'of2023', level: 0, nursingLevelId: null }],
    raiseTogether: 'single',
    workerDayMinutes: 600,
    version: null,
  }),
  'nursing.assessSetting.addCopy': () => ({ kind: 'of2023', name: `本院 ${newId()}`, words }),
  'nursing.assessSetting.saveCopy': async (product) => ({
    ...(await ownCopy(product)),
    name: `本院 ${newId()}`,
    words,
    version: null,
  }),
  'nursing.assessFigures.levels': () => ({ startMonth: '2026-01', endMonth: '2026-06', deptId: null }),
  'nursing.assessFigures.assessors': () => ({ startMonth: '2026-01', endMonth: '2026-06', userId: null }),
  'nursing.assessFigures.drift': () => ({ change: 'worse', deptId: null, keyword: null }),
}

export const places: Knowledge['places'] = {
  'nursing.assessForm.detail': (product) => ownAssessment(product),
  'nursing.assessForm.withdrawChange': ownChange,
  'nursing.assessSetting.removeCopy': ownCopy,
  'nursing.assessAuth.remove': async (product) => {
    await granted(product)
    const { rows } = await product.app.pool.query<{ userId: string }>(
      `select user_id as "userId" from account where org_id = $1 and user_name = 'hejing'`,
      [DEMO_ORG],
    )
    return { userId: rows[0]!.userId }
  },
}
