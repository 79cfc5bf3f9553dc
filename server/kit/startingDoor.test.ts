// What answers at the product's port before the product does.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIVE, READY } from './health.ts'
import { readSettings } from './settings.ts'
import { startingDoor } from './startingDoor.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

let web: string
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'yiyuan-door-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'login.html'), '<p>sign in</p>')
  await writeFile(join(web, 'index.html'), '<p>console</p>')
  await writeFile(join(web, 'assets', 'a.js'), 'page()')
  await writeFile(join(web, 'payer.html'), '<p>payer</p>')
})
afterAll(() => rm(web, { recursive: true }))

async function opened() {
  const port = await freePort()
  const settings = readSettings({ PORT: String(port), HOST: '127.0.0.1' })
  const door = await startingDoor(settings, web)
  const at = `http://127.0.0.1:${port}`
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(at + path, { method, redirect: 'manual' })
    const text = await answer.text()
    const { status } = answer
    if (status === 302) return [status, answer.headers.get('location')]
    return [status, answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text]
  }
  return { door, settings, ask }
}

test('during the start a door answers: alive, not ready, and a sentence for everything else', async () => {
  const { door, settings, ask } = await opened()
  expect(await ask(LIVE)).toEqual([200, { live: true }])
  expect(await ask(READY)).toEqual([503, { ready: false, missing: ['start'], desc: '系统正在启动' }])
  expect(await ask('/passport/x')).toMatchObject([503, { status: 503, desc: '系统正在启动' }])
  // People who work already wait for their own page.
  expect(await ask('/')).toMatchObject([503, { desc: '系统正在启动' }])
  expect(await ask('/login.html?preparing')).toMatchObject([503, { desc: '系统正在启动' }])
  // Another that finds the port taken leaves it to the product to say so.
  await (await startingDoor(settings, web)).close()
  expect(await ask(LIVE)).toEqual([200, { live: true }])
  await door.close()
  await expect(ask(LIVE)).rejects.toThrow()
})

test('during a first start it shows the sign-in page with how far it is, and refuses with that sentence', async () => {
  const { door, ask } = await opened()
  door.tell(62.7, '装入账单')
  expect(await ask(READY)).toEqual([
    503,
    { ready: false, missing: ['start'], desc: '系统正在启动', preparing: { percent: 62, doing: '装入账单' } },
  ])
  for (const page of ['/', '/index.html', '/login.html', '/login.html?from=x', '/payer.html']) {
    expect(await ask(page), page).toEqual([302, '/login.html?preparing'])
  }
  expect(await ask('/login.html?preparing')).toEqual([200, '<p>sign in</p>'])
  expect(await ask('/assets/a.js')).toEqual([200, 'page()'])
  const refused = { status: 503, desc: '首次启动，正在装入账单（62%），准备好后即可登录，请稍候', data: null }
  expect(await ask('/passport/web-rbac/logins/login', 'POST')).toMatchObject([503, refused])
  expect(await ask('/files/1')).toMatchObject([503, refused])
  // It never goes back, and only the product itself says that all is done.
  door.tell(20, '收尾')
  expect(await ask(READY)).toMatchObject([503, { preparing: { percent: 62, doing: '收尾' } }])
  door.tell(100, '收尾')
  expect(await ask(READY)).toMatchObject([503, { preparing: { percent: 99 } }])
  await door.close()
})

test('during an upgrade pages lead to how far it is, and calls go on getting the sentence', async () => {
  const { door, ask } = await opened()
  door.tellUpgrade(30, '校验备份')
  const preparing = { percent: 30, doing: '校验备份', upgrade: true }
  expect(await ask(READY)).toEqual([503, { ready: false, missing: ['start'], desc: '系统正在启动', preparing }])
  expect(await ask('/')).toEqual([302, '/login.html?preparing'])
  expect(await ask('/login.html?preparing')).toEqual([200, '<p>sign in</p>'])
  const desc = '系统正在升级：校验备份（30%），完成后即可继续使用，请稍候'
  expect(await ask('/passport/x')).toMatchObject([503, { status: 503, desc, data: null }])
  await door.close()
})
