// Where a call takes ids: in its path, its query and its body, with what each of them names.
import type { Call } from '#contract/kit/call'
import { OPEN } from '#contract/kit/permission'
import { type Names, pathNames, type RecordName } from '#contract/kit/records'
import type { TSchema } from '#contract/kit/schema'
import { paramsOf } from './hostile.ts'
import type { StoredRecords } from './storedRecords.ts'

export interface IdPlace {
  call: Call
  part: 'path' | 'query' | 'body'
  /** Keys from the part down; 0 stands for the items of a list. */
  path: readonly string[]
  of: Names | undefined
  /** A text that may hold several ids with commas between them. */
  commas: boolean
}

type Plain = TSchema & {
  'x-of'?: Names
  type?: string
  pattern?: string
  maxLength?: number
  properties?: Record<string, TSchema>
  items?: TSchema
}

const SOUNDS_LIKE_AN_ID = /(Id|Ids|Guid)$|^ids?$/
const ID_PATTERN = '^[\\w-]+$'

/** Made by id(), said to name something, or a text that is called like an id. */
function placesIn(call: Call, part: 'query' | 'body', schema: TSchema | undefined, path: readonly string[]): IdPlace[] {
  const one = schema as Plain | undefined
  if (!one) return []
  if (one.type === 'object')
    return Object.entries(one.properties ?? {}).flatMap(([key, inner]) => placesIn(call, part, inner, [...path, key]))
  if (one.type === 'array') return Array.isArray(one.items) ? [] : placesIn(call, part, one.items, [...path, '0'])
  const name = path.filter((key) => key !== '0').at(-1) ?? ''
  const of = one['x-of']
  if (of === undefined && !(one.type === 'string' && (one.pattern === ID_PATTERN || SOUNDS_LIKE_AN_ID.test(name))))
    return []
  return [{ call, part, path, of, commas: path.at(-1) !== '0' && /ids$/i.test(name) }]
}

export function idPlaces(call: Call): IdPlace[] {
  const inPath = paramsOf(call)
    .filter((name) => name in (call.names ?? {}) || SOUNDS_LIKE_AN_ID.test(name))
    .map((name): IdPlace => {
      const of = call.names?.[name] ?? (Object.hasOwn(pathNames, name) ? pathNames[name] : undefined)
      return { call, part: 'path', path: [name], of, commas: false }
    })
  return [...inPath, ...placesIn(call, 'query', call.query, []), ...placesIn(call, 'body', call.body, [])]
}

export const kindsOf = ({ of }: IdPlace): readonly RecordName[] =>
  of === undefined || (typeof of === 'object' && 'none' in of) ? [] : typeof of === 'string' ? [of] : of

/** The operator administers all organisations; open calls know no caller. */
const isTried = (call: Call) =>
  call.needs !== OPEN && !call.key.startsWith('platform.application.') && call.ends?.includes('WEB') !== false

/** Ids that foreignIds.test.ts tries. */
export const triedIds = (call: Call, records: StoredRecords): IdPlace[] =>
  isTried(call) ? idPlaces(call).filter((place) => kindsOf(place).some((kind) => !records[kind]?.shared)) : []
