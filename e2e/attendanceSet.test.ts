// Shifts, groups and holidays are set up by the office: a night across midnight, one that cannot be and says why, a group
// with people and a place to clock at, and a shift in use that is not switched off.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture } from './kit/browser.ts'
import { dialog, front, goTo, rows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const SHIFT = '/administration/attendance/shift'
const GROUP = '/administration/attendance/group'
const NAME = '守夜班'
const TEAM = '守夜组'
let page: Page

const clock = async (form: Locator, label: string, time: string) => {
  const box = form.getByLabel(label)
  await box.fill(time)
  await page.keyboard.press('Enter')
}
const add = (form: Locator) => form.getByRole('button', { name: /^新增班次|^保存/ }).click()

beforeAll(async () => {
  page = await newDesk()
  await signIn(page, 'zhengkai')
})

test('a night across midnight is made; overlapping periods are told before', async () => {
  await goTo(page, SHIFT)
  await rows(page).filter({ hasText: '夜班' }).waitFor()
  await picture(page, 'shift-list-1280')
  await front(page).getByRole('button', { name: '新增班次' }).click()
  const form = dialog(page, '新增班次')
  await field(form, '班次名称').fill('夜班')
  await form.getByText('已有班次“夜班”，请换一个名称').waitFor()
  await field(form, '班次名称').fill(NAME)
  await field(form, '简称').fill('守')
  await clock(form, '第 1 个时段上班', '21:00')
  await clock(form, '第 1 个时段下班', '01:00')
  await expect.poll(() => form.getByRole('checkbox', { name: '次日' }).isChecked()).toBe(true)
  await form.getByText('21:00–次日 01:00').waitFor()
  await form.getByRole('button', { name: '加一个时段' }).click()
  await clock(form, '第 2 个时段上班', '00:30')
  await clock(form, '第 2 个时段下班', '06:00')
  await form.getByText('两个时段重叠，请调整').first().waitFor()
  await picture(page, 'shift-form-overlap')
  await form.getByRole('button', { name: '去掉' }).last().click()
  await clock(form, '第 1 个时段下班', '06:30')
  await form.getByText('21:00–次日 06:30').waitFor()
  await add(form)
  await toast(page, '班次已新增').waitFor()
  await rows(page).filter({ hasText: NAME }).getByText('21:00–次日 06:30').waitFor()
})

test('a group with people and a place; a shift it uses is not switched off', async () => {
  await goTo(page, GROUP)
  await rows(page).filter({ hasText: '松鹤楼护理组' }).waitFor()
  await front(page).getByRole('button', { name: '新增考勤组' }).click()
  const form = front(page)
  await field(form, '考勤组名称').fill(TEAM)
  await form.getByLabel(/可排的班次$/).click()
  await page.locator('.ant-select-item-option:visible').filter({ hasText: NAME }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '添加人员' }).click()
  const people = dialog(page, '添加人员')
  await people.getByLabel('姓名', { exact: true }).fill('赵强')
  await people.getByRole('checkbox', { name: '赵强' }).check()
  await people.getByText('现在在别的考勤组').waitFor()
  await people.getByRole('button', { name: '添加 1 人' }).click()
  await form.getByText('由“行政组”调入').waitFor()
  await form.getByRole('button', { name: '加本院网络' }).click()
  await form.getByLabel('地点 1 的名称').fill('值班室')
  await form.getByRole('button', { name: '取当前网段' }).click()
  await expect.poll(() => form.getByLabel('地点 1 的网络地址').inputValue()).toBe('127.0.0.0/24')
  await picture(page, 'group-form-1280')
  await form.getByRole('button', { name: '保存考勤组' }).click()
  await toast(page, '考勤组已新增').waitFor()
  await front(page).getByRole('heading', { name: TEAM }).waitFor()
  await front(page).getByRole('cell', { name: '赵强' }).waitFor()
  await front(page).getByText('127.0.0.0/24').waitFor()

  await goTo(page, SHIFT)
  const row = rows(page).filter({ hasText: NAME })
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  const question = dialog(page, `停用班次“${NAME}”？`)
  await question.getByRole('button', { name: '停用班次' }).click()
  await question.getByText(`考勤组“${TEAM}”正在使用`).waitFor()
  await question.getByRole('button', { name: '不停用' }).click()
})

test('a holiday of the house is put into the calendar', async () => {
  await front(page).getByRole('button', { name: '节假日' }).click()
  const drawer = dialog(page, '节假日')
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()
  await drawer.getByRole('button', { name: new RegExp(`^${year}-07-01`) }).click()
  await drawer.getByLabel('名称').fill('院庆')
  await drawer.getByRole('button', { name: '保存这一天' }).click()
  await drawer.getByRole('button', { name: `${year}-07-01 放假，院庆` }).waitFor()
})
