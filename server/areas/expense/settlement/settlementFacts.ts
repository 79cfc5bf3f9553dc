// What a settlement is counted from, read in one place: the stay, the account, the last bill, the bills that are open or
// that it replaces, what was collected already.

import type pg from 'pg'
import type { SettleFormData, SettleStateValue } from '#contract/expense/settlementWords'
import { notFound } from '#contract/kit/refusal'
import { OUTING_OPEN } from '#contract/live/outingMoves'
import type { ResidentMarksData } from '#contract/live/resident'
import { type FinalBill, type FinalPlan, finalPlanOf } from '#server/areas/expense/bill/billFinal'
import type { NewLine } from '#server/areas/expense/bill/billNewLine'
import { giftBookFor } from '#server/areas/expense/ledger/giftBack'
import type { Payment } from '#server/areas/expense/pay/payBills'
import { AGE, labelOf, lastLevel } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import { areas } from '#server/kit/contributions'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'
import { lessOf, type SettleBill, type SheetFacts } from './settlementSheet.ts'

type Client = pg.Pool | pg.ClientBase

/** A settlement with the stay and the resident it is for; one that nobody has begun has no id. */
export interface SettleCase extends ResidentMarksData {
  settleId: string | null
  settleNo: string | null
  stayId: string
  state: SettleStateValue
  checkoutDate: string
  startDate: string
  endDate: string | null
  inHouse: boolean
  bedPath: string | null
  levelName: string | null
  deptId: string | null
  checkoutReason: string | null
  custody: boolean
  form: SettleFormData
  statement: Record<string, unknown> | null
  groupId: string | null
  refundFen: number
  submitTime: string | null
  submitName: string | null
  confirmTime: string | null
  confirmName: string | null
  returnReason: string | null
  version: number
  /** Days lived here, as the organisation counts them. */
  days: number
  /** Another stay of this resident began after this one. */
  newer: boolean
  today: string
}

const nameOf = (column: string) =>
  `(select m.emp_name from employee m where m.org_id = t.org_id and m.emp_id = ${column})`

/** `e` the settlement, `s` its stay, `t` the resident; `@{1}` 1 where the day of leaving counts. */
export const CASE_COLUMNS = `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head,
  t.status, e.settle_id as "settleId", e.settle_no as "settleNo", s.stay_id as "stayId",
  coalesce(e.state, 'OPEN') as state, s.start_date as "startDate", s.end_date as "endDate",
  (select concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) from occupancy o
    join bed b on b.org_id = o.org_id and b.bed_id = o.bed_id join room r on r.org_id = b.org_id and r.room_id = b.room_id
    left join location l on l.org_id = r.org_id and l.location_id = r.area
    where o.org_id = s.org_id and o.stay_id = s.stay_id and o.kind = 'STAY' and lower(o.days) <= current_date
    order by lower(o.days) desc limit 1) as "bedPath",
  (select v.level_name from nursing_level v where v.org_id = s.org_id and v.level_id = ${lastLevel('s')}) as "levelName",
  case when s.checkout_reason is not null then ${labelOf('checkoutReason', 's.checkout_reason')} end as "checkoutReason",
  s.end_date is null as "inHouse", e.submitted_at as "submitTime", ${nameOf('e.submitted_by')} as "submitName",
  e.confirmed_at as "confirmTime", ${nameOf('e.confirmed_by')} as "confirmName", e.return_reason as "returnReason",
  coalesce(e.version, 0) as version`

const CASE = `select ${CASE_COLUMNS}, t.dept_id as "deptId", coalesce(e.checkout_date, s.end_date, $5::date, current_date) as "checkoutDate",
  s.custody, coalesce(e.form, '{}') as form, e.statement, e.group_id as "groupId", coalesce(e.refund_fen, 0) as "refundFen",
  current_date as today, exists (select from stay n where n.org_id = s.org_id and n.oldman_id = s.oldman_id
    and (n.start_date, n.created_at) > (s.start_date, s.created_at)) as newer
from oldman t join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id
left join settlement e on e.org_id = s.org_id and e.stay_id = s.stay_id
where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = $3
  and ($4::text is null or e.settle_id = $4)
order by s.start_date desc, s.created_at desc, s.stay_id desc limit 1`

