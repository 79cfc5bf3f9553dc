// Movements of one account as in a bank book: the latest first, by class, with what the balance was afterwards.
import { Segmented } from 'antd'
import { useState } from 'react'
import { type StatementRowData, statement, TradeState } from '#contract/expense/statement'
import { TradeType } from '#contract/expense/tradeWords'
import { amountText, Delta } from '#web/kit/fields/amount'
import { useLoaded } from '#web/kit/parts/Loaded'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { openAccount } from './accountHead.part.tsx'
import './account.css'
import './book.css'

/** The classes of the spec as the desk speaks of them: both sides of the deposit together. */
export const CLASS_TABS = [
  { value: '0', label: '全部' },
  { value: '1', label: '预存' },
  { value: '2,6', label: '押金' },
  { value: '3', label: '缴费' },
  { value: '4', label: '退款' },
  { value: '5', label: '消费' },
] as const

const SHOWN = 12

/** Under 押金 the deposit is what moves. */
const pocketOf = (row: StatementRowData, tradeClass: string) =>
  tradeClass === '2,6'
    ? { delta: row.depositFen, after: row.depositAfter }
    : { delta: row.balanceFen, after: row.balanceAfter }

/** The month says which bill; its number stands in the hint and in the whole book. */
const shortContent = (content: string | null) => content?.replace(/ ZD\d{12,}/g, '')

export function StatementTable({ oldmanId }: { oldmanId: string }) {
  const [tradeClass, setTradeClass] = useState('0')
  const { data, state } = useLoaded(
    statement.calls.list,
    { tradeClass, oldmanId, page: 1, size: SHOWN },
    { what: '流水', lines: 6, keepPrevious: true },
  )
  const pocket = tradeClass === '2,6' ? '押金' : '余额'
  return (
    <section className="yy-book">
      <header className="yy-row yy-between yy-below-8">
        <b>流水</b>
        <Segmented
          value={tradeClass}
          options={CLASS_TABS.map((tab) => ({ ...tab }))}
          onChange={(next) => setTradeClass(String(next))}
        />
      </header>
      {!data ? (
        state
      ) : data.list.length === 0 ? (
        <p className="yy-none yy-book-none yy-center-text">还没有这类流水</p>
      ) : (
        <>
          <table>
            <thead>
              <tr>
                <th>时间</th>
                <th>类型</th>
                <th>说明</th>
                <th>方式</th>
                <th className="yy-right">金额</th>
                <th className="yy-right">{pocket}变动</th>
                <th className="yy-right">{pocket}</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((row) => {
                const { delta, after } = pocketOf(row, tradeClass)
                return (
                  <tr key={row.tradeId} className={row.state === 'NORMAL' ? undefined : 'yy-book-off'}>
                    <td title={row.at}>{row.at.slice(5, 16)}</td>
                    <td>{TradeType.label(row.tradeType)}</td>
                    <td title={[row.content, row.remark].filter(Boolean).join('；')}>
                      {row.state !== 'NORMAL' && <StatusTag option={TradeState.find(row.state)!} />}{' '}
                      {shortContent(row.content)}
                    </td>
                    <td>{row.wayName || '—'}</td>
                    <td className="yy-right">{amountText(row.amountFen)}</td>
                    <td className="yy-right">
                      <Delta value={delta} />
                    </td>
                    <td className="yy-right">{amountText(after)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          <p className="yy-book-foot yy-flex yy-ends yy-gap-12 yy-second">
            显示最近 {data.list.length} 笔，共 {data.total} 笔
            <button type="button" className="yy-link" onClick={() => openAccount(oldmanId)}>
              查看全部 ›
            </button>
          </p>
        </>
      )}
    </section>
  )
}
