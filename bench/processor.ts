// Processor time of the product and its database. Beside other work on the machine the times of a clock say little; what a call
// costs the processor says whether it would be fast without that work.
import { readdirSync, readFileSync } from 'node:fs'

/** Of a tick in /proc, on every Linux that people run this on. */
const TICK_MS = 10

let watched: readonly number[] = []

/** Those processes and what they start. */
export const watchProcessor = (pids: readonly number[]): void => {
  watched = pids
}

interface Spent {
  parent: number
  own: number
  /** Of those of its children that ended. */
  ended: number
}

function spentBy(pid: number): Spent | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! }
  } catch {
    // Ended meanwhile, or no Linux.
    return null
  }
}

/** So far, ms; what it means is the difference of two. */
export function processorMs(): number {
  const all = readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    const spent = Number.isInteger(pid) ? spentBy(pid) : null
    if (!spent) return []
    if (watched.includes(pid)) return [spent.own + spent.ended]
    return watched.includes(spent.parent) ? [spent.own] : []
  })
  return all.reduce((sum, one) => sum + one, 0) * TICK_MS
}
