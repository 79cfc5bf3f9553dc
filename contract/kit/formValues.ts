// What is filled into a designed form: which fields are asked for now, whether the values will do, what they add up to.
// Pure, so that the sheet on the screen and the server that stores it agree.
import { formats } from './formats.ts'
import {
  type ConditionData,
  type FormDesignData,
  type FormFieldData,
  isFilled,
  type TableColumnData,
} from './formDesign.ts'

/** A row of a table: column id → what stands there. */
export type TableRow = Readonly<Record<string, string | number | boolean | null>>
/** Somebody or something chosen elsewhere, with the name it had then: paper must not change when a name does. */
export interface Named {
  id: string
  name: string
}
/**
 * Options by their value, pictures and signatures by address; people, departments and values of a dictionary with
 * their names.
 */
export type FormValue = string | number | readonly string[] | readonly TableRow[] | Named | null
export type FormValues = Readonly<Record<string, FormValue | undefined>>

const isBlankCell = (value: unknown) => value === undefined || value === null || value === '' || value === false
const isBlankRow = (row: TableRow) => Object.values(row).every(isBlankCell)

export const isNamed = (value: FormValue | undefined): value is Named =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof (value as Named).id === 'string' &&
  typeof (value as Named).name === 'string'

export function isBlank(value: FormValue | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) {
    return value.length === 0 || value.every((one) => typeof one === 'object' && isBlankRow(one as TableRow))
  }
  return false
}

/** What is ticked, whichever kind of choice it is. */
export function chosenOf(value: FormValue | undefined): readonly string[] {
  if (isBlank(value)) return []
  if (Array.isArray(value)) return value as readonly string[]
  return [isNamed(value) ? value.id : String(value)]
}

function holds({ test, value: wanted }: ConditionData, value: FormValue | undefined): boolean {
  if (test === 'filled') return !isBlank(value)
  if (test === 'empty') return isBlank(value)
  if (test === 'least' || test === 'most') {
    if (typeof value !== 'number') return false
    return test === 'least' ? value >= Number(wanted) : value <= Number(wanted)
  }
  return chosenOf(value).includes(wanted ?? '') === (test === 'is')
}

/** The points of one field's choice; null when it has none to give. */
function pointsOf(field: FormFieldData, value: FormValue | undefined): number | null {
  const scored = (field.options ?? []).filter((one) => typeof one.score === 'number')
  if (scored.length === 0) return null
  const chosen = chosenOf(value)
  return scored.filter((one) => chosen.includes(one.value)).reduce((sum, one) => sum + one.score!, 0)
}

export interface Score {
  total: number
  /** The conclusion of the band the total falls into. */
  band: string | null
  /** Scored fields that are still open. */
  open: number
}

/** Points of those scored fields that are asked for, and how many of them are still open. */
function addUp(fields: readonly FormFieldData[], values: FormValues): { total: number; open: number } {
  let total = 0
  let open = 0
  for (const field of fields) {
    const points = pointsOf(field, values[field.id])
    if (points === null) continue
    total += points
    if (isBlank(values[field.id])) open++
  }
  // Halves and tenths must not end in 0.30000000000000004.
  return { total: Math.round(total * 1000) / 1000, open }
}

/** Fields that are asked for as the values stand: one whose condition fails, or looks at a hidden field, is not. */
export function shownFields(design: FormDesignData, values: FormValues): FormFieldData[] {
  const byId = new Map(design.fields.map((field) => [field.id, field]))
  const known = new Map<string, boolean>()
  const meets = (when: ConditionData, other: FormFieldData): boolean => {
    if (other.kind !== 'score') return holds(when, values[other.id])
    const { total, open } = addUp(design.fields.filter(shown), values)
    // A sum that still grows is not yet below anything.
    return holds(when, total) && (when.test === 'least' || open === 0)
  }
  const shown = (field: FormFieldData): boolean => {
    const before = known.get(field.id)
    if (before !== undefined) return before
    // A circle cannot be saved; should one be met all the same, its fields are hidden.
    known.set(field.id, false)
    const other = field.when ? byId.get(field.when.field) : undefined
    const answer = !field.when || (other !== undefined && shown(other) && meets(field.when, other))
    known.set(field.id, answer)
    return answer
  }
  return design.fields.filter(shown)
}

export function scoreOf(design: FormDesignData, values: FormValues, score: FormFieldData): Score {
  const { total, open } = addUp(shownFields(design, values), values)
  const bands = [...(score.bands ?? [])].sort((a, b) => b.from - a.from)
  return { total, open, band: bands.find((one) => total >= one.from)?.label ?? null }
}

/** Longest texts where the design says nothing. */
const MOST_TEXT = { text: 200, longText: 2000 } as const

