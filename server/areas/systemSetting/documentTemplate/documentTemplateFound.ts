// The placeholders of a template against those the archive can fill: unknown ones get the names most like them.
import { residentPlaceholders } from '#contract/live/residentPlaceholders'
import type { FoundData } from '#contract/systemSetting/documentTemplate'

const known = new Map(residentPlaceholders.map((one) => [one.name, one]))

/** Steps from one word to the other: letters added, dropped or changed. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = b.map((_, i) => i + 1)
  row.unshift(0)
  for (const [i, from] of a.entries()) {
    const next = [i + 1]
    for (const [j, to] of b.entries()) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (from === to ? 0 : 1)))
    }
    row = next
  }
  return row[b.length]!
}

/** 1 for the same word, 0 for words without a common letter. */
function likeness(a: string, b: string): number {
  const [from, to] = [[...a], [...b]]
  return 1 - distance(from, to) / Math.max(from.length, to.length, 1)
}

const LEAST = 0.34
const MOST_NEAR = 3

/** Known names that someone may have meant: the most alike, then those that hold the word or are held by it. */
export function nearNames(name: string): string[] {
  if ([...name].length > 40) return []
  return residentPlaceholders
    .map((one) => {
      const held = one.name.includes(name) || name.includes(one.name) || one.title === name
      return { name: one.name, score: Math.max(likeness(name, one.name), likeness(name, one.title)) + (held ? 0.3 : 0) }
    })
    .filter((one) => one.score >= LEAST)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_NEAR)
    .map((one) => one.name)
}

export const foundOf = (counts: ReadonlyMap<string, number>): FoundData[] =>
  [...counts].map(([name, count]) => {
    const one = known.get(name)
    return {
      name,
      count,
      known: one !== undefined,
      group: one?.group ?? null,
      sample: one?.sample ?? null,
      near: one ? [] : nearNames(name),
    }
  })
