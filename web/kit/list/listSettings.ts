// Which columns a user sees, in which order and how wide; remembered per user and list.
import { useMemo } from 'react'
import { type Density, PREFERENCE, usePreference } from '#web/kit/preferences'
import type { Column } from './columns.ts'

export interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
  /** Columns hidden by their declaration that the user has asked for. */
  shown: readonly string[]
  widths: Readonly<Record<string, number>>
}

export const NO_SETTINGS: ColumnChoice = { order: [], hidden: [], shown: [], widths: {} }
export const MIN_WIDTH = 60
export const MAX_WIDTH = 600

/** All columns in the user's order. Columns that came with a later release stand behind the one they were declared after. */
export function orderColumns<Row>(columns: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const known = new Map(columns.map((column) => [column.key, column]))
  const result = order.filter((key) => known.has(key))
  columns.forEach((column, index) => {
    if (result.includes(column.key)) return
    const before = columns
      .slice(0, index)
      .reverse()
      .find((one) => result.includes(one.key))
    result.splice(before ? result.indexOf(before.key) + 1 : 0, 0, column.key)
  })
  return result.map((key) => known.get(key)!)
}

export function isShown<Row>(column: Column<Row>, settings: ColumnChoice): boolean {
  if (settings.hidden.includes(column.key)) return false
  return !column.hidden || settings.shown.includes(column.key)
}

export const widthOf = <Row>(column: Column<Row>, settings: ColumnChoice) =>
  Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, settings.widths[column.key] ?? column.width))

export function toggled(settings: ColumnChoice, key: string, show: boolean): ColumnChoice {
  const without = (list: readonly string[]) => list.filter((one) => one !== key)
  return {
    ...settings,
    hidden: show ? without(settings.hidden) : [...without(settings.hidden), key],
    shown: show ? [...without(settings.shown), key] : without(settings.shown),
  }
}

export function moved(keys: readonly string[], key: string, to: number): string[] {
  const rest = keys.filter((one) => one !== key)
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, key)
  return rest
}

/** A stored value of an older release, or written by hand, must not break the list. */
function readSettings(stored: unknown): ColumnChoice {
  const value = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<ColumnChoice>
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
  const widths = Object.entries(value.widths ?? {}).filter(([, width]) => typeof width === 'number')
  return {
    order: texts(value.order),
    hidden: texts(value.hidden),
    shown: texts(value.shown),
    widths: Object.fromEntries(widths),
  }
}

export function useListSettings<Row>(path: string, columns: readonly Column<Row>[]) {
  const [stored, save] = usePreference<unknown>(`list:${path}`, null)
  const settings = useMemo(() => readSettings(stored), [stored])
  const ordered = useMemo(() => orderColumns(columns, settings.order), [columns, settings.order])
  const visible = useMemo(() => {
    const shown = ordered.filter((column) => isShown(column, settings))
    // A table without columns shows nothing at all.
    return shown.length > 0 ? shown : ordered.slice(0, 1)
  }, [ordered, settings])
  return { settings, ordered, visible, save: (next: ColumnChoice | null) => save(next) }
}

export const DENSITIES: readonly { key: Density; label: string }[] = [
  { key: 'compact', label: '紧凑' },
  { key: 'default', label: '默认' },
  { key: 'loose', label: '宽松' },
]

/** Row heights of the three densities; large text makes each six taller. */
export const ROW_HEIGHT: Readonly<Record<Density, number>> = { compact: 34, default: 40, loose: 48 }

export const useDensity = () => usePreference<Density>(PREFERENCE.density, 'default')
