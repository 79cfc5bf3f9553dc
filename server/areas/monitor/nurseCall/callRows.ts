// Calls as lists and desks show them. `t` is the call.

import type pg from 'pg'
import type { CallRowData, OpenCallData } from '#contract/monitor/nurseCall'
import { buildingSql } from '#server/areas/platform/public'
import { labelOf, listLabelOf } from '#server/areas/residents/public'
import { inDepts } from '#server/kit/tenant'

export const CONNECT = 'case when t.clear_at is not null then 3 when t.answer_at is not null then 1 else 0 end'
/** Cleared at the desk is an answer as well; reset at the bed or taken back before one is not. */
export const CALL_STATUS = `case when t.answer_at is not null or t.clear_from = 'DESK' then 1
  when t.clear_at is not null then 3 else 2 end`
export const WAITED = 'extract(epoch from coalesce(t.answer_at, t.clear_at) - t.call_at)'
export const HANDLED = 'extract(epoch from t.clear_at - t.answer_at)'

export const CALL_JOINS = `left join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
left join bed b on b.org_id = t.org_id and b.bed_id = t.bed_id
left join room r on r.org_id = t.org_id and r.room_id = coalesce(b.room_id, t.room_id)
left join location l on l.org_id = r.org_id and l.location_id = r.area
left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
left join employee an on an.org_id = t.org_id and an.emp_id = t.answer_by
left join employee cl on cl.org_id = t.org_id and cl.emp_id = t.clear_by`

const columnsWith = (
  dealTypeName: string,
) => `t.call_id as "callId", t.version, t.family, t.caller_type as "callerType",
  t.device_id as "deviceId", t.device_no as "deviceNo", t.bed_id as "bedId", r.room_id as "roomId", r.room_name as "roomName",
  b.bed_name as "bedName", nullif(concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name), '') as place, ${buildingSql('l')} as "buildingName",
  t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.sex,
  extract(year from age(current_date, o.birth_date))::int as age, o.head, coalesce(o.notes, '[]') as attention,
  t.dept_id as "deptId", d.dept_name as "deptName", t.call_at as "callAt", t.presses, t.answer_at as "answerAt",
  an.emp_name as "answerName", t.clear_at as "clearAt", cl.emp_name as "clearName", t.clear_from as "clearFrom",
  t.deal_type as "dealType", ${dealTypeName} as "dealTypeName", ${WAITED}::int as "waitSeconds",
  ${HANDLED}::int as "handleSeconds", t.remark, ${CONNECT} as connect, ${CALL_STATUS} as "callStatus"`

/** For a page of a list, which reads the labels once. */
export const CALL_LIST_COLUMNS = columnsWith(listLabelOf('callDealType', 't.deal_type'))
const CALL_COLUMNS = columnsWith(labelOf('callDealType', 't.deal_type'))

/** A call belongs to the department it was raised for; without one everybody sees it. */
export const CALL_SCOPE = (departments: string) => `${inDepts('t', departments)}`

/** Toilet and reinforcement above the rest; those nobody went to yet first, then the longest wait. */
const OPEN_ORDER = `case when t.caller_type in ('TOILET', 'REINFORCE') then 0 else 1 end, a.taken_at is not null, t.call_at,
  t.call_id`

const OPEN = `select ${CALL_COLUMNS}, greatest(0, extract(epoch from now() - t.call_at))::int as seconds,
  a.taker_id as "takerId", tk.emp_name as "takerName"
from call_record t ${CALL_JOINS}
join alarm_record a on a.org_id = t.org_id and a.record_id = t.call_id
left join employee tk on tk.org_id = a.org_id and tk.emp_id = a.taker_id
where t.org_id = $1 and ${CALL_SCOPE('$2')}`

interface OpenInput {
  family: string | null
  deptId: string | null
}

export async function openCalls(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  { family, deptId }: OpenInput,
): Promise<OpenCallData[]> {
  const { rows } = await client.query<OpenCallData>({
    name: 'calls-open',
    text: `${OPEN} and t.clear_at is null and ($3::text is null or t.family = $3) and ($4::text is null or t.dept_id = $4)
      order by ${OPEN_ORDER}`,
    values: [orgId, deptIds, family, deptId],
  })
  return rows
}

/** Open or not; null: there is none, or not for this caller. */
export async function callAt(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  callId: string,
): Promise<(OpenCallData & CallRowData) | null> {
  const { rows } = await client.query<OpenCallData>({
    name: 'call-at',
    text: `${OPEN} and t.call_id = $3`,
    values: [orgId, deptIds, callId],
  })
  return rows[0] ?? null
}
