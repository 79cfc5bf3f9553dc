// A report is a declaration, as a list is: filters, what a chart says, rows with numbers, subtotals and the totals of
// everything filtered, and whether it agrees with the ledger. Figures open the rows behind them.
import { Button } from 'antd'
import { ChartColumn, Printer } from 'lucide-react'
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react'
import type { ReportAnswer, ReportCheckData } from '#contract/expense/reportKit'
import type { Call, InputOf } from '#contract/kit/call'
import { startOf } from '#web/kit/aheadInput'
import { isEmpty } from '#web/kit/fields/field'
import { moneyText } from '#web/kit/fields/money'
import type { ListHandle, RowAction } from '#web/kit/list/acts'
import { ColumnSettings } from '#web/kit/list/ColumnSettings'
import { type Column, type Columns, type Filter, type FilterOf, filterWords, type RowOf } from '#web/kit/list/columns'
import { ExportButton } from '#web/kit/list/exporting'
import { ListFoot } from '#web/kit/list/ListFoot'
import { ListTable, type ReportFace } from '#web/kit/list/ListTable'
import { listInput } from '#web/kit/list/listQuery'
import { ROW_HEIGHT, useDensity, useListSettings } from '#web/kit/list/listSettings'
import { useListState } from '#web/kit/list/listState'
import { printList } from '#web/kit/list/printing'
import { SearchForm } from '#web/kit/list/SearchForm'
import { StaleStrip, Standing } from '#web/kit/list/standing'
import { useCardWidth } from '#web/kit/list/useWidth'
import { usePageAhead, usePageState, useReopened, useTab } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { PREFERENCE, usePreference } from '#web/kit/preferences'
import { useCall } from '#web/kit/query'
import { pathOf } from '#web/kit/tabs'
import { CheckDrawer, type DifferingDocument } from './CheckDrawer.tsx'
import { CheckLine, checkWords } from './CheckLine.tsx'
import { ClosedLine } from './ClosedLine.tsx'
import '#web/kit/list/list.css'
import './report.css'

type AnyAnswer = ReportAnswer<Record<string, unknown>, Record<string, unknown>, unknown>
export type SumsOf<C extends Call> = NonNullable<DataOfReport<C>['sums']>
type DataOfReport<C extends Call> = C extends { data: { static: infer D } }
  ? D extends ReportAnswer<infer Row, infer Sums, infer Chart>
    ? ReportAnswer<Row, Sums, Chart>
    : never
  : never
export type ReportData<C extends Call> = DataOfReport<C>

/** What a figure opens: the row it stands in and the filter it was found with. */
type Drills<C extends Call, W> = { [K in keyof RowOf<C> & string]?: (row: RowOf<C>, filter: Filter) => W | null }
type SumDrills<C extends Call, W> = { [K in keyof RowOf<C> & string]?: (filter: Filter) => W | null }

export interface ReportPageProps<C extends Call, W> {
  call: C
  columns: Columns<C>
  rowKey: keyof RowOf<C> & string
  title: string
  /** 笔 unless told: 张, 人, 个月. */
  unit?: string
  /** Always part of the query and not shown. */
  fixed?: Partial<FilterOf<C>>
  /** What a row is about: on a narrow screen it stands beside the name, unless the user has ordered the columns. */
  figure?: keyof RowOf<C> & string
  /** Rows of a page; as in other lists unless told. */
  size?: number
  /** Switches beside the filters that ask for something else: 应计 | 实收. */
  switches?(filter: Filter, change: (filter: Filter) => void): ReactNode
  /** Cards between the filters and the table. */
  chart?(data: ReportData<C>, act: { filter: Filter; show(filter: Filter): void; drill(request: W): void }): ReactNode
  /** Rows that belong together and have a subtotal: the column that names them. */
  group?: { column: keyof RowOf<C> & string; act?(key: string, filter: Filter): ReactNode }
  /** What the totals say under columns that are no sums: 11 个月, a share. */
  totals?(data: ReportData<C>): Partial<Record<keyof RowOf<C> & string, ReactNode>>
  /** The same for subtotals. */
  subtotals?(sums: SumsOf<C>): Partial<Record<keyof RowOf<C> & string, ReactNode>>
  /** Between table and check: sums that have no column (现金 … 微信 …). */
  foot?(data: ReportData<C>): ReactNode
  actions?: readonly RowAction<RowOf<C>>[]
  drills?: Drills<C, W>
  sumDrills?: SumDrills<C, W>
  /** The drawer of a figure. */
  drawer?(request: W | null, close: () => void): ReactNode
  /** How it is checked, in words. */
  how?: ReactNode
  differs?(one: DifferingDocument): (() => void) | undefined
  empty?: { title: string; text?: ReactNode }
  children?: ReactNode
}

