// What a text field of a light page has to say about its value. The rules are the call's own schema and the words are
// the server's, so the same mistake reads the same before and after sending.
import { complaint, type Described, formats } from '#contract/kit/formats'
import type { TSchema } from '#contract/kit/schema'

interface TextSchema extends Described {
  minLength?: number
  maxLength?: number
  pattern?: string
}

const matches = (pattern: string, value: string) => new RegExp(pattern, 'u').test(value)

/** The complaint about a text, or null. An empty text is a complaint unless the field may stay empty. */
export function checkText(schema: TSchema, value: string, required = true): string | null {
  const rule = schema as TextSchema
  if (value === '') return required ? complaint(rule, 'required') : null
  // A rule that explains itself says more than a length.
  if (rule.hint && rule.pattern && !matches(rule.pattern, value)) return complaint(rule, 'pattern')
  if (rule.minLength !== undefined && value.length < rule.minLength) return complaint(rule, 'minLength', rule.minLength)
  if (rule.maxLength !== undefined && value.length > rule.maxLength) return complaint(rule, 'maxLength', rule.maxLength)
  if (rule.pattern && !matches(rule.pattern, value)) return complaint(rule, 'pattern')
  if (rule.format && formats[rule.format]?.test(value) === false) return complaint(rule, 'format')
  return null
}

export const titleOf = (schema: TSchema) => (schema as TextSchema).title ?? ''
export const longest = (schema: TSchema) => (schema as TextSchema).maxLength
