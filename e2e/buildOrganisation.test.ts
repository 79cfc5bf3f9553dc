// An organisation from nothing: the operator makes it, its administrator builds departments, three buildings with sixty
// rooms and their beds, a role and ten people from Excel; one of those signs in and sees her own part of it.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { sheetFile } from './kit/files.ts'
import { chooseInTree, dialog, force, front, goTo, openMenu, rows, tab, toast } from './kit/shell.ts'
import { field, firstSignIn, signIn } from './kit/signIn.ts'

const ORG = '银杏园养老院'
const ADMIN = 'yinxing01'
const HANDED_OVER = 'Kaiyuan2026'
const PASSWORD = 'Yinxing2026'
const BUILDINGS = ['一号楼', '二号楼', '三号楼']
const group = (building: string) => `${building}护理组`
const ROLE = '楼栋护士'

let admin: Page
let nurse: Page
/** The first password of the people from Excel, as it was shown. */
let batchPassword: string

beforeAll(async () => {
  admin = await newDesk()
  nurse = await newDesk()
})

const button = (page: Page, name: string | RegExp) => front(page).getByRole('button', { name })
const foot = (page: Page) => front(page).locator('.yy-list-foot')

test('the operator makes the organisation and hands its administrator a password', async () => {
  const operator = await newDesk()
  await signIn(operator, 'operator')
  await openMenu(operator, '档案', '养老机构列表')
  await rows(operator).first().waitFor()
  await button(operator, '新增机构').click()
  const form = dialog(operator, '新增机构')
  await field(form, '机构名称').fill(ORG)
  await field(form, '统一社会信用代码').fill('12345')
  await field(form, '姓名').fill('顾杏林')
  await field(form, '电话').fill('13700003301')
  await field(form, '管理员账号').fill(ADMIN)
  await field(form, '初始密码').fill(HANDED_OVER)
  await form.getByRole('button', { name: /新增机构/ }).click()
  await form.locator('.ant-form-item-explain-error').filter({ hasText: '统一社会信用代码' }).waitFor()
  await field(form, '统一社会信用代码').fill('52310115MJ3330001X')
  await picture(operator, 'organisation-create-1280')
  await form.getByRole('button', { name: /新增机构/ }).click()
  await toast(operator, '机构已新增，管理员可以登录').waitFor()
  await rows(operator).filter({ hasText: ORG }).getByText('正常').waitFor()
  await closeDesk(operator)
})

test('the administrator replaces that password and finds an empty house', async () => {
  await firstSignIn(admin, ADMIN, HANDED_OVER, PASSWORD)
  await admin.getByRole('button', { name: /顾杏林.*账户菜单/ }).waitFor()
  await openMenu(admin, '设置', '房间列表')
  await front(admin).getByText('还没有房间').waitFor()
})

test('departments: a care department with a group for each building', async () => {
  await openMenu(admin, '设置', '部门配置')
  await button(admin, '新增一级部门').first().click()
  await addDept('护理部', '新增一级部门')
  for (const building of BUILDINGS) {
    await rows(admin).filter({ hasText: '护理部' }).first().getByRole('button', { name: '新增下级' }).click()
    await addDept(group(building), '新增下级部门')
  }
  // The same name twice beside each other.
  await rows(admin).filter({ hasText: '护理部' }).first().getByRole('button', { name: '新增下级' }).click()
  const form = dialog(admin, '新增下级部门')
  await field(form, '部门名称').fill(group('一号楼'))
  await form.getByRole('button', { name: /新增部门/ }).click()
  await form
    .getByText(/已存在|重复|同名/)
    .first()
    .waitFor()
  await picture(admin, 'dept-twice-1280')
  await form.getByRole('button', { name: '取消' }).click()
  await form.getByRole('button', { name: '不要了' }).click()
  await form.waitFor({ state: 'hidden' })
  await picture(admin, 'dept-tree-1280')
})

async function addDept(name: string, title: string): Promise<void> {
  const form = dialog(admin, title)
  await field(form, '部门名称').fill(name)
  await form.getByRole('button', { name: /新增部门/ }).click()
  await form.waitFor({ state: 'hidden' })
  await rows(admin).filter({ hasText: name }).first().waitFor()
}

