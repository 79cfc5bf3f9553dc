// Jobs of a process that died are given back to the queue. Each process holds a database lock in the name of its
// workers for as long as it lives, so the others can tell the dead from the busy without clocks or heartbeats.
import pg from 'pg'
import type { AppContext } from './context.ts'
import { failLostRuns } from './jobRun.ts'

/** Any number, the same in every process; the worker's name is the second half of the lock's. */
const LOCK = 1_905_662
const EVERY_MS = 30_000
/** A worker takes its lock within moments of its first job; until then it must not look dead. */
const GRACE_MS = 20_000
const RECONNECT_MS = 1_000

export interface Recovery {
  start(): Promise<void>
  /** These workers live in this process. */
  claim(workerId: string): void
  /** They have ended before the process: what they held is given back like that of a dead one. */
  disown(workerId: string): void
  stop(): Promise<void>
}

export function createRecovery(
  app: AppContext,
  url: string,
  { everyMs, graceMs } = { everyMs: EVERY_MS, graceMs: GRACE_MS },
): Recovery {
  const mine = new Set<string>()
  let client: pg.Client | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<void> = Promise.resolve()

  const failed = (error: unknown) => {
    if (!stopped) app.log.error({ err: error }, 'jobs of ended processes could not be looked for')
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'yiyuan-jobs-lock' })
    // A server that is shut down says so and hangs up: two errors, and one without a listener would end the process.
    // Until the connection stands whoever asked for it tries again; a second one trying would double the attempts.
    const lost = () => {
      if (client !== fresh || stopped) return
      client = null
      void reconnect()
    }
    fresh.on('error', lost)
    fresh.once('end', lost)
    try {
      await fresh.connect()
      for (const workerId of mine) await hold(fresh, workerId)
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
    client = fresh
  }

  /** Without its connection this process looks dead to the others, so it comes back as soon as it can. */
  async function reconnect(): Promise<void> {
    while (!stopped && client === null) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      if (!stopped) await connect().catch(failed)
    }
  }

  const hold = (on: pg.Client, workerId: string) =>
    on.query('select pg_advisory_lock($1, hashtext($2))', [LOCK, workerId])

  async function sweep(): Promise<void> {
    const on = client
    if (!on) return
    const held = await on.query<{ locked_by: string }>(
      `select distinct locked_by from graphile_worker.jobs
        where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'`,
      [graceMs],
    )
    for (const { locked_by: workerId } of held.rows) {
      if (mine.has(workerId)) continue
      const free = await on.query<{ free: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as free', [
        LOCK,
        workerId,
      ])
      if (!free.rows[0]!.free) continue
      await on.query('select graphile_worker.force_unlock_workers(array[$1])', [workerId])
      await on.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK, workerId])
      app.log.warn(`jobs of the ended worker ${workerId} were given back to the queue`)
    }
    await failLostRuns(app)
  }

  return {
    start: async () => {
      await connect()
      timer = setInterval(() => {
        // One look at a time, however long it takes.
        sweeping = sweeping.then(sweep).catch(failed)
      }, everyMs)
      timer.unref()
    },
    claim: (workerId) => {
      mine.add(workerId)
      const on = client
      if (on) hold(on, workerId).catch(failed)
    },
    disown: (workerId) => {
      mine.delete(workerId)
      client?.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK, workerId]).catch(failed)
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await sweeping
      await client?.end()
      client = null
    },
  }
}
