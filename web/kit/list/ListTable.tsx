// The table of a list: fixed head, first column and 操作 fixed, rows of one height, arrows between rows, Enter opens.
import { Table, type TableProps } from 'antd'
import {
  type HTMLAttributes,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type ThHTMLAttributes,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ListHandle, RowAction } from './acts.ts'
import type { Column } from './columns.ts'
import type { Sort } from './listQuery.ts'
import { type ColumnChoice, MAX_WIDTH, MIN_WIDTH, widthOf } from './listSettings.ts'
import { actsWidth, RowActions } from './RowActions.tsx'
import { useSteadyActions } from './steadyActions.ts'
import { Tick, TickAll, type Ticks, tickTo } from './ticks.tsx'

interface HeadCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  label?: string
  startWidth?: number
  onWidth?(width: number, done: boolean): void
}

/** A head cell whose right edge can be dragged. */
function HeadCell({ label, startWidth, onWidth, children, ...rest }: HeadCellProps) {
  const drag = useRef<{ x: number; width: number } | null>(null)
  if (!onWidth || startWidth === undefined) return <th {...rest}>{children}</th>
  const widthAt = (x: number) =>
    Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, drag.current!.width + x - drag.current!.x)))
  return (
    <th {...rest}>
      {children}
      <span
        className="yy-resize yy-tall"
        title={`拖动调整“${label}”的列宽`}
        onClick={(event) => event.stopPropagation()}
        onPointerDown={(event) => {
          event.stopPropagation()
          // The cell may be wider than asked for when the table has room to spare.
          const cell = event.currentTarget.parentElement!.getBoundingClientRect()
          drag.current = { x: event.clientX, width: cell.width }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => drag.current && onWidth(widthAt(event.clientX), false)}
        onPointerUp={(event) => {
          if (!drag.current) return
          const width = widthAt(event.clientX)
          drag.current = null
          onWidth(width, true)
        }}
      />
    </th>
  )
}

const components = { header: { cell: HeadCell } }
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

