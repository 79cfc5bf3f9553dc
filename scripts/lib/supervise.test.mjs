// With real processes: a server that dies is started again, one that ends in order or refuses its settings is not.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { nextWait, REFUSED, reasonOf } from './supervise.mjs'

const folder = mkdtempSync(join(tmpdir(), 'yiyuan-supervise-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SUPERVISE = pathToFileURL(join(import.meta.dirname, 'supervise.mjs')).href

/** A supervisor with a short patience over a server that writes its process id and then does `server`. */
function begin(server) {
  const name = join(folder, String(Math.random()))
  writeFileSync(
    `${name}.server.mjs`,
    `import { appendFileSync } from 'node:fs'\nappendFileSync('${name}.pids', process.pid + '\\n')\n${server}`,
  )
  writeFileSync(
    `${name}.mjs`,
    `import { supervise } from '${SUPERVISE}'
     process.exitCode = await supervise('${name}.server.mjs', { env: process.env, say: (line) => console.log(line), wait: () => 20, endLimit: 200 })`,
  )
  const child = spawn(process.execPath, [`${name}.mjs`], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  const pids = () => {
    try {
      return readFileSync(`${name}.pids`, 'utf8').trim().split('\n').map(Number)
    } catch {
      return []
    }
  }
  return { child, ended, pids, said: () => said }
}

const until = (look) => vi.waitFor(look, { timeout: 20_000, interval: 20 })
const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const SERVES = `process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => { console.log('in order'); process.exit(0) })
setInterval(() => undefined, 1000)`

describe('a supervised server', () => {
  test('that is killed is started again, which is said; a signal ends both, in order', async () => {
    const run = begin(SERVES)
    for (const times of [1, 2]) {
      await until(() => expect(run.pids()).toHaveLength(times))
      process.kill(run.pids().at(-1), 'SIGKILL')
    }
    await until(() => expect(run.pids()).toHaveLength(3))
    expect(run.said()).toContain('服务已停止：被系统或他人强行结束，常见原因是内存不足 (SIGKILL)。0.02 秒后重新启动')
    const last = run.pids().at(-1)
    // Its own listener must be there before it is asked to end.
    await until(() => {
      if (isAlive(last)) run.child.kill('SIGTERM')
      expect(isAlive(last)).toBe(false)
    })
    await run.ended
    expect(run.pids()).toHaveLength(3)
  }, 30_000)

  test('ends when its supervisor is killed', async () => {
    const run = begin(SERVES)
    await until(() => expect(run.pids()).toHaveLength(1))
    run.child.kill('SIGKILL')
    await until(() => expect(isAlive(run.pids()[0])).toBe(false))
  }, 30_000)

  test('that does not hear a signal is ended after its bound', async () => {
    const run = begin(`process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log('deaf')`)
    await until(() => expect(run.said()).toContain('deaf'))
    run.child.kill('SIGTERM')
    expect(await run.ended).toEqual({ code: 143, signal: null })
    expect(isAlive(run.pids()[0])).toBe(false)
  }, 30_000)

  test.each([
    ['ends in order', 0],
    ['refuses its settings', REFUSED],
  ])('that %s is left at that', async (_, code) => {
    const run = begin(`process.exit(${code})`)
    expect(await run.ended).toEqual({ code, signal: null })
    expect(run.pids()).toHaveLength(1)
    expect(run.said()).toBe('')
  })

  test('that breaks off at its start is tried again and again', async () => {
    const run = begin('process.exit(1)')
    await until(() => expect(run.pids().length).toBeGreaterThan(3))
    expect(run.said()).toContain('服务已停止：异常退出，退出码 1。')
    run.child.kill('SIGTERM')
    await run.ended
  }, 30_000)
})

test('each start waits twice as long as the last, at most a minute; one that served comes back at once', () => {
  const waits = []
  for (let i = 0, last = 0; i < 8; i++) waits.push((last = nextWait(last, undefined)))
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  expect(nextWait(60_000, 60_000)).toBe(1_000)
  // Killed soon after it was ready, again and again: nobody waits longer than a few seconds.
  const again = []
  for (let i = 0, last = 0; i < 5; i++) again.push((last = nextWait(last, 500)))
  expect(again).toEqual([1_000, 2_000, 4_000, 4_000, 4_000])
})

test('the reason is told in words', () => {
  expect(reasonOf(null, 'SIGABRT')).toContain('内存不足')
  expect(reasonOf(134, null)).toContain('内存不足')
  expect(reasonOf(null, 'SIGKILL')).toContain('强行结束')
  expect(reasonOf(null, 'SIGSEGV')).toBe('被信号 SIGSEGV 结束')
  expect(reasonOf(7, null)).toBe('异常退出，退出码 7')
})
