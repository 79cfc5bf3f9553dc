// The alarm wall as a display: opened by a nurse, it hangs on when her account signs in elsewhere; she takes an alarm up
// there with her own key, and the wrong one is refused and counted.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture, productUrl, query } from './kit/browser.ts'
import { goTo } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const USER = 'lixiaomei'
const NAME = '李晓梅'
const PIN = '305817'
const HANGS = '二楼护士站'

let desk: Page
let display: Page
let address: string
let recordId: string

beforeAll(async () => {
  await query('delete from staff_pin')
  await query('delete from login_guess')
  const [made] = await query<{ id: string }>(
    `insert into alarm_record (org_id, record_id, source, device_no, bed_id, oldman_id, dept_id, type, kind, level, urgency,
      content, value, threshold, unit, raised_at)
    select o.org_id, md5(random()::text), 'MATTRESS', 'journey-display', o.current_bed_id, o.oldman_id, o.dept_id, '4', 'HEART',
      3, 2, '心率过高 131 次/分', 131, 120, '次/分', now() - interval '20 seconds'
    from oldman o join dept g on g.org_id = o.org_id and g.dept_id = o.dept_id
    where g.dept_name = '松鹤楼护理组' and o.current_bed_id is not null limit 1 returning record_id as id`,
  )
  recordId = made!.id
  desk = await newDesk()
  await signIn(desk, USER)
})
afterAll(async () => {
  await Promise.all([closeDesk(desk), display && closeDesk(display)])
  await query(
    `update alarm_record set status = 3, handled_at = now() where status = 0 and device_no = 'journey-display'`,
  )
  await query(`update screen_address set revoked_at = now() where kind = 'ALARM'`)
})

const card = (page: Page) => page.locator(`.yy-wall-card[data-record="${recordId}"]`)

test('a nurse sets her key and opens the wall as a display', async () => {
  await goTo(desk, '/yunmuIot/wall')
  await card(desk).waitFor()
  await picture(desk, 'wall-1280')
  await desk.getByRole('button', { name: '我的大屏口令' }).click()
  const own = desk.getByRole('dialog').filter({ hasText: '我的大屏口令' })
  await field(own, '大屏口令').fill('123456')
  await own.getByRole('button', { name: '设置口令' }).click()
  await own.getByText('口令太简单').waitFor()
  await field(own, '大屏口令').fill(PIN)
  await own.getByRole('button', { name: '设置口令' }).click()
  await own.waitFor({ state: 'hidden' })

  await desk.getByRole('button', { name: '作为大屏打开' }).click()
  const form = desk.getByRole('dialog').filter({ hasText: '作为大屏打开' })
  await field(form, '大屏名称').fill(HANGS)
  await picture(desk, 'wall-open-display-1280')
  await form.getByRole('button', { name: '生成大屏地址' }).click()
  const shown = desk.getByRole('dialog').filter({ hasText: '这个地址只显示这一次' })
  address = await shown.getByLabel('大屏地址').inputValue()
  expect(address).toMatch(/\/alarmWall\.html\?orgId=.+#[\w-]{43}$/)

  display = await newDesk({ width: 1920, height: 1080 })
  await display.goto(address)
  await card(display).waitFor()
  await display.getByText(HANGS).waitFor()
  // Nobody is signed in there, and nothing of the console can be reached from it.
  expect(await display.getByRole('button', { name: '返回控制台' }).count()).toBe(0)
  expect(await display.getByRole('button', { name: '作为大屏打开' }).count()).toBe(0)
  await picture(display, 'display-1920')
})

test('a second sign-in of her account ends her desk and not the wall', async () => {
  const second = await newDesk()
  await signIn(second, USER)
  await desk.getByRole('dialog').filter({ hasText: '该账号已在别处登录' }).waitFor()
  const asked = display.waitForResponse((one) => one.url().includes('/alarmWall/') && one.ok())
  expect(((await (await asked).json()) as { status: number }).status).toBe(200)
  await card(display).waitFor()
  await closeDesk(second)
})

test('a wrong key is refused and counted', async () => {
  await card(display)
    .getByRole('button', { name: /我去处理/ })
    .click()
  const panel = card(display).getByRole('form', { name: '我去处理' })
  await panel.getByRole('button', { name: new RegExp(NAME) }).click()
  await panel.getByLabel('6 位口令').fill('999999')
  await panel.getByRole('button', { name: '我去处理' }).click()
  await panel.getByText('口令不正确，还可尝试 4 次').waitFor()
  await picture(display, 'display-wrong-key-1920')
  const [counted] = await query<{ count: number }>(
    `select count from login_guess g join account a on g.org_id = a.org_id and g.subject = 'pin:' || a.user_id
    where a.user_name = $1 and g.source like 'address:%'`,
    [USER],
  )
  expect(counted?.count).toBe(1)
})

test('with her own key she takes it up and hands in the result', async () => {
  const panel = card(display).getByRole('form', { name: '我去处理' })
  for (const digit of PIN) await panel.locator('.yy-claim-keys button', { hasText: digit }).click()
  await panel.getByRole('button', { name: '我去处理' }).click()
  const next = card(display).getByRole('button', { name: /^填写结果/ })
  await next.waitFor()
  const [taken] = await query<{ name: string }>(
    `select e.emp_name as name from alarm_record a join employee e on e.org_id = a.org_id and e.emp_id = a.taker_id
    where a.record_id = $1`,
    [recordId],
  )
  expect(taken?.name).toBe(NAME)
  await next.click()
  const result = card(display).getByRole('form', { name: '填写处理结果' })
  await result.getByRole('button', { name: '已到床前，复测正常' }).click()
  await result.getByLabel('6 位口令').fill(PIN)
  await picture(display, 'display-result-1920')
  await display.setViewportSize({ width: 1024, height: 768 })
  await picture(display, 'display-result-1024')
  await result.getByRole('button', { name: '完成处理' }).click()
  await card(display).waitFor({ state: 'detached' })
  const [log] = await query<{ name: string; remark: string }>(
    `select emp_name as name, remark from operation_log where target_id = $1 and remark like '%处理告警%'`,
    [recordId],
  )
  expect(log).toMatchObject({ name: NAME, remark: expect.stringContaining(`在告警大屏“${HANGS}”处理告警`) })
})

test('its session is refused everything else, and what was withdrawn says what to do', async () => {
  const token = await display.evaluate(async (at) => {
    const [, orgId, screenKey] = /orgId=([^#]+)#(.+)$/.exec(at)!
    const answer = await fetch('/omms/di-om/third/yly/screenPassLogin', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orgId, screenKey }),
    })
    return ((await answer.json()) as { data: { token: string } }).data.token
  }, address)
  for (const path of ['/pims/web-pi/oldmans/live?page=1&size=10', '/pims/web-org/alarmRecord?page=1&size=10']) {
    const answer = await fetch(`${productUrl()}${path}`, { headers: { Authorization: token } })
    expect(((await answer.json()) as { status: number }).status).toBe(40301)
  }
  await query(`update screen_address set revoked_at = now() where name = $1`, [HANGS])
  await display.reload()
  await display.getByRole('heading', { name: '这个大屏地址不能使用' }).waitFor()
  await display.getByText('作为大屏打开').waitFor()
  await picture(display, 'display-withdrawn-1920')
})
