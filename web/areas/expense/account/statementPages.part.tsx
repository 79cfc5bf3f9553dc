// All movements of one account, page by page: what it was for, what changed, its receipt, and voiding it.

import { Button, Pagination } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ACCOUNT_NEEDS } from '#contract/expense/account'
import { receipt } from '#contract/expense/receipt'
import { type StatementRowData, statement, TradeState } from '#contract/expense/statement'
import { TradeClass, TradeType } from '#contract/expense/tradeWords'
import { shell } from '#contract/platform/shell'
import { moneyTouched } from '#web/areas/expense/money'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { newRequestNo, send } from '#web/kit/call'
import { amountText, Delta } from '#web/kit/fields/amount'
import { date } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { toast } from '#web/kit/toast'
import './account.css'
import './book.css'

const SIZE = 20

const SHEET = [
  ['at', '时间', 'datetime'],
  ['tradeType', '类型', 'TradeType'],
  ['content', '说明', 'text'],
  ['wayName', '方式', 'text'],
  ['amountFen', '金额', 'money'],
  ['balanceFen', '余额变动', 'money'],
  ['balanceAfter', '余额', 'money'],
  ['giftFen', '赠送变动', 'money'],
  ['giftAfter', '赠送余额', 'money'],
  ['depositFen', '押金变动', 'money'],
  ['depositAfter', '押金', 'money'],
  ['receiptNo', '收据号', 'text'],
  ['state', '单据状态', 'TradeState'],
  ['userName', '经办人', 'text'],
  ['remark', '备注', 'text'],
] as const

/** Asks for the reason and takes back everything that was booked together. */
export async function obsoleteTrade(row: StatementRowData): Promise<void> {
  const requestNo = newRequestNo()
  const name = TradeType.label(row.tradeType)
  // What came onto the account may be spent by now; what went off it has to be in the house again.
  const cameIn = (row.balanceFen ?? 0) > 0 || (row.depositFen ?? 0) > 0
  const about = row.billId
    ? '账单回到未缴，可以重新收款'
    : row.tradeType === 'REMIT_OUT' || row.tradeType === 'REMIT_IN'
      ? '双方账户一起恢复；对方已用掉这笔钱时不能作废'
      : cameIn
        ? '这笔钱已被使用时不能作废'
        : row.tradeClass === TradeClass.is.refund || row.tradeClass === TradeClass.is.depositOut
          ? '退出去的钱请先收回'
          : null
  const said = await confirmAct({
    title: `作废${row.oldmanName}的${name} ${moneyText(row.amountFen ?? 0)} 元？`,
    effects: [
      '同一次办理的其他流水（如满赠、其他方式）一起冲销，账户恢复到办理前',
      ...(about ? [about] : []),
      row.receiptNo ? `收据 ${row.receiptNo} 开出红字收据，两张都保留` : '原流水保留，另记一笔冲销',
    ],
    verb: '作废流水',
    safe: '不作废',
    danger: true,
    reason: { label: '作废原因' },
    run: (reason, options) =>
      send(statement.calls.obsolete, { tradeId: row.tradeId, reason }, { ...options, requestNo }),
  })
  if (said === null) return
  toast.success(`已作废这笔${name}`)
  moneyTouched()
}

async function exportRows(oldmanName: string, query: object): Promise<void> {
  await send(shell.calls.exportList, {
    call: statement.calls.list.key,
    title: `账户流水 ${oldmanName}`,
    query,
    columns: SHEET.map(([key, title, as]) => ({ key, title, as })),
  })
  toast.success('已开始导出，完成后在右上角“打印与导出”中下载')
}

interface StatementPagesProps {
  oldmanId: string
  oldmanName: string
  tradeClass: string
}

/** Gifts and deposits move seldom: their columns stand only where something moved. */
interface Moves {
  gift: boolean
  deposit: boolean
}

