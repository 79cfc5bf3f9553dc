// Numbers that look like chance and are the same at every start: for demo data.

/** The same seed always gives the same numbers. */
export function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (low: number, high: number) => low + below(high - low + 1),
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
    often: (share: number) => next() < share,
  }
}
export type Chance = ReturnType<typeof chance>
