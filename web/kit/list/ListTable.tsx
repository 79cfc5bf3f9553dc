// The table of a list: fixed head, first column and 操作 fixed, rows of one height, arrows between rows, Enter opens. One
// plain table whose head and edges stick: nothing is measured and nothing drawn twice before the rows stand.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classes } from '#web/kit/classes'
import type { ListHandle, RowAction } from './acts.ts'
import type { Column } from './columns.ts'
import type { Sort } from './listQuery.ts'
import { type ColumnChoice, widthOf } from './listSettings.ts'
import { actsWidth, RowActions } from './RowActions.tsx'
import { useSteadyActions } from './steadyActions.ts'
import { type Cell, HeadCell, placeOf } from './tableHead.tsx'
import { Tick, TickAll, type Ticks, tickTo } from './ticks.tsx'
import './table.css'

const NUMBER_WIDTH = 64
const TICK_WIDTH = 44

interface ListTableProps<Row> {
  rows: readonly Row[]
  rowKey: keyof Row & string
  columns: readonly Column<Row>[]
  settings: ColumnChoice
  onSettings(settings: ColumnChoice): void
  sort: Sort | null
  onSort(sort: Sort | null): void
  actions: readonly RowAction<Row>[]
  may(needs: string): boolean
  list: ListHandle
  headingOf(row: Row): string
  onOpen?: ((row: Row) => void) | undefined
  /** Absent: rows cannot be chosen. */
  ticks?: Ticks<Row> | undefined
  /** Stands where the rows would: bones, empty, failure. */
  instead: ReactNode
  label: string
  /** Large text needs wider columns; widths a user has set stay. */
  scale: number
  /** What a report adds: numbers, subtotals between the rows, the totals below them. */
  report?: ReportFace<Row> | undefined
}

export interface ReportFace<Row> {
  /** 序号; null for a subtotal. */
  numberOf(row: Row): number | null
  /** The cells of a row that is a subtotal, by column. */
  subtotal(row: Row): ((key: string) => ReactNode) | null
  /** Rows that a cell covers; 0 where the cell above covers this one. */
  span(key: string, row: Row): number | undefined
  /** The cells of the totals; null while they are not known. */
  totals: ((key: string) => ReactNode) | null
}

/** What the rows call when something is done with them: always the latest of the page. */
interface Calls<Row> {
  open(row: Row): void
  sort(sort: Sort | null): void
  settings(settings: ColumnChoice): void
  heading(row: Row): string
  rows(): readonly Row[]
  list: ListHandle
}

type TableViewProps<Row> = Omit<ListTableProps<Row>, 'onSettings' | 'onSort' | 'list' | 'headingOf' | 'onOpen'> & {
  opens: boolean
  calls: Calls<Row>
}

