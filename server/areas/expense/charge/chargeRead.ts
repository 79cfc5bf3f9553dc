// Charges, read: each with its resident and the bill it stands on. Seen by whoever sees the resident.

import type pg from 'pg'
import type { ChargeRowData } from '#contract/expense/charge'
import { notFound } from '#contract/kit/refusal'
import { AGE, keywordMatches, keywordValues, labelOf, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, contains, type Filter, type ListPlan } from '#server/kit/page'
import type { Scope } from '#server/kit/tenant'

// The pieces about residents call them `t`, which is the charge here: hence the step in between.
const JOIN = `join lateral (select t.org_id as org, t.oldman_id as resident) c on true
  join lateral (select t.oldman_name, t.sex, ${AGE} as age, t.head, t.status, at.path
    from oldman t ${PLACE} where t.org_id = c.org and t.oldman_id = c.resident) o on true
  left join bill b on b.org_id = t.org_id and b.bill_id = t.bill_id`

const ROW = `t.charge_id as "chargeId", t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.sex, o.age, o.head, o.status,
  o.path as "bedPath", t.kind, t.project_child_id as "projectChildId", t.category,
  ${labelOf('feeCategory', 't.category')} as "categoryName", t.name, t.medical_kind as "medicalKind", t.unit,
  t.price_fen as "priceFen", t.quantity::float8 / 1000 as quantity, t.amount_fen as "amountFen", t.insured_fen as "insuredFen",
  t.amount_fen - t.insured_fen as "ownFen", to_char(t.day, 'YYYY-MM-DD') as day, t.ordered_by as "orderedBy", t.state,
  t.bill_id as "billId", b.bill_no as "billNo", b.state as "billState",
  case when t.state = 'VOID' then concat_ws('；', t.remark, '作废：' || t.void_reason) else t.remark end as remark,
  t.user_name as "userName", t.created_at as "createTime", t.version`

/** `?` stands for the caller's departments. */
const SEEN = `exists (select 1 from oldman e where e.org_id = t.org_id and e.oldman_id = t.oldman_id
  and (e.dept_id is null or e.dept_id = any(?)))`

interface ChargeFilters {
  keyword?: string | null
  oldmanId?: string | null
  kind?: string | null
  state?: string | null
  medicalKind?: string | null
  name?: string | null
  dayFrom?: string | null
  dayTo?: string | null
  billId?: string | null
}

/** Residents are found first: few of them match, and their charges have an index. */
function ofKeyword(orgId: string, typed: string | null | undefined): Filter[] {
  const text = typed?.trim()
  if (!text) return []
  const matches = keywordMatches(text, ['t.archive_no'])
  return [
    [
      `t.oldman_id = any(array(select t.oldman_id from oldman t where t.org_id = ?3 and ${matches}))`,
      keywordValues(text, orgId),
    ],
  ]
}

function filtersOf(who: Scope, q: ChargeFilters, { withState = true } = {}): Filter[] {
  return [
    ['t.org_id = ?', who.orgId],
    [SEEN, who.deptIds],
    ...ofKeyword(who.orgId, q.keyword),
    ['t.oldman_id = ?', q.oldmanId],
    ['t.kind = ?', q.kind],
    ['t.medical_kind = ?', q.medicalKind],
    ['t.name like ?', contains(q.name)],
    ['t.day >= ?::date', q.dayFrom],
    ['t.day <= ?::date', q.dayTo],
    ['t.bill_id = ?', q.billId],
    ...(withState ? ([['t.state = ?', q.state]] as Filter[]) : []),
  ]
}

export const chargePlan = (who: Scope, q: ChargeFilters): ListPlan => ({
  from: 'charge t',
  key: 'charge_id',
  select: ROW,
  join: JOIN,
  filters: filtersOf(who, q),
  sorts: { day: 't.day', createTime: 't.created_at', amountFen: 't.amount_fen', name: 't.name' },
  defaultSort: 't.day desc',
})

export async function chargeCounts(who: Caller, q: ChargeFilters) {
  const { where, values } = conditionsOf(filtersOf(who, q, { withState: false }))
  const found = await who.app.pool.query<{ state: ChargeRowData['state']; count: number; amountFen: number }>(
    `select t.state, count(*)::int as count, coalesce(sum(t.amount_fen - t.insured_fen), 0)::bigint as "amountFen"
     from charge t where ${where} group by t.state`,
    values,
  )
  return found.rows
}

const ONE = `select ${ROW} from charge t ${JOIN} where t.org_id = $1 and t.charge_id = $3
  and ($2::text[] is null or ${SEEN.replace('?', '$2')})`

export async function oneCharge(client: pg.Pool | pg.ClientBase, who: Scope, chargeId: string): Promise<ChargeRowData> {
  const found = await client.query<ChargeRowData>({
    name: 'charge_one',
    text: ONE,
    values: [who.orgId, who.deptIds, chargeId],
  })
  if (!found.rows[0]) throw notFound('消费记录')
  return found.rows[0]
}
