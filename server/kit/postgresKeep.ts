// Keeps a PostgreSQL running under the product: sees when it ends, whoever started it, and starts it again, a little later
// each time that fails, until it answers or the product ends.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from './ownership.ts'
import { type Log, messageOf, PostgresError } from './postgresHome.ts'

export interface Watched {
  pid: number
  child?: ChildProcess
}

export interface KeeperOptions {
  lost?: ((reason: string) => void) | undefined
  /** Starts it again; left out: its end is only told. An error that is not passing gives up. */
  again?: () => Promise<Watched>
  back?: () => void
  gone?: (reason: string) => void
  log: Log
}

export interface Keeper {
  /** Of the one that runs, if one does. */
  pid(): number | undefined
  /** Looks no more, and waits for a start under way. */
  stop(): Promise<void>
}

/** How often it is seen whether one that somebody else started still runs: its end is told to nobody here. */
const LOOK_MS = 200
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000

export function keepRunning(first: Watched, options: KeeperOptions): Keeper {
  const stopping = new AbortController()
  let running: Watched | undefined
  let look: NodeJS.Timeout | undefined
  let starting: Promise<void> = Promise.resolve()

  function watch(one: Watched): void {
    running = one
    const ended = (how: string) => {
      if (running !== one) return
      clearInterval(look)
      running = undefined
      if (stopping.signal.aborted) return
      options.lost?.(`PostgreSQL ended by itself (${how})`)
      if (options.again) starting = startAgain(options.again)
    }
    if (one.child) {
      const { exitCode, signalCode } = one.child
      if (exitCode !== null || signalCode !== null) ended(signalCode ?? `code ${exitCode}`)
      else one.child.once('exit', (code, signal) => ended(signal ?? `code ${code}`))
      return
    }
    if (!options.lost && !options.again) return
    look = setInterval(() => isAlive(one.pid) || ended('adopted'), LOOK_MS)
    look.unref()
  }

  async function startAgain(again: () => Promise<Watched>): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !stopping.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        watch(await again())
        if (!stopping.signal.aborted) options.back?.()
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        options.log(messageOf(error))
        if (error instanceof PostgresError && !error.passing) return options.gone?.(messageOf(error))
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  watch(first)
  return {
    pid: () => running?.pid,
    async stop() {
      stopping.abort()
      clearInterval(look)
      await starting
      clearInterval(look)
    },
  }
}
