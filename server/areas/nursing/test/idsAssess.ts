// Ids of the calls of assessments that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'
import { ownAssessment } from './hostileAssess.ts'

/** Every filter of the lists, so that only the one that is tried counts. */
const none = {
  keyword: null,
  deptId: null,
  oldmanId: null,
  consultationId: null,
  assessorId: null,
  kind: null,
  level: null,
  state: null,
  reason: null,
  due: null,
  bound: null,
  startDate: null,
  endDate: null,
  type: null,
}

/** One of the type that the list is about, and what the filter says of it. */
const listed = (type: number, field: string, sql: string) => async (product: TestApp) => {
  const { assessmentId } = await ownAssessment(product, 'DONE', type)
  const { rows } = await product.app.pool.query<{ id: string }>(
    `select ${sql} as id from assessment a join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
     where a.org_id = $1 and a.assessment_id = $2`,
    [DEMO_ORG, assessmentId],
  )
  return { ...none, [field]: rows[0]!.id }
}

const OF_ASKED = `insert into assessment (org_id, assessment_id, type, kind, consultation_id, assess_date, assessor1, assessor2)
select c.org_id, md5('asked:' || c.consultation_id || $2::text), $2::int, (array['easy', 'of2013', 'of2023', 'of2023Plus', 'braden'])[$2::int + 1], c.consultation_id,
  current_date, 'x', 'y' from consultation c where c.org_id = $1 and c.oldman_id is null order by c.consultation_no limit 1
on conflict do nothing`

const asked = (type: number) => async (product: TestApp) => {
  await product.app.pool.query(OF_ASKED, [DEMO_ORG, type])
  const { rows } = await product.app.pool.query<{ id: string }>(
    `select consultation_id as id from assessment where org_id = $1 and type = $2 and oldman_id is null limit 1`,
    [DEMO_ORG, type],
  )
  return { ...none, consultationId: rows[0]!.id }
}

const LISTS = { list: 2, easy: 0, normal: 1, normal2023: 2, normal2023Plus: 3, risk: 4 }

const ofLists = Object.entries(LISTS).flatMap(([call, type]) => {
  const at = (field: string) => `nursing.assessForm.${call} query.${field}`
  return [
    [at('oldmanId'), listed(type, 'oldmanId', 'a.oldman_id')],
    [at('assessorId'), listed(type, 'assessorId', 'a.assessor1')],
    [at('deptId'), listed(type, 'deptId', 'o.dept_id')],
    [at('consultationId'), asked(type)],
  ] as const
})

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)

/** Nobody who has an unfinished sheet of the kind; a copy is tried with another elder than the elder is. */
const beginning = (kind: string, order: 'asc' | 'desc' = 'desc') =>
  row(
    `select o.oldman_id as "oldmanId" from oldman o where o.org_id = $1 and o.status = 1 and not exists (select 1 from assessment a
     where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.kind = '${kind}' and a.state in ('DRAFT', 'WAITING')) and o.archive_no <> o.oldman_id
     order by o.oldman_id ${order}`,
    { assessmentId: null, answers: null, consultationId: null },
  )
const beginningAsked = (kind: string) =>
  row(
    `select c.consultation_id as "consultationId" from consultation c where c.org_id = $1 and c.oldman_id is null and not exists (select 1
     from assessment a where a.org_id = c.org_id and a.consultation_id = c.consultation_id and a.kind = '${kind}') order by c.consultation_no desc`,
    { assessmentId: null, answers: null, oldmanId: null },
  )

const KINDS = { easy: 'easy', normal: 'of2013', normal2023: 'of2023', normal2023Plus: 'of2023Plus', risk: 'braden' }
const ofSubmits = Object.entries(KINDS).flatMap(([call, kind]) => {
  const at = (field: string) => `nursing.assessForm.${call}Submit body.${field}`
  return [
    [at('oldmanId'), beginning(kind)],
    [at('consultationId'), beginningAsked(kind)],
    [
      at('copyId'),
      async (product: TestApp) => {
        const copyId = `copy${kind}${Date.now()}${Math.random().toString(36).slice(2, 8)}`
        await product.app.pool.query(
          `insert into assess_copy (org_id, copy_id, kind, name) values ($1, $2::varchar, $3, $2::text)`,
          [DEMO_ORG, copyId, kind],
        )
        return { ...(await beginning(kind, 'asc')(product)), copyId }
      },
    ],
  ] as const
})

const assessor = row(`select t.user_id as "userId" from assess_auth t where t.org_id = $1 order by t.user_id`, {})
const WORKED = `from assessment a where a.org_id = $1 and a.state = 'DONE' and a.assess_date > current_date - 300`
const months = { startMonth: null, endMonth: null }

export const assessSamples: IdKnowledge['samples'] = {
  ...Object.fromEntries([...ofLists, ...ofSubmits]),
  'nursing.assessForm.due query.deptId': row(
    `select o.dept_id as "deptId" from oldman o where o.org_id = $1 and o.status = 1 and not exists (select 1 from assessment a
     where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state = 'DONE' and a.family = 'ability')`,
    { due: null, family: null, keyword: null },
  ),
  'nursing.assessAuth.list query.deptId': row(
    `select e.dept_id as "deptId" from assess_auth t join employee e on e.org_id = t.org_id and e.emp_id = t.user_id where t.org_id = $1`,
    { keyword: null },
  ),
  'nursing.assessAuth.remove path.userId': assessor,
  'nursing.assessFigures.levels query.deptId': row(
    `select dept_id as "deptId" from oldman where org_id = $1 and status = 1`,
    months,
  ),
  'nursing.assessFigures.drift query.deptId': row(
    `select o.dept_id as "deptId" from oldman o where o.org_id = $1 and o.status = 1 and (select count(*) from assessment a where a.org_id = o.org_id
     and a.oldman_id = o.oldman_id and a.state = 'DONE' and a.kind = 'of2023') > 2`,
    { change: null, keyword: null },
  ),
  'nursing.assessFigures.assessors query.userId': row(`select a.assessor1 as "userId" ${WORKED}`, months),
}