const NOTHING: readonly never[] = []
const NO_FILTER: Filter = {}
const LARGE_TEXT = 16 / 14
/** On a low screen the rows come first; the chart is one click away. */
const TALL = 900
/** Below this width columns leave the screen on the right. */
const NARROW = 1240
/** Filters beside the five buttons of the row; where an open alarm or a small window leaves little, all are behind 展开. */
const roomFor = (width: number) => (width >= 1700 ? 5 : width >= 1500 ? 4 : width >= NARROW ? 3 : width >= 900 ? 2 : 0)

interface Subtotal {
  $subtotal: string
  $sums: Record<string, unknown>
}
const subtotalOf = (row: unknown): Subtotal | null =>
  typeof row === 'object' && row !== null && '$subtotal' in row ? (row as Subtotal) : null

/** Money and counts as they stand under their column. */
function sumText<Row>(column: Column<Row>, value: unknown): string {
  if (value === null || value === undefined) return ''
  return column.field.sheet === 'money' ? moneyText(Number(value)) : column.field.text(value)
}

export function ReportPage<C extends Call, W = never>(props: ReportPageProps<C, W>) {
  type Row = RowOf<C>
  const { call, columns, rowKey, title, unit = '笔', fixed = NO_FILTER } = props
  const initial = startOf(usePageAhead(call))
  const { actions = NOTHING, group, drills, sumDrills } = props
  const may = useMay()
  const path = pathOf(useTab().address)
  const card = useRef<HTMLDivElement>(null)
  const width = useCardWidth(card)
  const { state, start, setFilter, setPage, setSize, setSort } = useListState(call, initial, props.size)
  const { settings, ordered, visible, save } = useListSettings(path, columns.list)
  const [density] = useDensity()
  const [large] = usePreference(PREFERENCE.largeText, false)
  const [charted, setCharted] = usePageState('report-chart', window.innerHeight >= TALL)
  const [request, setRequest] = useState<W | null>(null)
  const [detail, setDetail] = useState(false)

  const input = useMemo(() => listInput(state, fixed as Filter), [state, fixed])
  const paged = useMemo(() => ({ ...input, part: 'page' }) as unknown as InputOf<C>, [input])
  const { page: _page, size: _size, orderBy: _order, ...asked } = input
  const checked = JSON.stringify(asked)
  const checkInput = useMemo(() => ({ ...JSON.parse(checked), part: 'check' }) as InputOf<C>, [checked])
  const answer = useCall(call, paged, { keepPrevious: true })
  const checking = useCall(call, checkInput)
  const data = answer.data as (AnyAnswer & ReportData<C>) | undefined
  const check = ((checking.data as AnyAnswer | undefined)?.check ?? null) as ReportCheckData | null
  const total = data?.total ?? 0
  const again = () => {
    void answer.refetch()
    void checking.refetch()
  }
  useReopened(again)

  const words = filterWords(columns.searches, state.filter)
  const asksMore = Object.entries(state.filter).some(
    ([name, value]) => !isEmpty(value) && name !== 'from' && name !== 'to',
  )
  const search = (filter: Filter) => {
    if (JSON.stringify(filter) === JSON.stringify(state.filter)) again()
    setFilter(filter)
  }
  const list: ListHandle = {
    refresh: again,
    openForm: () => undefined,
    clearSelection: () => undefined,
    filter: state.filter,
    total,
  }

  const rows = useMemo(
    () => withSubtotals(data?.list as readonly Row[] | undefined, data?.subtotals ?? null, group?.column),
    [data, group?.column],
  )
  const first = (state.page - 1) * state.size
  const shown = useMemo(
    () =>
      (width < NARROW && settings.order.length === 0 ? beside(visible, props.figure) : visible).map(
        (column): Column<Row> => {
          const open = drills?.[column.key as keyof Row & string]
          if (!open) return column
          return {
            ...column,
            cell: (row) => {
              // Behind nothing there is nothing.
              const found = column.value(row) === 0 ? null : open(row, state.filter)
              return found === null ? (
                column.cell(row)
              ) : (
                <Figure onOpen={() => setRequest(found)}>{column.cell(row)}</Figure>
              )
            },
          }
        },
      ),
    [visible, drills, state.filter, width, settings.order, props.figure],
  )
  const face = reportFace<C, Row>({
    rows,
    first,
    data,
    columns: shown,
    group,
    filter: state.filter,
    totals: props.totals,
    subtotals: props.subtotals,
    open: (key) => {
      const found = sumDrills?.[key as keyof Row & string]?.(state.filter)
      return found === null || found === undefined ? undefined : () => setRequest(found)
    },
  })
  const rowHeight = ROW_HEIGHT[density === 'default' ? 'compact' : density] + (large ? 6 : 0)
  const chart =
    props.chart && data ? props.chart(data, { filter: state.filter, show: search, drill: setRequest }) : null

  const said: Record<string, unknown> = data && props.totals ? props.totals(data) : {}
  const print = () =>
    void printList<Row>({
      call,
      title,
      query: { ...input, part: 'page' },
      columns: visible,
      words,
      total,
      unit,
      totals: (key) => {
        if (key === '$no') return '合计'
        if (typeof said[key] === 'string') return said[key]
        const column = visible.find((one) => one.key === key)
        return column ? sumText(column, data?.sums?.[key]) : ''
      },
      note: check ? checkWords(check) : undefined,
    })

  return (
    <div
      className="yy-report yy-tall yy-stack yy-gap-12 yy-flex-1 yy-scroll"
      style={{ '--list-row': `${rowHeight}px` } as CSSProperties}
    >
      <section className="yy-card yy-report-filters yy-fixed" ref={card}>
        <SearchForm
          searches={columns.searches}
          filter={state.filter}
          start={start}
          width={width}
          room={Math.max(0, roomFor(width) - (props.switches ? 1 : 0))}
          onSearch={search}
          extra={
            <>
              {props.switches?.(state.filter, search)}
              <ExportButton
                call={call}
                title={title}
                query={{ ...input, part: 'page' }}
                columns={visible}
                total={total}
              />
              <Button icon={<Printer size={15} aria-hidden />} disabled={total === 0} onClick={print}>
                打印
              </Button>
              {props.chart && (
                <Button
                  type="text"
                  icon={<ChartColumn size={16} aria-hidden />}
                  aria-pressed={charted}
                  title={charted ? '收起图表' : '显示图表'}
                  onClick={() => setCharted(!charted)}
                >
                  {width >= NARROW && '图表'}
                </Button>
              )}
              <ColumnSettings ordered={ordered} settings={settings} onChange={(next) => save(next)} />
            </>
          }
        />
      </section>
      {charted && chart && <div className="yy-report-charts yy-grid yy-gap-12 yy-fixed">{chart}</div>}
      <section className="yy-card yy-stack yy-flex-1 yy-low yy-hidden yy-report-card">
        {answer.error && data && <StaleStrip error={answer.error} onRetry={again} />}
        <ListTable<Row>
          label={title}
          scale={large ? LARGE_TEXT : 1}
          rows={rows}
          rowKey={rowKey}
          columns={shown}
          settings={settings}
          onSettings={save}
          sort={state.sort}
          onSort={setSort}
          actions={actions}
          may={may}
          list={list}
          headingOf={(row) => columns.list[0]!.text(row)}
          report={face}
          instead={
            <Standing
              waiting={answer.isPending}
              error={data ? null : answer.error}
              // Of a report that came empty, not the report is missing but its rows.
              title={answer.error ? title : '记录'}
              words={asksMore ? words : ''}
              rows={Math.min(12, state.size)}
              rowHeight={rowHeight}
              columns={visible.length}
              empty={props.empty ?? { title: `这段时间没有${unit === '人' ? '相关老人' : '记录'}` }}
              create={undefined}
              onRetry={again}
              onClear={() => search(start)}
              pastEnd={total > 0 && rows.length === 0}
              onFirst={() => setPage(1)}
            />
          }
        />
        {data && props.foot?.(data)}
        {(total > state.size || state.page > 1) && (
          <ListFoot
            known={data !== undefined}
            total={total}
            page={state.page}
            size={state.size}
            rows={(data?.list ?? NOTHING) as readonly Row[]}
            columns={NOTHING}
            unit={unit}
            onPage={setPage}
            onSize={setSize}
          />
        )}
        {data?.closed && <ClosedLine closed={data.closed} title={title} />}
        <CheckLine
          check={check}
          error={checking.error}
          onRetry={() => void checking.refetch()}
          onDetail={() => setDetail(true)}
        />
      </section>
      <CheckDrawer
        open={detail}
        title={title}
        check={check}
        {...(props.how !== undefined && { how: props.how })}
        {...(props.differs && { link: props.differs })}
        onClose={() => setDetail(false)}
      />
      {props.drawer?.(request, () => setRequest(null))}
      {props.children}
    </div>
  )
}

