// A field of a table in words: the same on the screen and on paper.
import type { Field, Fields, FieldValue } from '#contract/nursing/assess/kind'

const optionText = (field: Field, value: number) => field.options?.find((one) => one.value === value)?.text ?? ''

/** Said where nothing of a choice applies. */
export const NONE = '以上都没有'

export function valueWords(field: Field, value: FieldValue | null | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'number') {
    if (field.type === 'one') return optionText(field, value)
    return field.unit && !field.name.includes(field.unit) ? `${value} ${field.unit}` : String(value)
  }
  if (typeof value === 'string') return value
  if (field.type === 'table') {
    const rows = value as readonly Readonly<Record<string, string>>[]
    return rows
      .map((row) =>
        (field.columns ?? [])
          .map((column) => row[column.key])
          .filter(Boolean)
          .join(' '),
      )
      .filter(Boolean)
      .join('；')
  }
  const chosen = value as readonly number[]
  return chosen.length === 0 ? NONE : chosen.map((one) => optionText(field, one)).join('、')
}

/** With the text beside the choice: 关节活动受限（左膝）. */
export function fieldWords(field: Field, fields: Fields): string {
  const words = valueWords(field, fields[field.key])
  const beside = fields[`${field.key}.text`]
  return typeof beside === 'string' && beside !== '' ? `${words}（${beside}）` : words
}
