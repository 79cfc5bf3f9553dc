// Two addresses for whoever watches the product from outside. /health/live: this process answers at all. /health/ready:
// it can do its work; if not, 503 and which part is missing. While the product starts, a door of its own answers at the
// same port (startingDoor.ts).
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { appliedIn, type Migration, ownMigrations } from './migrate.ts'

export const LIVE = '/health/live'
export const READY = '/health/ready'

export type PartName = 'database' | 'migrations' | 'broker' | 'jobs'

export interface Readiness {
  ready: boolean
  /** Which parts are not there; empty when all are. */
  missing: (PartName | 'start')[]
  desc: string
  /** How far a first start or an upgrade is, as long as it works on the database. */
  preparing?: Preparing
}

export interface Preparing {
  /** Whole per cent, never going back. */
  percent: number
  /** What is being made ready, for the person who waits. */
  doing: string
  /** People have worked here before and will go on. */
  upgrade?: boolean
}

const NAMES: Readonly<Record<PartName | 'start', string>> = {
  start: '系统正在启动',
  database: '数据库没有应答',
  migrations: '数据库与程序版本不一致',
  broker: '消息服务没有接通',
  jobs: '后台任务没有运行',
}

export const readinessOf = (missing: Readiness['missing']): Readiness => ({
  ready: missing.length === 0,
  missing,
  desc: missing.length === 0 ? '一切正常' : missing.map((one) => NAMES[one]).join('；'),
})

/** Longer than this no answer counts as one. */
const DATABASE_LIMIT_MS = 2_000
/** Whoever asks more often gets the same answer again. */
const KEPT_MS = 500

export interface HealthOptions {
  url: string
  broker(): boolean
  jobs(): boolean
  migrations?: readonly Migration[]
}

export interface Health {
  look(): Promise<Readiness>
  close(): Promise<void>
}

/** Asks the database over a connection of its own: those of the pool may all be busy, which is no fault. */
export function createHealth({ url, broker, jobs, migrations = ownMigrations }: HealthOptions): Health {
  let client: pg.Client | null = null
  let last: { at: number; answer: Promise<Readiness> } | null = null
  let closed = false

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'yiyuan-health',
      connectionTimeoutMillis: DATABASE_LIMIT_MS,
      query_timeout: DATABASE_LIMIT_MS,
    })
    const lost = () => {
      if (client === fresh) client = null
    }
    fresh.on('error', lost)
    fresh.once('end', lost)
    await fresh.connect()
    client = fresh
    return fresh
  }

  async function database(): Promise<PartName[]> {
    try {
      const on = await connected()
      const { rows } = await on.query<{ copy: boolean }>('select pg_is_in_recovery() as copy')
      if (rows[0]!.copy) return ['database']
      const applied = (await appliedIn(on)).map((one) => one.tag)
      return applied.join() === migrations.map((one) => one.tag).join() ? [] : ['migrations']
    } catch {
      // Whatever is wrong with it is in the log of those who need it.
      const broken = client
      client = null
      broken?.end().catch(() => undefined)
      return ['database']
    }
  }

  async function lookNow(): Promise<Readiness> {
    const missing = await database()
    if (!broker()) missing.push('broker')
    if (!jobs()) missing.push('jobs')
    return readinessOf(missing)
  }

  return {
    look() {
      if (!last || Date.now() - last.at > KEPT_MS) last = { at: Date.now(), answer: lookNow() }
      return last.answer
    },
    async close() {
      if (closed) return
      closed = true
      await client?.end().catch(() => undefined)
    },
  }
}

export function registerHealth(server: FastifyInstance, health: Health): void {
  server.get(LIVE, () => ({ live: true }))
  server.get(READY, async (_request, reply) => {
    const answer = await health.look()
    return reply.code(answer.ready ? 200 : 503).send(answer)
  })
}
