// Hostile input, made from a call's own schema: a request that fits, then one field at a time replaced by what no
// honest client sends. The same seed gives the same requests, so a failure can be repeated.
import type { Call } from '#contract/kit/call'
import type { TSchema } from '#contract/kit/schema'

export type Random = () => number

/** mulberry32: small, and the same on every machine. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('')

/** What fits the patterns and formats of the contract; a schema that none of them fits needs one more here. */
const candidates: readonly ((random: Random) => string)[] = [
  (random) => `试${digits(random, 6)}`,
  (random) => `1${digits(random, 10)}`,
  (random) => `hostile${digits(random, 8)}`,
  (random) => `9131${digits(random, 13)}X`,
  () => '2026-11-15 08:30:00',
  () => '2026-11-15',
  () => '2026-11',
  () => '21:30',
  () => '11010519491231002X',
  () => '192.168.1.10',
  () => 'name@example.com',
  () => '/home',
  () => '#1E87F0',
  (random) => `试${[...digits(random, 6)].map((digit) => '零一二三四五六七八九'[Number(digit)]).join('')}`,
  (random) => digits(random, 2),
  (random) => digits(random, 4),
  (random) => digits(random, 6),
  (random) => digits(random, 18),
  (random) => `item${digits(random, 6)}:${digits(random, 3)}00:1`,
  (random) => `BILL::1${digits(random, 5)}:1${digits(random, 3)}:0::1`,
]

interface Plain {
  type?: string
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: TSchema
  properties?: Record<string, TSchema>
}

type Fits = (schema: TSchema, value: unknown) => boolean

/** A value that the schema takes. */
export function sample(schema: TSchema, random: Random, fits: Fits): unknown {
  const one = schema as Plain
  if (one.enum) return one.enum[Math.floor(random() * one.enum.filter((value) => value !== null).length)]
  switch (one.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(one.properties ?? {}).map(([key, field]) => [key, sample(field, random, fits)]),
      )
    case 'array':
      return [sample(one.items!, random, fits)]
    case 'integer':
    case 'number':
      return Math.max(one.minimum ?? 1, Math.min(1, one.maximum ?? 1))
    case 'boolean':
      return random() < 0.5
    case 'string': {
      const found = candidates.map((make) => make(random)).find((text) => fits(schema, text))
      if (found === undefined) throw new Error(`no sample fits ${JSON.stringify(schema)}`)
      return found
    }
    default:
      return { any: '内容' }
  }
}

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
const poisoned = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown

export const HUGE_TEXT = '长'.repeat(34_000)

/** Names that every object answers to: as an option, a sort, a column or a kind they find what nobody declared. */
export const inheritedNames: readonly string[] = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]

/** Days and times at the edge of what JavaScript, PostgreSQL or a calendar know, and beyond it. */
export const extremeTimes: readonly string[] = [
  '0000-01-01',
  '0000-01-01 00:00:00',
  '0001-01-01',
  '0001-01-01 00:00:00',
  '0001-01',
  '9999-12-31',
  '9999-12-31 23:59:59',
  '9999-12',
  '275760-09-13',
  '+275760-09-13 00:00:00',
  '-271821-04-20',
  '2026-11-15 24:00:00',
  '2026-12-31 23:59:60',
  '2026-11-15 08:30:00.123456',
  '24:00:00',
  '24:00',
  '23:59:60',
  '1763280000000000',
  '1e308',
  '-1',
  '9999',
  '0000',
  'infinity',
]

/** Texts: they come in bodies, queries, forms and, escaped, in paths. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '0',
  '-1',
  '1.5',
  '1e999',
  'NaN',
  'Infinity',
  '-Infinity',
  '9223372036854775808',
  '0x10',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  "' or '1'='1",
  "'; drop table account; --",
  '$1',
  '\\',
  '%',
  '_%\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..\\..\\windows',
  ...inheritedNames,
  '\0',
  '前\0后',
  '\u202e\u2066gnp.exe',
  '👨‍👩‍👧‍👦🏳️‍🌈',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '2026-02-30',
  '2026-02-30 00:00:00',
  '0000-01-01',
  '0000-01-01 00:00:00',
  '9999-12-31 23:59:59',
  // A careless pattern takes minutes over these.
  'pass'.repeat(1_000),
  `${'\t'.repeat(4_000)}x`,
  '"token":"\\'.repeat(400),
  HUGE_TEXT,
]

/** What only JSON can carry. 1e999 reads as Infinity there; half a surrogate pair is no character. */
export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  false,
  -1,
  0,
  1.5,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '\ud800',
  'a\udfff😀\ud83d',
  '😀'.repeat(2_500),
  `x${'😀'.repeat(2_500)}`,
  [],
  [null],
  [[]],
  ['', 0, {}],
  Array.from({ length: 6_000 }, (_, i) => i),
  {},
  { length: 1e9 },
  { toString: 1, valueOf: null },
  { $gt: '' },
  poisoned,
  nested(40),
  nested(3_000),
  nested(12_000),
]

/** JSON.stringify would itself run out of stack on some of the values above. */
export function toJson(value: unknown): string {
  const depth = depthOf(value)
  return depth > 1_000 ? '['.repeat(depth) + ']'.repeat(depth) : JSON.stringify(value)
}

function depthOf(value: unknown): number {
  let depth = 0
  for (let at = value; Array.isArray(at); at = at[0]) depth++
  return depth
}

