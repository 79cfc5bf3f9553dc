// Work that exactly one process does at a time: whoever holds a lock of the database. It ends with the connection, so
// when a process dies another takes over within a second.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

const AGAIN_MS = 1_000

export interface TurnOptions {
  pool: pg.Pool
  log: FastifyBaseLogger
  /** Processes with the same name take turns. */
  name: string
}

export interface Turn {
  close(): Promise<void>
}

/** `begin` when it is this process's turn; what it answers ends the work, before anybody else begins or soon after. */
export function takeTurns({ pool, log, name }: TurnOptions, begin: () => () => Promise<void>): Turn {
  const closing = new AbortController()
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
  const wait = () => pause(AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined)

  async function oneTurn(): Promise<void> {
    // Its own connection: one of the pool's would be held for ever.
    const client = new pg.Client({ ...pool.options, keepAlive: true })
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    client.on('error', () => undefined)
    try {
      await client.connect()
      const lock = async () =>
        (await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [name]))
          .rows[0]!.mine
      while (!(await lock())) {
        await wait()
        if (closing.signal.aborted) return
      }
      log.debug({ turn: name }, 'this process does the work of one')
      const end = begin()
      await Promise.race([lost, closed])
      await end()
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const running = (async () => {
    while (!closing.signal.aborted) {
      await oneTurn().catch((error: unknown) => log.debug({ err: error, turn: name }, 'no turn yet'))
      await wait()
    }
  })()
  return {
    async close() {
      closing.abort()
      await running
    },
  }
}
