// 账单列表: bills of every month, what they come to together, and everything that is done with them.
import { FileStack } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ACCOUNT_NEEDS, account } from '#contract/expense/account'
import { type BillRowData, billing } from '#contract/expense/bill'
import { BILL_NEEDS, BillStanding } from '#contract/expense/billWords'
import { amountText } from '#web/kit/fields/amount'
import type { BatchAction } from '#web/kit/list/acts'
import type { Filter } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { type BillActsHandle, billActions, useBillActs } from './billActs.part.tsx'
import { openBill, openBillBatch } from './billState.ts'
import { billColumns } from './columns.tsx'
import { GenerateDrawer } from './generate.part.tsx'
import './bill.css'

export const billTabs = {
  field: 'standing',
  set: BillStanding,
  counts: billing.calls.counts,
  values: ['DRAFT', 'DUE', 'PART', 'LATE', 'PAID', 'VOID'],
}
const chips = {
  ids: (ids: unknown) => `所选 ${String(ids).split(',').length} 张`,
  oldmanId: () => '一位老人的账单',
  unprinted: () => '未打印',
}
const follows = [account.events.changed]

/** What everything that was found comes to. */
export function BillSums({ filter }: { filter: Filter }) {
  const { data } = useCall(billing.calls.sums, filter as never, { keepPrevious: true, silent: true })
  if (!data) return null
  return (
    <span className="yy-bill-sums yy-second yy-one-line">
      应收 <b>{amountText(data.receivableFen)}</b>　已缴 <b>{amountText(data.paidFen)}</b>　未缴{' '}
      <b className={(data.unpaidFen ?? 0) > 0 ? 'yy-owed' : undefined}>{amountText(data.unpaidFen)}</b>
      {data.drafts > 0 && (
        <>
          　草稿 {data.drafts} 张未计入 <b>{amountText(data.draftFen)}</b>
        </>
      )}
    </span>
  )
}

export const billBatchActions = (acts: BillActsHandle): BatchAction<BillRowData>[] => [
  {
    title: '出账',
    needs: BILL_NEEDS.issue,
    when: (rows) => rows.some((row) => row.can.includes('issue')),
    onClick: (rows, list) => void acts.issue(rows).then(() => list.clearSelection()),
  },
  {
    title: '批量缴费',
    needs: ACCOUNT_NEEDS.batchPay,
    when: (rows) => rows.some((row) => row.can.includes('pay')),
    onClick: (rows, list) => {
      openBillBatch(rows.filter((row) => row.can.includes('pay')).map((row) => row.tradeMonthId))
      list.clearSelection()
    },
  },
  {
    title: '打印账单',
    when: (rows) => rows.every((row) => row.state !== 'VOID'),
    onClick: (rows) => void acts.print(rows.map((row) => row.tradeMonthId)),
  },
]

export default function Bills() {
  const acts = useBillActs()
  const [making, setMaking] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle is made anew with every drawer, its acts are the same
  const actions = useMemo(() => billActions(acts), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const batch = useMemo(() => billBatchActions(acts), [])
  return (
    <ListPage
      call={billing.calls.list}
      columns={billColumns}
      rowKey="tradeMonthId"
      title="账单"
      unit="张"
      tabs={billTabs}
      chips={chips}
      refreshOn={follows}
      create={{
        title: '生成账单',
        icon: <FileStack size={16} aria-hidden />,
        needs: BILL_NEEDS.generate,
        onClick: () => setMaking(true),
      }}
      open={(row) => openBill(row.tradeMonthId)}
      heading={(row) => `${row.oldmanName} ${row.month}・${BillStanding.label(row.standing)}`}
      actions={actions}
      batch={batch}
      summary={(list) => <BillSums filter={list.filter} />}
      empty={{ title: '还没有账单', text: '点“生成账单”，为一个月的在住老人一次出齐。' }}
    >
      <GenerateDrawer
        open={making}
        onClose={() => setMaking(false)}
        onShow={(month) => openPage(billing.pages.list.path, { month })}
      />
      {acts.element}
    </ListPage>
  )
}
