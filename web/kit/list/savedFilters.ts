// 常用查询: filters that a user has given a name, kept with their preferences per list. What is stored may come from an
// older release: fields that the list no longer asks for, and values that it would refuse, are left out.
import { useCallback, useMemo } from 'react'
import type { Call } from '#contract/kit/call'
import type { TObject, TSchema } from '#contract/kit/schema'
import { isEmpty } from '#web/kit/fields/field'
import { problemOf } from '#web/kit/form/schemaRules'
import { usePreference, usePreferences } from '#web/kit/preferences'
import type { Filter } from './columns.ts'

export interface SavedFilter {
  name: string
  filter: Filter
}
export interface SavedFilters {
  list: readonly SavedFilter[]
  /** The name of the one that a first visit starts with. */
  start: string | null
}

export const MOST_SAVED = 20
export const LONGEST_NAME = 20
const NOTHING: SavedFilters = { list: [], start: null }
const PAGING = ['page', 'size', 'orderBy']

const nameOf = (path: string) => `filters:${path}`

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
}
/** A schema without a type of its own names its values one by one. */
const isOfType = (schema: TSchema, value: unknown) =>
  TYPES[String((schema as { type?: unknown }).type)]?.(value) ?? typeof value !== 'object'

/** Only what the call still asks for, with values that it takes. */
export function fittingFilter(call: Pick<Call, 'query'>, stored: unknown): Filter {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {}
  const known = (call.query as TObject | undefined)?.properties ?? {}
  return Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => {
      if (isEmpty(value) || PAGING.includes(name) || !Object.hasOwn(known, name)) return false
      return isOfType(known[name]!, value) && problemOf(known[name]!, value, false) === null
    }),
  )
}

export function readSaved(call: Pick<Call, 'query'>, stored: unknown): SavedFilters {
  const value = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<SavedFilters>
  const list: SavedFilter[] = []
  for (const one of Array.isArray(value.list) ? value.list : []) {
    const name = typeof one?.name === 'string' ? one.name.trim().slice(0, LONGEST_NAME) : ''
    if (name === '' || list.some((other) => other.name === name) || list.length === MOST_SAVED) continue
    list.push({ name, filter: fittingFilter(call, one.filter) })
  }
  return { list, start: list.some((one) => one.name === value.start) ? value.start! : null }
}

/** A name that is there already gets the new filter. */
export function withSaved(saved: SavedFilters, name: string, filter: Filter): SavedFilters {
  const kept = Object.fromEntries(Object.entries(filter).filter(([, value]) => !isEmpty(value)))
  const there = saved.list.some((one) => one.name === name)
  const list = there
    ? saved.list.map((one) => (one.name === name ? { name, filter: kept } : one))
    : [...saved.list, { name, filter: kept }]
  return { ...saved, list }
}

export const withoutSaved = (saved: SavedFilters, name: string): SavedFilters => ({
  list: saved.list.filter((one) => one.name !== name),
  start: saved.start === name ? null : saved.start,
})

/** The filter that a first visit starts with, when the user has chosen one. */
export function startFilter(call: Pick<Call, 'query'>, path: string): Filter | null {
  const saved = readSaved(call, usePreferences.getState().values[nameOf(path)])
  return saved.list.find((one) => one.name === saved.start)?.filter ?? null
}

export function useSavedFilters(call: Pick<Call, 'query'>, path: string) {
  const [stored, save] = usePreference<unknown>(nameOf(path), null)
  const saved = useMemo(() => (stored === null ? NOTHING : readSaved(call, stored)), [call, stored])
  const keep = useCallback((next: SavedFilters) => save(next.list.length === 0 ? null : next), [save])
  return [saved, keep] as const
}
