// An assessment on a tablet: somebody a consultation is about is assessed by touch and signed for by two people, the archive
// takes it along, the resident is assessed again, compared with the last time and printed. Two who fill the same sheet, a cut
// line, the same person twice and missing items lose nothing and are told.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, dialog, force, front, goTo, openMenu, rows, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

let tablet: Page
let elder: string
let consultationId: string
let sheetId: string

interface Stored {
  state: string
  answered: number
  total: number | null
  oldmanId: string | null
  bound: boolean
  levelName: string | null
  answers: Record<string, { value: { option: string | null; evidence: string | null } }>
}

const stored = async (id = sheetId): Promise<Stored> => {
  const [row] = await query<Stored & Record<string, unknown>>(
    `select state, answered, total, oldman_id as "oldmanId", bound, level_name as "levelName", answers from assessment where assessment_id = $1`,
    [id],
  )
  return row!
}
const answerOf = async (item: string, id = sheetId) => (await stored(id)).answers[item]?.value.option ?? null

beforeAll(async () => {
  const [one] = await query<{ id: string; name: string }>(
    `select c.consultation_id as id, c.oldman_name as name from consultation c join organization g using (org_id)
      where g.org_name = '松鹤康养中心' and c.status in (1, 2) and c.oldman_id is null and c.id_card is not null
        and (select count(*) from consultation o where o.org_id = c.org_id and o.oldman_name = c.oldman_name) = 1
      order by c.consultation_no desc limit 1`,
  )
  ;({ id: consultationId, name: elder } = one!)
  tablet = await newDesk({ width: 1280, height: 800, touch: true })
  await withoutPrinter(tablet)
  await signIn(tablet, 'wangjianguo')
})

const button = (page: Page, name: string | RegExp): Locator => front(page).getByRole('button', { name })
const drawer = (page: Page) => page.getByRole('dialog').last()
const parts = (page: Page) => front(page).getByRole('navigation', { name: '评估部分' })
const part = (page: Page, name: RegExp) => parts(page).getByRole('button', { name }).first()
const item = (page: Page, name: string) => front(page).getByRole('radiogroup', { name: new RegExp(`${name}$`) })
const option = (page: Page, name: string, no: number) => item(page, name).getByRole('radio').nth(no)
const saved = (page: Page) =>
  front(page)
    .getByText(/草稿已保存/)
    .waitFor()

/** The item that is asked, answered by a finger; answers which it was. */
async function answer(page: Page, no: (key: string) => number): Promise<string> {
  const current = front(page).locator('[data-current]')
  const name = (await current.getByRole('radiogroup').getAttribute('aria-label'))!
  const key = name.split(' ')[0]!
  await current.getByRole('radio').nth(no(key)).tap()
  return key
}

/** Writes something like a name into the open pad. */
async function sign(page: Page, who: string) {
  await front(page)
    .getByRole('button', { name: `${who}签名` })
    .tap()
  const pad = front(page).locator('.yy-sign-open')
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.locator('canvas').boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  for (let i = 1; i <= 12; i++) await page.mouse.move(box.x + 40 + i * 9, box.y + 50 + Math.sin(i) * 16)
  await page.mouse.up()
  await pad.getByRole('button', { name: '完成签名' }).tap()
  await front(page)
    .getByRole('button', { name: `${who}重新签名` })
    .waitFor()
}

test('whoever is not on the list sees no button; the head nurse puts him on it in the tree', async () => {
  await openMenu(tablet, '护理', '能力评估')
  await rows(tablet).first().waitFor()
  await button(tablet, '待评名单').waitFor()
  expect(await button(tablet, '新建评估').count()).toBe(0)
  const head = await newDesk()
  await signIn(head, 'hejing')
  await openMenu(head, '护理', '评估权限')
  await rows(head).first().waitFor()
  await button(head, '按部门授权').click()
  await drawer(head).getByLabel('找人或部门').fill('王建国')
  await drawer(head)
    .getByRole('treeitem', { name: /^王建国/ })
    .locator('.ant-tree-checkbox')
    .click()
  await drawer(head).getByText('新授权 1 人').waitFor()
  await picture(head, 'assessment-rights')
  await drawer(head).getByRole('button', { name: '保存授权' }).click()
  await toast(head, '授权 1 人').waitFor()
  await rows(head).filter({ hasText: '王建国' }).first().waitFor()
  await closeDesk(head)
})