/** Rows are drawn again when they or their columns change, not whenever the page around them does. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { onSettings: _, onSort: __, list: ___, headingOf: ____, onOpen, instead, ...shown } = props
  const latest = useRef(props)
  latest.current = props
  const calls = useMemo<Calls<Row>>(() => {
    const now = () => latest.current
    return {
      open: (row) => now().onOpen?.(row),
      sort: (sort) => now().onSort(sort),
      settings: (settings) => now().onSettings(settings),
      heading: (row) => now().headingOf(row),
      rows: () => now().rows,
      list: {
        openForm: (form) => now().list.openForm(form),
        refresh: () => now().list.refresh(),
        clearSelection: () => now().list.clearSelection(),
        get filter() {
          return now().list.filter
        },
        get total() {
          return now().list.total
        },
      },
    }
  }, [])
  return (
    <View<Row>
      {...shown}
      actions={useSteadyActions(props.actions, props.rows, props.may)}
      instead={props.rows.length === 0 ? instead : null}
      opens={onOpen !== undefined}
      calls={calls}
    />
  )
}

type CellFacts<Row> = Pick<
  TableViewProps<Row>,
  'columns' | 'settings' | 'scale' | 'report' | 'ticks' | 'actions' | 'may' | 'opens' | 'calls'
>

/** The columns as they stand: ticks and numbers before those of the list, 操作 after them. */
function cellsOf<Row>(
  { columns, settings, scale, report, ticks, actions, may, opens: openable, calls }: CellFacts<Row>,
  actsWide: number,
): Cell<Row>[] {
  let left = true
  const shown = columns.map<Cell<Row>>((column, index) => {
    const own = settings.widths[column.key] !== undefined
    left = index === 0 || (left && column.fixed)
    const opens = index === 0 && openable
    return {
      key: column.key,
      title: column.title,
      width: Math.round(widthOf(column, settings) * (own ? 1 : scale)),
      align: column.align,
      clip: true,
      edge: left ? 'start' : null,
      sort: column.sort,
      sized: true,
      draw: (row) => {
        // Without the pointer the row itself opens, with Enter.
        if (opens && column.ownLink) {
          return (
            <span className="yy-open yy-ellipsis is-plain" onClick={() => calls.open(row)}>
              {column.cell(row)}
            </span>
          )
        }
        return opens ? (
          <button type="button" className="yy-link yy-open yy-ellipsis" tabIndex={-1} onClick={() => calls.open(row)}>
            {column.cell(row)}
          </button>
        ) : (
          column.cell(row)
        )
      },
    }
  })
  const plain = { align: 'left', clip: false, sort: null, sized: false } as const
  if (report) {
    shown.unshift({
      ...plain,
      key: '$no',
      title: '序号',
      width: Math.round(NUMBER_WIDTH * scale),
      align: 'right',
      edge: 'start',
      draw: (row) => <span className="yy-row-number yy-second">{report.numberOf(row)}</span>,
    })
  }
  if (actions.length > 0) {
    shown.push({
      ...plain,
      key: '$acts',
      title: '操作',
      width: actsWide,
      edge: 'end',
      draw: (row) =>
        report?.subtotal(row)?.('$acts') ?? (
          <RowActions row={row} actions={actions} may={may} list={calls.list} heading={calls.heading(row)} />
        ),
    })
  }
  if (ticks) {
    shown.unshift({
      ...plain,
      key: '$tick',
      title: null,
      width: TICK_WIDTH,
      edge: 'start',
      draw: (row) => <Tick ticks={ticks} row={row} rowsNow={calls.rows} label={`选择 ${calls.heading(row)}`} />,
    })
  }
  return shown
}

interface LineProps<Row> {
  row: Row
  cells: readonly Cell<Row>[]
  report: ReportFace<Row> | undefined
  /** The one row the tab key stops at. */
  stop: boolean
  onKey(event: KeyboardEvent<HTMLElement>, row: Row): void
  onStop(row: Row): void
  onOpen(row: Row): void
}

function LineView<Row>({ row, cells, report, stop, onKey, onStop, onOpen }: LineProps<Row>) {
  const subtotal = report?.subtotal(row)
  return (
    <tr
      className={classes('yy-tr', subtotal && 'yy-report-subtotal')}
      tabIndex={stop ? 0 : -1}
      onKeyDown={(event) => onKey(event, row)}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onStop(row)
      }}
      onDoubleClick={() => onOpen(row)}
    >
      {cells.map((cell) => {
        const span = cell.sized ? report?.span(cell.key, row) : undefined
        if (span === 0) return null
        return (
          <td key={cell.key} {...placeOf(cell)} rowSpan={span}>
            {subtotal && cell.sized ? subtotal(cell.key) : cell.draw(row)}
          </td>
        )
      })}
    </tr>
  )
}
const Line = memo(LineView) as unknown as typeof LineView