test('three buildings with two floors each', async () => {
  await openMenu(admin, '设置', '区域级别')
  await button(admin, '栋 › 楼层').first().click()
  await front(admin).getByText('区域这样填写：栋 › 楼层 › 房间 › 床位').waitFor()
  await openMenu(admin, '设置', '区域配置')
  for (const [at, building] of BUILDINGS.entries()) {
    await button(admin, at === 0 ? '新增栋' : /^栋$/).click()
    const form = dialog(admin, '新增栋')
    await field(form, '栋名称').fill(building)
    await form.getByRole('button', { name: /保存/ }).click()
    await form.waitFor({ state: 'hidden' })
    await button(admin, `${building}的操作`).click()
    await admin.getByRole('menuitem', { name: '批量新增楼层' }).click()
    const many = dialog(admin, '批量新增楼层')
    await field(many, '数量').fill('2')
    await many.getByText('将新增 2 个：1层').waitFor()
    await many.getByRole('button', { name: '新增楼层' }).click()
    await many.waitFor({ state: 'hidden' })
  }
  await expect.poll(() => front(admin).locator('.yy-place-name').filter({ hasText: '2层' }).count()).toBe(3)
  await picture(admin, 'places-tree-1280')
})

test('sixty rooms and a hundred and eighty beds in six batches', async () => {
  await openMenu(admin, '设置', '批量建房')
  for (const building of BUILDINGS) {
    for (const floor of [1, 2]) {
      await where(`${building} › ${floor}层`, floor, group(building))
      await numbers(floor)
      await button(admin, /^建立 10 间房、30 张床位$/).click()
      await front(admin).getByText('已建立 10 间房、30 张床位').waitFor()
      await button(admin, '再建一批').click()
    }
  }
  // A floor that is built already cannot be built a second time.
  await where('一号楼 › 1层', 1, group('一号楼'))
  await field(front(admin), '前缀').first().fill('1')
  await front(admin).getByText('该区域已有 10 间同名房间').waitFor()
  await expect.poll(() => button(admin, '下一步').isDisabled()).toBe(true)
  await picture(admin, 'batch-again-1280')
  const [made] = await query(
    `select count(distinct r.room_id)::int as rooms, count(b.bed_id)::int as beds, min(r.room_name) as first,
       max(r.room_name) as last from organization o join room r using (org_id) left join bed b using (org_id, room_id)
      where o.org_name = $1`,
    [ORG],
  )
  expect(made).toEqual({ rooms: 60, beds: 180, first: '101室', last: '210室' })
})

async function where(path: string, floor: number, dept: string): Promise<void> {
  await chooseInTree(admin, field(front(admin), '所在区域'), path, `${floor}层`)
  await chooseInTree(admin, field(front(admin), '所属部门'), dept, dept)
  await button(admin, '下一步').click()
  await field(front(admin), '房间数量').waitFor()
}

async function numbers(floor: number): Promise<void> {
  await field(front(admin), '房间数量').fill('10')
  await field(front(admin), '前缀').first().fill(String(floor))
  await field(front(admin), '每间床位数').fill('3')
  await front(admin).getByText(`10 间房、30 张床位`).first().waitFor()
  await button(admin, '下一步').click()
}

test('a role that may look at rooms and beds', async () => {
  await openMenu(admin, '设置', '角色管理')
  await button(admin, '添加角色').click()
  const form = dialog(admin, '添加角色')
  await field(form, '角色名称').fill(ROLE)
  await grant('房间列表', [])
  await grant('床位列表', ['床位排序'])
  await picture(admin, 'role-create-1280')
  await form.getByRole('button', { name: /保存/ }).click()
  await toast(admin, '角色已添加').waitFor()
  await rows(admin).filter({ hasText: ROLE }).waitFor()
})

/** A page in the tree of rights with some of its buttons: a page brings them all, the others are taken off again. */
async function grant(name: string, buttons: readonly string[]): Promise<void> {
  const page = await rightOf(name)
  await page.locator('.yy-rights-name').getByRole('checkbox').check()
  for (const one of await page.locator('.yy-rights-buttons label').all()) {
    await one.getByRole('checkbox').setChecked(buttons.includes((await one.innerText()).trim()))
  }
  await page.locator('.yy-rights-name .ant-checkbox-indeterminate').waitFor()
}

/** A half-chosen page becomes a whole one first. */
async function withdraw(name: string): Promise<void> {
  const page = await rightOf(name)
  await page.locator('.yy-rights-name').getByRole('checkbox').click()
  await page.locator('.yy-rights-name .ant-checkbox-indeterminate').waitFor({ state: 'detached' })
  await page.locator('.yy-rights-name').getByRole('checkbox').uncheck()
}