test('a consultation is assessed on a tablet; the same person cannot be both assessors', async () => {
  await tablet.reload()
  await goTo(tablet, `#/live/consult/detail/${consultationId}`)
  await button(tablet, '开始评估').tap()
  const form = drawer(tablet)
  // The same name is there for screen readers, unseen.
  await form.getByText(elder).locator('visible=true').first().waitFor()
  await form.getByLabel('第二评估员').click()
  await tablet.keyboard.type('王建国')
  const himself = tablet.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '王建国' })
  await himself.getByText('两位评估员不能是同一人').waitFor()
  expect(await himself.getAttribute('class')).toContain('disabled')
  await tablet.keyboard.press('Escape')
  await choose(tablet, form.getByLabel('第二评估员'), '李晓梅', '李晓梅')
  await field(form, '信息提供者').fill('陪同的女儿')
  await form.getByRole('button', { name: '开始评估' }).tap()
  await front(tablet).getByText('自理能力').first().waitFor()
  sheetId = new URLSearchParams((await tablet.evaluate(() => location.hash)).split('?')[1]).get('assessmentId')!
  await picture(tablet, 'assessment-begun-1280')

  // The rule stands at the server as well.
  const [me] = await query<{ id: string }>(`select assessor1 as id from assessment where assessment_id = $1`, [sheetId])
  const refused = await force(tablet, 'POST', '/pims/web-pi/assessment/normal-2023/submit', {
    assessmentId: sheetId,
    assessor2: me!.id,
  })
  expect(refused.desc).toMatch(/不能是同一/)
})

test('every answer is on the server at once, and the sheet goes on where it was left', async () => {
  for (let i = 0; i < 5; i++) await answer(tablet, () => 1)
  await saved(tablet)
  await expect.poll(async () => (await stored()).answered).toBe(5)
  await tablet.reload()
  await front(tablet).getByText('自理能力').first().waitFor()
  await expect.poll(() => front(tablet).locator('[data-current] h3').innerText()).toMatch(/B\.1\.6/)
  // A digit chooses, Enter goes on: the tablet may have keys.
  await tablet.keyboard.press('2')
  await expect.poll(() => answerOf('B.1.6')).toBe('B')
  await picture(tablet, 'assessment-filling-1280')
})

test('a cut line loses nothing: it says so, keeps the answers and sends them when the line is back', async () => {
  const { answered } = await stored()
  await part(tablet, /基础运动能力/).tap()
  await tablet.context().setOffline(true)
  for (let i = 0; i < 3; i++) await answer(tablet, () => 1)
  await front(tablet)
    .getByText(/\d+ 项没有保存.*正在重试/)
    .waitFor()
  await picture(tablet, 'assessment-offline-1280')
  expect((await stored()).answered).toBe(answered)
  await tablet.context().setOffline(false)
  await expect.poll(async () => (await stored()).answered, { timeout: 30_000 }).toBe(answered + 3)
  await saved(tablet)
})

test('what is missing is named and led to; nothing unfinished is handed in', async () => {
  await part(tablet, /信息提供与签名/).tap()
  await front(tablet)
    .getByText(/还有 \d+ 项没有填/)
    .waitFor()
  await button(tablet, '签名交卷').tap()
  await front(tablet)
    .getByText(/评完才能交卷/)
    .waitFor()
  await picture(tablet, 'assessment-missing-1280')
  const early = await force(tablet, 'POST', '/pims/web-pi/assessment/normal-2023/finalSubmit', {
    assessmentId: sheetId,
    finalLevel: 0,
  })
  expect(early.status).not.toBe(200)
  expect((await stored()).state).toBe('DRAFT')
  // The words lead to the item.
  await front(tablet).getByRole('status').getByRole('button', { name: '大便控制' }).tap()
  await front(tablet)
    .locator('[data-current]')
    .getByRole('heading', { name: /大便控制/ })
    .waitFor()
})

