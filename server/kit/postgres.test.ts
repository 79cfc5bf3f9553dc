// The embedded PostgreSQL through everything that can happen to it between two starts.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isAlive, serverOn } from './ownership.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './postgres.ts'
import { PostgresError } from './postgresHome.ts'
import { keepRunning } from './postgresKeep.ts'
import { postmasterOf, postmasterPid } from './postmasterPid.ts'

let home: string
let said: string[]

const start = (options: Partial<EmbeddedOptions> = {}): Promise<Embedded> =>
  startEmbedded({ dataDir: home, log: (line) => said.push(line), parameters: { shared_buffers: '16MB' }, ...options })

async function ask<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

const postmaster = () => postmasterPid(home)

/** A server process of its own that can be killed without warning. */
async function otherServer(): Promise<{ child: ChildProcess; url: string }> {
  const script = `
    import { startEmbedded } from '#server/kit/postgres'
    const { url } = await startEmbedded({ dataDir: process.argv[1], log: () => undefined })
    console.log(url)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, '--', home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, url: line.toString().trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'yiyuan-postgres-'))
})

beforeEach(() => {
  said = []
})

afterAll(async () => {
  await rm(home, { recursive: true, force: true })
})

describe('embedded PostgreSQL', () => {
  test('the first start makes a UTF-8 cluster and a role that is no superuser; stop leaves no process', async () => {
    const postgres = await start()
    expect(postgres.adopted).toBe(false)
    const [facts] = await ask<Record<string, string>>(
      postgres.url,
      `select current_database() as db, current_user as who, rolsuper as super, rolcreatedb as creates,
         pg_encoding_to_char(encoding) as encoding, datlocale as locale, current_setting('TimeZone') as zone,
         current_setting('listen_addresses') as listens, lower('ÄÖ') as lower
       from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
    )
    expect(facts).toEqual({
      db: 'yiyuan',
      who: 'yiyuan',
      super: false,
      creates: true,
      encoding: 'UTF8',
      locale: 'C.UTF-8',
      zone: 'Asia/Shanghai',
      listens: '127.0.0.1',
      lower: 'äö',
    })
    await ask(postgres.url, `create table kept (word text); insert into kept values ('颐园')`)
    expect(statSync(join(home, 'postgres.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, 'postgres')).mode & 0o777).toBe(0o700)
    const pid = postmaster()
    await postgres.stop()
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(join(home, 'postgres/postmaster.pid'))).toBe(false)
    expect(serverOn(home)).toBeUndefined()
  })

  test('a wrong password is refused, on the socket and over TCP', async () => {
    const postgres = await start()
    for (const host of [null, '127.0.0.1']) {
      const url = new URL(postgres.url)
      url.password = 'guess'
      if (host) url.searchParams.set('host', host)
      await expect(ask(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    }
    await postgres.stop()
  })

  test('the next start finds the data, and another port when the remembered one is taken', async () => {
    const { port } = JSON.parse(readFileSync(join(home, 'postgres.json'), 'utf8')) as { port: number }
    const { createServer } = await import('node:net')
    const thief = createServer()
    await new Promise<void>((resolve) => thief.listen(port, '127.0.0.1', resolve))
    const postgres = await start()
    expect(Number(new URL(postgres.url).port)).not.toBe(port)
    expect(await ask(postgres.url, 'select word from kept')).toEqual([{ word: '颐园' }])
    await postgres.stop()
    await new Promise((resolve) => thief.close(resolve))
  })

  test('copies of one folder that start at the same moment each get a PostgreSQL of their own', async () => {
    // Too deep for a socket: all of them are asked over TCP, where they could be taken for each other.
    const copies = ['a', 'b', 'c', 'd'].map((name) => `${home}-${name.repeat(100)}`)
    for (const copy of copies) await cp(home, copy, { recursive: true })
    try {
      const all = await Promise.all(copies.map((dataDir) => start({ dataDir })))
      const known = copies.map((copy) => postmasterOf(join(copy, 'postgres'))?.port)
      expect(all.map(({ url }) => Number(new URL(url).port))).toEqual(known)
      for (const [index, { url }] of all.entries()) await ask(url, `insert into kept values ('${index}')`)
      for (const [index, { url }] of all.entries()) {
        expect(await ask(url, `select word from kept where word <> '颐园'`)).toEqual([{ word: String(index) }])
      }
      await Promise.all(all.map((one) => one.stop()))
    } finally {
      for (const copy of copies) await rm(copy, { recursive: true, force: true })
    }
  })

  test('after kill -9 of the server its PostgreSQL is adopted, with everything committed', async () => {
    const { child, url } = await otherServer()
    await ask(url, `insert into kept values ('已提交')`)
    await expect(start()).rejects.toThrow(`另一个颐园进程 ${child.pid}`)
    const pid = postmaster()
    await kill(child)
    expect(isAlive(pid)).toBe(true)

    const postgres = await start()
    expect(postgres.adopted).toBe(true)
    expect(postmaster()).toBe(pid)
    expect(await ask(postgres.url, 'select word from kept order by word')).toHaveLength(2)
    await postgres.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('after kill -9 of server and PostgreSQL the next start recovers what was committed', async () => {
    const { child, url } = await otherServer()
    await ask(url, `insert into kept values ('崩溃前')`)
    const pid = postmaster()
    await kill(child)
    process.kill(pid, 'SIGKILL')
    expect(existsSync(join(home, 'postgres/postmaster.pid'))).toBe(true)

    const postgres = await start()
    expect(postgres.adopted).toBe(false)
    expect(await ask(postgres.url, `select word from kept where word = '崩溃前'`)).toHaveLength(1)
    await postgres.stop()
  })

  test('a postmaster.pid whose number now belongs to another program does not stop the start', async () => {
    const stale = [process.pid, join(home, 'postgres'), '1700000000', '5432', '', '127.0.0.1', '', ''].join('\n')
    writeFileSync(join(home, 'postgres/postmaster.pid'), stale)
    const postgres = await start()
    expect(said.join('\n')).toContain('postmaster.pid')
    expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await postgres.stop()
  })

  test('an owner file whose number now belongs to another program does not stop the start', async () => {
    writeFileSync(join(home, 'server.json'), JSON.stringify({ pid: process.ppid, started: '1' }))
    const postgres = await start()
    await postgres.stop()
  })

  test('a tool borrows a running PostgreSQL and leaves it running', async () => {
    const { child } = await otherServer()
    const pid = postmaster()
    const tool = await start({ as: 'tool' })
    expect(tool.adopted).toBe(true)
    await tool.stop()
    expect(isAlive(pid)).toBe(true)
    await kill(child)
    const postgres = await start()
    await postgres.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('a tool alone starts PostgreSQL and stops it', async () => {
    const tool = await start({ as: 'tool' })
    const pid = postmaster()
    expect(serverOn(home)).toBeUndefined()
    await tool.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('PostgreSQL that ends by itself is reported', async () => {
    let reason = ''
    const lost = new Promise<void>((resolve) => {
      void start({
        onLost: (why) => {
          reason = why
          resolve()
        },
      }).then(() => process.kill(postmaster(), 'SIGQUIT'))
    })
    await lost
    expect(reason).toContain('ended by itself')
    await (await start()).stop()
  })

  describe('kept running', () => {
    /** With what is told of it. */
    async function kept(options: Partial<EmbeddedOptions> = {}) {
      const told = { lost: 0, back: 0, gone: '' }
      const running = await start({
        onLost: () => void told.lost++,
        keep: { onBack: () => void told.back++, onGone: (reason) => void (told.gone = reason) },
        ...options,
      })
      return { running, told }
    }
    const killed = async (told: { back: number }) => {
      const [pid, before] = [postmaster(), told.back]
      process.kill(pid, 'SIGKILL')
      await vi.waitFor(() => expect(told.back).toBe(before + 1), { timeout: 20_000 })
      expect(postmaster()).not.toBe(pid)
    }

    test('a PostgreSQL that is killed is started again at the same address, as often as it happens', async () => {
      const { running, told } = await kept()
      await ask(running.url, `insert into kept values ('被杀前')`)
      for (let round = 0; round < 3; round++) await killed(told)
      expect(await ask(running.url, `select word from kept where word = '被杀前'`)).toHaveLength(1)
      const last = postmaster()
      await running.stop()
      expect(isAlive(last)).toBe(false)
      expect(told).toEqual({ lost: 3, back: 3, gone: '' })
    })

    test('also one that was adopted', async () => {
      const { child, url } = await otherServer()
      await kill(child)
      const { running, told } = await kept()
      expect(running.adopted).toBe(true)
      expect(running.url).toBe(url)
      for (let round = 0; round < 2; round++) await killed(told)
      expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
      await running.stop()
    })

    test('killed again while it recovers, and asked to end while it comes back: nothing stays behind', async () => {
      const { running, told } = await kept()
      const first = postmaster()
      process.kill(first, 'SIGKILL')
      const another = () => {
        const pid = postmaster()
        expect(pid).not.toBe(first)
        return pid
      }
      const second = await vi.waitFor(another, { timeout: 20_000, interval: 1 })
      process.kill(second, 'SIGKILL')
      await vi.waitFor(() => expect(told.back).toBeGreaterThan(0), { timeout: 20_000 })
      const last = postmaster()
      process.kill(last, 'SIGKILL')
      await vi.waitFor(() => expect(isAlive(last)).toBe(false))
      await running.stop()
      expect(existsSync(join(home, 'postgres/postmaster.pid')) && isAlive(postmaster())).toBe(false)
      expect(serverOn(home)).toBeUndefined()
    })

    test('a start that is no longer wanted leaves no process', async () => {
      const stop = new AbortController()
      const starting = start({ signal: stop.signal })
      starting.catch(() => undefined)
      const pid = await vi.waitFor(
        () => {
          const one = postmaster()
          expect(isAlive(one)).toBe(true)
          return one
        },
        { timeout: 20_000, interval: 1 },
      )
      stop.abort()
      await starting.then(
        (running) => running.stop(),
        () => undefined,
      )
      expect(isAlive(pid)).toBe(false)
    })

    test('what cannot come back where it was is given up; what fails in passing is tried again', async () => {
      const child = spawn('sleep', ['100'])
      const told: string[] = []
      const keeper = keepRunning(
        { pid: child.pid!, child },
        {
          log: (line) => told.push(line),
          lost: () => told.push('lost'),
          again: () =>
            Promise.reject(told.length < 3 ? new PostgresError('not yet', true) : new PostgresError('port is taken')),
          gone: (reason) => told.push(`gone: ${reason}`),
        },
      )
      child.kill('SIGKILL')
      await vi.waitFor(() => expect(told.at(-1)).toBe('gone: port is taken'), { timeout: 20_000 })
      expect(told).toEqual(['lost', 'not yet', 'not yet', 'port is taken', 'gone: port is taken'])
      expect(keeper.pid()).toBeUndefined()
      await keeper.stop()
    })
  })

  test('a server that is ending is waited for, another is refused', async () => {
    const { child } = await otherServer()
    await expect(start()).rejects.toThrow(`另一个颐园进程 ${child.pid}`)
    const owner = join(home, 'server.json')
    writeFileSync(owner, JSON.stringify({ ...JSON.parse(readFileSync(owner, 'utf8')), ending: true }))
    const waiting = start()
    // Longer than another would be waited for.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await kill(child)
    await (await waiting).stop()
  })

  test('a start that cannot work says why, with the end of the log', async () => {
    await expect(start({ parameters: { shared_buffers: 'much' } })).rejects.toThrow(/没有启动成功[\s\S]*shared_buffers/)
    expect(serverOn(home)).toBeUndefined()
  })

  test('a cluster of another major version is refused', async () => {
    const file = join(home, 'postgres/PG_VERSION')
    writeFileSync(file, '17\n')
    await expect(start()).rejects.toThrow('PostgreSQL 17')
    writeFileSync(file, '18\n')
  })

  test.runIf(process.getuid?.() === 0)('a folder copied by root is given to the account of the database', async () => {
    execFileSync('chown', ['-R', 'root:root', join(home, 'postgres')])
    const postgres = await start()
    expect(await ask(postgres.url, 'select count(*)::int as n from kept')).toEqual([{ n: 4 }])
    await postgres.stop()
  })
})
