// Handlers of the assessments that an archive shows and binds.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { residence } from '#contract/live/residence'
import { NOT_YET_IN } from '#contract/live/resident'
import {
  type AssessmentData,
  AssessmentState,
  AssessmentType,
  assessment,
  type WaitingAssessmentData,
} from '#contract/nursing/assessment'
import { keepMarksOf } from '#server/areas/nursing/assessForm/assessMarks'
import { PERSON_SCOPE, SCOPE_JOINS } from '#server/areas/nursing/assessForm/assessPerson'
import { AGE, addStayEvent, lockResident, requireResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'

const COLUMNS = `x.assessment_id as "assessmentId", x.type, x.oldman_id as "oldmanId", x.assess_date as "assessDate",
  a1.emp_name as "assessor1Name", a2.emp_name as "assessor2Name", x.informant, x.total,
  x.preliminary_level as "preliminaryLevel", x.final_level as "finalLevel", x.level_name as "levelName",
  x.level_reason as "levelReason", x.suggested_level_id as "suggestedLevelId", lv.level_name as "suggestedLevelName",
  x.state, x.next_date as "nextDate", x.bound,
  x.bound and x.assessment_id = (select y.assessment_id from assessment y where y.org_id = x.org_id
    and y.oldman_id = x.oldman_id and y.kind = x.kind and y.bound order by y.assess_date desc, y.created_at desc limit 1)
    as current, x.version`
const JOINS = `left join employee a1 on a1.org_id = x.org_id and a1.emp_id = x.assessor1
left join employee a2 on a2.org_id = x.org_id and a2.emp_id = x.assessor2
left join nursing_level lv on lv.org_id = x.org_id and lv.level_id = x.suggested_level_id`

const OF_RESIDENT = `select ${COLUMNS} from assessment x ${JOINS} where x.org_id = $1 and x.oldman_id = $2
order by x.assess_date desc, x.created_at desc, x.assessment_id desc`

// One that was made during the consultation belongs to whoever the consultation became.
const BINDABLE = `select ${COLUMNS} from assessment x ${JOINS} where x.org_id = $1 and x.state = 'DONE' and not x.bound
  and (x.oldman_id = $2 or (x.oldman_id is null and x.consultation_id = (select t.consultation_id from oldman t
    where t.org_id = $1 and t.oldman_id = $2)))
order by x.assess_date desc, x.created_at desc, x.assessment_id desc`

const WAITING = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head,
  t.status, t.notes as attention, count(*) as count, max(x.assess_date) as "lastDate"
from oldman t join assessment x on x.org_id = t.org_id and x.state = 'DONE' and not x.bound
  and (x.oldman_id = t.oldman_id or (x.oldman_id is null and x.consultation_id = t.consultation_id))
where t.org_id = $1 and ${inDepts('t', '$2')} and t.status in (${NOT_YET_IN})
group by t.org_id, t.oldman_id order by max(x.assess_date) desc, t.oldman_id`

const ONE = `select ${COLUMNS} from assessment x ${JOINS} where x.org_id = $1 and x.assessment_id = $2`

interface Stored {
  assessmentId: string
  oldmanId: string | null
  consultationId: string | null
  type: AssessmentData['type']
  assessDate: string
  levelName: string | null
  state: AssessmentData['state']
  bound: boolean
  version: number
}

const LOCK = `select assessment_id as "assessmentId", oldman_id as "oldmanId", consultation_id as "consultationId", type,
  assess_date as "assessDate", level_name as "levelName", state, bound, version
from assessment where org_id = $1 and assessment_id = $2 for update`

async function lock(tx: Tx, assessmentId: string): Promise<Stored> {
  const found = await tx.client.query<Stored>({ name: 'assessment_lock', text: LOCK, values: [tx.orgId, assessmentId] })
  const row = found.rows[0]
  if (!row) throw notFound('评估')
  return row
}

const inWords = (row: Stored) =>
  `${row.assessDate} 的${AssessmentType.label(row.type)}${row.levelName ? `（${row.levelName}）` : ''}`

interface Binding {
  assessmentId: string
  oldmanId: string
  version?: number | null
}

async function belongsTo(tx: Tx, row: Stored, oldmanId: string): Promise<boolean> {
  if (row.oldmanId !== null) return row.oldmanId === oldmanId
  const found = await tx.client.query<{ same: boolean }>({
    name: 'assessment_belongs',
    text: `select coalesce(consultation_id = $3, false) as same from oldman where org_id = $1 and oldman_id = $2`,
    values: [tx.orgId, oldmanId, row.consultationId],
  })
  return found.rows[0]?.same ?? false
}

async function setBound(tx: Tx, who: Caller, body: Binding, bound: boolean): Promise<AssessmentData> {
  const resident = await lockResident(tx, who, body.oldmanId)
  const row = await lock(tx, body.assessmentId)
  const act = bound ? '关联到档案' : '取消关联'
  // Of somebody else: for this resident it does not exist.
  if (!(await belongsTo(tx, row, resident.oldmanId))) throw notFound('评估')
  if (row.state !== 'DONE') {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: AssessmentState.label(row.state),
      act: `${act}：只有已完成的评估可以关联`,
    })
  }
  if (row.bound === bound) throw invalid(bound ? '该评估已关联到档案' : '该评估没有关联到档案', 'assessmentId')
  await refuseStale(tx, row.assessmentId, body.version, row.version)
  await tx.client.query({
    name: 'assessment_bind',
    text: `update assessment set bound = $3, oldman_id = $4, version = version + 1 where org_id = $1 and assessment_id = $2`,
    values: [tx.orgId, row.assessmentId, bound, resident.oldmanId],
  })
  if (row.oldmanId === null) await keepMarksOf(tx, [resident.oldmanId])
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    kind: 'assessment',
    content: `${bound ? '关联' : '取消关联'} ${inWords(row)}`,
  })
  tx.log({
    remark: `“${resident.name}”${bound ? '关联' : '取消关联'}评估：${inWords(row)}`,
    targetType: 'assessment',
    targetId: row.assessmentId,
    changes: { bound: [row.bound, bound] },
  })
  tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [resident.oldmanId] })
  const saved = await tx.client.query<AssessmentData>({
    name: 'assessment_one',
    text: ONE,
    values: [tx.orgId, row.assessmentId],
  })
  return saved.rows[0]!
}

/** By whoever sees the resident, or the consultation of one who has no archive yet. */
const SEEN = `select 1 from assessment t ${SCOPE_JOINS} where ${PERSON_SCOPE} and t.assessment_id = $3`

async function remove(tx: Tx, who: Caller, assessmentId: string): Promise<void> {
  const row = await lock(tx, assessmentId)
  const seen = await tx.client.query({
    name: 'assessment_seen',
    text: SEEN,
    values: [tx.orgId, who.deptIds, assessmentId],
  })
  if (seen.rows.length === 0) throw notFound('评估')
  if (row.state !== 'DRAFT' && row.state !== 'WAITING') {
    throw new Refusal('STATE_NOT_ALLOWED', { state: AssessmentState.label(row.state), act: '删除评估' })
  }
  await tx.client.query('delete from assessment where org_id = $1 and assessment_id = $2', [tx.orgId, assessmentId])
  tx.log({
    remark: `删除评估：${inWords(row)}`,
    targetType: 'assessment',
    targetId: assessmentId,
    changes: { state: [row.state, null] },
  })
}

const read = async (who: Caller, name: string, text: string, oldmanId: string) => {
  await requireResident(who.app.pool, who, oldmanId)
  return (await who.app.pool.query<AssessmentData>({ name, text, values: [who.orgId, oldmanId] })).rows
}

export default implement(assessment, {
  ofResident: ({ oldmanId }, who) => read(who, 'assessments_of', OF_RESIDENT, oldmanId),
  bindable: ({ oldmanId }, who) => read(who, 'assessments_bindable', BINDABLE, oldmanId),
  waiting: async (_, who) => {
    const values = [who.orgId, who.deptIds]
    return (await who.app.pool.query<WaitingAssessmentData>({ name: 'assessments_waiting', text: WAITING, values }))
      .rows
  },
  bind: (body, who) => who.tx((tx) => setBound(tx, who, body, true)),
  unbind: (body, who) => who.tx((tx) => setBound(tx, who, body, false)),
  remove: async ({ assessmentId }, who) => {
    await who.tx((tx) => remove(tx, who, assessmentId))
    return null
  },
})
