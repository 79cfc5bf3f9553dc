// The last sheet beside this one, item by item. Only items that both have answered are set against each other.
import type { Answers, Choice, Kind } from '#contract/nursing/assess/kind'
import { gain, indexOf } from '#contract/nursing/assess/kindIndex'

export interface ComparedItem {
  key: string
  name: string
  section: string
  before: Choice
  after: Choice
  /** Points better (plus) or worse (minus). */
  gain: number
}

export interface ComparedSum {
  /** Sums of all that was answered then and now. */
  before: number
  after: number
  /** Items answered both times, and by how much those became better (plus) or worse (minus). */
  both: number
  gain: number
}

export interface Compared {
  items: readonly ComparedItem[]
  sections: readonly (ComparedSum & { key: string; name: string; answeredBefore: number; answeredAfter: number })[]
  total: ComparedSum
  better: readonly ComparedItem[]
  worse: readonly ComparedItem[]
  same: number
}

const sumOf = (choices: readonly (Choice | undefined)[]) => choices.reduce((sum, one) => sum + (one?.score ?? 0), 0)

export function compare(kind: Kind, before: Answers, after: Answers): Compared {
  const { items: known } = indexOf(kind)
  const chosen = (answers: Answers, key: string) =>
    Object.hasOwn(answers, key) ? known.get(key)?.options.get(answers[key]!) : undefined
  const items: ComparedItem[] = []
  const sections = kind.sections.map((section) => {
    const then = section.items.map((item) => chosen(before, item.key))
    const now = section.items.map((item) => chosen(after, item.key))
    let both = 0
    let gained = 0
    for (const [i, item] of section.items.entries()) {
      const [one, other] = [then[i], now[i]]
      if (!one || !other) continue
      const better = gain(section, one.score, other.score)
      items.push({ key: item.key, name: item.name, section: section.key, before: one, after: other, gain: better })
      both++
      gained += better
    }
    return {
      key: section.key,
      name: section.name,
      before: sumOf(then),
      after: sumOf(now),
      answeredBefore: then.filter(Boolean).length,
      answeredAfter: now.filter(Boolean).length,
      both,
      gain: gained,
    }
  })
  const sum = (of: (one: (typeof sections)[number]) => number) => sections.reduce((all, one) => all + of(one), 0)
  return {
    items,
    sections,
    total: {
      before: sum((one) => one.before),
      after: sum((one) => one.after),
      both: items.length,
      gain: sum((one) => one.gain),
    },
    better: items.filter((one) => one.gain > 0),
    worse: items.filter((one) => one.gain < 0),
    same: items.filter((one) => one.gain === 0).length,
  }
}
