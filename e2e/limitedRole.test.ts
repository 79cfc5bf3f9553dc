// A nurse sees what her role has; what it has not she can neither find, open nor force.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { force, front, goTo, openMenu, railNames, rows } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let administrator: Page
let nurse: Page
beforeAll(async () => {
  administrator = await newDesk()
  await signIn(administrator, 'zhengkai')
  nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
})

test('the menu of the nurse is a part of the administrator’s', async () => {
  await expect.poll(() => railNames(administrator)).toContain('设置')
  await expect.poll(() => railNames(nurse)).toContain('工作台')
  const [all, some] = [await railNames(administrator), await railNames(nurse)]
  expect(some).not.toContain('设置')
  expect(some.length).toBeLessThan(all.length)
  for (const one of some) expect(all).toContain(one)
  await picture(nurse, 'home-nurse-1280')
})

test('the page itself says that it is not hers, and what to do', async () => {
  await openMenu(administrator, '设置', '操作日志')
  await rows(administrator).first().waitFor()
  await goTo(nurse, '/systemSetting/logList')
  await front(nurse).getByRole('heading', { name: '没有“操作日志”的权限' }).waitFor()
  expect(await rows(nurse).count()).toBe(0)
  await picture(nurse, 'not-allowed-1280')
})

test('an address that no page has is said to be none', async () => {
  await goTo(nurse, '/no/such/page')
  await front(nurse).getByRole('heading', { name: '页面不存在' }).waitFor()
  await picture(nurse, 'not-found-1280')
})

test('the search does not find it either', async () => {
  await nurse.keyboard.press('Control+k')
  await nurse.getByRole('combobox', { name: '全局搜索' }).fill('操作日志')
  await nurse.getByText('没有与“操作日志”相符的页面、员工或老人').waitFor()
  await nurse.keyboard.press('Escape')
})

test('a forced call is refused as 401, for reading and for acting, and leaves no trace in the data', async () => {
  const list = await force(nurse, 'GET', '/passport/web-rbac/systemLogs?page=1&size=10')
  expect(list).toMatchObject({ status: 401, desc: '权限不足，无法访问，请联系管理员' })
  expect(list.data ?? null).toBeNull()
  expect((await force(nurse, 'GET', '/passport/web-org/smsOutbox')).status).toBe(401)
  expect((await force(nurse, 'GET', '/passport/web-rbac/medical')).status).toBe(401)
  expect((await force(nurse, 'PUT', '/passport/web-rbac/logins/updateIsPass', { isPass: 1 })).status).toBe(401)
  const [row] = await query(`select screen_pass from organization where org_name = '松鹤康养中心'`)
  expect(row).toEqual({ screen_pass: false })
})

test('exporting a list she may not see is refused with the list', async () => {
  const before = await query('select run_id from job_run')
  const answer = await force(nurse, 'POST', '/passport/web-org/common/exportList', {
    call: 'platform.log.list',
    title: '操作日志',
    query: {},
    columns: [{ key: 'remark', title: '操作记录' }],
  })
  expect(answer.status).toBe(401)
  expect(await query('select run_id from job_run')).toEqual(before)
})
