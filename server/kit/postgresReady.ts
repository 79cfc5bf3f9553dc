// Where an embedded PostgreSQL is reached, and when it is ready.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, messageOf } from './postgresHome.ts'
import { postmasterOf } from './postmasterPid.ts'

const READY_LIMIT = 120_000

/**
 * An answer at the port proves nothing: a copy of the same folder, started in the same moment, knows the same port and the
 * same password. Only what the process itself has written into its own folder does.
 */
export async function waitReady(
  cluster: string,
  { pid, port, password }: { pid: number | undefined; port: number; password: string },
  ended: () => string | undefined,
): Promise<'ready' | 'gone' | 'late'> {
  const deadline = Date.now() + READY_LIMIT
  while (Date.now() < deadline) {
    if (ended()) return 'gone'
    const noted = postmasterOf(cluster)
    if (!noted?.ready || noted.pid !== pid) {
      await pause(20)
      continue
    }
    const client = new pg.Client({ connectionString: urlOf(port, password, cluster), connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return 'ready'
    } catch (error) {
      const code = codeOf(error)
      // 57P03: starting, recovering or shutting down; the others: nobody listens yet.
      const waiting = code === '57P03' || code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ECONNRESET'
      if (!waiting && !/timeout|terminated/i.test(messageOf(error))) throw error
    }
    await pause(20)
  }
  return 'late'
}

/** A socket name has room for 107 bytes; a deeper folder falls back to TCP on this machine. */
export function socketFolder(cluster: string): string | undefined {
  return process.platform !== 'win32' && Buffer.byteLength(cluster) <= 85 ? cluster : undefined
}

export function urlOf(port: number, password: string, cluster: string): string {
  const url = new URL(`postgres://yiyuan:${password}@127.0.0.1:${port}/yiyuan`)
  const socket = socketFolder(cluster)
  if (socket && existsSync(join(socket, `.s.PGSQL.${port}`))) url.searchParams.set('host', socket)
  return url.href
}