function cellProblem(column: TableColumnData, cell: TableRow[string] | undefined): string | null {
  if (isBlankCell(cell)) return null
  switch (column.kind) {
    case 'number':
      return typeof cell === 'number' && Number.isFinite(cell) ? null : '应为数字'
    case 'date':
      return formats['yiyuan-date']!.test(String(cell)) ? null : '应为日期'
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(String(cell)) ? null : '应为时间'
    case 'select':
      return (column.options ?? []).includes(String(cell)) ? null : '不在选项里'
    case 'check':
      return typeof cell === 'boolean' ? null : '应为打勾'
    default:
      return String(cell).length <= MOST_TEXT.text ? null : `最多 ${MOST_TEXT.text} 个字`
  }
}

function tableProblem(field: FormFieldData, value: FormValue): string | null {
  const rows = value as readonly TableRow[]
  if (!Array.isArray(value) || rows.some((row) => typeof row !== 'object' || row === null)) return '格式不正确'
  const most = field.grows ? 200 : Math.max(field.rows ?? 1, field.rowTitles?.length ?? 0)
  if (rows.length > most) return `最多 ${most} 行`
  for (const [i, row] of rows.entries()) {
    for (const column of field.columns ?? []) {
      const problem = cellProblem(column, row[column.id])
      if (problem) return `第 ${i + 1} 行的“${column.title}”${problem}`
    }
  }
  return null
}

function countProblem({ min, max }: FormFieldData, count: number, unit: string): string | null {
  if (typeof min === 'number' && count < min) return `至少选 ${min} ${unit}`
  if (typeof max === 'number' && count > max) return `最多 ${max} ${unit}`
  return null
}

function problemOf(field: FormFieldData, value: FormValue): string | null {
  const known = (one: string) => (field.options ?? []).some((option) => option.value === one)
  switch (field.kind) {
    case 'text':
    case 'longText': {
      const most = field.max ?? MOST_TEXT[field.kind]
      return typeof value !== 'string' ? '格式不正确' : [...value].length > most ? `最多 ${most} 个字` : null
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
      const unit = field.unit ?? ''
      if (typeof field.min === 'number' && value < field.min) return `不能小于 ${field.min}${unit}`
      if (typeof field.max === 'number' && value > field.max) return `不能大于 ${field.max}${unit}`
      return null
    }
    case 'date':
      return formats['yiyuan-date']!.test(String(value)) ? null : formats['yiyuan-date']!.hint
    case 'datetime':
      return formats['yiyuan-datetime']!.test(String(value)) ? null : formats['yiyuan-datetime']!.hint
    case 'radio':
    case 'select':
      if (field.dictionary) return isNamed(value) ? null : '格式不正确'
      return typeof value === 'string' && known(value) ? null : '不在选项里'
    case 'staff':
    case 'dept':
      return isNamed(value) ? null : '格式不正确'
    case 'checkbox':
      if (!Array.isArray(value)) return '格式不正确'
      return (value as readonly string[]).every(known) ? countProblem(field, value.length, '项') : '不在选项里'
    case 'picture':
      return Array.isArray(value) ? countProblem({ ...field, max: field.max ?? 6 }, value.length, '张') : '格式不正确'
    case 'table':
      return tableProblem(field, value)
    default:
      return typeof value === 'string' ? null : '格式不正确'
  }
}

const VERBS: Partial<Record<FormFieldData['kind'], string>> = {
  radio: '请选择',
  checkbox: '请选择',
  select: '请选择',
  staff: '请选择',
  dept: '请选择',
  date: '请选择',
  datetime: '请选择',
  sign: '请签名：',
  picture: '请上传',
}

/** Field id → what is wrong; empty when the form may be handed in. Hidden fields are not asked for. */
export function valueProblems(design: FormDesignData, values: FormValues): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of shownFields(design, values)) {
    if (!isFilled(field.kind)) continue
    const value = values[field.id]
    if (isBlank(value)) {
      if (field.required) problems[field.id] = `${VERBS[field.kind] ?? '请填写'}${field.title}`
      continue
    }
    const problem = problemOf(field, value as FormValue)
    if (problem) problems[field.id] = `${field.title}${problem}`
  }
  return problems
}

/** What is kept: values of the fields that are asked for, without empty rows at the end of tables. */
export function keptValues(design: FormDesignData, values: FormValues): FormValues {
  const kept: Record<string, FormValue> = {}
  for (const field of shownFields(design, values)) {
    const value = values[field.id]
    if (!isFilled(field.kind) || isBlank(value)) continue
    if (field.kind !== 'table') kept[field.id] = value as FormValue
    else {
      const rows = [...(value as readonly TableRow[])]
      while (rows.length > 0 && isBlankRow(rows.at(-1)!)) rows.pop()
      kept[field.id] = rows
    }
  }
  return kept
}
