// The head of a list's table: what sorts, and edges that are dragged.
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classes } from '#web/kit/classes'
import type { Sort } from './listQuery.ts'
import { MAX_WIDTH, MIN_WIDTH } from './listSettings.ts'

/** A column as the table draws it. */
export interface Cell<Row> {
  key: string
  title: string | null
  width: number
  align: 'left' | 'right' | 'center'
  /** What does not fit is cut off with dots. */
  clip: boolean
  /** Stays in sight while the others scroll. */
  edge: 'start' | 'end' | null
  sort: string | null
  /** Its width is the user's to choose. */
  sized: boolean
  draw(row: Row): ReactNode
}

export const placeOf = <Row,>({ key, align, clip, edge }: Cell<Row>) => ({
  className: classes(
    align !== 'left' && `is-${align}`,
    clip && 'is-clipped',
    edge && `is-${edge}`,
    key === '$tick' && 'is-tick',
  ),
  ...(edge === 'start' && { style: { left: `var(--at-${key.replace('$', '')})` } as CSSProperties }),
})

interface HeadCellProps<Row> {
  cell: Cell<Row>
  order: Sort['order'] | null
  onSort(sort: Sort | null): void
  onWidth(width: number, done: boolean): void
  children: ReactNode
}

export function HeadCell<Row>({ cell, order, onSort, onWidth, children }: HeadCellProps<Row>) {
  const { title, sort, sized } = cell
  const place = placeOf(cell)
  if (sort === null) {
    return (
      <th scope="col" {...place}>
        {children}
        {sized && <Edge label={title!} onWidth={onWidth} />}
      </th>
    )
  }
  // Upwards, downwards, as it came.
  const turn = () =>
    onSort(order === null ? { name: sort, order: 'asc' } : order === 'asc' ? { name: sort, order: 'desc' } : null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    turn()
  }
  return (
    <th
      scope="col"
      {...place}
      className={classes(place.className, 'is-sortable', order !== null && 'is-sorted')}
      tabIndex={0}
      aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      onClick={turn}
      onKeyDown={onKeyDown}
    >
      <span className="yy-sort">
        <span className="yy-ellipsis">{children}</span>
        <i className={classes('yy-sort-marks', order && `is-${order}`)} aria-hidden />
      </span>
      {sized && <Edge label={title!} onWidth={onWidth} />}
    </th>
  )
}

/** The right edge of a head cell, dragged to make its column wider or narrower. */
function Edge({ label, onWidth }: { label: string; onWidth(width: number, done: boolean): void }) {
  const drag = useRef<{ x: number; width: number } | null>(null)
  const widthAt = (x: number) =>
    Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, drag.current!.width + x - drag.current!.x)))
  return (
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
  )
}
