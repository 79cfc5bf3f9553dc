// A notice with a paper goes to two departments: one reads it, another confirms it, the rest are reminded, it is recalled. A
// notice to families is read on a phone, and the desk sees who has read it.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { textFile } from './kit/files.ts'
import { chooseInTree, dialog, force, front, goTo, rows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const TITLE = '电梯检修安排'
const FAMILY_TITLE = '冬至包饺子邀请'
const PHONE = '13911237788'

let office: Page
let nurse: Page
let head: Page
let phone: Page

const sure = (page: Page, verb: string) =>
  page.locator('.yy-confirm').getByRole('button', { name: verb, exact: true }).click()

beforeAll(async () => {
  office = await newDesk()
  nurse = await newDesk()
  head = await newDesk()
  phone = await newDesk({ width: 390, height: 844 })
  await signIn(office, 'zhengkai')
  await signIn(nurse, 'lixiaomei')
  await signIn(head, 'hejing')
})

test('a draft with a paper goes out to two departments', async () => {
  await goTo(office, '/administration/notice')
  await rows(office).first().waitFor()
  await picture(office, 'notice-list-1280')
  await front(office).getByRole('button', { name: '起草公告' }).click()
  const form = dialog(office, '起草公告')
  await field(form, '标题').fill(TITLE)
  await form.getByText('按部门').click()
  await chooseInTree(office, field(form, '接收部门'), '松鹤楼护理组', '松鹤楼护理组')
  await field(form, '接收部门').fill('护理部')
  await office
    .locator('.ant-select-dropdown:visible .ant-select-tree-title')
    .filter({ hasText: /^护理部$/ })
    .first()
    .click()
  await form.locator('.ProseMirror').fill('周三 9:00 至 11:00 检修 1 号电梯，请绕行。')
  await form.locator('input[type=file]').last().setInputFiles(textFile('检修时间表.txt', '周三 9:00 至 11:00'))
  await form.getByText('检修时间表.txt').first().waitFor()
  await field(form, '需要确认').click()
  await picture(office, 'notice-form-1280')
  await form.getByRole('button', { name: /保存草稿/ }).click()
  // What was saved lies open with its next step.
  const drawer = dialog(office, TITLE)
  await drawer.getByRole('button', { name: '发布', exact: true }).click()
  await office
    .locator('.yy-confirm')
    .getByText(/现在共 \d+ 人/)
    .waitFor()
  await sure(office, '发布')
  await toast(office, '已发布').waitFor()
  await drawer.getByText('已读未确认').first().waitFor()
  await picture(office, 'notice-readers-1280')
})

test('one reads it, another confirms it, the office sees both', async () => {
  await goTo(nurse, '/administration/msg/notice')
  await rows(nurse).filter({ hasText: TITLE }).getByText(TITLE).first().click()
  await front(nurse).getByRole('heading', { name: TITLE }).waitFor()
  await front(nurse).getByRole('button', { name: '我已知悉，确认' }).waitFor()
  await picture(nurse, 'notice-detail-1280')
  const [paper] = await query<{ url: string }>('select attachments[1] as url from notice where title = $1', [TITLE])
  expect(await front(nurse).getByRole('link', { name: '检修时间表.txt' }).getAttribute('href')).toBe(paper!.url)
  await goTo(head, '/administration/msg/notice?state=confirm')
  await rows(head).filter({ hasText: TITLE }).getByText(TITLE).first().click()
  await front(head).getByRole('button', { name: '我已知悉，确认' }).click()
  await front(head)
    .getByText(/您已于 .* 确认知悉/)
    .waitFor()
  const drawer = dialog(office, TITLE)
  // The counts follow by themselves; whoever has read stands behind all those who have not.
  await drawer.getByRole('tab', { name: /已读未确认\s*1/ }).click()
  await drawer.locator('tr').filter({ hasText: '李晓梅' }).getByText('已读未确认').waitFor()
  await drawer
    .getByRole('tab', { name: /已确认\s*1/ })
    .last()
    .click()
  await drawer.locator('tr').filter({ hasText: '何静' }).getByText('已确认').waitFor()
})

test('the rest are reminded once, and it is recalled', async () => {
  const drawer = dialog(office, TITLE)
  await drawer.getByRole('button', { name: '提醒未确认人员' }).click()
  await sure(office, '提醒')
  await toast(office, '已提醒').waitFor()
  await drawer.getByRole('button', { name: '提醒未确认人员' }).click()
  await sure(office, '提醒')
  await office.locator('.yy-confirm').getByText('每小时最多提醒一次').last().waitFor()
  await office.locator('.yy-confirm').getByRole('button', { name: '不提醒' }).click()
  await office.locator('.yy-confirm').waitFor({ state: 'hidden' })
  await drawer.getByRole('button', { name: '撤回', exact: true }).click()
  await office
    .locator('.yy-confirm')
    .getByLabel(/撤回原因/)
    .fill('检修改期')
  await sure(office, '撤回')
  await toast(office, '已撤回').waitFor()
  await drawer.getByRole('status').filter({ hasText: '检修改期' }).waitFor()
  // Whoever has it open is told.
  await front(nurse).getByText('看不到这条通知').waitFor()
  await goTo(nurse, '/administration/msg/notice')
  await rows(nurse).first().waitFor()
  await picture(nurse, 'notice-personal-1280')
  expect(await rows(nurse).filter({ hasText: TITLE }).count()).toBe(0)
})

test('a notice to a family is read on its phone, and the desk sees it', async () => {
  const [elder] = await query<{ oldmanId: string; orgId: string; name: string }>(
    `select o.oldman_id as "oldmanId", o.org_id as "orgId", o.oldman_name as name from oldman o join account a on a.org_id = o.org_id
     and a.user_name = 'zhengkai' where o.status = 1 and o.current_bed_id is not null order by o.oldman_id limit 1`,
  )
  const { oldmanId, orgId, name } = elder!
  await query(
    `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone) values ($1, 'journeyfamily', $2, '顾晓文', '21', $3)`,
    [orgId, oldmanId, PHONE],
  )
  const invited = await force(office, 'POST', '/pims/web-pi/oldmans/invitation', {
    oldmanId,
    familyId: 'journeyfamily',
  })
  await phone.goto(`/family.html#${(invited.data as { code: string }).code}`)
  await phone.getByLabel(/后四位/).fill(PHONE.slice(-4))
  await phone.getByRole('button', { name: '查看' }).click()
  await phone.getByRole('heading', { name }).waitFor()

  await goTo(office, '/administration/notice/famliy')
  await rows(office).first().waitFor()
  await picture(office, 'family-notice-list-1280')
  await front(office).getByRole('button', { name: '起草家属通知' }).click()
  const form = dialog(office, '起草家属通知')
  await form.getByLabel('老人', { exact: true }).click()
  await form.getByLabel('老人', { exact: true }).fill(name)
  await office.locator('.ant-select-dropdown:visible .ant-select-tree-title').filter({ hasText: name }).first().click()
  await field(form, '标题').fill(FAMILY_TITLE)
  await field(form, '内容').fill('欢迎来和{{老人姓名}}（{{床位}}）一起包饺子。')
  await form.getByRole('button', { name: /保存草稿/ }).click()
  const drawer = dialog(office, FAMILY_TITLE)
  await drawer.getByText(`欢迎来和${name}（`).waitFor()
  await picture(office, 'family-notice-preview-1280')
  await drawer.getByRole('button', { name: '发布', exact: true }).click()
  await sure(office, '发布')
  await toast(office, '已发布').waitFor()

  await phone.getByRole('button', { name: '刷新' }).click()
  await phone.getByRole('button', { name: new RegExp(FAMILY_TITLE) }).click()
  await phone.getByText(`欢迎来和${name}（`).waitFor()
  await picture(phone, 'family-notice-390')
  expect(await phone.locator('body').innerText()).not.toContain('{{')
  const row = drawer.locator('tr').filter({ hasText: '顾晓文' })
  await row.locator('.yy-tag').filter({ hasText: '已读' }).waitFor()
  await picture(office, 'family-notice-readers-1280')
})
