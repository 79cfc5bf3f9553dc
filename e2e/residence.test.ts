// Moves of a resident and what stands in their way: wrong days, an open trial, what is missing, a bed that somebody else
// took meanwhile. A colleague's list follows without a touch. The whole way through the house is wholeStay's.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import {
  acceptMissing,
  bedIdOf,
  chooseBed,
  chooseLevel,
  dayFromNow,
  movesOf,
  newResident,
  next,
  openMove,
  openResidence,
  problem,
  residentIs,
  residentRow,
  sendMove,
  setDay,
  verb,
} from './kit/residence.ts'
import { choose, force } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const NAME = '顾梅英'
const OTHER = '顾菊仙'
const BUILDING = '长青楼'

let clerk: Page
let colleague: Page
let residentId: string
let otherId: string
let bed = ''

beforeAll(async () => {
  clerk = await newDesk()
  colleague = await newDesk()
})

/** The clerk's row has the status, and the colleague's as well without a reload. */
async function becomes(status: string): Promise<void> {
  for (const page of [clerk, colleague]) await residentIs(page, NAME, status)
}
const followed = (text: string) => residentRow(colleague, NAME).filter({ hasText: text }).waitFor()

const near = (path: string) => path.split(' › ').slice(-2).join('›')

test('two archives wait for a bed; a colleague has the same list open', async () => {
  await signIn(clerk, 'liumin')
  await signIn(colleague, 'zhengkai')
  residentId = await newResident(clerk, { name: NAME, family: { name: '顾建华', phone: '13917650001' } })
  otherId = await newResident(clerk, { name: OTHER, birthDate: '1941-02-03' })
  await openResidence(clerk, '顾')
  await openResidence(colleague, NAME)
  await becomes('待入住')
  expect(await movesOf(clerk, NAME)).toEqual(expect.arrayContaining(['办理入住', '办理试住', '预订床位']))
  expect(await movesOf(clerk, NAME)).not.toContain('办理退住…')
})

test('a reservation: wrong days are named before anything is sent', async () => {
  const form = await openMove(clerk, NAME, '预订床位')
  await verb(form, '预订床位').click()
  await problem(form, '请选择床位').waitFor()
  bed = await chooseBed(form, BUILDING)
  await setDay(form, '预计入住日期', dayFromNow(5))
  await setDay(form, '保留至', dayFromNow(3))
  await problem(form, '不能早于预计入住日期').waitFor()
  await picture(clerk, 'reserve-wrong-1280')
  await setDay(form, '保留至', dayFromNow(8))
  await field(form, '订金').fill('2,000')
  await choose(clerk, field(form, '订金收款方式'), '', '现金')
  await sendMove(form, '预订床位')
  await becomes('已预订')
  await followed(near(bed))
})

test('the trial uses the reservation; bed, family and fees stand there already', async () => {
  const form = await openMove(clerk, NAME, '办理试住')
  await form.locator('.yy-beds-chosen .yy-bed-path').waitFor()
  expect(await form.locator('.yy-beds-chosen .yy-bed-path').getAttribute('title')).toBe(bed)
  await next(form)
  await next(form)
  await problem(form, '请选择护理等级').waitFor()
  await chooseLevel(clerk, form, '半护理（二级护理）')
  await form.getByRole('region', { name: '费用' }).getByText('护理费（按护理等级）').waitFor()
  await form.getByRole('region', { name: '费用' }).getByText('1,800.00').waitFor()
  await next(form)
  await form
    .getByText(/顾建华（.+）139\*\*\*\*0001/)
    .first()
    .waitFor()
  await next(form)
  await form.getByText(`${dayFromNow(0)} 至 ${dayFromNow(29)}`).waitFor()
  await picture(clerk, 'trial-review-1280')
  await sendMove(form, '办理试住')
  await becomes('试住')
  const [reservation] = await query<{ state: string }>('select state from reservation where oldman_id = $1', [
    residentId,
  ])
  expect(reservation?.state).toBe('USED')
})

test('the trial is extended, only to a later day', async () => {
  const form = await openMove(clerk, NAME, '延长试住')
  await field(form, '延长原因').fill('家属希望再观察一周')
  await setDay(form, '新的试住结束日期', dayFromNow(36))
  await form.getByText('再住 7 天，试住共 37 天').waitFor()
  await clerk.keyboard.press('Control+Enter')
  await followed(dayFromNow(36))
})

test('check-in: what is missing must be accepted one by one', async () => {
  const form = await openMove(clerk, NAME, '办理入住')
  await next(form)
  await next(form)
  await next(form)
  await form.getByText(/还有 \d+ 项未完成，请在右侧逐项确认|必须先完成/).waitFor()
  const send = verb(form, '办理入住')
  expect(await send.isDisabled()).toBe(true)
  expect(await acceptMissing(form)).toBeGreaterThan(0)
  await picture(clerk, 'checkIn-review-1280')
  await sendMove(form, '办理入住')
  await becomes('入住中')
})

test('a bed that somebody took meanwhile is refused at its field, and who has it is named', async () => {
  const form = await openMove(clerk, NAME, '调床')
  await field(form, '调床原因').fill('离护理站更近')
  const wanted = await chooseBed(form, BUILDING)
  const taken = await bedIdOf(wanted)
  const wish = { oldmanId: otherId, bedId: taken, expectCheckIn: dayFromNow(1), expireDate: dayFromNow(3) }
  const first = await force(colleague, 'POST', '/pims/web-pi/oldmans/live/reserve', wish)
  const reserved = first.desc.startsWith('请确认')
    ? await force(colleague, 'POST', '/pims/web-pi/oldmans/live/reserve', { ...wish, confirmed: first.desc })
    : first
  expect(reserved.desc).toBe('操作成功')
  await verb(form, '调床').click()
  await problem(form, `${OTHER}（已预订）`).waitFor()
  await picture(clerk, 'adjustBed-taken-1280')
  const [still] = await query<{ current_bed_id: string }>('select current_bed_id from oldman where oldman_id = $1', [
    residentId,
  ])
  expect(still!.current_bed_id).not.toBe(taken)
  bed = await chooseBed(form, BUILDING)
  await sendMove(form, '调床')
  await followed(near(bed))
})
