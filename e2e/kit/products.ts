// Where journeys get their products from: a first start fills one template, and whoever asks gets a database, a folder and
// a built server of its own. Nothing that a journey leaves behind reaches another. The next one is made ready while those
// before it are at work.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#server/kit/postgres'
import { startSmsGateway } from '#server/kit/test/smsGateway'
import { startServer } from './server.ts'

/** What a journey knows of its product. */
export interface Handed {
  name: string
  url: string
  mqtt: string
  database: string
  /** Its folder, files included: processes on one machine share it. */
  folder: string
  /** The SMS gateway it sends through; a phone's owner reads there. */
  sms: string
}

interface Made {
  handed: Handed
  end(): Promise<void>
}

export interface Products {
  /** POST /take: a product. POST /give: the one of that name is no longer needed. POST /filled: see Filled. */
  url: string
  close(): Promise<void>
}

/** After a first start, at rest: the folder of a PostgreSQL, and that of the product. */
export interface Filled {
  cluster: string
  product: string
}

/** Nothing here outlives the run: durability, and what cleans up in the long run, are only cost. */
const PARAMETERS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1d',
  autovacuum: 'off',
  max_connections: '300',
}

const startPostgres = (dataDir: string) => startEmbedded({ dataDir, log: () => undefined, parameters: PARAMETERS })

const databaseAt = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function inDatabase(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const one of statements) await client.query(one)
  } finally {
    await client.end()
  }
}

/** From beside it: a template is copied only while nobody uses it. */
const statement = (postgres: Embedded, text: string) => inDatabase(databaseAt(postgres.url, 'postgres'), [text])

/** The same password, kept so that a connection proves it in no time: every product opens dozens of them. */
async function cheapPassword({ url }: Embedded): Promise<void> {
  const { username, password } = new URL(url)
  const change = `alter role ${username} password ${pg.escapeLiteral(decodeURIComponent(password))}`
  await inDatabase(url, ['set scram_iterations = 1', change])
}

async function fill(filled: Filled): Promise<void> {
  const postgres = await startPostgres(filled.cluster)
  try {
    await cheapPassword(postgres)
    const first = await startServer({ databaseUrl: postgres.url, dataDir: filled.product })
    await first.stop()
    // What every copy would otherwise do again: look for the first time at rows just written.
    await inDatabase(postgres.url, ['vacuum (freeze, analyze)'])
  } finally {
    await postgres.stop()
  }
}

async function makeProduct(name: string, postgres: Embedded, filled: Filled, folder: string): Promise<Made> {
  const database = databaseAt(postgres.url, name)
  await Promise.all([
    statement(postgres, `create database ${name} template yiyuan strategy file_copy`),
    cp(filled.product, folder, { recursive: true }),
  ])
  const gateway = await startSmsGateway()
  const server = await startServer({ databaseUrl: database, dataDir: folder, env: gateway.env })
  return {
    handed: { name, url: server.url, mqtt: server.mqttUrl, database, folder, sms: gateway.env.SMS_URL },
    async end() {
      await server.stop()
      await gateway.close()
      // Not by force: a cleaner of PostgreSQL's own may be there, whom only its master sends away.
      await statement(
        postgres,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
      )
      await statement(postgres, `drop database ${name}`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answer(response: ServerResponse, work: () => Promise<unknown>): Promise<void> {
  // Minutes lie between two questions: a connection that was kept may end in the moment of the next one.
  response.setHeader('connection', 'close')
  try {
    response.end(JSON.stringify((await work()) ?? null))
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
  }
}

export async function openProducts(): Promise<Products> {
  const folder = await mkdtemp(join(tmpdir(), 'yiyuan-e2e-'))
  const filled: Filled = { cluster: join(folder, 'filled'), product: join(folder, 'product') }
  // Not waited for: journeys that need no demo organisation are on their way meanwhile.
  const filling = fill(filled)
  const running = filling.then(async () => {
    await cp(filled.cluster, join(folder, 'cluster'), { recursive: true })
    return startPostgres(join(folder, 'cluster'))
  })
  running.catch(() => undefined)

  let count = 0
  const all = new Map<string, Promise<Made>>()
  let spare: Promise<Made> | undefined
  const make = (): Promise<Made> => {
    const name = `journey_${++count}`
    const one = running.then((postgres) => makeProduct(name, postgres, filled, join(folder, name)))
    all.set(name, one)
    // Told to whoever takes it.
    one.catch(() => undefined)
    return one
  }
  const take = async (): Promise<Handed> => {
    const one = spare ?? make()
    spare = make()
    return (await one).handed
  }
  const give = async (name: string): Promise<void> => {
    const one = all.get(name)
    all.delete(name)
    await (await one)?.end()
  }
  const ways: Record<string, (name: string) => Promise<unknown>> = {
    '/take': take,
    '/give': give,
    '/filled': () => filling.then(() => filled),
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    void answer(response, async () => {
      const way = ways[pathname]
      if (!way) throw new Error(`${pathname} is unknown here`)
      return way(searchParams.get('name') ?? '')
    })
  })
  // A journey waits for the template, however long that takes.
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      const made = await Promise.allSettled(all.values())
      await Promise.all(made.map((one) => one.status === 'fulfilled' && one.value.end()))
      const [postgres] = await Promise.allSettled([running])
      if (postgres.status === 'fulfilled') await postgres.value.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