function TableView<Row>(props: TableViewProps<Row>) {
  const { rows, rowKey, columns, settings, sort, actions, may, opens: openable, calls } = props
  const { ticks, instead, label, scale, report } = props
  const wrap = useRef<HTMLDivElement>(null)
  const [dragging, setDragging] = useState<{ key: string; width: number } | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const keyOf = useCallback((row: Row) => String(row[rowKey]), [rowKey])

  const made = useMemo(() => {
    let left = true
    const shown: NonNullable<TableProps<Row>['columns']> = columns.map((column, index) => {
      const own = settings.widths[column.key] !== undefined
      const asked = Math.round(widthOf(column, settings) * (own ? 1 : scale))
      const width = dragging?.key === column.key ? dragging.width : asked
      left = index === 0 || (left && column.fixed)
      const opens = index === 0 && openable
      return {
        key: column.key,
        title: column.title,
        width,
        align: column.align,
        ellipsis: { showTitle: false },
        ...(left && { fixed: 'start' as const }),
        ...(column.sort !== null && {
          sorter: true,
          showSorterTooltip: false,
          sortOrder: sort?.name === column.sort ? (sort.order === 'asc' ? 'ascend' : 'descend') : null,
        }),
        ...(report && { onCell: (row: Row) => ({ rowSpan: report.span(column.key, row) }) }),
        render: (_: unknown, row: Row) => {
          const subtotal = report?.subtotal(row)
          if (subtotal) return subtotal(column.key)
          // Without the pointer the row itself opens, with Enter.
          return opens && column.ownLink ? (
            <span className="yy-open yy-ellipsis is-plain" onClick={() => calls.open(row)}>
              {column.cell(row)}
            </span>
          ) : opens ? (
            <button type="button" className="yy-link yy-open yy-ellipsis" tabIndex={-1} onClick={() => calls.open(row)}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )
        },
        onHeaderCell: () =>
          ({
            label: column.title,
            startWidth: width,
            onWidth: (next: number, done: boolean) => {
              if (!done) return setDragging({ key: column.key, width: next })
              setDragging(null)
              calls.settings({ ...settings, widths: { ...settings.widths, [column.key]: next } })
            },
          }) as unknown as HTMLAttributes<HTMLTableCellElement>,
      }
    })
    if (report) {
      shown.unshift({
        key: '$no',
        title: '序号',
        width: Math.round(NUMBER_WIDTH * scale),
        align: 'right',
        fixed: 'start',
        render: (_: unknown, row: Row) => <span className="yy-row-number yy-second">{report.numberOf(row)}</span>,
      })
    }
    if (actions.length > 0) {
      shown.push({
        key: '$acts',
        title: '操作',
        width: Math.round(actsWidth(rows, actions, may) * scale),
        fixed: 'end',
        render: (_: unknown, row: Row) =>
          report?.subtotal(row)?.('$acts') ?? (
            <RowActions row={row} actions={actions} may={may} list={calls.list} heading={calls.heading(row)} />
          ),
      })
    }
    if (ticks) {
      shown.unshift({
        key: '$tick',
        title: (
          <div className="ant-table-selection">
            <TickAll ticks={ticks} rows={rows} />
          </div>
        ),
        width: TICK_WIDTH,
        fixed: 'start',
        className: 'ant-table-selection-column',
        render: (_: unknown, row: Row) => (
          <Tick ticks={ticks} row={row} rowsNow={calls.rows} label={`选择 ${calls.heading(row)}`} />
        ),
      })
    }
    return shown
  }, [actions, calls, columns, dragging, may, openable, report, rows, scale, settings, sort, ticks])

  const whole = made.reduce((sum, column) => sum + Number(column.width ?? 0), 0)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    // Keys pressed inside a row's buttons belong to the buttons.
    if (event.target !== event.currentTarget) return
    const row = rows[index]!
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined || event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      const to = step !== undefined ? index + step : event.key === 'Home' ? 0 : rows.length - 1
      const next = rows[to]
      if (!next) return
      setCurrent(keyOf(next))
      wrap.current?.querySelectorAll<HTMLElement>('tr.ant-table-row')[to]?.focus()
    } else if (event.key === 'Enter' && openable) {
      event.preventDefault()
      calls.open(row)
    } else if (event.key === ' ' && ticks) {
      event.preventDefault()
      tickTo(ticks, rows, row, false)
    }
  }

  const focusable = rows.some((row) => keyOf(row) === current) ? current : rows[0] ? keyOf(rows[0]) : null
  return (
    <div className="yy-list-table" ref={wrap} role="region" aria-label={label}>
      <Table<Row>
        size="small"
        rowKey={keyOf}
        columns={made}
        components={components}
        dataSource={rows as Row[]}
        pagination={false}
        scroll={{ x: whole, y: '100%' }}
        locale={{
          emptyText: (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: without rows nothing else in what scrolls takes the focus
            <div tabIndex={0}>{instead}</div>
          ),
        }}
        onChange={(_page, _filters, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          const name = columns.find((column) => column.key === one?.columnKey)?.sort
          calls.sort(name && one?.order ? { name, order: one.order === 'ascend' ? 'asc' : 'desc' } : null)
        }}
        onRow={(row, index) => ({
          tabIndex: keyOf(row) === focusable ? 0 : -1,
          onKeyDown: (event) => onKeyDown(event, index ?? 0),
          onFocus: (event) => {
            if (event.target === event.currentTarget) setCurrent(keyOf(row))
          },
          onDoubleClick: () => calls.open(row),
        })}
        {...(report && {
          rowClassName: (row: Row) => (report.subtotal(row) ? 'yy-report-subtotal' : ''),
        })}
        {...(report?.totals &&
          rows.length > 0 && {
            summary: () => (
              <Table.Summary fixed>
                <Table.Summary.Row className="yy-report-totals">
                  {made.map((column, index) => (
                    <Table.Summary.Cell
                      key={String(column.key)}
                      index={index}
                      {...(column.align && { align: column.align as 'left' | 'right' | 'center' })}
                    >
                      {report.totals!(String(column.key))}
                    </Table.Summary.Cell>
                  ))}
                </Table.Summary.Row>
              </Table.Summary>
            ),
          })}
      />
    </div>
  )
}

const View = memo(TableView) as unknown as typeof TableView
