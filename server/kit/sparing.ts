// Work that makes much garbage in a short time. On a machine with plenty of memory V8 lets the heap grow to four times
// what is in use before it cleans up; while such work runs it cleans up earlier, so that an import of 10,000 rows does
// not bring the server to twice its size.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Per cent above what is in use at which the next clean-up begins; 0 is V8's own choice. */
const SPARING = 30

let cleanUp: (() => void) | undefined

/** The limit of the moment was set at the last clean-up: one more makes the new rule hold from here on (some 50 ms). */
function cleanUpNow(): void {
  if (!cleanUp) {
    setFlagsFromString('--expose-gc')
    cleanUp = runInNewContext('gc') as () => void
  }
  cleanUp()
}

let running = 0

export async function sparingMemory<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) {
    setFlagsFromString(`--heap-growing-percent=${SPARING}`)
    cleanUpNow()
  }
  try {
    return await work()
  } finally {
    if (--running === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
