// What the tests of the sheets fill in.
import type { Answers, Inputs, Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'

export const allAt = (kind: Kind, which: 'best' | 'worst'): Record<string, string> =>
  Object.fromEntries([...indexOf(kind).items].map(([key, one]) => [key, one[which].key]))

/** Every input is stated, none of them holds. */
export const nothingBesides = (kind: Kind): Record<string, number> =>
  Object.fromEntries(
    kind.inputs
      .filter((one) => !one.fromField && !one.fromKind)
      .map((one) => [one.key, Math.min(...one.options.map((option) => option.value))]),
  )

/** Answers of the given sections that add up to a sum, or null where no answers do. */
export function addingTo(kind: Kind, sum: number, sections = kind.sections): Answers | null {
  let reached = new Map<number, Record<string, string>>([[0, {}]])
  for (const { items } of sections) {
    for (const item of items) {
      const next = new Map<number, Record<string, string>>()
      for (const [at, answers] of reached) {
        for (const option of item.options) {
          const to = at + option.score
          if (!next.has(to)) next.set(to, { ...answers, [item.key]: option.key })
        }
      }
      reached = next
    }
  }
  return reached.get(sum) ?? null
}

export const stated = (kind: Kind, inputs: Inputs): Inputs => ({ ...nothingBesides(kind), ...inputs })

export const without = (answers: Answers, ...keys: readonly string[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => !keys.includes(key)))

/** Numbers that look random and are the same in every run (mulberry32). */
export function random(seed: number) {
  let state = Math.imul(seed, 0x9e3779b9)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!,
    chance: (of: number) => next() < of,
  }
}