test('it is finished by the hands of two people', async () => {
  const open = () => front(tablet).locator('[data-current]')
  for (let i = 0; i < 30 && (await stored()).answered < 26; i++) {
    if ((await open().count()) === 0) await part(tablet, /感知觉与社会参与/).tap()
    const { answered } = await stored()
    const key = await answer(tablet, () => 1)
    await expect.poll(() => answerOf(key)).not.toBeNull()
    if ((await stored()).answered === answered) await button(tablet, /^下一项/).tap()
  }
  expect((await stored()).answered).toBe(26)
  await part(tablet, /诊断与风险事件/).tap()
  await button(tablet, /其余 \d+ 条都是“无”/).tap()
  await saved(tablet)
  await part(tablet, /信息提供与签名/).tap()
  await button(tablet, '签名交卷').tap()
  await front(tablet).getByText('请第一评估员签名').waitFor()
  await sign(tablet, '第一评估员')
  await sign(tablet, '第二评估员')
  await picture(tablet, 'assessment-signed-1280')
  await button(tablet, '签名交卷').tap()
  const question = dialog(tablet, /评为“/)
  await question.getByText('交卷后答案、等级和签名都不能再改').waitFor()
  await question.getByRole('button', { name: '交卷' }).tap()
  await front(tablet).getByText('为什么是这个等级').waitFor()
  await picture(tablet, 'assessment-report-1280')
  const done = await stored()
  expect(done).toMatchObject({ state: 'DONE', oldmanId: null })
  // The way back leads to the list: a finished sheet is no place to come back to.
  await tablet.getByRole('button', { name: /^返回能力评估/ }).tap()
  await rows(tablet).filter({ hasText: elder }).first().waitFor()
  // Finished once: the second time is refused, and nothing of it changes.
  const again = await force(tablet, 'POST', '/pims/web-pi/assessment/normal-2023/submit', {
    assessmentId: sheetId,
    answers: [{ itemId: 'B.1.1', option: 'E' }],
  })
  expect(again.status).not.toBe(200)
  expect(await stored()).toEqual(done)
})

test('the archive that is made of the consultation takes the assessment along', async () => {
  const clerk = await newDesk({ width: 1440, height: 900 })
  await signIn(clerk, 'liumin')
  await goTo(clerk, `#/live/consult/archivesAdd?consultationId=${consultationId}`)
  await button(clerk, '直接建档').click()
  await clerk.getByText(`已为“${elder}”建档`).waitFor()
  const { oldmanId } = await stored()
  expect(oldmanId).not.toBeNull()
  // That it counts as the resident's own is somebody's decision.
  await goTo(clerk, `#/live/archives/detail/${oldmanId}?section=assessment`)
  await button(clerk, '关联到档案').click()
  await toast(clerk, '评估已关联到档案').waitFor()
  expect(await stored()).toMatchObject({ bound: true })
  await closeDesk(clerk)
})

test('assessed again: what became worse asks for its ground, and the report sets both beside each other', async () => {
  const first = await stored()
  await openMenu(tablet, '护理', '能力评估')
  await button(tablet, '新建评估').tap()
  const form = drawer(tablet)
  await choose(tablet, form.getByLabel('老人', { exact: true }), elder, elder)
  await choose(tablet, form.getByLabel('第二评估员'), '李晓梅', '李晓梅')
  await field(form, '信息提供者').fill('本人')
  await form.getByRole('button', { name: '开始评估' }).tap()
  await front(tablet).getByText('自理能力').first().waitFor()
  const before = sheetId
  await expect
    .poll(async () =>
      new URLSearchParams((await tablet.evaluate(() => location.hash)).split('?')[1]).get('assessmentId'),
    )
    .not.toBe(before)
  sheetId = new URLSearchParams((await tablet.evaluate(() => location.hash)).split('?')[1]).get('assessmentId')!

  // The first is worse: it stays, says so and wants words.
  await answer(tablet, () => 3)
  await front(tablet)
    .getByText(/比上次.*能力变差请写依据/)
    .waitFor()
  await picture(tablet, 'assessment-worse-1280')
  await front(tablet).getByLabel('依据').fill('喝汤时手抖，要人扶碗')
  await tablet.keyboard.press('Enter')
  await expect.poll(async () => (await stored()).answers['B.1.1']?.value.evidence).toBe('喝汤时手抖，要人扶碗')
  const same = Object.fromEntries(
    Object.entries(first.answers).map(([key, { value }]) => [key, (value.option ?? 'A').charCodeAt(0) - 65]),
  )
  for (let i = 0; i < 30 && (await stored()).answered < 26; i++) {
    const key = await answer(tablet, (of) => same[of] ?? 0)
    await expect.poll(() => answerOf(key)).not.toBeNull()
  }
  await part(tablet, /诊断与风险事件/).tap()
  await button(tablet, /其余 \d+ 条都是“无”/).tap()
  await saved(tablet)
  await part(tablet, /信息提供与签名/).tap()
  await sign(tablet, '第一评估员')
  await sign(tablet, '第二评估员')
  await button(tablet, '签名交卷').tap()
  await dialog(tablet, /评为“/).getByRole('button', { name: '交卷' }).tap()
  await front(tablet).getByText('变差 1 项').waitFor()
  const table = front(tablet).getByRole('table', { name: '和上次逐项比较' })
  await table.getByText('差 2 分').first().waitFor()
  await front(tablet).getByText('仅供比较').first().waitFor()
  await picture(tablet, 'assessment-compared-1280')
  const now = await stored()
  expect(now).toMatchObject({ state: 'DONE', bound: true })
  expect(now.total).toBe(first.total! - 2)
})