const DAY = 86_400_000
/** Days from the first to the last. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)

/** The last stay of the resident, or that of the settlement that is named. `day`: when the resident is to leave. */
export async function caseOf(
  client: Client,
  scope: Scope,
  oldmanId: string,
  { settleId, day }: { settleId?: string | null; day?: string | null } = {},
): Promise<SettleCase> {
  const found = await client.query<Omit<SettleCase, 'days'>>({
    name: 'settle_case',
    text: CASE,
    values: [scope.orgId, scope.deptIds, oldmanId, settleId ?? null, day ?? null],
  })
  const row = found.rows[0]
  if (!row) throw notFound('退住结算')
  const { countCheckoutDay } = await residenceSettingOf(client, scope.orgId)
  return { ...row, days: daysBetween(row.startDate, row.checkoutDate) + (countCheckoutDay ? 1 : 0) }
}

const ACCOUNT = `select balance_fen as "balanceFen", gift_fen as "giftFen", deposit_fen as "depositFen", booking_fen as "bookingFen",
  sealed from elder_account where org_id = $1 and oldman_id = $2`

/** What was taken for a settlement and still counts, apart from its confirmation. */
const COLLECTED = `select l.bill_id as "billId", l.receipt_id as "receiptId", l.cash_fen as "fen" from ledger l
where l.org_id = $1 and l.oldman_id = $2 and l.settle_id = $3 and l.cash_fen > 0 and l.reversal_of is null
  and l.group_id is distinct from $4 and not exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id)`

const BILLS = `select b.bill_id as "billId", b.bill_no as "billNo", b.month, b.kind, b.receivable_fen as "receivableFen",
  b.paid_fen as "paidFen", b.due_date as "dueDate", b.bill_id = any($4) as replaced
from bill b where b.org_id = $1 and b.oldman_id = $2 and b.stage = 'ISSUED'
  and (b.state in ('DUE', 'PART') or b.bill_id = any($3) or b.bill_id = any($4))
order by b.due_date, b.month, b.bill_no`

const LINES = `select l.bill_id as "billId", l.project_child_id as "projectChildId", l.category, l.name, l.spec, l.cycle, l.unit,
  l.price_fen as "priceFen", l.quantity, l.days, l.amount_fen as "amountFen", l.discount_fen as "discountFen",
  l.subsidy_fen as "subsidyFen", l.source, l.date_from as "dateFrom", l.date_to as "dateTo", l.basis, l.bed_id as "bedId",
  l.ref_kind as "refKind", l.ref_id as "refId"
from bill_line l where l.org_id = $1 and l.bill_id = any($2) order by l.bill_id, l.sort, l.line_id`

/** Payments that still count, by what they were taken from. */
const PAYMENTS = `select l.bill_id as "billId", case when l.cash_fen <> 0 then 'CASH' when l.balance_fen <> 0 then 'BALANCE'
    when l.gift_fen <> 0 then 'GIFT' when l.deposit_fen <> 0 then 'DEPOSIT' else 'BOOKING' end as source,
  case when l.cash_fen <> 0 then l.way end as way, -l.receivable_fen as "amountFen"
from ledger l where l.org_id = $1 and l.bill_id = any($2) and l.trade_type <> 'BILL' and l.reversal_of is null
  and not exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id) order by l.seq`

const OUTING = `select case when actual_out is null then '有未结束的外出申请 ' || out_no
    else '正在外出 ' || out_no || '，请先登记返回' end as words
from outing where org_id = $1 and oldman_id = $2 and state in (${OUTING_OPEN}) limit 1`

