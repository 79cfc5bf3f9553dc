import { useState } from 'react'
import { cashDay, cashDayNeeds } from '#contract/expense/cashDay'
import { type CashierDayRowData, reportCash } from '#contract/expense/reportCash'
import { WAY_COLUMN } from '#contract/expense/tradeWords'
import { type DrillRequest, sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { date, datetime } from '#web/kit/fields/date'
import { money, owed } from '#web/kit/fields/money'
import { yesNo } from '#web/kit/fields/option'
import type { Filter } from '#web/kit/list/columns'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { CurveCard, Shares } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'
import { HandOverDrawer } from './handOver.part.tsx'
import { wayParts } from './ways.tsx'

const { collectFees } = reportCash.calls

const columns = reportColumns(
  collectFees,
  {
    period: 'day',
    periodTitle: '收款日期',
    common: ['userId', 'way', 'keyword', 'areaId', 'deptId'],
    titles: { userId: '收款人', way: '收款方式' },
  },
  {
    day: { title: '收款日期', as: date, width: 110 },
    userName: { title: '收款人', width: 80 },
    entries: { title: '笔数', width: 70 },
    // Totals first: on a narrow screen the single ways are what one scrolls to.
    amountFen: { title: '合计', width: 115 },
    refundFen: { title: '退款', width: 105 },
    dueFen: { title: '应交款', width: 115 },
    countedFen: {
      title: '实交款',
      width: 115,
      cell: (fen, row) =>
        fen === null && row.userId !== '' ? <NoteTag family="amber">未交款</NoteTag> : money.cell(fen),
    },
    differenceFen: {
      title: '差额',
      width: 90,
      cell: (fen) => (fen ? owed.cell(Math.abs(fen) as typeof fen) : money.cell(fen)),
    },
    cashFen: { title: '现金', width: 110 },
    wechatFen: { title: '微信', width: 110 },
    alipayFen: { title: '支付宝', width: 110 },
    bankFen: { title: '银联', width: 110 },
    transferFen: { title: '转账', width: 110 },
    otherFen: { title: '其他', width: 80 },
    handedName: { title: '接收人', width: 80 },
    handedAt: { title: '交款时间', as: datetime },
  },
  { open: { title: '只看未平', as: yesNo, width: 100 } },
)

const behind = (row: CashierDayRowData, filter: Filter, title: string, more: object): DrillRequest => ({
  of: 'entries',
  title: `${row.userName} ${row.day}・${title}`,
  query: { ...sharedFilter(filter), from: row.day, to: row.day, userId: row.userId || null, side: 'cash', ...more },
})

const ways = Object.fromEntries(
  Object.entries(WAY_COLUMN).map(([key, { title, ways }]) => [
    `${key}Fen`,
    (row: CashierDayRowData, filter: Filter) => behind(row, filter, title, { ways: ways.join(','), refund: 0 }),
  ]),
)

export default function CollectFeesReport() {
  const may = useMay()
  const [handed, setHanded] = useState<CashierDayRowData | null>(null)
  return (
    <ExpenseReport
      call={collectFees}
      columns={columns}
      rowKey="rowId"
      title="收费汇总"
      unit="行"
      figure="dueFen"
      chart={(data) => (
        <>
          {data.chart && <CurveCard title="收款减退款" curve={data.chart} />}
          {data.sums && <Shares title="收款方式" sub={`${data.from} 至 ${data.to}`} parts={wayParts(data.sums)} />}
        </>
      )}
      drills={{
        ...ways,
        amountFen: (row, filter) => behind(row, filter, '收款', { refund: 0 }),
        refundFen: (row, filter) => behind(row, filter, '退款', { refund: 1 }),
        dueFen: (row, filter) => behind(row, filter, '收付款', {}),
      }}
      actions={[
        {
          title: (row) => (row.handedAt ? '重新交款' : '交款'),
          needs: `${cashDayNeeds.hand}|${cashDayNeeds.handAll}`,
          when: (row) => row.userId !== '',
          onClick: (row) => setHanded(row),
        },
        {
          title: '明细',
          onClick: (row) => setHanded(row),
          when: (row) => row.userId !== '' && !may(`${cashDayNeeds.hand}|${cashDayNeeds.handAll}`),
          needs: cashDayNeeds.list,
        },
      ]}
      how="每位收款人每天的收款、退款取自总账；实交款是交款时清点的金额。核对时把期间内每一笔收付款流水重新相加。"
      empty={{ title: '这段时间没有收款', text: '换一个日期范围，或清除其他条件。' }}
    >
      <HandOverDrawer
        row={handed}
        onClose={() => setHanded(null)}
        onDone={() => {
          setHanded(null)
          void invalidate(reportCash, cashDay)
        }}
      />
    </ExpenseReport>
  )
}