/** A figure that opens what is behind it. */
export function Figure({ children, onOpen }: { children: ReactNode; onOpen(): void }) {
  return (
    <button type="button" className="yy-figure-link yy-bare yy-no-padding" title="查看明细" onClick={onOpen}>
      {children}
    </button>
  )
}

/** The figure behind the name of whom it is about, or behind the first column. */
function beside<Row>(columns: readonly Column<Row>[], figure: string | undefined): readonly Column<Row>[] {
  const own = columns.find((column) => column.key === figure)
  if (!own) return columns
  const rest = columns.filter((column) => column !== own)
  const name = rest.findIndex((column) => column.key === 'oldmanName' || column.key === 'userName')
  return rest.toSpliced(Math.max(name, 0) + 1, 0, own)
}

/** Behind the last row of each group on the page stands its subtotal. */
function withSubtotals<Row>(
  rows: readonly Row[] | undefined,
  subtotals: readonly { key: string; sums: Record<string, unknown> }[] | null,
  column: (keyof Row & string) | undefined,
): readonly Row[] {
  if (!rows) return NOTHING as readonly Row[]
  if (!column || !subtotals) return rows
  const sums = new Map(subtotals.map((one) => [one.key, one.sums]))
  return rows.flatMap((row, i) => {
    const key = String(row[column])
    const last = i === rows.length - 1 || String(rows[i + 1]![column]) !== key
    const own = last ? sums.get(key) : undefined
    if (!own) return [row]
    return [row, { $subtotal: key, $sums: own } as unknown as Row]
  })
}

