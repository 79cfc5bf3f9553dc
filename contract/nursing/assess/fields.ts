// The tables beside the scored items: what was filled in is checked field by field, and what raises a level is read from it.
import type { Field, Fields, FieldValue, Kind } from '#contract/nursing/assess/kind'

export interface FieldFault {
  field: string
  text: string
}

const TEXT = '.text'
const LONG = 500
const SHORT = 100
const ROWS = 40

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest

const has = (field: Field, value: unknown) => field.options?.some((one) => one.value === value) ?? false

/** What is wrong with the value of a field, or null. */
function valueFault(field: Field, value: FieldValue): string | null {
  const { name } = field
  switch (field.type) {
    case 'one':
      return has(field, value) ? null : `请在列出的选项中选择“${name}”`
    case 'many': {
      const all: readonly unknown[] = Array.isArray(value) ? value : [Number.NaN]
      if (!all.every((one) => has(field, one)) || new Set(all).size !== all.length)
        return `请在列出的选项中选择“${name}”`
      return field.exclusive !== undefined && all.length > 1 && all.includes(field.exclusive)
        ? `“${name}”选了“${field.options?.find((one) => one.value === field.exclusive)?.text}”，就不能再选别的`
        : null
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return `“${name}”请填数字`
      const { min = 0, max = 1e6 } = field
      return value < min || value > max ? `“${name}”应在 ${min}～${max} 之间` : null
    }
    case 'date':
      return isText(value, 10) && isDay(value) ? null : `“${name}”请填日期`
    case 'table': {
      const known = new Set(field.columns?.map((one) => one.key))
      const fits =
        Array.isArray(value) &&
        value.length <= ROWS &&
        value.every(
          (row: unknown) =>
            row !== null &&
            typeof row === 'object' &&
            Object.entries(row).every(([key, cell]) => known.has(key) && isText(cell, SHORT)),
        )
      return fits ? null : `“${name}”最多 ${ROWS} 行，每格不超过 ${SHORT} 个字`
    }
    case 'longText':
      return isText(value, LONG) ? null : `“${name}”不超过 ${LONG} 个字`
    case 'idCard':
      return isText(value, 18) && /^\d{17}[\dXx]$|^$/.test(value) ? null : `“${name}”应为 18 位`
    case 'phone':
      return isText(value, 20) && /^[\d+\- ]*$/.test(value) ? null : `“${name}”只能是数字`
    default:
      return isText(value, SHORT) ? null : `“${name}”不超过 ${SHORT} 个字`
  }
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

const isEmpty = (value: FieldValue | undefined) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const allFields = (kind: Kind): readonly Field[] => kind.forms.flatMap((form) => form.fields)

/** `whole`: also what is required and not there. What the product knows by itself is not asked for here. */
export function fieldFaults(kind: Kind, fields: Fields, whole = false): FieldFault[] {
  const known = new Map(allFields(kind).map((one) => [one.key, one]))
  const faults: FieldFault[] = []
  for (const [key, value] of Object.entries(fields)) {
    const field = known.get(key)
    const beside = key.endsWith(TEXT) ? known.get(key.slice(0, -TEXT.length)) : undefined
    if (field) {
      const text = valueFault(field, value)
      if (text) faults.push({ field: key, text })
    } else if (!beside || !isText(value, SHORT))
      faults.push({ field: key, text: beside ? `“${beside.name}”的说明不超过 ${SHORT} 个字` : '表中没有这一栏' })
  }
  if (!whole) return faults
  for (const field of known.values()) {
    const value = Object.hasOwn(fields, field.key) ? fields[field.key] : undefined
    if (field.required && !field.known && isEmpty(value))
      faults.push({ field: field.key, text: `请填写“${field.name}”` })
  }
  return faults
}

/** Whether something is read from it that raises the level: that nothing was chosen has to be said, then. */
export const isRead = (kind: Kind, field: Pick<Field, 'key'>): boolean =>
  kind.inputs.some((one) => one.fromField?.field === field.key)

/** Where an open item, input or field is filled in: an input that is read from a field, in that field. */
export const filledAt = (kind: Kind, open: string): string =>
  kind.inputs.find((one) => one.key === open)?.fromField?.field ?? open

/** Inputs that are not asked but read from a form, as far as that field was filled in (nothing chosen is an answer too). */
export function inputsFromFields(kind: Kind, fields: Fields): [string, number][] {
  return kind.inputs.flatMap(({ key, fromField: from, options }): [string, number][] => {
    if (!from || !Object.hasOwn(fields, from.field)) return []
    const value = fields[from.field]
    if (from.value !== undefined) {
      const chosen: readonly unknown[] = Array.isArray(value) ? value : [value]
      return [[key, chosen.includes(from.value) ? 1 : 0]]
    }
    return typeof value === 'number' && options.some((one) => one.value === value) ? [[key, value]] : []
  })
}
