// A product with its own PostgreSQL, as on a bare machine, that is killed in the middle of work and starts again.
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { postmasterPid } from '#server/kit/postmasterPid'
import { filledFolder } from './product.ts'
import { type Product, startServer } from './server.ts'
import { passwordOf } from './signIn.ts'

interface Asked {
  token?: string
  /** The same number again is the same press. */
  requestNo?: string
  method?: string
}

export interface Mortal {
  ask<T>(path: string, body: object, asked?: Asked): Promise<{ status: number; desc: string; data: T }>
  tokenOf(userName: string): Promise<string>
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
  /** A connection of one's own, for whoever stands in the way. */
  connect(): Promise<pg.Client>
  kill(alsoDatabase: boolean): void
  again(): Promise<void>
  end(): Promise<void>
}

export async function mortal(prefix: string): Promise<Mortal> {
  const folder = await filledFolder(prefix)
  const start = () => startServer({ databaseUrl: '', dataDir: folder, env: { PHOTO_CODE: 'off' } })
  let product: Product = await start()

  const connect = async () => {
    const { port, password } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
    const client = new pg.Client({ connectionString: `postgres://yiyuan:${password}@127.0.0.1:${port}/yiyuan` })
    // A killed database is what this is about.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const ask: Mortal['ask'] = async (path, body, { token, requestNo, method = 'POST' } = {}) => {
    const answer = await fetch(`${product.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: token }),
        ...(requestNo && { 'x-request-no': requestNo }),
      },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as never
  }
  return {
    ask,
    connect,
    tokenOf: async (userName) => {
      const words = { loginName: userName, loginPassword: passwordOf(userName) }
      return (await ask<{ token: string }>('/passport/web-rbac/logins/login', words)).data.token
    },
    sql: async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      const client = await connect()
      try {
        return (await client.query<T>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    kill: (alsoDatabase) => {
      process.kill(product.process.pid!, 'SIGKILL')
      if (alsoDatabase) process.kill(postmasterPid(folder), 'SIGKILL')
    },
    again: async () => {
      product = await start()
    },
    end: async () => {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const KILLED: [string, boolean][] = [
  ['the server', false],
  ['the server and its database', true],
]

const HANDS = 4

export interface Cut<One> {
  answered: One[]
  /** Without an answer: nobody knows whether they arrived. */
  open: One[]
}

/**
 * Four hands at once do what each of them has to, one after the other; when half of all has been answered, the product is
 * killed. `lists`: what has to stay in its order.
 */
export async function cutDown<One>(
  lists: readonly (readonly One[])[],
  press: (one: One) => Promise<{ status: number }>,
  kill: () => void,
): Promise<Cut<One>> {
  const half = lists.flat().length / 2
  const answered: One[] = []
  const open: One[] = []
  let killed = false
  const hand = async (at: number) => {
    for (const one of lists.filter((_, n) => n % HANDS === at).flat()) {
      const answer = await press(one).catch(() => null)
      if (answer?.status === 200) answered.push(one)
      else open.push(one)
      if (answered.length >= half && !killed) {
        killed = true
        kill()
      }
    }
  }
  await Promise.all(Array.from({ length: HANDS }, (_, at) => hand(at)))
  return { answered, open }
}
