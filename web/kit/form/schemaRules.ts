// The form's rules are the request's schema: what is required, how long, which pattern, which range. The messages are
// the server's own.
import { complaint, type Described, formats } from '#contract/kit/formats'
import type { TObject, TSchema } from '#contract/kit/schema'

type Loose = Readonly<Record<string, unknown>>

export const isRequired = (schema: TObject, name: string) => (schema.required ?? []).includes(name)

/** A list is called what its items are called. */
const titleOf = (schema: Loose | undefined): string | undefined =>
  (schema?.title as string | undefined) ?? (schema?.items as { title?: string } | undefined)?.title

export const titleOfField = (schema: TObject, name: string) => titleOf(schema.properties[name]) ?? name

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The first thing wrong with a value, in words; null when it may be sent. */
export function problemOf(schema: TSchema, value: unknown, required: boolean): string | null {
  const rule = { ...schema, title: titleOf(schema) } as Loose & Described
  if (isBlank(value)) return required && rule.minLength !== 0 ? complaint(rule, 'required') : null
  if (Array.isArray(value)) {
    if (value.length === 0 && required && rule.minItems !== 0) return complaint(rule, 'required')
    if (typeof rule.minItems === 'number' && value.length < rule.minItems)
      return complaint(rule, 'minItems', rule.minItems)
    if (typeof rule.maxItems === 'number' && value.length > rule.maxItems)
      return complaint(rule, 'maxItems', rule.maxItems)
    return null
  }
  if (Array.isArray(rule.enum) && !rule.enum.includes(value)) return complaint(rule, 'enum')
  if (typeof value === 'string') {
    const text = value.trim()
    if (typeof rule.minLength === 'number' && [...text].length < rule.minLength)
      return complaint(rule, 'minLength', rule.minLength)
    if (typeof rule.maxLength === 'number' && [...text].length > rule.maxLength)
      return complaint(rule, 'maxLength', rule.maxLength)
    if (typeof rule.pattern === 'string' && !new RegExp(rule.pattern, 'u').test(text)) return complaint(rule, 'pattern')
    const format = typeof rule.format === 'string' ? formats[rule.format] : undefined
    if (format && !format.test(text)) return complaint(rule, 'format')
  }
  if (typeof value === 'number' && rule.money !== true) {
    if (typeof rule.minimum === 'number' && value < rule.minimum) return complaint(rule, 'minimum', rule.minimum)
    if (typeof rule.maximum === 'number' && value > rule.maximum) return complaint(rule, 'maximum', rule.maximum)
  }
  return null
}

/** What is sent: texts without blanks at their ends, nothing as null where the schema has it optional. */
export function requestValues(schema: TObject, values: Loose): Record<string, unknown> {
  const request: Record<string, unknown> = {}
  for (const name of Object.keys(schema.properties)) {
    const value = values[name]
    const tidy = typeof value === 'string' ? value.trim() : value
    if (isBlank(tidy)) {
      if (name in values && !isRequired(schema, name)) request[name] = null
    } else request[name] = tidy
  }
  return request
}

const plain = (value: unknown) => (isBlank(value) || (Array.isArray(value) && value.length === 0) ? null : value)

/** Names of the fields in which two sets of values differ; nothing and '' are the same. */
export function differing(a: Loose, b: Loose, names: readonly string[]): string[] {
  return names.filter((name) => JSON.stringify(plain(a[name])) !== JSON.stringify(plain(b[name])))
}
