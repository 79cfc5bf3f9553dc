// A first start: whoever comes before it is done sees how far it is, and the sign-in takes its place by itself.
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '#server/kit/settings'
import { startingDoor } from '#server/kit/startingDoor'
import { newDesk, picture } from './kit/browser.ts'
import { product } from './kit/product.ts'
import { startServer, steadyPort } from './kit/server.ts'

test('the page waits with its visitor and gives way to the sign-in', async () => {
  const { database, folder } = await product()
  const ports = { http: await steadyPort(), mqtt: await steadyPort() }
  const door = await startingDoor(readSettings({ PORT: String(ports.http), HOST: '127.0.0.1' }), resolve('dist/web'))
  door.tell(46, '装入演示数据：十四个月的账单和收费')
  const page = await newDesk()
  await page.goto(`http://127.0.0.1:${ports.http}/`)
  const bar = page.getByRole('progressbar', { name: '准备进度' })
  await bar.waitFor()
  await page.getByText('正在装入演示数据：十四个月的账单和收费').waitFor()
  expect(await bar.getAttribute('aria-valuenow')).toBe('46')
  expect(await page.getByRole('button', { name: '登 录' }).count()).toBe(0)
  await picture(page, 'preparing')
  door.tell(62, '装入演示数据：夜间监护和告警')
  await page.getByText('62%').waitFor()
  await door.close()
  const started = await startServer({ databaseUrl: database, dataDir: folder, ports })
  try {
    await page.getByRole('button', { name: '登 录' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(await bar.count()).toBe(0)
  } finally {
    await started.stop()
  }
})

test('an upgrade is shown to whoever comes, and they go on at their page', async () => {
  const { database, folder } = await product()
  const ports = { http: await steadyPort(), mqtt: await steadyPort() }
  const door = await startingDoor(readSettings({ PORT: String(ports.http), HOST: '127.0.0.1' }), resolve('dist/web'))
  door.tellUpgrade(30, '校验备份')
  const page = await newDesk()
  await page.goto(`http://127.0.0.1:${ports.http}/#/live/live/list`)
  await page.getByRole('heading', { name: '系统正在升级' }).waitFor()
  await page.getByText('正在校验备份').waitFor()
  await picture(page, 'upgrading')
  await door.close()
  const started = await startServer({ databaseUrl: database, dataDir: folder, ports })
  try {
    // Nobody has signed in here: the console sends its visitor to the sign-in.
    await page.getByRole('button', { name: '登 录' }).waitFor()
    expect(new URL(page.url()).search).not.toContain('preparing')
  } finally {
    await started.stop()
  }
})