test('the report goes out on paper as the standard lays it out', async () => {
  const paper = await printing(tablet, () => button(tablet, '打印报告').tap())
  const words = await paper.innerText()
  for (const said of ['A.2 评估对象基本信息表', 'B.1 自理能力', 'C.1 一级指标得分', 'C.5 老年人能力最终等级', elder]) {
    expect(words).toContain(said)
  }
  expect(words).toContain('依据：喝汤时手抖，要人扶碗')
  // What is compared with other standards is no part of the report.
  expect(words).not.toContain('仅供')
  expect(await paper.locator('.hands img').count()).toBe(2)
})

test('voided with a reason, it is no longer the one that holds', async () => {
  const [one] = await query<{ id: string }>(
    `select t.assessment_id as id from assessment t join oldman o using (org_id, oldman_id) join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
      where d.dept_name = '松鹤楼护理组' and t.state = 'DONE' and t.bound and t.kind = 'of2023'
        and not exists (select from regrade r where r.org_id = t.org_id and r.assessment_id = t.assessment_id)
      order by t.assess_no desc limit 1`,
  )
  const head = await newDesk()
  await signIn(head, 'hejing')
  await goTo(head, `#/nursing/assessment/report?assessmentId=${one!.id}`)
  await button(head, /^作废/).click()
  const question = dialog(head, /^作废/)
  await question.getByRole('button', { name: '作废评估' }).click()
  await question.getByText('请填写作废原因').waitFor()
  await question.getByRole('textbox').fill('评错了时间')
  await question.getByRole('button', { name: '作废评估' }).click()
  await toast(head, '评估已作废').waitFor()
  await front(head)
    .getByText(/作废：评错了时间/)
    .first()
    .waitFor()
  expect(await stored(one!.id)).toMatchObject({ state: 'VOID' })
  await closeDesk(head)
})

test('two fill the same sheet: each is told what the other did, and the same item asks who is right', async () => {
  const [qin] = await query<{ id: string }>(
    `select t.assessment_id as id from assessment t join oldman o using (org_id, oldman_id) where o.oldman_name = '秦月娥' and t.state = 'DRAFT'`,
  )
  const id = qin!.id
  const open = async (who: string) => {
    const desk = await newDesk({ width: 1280, height: 800 })
    await signIn(desk, who)
    await goTo(desk, `#/nursing/assessment/form?assessmentId=${id}`)
    await part(desk, /感知觉与社会参与/).click()
    return desk
  }
  const head = await open('hejing')
  const nurse = await open('lixiaomei')
  await option(nurse, '视力', 0).click()
  await expect.poll(() => answerOf('B.4.1', id)).toBe('A')
  await front(head)
    .getByText(/李晓梅 也在填这一份.*视力/)
    .waitFor()
  await picture(head, 'assessment-told-1280')
  await button(head, '知道了').click()

  // Both choose for the same item before either has heard of the other.
  await parts(head).getByRole('button', { name: /听力/ }).click()
  await parts(nurse).getByRole('button', { name: /听力/ }).click()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await head.route('**/normal-2023/submit', async (route) => {
    await held
    await route.continue()
  })
  await option(head, '听力', 1).click()
  await option(nurse, '听力', 2).click()
  await expect.poll(() => answerOf('B.4.2', id)).toBe('C')
  release()
  const question = front(head).getByRole('alert').filter({ hasText: '你们评得不一样' })
  await question.waitFor()
  await picture(head, 'assessment-clash-1280')
  expect(await answerOf('B.4.2', id)).toBe('C')
  await question.getByRole('button', { name: '用我的' }).click()
  await expect.poll(() => answerOf('B.4.2', id)).toBe('B')
  await closeDesk(nurse)
  await closeDesk(head)
})
