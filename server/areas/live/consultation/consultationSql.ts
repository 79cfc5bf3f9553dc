// How consultations are found and shown: one row of the list, its filters, and the facts of the conversion.

import { formats } from '#contract/kit/formats'
import { invalid } from '#contract/kit/refusal'
import {
  CONSULTATION_OPEN,
  type ConsultationDue,
  ConsultationStatus,
  type ConsultationStep,
  consultationMoves,
} from '#contract/live/consultationFields'
import type { ConsultationRowData } from '#contract/live/consultationRows'
import { labelOf, partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import type { Filter, ListPlan } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter, inDepts } from '#server/kit/tenant'

type Due = (typeof ConsultationDue.list)[number]['value']
type Step = (typeof ConsultationStep.list)[number]['value']

/** Scope: the caller's organisation and departments; `t` is the consultation. */
export const CONSULTATION_SCOPE = `t.org_id = $1 and ${inDepts('t', '$2')}`

const OPEN = `t.status in (${CONSULTATION_OPEN})`

/** The same words for the list's filter and for the to-do that leads to it. */
export const dueSql: Readonly<Record<Due, string>> = {
  overdue: `${OPEN} and t.next_follow_at < now()`,
  today: `${OPEN} and t.next_follow_at >= current_date and t.next_follow_at < current_date + 1`,
  week: `${OPEN} and t.next_follow_at >= now() and t.next_follow_at < current_date + 8`,
  none: `${OPEN} and t.next_follow_at is null`,
}

/** Each step is a fact of its own. */
export const stepSql: Readonly<Record<Step, string>> = {
  consult: 'true',
  visited: 't.visited_at is not null',
  assessed: `(exists (select 1 from assessment a where a.org_id = t.org_id and a.oldman_id = t.oldman_id and a.family = 'ability' and a.state = 'DONE')
    or exists (select 1 from assessment a
      where a.org_id = t.org_id and a.consultation_id = t.consultation_id and a.family = 'ability' and a.state = 'DONE'))`,
  archived: `t.status = ${ConsultationStatus.is.archived}`,
  moved: 'exists (select 1 from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id)',
}

export const CONSULTATION_ROW = `t.consultation_id as "consultationId", t.consultation_no as "consultationNo",
  t.consult_date as "consultDate", t.status, t.oldman_name as "oldmanName", t.sex,
  coalesce(extract(year from age(current_date, t.birth_date))::int, t.age) as age, t.head, t.attention, t.channel,
  ${labelOf('consultationChannel', 't.channel')} as "channelName", t.intention,
  ${labelOf('consultationIntention', 't.intention')} as "intentionName", t.consultant_name as "consultantName",
  t.consultant_relation as "consultantRelation", ${labelOf('relationToElder', 't.consultant_relation')} as "relationName",
  t.consultant_phone as "consultantPhone", t.sale_id as "saleId", sale.emp_name as "saleName",
  t.next_follow_at as "nextFollowAt", coalesce(${dueSql.overdue}, false) as overdue,
  (select count(*) from consultation_interview i
    where i.org_id = t.org_id and i.consultation_id = t.consultation_id) as interviews,
  last.visit_at as "lastAt", last.content as "lastContent", t.expect_date as "expectDate",
  t.expect_room_type as "expectRoomType", ${labelOf('roomType', 't.expect_room_type')} as "roomTypeName",
  t.budget_fen as "budgetFen", t.visited_at as "visitedAt", t.loss_reason as "lossReason",
  ${labelOf('lossReason', 't.loss_reason')} as "lossReasonName", t.loss_remark as "lossRemark", t.lost_at as "lostAt",
  t.oldman_id as "oldmanId", t.archived_at as "archivedAt", resident.status as residence, t.created_at as "createTime",
  t.version`

