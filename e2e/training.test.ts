// A training is planned and begun; one signs in with the code on the screen at another desk, one is ticked on the list; scores
// are typed from top to bottom, who passed gets a certificate on paper, and the hours of both count.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { dialog, front, goTo, rows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const RECORDS = '/administration/training/records'
const TITLE = '轮椅转运安全'
let head: Page
let nurse: Page

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const drawer = () => dialog(head, TITLE)
const person = (name: string) => drawer().locator('tr').filter({ hasText: name })
const press = (name: string | RegExp) => drawer().getByRole('button', { name }).click()

beforeAll(async () => {
  head = await newDesk()
  await withoutPrinter(head)
  await signIn(head, 'hejing')
  nurse = await newDesk()
  await signIn(nurse, 'lixiaomei')
})

test('planned for two colleagues, and begun', async () => {
  await goTo(head, RECORDS)
  await rows(head).first().waitFor()
  await picture(head, 'training-list-1280')
  await front(head).getByRole('button', { name: '安排培训' }).click()
  const form = dialog(head, '安排培训')
  await field(form, '培训主题').fill(TITLE)
  for (const [label, time] of [
    ['开始时间', '00:10'],
    ['结束时间', '23:50'],
  ] as const) {
    await field(form, label).fill(`${today()} ${time}`)
    await head.keyboard.press('Enter')
  }
  await field(form, '合格分').fill('60')
  await field(form, '证书名称').fill('轮椅转运合格证')
  for (const name of ['李晓梅', '陆小燕']) {
    await field(form, '参加人员').fill(name)
    await head.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click()
  }
  await head.keyboard.press('Tab')
  await form.getByRole('button', { name: '保存并通知' }).click()
  await form.waitFor({ state: 'hidden' })
  await person('李晓梅').waitFor()
  await press('开始签到')
  await head
    .getByRole('dialog', { name: /开始.*的签到/ })
    .getByRole('button', { name: '开始签到' })
    .click()
  await head.locator('.yy-training-digits').waitFor()
})

test('one signs in with the code from the screen, which counts along; one is ticked on the list', async () => {
  const screen = head.getByRole('main', { name: '培训签到大屏' })
  await screen.getByText('/ 2 人').waitFor()
  await picture(head, 'training-screen-1280')
  await goTo(nurse, '/administration/training/mine')
  const code = (await screen.locator('.yy-training-digits').innerText()).replace(/\D/g, '')
  await front(nurse).getByLabel('大屏幕上的 6 位数字').fill(code)
  await front(nurse).getByRole('button', { name: '签到', exact: true }).click()
  await toast(nurse, `已签到：${TITLE}`).waitFor()
  await picture(nurse, 'training-mine-1280')
  // Nobody pressed anything at the screen.
  await screen.getByRole('listitem').filter({ hasText: '李晓梅' }).waitFor()
  await screen.getByRole('button', { name: '关闭大屏' }).click()
  if (!(await drawer().isVisible()))
    await rows(head).filter({ hasText: TITLE }).getByRole('button', { name: TITLE }).click()
  await person('李晓梅').getByText('扫码签到').waitFor()
  await drawer().getByRole('button', { name: '登记 陆小燕 签到' }).click()
  await person('陆小燕').getByText('名单登记').waitFor()
})

test('scored by keyboard, ended, and the certificate is printed', async () => {
  await drawer().getByRole('tab', { name: '录入成绩' }).click()
  await drawer().getByLabel('李晓梅 成绩').waitFor()
  const first = drawer().locator('[data-score="0"]')
  await first.fill('88')
  await first.press('Enter')
  await drawer().locator('[data-score="1"]').fill('45')
  await drawer().getByText('不合格', { exact: true }).first().waitFor()
  await picture(head, 'training-scores-1280')
  const failed = (await drawer().locator('[data-score="1"]').getAttribute('aria-label'))!.replace(' 成绩', '')
  await press('保存成绩')
  await toast(head, '已保存 2 人的成绩').waitFor()
  await press('结束培训')
  await head.getByRole('dialog', { name: /^结束/ }).getByRole('button', { name: '结束培训' }).click()
  await drawer().getByText('培训已结束，签到和成绩不能再改').waitFor()
  const passed = failed === '李晓梅' ? '陆小燕' : '李晓梅'
  const number = await person(passed)
    .getByText(/^PX\d{12}$/)
    .innerText()
  await picture(head, 'training-done-1280')
  const paper = await printing(head, () => press('打印全部证书'))
  const text = await paper.innerText()
  for (const said of ['轮椅转运合格证', passed, TITLE, '88 分', number]) expect(text).toContain(said)
  expect(text).not.toContain(failed)
})

test('the hours count, and the list of hours says what is missing', async () => {
  await goTo(head, '/administration/training/hours')
  await rows(head).first().waitFor()
  await picture(head, 'training-hours-1280')
  await field(front(head), '姓名').fill('李晓梅')
  await head.keyboard.press('Enter')
  await rows(head).filter({ hasText: '李晓梅' }).getByRole('button', { name: '李晓梅' }).click()
  const hours = dialog(head, '李晓梅')
  await hours.getByText('已修学时').first().waitFor()
  const sum = (await hours.locator('tbody tr td:nth-child(5)').allInnerTexts()).reduce(
    (all, one) => all + Number(one),
    0,
  )
  const shown = await hours.locator('.yy-figure-value').first().innerText()
  expect(Number(shown)).toBeCloseTo(sum, 5)
})
