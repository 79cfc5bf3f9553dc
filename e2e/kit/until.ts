// Waiting for something that comes by itself, outside of a browser.
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 20
const LIMIT_MS = 90_000

/** Until it holds; an error counts as "not yet" and is told when it never does. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const end = Date.now() + LIMIT_MS
  let last: unknown
  while (Date.now() < end) {
    try {
      if (await holds()) return
      last = undefined
    } catch (error) {
      last = error
    }
    await pause(EVERY_MS)
  }
  throw new Error(`${what} did not come about`, { cause: last })
}

/** Work that may hang: after so long it fails, and says what stood in the way. */
export async function within<T>(milliseconds: number, work: Promise<T>, tell: () => Promise<string>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      tell().then((state) => reject(new Error(`not done after ${milliseconds / 1_000} s: ${state}`)), reject)
    }, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
