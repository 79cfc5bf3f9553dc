// Input is hostile: it is coerced (forms and queries carry texts), stripped of unknown fields and checked against
// the call's schema. The message names the field as the form does.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Refusal } from '#contract/kit/refusal'
import type { TObject, TSchema } from '#contract/kit/schema'

const DATE_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

const realDay = (text: string) => {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** GB 11643: 17 digits and a mod-11-2 check digit. */
export function isIdCard(text: string): boolean {
  if (!/^\d{17}[\dX]$/.test(text)) return false
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, i) => total + weight * Number(text[i]), 0)
  const born = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`
  return '10X98765432'[sum % 11] === text[17] && DATE.test(born) && realDay(born)
}

const formats: Record<string, { test: (text: string) => boolean; hint: string }> = {
  'yiyuan-datetime': { test: (t) => DATE_TIME.test(t) && realDay(t), hint: '应为 年-月-日 时:分:秒' },
  'yiyuan-date': { test: (t) => DATE.test(t) && realDay(t), hint: '应为 年-月-日' },
  'yiyuan-idcard': { test: isIdCard, hint: '不是有效的 18 位身份证号' },
  'yiyuan-ipv4': { test: (t) => IPV4.test(t), hint: '应为 IPv4 地址，如 192.168.1.10' },
}

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
  const schema = error.parentSchema as { title?: string; hint?: string; format?: string } | undefined
  const params = error.params as Record<string, string | number>
  if (error.keyword === 'required') {
    const field = String(params.missingProperty)
    const properties = (error.parentSchema as { properties?: Record<string, { title?: string }> }).properties
    return { text: `请填写${properties?.[field]?.title ?? field}`, field }
  }
  const field = error.instancePath.split('/')[1]
  const title = schema?.title ?? field ?? '内容'
  switch (error.keyword) {
    case 'minLength':
      return { text: params.limit === 1 ? `请填写${title}` : `${title}至少 ${params.limit} 个字`, field }
    case 'maxLength':
      return { text: `${title}最多 ${params.limit} 个字`, field }
    case 'minimum':
      return { text: `${title}不能小于 ${params.limit}`, field }
    case 'maximum':
      return { text: `${title}不能大于 ${params.limit}`, field }
    case 'maxItems':
      return { text: `${title}最多 ${params.limit} 项`, field }
    case 'enum':
      return { text: `${title}不在可选范围内`, field }
    case 'pattern':
      return { text: `${title}${schema?.hint ?? '格式不正确'}`, field }
    case 'format':
      return { text: `${title}${formats[schema?.format ?? '']?.hint ?? '格式不正确'}`, field }
    default:
      return { text: `${title}格式不正确`, field }
  }
}

/** Optional fields: the empty text of a form means "nothing here". */
function emptyToNull(schema: TObject): string[] {
  const required = new Set(schema.required ?? [])
  return Object.keys(schema.properties).filter((key) => !required.has(key))
}

export type Check = (input: Record<string, unknown>) => void

/** Compiles a schema to a function that tidies the input in place and refuses what does not fit. */
export function checker(schema: TSchema | undefined): Check {
  if (!schema) return () => undefined
  const validate: ValidateFunction = ajv.compile(schema)
  const optional = schema.type === 'object' ? emptyToNull(schema as TObject) : []
  return (input) => {
    for (const key of optional) if (input[key] === '') input[key] = null
    if (validate(input)) return
    const { text, field } = message(validate.errors![0]!)
    throw new Refusal('INVALID_INPUT', { message: text }, field)
  }
}
