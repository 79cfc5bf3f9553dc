// For which kinds of organisation an entry of the menu is: an object with the number of each kind under its key, as the
// menu editors of older consoles read and write it ({"type_3": 3}). A kind that is not in it does not see the entry.
import { invalid } from '#contract/kit/refusal'

/** 1 operator, 2 medical, 3 elderly care, 4 commercial. */
const KINDS = [1, 2, 3, 4] as const
export type MenuScope = Record<string, number>

const keyOf = (kind: number) => `type_${kind}`
const ofKinds = (kinds: readonly number[]): MenuScope => Object.fromEntries(kinds.map((kind) => [keyOf(kind), kind]))

export const scopeByEnds = (ends: readonly string[]): MenuScope =>
  ofKinds(KINDS.filter((kind) => (kind === 1 ? ends.includes('OPEX') : ends.some((end) => end !== 'OPEX'))))

/** Its own number or true stands for the kind; whatever else is under its key does not. */
const chosen = (value: unknown, kind: number) => ['true', String(kind)].includes(String(value))

/** What was sent, as an object or its text; where nothing was, the landing ends decide. */
export function scopeOf(sent: unknown, ends: readonly string[]): MenuScope {
  let given: unknown = sent
  if (typeof sent === 'string' && sent.trim() !== '') {
    try {
      given = JSON.parse(sent)
    } catch {
      throw invalid('适用机构的格式不正确', 'scope')
    }
  }
  if (given === null || given === undefined || given === '') return scopeByEnds(ends)
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid('适用机构的格式不正确', 'scope')
  const values = new Map(Object.entries(given))
  const kinds = KINDS.filter((kind) => chosen(values.get(keyOf(kind)), kind))
  if (kinds.length === 0) throw invalid('请至少选择一类适用机构，否则谁也看不到这个菜单', 'scope')
  return ofKinds(kinds)
}

/** SQL: the entry `x` is for organisations of a kind; `kind` is SQL too. */
export const isForKind = (x: string, kind: string) => `(${x}.scope is null or ${x}.scope ? ('type_' || ${kind}))`
