// Following up: talks, the next date, loss and return. What the newest talk agreed is when the next one is due; a talk
// in the house, or a visit to look at it, is when it was seen.

import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import type { consultation } from '#contract/live/consultation'
import {
  CONSULTATION_OPEN,
  ConsultationStatus,
  type InterviewFields,
  InterviewManner,
} from '#contract/live/consultationFields'
import type { InterviewData } from '#contract/live/consultationRows'
import { requireValues } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import type { Scope } from '#server/kit/tenant'
import { CONSULTATION_SCOPE } from './consultationSql.ts'
import { lockFor, named, nowText, type Stored, sayChanged } from './consultationStore.ts'

type Calls = typeof consultation.calls
type Input<K extends keyof Calls> = InputOf<Calls[K]>
type Talk = Static<typeof InterviewFields>

/** Clocks differ a little. */
const GRACE = 10 * 60_000

const ROW = `i.interview_id as "interviewId", i.consultation_id as "consultationId", i.visit_at as "visitAt",
  i.staff_id as "staffId", e.emp_name as "staffName", i.manner, i.content, i.result, i.next_follow_at as "nextFollowAt",
  i.version, i.created_at as "createTime"`
const FROM = `from consultation_interview i
  left join employee e on e.org_id = i.org_id and e.emp_id = i.staff_id`

/** The newest first. */
export async function interviewsOf(client: pg.Pool | pg.ClientBase, orgId: string, consultationId: string) {
  const found = await client.query<InterviewData>({
    name: 'consultation_interviews',
    text: `select ${ROW} ${FROM} where i.org_id = $1 and i.consultation_id = $2
      order by i.visit_at desc, i.created_at desc, i.interview_id`,
    values: [orgId, consultationId],
  })
  return found.rows
}

async function oneInterview(client: pg.Pool | pg.ClientBase, scope: Scope, interviewId: string) {
  const found = await client.query<InterviewData>({
    name: 'consultation_interview_one',
    text: `select ${ROW} ${FROM} join consultation t on t.org_id = i.org_id and t.consultation_id = i.consultation_id
      where ${CONSULTATION_SCOPE} and i.interview_id = $3`,
    values: [scope.orgId, scope.deptIds, interviewId],
  })
  if (!found.rows[0]) throw notFound('跟进记录')
  return found.rows[0]
}

// A consultation that has ended waits for nobody, and one without talks has not been followed up yet.
const REFRESH = `update consultation t set
  status = case when t.status not in (${CONSULTATION_OPEN}) then t.status
    when exists (select 1 from consultation_interview i
      where i.org_id = t.org_id and i.consultation_id = t.consultation_id) then 2 else 1 end,
  next_follow_at = case when t.status in (${CONSULTATION_OPEN}) then (select i.next_follow_at from consultation_interview i
    where i.org_id = t.org_id and i.consultation_id = t.consultation_id
    order by i.visit_at desc, i.created_at desc, i.interview_id limit 1) end
where t.org_id = $1 and t.consultation_id = $2`

const SEEN = `update consultation t set visited_at = least(
  (select min(i.visit_at) from consultation_interview i
    where i.org_id = t.org_id and i.consultation_id = t.consultation_id and i.manner = 'COME'),
  (select min(v.in_time) from visit v where v.org_id = t.org_id and v.consultation_id = t.consultation_id))
where t.org_id = $1 and t.consultation_id = any($2)`

/** When the house was seen first, after a talk or a visit of these consultations changed. */
export async function refreshVisited(tx: Tx, consultationIds: readonly string[]): Promise<void> {
  if (consultationIds.length === 0) return
  await tx.client.query({ name: 'consultation_seen', text: SEEN, values: [tx.orgId, consultationIds] })
}

async function refreshTalks(tx: Tx, consultationId: string): Promise<void> {
  await tx.client.query({ name: 'consultation_refresh', text: REFRESH, values: [tx.orgId, consultationId] })
  await refreshVisited(tx, [consultationId])
}

