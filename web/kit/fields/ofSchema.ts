// The field that a schema asks for when nobody says otherwise.
import { optionSet } from '#contract/kit/options'
import type { TSchema } from '#contract/kit/schema'
import { date, datetime } from './date.tsx'
import type { Field } from './field.ts'
import { idCard } from './idCard.tsx'
import { money } from './money.tsx'
import { int, number } from './number.tsx'
import { optionField, yesNo } from './option.tsx'
import { phone } from './phone.tsx'
import { longText, text } from './text.tsx'

const PHONE = '^1\\d{10}$'
/** Longer texts get several lines. */
const ONE_LINE = 200

export function fieldOfSchema(schema: TSchema | undefined): Field<unknown> {
  return choose(schema ?? {}) as unknown as Field<unknown>
}

// Each field is exact about its value; which one fits is known only here.
function choose(schema: Record<string, unknown>): unknown {
  const set = typeof schema.options === 'string' ? optionSet(schema.options) : undefined
  if (set) return optionField(set)
  if (schema.money === true) return money
  if (schema.format === 'yiyuan-date') return date
  if (schema.format === 'yiyuan-datetime') return datetime
  if (schema.format === 'yiyuan-idcard') return idCard
  if (schema.pattern === PHONE) return phone
  if (schema.type === 'integer') return int
  if (schema.type === 'number') return number
  if (schema.type === 'boolean') return yesNo
  if (typeof schema.maxLength === 'number' && schema.maxLength > ONE_LINE) return longText
  return text
}