interface FaceRequest<C extends Call, Row> {
  rows: readonly Row[]
  first: number
  data: (AnyAnswer & ReportData<C>) | undefined
  columns: readonly Column<Row>[]
  group: ReportPageProps<C, unknown>['group']
  filter: Filter
  totals: ReportPageProps<C, unknown>['totals']
  subtotals: ReportPageProps<C, unknown>['subtotals']
  open(key: string): (() => void) | undefined
}

function reportFace<C extends Call, Row>(request: FaceRequest<C, Row>): ReportFace<Row> {
  const { rows, first, data, columns, group } = request
  const numbers = new Map<Row, number>()
  const spans = new Map<Row, number>()
  for (const row of rows) if (!subtotalOf(row)) numbers.set(row, first + numbers.size + 1)
  if (group) {
    const nameOf = (row: Row) => subtotalOf(row)?.$subtotal ?? String(row[group.column as unknown as keyof Row])
    for (let i = 0; i < rows.length; ) {
      let end = i + 1
      while (end < rows.length && nameOf(rows[end]!) === nameOf(rows[i]!)) end++
      spans.set(rows[i]!, end - i)
      for (let at = i + 1; at < end; at++) spans.set(rows[at]!, 0)
      i = end
    }
  }
  const labelled = columns.find((column) => column.key !== group?.column)?.key
  const extra = data && request.totals ? request.totals(data) : {}
  return {
    numberOf: (row) => numbers.get(row) ?? null,
    span: (key, row) => (group && key === group.column ? spans.get(row) : undefined),
    subtotal: (row) => {
      const own = subtotalOf(row)
      if (!own) return null
      const said = request.subtotals?.(own.$sums as SumsOf<C>) as Record<string, ReactNode> | undefined
      return (key) => {
        if (key === '$acts') return group?.act?.(own.$subtotal, request.filter) ?? <span />
        if (said && key in said) return said[key]
        if (key === labelled) return '小计'
        const column = columns.find((one) => one.key === key)
        return column ? sumText(column, own.$sums[key]) : null
      }
    },
    totals:
      data?.sums == null
        ? null
        : (key) => {
            if (key === '$no') return '合计'
            if (key in extra) return (extra as Record<string, ReactNode>)[key]
            const column = columns.find((one) => one.key === key)
            const words = column ? sumText(column, data.sums![key]) : ''
            const open = words === '' ? undefined : request.open(key)
            return open ? <Figure onOpen={open}>{words}</Figure> : words
          },
  }
}
