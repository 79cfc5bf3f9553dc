// Which rows of a list are ticked, kept beside the table: a tick draws its own box, the one in the head and the acts on
// what is chosen, and none of the rows.
import { type MouseEvent, memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

type Key = string

export interface Ticks<Row> {
  /** The ticked rows by key, in the order they were ticked; another map after each change. */
  now(): ReadonlyMap<Key, Row>
  set(rows: ReadonlyMap<Key, Row>): void
  /** All of these, or none of them. */
  put(rows: readonly Row[], on: boolean): void
  clear(): void
  keyOf(row: Row): Key
  subscribe(changed: () => void): () => void
  /** Where a range begins that ends with the next tick under Shift. */
  last: Key | null
}

export function createTicks<Row>(keyOf: (row: Row) => Key): Ticks<Row> {
  let rows: ReadonlyMap<Key, Row> = new Map()
  const listeners = new Set<() => void>()
  const set = (next: ReadonlyMap<Key, Row>) => {
    rows = next
    for (const listener of listeners) listener()
  }
  const ticks: Ticks<Row> = {
    last: null,
    keyOf,
    now: () => rows,
    set,
    put: (some, on) => {
      const next = new Map(rows)
      for (const row of some) {
        if (on) next.set(keyOf(row), row)
        else next.delete(keyOf(row))
      }
      set(next)
    },
    clear: () => {
      ticks.last = null
      if (rows.size > 0) set(new Map())
    },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
  return ticks
}

export const useTicked = <Row,>(ticks: Ticks<Row>): ReadonlyMap<Key, Row> =>
  useSyncExternalStore(ticks.subscribe, ticks.now)

/** Under Shift everything between the last tick and this one becomes as this one. */
export function tickTo<Row>(ticks: Ticks<Row>, rows: readonly Row[], row: Row, shift: boolean): void {
  const on = !ticks.now().has(ticks.keyOf(row))
  const from = shift ? rows.findIndex((one) => ticks.keyOf(one) === ticks.last) : -1
  const to = rows.indexOf(row)
  ticks.last = ticks.keyOf(row)
  ticks.put(from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), on)
}

interface TickProps<Row> {
  ticks: Ticks<Row>
  row: Row
  rowsNow(): readonly Row[]
  label: string
}

function TickBox<Row>({ ticks, row, rowsNow, label }: TickProps<Row>) {
  const checked = useSyncExternalStore(ticks.subscribe, () => ticks.now().has(ticks.keyOf(row)))
  return (
    <input
      type="checkbox"
      className="yy-tick"
      checked={checked}
      aria-label={label}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onChange={({ nativeEvent }) => tickTo(ticks, rowsNow(), row, (nativeEvent as unknown as MouseEvent).shiftKey)}
    />
  )
}
export const Tick = memo(TickBox) as typeof TickBox

/** All rows of this page: ticked, some of them, none. */
export function TickAll<Row>({ ticks, rows }: { ticks: Ticks<Row>; rows: readonly Row[] }) {
  const count = useSyncExternalStore(ticks.subscribe, () => {
    const now = ticks.now()
    return rows.reduce((sum, row) => sum + Number(now.has(ticks.keyOf(row))), 0)
  })
  const all = rows.length > 0 && count === rows.length
  const box = useRef<HTMLInputElement>(null)
  // Half ticked is no attribute.
  useLayoutEffect(() => {
    box.current!.indeterminate = count > 0 && !all
  }, [count, all])
  return (
    <input
      ref={box}
      type="checkbox"
      className="yy-tick"
      checked={all}
      disabled={rows.length === 0}
      aria-label="选择本页全部"
      onChange={() => {
        ticks.last = null
        ticks.put(rows, !all)
      }}
    />
  )
}