/** Monthly drafts of the stay are replaced by the last bill; others are somebody's work that is not finished. */
const OTHERS = `select (select count(*) from bill b where b.org_id = $1 and b.oldman_id = $2 and b.stage = 'DRAFT'
    and not (b.kind = 'MONTH' and b.stay_id = $3)) as drafts,
  (select c.month from month_close c where c.org_id = $1 and c.month = to_char(current_date, 'YYYY-MM') and c.closed) as closed`

export interface CaseFacts {
  facts: SheetFacts
  /** Null where a newer stay has begun: everything is billed to that. */
  final: FinalBill | null
}

const empty = { balanceFen: 0, giftFen: 0, depositFen: 0, bookingFen: 0, sealed: false }

interface Collected {
  billId: string | null
  receiptId: string | null
  fen: number
}

export async function collectedFor(client: Client, orgId: string, one: SettleCase): Promise<Collected[]> {
  if (!one.settleId) return []
  const found = await client.query<Collected>({
    name: 'settle_collected',
    text: COLLECTED,
    values: [orgId, one.oldmanId, one.settleId, one.groupId],
  })
  return found.rows
}

/** `form`: as it is saved unless told. One statement after the other: the connection may be that of a transaction. */
export async function factsOf(
  client: Client,
  orgId: string,
  one: SettleCase,
  form: SettleFormData = one.form,
): Promise<CaseFacts> {
  const own = [orgId, one.oldmanId]
  const plan: Omit<FinalPlan, 'final'> & { final: FinalBill | null } = one.newer
    ? { final: null, replacedIds: [], takenOverIds: [] }
    : await finalPlanOf(client, orgId, one.oldmanId, one.checkoutDate, lessOf(form))
  const account = await client.query<SheetFacts['account']>({ name: 'settle_account', text: ACCOUNT, values: own })
  const collected = await collectedFor(client, orgId, one)
  const onBill = (billId: string) =>
    collected.filter((row) => row.billId === billId).reduce((sum, row) => sum + row.fen, 0)
  const bills = await client.query<Omit<SettleBill, 'lines' | 'payments' | 'collectedFen'>>({
    name: 'settle_bills',
    text: BILLS,
    values: [...own, collected.flatMap((row) => row.billId ?? []), plan.replacedIds],
  })
  const lines = await client.query<NewLine & { billId: string }>({
    name: 'settle_bill_lines',
    text: LINES,
    values: [orgId, plan.replacedIds],
  })
  const payments = await client.query<Payment & { billId: string }>({
    name: 'settle_bill_payments',
    text: PAYMENTS,
    values: [orgId, plan.replacedIds],
  })
  const outing = await client.query<{ words: string }>({ name: 'settle_outing', text: OUTING, values: own })
  const others = await client.query<{ drafts: number; closed: string | null }>({
    name: 'settle_others',
    text: OTHERS,
    values: [...own, one.stayId],
  })
  const keptDrugs: string[] = []
  for (const custody of areas().custodies) keptDrugs.push(...(await custody.kept(client, orgId, one.oldmanId)))
  const { final, takenOverIds } = plan
  const takenOver = lines.rows.filter((row) => takenOverIds.includes(row.billId)).map(({ billId: _, ...line }) => line)
  return {
    facts: {
      account: account.rows[0] ?? empty,
      gifts: await giftBookFor(client, orgId, one.oldmanId),
      bills: bills.rows.map((bill) => ({
        ...bill,
        collectedFen: onBill(bill.billId),
        lines: lines.rows.filter((row) => row.billId === bill.billId).map(({ billId: _, ...line }) => line),
        payments: payments.rows.filter((row) => row.billId === bill.billId).map(({ billId: _, ...one }) => one),
      })),
      drafts: others.rows[0]!.drafts,
      finalLines: [...takenOver, ...(final?.lines ?? [])],
      replacedDrafts: final?.draftIds.length ?? 0,
      prestoredFen: collected.filter((row) => row.billId === null).reduce((sum, row) => sum + row.fen, 0),
      openOuting: outing.rows[0]?.words ?? null,
      custody: one.custody,
      keptDrugs,
      monthClosed: others.rows[0]!.closed,
    },
    final,
  }
}