/** A body with one field replaced, as text; `raw` stands for the field as it is. */
export function bodyWith(body: Record<string, unknown>, field: string, raw: string): string {
  const others = Object.entries(body).filter(([key]) => key !== field)
  return `{${[...others.map(([key, value]) => `${JSON.stringify(key)}:${toJson(value)}`), `${JSON.stringify(field)}:${raw}`].join(',')}}`
}

/** Bodies that are not what they say, or nothing at all. */
export const hostileBodies: readonly { type: string; content: string | Buffer }[] = [
  ...['', 'null', '[]', '1', '"text"', 'true', '{', '{"a":', '\0', '[null]', '{}{}', '\ufeff{}', 'NaN', "{'a':1}"].map(
    (content) => ({ type: 'application/json', content }),
  ),
  {
    type: 'application/json',
    content: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  },
  { type: 'application/json', content: '['.repeat(20_000) },
  { type: 'application/json', content: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
  { type: 'application/json', content: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { type: 'application/json; charset=utf-7', content: '{}' },
  { type: 'application/json', content: 'a=1&b=2' },
  { type: 'application/x-www-form-urlencoded', content: '{"a":1}' },
  { type: 'application/x-www-form-urlencoded', content: '' },
  { type: 'application/x-www-form-urlencoded', content: '%' },
  { type: 'application/x-www-form-urlencoded', content: '=&=&&&%zz=%zz&%00=%00&a=%ED%A0%80' },
  { type: 'application/x-www-form-urlencoded', content: `${'a[b]'.repeat(500)}=1` },
  { type: 'application/x-www-form-urlencoded', content: `a${'[b]'.repeat(5_000)}=1` },
  {
    type: 'application/x-www-form-urlencoded',
    content: '__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1',
  },
  {
    type: 'application/x-www-form-urlencoded',
    content: Array.from({ length: 5_000 }, (_, i) => `key${i}=${i}`).join('&'),
  },
  { type: 'application/x-www-form-urlencoded', content: Array.from({ length: 20_000 }, () => 'a[]=1').join('&') },
  { type: 'text/plain', content: '{"a":1}' },
  { type: 'application/xml', content: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
  { type: 'application//json', content: '{}' },
  { type: 'image/png', content: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  { type: 'multipart/form-data', content: 'no boundary' },
  { type: 'multipart/form-data; boundary=', content: 'an empty boundary' },
  { type: 'multipart/form-data; boundary=b', content: '' },
  { type: 'multipart/form-data; boundary=b', content: 'neither begin nor end' },
  { type: 'multipart/form-data; boundary=b', content: '--b\r\n\r\nno headers\r\n--b--\r\n' },
  { type: 'multipart/form-data; boundary=b', content: '--b--\r\n' },
]

/** One part of a multipart body; a file when it has a file name. */
export interface Part {
  name: string
  content: string | Buffer
  filename?: string
  type?: string
  /** Stands behind the name as it is: file names in other alphabets. */
  more?: string
}

/** One transparent point. */
export const TINY_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const quoted = (text: string) => text.replace(/["\r\n]/g, (char) => encodeURIComponent(char))

export function multipart(parts: readonly Part[], boundary = 'yiyuan-boundary'): { type: string; content: Buffer } {
  const chunks = parts.flatMap(({ name, content, filename, type, more = '' }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${
        filename === undefined ? '' : `; filename="${quoted(filename)}"`
      }${more}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Path parts as they stand in the address. */
export const hostilePathParts: readonly string[] = [
  '..',
  '.',
  '%2e%2e%2f%2e%2e%2f',
  '%2f',
  '%5c',
  '%00',
  'a%00b',
  '%zz',
  '%E0%A4%A',
  '%ED%A0%80',
  '%F0%9F%91%A8',
  '%E2%80%AE',
  "'%20or%20'1'%3D'1",
  '%3Cscript%3E',
  ...inheritedNames,
  ...extremeTimes.map(encodeURIComponent),
  'null',
  '%20',
  ';',
  '%3f',
  'x'.repeat(299),
  'x'.repeat(301),
  'x'.repeat(5_000),
]

/** Texts a schema leaves free: nothing but the handler decides what they may be. */
const isFree = ({ type, enum: options, pattern, format }: Plain) =>
  type === 'string' && !options && pattern === undefined && format === undefined

const TIME_WORDS = /date|time|day|month|year|start|end|begin|until|since|from|At$|period/i
const isTime = (name: string, schema: Plain) =>
  (schema.format ?? '').startsWith('yiyuan-date') ||
  (['string', 'number', 'integer'].includes(schema.type ?? '') && !schema.enum && TIME_WORDS.test(name))

/**
 * What a field meets in every run, whatever the budget: an inherited name where the text is free (two of them always, the
 * others by turns), and for days and times those extremes that its pattern lets through, with some of the others.
 */
export function alwaysTried(name: string, schema: TSchema, random: Random, fits: Fits): readonly string[] {
  const one = schema as Plain
  const [first, second, ...others] = inheritedNames as [string, string, ...string[]]
  const names = isFree(one) ? [first, second, others[Math.floor(random() * others.length)]!] : []
  if (!isTime(name, one)) return names
  const number = one.type !== 'string'
  const times = extremeTimes.filter((text) => (number ? Number.isFinite(Number(text)) : fits(schema, text)))
  return [...names, ...times.filter((_, i) => times.length <= 8 || i % 3 === Math.floor(random() * 3))]
}

export const paramsOf = (call: Call): string[] => [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
