// The residence as a clerk handles it: archives to begin with, a resident's row, the drawers of the moves, a bed.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { query } from './browser.ts'
import { choose, dialog, force, front, goTo, rows, searchRows } from './shell.ts'
import { field } from './signIn.ts'

export const RESIDENCE = '/live/live/list'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A number of an identity card that nobody has yet: odd last figures are men, even ones women. */
export function newIdCard(birthDate: string, sex: 0 | 1): string {
  const order = String(Math.floor(Math.random() * 49) * 2 + (sex === 0 ? 1 : 0)).padStart(3, '0')
  const district = String(100 + Math.floor(Math.random() * 800))
  const body = `310${district}${birthDate.replaceAll('-', '')}${order}`
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(body[at]), 0)
  return body + '10X98765432'[sum % 11]
}

export interface NewResident {
  name: string
  sex?: 0 | 1
  birthDate?: string
  family?: { name: string; phone: string; relation?: string }
}

/** An archive with one member of the family who pays and is called; answers the resident's id. */
export async function newResident(
  page: Page,
  { name, sex = 1, birthDate = '1944-05-06', family }: NewResident,
): Promise<string> {
  const made = await force(page, 'POST', '/pims/web-pi/oldmans/proFile', {
    oldmanName: name,
    idCard: newIdCard(birthDate, sex),
    sex,
    birthDate,
    ...(family && {
      family: [{ relation: '20', ...family, payer: true, emergency: true, guarantor: true }],
    }),
  })
  expect(made.desc).toBe('操作成功')
  return (made.data as { oldmanId: string }).oldmanId
}

/** The list of residents, narrowed to those whose name holds this. */
export async function openResidence(page: Page, name: string): Promise<void> {
  await goTo(page, RESIDENCE)
  await rows(page).first().waitFor()
  await searchRows(page, front(page).getByRole('search').getByRole('textbox', { name: '老人' }), name)
}

export const residentRow = (page: Page, name: string): Locator => rows(page).filter({ hasText: name })

/** Waits until the resident's row has this status: its links may hold the same word (试住, 办理试住). */
export const residentIs = (page: Page, name: string, status: string): Promise<void> =>
  residentRow(page, name).getByText(status, { exact: true }).first().waitFor()

/** Opens the drawer of a move from the resident's row: a link, or an entry of 更多. */
export async function openMove(page: Page, name: string, move: string): Promise<Locator> {
  const row = residentRow(page, name)
  const link = row.getByRole('button', { name: move, exact: true })
  const entry = menuOf(page).getByRole('menuitem', { name: new RegExp(`^${move}…?$`) })
  const more = row.getByRole('button', { name: '更多' })
  await link.or(more).first().waitFor()
  if ((await link.count()) === 0) {
    await more.click()
    // The row may only now become what the last act has made of it.
    await link.or(entry).first().waitFor()
  }
  await ((await link.count()) > 0 ? link : entry).click()
  const drawer = dialog(page, `${move}・${name}`)
  await drawer.waitFor()
  return drawer
}

const menuOf = (page: Page) => page.locator('.ant-dropdown:visible')

/** What a resident's menu offers. */
export async function movesOf(page: Page, name: string): Promise<string[]> {
  const row = residentRow(page, name)
  const links = await row.locator('.yy-row-acts > .yy-link:not(.yy-row-more)').allInnerTexts()
  await row.getByRole('button', { name: '更多' }).click()
  const items = menuOf(page).getByRole('menuitem')
  await items.first().waitFor()
  const rest = await items.allInnerTexts()
  await page.keyboard.press('Escape')
  await expect.poll(() => items.count()).toBe(0)
  return [...links, ...rest]
}

const freeBeds = (form: Locator) =>
  form
    .getByRole('radiogroup', { name: '床位' })
    .getByRole('radio', { disabled: false, checked: false })
    .filter({ hasNotText: '现在的床位' })

/**
 * Takes the first bed that is ready, on another floor or in another building where this one has none; answers its path.
 * Journeys that need a free bed of a certain building name it, so that they leave each other theirs.
 */
export async function chooseBed(form: Locator, building?: string): Promise<string> {
  const group = (name: string) => form.getByRole('radiogroup', { name })
  await group('床位').waitFor()
  if (building) await group('楼栋').locator('label').filter({ hasText: building }).click()
  // One that has to be cleaned first may be chosen as well, but only where there is no other.
  const ready = freeBeds(form).filter({ hasText: '空闲' })
  for (const place of building ? ['楼层'] : ['楼层', '楼栋', '楼层']) {
    const choices = group(place)
      .locator('label')
      .filter({ hasText: /空闲 [1-9]/ })
    const count = await choices.count()
    for (let at = 0; at < count && (await ready.count()) === 0; at++) await choices.nth(at).click()
  }
  const wanted = await ((await ready.count()) > 0 ? ready : freeBeds(form)).first().elementHandle()
  await wanted!.click()
  await expect.poll(() => wanted!.getAttribute('aria-checked')).toBe('true')
  return (await form.locator('.yy-beds-chosen .yy-bed-path').getAttribute('title')) ?? ''
}

/** The bed that a path names, as the forms write it. */
export async function bedIdOf(path: string): Promise<string> {
  const [bed] = await query<{ id: string }>(
    `select b.bed_id as id from bed b join room r using (org_id, room_id) left join location a on a.org_id = r.org_id
       and a.location_id = r.area where replace(concat_ws('>', a.path, r.room_name, b.bed_name), '>', ' › ') = $1`,
    [path],
  )
  return bed!.id
}

/** A day as one types it. */
export async function setDay(form: Locator, name: string, day: string): Promise<void> {
  const input = field(form, name)
  await input.fill(day)
  await input.press('Enter')
  await input.press('Tab')
}

export const chooseLevel = (page: Page, form: Locator, name: string): Promise<void> =>
  choose(page, field(form, '护理等级'), '', name)

/** Ticks every missing item that may be accepted. */
export async function acceptMissing(form: Locator): Promise<number> {
  const boxes = form.getByRole('checkbox', { name: '已知晓，入住后补办' })
  const count = await boxes.count()
  for (let at = 0; at < count; at++) await boxes.nth(at).check()
  return count
}

/** The button of the drawer's foot by its verb; while a call runs its name begins with the sign of waiting. */
export const verb = (form: Locator, words: string): Locator =>
  form.locator('.ant-drawer-footer').getByRole('button', { name: words })

/** Sends a move that is to succeed; what is unusual about its bed is confirmed. */
export async function sendMove(form: Locator, words: string): Promise<void> {
  await verb(form, words).click()
  const anyway = form.page().getByRole('button', { name: /^仍然/ })
  await expect.poll(async () => (await anyway.isVisible()) || !(await form.isVisible())).toBe(true)
  if (await anyway.isVisible()) await anyway.click()
}

export const next = (form: Locator): Promise<void> => form.getByRole('button', { name: /下一步/ }).click()

/** The message that stands under a field. */
export const problem = (form: Locator, text: string | RegExp): Locator =>
  form.locator('.ant-form-item-explain-error').filter({ hasText: text })

export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() + days * 24 * 3600_000)
