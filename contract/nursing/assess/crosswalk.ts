// The same answers under another standard, as a comparison only: items that go together are carried over, what the other
// standard asks besides stays open, and the result is therefore a span of levels and no level of anybody.

import { linksBetween } from '#contract/nursing/assess/crosswalkLinks'
import type { Span } from '#contract/nursing/assess/engine'
import type { Answers, Choice, Fields, Inputs, Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { outcomeOf } from '#contract/nursing/assess/outcome'
import { read } from '#contract/nursing/assess/read'

export interface Carried {
  /** Item of the other standard. */
  key: string
  name: string
  /** Items of this one that it was read from. */
  from: readonly string[]
  /** What it can be there: one option when the wordings decide. */
  options: readonly Choice[]
}

export interface Crosswalk {
  to: Kind
  carried: readonly Carried[]
  /** Asked there and not here: counted as anything it could be. */
  onlyThere: readonly { key: string; name: string }[]
  /** Asked here and not there: left out. */
  onlyHere: readonly { key: string; name: string }[]
  range: { min: number; max: number } | null
  preliminary: Span
  final: Span
}

export const ONLY_COMPARED = '仅供对照，不作为评定结果'

const span = (best: number, worst: number): Span => ({ best, worst, level: best === worst ? best : null })

export function crosswalk(from: Kind, to: Kind, answers: Answers, inputs: Inputs, fields?: Fields): Crosswalk | null {
  const links = linksBetween(from, to)
  if (!links) return null
  const { chosen, inputs: stated } = read(from, answers, inputs, fields)
  const here = (node: string): string | undefined =>
    node.startsWith('item:') ? chosen.get(node.slice(5))?.key : stated.get(node.slice(6))?.toString()

  const possible = new Map<string, { sets: (readonly string[])[]; from: string[] }>()
  for (const { a, b, pairs } of links) {
    const value = here(a)
    if (value === undefined || !Object.hasOwn(pairs, value)) continue
    const there = possible.get(b) ?? { sets: [], from: [] }
    there.sets.push(pairs[value]!)
    there.from.push(a.replace(/^\w+:/, ''))
    possible.set(b, there)
  }
  /** What every source allows; where they contradict each other, what any of them allows. */
  const allowed = (node: string): readonly string[] | null => {
    const found = possible.get(node)
    if (!found) return null
    const all = [...new Set(found.sets.flat())]
    const common = all.filter((one) => found.sets.every((set) => set.includes(one)))
    return common.length > 0 ? common : all
  }

  const carried: Carried[] = []
  const onlyThere: { key: string; name: string }[] = []
  const ends = new Map<string, { best: number; worst: number }>()
  for (const [key, { item, section, options }] of indexOf(to).items) {
    const keys = allowed(`item:${key}`)
    const choices = keys?.map((one) => options.get(one)!) ?? item.options
    if (keys && choices.length < item.options.length)
      carried.push({ key, name: item.name, from: possible.get(`item:${key}`)!.from, options: choices })
    else onlyThere.push({ key, name: item.name })
    const scores = choices.map((one) => one.score)
    const [low, high] = [Math.min(...scores), Math.max(...scores)]
    ends.set(key, section.direction === 'higherIsBetter' ? { best: high, worst: low } : { best: low, worst: high })
  }
  const inputEnds = new Map(
    to.inputs.map((one) => {
      const values = allowed(`input:${one.key}`)?.map(Number) ?? one.options.map((option) => option.value)
      return [one.key, { best: Math.min(...values), worst: Math.max(...values) }]
    }),
  )
  const end = (which: 'best' | 'worst') =>
    outcomeOf(to, { score: (key) => ends.get(key)![which], input: (key) => inputEnds.get(key)![which] }, to.stacking)
  const [best, worst] = [end('best'), end('worst')]
  const used = new Set(carried.flatMap((one) => one.from))
  const { items } = indexOf(from)
  return {
    to,
    carried,
    onlyThere,
    onlyHere: [...chosen.keys()]
      .filter((key) => !used.has(key))
      .map((key) => ({ key, name: items.get(key)!.item.name })),
    range:
      to.preliminary.by === 'total'
        ? { min: Math.min(best.total, worst.total), max: Math.max(best.total, worst.total) }
        : null,
    preliminary: span(best.preliminary, worst.preliminary),
    final: span(best.final, worst.final),
  }
}