async function rightOf(name: string): Promise<Locator> {
  const editor = admin.locator('.yy-rights:visible')
  await editor.getByRole('textbox', { name: '搜索页面或按钮' }).first().fill(name)
  const page = editor.locator('.yy-rights-page').filter({ has: admin.locator('.yy-rights-name', { hasText: name }) })
  await expect.poll(() => page.count()).toBe(1)
  return page
}

const TITLES = ['账号', '姓名', '性别', '手机号', '部门', '角色']
const PEOPLE = ['林晓', '杨帆', '罗敏', '沈月', '江楠', '白露', '苏青', '夏禾', '秦岚', '陶然'].map((name, i) => [
  `yxhs${String(i + 1).padStart(2, '0')}`,
  name,
  '女',
  `137000034${String(i + 1).padStart(2, '0')}`,
  group(BUILDINGS[i % 3]!),
  ROLE,
])
const BAD = [
  ['yxhs11', '无门', '女', '13700003411', '不存在的部门', ROLE],
  ['yxhs12', '错号', '女', '1370000', group('一号楼'), ROLE],
]

test('ten people from Excel: bad rows are named, the good ones come in when agreed', async () => {
  await openMenu(admin, '设置', '用户账号')
  await button(admin, '导入').click()
  const drawer = dialog(admin, '导入用户')
  // The bad ones stand in the middle: row 4 and row 9 of the sheet.
  const lines = [...PEOPLE.slice(0, 2), BAD[0]!, ...PEOPLE.slice(2, 6), BAD[1]!, ...PEOPLE.slice(6)]
  const file = await sheetFile('护士名单.xlsx', TITLES, lines)
  await drawer.locator('input[type=file]').setInputFiles(file)
  await drawer.getByText('可导入 10 人').waitFor()
  const problem = (row: number) =>
    drawer.getByRole('row').filter({ has: admin.getByRole('cell', { name: String(row), exact: true }) })
  await problem(4).getByText('部门“不存在的部门”不存在').waitFor()
  await problem(9)
    .getByText(/手机号/)
    .waitFor()
  await picture(admin, 'users-import-1280')
  expect(await peopleOf()).toBe(1)
  const notice = await drawer.getByText(/统一初始密码是 \S+，/).innerText()
  batchPassword = /初始密码是 (\w+)，/.exec(notice)![1]!
  await drawer.getByRole('button', { name: '只导入正确的 10 人' }).click()
  await drawer.getByText('导入用户：完成').waitFor()
  await drawer.getByText(/^新增 10 条/).waitFor()
  await picture(admin, 'users-imported-1280')
  expect(await peopleOf()).toBe(11)

  // Once more: nobody twice.
  await drawer.getByRole('button', { name: '再导入一份' }).click()
  await drawer.locator('input[type=file]').setInputFiles(file)
  await drawer.getByText('没有可导入的行').waitFor()
  await drawer.getByText('账号 yxhs01 已存在（林晓），不重复导入', { exact: false }).first().waitFor()
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await drawer.waitFor({ state: 'hidden' })
  expect(await peopleOf()).toBe(11)
  await expect.poll(() => foot(admin).innerText()).toContain('共 11 人')
})

const peopleOf = async () => {
  const [found] = await query<{ n: number }>(
    'select count(*)::int as n from account a join organization o using (org_id) where o.org_name = $1',
    [ORG],
  )
  return found!.n
}

const leaves = (page: Page) =>
  page
    .getByRole('complementary', { name: '设置菜单' })
    .getByRole('link')
    .allInnerTexts()
    .then((all) => all.map((one) => one.trim()))

test('a nurse signs in with it, must change it, and sees her own building alone', async () => {
  await firstSignIn(nurse, 'yxhs01', batchPassword, PASSWORD)
  await openMenu(nurse, '设置', '房间列表')
  await expect.poll(() => leaves(nurse)).toEqual(['房间列表', '床位列表'])
  await expect.poll(() => foot(nurse).innerText()).toContain('共 20 间')
  await expect.poll(() => rows(nurse).count()).toBeGreaterThan(0)
  for (const row of await rows(nurse).allInnerTexts()) expect(row).toContain('一号楼')
  expect(await button(nurse, /新增房间/).count()).toBe(0)
  await picture(nurse, 'rooms-nurse-1280')
  await openMenu(nurse, '设置', '床位列表')
  await expect.poll(() => foot(nurse).innerText()).toContain('共 60 张')
  await button(nurse, '排序').waitFor()
  expect(await button(nurse, /新增床位/).count()).toBe(0)
  await goTo(nurse, '/systemmanage/user')
  await front(nurse).getByRole('heading', { name: '没有“用户账号”的权限' }).waitFor()
})

