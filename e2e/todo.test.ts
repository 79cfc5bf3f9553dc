// A head nurse gives a nurse something to do; it is seen, worked on and handed on; who gave it hears of the end. The calendar
// shows what is due and is moved by hand and by keys; a telephone reads along until the address is taken back.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { dialog, front, goTo, rows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const TODO = '/administration/msg/todo'
const CALENDAR = '/administration/calendar'
const TITLE = '轮椅逐台检查'
let head: Page
let nurse: Page

const day = (ahead: number) => {
  const at = new Date(Date.now() + 8 * 3_600_000 + ahead * 86_400_000)
  return at.toISOString().slice(0, 10)
}
const person = async (form: Locator, label: string, name: string) => {
  const box = form.getByLabel(new RegExp(`${label}$`))
  await box.fill(name)
  await form.page().locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click()
}
const tabOf = (page: Page, name: string) => front(page).getByRole('tab', { name: new RegExp(`^${name}`) })
const drawer = (page: Page) => dialog(page, TITLE)
const cell = (page: Page, of: string) => front(page).locator(`[data-day="${of}"]`)

beforeAll(async () => {
  head = await newDesk()
  await withoutPrinter(head)
  await signIn(head, 'hejing')
  nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
})

test('given with steps and a day, it comes up in the nurse’s list and count by itself', async () => {
  await goTo(nurse, `${TODO}?view=mine`)
  await rows(nurse).first().waitFor()
  const badge = nurse.getByRole('complementary', { name: '行政菜单' }).getByRole('link', { name: /^待办事项/ })
  const before = Number((await tabOf(nurse, '我的待办').locator('b').innerText()).trim())
  await goTo(head, TODO)
  await front(head).getByRole('heading', { name: '业务待办' }).waitFor()
  await front(head).locator('.yy-todo-tile').first().waitFor()
  await picture(head, 'todo-list-1280')
  await front(head).getByRole('button', { name: '新建待办' }).click()
  const form = dialog(head, '新建待办')
  await field(form, '待办事项').fill(TITLE)
  await person(form, '负责人', '李晓梅')
  await field(form, '截止日期').fill(day(2))
  await head.keyboard.press('Enter')
  await form.getByRole('button', { name: '加一个步骤' }).click()
  await form.getByLabel('步骤 1', { exact: true }).fill('刹车')
  await form.getByRole('button', { name: '加一个步骤' }).click()
  await form.getByLabel('步骤 2', { exact: true }).fill('脚踏板')
  await picture(head, 'todo-form-1280')
  await form.getByRole('button', { name: /^新建待办/ }).click()
  await form.waitFor({ state: 'hidden' })
  await drawer(head).getByText('交给李晓梅').waitFor()
  // Nobody pressed anything at the other desk.
  await rows(nurse).filter({ hasText: TITLE }).waitFor()
  await expect.poll(() => tabOf(nurse, '我的待办').locator('b').innerText()).toBe(String(before + 1))
  await expect.poll(() => badge.innerText()).toContain(String(before + 1))
})

test('ticked, talked about, handed on with a reason', async () => {
  await rows(nurse).filter({ hasText: TITLE }).getByRole('button', { name: TITLE }).click()
  await drawer(nurse).getByRole('button', { name: '开始办理' }).click()
  await drawer(nurse).getByText('进行中').first().waitFor()
  await drawer(nurse).getByRole('checkbox', { name: '刹车' }).click()
  await drawer(nurse).getByText('步骤 1 / 2').waitFor()
  await drawer(nurse).getByLabel('留言').fill('三号车刹车松，已报修')
  await drawer(nurse).getByRole('button', { name: '发送留言' }).click()
  await drawer(nurse).locator('.yy-timeline').getByText('三号车刹车松，已报修').waitFor()
  await drawer(head).locator('.yy-timeline').getByText('三号车刹车松，已报修').waitFor()
  await picture(nurse, 'todo-detail-1280')
  await drawer(nurse).getByRole('button', { name: '转交' }).click()
  const form = dialog(nurse, '转交待办')
  await person(form, '转交给', '刘敏')
  await field(form, '转交原因').fill('下午陪诊')
  await form.getByRole('button', { name: /^转交/ }).click()
  await toast(nurse, '待办已转交').waitFor()
  await drawer(head).getByText('李晓梅 → 刘敏，原因：下午陪诊').waitFor()
})

