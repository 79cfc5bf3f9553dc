// An installation package: a strange name is refused, the right one is uploaded, recorded, listed and removed.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { zipOf } from '#server/kit/test/zip'
import { newDesk, query } from './kit/browser.ts'
import { front, goTo, rows } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let page: Page
beforeAll(async () => {
  page = await newDesk()
  await signIn(page, 'zhengkai')
  await goTo(page, '/systemSetting/install-package')
  await front(page).getByRole('button', { name: '新增安装包' }).first().click()
})

const pick = async (name: string) =>
  front(page)
    .getByLabel('选择安装包文件')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: await zipOf({ 'app.bin': '程序' }) })

test('a file whose name says nothing is refused before it is sent', async () => {
  await pick('installer.zip')
  await front(page).getByRole('alert').filter({ hasText: '文件名应为' }).waitFor()
})

test('a package is uploaded, its name fills model and version, and it is listed', async () => {
  await pick('OTA_X7_1.2.0.zip')
  await front(page).getByText('已上传').waitFor()
  await front(page).getByText('1.2.0', { exact: true }).waitFor()
  await front(page).getByLabel('安装包名称').fill('床旁升级')
  await front(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await rows(page).filter({ hasText: '床旁升级' }).filter({ hasText: 'X7' }).waitFor()
})

test('removing it removes its file as well', async () => {
  const row = rows(page).filter({ hasText: '床旁升级' })
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: /删除/ }).click()
  await page.getByRole('button', { name: /^删\s*除$/ }).click()
  await row.waitFor({ state: 'detached' })
  await expect.poll(async () => (await query(`select 1 from stored_file where use = 'package'`)).length).toBe(0)
})
