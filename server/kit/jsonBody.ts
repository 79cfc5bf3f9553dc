// Reads what a client sent as JSON into values that can be kept: everything behind this may write them out again, to
// the database or to a job, without meeting nesting that overflows a stack or half a character.
import { invalid } from '#contract/kit/refusal'

/** No form of the product nests half as deep. */
const DEEPEST = 64
/** A client that cuts a text by length may cut an emoji in two; PostgreSQL takes no half of it in JSON. */
const HALF_CHARACTER = /\p{Surrogate}/u
const HALF_CHARACTERS = /\p{Surrogate}/gu
const UNKNOWN_CHARACTER = '\ufffd'

export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('请求内容不是有效的 JSON')
  }
  return storable(value)
}

export const wholeText = (text: string) =>
  HALF_CHARACTER.test(text) ? text.replace(HALF_CHARACTERS, UNKNOWN_CHARACTER) : text

/** The same value, tidied in place; refuses what nests too deep. */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return wholeText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) throw invalid(`提交内容的嵌套不能超过 ${DEEPEST} 层`)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = storable(value[i], depth + 1)
    return value
  }
  const fields = value as Record<string, unknown>
  for (const key of Object.keys(fields)) {
    const name = wholeText(key)
    const field = storable(fields[key], depth + 1)
    // A field of that name is nobody's, and whoever copies the object by assignment would change its prototype.
    if (name !== key || key === '__proto__') delete fields[key]
    if (name !== '__proto__') fields[name] = field
  }
  return fields
}
