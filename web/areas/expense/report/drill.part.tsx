// The rows behind a figure: entries of the ledger or lines of bills, each with a way on to account, bill and receipt.
import { useState } from 'react'
import { type BillLineRowData, type LedgerRowData, report } from '#contract/expense/report'
import type { InputOf } from '#contract/kit/call'
import { ResidentCell } from '#web/areas/live/public'
import { datetime, month } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import { bedPath } from '#web/kit/fields/place'
import type { Column } from '#web/kit/list/columns'
import { columns } from '#web/kit/list/columns'
import { ExportButton } from '#web/kit/list/exporting'
import { ListFoot } from '#web/kit/list/ListFoot'
import { ListTable } from '#web/kit/list/ListTable'
import { NO_SETTINGS } from '#web/kit/list/listSettings'
import { Standing } from '#web/kit/list/standing'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { openAccount, openBill, openReceipt } from './links.ts'

type EntryQuery = Omit<InputOf<typeof report.calls.entries>, 'page' | 'size' | 'orderBy'>
type LineQuery = Omit<InputOf<typeof report.calls.lines>, 'page' | 'size' | 'orderBy'>

/** What a figure is made of. */
export type DrillRequest =
  | { of: 'entries'; title: string; fen?: number; query: EntryQuery }
  | { of: 'lines'; title: string; fen?: number; query: LineQuery }

/** The filters of a report that say the same about the rows behind it. */
export const sharedFilter = (filter: Readonly<Record<string, unknown>>) => {
  const names = ['from', 'to', 'keyword', 'oldmanId', 'deptId', 'areaId', 'status', 'userId', 'way'] as const
  return Object.fromEntries(names.filter((name) => filter[name]).map((name) => [name, filter[name]])) as EntryQuery &
    LineQuery
}

const Link = ({ text, onOpen }: { text: string | null; onOpen(): void }) =>
  text ? (
    <button type="button" className="yy-link" onClick={onOpen}>
      {text}
    </button>
  ) : (
    <span className="yy-none">—</span>
  )

const entryColumns = columns(report.calls.entries, {
  at: { title: '时间', as: datetime },
  oldmanName: { title: '老人', width: 130, cell: (_, row) => <ResidentCell row={row} photo={false} notes={false} /> },
  tradeType: { title: '交易类型', width: 110 },
  content: { title: '说明', width: 220 },
  amountFen: { title: '金额（元）', width: 120 },
  way: { title: '方式', width: 110 },
  receiptNo: {
    title: '收据号',
    width: 150,
    cell: (no) => <Link text={no} onOpen={() => openReceipt(no!)} />,
  },
  billNo: { title: '账单号', width: 150, cell: (no, row) => <Link text={no} onOpen={() => openBill(row.billId!)} /> },
  balanceFen: { title: '余额变动', width: 110 },
  giftFen: { title: '赠送变动', width: 100 },
  depositFen: { title: '押金变动', width: 110 },
  receivableFen: { title: '应收变动', width: 110 },
  incomeFen: { title: '收入', width: 110 },
  userName: { title: '经办人', width: 90 },
  state: { title: '状态', width: 90 },
  remark: { title: '备注', width: 140 },
})

const lineColumns = columns(report.calls.lines, {
  month: { title: '账期', as: month },
  oldmanName: { title: '老人', width: 130, cell: (_, row) => <ResidentCell row={row} photo={false} notes={false} /> },
  bedPath: { title: '床位', as: bedPath, width: 200 },
  categoryName: { title: '费用大类', width: 110 },
  name: { title: '费用项目', width: 150 },
  spec: { title: '说明', width: 150 },
  source: { title: '来源', width: 80 },
  priceFen: { title: '单价', width: 100 },
  quantity: { title: '数量', width: 70 },
  days: { title: '天数', width: 70 },
  amountFen: { title: '金额（元）', width: 110 },
  discountFen: { title: '优惠', width: 90 },
  subsidyFen: { title: '补贴', width: 90 },
  receivableFen: { title: '应收', width: 110 },
  paidFen: { title: '已缴', width: 110 },
  billNo: { title: '账单号', width: 150, cell: (no, row) => <Link text={no} onOpen={() => openBill(row.billId)} /> },
})

const SIZE = 20
const noop = () => undefined

export function DrillDrawer({ request, onClose }: { request: DrillRequest | null; onClose(): void }) {
  const [shown, setShown] = useState(request)
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(SIZE)
  // What it showed stays while the drawer leaves.
  if (request && request !== shown) {
    setShown(request)
    setPage(1)
  }
  const may = useMay()
  const entries = useCall(report.calls.entries, request?.of === 'entries' ? { ...request.query, page, size } : null, {
    keepPrevious: true,
  })
  const lines = useCall(report.calls.lines, request?.of === 'lines' ? { ...request.query, page, size } : null, {
    keepPrevious: true,
  })
  const ofLines = shown?.of === 'lines'
  const answer = ofLines ? lines : entries
  const data = answer.data
  const call = ofLines ? report.calls.lines : report.calls.entries
  const unit = ofLines ? '行' : '笔'
  const shownColumns = (ofLines ? lineColumns.list : entryColumns.list) as unknown as readonly Column<
    LedgerRowData | BillLineRowData
  >[]
  const rows = (data?.list ?? []) as readonly (LedgerRowData | BillLineRowData)[]
  return (
    <SideDrawer
      asks={false}
      open={request !== null}
      title={shown?.title ?? ''}
      about={
        <>
          {shown?.fen !== undefined && <b className="yy-drill-sum yy-ink">¥{moneyText(shown.fen)}</b>}
          {data && <span>{`共 ${data.total.toLocaleString('zh-CN')} ${unit}`}</span>}
        </>
      }
      extra={
        data && (
          <ExportButton
            call={call}
            title={`${shown?.title ?? ''}明细`.slice(0, 60)}
            query={(shown?.query ?? {}) as Record<string, unknown>}
            columns={shownColumns}
            total={data.total}
          />
        )
      }
      width={1360}
      onClose={onClose}
    >
      <div className="yy-tall yy-stack">
        <ListTable
          label={shown?.title ?? ''}
          scale={1}
          rows={rows}
          rowKey={(ofLines ? 'lineId' : 'entryId') as never}
          columns={shownColumns}
          settings={NO_SETTINGS}
          onSettings={noop}
          sort={null}
          onSort={noop}
          actions={[{ title: '老人账户', needs: 'expense:account:list', onClick: (row) => openAccount(row.oldmanId) }]}
          may={may}
          list={{ refresh: noop, openForm: noop, clearSelection: noop, filter: {}, total: data?.total ?? 0 }}
          headingOf={(row) => row.oldmanName}
          instead={
            <Standing
              waiting={answer.isPending}
              error={data ? null : answer.error}
              title="明细"
              words=""
              rows={8}
              rowHeight={40}
              columns={8}
              empty={{ title: '没有明细', text: '这个数字后面没有单据。' }}
              create={undefined}
              pastEnd={false}
              onRetry={() => void answer.refetch()}
              onClear={noop}
              onFirst={() => setPage(1)}
            />
          }
        />
        {data && data.total > size && (
          <ListFoot
            known
            total={data.total}
            page={page}
            size={size}
            rows={rows}
            columns={[]}
            unit={unit}
            onPage={setPage}
            onSize={(next) => {
              setSize(next)
              setPage(1)
            }}
          />
        )}
      </div>
    </SideDrawer>
  )
}
