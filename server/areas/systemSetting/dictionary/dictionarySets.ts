// The dictionaries the product brings: codes and names as the specification, the standards and common practice give
// them. The file is data; what is derived from it stands here.
import type { DictionaryLock, DictionaryModel } from '#contract/systemSetting/dictionary'
import { sha256 } from '#server/kit/ids'
import { textPinyin } from '#server/kit/pinyin'
import rows from './dictionarySets.json'

export interface SetValue {
  value: string
  label: string
  /** The value it stands below. */
  parent?: string
  extra?: Record<string, unknown>
  /** Not part of the standard: the organisation may change it. */
  free?: boolean
  /** The programme decides by this very value, in a set that is otherwise the organisation's own. */
  locked?: boolean
  /** Delivered, but not offered until somebody switches it on. */
  off?: boolean
}

export interface DictionarySet {
  code: string
  name: string
  model: (typeof DictionaryModel.list)[number]['value']
  lock: (typeof DictionaryLock.list)[number]['value']
  standard?: string
  values: readonly SetValue[]
}

export const dictionarySets = rows as unknown as readonly DictionarySet[]

const byCode = new Map(dictionarySets.map((set) => [set.code, set]))

export const setOf = (code: string) => byCode.get(code)

/** A dictionary an organisation made itself is open, whatever its code. */
export const lockOf = (code: string, system: boolean) => (system ? (byCode.get(code)?.lock ?? 'open') : 'open')

export const isLocked = (set: DictionarySet, value: SetValue) =>
  value.locked === true || (set.lock !== 'open' && !value.free)

export const digestOf = (set: DictionarySet) => sha256(JSON.stringify(set))

/** A set with the pinyin its search needs; made only when something has to be written. */
export const spelled = (set: DictionarySet, sort: number) => ({
  code: set.code,
  name: set.name,
  model: set.model,
  sort,
  digest: digestOf(set),
  ...textPinyin(set.name),
  delivered: set.values.map((one) => one.value),
  values: set.values.map((one, i) => ({
    value: one.value,
    label: one.label,
    ...textPinyin(one.label),
    parent: one.parent ?? null,
    extra: one.extra ?? null,
    enabled: !one.off,
    system: isLocked(set, one),
    sort: i + 1,
  })),
})