function Row({ row, moves }: { row: StatementRowData; moves: Moves }) {
  return (
    <tr className={row.state === 'NORMAL' ? undefined : 'yy-book-off'}>
      <td>{row.at.slice(0, 16)}</td>
      <td>{TradeType.label(row.tradeType)}</td>
      <td title={[row.content, row.remark].filter(Boolean).join('；')}>
        {row.state !== 'NORMAL' && <StatusTag option={TradeState.find(row.state)!} />} {row.content}
        {row.remark && <span className="yy-none">　{row.remark}</span>}
      </td>
      <td>{row.wayName || '—'}</td>
      <td className="yy-right">{amountText(row.amountFen)}</td>
      <td className="yy-right">
        <Delta value={row.balanceFen} />
      </td>
      <td className="yy-right">{amountText(row.balanceAfter)}</td>
      {moves.gift && (
        <td className="yy-right">
          <Delta value={row.giftFen} />
        </td>
      )}
      {moves.deposit && (
        <td className="yy-right">
          <Delta value={row.depositFen} />
        </td>
      )}
      <td>
        {row.receiptNo ? (
          <button
            type="button"
            className="yy-link"
            onClick={() => openPage(receipt.pages.list.path, { receiptId: row.receiptId })}
          >
            {row.receiptNo}
          </button>
        ) : (
          '—'
        )}
      </td>
      <td>{row.userName}</td>
      <td className="yy-book-acts">
        {row.receiptId && row.state === 'NORMAL' && (
          <button type="button" className="yy-link" onClick={() => void printReceipts([row.receiptId!])}>
            打印
          </button>
        )}
        {row.canObsolete && (
          <button type="button" className="yy-link yy-acc-harm" onClick={() => void obsoleteTrade(row)}>
            作废…
          </button>
        )}
      </td>
    </tr>
  )
}

export function StatementPages({ oldmanId, oldmanName, tradeClass }: StatementPagesProps) {
  const may = useMay()
  const [page, setPage] = useState(1)
  const [days, setDays] = useState<{ from: string | null; to: string | null }>({ from: null, to: null })
  const filter = { tradeClass, oldmanId, dayFrom: days.from, dayTo: days.to }
  const { data, state } = useLoaded(
    statement.calls.list,
    { ...filter, page, size: SIZE },
    { what: '流水', lines: 8, keepPrevious: true },
  )
  // Masked amounts are no movement that could be seen: the columns stay and say so.
  const moved = (fen: number | null) => fen === null || fen !== 0
  const moves: Moves = {
    gift: data?.list.some((row) => moved(row.giftFen)) ?? false,
    deposit: data?.list.some((row) => moved(row.depositFen)) ?? false,
  }
  return (
    <div className="yy-book yy-book-whole">
      <header className="yy-row yy-between yy-below-8">
        <span className="yy-inline yy-gap-8 yy-fixed yy-one-line">
          日期
          {date.range!({
            from: days.from,
            to: days.to,
            onChange: (from, to) => {
              setDays({ from, to })
              setPage(1)
            },
            'aria-label': '记账日期',
          })}
        </span>
        {may(ACCOUNT_NEEDS.export) && (
          <Button
            icon={<Download size={15} aria-hidden />}
            disabled={!data || data.total === 0}
            onClick={() => void exportRows(oldmanName, filter)}
          >
            导出
          </Button>
        )}
      </header>
      {!data ? (
        state
      ) : data.total === 0 ? (
        <Empty
          title="没有这类流水"
          text={days.from || days.to ? '换一段日期再看，或清除日期。' : '收款、退款、划转之后会出现在这里。'}
        />
      ) : (
        <>
          <div className="yy-book-scroll">
            <table>
              <thead>
                <tr>
                  <th>时间</th>
                  <th>类型</th>
                  <th>说明</th>
                  <th>方式</th>
                  <th className="yy-right">金额</th>
                  <th className="yy-right">余额变动</th>
                  <th className="yy-right">余额</th>
                  {moves.gift && <th className="yy-right">赠送变动</th>}
                  {moves.deposit && <th className="yy-right">押金变动</th>}
                  <th>收据号</th>
                  <th>经办人</th>
                  <th>操作</th>
                </tr>
              </thead>
              <tbody>
                {data.list.map((row) => (
                  <Row key={row.tradeId} row={row} moves={moves} />
                ))}
              </tbody>
            </table>
          </div>
          <Pagination
            className="yy-ends yy-above-12"
            current={page}
            pageSize={SIZE}
            total={data.total}
            showSizeChanger={false}
            showTotal={(total) => `共 ${total} 笔`}
            onChange={setPage}
          />
        </>
      )}
    </div>
  )
}