export async function insertInterview(tx: Tx, consultationId: string, talk: Talk & { staffId: string }) {
  const interviewId = newId()
  await tx.client.query({
    name: 'consultation_interview_add',
    text: `insert into consultation_interview (org_id, interview_id, consultation_id, visit_at, staff_id, manner, content,
        result, next_follow_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      tx.orgId,
      interviewId,
      consultationId,
      talk.visitAt,
      talk.staffId,
      talk.manner,
      talk.content,
      talk.result ?? null,
      talk.nextFollowAt ?? null,
    ],
  })
  await refreshTalks(tx, consultationId)
  return interviewId
}

async function checkTalk(tx: Tx, talk: Talk, row: Stored, staffId: string): Promise<void> {
  if (talk.visitAt > nowText(GRACE)) throw invalid('跟进时间不能晚于现在', 'visitAt')
  if (talk.visitAt.slice(0, 10) < row.consultDate) {
    throw invalid(`跟进时间不能早于咨询日期 ${row.consultDate}`, 'visitAt')
  }
  if (talk.nextFollowAt && talk.nextFollowAt <= talk.visitAt) {
    throw invalid('下次跟进时间应晚于本次跟进', 'nextFollowAt')
  }
  const found = await tx.client.query({
    name: 'consultation_staff',
    text: 'select 1 from employee where org_id = $1 and emp_id = $2',
    values: [tx.orgId, staffId],
  })
  if (found.rows.length === 0) throw invalid('跟进人不存在，请重新选择', 'staffId')
}

const facts = (talk: Talk & { staffId?: string | null }) => ({
  visitAt: talk.visitAt,
  staffId: talk.staffId ?? null,
  manner: talk.manner,
  content: talk.content,
  result: talk.result ?? null,
  nextFollowAt: talk.nextFollowAt ?? null,
})

export async function addInterview(tx: Tx, who: Caller, input: Input<'addInterview'>) {
  const row = await lockFor(tx, who, input.consultationId, 'interview')
  const staffId = input.staffId ?? who.userId
  await checkTalk(tx, input, row, staffId)
  const interviewId = await insertInterview(tx, row.consultationId, { ...input, staffId })
  tx.log({
    remark: `登记${named(row)}的跟进（${InterviewManner.label(input.manner)}）`,
    targetType: 'consultation',
    targetId: row.consultationId,
    changes: changesBetween({ nextFollowAt: row.nextFollowAt }, { nextFollowAt: input.nextFollowAt ?? null }),
  })
  sayChanged(tx, row)
  return oneInterview(tx.client, who, interviewId)
}

export async function saveInterview(tx: Tx, who: Caller, input: Input<'saveInterview'>) {
  const { consultationId } = await oneInterview(tx.client, who, input.interviewId)
  const row = await lockFor(tx, who, consultationId, 'interview')
  // Read again under the lock.
  const before = await oneInterview(tx.client, who, input.interviewId)
  await refuseStale(tx, row.consultationId, input.version, before.version)
  const staffId = input.staffId ?? before.staffId
  await checkTalk(tx, input, row, staffId)
  await tx.client.query({
    name: 'consultation_interview_save',
    text: `update consultation_interview set visit_at = $3, staff_id = $4, manner = $5, content = $6, result = $7,
        next_follow_at = $8, version = version + 1 where org_id = $1 and interview_id = $2`,
    values: [
      tx.orgId,
      input.interviewId,
      input.visitAt,
      staffId,
      input.manner,
      input.content,
      input.result ?? null,
      input.nextFollowAt ?? null,
    ],
  })
  await refreshTalks(tx, row.consultationId)
  tx.log({
    remark: `修改${named(row)}的跟进记录`,
    targetType: 'consultation',
    targetId: row.consultationId,
    changes: changesBetween(facts(before), facts({ ...input, staffId })),
  })
  sayChanged(tx, row)
  return oneInterview(tx.client, who, input.interviewId)
}

export async function removeInterview(tx: Tx, who: Caller, interviewId: string): Promise<void> {
  const { consultationId } = await oneInterview(tx.client, who, interviewId)
  const row = await lockFor(tx, who, consultationId, 'interview')
  const before = await oneInterview(tx.client, who, interviewId)
  await tx.client.query('delete from consultation_interview where org_id = $1 and interview_id = $2', [
    tx.orgId,
    interviewId,
  ])
  await refreshTalks(tx, consultationId)
  tx.log({
    remark: `删除${named(row)}在 ${before.visitAt.slice(0, 16)} 的跟进记录`,
    targetType: 'consultation',
    targetId: consultationId,
    changes: changesBetween(facts(before), null),
  })
  sayChanged(tx, row)
}

export async function follow(tx: Tx, who: Caller, input: Input<'follow'>): Promise<void> {
  const row = await lockFor(tx, who, input.consultationId, 'interview')
  await refuseStale(tx, row.consultationId, input.version, row.version)
  const { nextFollowAt = null } = input
  if (nextFollowAt && nextFollowAt <= nowText()) throw invalid('下次跟进时间应晚于现在', 'nextFollowAt')
  await tx.client.query({
    name: 'consultation_follow',
    text: `update consultation set next_follow_at = $3, version = version + 1, updated_at = now()
      where org_id = $1 and consultation_id = $2`,
    values: [tx.orgId, row.consultationId, nextFollowAt],
  })
  tx.log({
    remark: nextFollowAt ? `${named(row)}改约 ${nextFollowAt.slice(0, 16)} 跟进` : `${named(row)}取消下次跟进`,
    targetType: 'consultation',
    targetId: row.consultationId,
    changes: changesBetween({ nextFollowAt: row.nextFollowAt }, { nextFollowAt }),
  })
  sayChanged(tx, row)
}

export async function lose(tx: Tx, who: Caller, input: Input<'lose'>): Promise<void> {
  const row = await lockFor(tx, who, input.consultationId, 'lose')
  await refuseStale(tx, row.consultationId, input.version, row.version)
  const { lossReason, lossRemark = null } = input
  await requireValues(tx, {
    dictionaryCode: 'lossReason',
    values: [lossReason],
    field: 'lossReason',
    title: '流失原因',
  })
  await tx.client.query({
    name: 'consultation_lose',
    text: `update consultation set status = ${ConsultationStatus.is.lost}, loss_reason = $3, loss_remark = $4,
      lost_at = now(), next_follow_at = null,
        version = version + 1, updated_at = now() where org_id = $1 and consultation_id = $2`,
    values: [tx.orgId, row.consultationId, lossReason, lossRemark],
  })
  tx.log({
    remark: `${named(row)}登记流失${lossRemark ? `：${lossRemark}` : ''}`,
    targetType: 'consultation',
    targetId: row.consultationId,
    changes: { status: [row.status, 4], lossReason: [null, lossReason], nextFollowAt: [row.nextFollowAt, null] },
  })
  sayChanged(tx, row)
}

export async function reactivate(tx: Tx, who: Caller, input: Input<'reactivate'>): Promise<void> {
  const row = await lockFor(tx, who, input.consultationId, 'reactivate')
  await refuseStale(tx, row.consultationId, input.version, row.version)
  if (input.nextFollowAt <= nowText()) throw invalid('下次跟进时间应晚于现在', 'nextFollowAt')
  await tx.client.query({
    name: 'consultation_reactivate',
    text: `update consultation set status = ${ConsultationStatus.is.following}, loss_reason = null,
      loss_remark = null, lost_at = null,
        next_follow_at = $3, version = version + 1, updated_at = now() where org_id = $1 and consultation_id = $2`,
    values: [tx.orgId, row.consultationId, input.nextFollowAt],
  })
  tx.log({
    remark: `${named(row)}重新激活：${input.reason}`,
    targetType: 'consultation',
    targetId: row.consultationId,
    changes: {
      status: [ConsultationStatus.is.lost, ConsultationStatus.is.following],
      nextFollowAt: [null, input.nextFollowAt],
    },
  })
  sayChanged(tx, row)
}