export const CONSULTATION_JOIN = `left join employee sale on sale.org_id = t.org_id and sale.emp_id = t.sale_id
  left join oldman resident on resident.org_id = t.org_id and resident.oldman_id = t.oldman_id
  left join lateral (select i.visit_at, i.content from consultation_interview i
    where i.org_id = t.org_id and i.consultation_id = t.consultation_id
    order by i.visit_at desc, i.created_at desc limit 1) last on true`

export type FoundConsultation = Omit<ConsultationRowData, 'can'>

export const withCan = <Row extends FoundConsultation>(
  row: Row,
  who: Caller,
): Row & Pick<ConsultationRowData, 'can'> => ({
  ...row,
  can: consultationMoves.can(row.status, (needs) => who.may(needs)),
})

const PERSON = (name: string, initials: string, pinyin: string) =>
  `${name} like @1 or ' ' || ${initials} like @2 or ' ' || ${pinyin} like @2`

/** `@1` is the part pattern of what was typed, `@2` the start pattern. */
export const KEYWORD = `(${PERSON('t.oldman_name', 't.initials', 't.pinyin')}
  or ${PERSON('t.consultant_name', 't.consultant_initials', 't.consultant_pinyin')}
  or t.phone like @1 or t.consultant_phone like @1 or t.consultation_no like @1)`

/** Both patterns in one value: a filter has one place. */
export function keywordFilter(text: string | null | undefined, sql = KEYWORD): Filter[] {
  if (!text?.trim()) return []
  const filled = sql.replaceAll('@1', '(?::text[])[1]').replaceAll('@2', '(?::text[])[2]')
  return [[filled, [partPattern(text), startPattern(text)]]]
}

export function dayOf(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  if (!formats['yiyuan-date']!.test(text)) throw invalid('日期应为 年-月-日', field)
  return text
}

/** A condition without a value of its own; the organisation's id is always there. */
const always = (who: Caller, sql: string): Filter => [`(${sql}) and ?::text is not null`, who.orgId]

export interface ConsultationFilters {
  status?: number | null
  keyword?: string | null
  channel?: string | null
  saleId?: string | null
  intention?: string | null
  lossReason?: string | null
  followFrom?: string | null
  followTo?: string | null
  consultFrom?: string | null
  consultTo?: string | null
  due?: Due | null
  step?: Step | null
}

export const consultationFilters = (who: Caller, q: ConsultationFilters): Filter[] => [
  ['t.org_id = ?', who.orgId],
  deptFilter(who, 't'),
  ['t.status = ?', q.status],
  ...keywordFilter(q.keyword),
  ['t.channel = ?', q.channel],
  ['t.sale_id = ?', q.saleId],
  ['t.intention = ?', q.intention],
  ['t.loss_reason = ?', q.lossReason],
  ...within('t.next_follow_at', { from: q.followFrom, to: q.followTo, names: ['followFrom', 'followTo'] }),
  ['t.consult_date >= ?::date', dayOf(q.consultFrom, 'consultFrom')],
  ['t.consult_date <= ?::date', dayOf(q.consultTo, 'consultTo')],
  ...(q.due ? [always(who, dueSql[q.due])] : []),
  ...(q.step && q.step !== 'consult' ? [always(who, stepSql[q.step])] : []),
]

export const consultationPlan = (who: Caller, q: ConsultationFilters): ListPlan => ({
  from: 'consultation t',
  key: 'consultation_id',
  select: CONSULTATION_ROW,
  join: CONSULTATION_JOIN,
  filters: consultationFilters(who, q),
  sorts: {
    consultDate: 't.consult_date',
    consultationNo: 't.consultation_no',
    nextFollowAt: 't.next_follow_at',
    oldmanName: 't.pinyin',
    intentionName: 't.intention',
    expectDate: 't.expect_date',
    budgetFen: 't.budget_fen',
    createTime: 't.created_at',
  },
  // Whoever looks for what is late wants the latest first.
  defaultSort: q.due ? 't.next_follow_at asc' : 't.consult_date desc',
})
