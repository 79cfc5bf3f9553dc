// What became of a batch payment: how far it is, then each resident with amount, receipt or reason.

import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { BatchResult } from '#contract/expense/account'
import { moneyTouched } from '#web/areas/expense/money'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { moneyText } from '#web/kit/fields/money'
import { LongActOf } from '#web/kit/parts/LongAct'
import { isOver, useRun } from '#web/kit/parts/runs'
import { StatusTag } from '#web/kit/parts/StatusTag'
import './batch.css'

const resultsOf = (result: unknown): BatchResult[] => (result as { results?: BatchResult[] } | null)?.results ?? []

/** How far it is, and afterwards what became of each. */
export function BatchOutcome({ runId, onAgain }: { runId: string; onAgain(failed: string[]): void }) {
  const { run } = useRun(runId)
  const results = resultsOf(run?.result)
  const failed = results.filter((one) => !one.done)
  const papers = results.flatMap((one) => (one.receiptId ? [one.receiptId] : []))
  const over = run !== undefined && isOver(run)
  const [told, setTold] = useState(false)
  if (over && !told) {
    setTold(true)
    moneyTouched()
  }
  return (
    <section className="yy-card yy-batch yy-stack yy-gap-16 yy-pad-16">
      <LongActOf
        runId={runId}
        unit="人"
        outcome={
          <p className="yy-flex yy-gap-8">
            {papers.length > 0 && (
              <Button
                size="small"
                icon={<Printer size={14} aria-hidden />}
                onClick={() => void printReceipts(papers.slice(0, 200))}
              >
                打印 {papers.length} 张收据
              </Button>
            )}
            {failed.length > 0 && (
              <Button size="small" onClick={() => onAgain(failed.map((one) => one.oldmanId))}>
                再处理没有收款的 {failed.length} 人
              </Button>
            )}
            <Button size="small" onClick={() => onAgain([])}>
              新的一批
            </Button>
          </p>
        }
      />
      {results.length > 0 && (
        <table className="yy-batch-table yy-lined yy-plain-table">
          <thead>
            <tr>
              <th>老人</th>
              <th>结果</th>
              <th className="yy-right">金额</th>
              <th>收据号</th>
              <th>说明</th>
            </tr>
          </thead>
          <tbody>
            {results.map((one) => (
              <tr key={one.oldmanId}>
                <td>{one.oldmanName || one.oldmanId}</td>
                <td>
                  <StatusTag family={one.done ? 'green' : 'red'}>{one.done ? '已收款' : '没有收款'}</StatusTag>
                </td>
                <td className="yy-right">{one.done ? moneyText(one.amountFen) : '—'}</td>
                <td>{one.receiptNo ?? '—'}</td>
                <td>{one.message ?? <span className="yy-none">—</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