/** Whether there is more to either side shows as a shadow at the fixed columns; asked when the browser has laid out. */
function useMoreMarks() {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const mark = () => {
      element.toggleAttribute('data-more-start', element.scrollLeft > 0)
      element.toggleAttribute('data-more-end', element.scrollLeft + element.clientWidth < element.scrollWidth - 1)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    observer.observe(element.firstElementChild!)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
  return box
}

function TableView<Row>(props: TableViewProps<Row>) {
  const { rows, rowKey, columns, settings, sort, actions, may, opens, calls } = props
  const { ticks, instead, label, scale, report } = props
  const box = useMoreMarks()
  const [dragging, setDragging] = useState<{ key: string; width: number } | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const keyOf = useCallback((row: Row) => String(row[rowKey]), [rowKey])
  const actsWide = useMemo(
    () => (actions.length > 0 ? Math.round(actsWidth(rows, actions, may) * scale) : 0),
    [rows, actions, may, scale],
  )
  const cells = useMemo(
    () => cellsOf<Row>({ columns, settings, scale, report, ticks, actions, may, opens, calls }, actsWide),
    [columns, settings, scale, report, ticks, actions, may, opens, calls, actsWide],
  )
  const widths = cells.map((cell) => (dragging?.key === cell.key ? dragging.width : cell.width))
  const whole = widths.reduce((sum, width) => sum + width, 0)

  // As they are now, so that the rows need not be drawn again for them.
  const onKey = useCallback(
    (event: KeyboardEvent<HTMLElement>, row: Row) => {
      // Keys pressed inside a row's buttons belong to the buttons.
      if (event.target !== event.currentTarget) return
      const now = calls.rows()
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined || event.key === 'Home' || event.key === 'End') {
        event.preventDefault()
        const to = step !== undefined ? now.indexOf(row) + step : event.key === 'Home' ? 0 : now.length - 1
        const next = now[to]
        if (!next) return
        setCurrent(keyOf(next))
        box.current?.querySelectorAll<HTMLElement>('tr.yy-tr')[to]?.focus()
      } else if (event.key === 'Enter' && opens) {
        event.preventDefault()
        calls.open(row)
      } else if (event.key === ' ' && ticks) {
        event.preventDefault()
        tickTo(ticks, now, row, false)
      }
    },
    [box, calls, keyOf, opens, ticks],
  )
  const onStop = useCallback((row: Row) => setCurrent(keyOf(row)), [keyOf])

  const stop = rows.some((row) => keyOf(row) === current) ? current : rows[0] ? keyOf(rows[0]) : null
  return (
    <section className="yy-table-box" ref={box} aria-label={label}>
      <table className="yy-table" style={{ width: whole, ...edgesOf(cells, widths) }}>
        <colgroup>
          {cells.map((cell, at) => (
            <col key={cell.key} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {cells.map((cell) => (
              <HeadCell
                key={cell.key}
                cell={cell}
                order={cell.sort !== null && sort?.name === cell.sort ? sort.order : null}
                onSort={calls.sort}
                onWidth={(width, done) => {
                  if (!done) return setDragging({ key: cell.key, width })
                  setDragging(null)
                  calls.settings({ ...settings, widths: { ...settings.widths, [cell.key]: width } })
                }}
              >
                {cell.key === '$tick' && ticks ? <TickAll ticks={ticks} rows={rows} /> : cell.title}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={keyOf(row)}
              row={row}
              cells={cells}
              report={report}
              stop={keyOf(row) === stop}
              onKey={onKey}
              onStop={onStop}
              onOpen={calls.open}
            />
          ))}
        </tbody>
        {report?.totals && rows.length > 0 && (
          <tfoot>
            <tr className="yy-report-totals">
              {cells.map((cell) => (
                <td key={cell.key} {...placeOf(cell)}>
                  {report.totals!(cell.key)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {rows.length === 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without rows nothing else in what scrolls takes the focus
        <div className="yy-table-instead" tabIndex={0}>
          {instead}
        </div>
      )}
    </section>
  )
}

/** Where the fixed columns stop, as variables of the table: a column that is made wider draws no row again. */
function edgesOf<Row>(cells: readonly Cell<Row>[], widths: readonly number[]): CSSProperties {
  const edges: Record<string, string> = {}
  let left = 0
  for (const [at, cell] of cells.entries()) {
    if (cell.edge !== 'start') break
    edges[`--at-${cell.key.replace('$', '')}`] = `${left}px`
    left += widths[at]!
  }
  return edges as CSSProperties
}

const View = memo(TableView) as unknown as typeof TableView
