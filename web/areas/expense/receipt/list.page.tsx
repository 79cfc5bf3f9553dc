// 历史收据: every receipt, looked at as paper, printed again, voided by a red one.

import { Printer } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { account } from '#contract/expense/account'
import { type ReceiptRowData, ReceiptState, receipt } from '#contract/expense/receipt'
import { moneyTouched } from '#web/areas/expense/money'
import { amountText } from '#web/kit/fields/amount'
import { moneyText } from '#web/kit/fields/money'
import { actionOf, type RowAction } from '#web/kit/list/acts'
import type { Filter } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage, usePageParams } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import '#web/areas/expense/bill/bill.css'
import { receiptColumns } from './columns.tsx'
import { printReceipts } from './printReceipt.part.tsx'
import { ReceiptDrawer } from './receiptDrawer.part.tsx'

const tabs = { field: 'state', set: ReceiptState, counts: receipt.calls.counts }
const chips = { receiptId: () => '这一张收据', oldmanId: () => '一位老人的收据' }
const follows = [account.events.changed]

function Sums({ filter }: { filter: Filter }) {
  const { data } = useCall(receipt.calls.sums, filter as never, { keepPrevious: true, silent: true })
  if (!data) return null
  return (
    <span className="yy-bill-sums yy-second yy-one-line">
      合计 <b>{amountText(data.amountFen)}</b>
    </span>
  )
}

export const voidReceipt: RowAction<ReceiptRowData> = actionOf(receipt.calls.obsolete, {
  title: '作废收据',
  danger: true,
  when: (row: ReceiptRowData) => row.canVoid,
  input: (row: ReceiptRowData, reason) => ({ receiptId: row.receiptId, reason }),
  confirm: (row) => ({
    title: `作废收据 ${row.receiptNo}？`,
    effects: [
      `${row.oldmanName}，${moneyText(row.amountFen ?? 0)} 元：${row.lines.map((line) => line.item).join('、')}`,
      '同一笔收款的全部记录一起冲回：账单恢复待缴，余额、赠送、押金退回原处',
      '另开一张红字收据，两张都保留，合计为零',
      '扫码收款将原路退回付款人；现金、转账请当面退还',
    ],
    verb: '作废收据',
    safe: '不作废',
    reason: { label: '作废原因', placeholder: '如：付费人更换账户，改由转账' },
  }),
  done: (row) => {
    moneyTouched()
    return `收据 ${row.receiptNo} 已作废，红字收据已开出`
  },
})

export default function Receipts() {
  const { receiptId: asked } = usePageParams<'receiptId'>()
  const [opened, setOpened] = useState<string | null>(null)
  useEffect(() => {
    if (asked) setOpened(asked)
  }, [asked])
  const actions = useMemo<RowAction<ReceiptRowData>[]>(
    () => [
      { title: '查看收据', link: '查看', onClick: (row) => setOpened(row.receiptId) },
      {
        title: (row) => (row.printedTimes > 0 ? '补打收据' : '打印收据'),
        link: '打印',
        icon: <Printer size={15} aria-hidden />,
        needs: receipt.calls.print.needs,
        onClick: (row) => void printReceipts([row.receiptId]),
      },
      {
        title: '账户详情',
        onClick: (row) => openPage(account.pages.detail.path, { oldmanId: row.oldmanId }),
      },
      voidReceipt,
    ],
    [],
  )
  return (
    <ListPage
      call={receipt.calls.list}
      columns={receiptColumns}
      rowKey="receiptId"
      title="历史收据"
      unit="张"
      tabs={tabs}
      chips={chips}
      refreshOn={follows}
      open={(row) => setOpened(row.receiptId)}
      heading={(row) => `${row.receiptNo}・${ReceiptState.label(row.state)}`}
      actions={actions}
      batch={[
        {
          title: '打印收据',
          needs: receipt.calls.print.needs,
          onClick: (rows) => void printReceipts(rows.map((row) => row.receiptId)),
        },
      ]}
      summary={(list) => <Sums filter={list.filter} />}
      empty={{ title: '还没有收据', text: '每次收款自动开出一张。' }}
    >
      <ReceiptDrawer receiptId={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
