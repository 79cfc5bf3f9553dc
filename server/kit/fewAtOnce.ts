// Work that takes much memory: only a few pieces of it at once, however many are asked for.

export type FewAtOnce = <T>(work: () => Promise<T>, mostWaiting?: number, refusal?: () => Error) => Promise<T>

/** Whoever comes while `most` are in work waits; with more than `mostWaiting` in line before them they are refused. */
export function fewAtOnce(most: number): FewAtOnce {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work, mostWaiting = Number.POSITIVE_INFINITY, refusal) => {
    if (running >= most) {
      if (refusal && waiting.length >= mostWaiting) throw refusal()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
