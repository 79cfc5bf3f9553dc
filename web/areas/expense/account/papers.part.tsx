// Bills, receipts and refunds of one account, the latest first.

import { Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { billing } from '#contract/expense/bill'
import { BillKind, BillStanding } from '#contract/expense/billWords'
import { ReceiptState, receipt } from '#contract/expense/receipt'
import { RefundNoteState, refundNote } from '#contract/expense/refundNote'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { printRefunds } from '#web/areas/expense/refundNote/printRefund'
import type { CallError } from '#web/kit/callError'
import { amountText } from '#web/kit/fields/amount'
import { openPage } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'

const SIZE = 20

interface PagedProps {
  what: string
  total: number | undefined
  error: CallError | null
  page: number
  onPage(page: number): void
  onRetry(): void
  empty: string
  children: ReactNode
}

function Paged({ what, total, error, page, onPage, onRetry, empty, children }: PagedProps) {
  if (error && total === undefined) return <ErrorBlock what={what} error={error} onRetry={onRetry} />
  if (total === undefined) return <BlockBones lines={8} />
  if (total === 0) return <Empty title={`还没有${what}`} text={empty} />
  return (
    <div className="yy-book yy-book-whole">
      <div className="yy-book-scroll">
        <table className="yy-book-free">{children}</table>
      </div>
      <Pagination
        className="yy-ends yy-above-12"
        current={page}
        pageSize={SIZE}
        total={total}
        showSizeChanger={false}
        showTotal={(all) => `共 ${all} 张`}
        onChange={onPage}
      />
    </div>
  )
}

export function BillPages({ oldmanId, onPay }: { oldmanId: string; onPay: ((billId: string) => void) | null }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useCall(billing.calls.list, { oldmanId, page, size: SIZE }, { keepPrevious: true })
  const openBill = (tradeMonthId: string) => openPage(billing.pages.detail.path, { tradeMonthId })
  return (
    <Paged
      what="账单"
      total={data?.total}
      error={error}
      page={page}
      onPage={setPage}
      onRetry={() => void refetch()}
      empty="每月出账后会出现在这里。"
    >
      <thead>
        <tr>
          <th>账期</th>
          <th>账单号</th>
          <th>类型</th>
          <th>计费期间</th>
          <th className="yy-right">应收</th>
          <th className="yy-right">已缴</th>
          <th className="yy-right">未缴</th>
          <th>到期日</th>
          <th>状态</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {data?.list.map((bill) => (
          <tr key={bill.tradeMonthId}>
            <td>{bill.month}</td>
            <td>
              <button type="button" className="yy-link" onClick={() => openBill(bill.tradeMonthId)}>
                {bill.billNo}
              </button>
            </td>
            <td>{BillKind.label(bill.kind)}</td>
            <td>
              {bill.periodStart} 至 {bill.periodEnd.slice(5)}
            </td>
            <td className="yy-right">{amountText(bill.receivableFen)}</td>
            <td className="yy-right">{amountText(bill.paidFen)}</td>
            <td className={(bill.unpaidFen ?? 0) > 0 ? 'yy-right yy-owed' : 'yy-right'}>
              {amountText(bill.unpaidFen)}
            </td>
            <td>{bill.dueDate}</td>
            <td>
              <StatusTag option={BillStanding.find(bill.standing)!} />
            </td>
            <td className="yy-book-acts">
              <button type="button" className="yy-link" onClick={() => openBill(bill.tradeMonthId)}>
                详情
              </button>
              {onPay && bill.can.includes('pay') && (
                <button type="button" className="yy-link" onClick={() => onPay(bill.tradeMonthId)}>
                  收费
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Paged>
  )
}

export function ReceiptPages({ oldmanId }: { oldmanId: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useCall(receipt.calls.list, { oldmanId, page, size: SIZE }, { keepPrevious: true })
  return (
    <Paged
      what="收据"
      total={data?.total}
      error={error}
      page={page}
      onPage={setPage}
      onRetry={() => void refetch()}
      empty="收款后自动开出收据。"
    >
      <thead>
        <tr>
          <th>开具时间</th>
          <th>收据号</th>
          <th>项目</th>
          <th>收款方式</th>
          <th className="yy-right">金额</th>
          <th>缴款人</th>
          <th>收款人</th>
          <th>打印</th>
          <th>状态</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {data?.list.map((one) => (
          <tr key={one.receiptId} className={one.state === 'NORMAL' ? undefined : 'yy-book-off'}>
            <td>{one.createTime.slice(0, 16)}</td>
            <td>
              <button
                type="button"
                className="yy-link"
                onClick={() => openPage(receipt.pages.list.path, { receiptId: one.receiptId })}
              >
                {one.receiptNo}
              </button>
            </td>
            <td>{one.lines.map((line) => line.item).join('、')}</td>
            <td>{one.ways.map((way) => way.name).join('、')}</td>
            <td className="yy-right">{amountText(one.amountFen)}</td>
            <td>{one.payer ?? '—'}</td>
            <td>{one.payee}</td>
            <td>{one.printedTimes > 0 ? `${one.printedTimes} 次` : '—'}</td>
            <td>
              <StatusTag option={ReceiptState.find(one.state)!} />
            </td>
            <td className="yy-book-acts">
              <button type="button" className="yy-link" onClick={() => void printReceipts([one.receiptId])}>
                {one.printedTimes > 0 ? '补打' : '打印'}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </Paged>
  )
}

export function RefundPages({ oldmanId }: { oldmanId: string }) {
  const [page, setPage] = useState(1)
  const may = useMay()
  const { data, error, refetch } = useCall(
    refundNote.calls.list,
    { oldmanId, page, size: SIZE },
    { keepPrevious: true },
  )
  return (
    <Paged
      what="退款单"
      total={data?.total}
      error={error}
      page={page}
      onPage={setPage}
      onRetry={() => void refetch()}
      empty="退款后自动开出退款单。"
    >
      <thead>
        <tr>
          <th>退款时间</th>
          <th>退款单号</th>
          <th>项目</th>
          <th>退款方式</th>
          <th className="yy-right">实退</th>
          <th className="yy-right">收回赠送</th>
          <th>领款人</th>
          <th>原因</th>
          <th>经办人</th>
          <th>状态</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {data?.list.map((one) => (
          <tr key={one.refundId} className={one.state === 'NORMAL' ? undefined : 'yy-book-off'}>
            <td>{one.createTime.slice(0, 16)}</td>
            <td>{one.refundNo}</td>
            <td>{one.lines.map((line) => line.item).join('、')}</td>
            <td>{one.ways.map((way) => way.name).join('、')}</td>
            <td className="yy-right">{amountText(one.amountFen)}</td>
            <td className="yy-right">{one.giftFen === 0 ? '—' : amountText(one.giftFen)}</td>
            <td>{one.payee ?? '—'}</td>
            <td>{one.reason}</td>
            <td>{one.userName}</td>
            <td>
              <StatusTag option={RefundNoteState.find(one.state)!} />
            </td>
            <td className="yy-book-acts">
              {may(refundNote.calls.print.needs) && (
                <button type="button" className="yy-link" onClick={() => void printRefunds([one.refundId])}>
                  {one.printedTimes > 0 ? '补打' : '打印'}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Paged>
  )
}