test('a room of another building is not there for her, whatever she sends', async () => {
  const found = await query<{ id: string; dept: string }>(
    `select r.room_id as id, d.dept_name as dept from organization o join room r using (org_id) join dept d using (org_id, dept_id)
      where o.org_name = $1 and r.room_name = '101室'`,
    [ORG],
  )
  const roomOf = (building: string) => found.find((one) => one.dept === group(building))!.id
  const own = await force(nurse, 'GET', `/ifms/web-org/rooms/${roomOf('一号楼')}`)
  expect(own).toMatchObject({ status: 200, data: { roomName: '101室' } })
  const others = await force(nurse, 'GET', `/ifms/web-org/rooms/${roomOf('二号楼')}`)
  expect(others.status).not.toBe(200)
  expect(others.desc).toContain('不存在')
  expect(others.data ?? null).toBeNull()
})

test('who sees a bed is explained by role and department', async () => {
  const [bed] = await query<{ id: string }>(
    `select b.bed_id as id from organization o join bed b using (org_id) join room r using (org_id, room_id)
       join dept d using (org_id, dept_id) where o.org_name = $1 and d.dept_name = $2 limit 1`,
    [ORG, group('二号楼')],
  )
  await goTo(admin, `/systemmanage/insight?type=bed&id=${bed!.id}`)
  const person = (name: string) => front(admin).locator('.yy-insight-readers tr').filter({ hasText: name })
  await person('杨帆').getByText(`角色「${ROLE}」有「床位列表」`).waitFor()
  await person('杨帆')
    .getByText(`数据范围含「${group('二号楼')}」`)
    .waitFor()
  expect(await person('林晓').count()).toBe(0)
  await front(admin).getByRole('tab', { name: '有权限，缺部门' }).click()
  await person('林晓')
    .getByText(`数据范围不含「${group('二号楼')}」，现为：${group('一号楼')}`)
    .waitFor()
})

test('a change of the role is in her open browser at once', async () => {
  await openMenu(nurse, '设置', '房间列表')
  const loaded = await nurse.evaluate(() => performance.timeOrigin)
  await openMenu(admin, '设置', '角色管理')
  await rows(admin).filter({ hasText: ROLE }).getByRole('button', { name: '编辑' }).click()
  const form = dialog(admin, `编辑角色“${ROLE}”`)
  await withdraw('床位列表')
  await grant('区域配置', [])
  await form.getByRole('button', { name: /保存/ }).click()
  await toast(admin, '角色已保存').waitFor()
  await toast(nurse, '权限已更新').waitFor()
  await expect.poll(() => leaves(nurse)).toEqual(['区域配置', '房间列表'])
  await openMenu(nurse, '设置', '区域配置')
  await front(nurse).locator('.yy-place-name').filter({ hasText: '一号楼' }).waitFor()
  // The tab that stands open shows nothing of it any more.
  await tab(nurse, '床位列表').click()
  await front(nurse).getByRole('heading', { name: '没有“床位列表”的权限' }).waitFor()
  expect(await nurse.evaluate(() => performance.timeOrigin)).toBe(loaded)
  await picture(nurse, 'role-changed-1280')
})

test('the audit has all of it', async () => {
  await openMenu(admin, '设置', '操作日志')
  await rows(admin).first().waitFor()
  await rows(admin).filter({ hasText: '角色' }).first().waitFor()
  const acts = await query<{ method: string; n: number }>(
    `select l.method, count(*)::int as n from operation_log l join organization o using (org_id)
      where o.org_name = $1 group by l.method`,
    [ORG],
  )
  const count = (method: RegExp) => acts.filter((one) => method.test(one.method)).reduce((sum, one) => sum + one.n, 0)
  expect(count(/部门/)).toBeGreaterThanOrEqual(4)
  expect(count(/房/)).toBeGreaterThanOrEqual(6)
  expect(count(/角色/)).toBeGreaterThanOrEqual(2)
  expect(count(/导入/)).toBeGreaterThanOrEqual(1)
})