test('the third finishes it and says why a step was left; who gave it is told', async () => {
  const clerk = await newDesk()
  await signIn(clerk, 'liumin')
  await goTo(clerk, `${TODO}?view=mine`)
  const row = rows(clerk).filter({ hasText: TITLE })
  await row.getByRole('button', { name: '完成' }).click()
  const form = dialog(clerk, '完成待办')
  await form.getByRole('button', { name: /^完成待办/ }).click()
  await form.getByText('请说明没做完的原因').waitFor()
  await field(form, '办理结果').fill('脚踏板下周换新')
  await form.getByRole('button', { name: /^完成待办/ }).click()
  await toast(clerk, '待办已完成').waitFor()
  await drawer(head).getByText('已完成').first().waitFor()
  await drawer(head).getByRole('button', { name: '关闭' }).click()
  await head.getByRole('button', { name: /消息/ }).first().click()
  await head.getByText(`刘敏完成了待办“${TITLE}”`).first().waitFor()
  await head.keyboard.press('Escape')
})

test('the calendar shows what is due; it is moved by keys and by hand, and a month is printed', async () => {
  await goTo(head, CALENDAR)
  await cell(head, day(0)).waitFor()
  await cell(head, day(0)).hover()
  await front(head)
    .getByRole('button', { name: `在 ${day(0)} 新建待办` })
    .click()
  const form = dialog(head, '新建待办')
  await field(form, '待办事项').fill('排下月班')
  await form.getByRole('button', { name: /^新建待办/ }).click()
  await form.waitFor({ state: 'hidden' })
  await front(head).getByText('周', { exact: true }).click()
  const own = () => front(head).locator('.yy-calendar-chip').filter({ hasText: '排下月班' })
  await cell(head, day(0)).locator('.yy-calendar-chip').filter({ hasText: '排下月班' }).waitFor()
  await picture(head, 'calendar-week-1280')
  await own().focus()
  await head.keyboard.press('Space')
  await head.keyboard.press('ArrowRight')
  await head.keyboard.press('Space')
  await toast(head, `已改到 ${day(1).slice(5)}`).waitFor()
  await front(head).getByText('月', { exact: true }).click()
  await picture(head, 'calendar-month-1280')
  const paper = await printing(head, () => front(head).getByRole('button', { name: '打印本月' }).click())
  expect(await paper.innerText()).toContain('生日')
  await front(head).getByText('列表', { exact: true }).click()
  await front(head).locator('.yy-calendar-agenda').waitFor()
  await picture(head, 'calendar-list-1280')
})

test('a telephone reads along until the address is taken back', async () => {
  await front(head).getByRole('button', { name: '手机日历' }).click()
  const form = dialog(head, '手机日历')
  await form.getByRole('button', { name: '生成地址' }).click()
  const address = await form.getByLabel('手机日历地址').inputValue()
  expect(address).toMatch(/\/pims\/di-org\/calendar\/[\w-]{43}\.ics$/)
  await picture(head, 'calendar-feed-1280')
  const first = await fetch(address)
  expect(first.headers.get('content-type')).toContain('text/calendar')
  const text = await first.text()
  expect(text).toContain('BEGIN:VEVENT')
  expect(text).not.toContain('排下月班')
  await form.getByRole('button', { name: '停用地址' }).click()
  await head.getByRole('button', { name: '停用地址' }).last().click()
  await toast(head, '手机日历地址已停用').waitFor()
  await form.getByRole('button', { name: '生成地址' }).waitFor()
  expect(((await (await fetch(address)).json()) as { status: number }).status).toBe(40400)
})
