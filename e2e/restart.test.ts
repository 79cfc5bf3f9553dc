// `npm start` as on a bare machine: a server that is killed comes back, a PostgreSQL that is killed is brought back by it,
// a wrong setting ends at once with its line, and nothing stays behind when the one who watches is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, serverOn } from '#server/kit/ownership'
import { postmasterPid } from '#server/kit/postmasterPid'
import { steadyPort } from './kit/server.ts'
import { until } from './kit/until.ts'

let folder: string
let port: number
let printed = ''
let start: ChildProcess

const run = (env: Record<string, string>) =>
  spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: folder,
      DEMO: 'off',
      HOST: '127.0.0.1',
      WS_PORT: 'off',
      MQTT_WS_PORT: 'off',
      MQTT_PORT: 'off',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const postgresPid = () => postmasterPid(folder)
const answers = () =>
  fetch(`http://127.0.0.1:${port}/passport/web-rbac/systemConfigs/loginConfig`).then(
    (answer) => answer.status,
    () => 0,
  )
/** Another process than before answers. */
const comesBack = async (before: number | undefined) => {
  await until(() => ![undefined, before].includes(serverOn(folder)), 'another server')
  await until(async () => (await answers()) === 200, 'an answer')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-restart-'))
  port = await steadyPort()
  start = run({ PORT: String(port) })
  for (const stream of [start.stdout, start.stderr]) stream?.on('data', (text) => (printed += text))
  await until(() => printed.includes('颐园已启动'), 'the start')
})
afterAll(async () => {
  const ended = new Promise((resolve) => start.once('exit', resolve))
  if (start.exitCode === null && start.signalCode === null) {
    start.kill('SIGTERM')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

test('a server that was killed answers again; its PostgreSQL is taken over', async () => {
  const [server, postgres] = [serverOn(folder)!, postgresPid()]
  process.kill(server, 'SIGKILL')
  await comesBack(server)
  expect(postgresPid()).toBe(postgres)
  expect(printed).toContain('(SIGKILL)。1 秒后重新启动')
})

test('a PostgreSQL that was killed, though taken over, is brought back by the server', async () => {
  const [server, postgres] = [serverOn(folder)!, postgresPid()]
  process.kill(postgres, 'SIGKILL')
  await until(() => printed.includes('数据库已恢复运行'), 'the database')
  await until(async () => (await answers()) === 200, 'an answer')
  expect(postgresPid()).not.toBe(postgres)
  expect(serverOn(folder)).toBe(server)
  expect(printed).toContain('数据库已停止，正在重新启动')
})

test('a wrong setting and a second server on the same folder end at once with their line', async () => {
  for (const [env, line] of [
    [{ PORT: 'http' }, '设置 PORT 的值 "http" 不正确'],
    [{ PORT: '0', DEMO: 'on', HOST: '0.0.0.0' }, '设置 HOST 的值 "0.0.0.0" 不正确：演示账号的密码是公开的'],
    [{ PORT: '0' }, '正被另一个颐园进程'],
  ] as const) {
    const child = run(env)
    let said = ''
    child.stderr.on('data', (text) => (said += text))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(said).toContain(line)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(78)
  }
  expect(await answers()).toBe(200)
})

test('when the one who watches is killed, server and PostgreSQL end by themselves', async () => {
  const [server, postgres] = [serverOn(folder)!, postgresPid()]
  start.kill('SIGKILL')
  await until(() => ![server, postgres].some(isAlive), 'their end')
  expect(printed).toContain('看护进程已结束，服务随之停止')
})

test('a signal ends everything in order', async () => {
  start = run({ PORT: String(port) })
  await until(async () => (await answers()) === 200, 'an answer')
  const [server, postgres] = [serverOn(folder)!, postgresPid()]
  const ended = new Promise((resolve) => start.once('exit', resolve))
  start.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect([server, postgres].filter(isAlive)).toEqual([])
})
