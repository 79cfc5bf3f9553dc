// One account whole: what it holds, what is unpaid, who pays, what comes next and what may be done.

import type { AccountDetailData, PayerData, UnpaidBillData } from '#contract/expense/account'
import { type BillStateValue, standingOf } from '#contract/expense/billWords'
import { type Fen, fen } from '#contract/kit/money'
import { maskedPhone } from '#contract/kit/privacy'
import { notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { mostOf } from '#server/areas/expense/ledger/tradeLimits'
import { labelOf } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { accountActs, type FoundAccount, FROM, hideAmounts, JOIN, SELECT } from './accountList.ts'
import { amountsHidden } from './amountsHidden.ts'

type Found = FoundAccount &
  Pick<AccountDetailData, 'checkInDate' | 'days' | 'contractEnd' | 'trades' | 'receipts' | 'refunds' | 'allBills'> & {
    today: string
  }

const ONE = `select ${SELECT}, case when t.status in (${IN_HOUSE}) then t.check_in_date end as "checkInDate",
  case when t.status in (${IN_HOUSE}) then current_date - t.check_in_date end as days,
  (select s.contract_end from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
    limit 1) as "contractEnd",
  (select count(*) from ledger l where l.org_id = t.org_id and l.oldman_id = t.oldman_id and l.trade_type <> 'BILL') as trades,
  (select count(*) from receipt r where r.org_id = t.org_id and r.oldman_id = t.oldman_id) as receipts,
  (select count(*) from refund_note r where r.org_id = t.org_id and r.oldman_id = t.oldman_id) as refunds,
  (select count(*) from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id) as "allBills",
  current_date as today
from ${FROM} ${JOIN}
where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = $3`

const BILLS = `select bill_id as "billId", bill_no as "billNo", month, kind, state, period_start as "periodStart",
  period_end as "periodEnd", receivable_fen as "receivableFen", paid_fen as "paidFen",
  receivable_fen - paid_fen as "unpaidFen", due_date as "dueDate", greatest(current_date - due_date, 0) as "daysLate"
from bill where org_id = $1 and oldman_id = $2 and state in ('DUE', 'PART') order by due_date, month, bill_no`

const PAYERS = `select f.family_id as "familyId", f.name, ${labelOf('relationToElder', 'f.relation')} as "relationName",
  f.phone, f.payer from oldman t join oldman_family f on f.org_id = t.org_id and f.oldman_id = t.oldman_id
where t.org_id = $1 and t.oldman_id = $2 order by f.payer desc, f.guardian desc, f.sort, f.family_id`

/** The next day of a month on which bills are made, after today. */
export function nextBillDate(today: string, billDay: number): string {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, day < billDay ? month - 1 : month, billDay)).toISOString().slice(0, 10)
}

const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const limit = (amount: number | null): Fen | null => (amount === null ? null : fen(amount))

export async function accountDetail(who: Caller, oldmanId: string): Promise<AccountDetailData> {
  const { pool } = who.app
  const found = await pool.query<Found>({ name: 'account_one', text: ONE, values: [who.orgId, who.deptIds, oldmanId] })
  const row = found.rows[0]
  if (!row) throw notFound('老人账户')
  const [masked, setting, bills, payers] = await Promise.all([
    amountsHidden(pool, who.orgId, who),
    feeSettingsOf(pool, who.orgId),
    pool.query<UnpaidBillData & { state: BillStateValue }>({
      name: 'account_bills',
      text: BILLS,
      values: [who.orgId, oldmanId],
    }),
    pool.query<PayerData>({ name: 'account_payers', text: PAYERS, values: [who.orgId, oldmanId] }),
  ])
  const { today, ...account } = row
  const can = accountActs(who, account, masked)
  const monthFen = account.monthFen ?? 0
  if (masked) hideAmounts(account)
  const lives = IN_HOUSE.includes(row.status)
  const next = lives ? nextBillDate(today, setting.billDay) : null
  return {
    ...account,
    masked,
    can,
    bills: bills.rows.map(({ state, ...bill }) => ({
      ...bill,
      standing: standingOf(state, bill.dueDate, today),
      ...(masked && { receivableFen: null, paidFen: null, unpaidFen: null }),
    })),
    payers: payers.rows.map((one) => ({ ...one, phone: maskedPhone(one.phone) })),
    nextBillDate: next,
    nextDueDate: next && daysAfter(next, setting.dueDays),
    mostDepositFen: masked ? null : limit(mostOf(setting.maxDepositMonths, monthFen)),
    mostPrepayFen: masked ? null : limit(mostOf(setting.maxPrepayMonths, monthFen)),
    giftFirst: setting.giftFirst,
  }
}
