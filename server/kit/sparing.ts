// On a machine with plenty of memory V8 lets the heap grow to four times what is in use before it cleans up. The server
// shares its machine with the database, so it cleans up earlier; and earlier still while work runs that makes much garbage
// in a short time, so that an import of 10,000 rows does not bring it to twice its size.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Per cent above what is in use at which the next clean-up begins. */
const USUAL = 60
const SPARING = 30

const growBy = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

/** The limit is set anew at every clean-up. */
const growSlowly = () => growBy(USUAL)

/** Before anything large is loaded. */
export function beginSparing(): void {
  growSlowly()
  // From a flood of messages V8 learns that what belongs to a message lives long, and from then on puts every such object
  // among the old ones, where only a full clean-up reaches it; alarms wait for those.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // What survives a small clean-up is about a megabyte: sharing that among threads takes longer than copying it.
  setFlagsFromString('--no-parallel-scavenge')
}

let cleanUp: (() => void) | undefined

/** The limit of the moment was set at the last clean-up: one more makes the new rule hold from here on (some 50 ms). */
export function cleanUpNow(): void {
  if (!cleanUp) {
    setFlagsFromString('--expose-gc')
    cleanUp = runInNewContext('gc') as () => void
  }
  cleanUp()
}

let running = 0

export async function sparingMemory<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) {
    growBy(SPARING)
    cleanUpNow()
  }
  try {
    return await work()
  } finally {
    if (--running === 0) growSlowly()
  }
}
