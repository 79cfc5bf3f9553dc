// Beside a bill: what else is owed, its receipts, and what happened to it.

import type { BillDetailData } from '#contract/expense/bill'
import { BillKind } from '#contract/expense/billWords'
import { ReceiptState, receipt } from '#contract/expense/receipt'
import type { Family } from '#contract/kit/options'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { amountText } from '#web/kit/fields/amount'
import { openPage } from '#web/kit/open'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Timeline } from '#web/kit/parts/Timeline'
import { useMay } from '#web/kit/permission'
import { openBill } from './billState.ts'

function Papers({ bill }: { bill: BillDetailData }) {
  const may = useMay()
  if (bill.receipts.length === 0) return null
  return (
    <PageCard title="收据" sub={`${bill.receipts.length} 张`}>
      <ul className="yy-bill-papers yy-grid yy-gap-8 yy-plain-list">
        {bill.receipts.map((one) => (
          <li className="yy-row yy-wrap" key={one.receiptId}>
            <button
              type="button"
              className="yy-link"
              onClick={() => openPage(receipt.pages.list.path, { receiptId: one.receiptId })}
            >
              {one.receiptNo}
            </button>
            <StatusTag option={ReceiptState.find(one.state as 'NORMAL')!} />
            <span className="yy-right">{amountText(one.amountFen)}</span>
            {may(receipt.calls.print.needs) && (
              <button type="button" className="yy-link" onClick={() => void printReceipts([one.receiptId])}>
                {one.printedTimes > 0 ? '补打' : '打印'}
              </button>
            )}
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

const KIND: Readonly<Record<string, Family>> = {
  生成: 'slate',
  出账: 'blue',
  冲销: 'red',
  反结算: 'red',
  修改账单: 'amber',
}

export function Aside({ bill }: { bill: BillDetailData }) {
  return (
    <div className="yy-bill-aside yy-grid yy-gap-12 yy-narrow">
      {bill.otherUnpaid.length > 0 && (
        <PageCard title="其他未缴账单" sub={`${bill.otherUnpaid.length} 张`}>
          <ul className="yy-bill-papers yy-grid yy-gap-8 yy-plain-list">
            {bill.otherUnpaid.map((one) => (
              <li className="yy-row yy-wrap" key={one.tradeMonthId}>
                <button type="button" className="yy-link" onClick={() => openBill(one.tradeMonthId)}>
                  {one.month} {BillKind.label(one.kind)}
                </button>
                <span>到期 {one.dueDate.slice(5)}</span>
                <b className="yy-right yy-owed">{amountText(one.unpaidFen)}</b>
              </li>
            ))}
          </ul>
        </PageCard>
      )}
      <Papers bill={bill} />
      <PageCard title="经过">
        <Timeline
          entries={bill.history.map((one, index) => ({
            key: `${one.at}:${index}`,
            family: KIND[one.what] ?? 'green',
            kind: one.what,
            time: one.at.slice(0, 16),
            who: one.who,
            text: one.content,
          }))}
        />
      </PageCard>
    </div>
  )
}
