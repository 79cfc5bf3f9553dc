// Input is hostile: it is coerced (forms and queries carry texts), stripped of unknown fields and checked against
// the call's schema. The message names the field as the form does.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { complaint, type Described, formats } from '#contract/kit/formats'
import { Refusal } from '#contract/kit/refusal'
import type { TObject, TSchema } from '#contract/kit/schema'

const ajv = new Ajv({
  coerceTypes: true,
  removeAdditional: true,
  useDefaults: true,
  allErrors: false,
  verbose: true,
  strict: false,
  discriminator: true,
})
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.test)

function message(error: ErrorObject): { text: string; field: string | undefined } {
  const schema = error.parentSchema as Described | undefined
  const params = error.params as Record<string, string | number>
  if (error.keyword === 'required') {
    const field = String(params.missingProperty)
    const properties = (error.parentSchema as { properties?: Record<string, { title?: string }> }).properties
    return { text: complaint({ title: properties?.[field]?.title ?? field }, 'required'), field }
  }
  const field = error.instancePath.split('/')[1]
  return { text: complaint({ title: field ?? '内容', ...schema }, error.keyword, params.limit), field }
}

/** Optional fields: the empty text of a form means "nothing here". */
function emptyToNull(schema: TObject): string[] {
  const required = new Set(schema.required ?? [])
  return Object.keys(schema.properties).filter((key) => !required.has(key))
}

/** "Infinity" and 1e999 are numbers to JavaScript and to nothing behind it. */
function isEndless(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(isEndless)
}

export type Check = (input: Record<string, unknown>) => void

/**
 * A function that tidies the input in place and refuses what does not fit. It is compiled when it is first needed: of
 * 800 calls a house uses a part, and the others would take up memory for nothing.
 */
export function checker(schema: TSchema | undefined): Check {
  if (!schema) return () => undefined
  let validate: ValidateFunction | undefined
  const optional = schema.type === 'object' ? emptyToNull(schema as TObject) : []
  return (input) => {
    for (const key of optional) if (input[key] === '') input[key] = null
    validate ??= ajv.compile(schema)
    if (validate(input)) {
      const endless = Object.keys(input).find((key) => isEndless(input[key]))
      if (endless === undefined) return
      const { title = endless } = (schema.properties?.[endless] ?? {}) as Described
      throw new Refusal('INVALID_INPUT', { message: complaint({ title }, 'type') }, endless)
    }
    const { text, field } = message(validate.errors![0]!)
    throw new Refusal('INVALID_INPUT', { message: text }, field)
  }
}
