// 催缴通知单: one page for each resident, with every bill that is open.
import { payRemind, type RemindBillData, type RemindLetterData } from '#contract/expense/payRemind'
import { bedPathText } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { amountText } from '#web/kit/fields/amount'
import { minuteText, printSheet } from '#web/kit/print/printSheet'
import { AmountRow, Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'

const columns: readonly SheetColumn<RemindBillData>[] = [
  { key: 'n', title: '序', align: 'center', width: 6, text: (_, index) => index + 1 },
  { key: 'month', title: '账期', align: 'center', width: 14, whole: true, text: (bill) => bill.month },
  { key: 'no', title: '账单号', text: (bill) => bill.billNo },
  { key: 'due', title: '缴费期限', align: 'center', width: 16, whole: true, text: (bill) => bill.dueDate },
  {
    key: 'late',
    title: '逾期',
    align: 'center',
    width: 12,
    text: (bill) => (bill.daysLate > 0 ? `${bill.daysLate} 天` : '—'),
  },
  { key: 'receivable', title: '应收（元）', align: 'right', width: 14, text: (bill) => amountText(bill.receivableFen) },
  { key: 'unpaid', title: '未缴（元）', align: 'right', width: 14, text: (bill) => amountText(bill.unpaidFen) },
]

function Letter({ one, org, last }: { one: RemindLetterData; org: string; last: boolean }) {
  return (
    <div style={last ? undefined : { breakAfter: 'page' }}>
      <Sheet
        org={org}
        title="催缴通知单"
        sub={`通知日期 ${minuteText(new Date()).slice(0, 10)}`}
        facts={[
          { label: '老人', value: one.oldmanName },
          { label: '床位', value: bedPathText(one.bedPath) || '—' },
          {
            label: '付费人',
            value: [one.payerName, one.payerRelation && `（${one.payerRelation}）`].filter(Boolean).join('') || '—',
          },
        ]}
        signatures={[{ label: '收费处' }, { label: '付费人签收' }, { label: '签收日期' }]}
      >
        <p style={{ margin: '4mm 0 1mm' }}>
          {one.payerName ?? '家属'}：您好！截至今日，{one.oldmanName}尚有以下费用未缴
          {one.daysLate > 0 ? `，最早一笔已逾期 ${one.daysLate} 天` : ''}
          。请尽快到收费处缴纳，或转账至本机构账户并注明老人姓名。如已缴费请忽略本通知。
        </p>
        <SheetTable
          columns={columns}
          rows={one.bills}
          totals={<AmountRow label="未缴合计" fen={one.owedFen} span={columns.length} />}
        />
      </Sheet>
    </div>
  )
}

export async function printLetters(oldmanIds: readonly string[]): Promise<void> {
  const found = await send(payRemind.calls.letters, { oldmanIds: oldmanIds.join(',') }, { loading: true }).catch(
    () => null,
  )
  const letters = found?.filter((one) => one.bills.length > 0) ?? []
  if (letters.length === 0) {
    if (found) toast.info('所选老人已没有未缴的账单')
    return
  }
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  await printSheet({
    title: `催缴通知单 ${letters[0]!.oldmanName}${letters.length > 1 ? ` 等 ${letters.length} 人` : ''}`,
    paper: 'A4',
    many: true,
    render: () =>
      letters.map((one, index) => (
        <Letter key={one.oldmanId} one={one} org={org} last={index === letters.length - 1} />
      )),
  })
}
