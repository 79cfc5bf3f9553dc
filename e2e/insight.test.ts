// Permissions explained: what the page says about a nurse is what she finds when she signs in herself, and who sees a
// bed or a resident is told with the reason, down to whom only the department or only the permission is missing.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { choose, force, front, goTo, openMenu, railNames } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let admin: Page

beforeAll(async () => {
  admin = await newDesk()
  await signIn(admin, 'zhengkai')
  await openMenu(admin, '设置', '权限查询')
})

const people = () => front(admin).locator('.yy-insight-readers tbody tr.ant-table-row')
const person = (name: string) => people().filter({ hasText: name })

async function choosePerson(typed: string, name: string): Promise<void> {
  await choose(admin, front(admin).getByRole('combobox', { name: '姓名、拼音首字母、账号或手机号' }), typed, name)
  await front(admin).locator('.yy-insight-head').getByText(name, { exact: true }).waitFor()
}

async function chooseRecord(kind: string, typed: string, title: string): Promise<void> {
  await choose(admin, front(admin).getByRole('combobox', { name: '记录类型' }), '', kind)
  await choose(admin, front(admin).getByRole('combobox', { name: `查找${kind}` }), typed, title)
  await front(admin).locator('.yy-insight-head').getByText(kind, { exact: true }).waitFor()
}

/** The tab of that name; answers the figure on it. */
async function look(tab: string): Promise<number> {
  const button = front(admin).getByRole('tab', { name: tab })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => button.innerText()).toMatch(/\d/)
  return Number(/\d+/.exec(await button.innerText())![0])
}

const search = (typed: string) => front(admin).getByRole('textbox', { name: '搜索页面或按钮' }).fill(typed)

const texts = (of: Locator) => of.allInnerTexts().then((all) => all.map((one) => one.trim()))

/** A line of 能看到多少. */
async function countOf(list: string): Promise<{ theirs: string; mine: string }> {
  const cells = front(admin).locator('.yy-insight-counts tr', { hasText: list }).locator('td')
  await cells.first().waitFor()
  const [, theirs, mine] = await cells.allInnerTexts()
  return { theirs: theirs!, mine: mine! }
}

test('what 李晓梅 sees, with the reason, is what she finds herself', async () => {
  await choosePerson('lxm', '李晓梅')
  const page = front(admin)
  await page.getByText('角色：责任护士').waitFor()
  await page.locator('.yy-insight-depts').getByText('松鹤楼护理组').waitFor()
  await page.getByText('工作台 › 总览 › 工作台').waitFor()
  await page.getByText('所有人都有').first().waitFor()
  const told = await texts(page.locator('.yy-insight-rail li'))
  expect(told).not.toContain('设置')
  await picture(admin, 'insight-user-1280')
  await search('角色管理')
  await page.getByText('没有“角色管理”这项权限').waitFor()
  await search('')
  const beds = await countOf('床位')
  const users = await countOf('用户账号')
  expect(users.mine).toMatch(/^\d+ 个$/)

  const nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
  await expect.poll(() => railNames(nurse)).toEqual(told)
  // Forms offer her the beds of her departments, although she cannot open their list.
  expect(beds.theirs).toMatch(/^\d+ 张$/)
  await page.locator('.yy-insight-counts tr', { hasText: '床位' }).getByText('仅表单可选').waitFor()
  expect(users.theirs).toBe('没有权限')
  for (const [address, title] of [
    ['/systemmanage/bed', '床位列表'],
    ['/systemmanage/user', '用户账号'],
  ] as const) {
    await goTo(nurse, address)
    await front(nurse)
      .getByRole('heading', { name: `没有“${title}”的权限` })
      .waitFor()
  }
  await closeDesk(nurse)
})

test('a director has his buttons from his role, and all departments', async () => {
  await choosePerson('wangjianguo', '王建国')
  const page = front(admin)
  await page.getByText('角色：院长').waitFor()
  await search('床位列表')
  await page.getByText('设置 › 空间与床位 › 床位列表').waitFor()
  await page.getByText('角色「院长」').first().waitFor()
  expect(await page.getByText('没有权限').count()).toBe(0)
  const { theirs, mine } = await countOf('床位')
  expect(theirs).toMatch(/^\d+ 张$/)
  expect(theirs).toBe(mine)
  await picture(admin, 'insight-director-1280')
})

test('who sees a bed of her building, and why', async () => {
  await front(admin).getByText('谁能看到某条记录').click()
  await chooseRecord('床位', '松鹤楼>2层>203室', '松鹤楼 › 2层 › 203室 › 01床')
  await front(admin).getByText('所属部门：松鹤楼护理组').waitFor()
  expect(await look('能看到')).toBeGreaterThan(1)
  await person('郑凯').getByText('机构管理员，可看全部数据').waitFor()
  await person('王建国').getByText('角色「院长」有「床位列表」').waitFor()
  await person('王建国').getByText('数据范围含「松鹤楼护理组」').waitFor()
  await picture(admin, 'insight-bed-1280')
  await look('有部门，缺权限')
  await person('李晓梅').getByText('数据范围含「松鹤楼护理组」').waitFor()
  await person('李晓梅')
    .getByText(/^没有「床位列表」(等)?权限$/)
    .waitFor()
  // Another building's people are not even close.
  expect(await person('丁力').count()).toBe(0)
})

test('who sees a resident, and why', async () => {
  const [resident] = await query<{ name: string; dept: string }>(
    `select o.oldman_name as name, d.dept_name as dept from oldman o join organization using (org_id)
       join dept d using (org_id, dept_id)
      where org_name = '松鹤康养中心' and d.dept_name = '长青楼护理组' order by o.oldman_id limit 1`,
  )
  await chooseRecord('老人', resident!.name, resident!.name)
  await front(admin).getByText(`所属部门：${resident!.dept}`).waitFor()
  await look('能看到')
  await person('郑凯').getByText('机构管理员，可看全部数据').waitFor()
  await person('孙丽华')
    .getByText(/角色「行政专员」有「.+」/)
    .waitFor()
  await person('孙丽华').getByText(`数据范围含「${resident!.dept}」`).waitFor()
  await person('丁力').getByText('角色「护理组长」有「居住管理」「老人档案」').waitFor()
  await picture(admin, 'insight-resident-1280')
  await look('有部门，缺权限')
  await front(admin).getByText(`数据范围含「${resident!.dept}」`).first().waitFor()
  await front(admin)
    .getByText(/^没有「.+」(等)?权限$/)
    .first()
    .waitFor()
  expect(await person('丁力').count()).toBe(0)
  expect(await person('李晓梅').count()).toBe(0)
})

test('who may not ask does not get an answer', async () => {
  const storeman = await newDesk()
  await signIn(storeman, 'zhaoqiang')
  const [bed] = await query<{ id: string }>('select bed_id as id from bed limit 1')
  expect((await force(storeman, 'GET', `/passport/web-rbac/insight/record?type=bed&id=${bed!.id}`)).status).toBe(401)
  await goTo(storeman, '/systemmanage/insight')
  await front(storeman).getByRole('heading', { name: '没有“权限查询”的权限' }).waitFor()
  await closeDesk(storeman)
})
