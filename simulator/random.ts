// Chance that is the same every time: a number from a seed and a place in time, without a state that must be carried.

/** A whole number of 32 bits from a text, for seeds by name. */
export function seedOf(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash >>> 0
}

/** 0 ≤ n < 1, from a seed and any whole numbers. */
export function chance(seed: number, ...places: readonly number[]): number {
  let mixed = seed | 0
  for (const place of places) {
    mixed = Math.imul(mixed ^ (place | 0) ^ Math.floor(place / 4294967296), 0x9e3779b1)
    mixed ^= mixed >>> 15
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
}

export const between = (from: number, to: number, part: number) => from + (to - from) * part

/** A smooth curve between −1 and 1 that changes within `period`, as bodies do. */
export function drift(seed: number, at: number, period: number): number {
  const cell = Math.floor(at / period)
  const part = at / period - cell
  const smooth = part * part * (3 - 2 * part)
  return between(chance(seed, cell), chance(seed, cell + 1), smooth) * 2 - 1
}
