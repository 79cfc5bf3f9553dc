import { createServer, connect as dial, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/kit/test/database'
import type { AppContext } from './context.ts'
import { createRecovery } from './jobRecovery.ts'

const app = { log: { error: () => undefined, warn: () => undefined } } as unknown as AppContext
const REFUSED = 4
const WAIT = { timeout: 20_000 }

let pool: pg.Pool
let drop: () => Promise<void>
let url: string
beforeAll(async () => {
  const database = await testDatabase()
  url = database.url
  drop = database.drop
  pool = new pg.Pool({ connectionString: url })
})
afterAll(async () => {
  await pool.end()
  await drop()
})

/** Between the process and its database; counts who comes. */
async function between() {
  const { host, port } = new pg.Client({ connectionString: url })
  const open = new Set<Socket>()
  const state = { came: 0, refuse: 0 }
  const server = createServer((socket) => {
    state.came++
    socket.on('error', () => undefined)
    if (state.refuse > 0) {
      state.refuse--
      socket.destroy()
      return
    }
    const up = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host)
    up.on('error', () => socket.destroy())
    open.add(socket.on('close', () => up.destroy()))
    socket.pipe(up).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  const { user, password, database } = new pg.Client({ connectionString: url })
  return {
    state,
    url: `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${address.port}/${database}`,
    cut: () => {
      for (const socket of open) socket.destroy()
      open.clear()
    },
    close: () => server.close(),
  }
}

const locks = async () =>
  (
    await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows[0]!.n

test('while the database is away it is asked by one at a time, and the lock is taken again when it is back', async () => {
  const link = await between()
  const recovery = createRecovery(app, link.url)
  await recovery.start()
  recovery.claim('worker-a')
  await expect.poll(locks, WAIT).toBe(1)
  link.state.refuse = REFUSED
  link.cut()
  await expect.poll(() => link.state.refuse, WAIT).toBe(0)
  await expect.poll(locks, WAIT).toBe(1)
  // The first connection, those that were refused, and the one that stands.
  expect(link.state.came).toBe(1 + REFUSED + 1)
  await recovery.stop()
  link.close()
})
