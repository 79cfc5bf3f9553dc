// The table of a ward: what is typed into its cells, what it means, and where a key leads.
import { hasValue, vitalFaults } from '#contract/nursing/vitalJudge'
import { type VitalField, type VitalValues, vitalFields } from '#contract/nursing/vitalKinds'

/** Columns of the table. Blood pressure is typed as 128/76. */
export const WARD_COLUMNS = [
  'temperature',
  'pulse',
  'breathing',
  'pressure',
  'oxygen',
  'glucose',
  'weight',
  'pain',
  'stool',
] as const
export type WardColumn = (typeof WARD_COLUMNS)[number]

export const columnTitle = (column: WardColumn) => (column === 'pressure' ? '血压' : vitalFields[column].title)
export const columnUnit = (column: WardColumn) => (column === 'pressure' ? 'mmHg' : vitalFields[column].unit)

export type TypedRow = Partial<Record<WardColumn, string>>

/** Chosen once for the whole round. */
export interface Round {
  measuredAt: string
  glucoseTiming: string
  stoolShape: string
}

const NUMBER = /^\d{1,4}(?:\.\d{1,2})?$/

/** Full-width signs of a Chinese keyboard mean the same. */
const tidy = (text: string) =>
  text
    .trim()
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[．。]/g, '.')
    .replace(/[／\-\s]+/g, '/')

export interface ReadRow {
  values: VitalValues
  /** By column, for people. */
  faults: Partial<Record<WardColumn, string>>
  empty: boolean
}

export const columnOf = (field: string): WardColumn | null =>
  field === 'systolic' || field === 'diastolic'
    ? 'pressure'
    : field === 'glucoseTiming'
      ? 'glucose'
      : field === 'stoolShape'
        ? 'stool'
        : (WARD_COLUMNS.find((column) => column === field) ?? null)

/** 366 is 36.6: nobody has a hundred degrees, and the point is far away on a keyboard of numbers. */
const asTemperature = (value: number) => (value >= 300 && value <= 450 ? value / 10 : value)

export function readRow(typed: TypedRow, round: Pick<Round, 'glucoseTiming' | 'stoolShape'>): ReadRow {
  const values: VitalValues = {}
  const faults: ReadRow['faults'] = {}
  for (const column of WARD_COLUMNS) {
    const text = tidy(typed[column] ?? '')
    if (text === '') continue
    if (column === 'pressure') {
      const [high, low, ...more] = text.split('/')
      if (!high || !low || more.length > 0 || !NUMBER.test(high) || !NUMBER.test(low)) faults.pressure = '请填成 128/76'
      else Object.assign(values, { systolic: Number(high), diastolic: Number(low) })
    } else if (!NUMBER.test(text)) faults[column] = '请填数字'
    else values[column] = column === 'temperature' ? asTemperature(Number(text)) : Number(text)
  }
  if (values.glucose !== undefined) values.glucoseTiming = round.glucoseTiming
  if (values.stool) values.stoolShape = round.stoolShape
  for (const [field, text] of vitalFaults(values)) {
    const column = columnOf(field)
    if (column) faults[column] ??= text
  }
  return { values, faults, empty: !hasValue(values) && Object.keys(faults).length === 0 }
}

export interface Cell {
  row: number
  column: number
}

/** Enter and ↓ go down, ↑ up, ← and → only from the edge of the text; null: the key keeps its own meaning. */
export function cellAfter(
  key: string,
  at: Cell,
  size: { rows: number; columns: number },
  caret: { atStart: boolean; atEnd: boolean },
): Cell | null {
  const { row, column } = at
  switch (key) {
    case 'Enter':
      // At the end of a row the next elder begins.
      return column + 1 < size.columns
        ? { row, column: column + 1 }
        : row + 1 < size.rows
          ? { row: row + 1, column: 0 }
          : null
    case 'ArrowDown':
      return row + 1 < size.rows ? { row: row + 1, column } : null
    case 'ArrowUp':
      return row > 0 ? { row: row - 1, column } : null
    case 'ArrowRight':
      return caret.atEnd && column + 1 < size.columns ? { row, column: column + 1 } : null
    case 'ArrowLeft':
      return caret.atStart && column > 0 ? { row, column: column - 1 } : null
    default:
      return null
  }
}

export const fieldOfColumn = (column: WardColumn): VitalField => (column === 'pressure' ? 'systolic' : column)
