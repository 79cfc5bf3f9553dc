// Bills on paper: everything the sheets need in a few statements, however many are printed.

import type { BillLineData, BillPrintData, BillSheetData, billing, EarlierBill } from '#contract/expense/bill'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { billCode } from '#server/areas/expense/scanPay/scanCode'
import { scanProviderName } from '#server/areas/expense/scanPay/scanOffered'
import { labelOf } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { LINES, type StoredBill, UNPAID, withCan } from './billRead.ts'
import { COLUMNS, FROM, IN_SCOPE, JOINS } from './billSql.ts'

const BILLS = `select ${COLUMNS} from ${FROM} ${JOINS} where ${IN_SCOPE} and t.bill_id = any($3)
order by array_position($3, t.bill_id::text)`

const PAYERS = `select distinct on (t.oldman_id) t.oldman_id as "oldmanId",
  t.name || '（' || ${labelOf('relationToElder', 't.relation')} || '）' as payer
from oldman_family t where t.org_id = $1 and t.oldman_id = any($2)
order by t.oldman_id, t.payer desc, t.emergency desc, t.guardian desc, t.sort, t.family_id`

const MONEY = `select oldman_id as "oldmanId", balance_fen as "balanceFen", gift_fen as "giftFen", deposit_fen as "depositFen",
  current_date as day from elder_account where org_id = $1 and oldman_id = any($2)`

const MONTHS = `select oldman_id as "oldmanId", month, sum(receivable_fen)::bigint as "receivableFen",
  sum(case when stage = 'ISSUED' then receivable_fen - paid_fen else receivable_fen end)::bigint as "unpaidFen"
from bill where org_id = $1 and oldman_id = any($2) and kind = 'MONTH' and stage <> 'VOID' group by 1, 2 order by 1, 2`

const ORG = `select org_name as name, address, contact_phone as phone, license_no as "creditCode" from organization where org_id = $1`

const PRINTED = `update bill set printed_times = printed_times + 1 where org_id = $1 and bill_id = any($2)`

const SIX = 6

type MonthRow = BillSheetData['six'][number] & { oldmanId: string }
type MoneyRow = BillSheetData['account'] & { oldmanId: string; day: string }
type Line = BillLineData & { billId: string }
type Unpaid = EarlierBill & { oldmanId: string }

export async function printBills(
  tx: Tx,
  who: Caller,
  { tradeMonthIds }: InputOf<typeof billing.calls.print>,
): Promise<BillPrintData> {
  const ids = [...new Set(tradeMonthIds)]
  if (ids.length === 0) throw invalid('请选择要打印的账单', 'tradeMonthIds')
  await refuseHidden(tx.client, tx.orgId, who)
  const found = await tx.client.query<StoredBill>({
    name: 'bills_print',
    text: BILLS,
    values: [who.orgId, who.deptIds, ids],
  })
  if (found.rows.length < ids.length) throw notFound('账单')
  const dead = found.rows.find((bill) => bill.state === 'VOID')
  if (dead) throw new Refusal('STATE_NOT_ALLOWED', { state: '已作废', act: `打印账单 ${dead.billNo}` })
  const residents = [...new Set(found.rows.map((bill) => bill.oldmanId))]
  const of = [who.orgId, residents]
  const lines = await tx.client.query<Line>({ name: 'bill_lines', text: LINES, values: [who.orgId, ids] })
  const payers = await tx.client.query<{ oldmanId: string; payer: string }>(PAYERS, of)
  const unpaid = await tx.client.query<Unpaid>({ name: 'bills_unpaid', text: UNPAID, values: of })
  const money = await tx.client.query<MoneyRow>(MONEY, of)
  const months = await tx.client.query<MonthRow>(MONTHS, of)
  const org = await tx.client.query<BillPrintData['org']>(ORG, [who.orgId])
  const { billNote, bankName, bankAccountName, bankAccount } = await feeSettingsOf(tx.client, tx.orgId)
  const bank = bankAccount ? { name: bankName, accountName: bankAccountName, account: bankAccount } : null
  await tx.client.query(PRINTED, [who.orgId, ids])
  const payer = new Map(payers.rows.map((row) => [row.oldmanId, row.payer]))
  const sheets: BillSheetData[] = []
  for (const bill of found.rows) {
    const { oldmanId: _, day, ...account } = money.rows.find((one) => one.oldmanId === bill.oldmanId)!
    sheets.push({
      bill: withCan(who, bill),
      lines: lines.rows.filter((line) => line.billId === bill.tradeMonthId),
      payer: payer.get(bill.oldmanId) ?? null,
      // What was asked for before this bill and is still open stands on it.
      earlier: unpaid.rows.filter(
        (one) => one.oldmanId === bill.oldmanId && one.tradeMonthId !== bill.tradeMonthId && one.month < bill.month,
      ),
      account,
      accountDay: day,
      six: months.rows
        .filter((one) => one.oldmanId === bill.oldmanId && one.month <= bill.month)
        .slice(-SIX)
        .map(({ month, receivableFen, unpaidFen }) => ({ month, receivableFen, unpaidFen })),
      payPath:
        (bill.unpaidFen ?? 0) > 0 && scanProviderName(who.orgId)
          ? await billCode(who.app.pool, who.orgId, bill.tradeMonthId)
          : null,
      printedBefore: bill.printedTimes,
    })
    tx.log({
      remark: `打印账单 ${bill.billNo}${bill.printedTimes > 0 ? `，补打第 ${bill.printedTimes} 次` : ''}`,
      targetType: 'bill',
      targetId: bill.tradeMonthId,
    })
  }
  const at = (await tx.client.query<{ at: string }>('select now() as at')).rows[0]!.at
  return { org: org.rows[0]!, bank, note: billNote, printedBy: tx.by.name, printedAt: at, sheets }
}
