// The bar of levels: where the sum lies, how far it can still go, and the black frame around what is possible.
import type { Family } from '#contract/kit/options'
import type { Assessed } from '#contract/nursing/assess/engine'
import type { Kind } from '#contract/nursing/assess/kind'

export interface BarPart {
  level: number
  name: string
  /** 46–65; empty where levels do not follow from a sum. */
  scores: string
  family: Family
  /** Shares of the whole width, in hundredths. */
  left: number
  width: number
}

export interface LevelBar {
  parts: readonly BarPart[]
  /** From the worst that can still come to the best; null before anything is answered. */
  frame: { left: number; width: number; from: string; to: string } | null
  /** Where a sum lies; null where the kind adds nothing up. */
  at(total: number | null): number | null
}

const FAMILIES: readonly (readonly Family[])[] = [
  ['green'],
  ['green', 'red'],
  ['green', 'amber', 'red'],
  ['green', 'blue', 'orange', 'red'],
  ['green', 'blue', 'amber', 'orange', 'red'],
]

/** From green to red over as many levels as the kind has, mildest first. */
export function familyOf(kind: Kind, level: number): Family {
  const at = kind.levels.findIndex((one) => one.level === level)
  return FAMILIES[kind.levels.length - 1]?.[at] ?? (at === 0 ? 'green' : 'red')
}

export const levelOf = (kind: Kind, level: number | null | undefined) =>
  kind.levels.find((one) => one.level === level) ?? null

const share = (value: number) => Math.round(value * 100) / 100
/** A band of a single sum must still be seen. */
const LEAST = 4

function totalBar(kind: Kind, bands: readonly { level: number; min: number; max: number }[]): LevelBar['parts'] {
  const sorted = bands.toSorted((a, b) => a.min - b.min)
  const sizes = sorted.map((band) => band.max - band.min + 1)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  const widths = sizes.map((size) => Math.max(LEAST, (size / whole) * 100))
  const over = widths.reduce((sum, width) => sum + width, 0) / 100
  let left = 0
  return sorted.map((band, i) => {
    const width = widths[i]! / over
    const part = {
      level: band.level,
      name: levelOf(kind, band.level)?.short ?? '',
      scores: band.min === band.max ? String(band.min) : `${band.min}–${band.max}`,
      family: familyOf(kind, band.level),
      left: share(left),
      width: share(width),
    }
    left += width
    return part
  })
}

/** Worst to the left, as in a bar of sums. */
const levelsBar = (kind: Kind): LevelBar['parts'] => {
  const worstFirst = kind.levels.toReversed()
  const width = 100 / worstFirst.length
  return worstFirst.map((one, i) => ({
    level: one.level,
    name: one.short,
    scores: '',
    family: familyOf(kind, one.level),
    left: share(i * width),
    width: share(width),
  }))
}

export function levelBar(kind: Kind, now: Assessed): LevelBar {
  const { preliminary } = kind
  if (preliminary.by !== 'total') {
    const parts = levelsBar(kind)
    const { best, worst } = now.preliminary
    const inside = parts.filter((part) => part.level >= best && part.level <= worst)
    const first = inside[0]
    const last = inside.at(-1)
    return {
      parts,
      frame:
        now.answered === 0 || !first || !last
          ? null
          : { left: first.left, width: share(last.left + last.width - first.left), from: '', to: '' },
      at: () => null,
    }
  }
  const bands = preliminary.bands.toSorted((a, b) => a.min - b.min)
  const parts = totalBar(kind, bands)
  /** The left edge of a sum within its band. */
  const edge = (sum: number, end: 0 | 1) => {
    const i = bands.findIndex((band) => sum >= band.min && sum <= band.max)
    const band = bands[i]
    const part = parts[i]
    if (!band || !part) return null
    const steps = band.max - band.min + 1
    return part.left + (part.width * (sum - band.min + end)) / steps
  }
  const range = now.answered === 0 ? null : now.range
  const from = range && edge(range.min, 0)
  const to = range && edge(range.max, 1)
  return {
    parts,
    frame:
      range && from !== null && to !== null
        ? { left: share(from), width: share(to - from), from: String(range.min), to: String(range.max) }
        : null,
    at: (total) => {
      const left = total === null ? null : edge(total, 0)
      const right = total === null ? null : edge(total, 1)
      return left === null || right === null ? null : share((left + right) / 2)
    },
  }
}
