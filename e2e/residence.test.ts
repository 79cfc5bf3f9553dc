// A resident's way through the house: reservation, trial, extension, check-in, another bed, an exchange, check-out and
// back again. A colleague at another desk sees every step without touching anything.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import {
  acceptMissing,
  chooseBed,
  chooseLevel,
  dayFromNow,
  movesOf,
  newElder,
  next,
  openMove,
  openResidence,
  problem,
  residentRow,
  setDay,
  verb,
} from './kit/residence.ts'
import { choose, dialog, force, front, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

const NAME = '顾梅英'
const OTHER = '顾菊仙'

let clerk: Page
let colleague: Page
let elderId: string
let otherId: string
let bed = ''

beforeAll(async () => {
  clerk = await newDesk()
  colleague = await newDesk()
})

/** The colleague's row says it without a reload. */
const followed = (text: string | RegExp, name = NAME) =>
  residentRow(colleague, name).filter({ hasText: text }).waitFor({ timeout: 5_000 })

const shown = (text: string | RegExp, name = NAME) => residentRow(clerk, name).filter({ hasText: text }).waitFor()

const near = (path: string) => path.split(' › ').slice(-2).join('›')

test('two archives wait for a bed; a colleague has the same list open', async () => {
  await signIn(clerk, 'liumin')
  await signIn(colleague, 'zhengkai')
  elderId = await newElder(clerk, { name: NAME, family: { name: '顾建华', phone: '13917650001' } })
  otherId = await newElder(clerk, { name: OTHER, birthDate: '1941-02-03' })
  await openResidence(clerk, '顾')
  await openResidence(colleague, 'gm')
  await shown('待入住')
  await followed('待入住')
  expect(await movesOf(clerk, NAME)).toEqual(expect.arrayContaining(['办理入住', '办理试住', '预订床位']))
  expect(await movesOf(clerk, NAME)).not.toContain('办理退住…')
})

test('a reservation: wrong days are named before anything is sent', async () => {
  const form = await openMove(clerk, NAME, '预订床位')
  await verb(form, '预订床位').click()
  await problem(form, '请填写床位').waitFor()
  bed = await chooseBed(form)
  await setDay(form, '预计入住日期', dayFromNow(5))
  await setDay(form, '保留至', dayFromNow(3))
  await problem(form, '不能早于预计入住日期').waitFor()
  await picture(clerk, 'reserve-wrong-1280')
  await setDay(form, '保留至', dayFromNow(8))
  await field(form, '订金').fill('2,000')
  await verb(form, '预订床位').click()
  await toast(clerk, `已为${NAME}预订床位`).waitFor()
  await shown('已预订')
  await followed('已预订')
  await followed(near(bed))
})

test('the trial uses the reservation; bed, family and fees stand there already', async () => {
  const form = await openMove(clerk, NAME, '办理试住')
  await form.locator('.yy-beds-chosen .yy-bed-path').waitFor()
  expect(await form.locator('.yy-beds-chosen .yy-bed-path').getAttribute('title')).toBe(bed)
  await next(form)
  await next(form)
  await problem(form, '请填写护理等级').waitFor()
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
  await verb(form, '办理试住').click()
  await toast(clerk, `${NAME}已开始试住`).waitFor()
  await shown('试住')
  await followed('试住')
  const [reservation] = await query<{ state: string }>('select state from reservation where oldman_id = $1', [elderId])
  expect(reservation?.state).toBe('USED')
})

test('the trial is extended, only to a later day', async () => {
  const form = await openMove(clerk, NAME, '延长试住')
  await field(form, '延长原因').fill('家属希望再观察一周')
  await setDay(form, '新的试住结束日期', dayFromNow(36))
  await form.getByText('再住 7 天，试住共 37 天').waitFor()
  await clerk.keyboard.press('Control+Enter')
  await toast(clerk, `${NAME}的试住已延长`).waitFor()
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
  await send.click()
  await toast(clerk, `${NAME}已办理入住`).waitFor()
  await shown('入住中')
  await followed('入住中')
})

test('a bed that somebody took meanwhile is refused at its field, and who has it is named', async () => {
  const form = await openMove(clerk, NAME, '调床')
  await field(form, '调床原因').fill('离护理站更近')
  const wanted = await chooseBed(form)
  const [taken] = await query<{ bed_id: string }>(
    `select b.bed_id from bed b join room r using (org_id, room_id) left join location a on a.org_id = r.org_id
       and a.location_id = r.area where replace(concat_ws('>', a.path, r.room_name, b.bed_name), '>', ' › ') = $1`,
    [wanted],
  )
  const reserved = await force(colleague, 'POST', '/pims/web-pi/oldmans/live/reserve', {
    oldmanId: otherId,
    bedId: taken!.bed_id,
    expectCheckIn: dayFromNow(1),
    expireDate: dayFromNow(3),
  })
  expect(reserved.desc).toBe('操作成功')
  await verb(form, '调床').click()
  await problem(form, `${OTHER}（已预订）`).waitFor()
  await picture(clerk, 'adjustBed-taken-1280')
  const [still] = await query<{ current_bed_id: string }>('select current_bed_id from oldman where oldman_id = $1', [
    elderId,
  ])
  expect(still!.current_bed_id).not.toBe(taken!.bed_id)
  bed = await chooseBed(form)
  await verb(form, '调床').click()
  await toast(clerk, `${NAME}的床位已调整`).waitFor()
  await followed(near(bed))
})

test('two residents change beds; before and after stand side by side', async () => {
  const [level] = await query<{ level_id: string }>(
    `select l.level_id from nursing_level l join oldman t using (org_id) where t.oldman_id = $1 order by l.sort limit 1`,
    [elderId],
  )
  const [booked] = await query<{ bed_id: string }>(
    `select bed_id from reservation where oldman_id = $1 and state = 'ACTIVE'`,
    [otherId],
  )
  const moved = await force(colleague, 'POST', '/pims/web-pi/oldmans/live/trial', {
    oldmanId: otherId,
    bedId: booked!.bed_id,
    levelId: level!.level_id,
    trialStart: dayFromNow(0),
    trialEnd: dayFromNow(20),
  })
  expect(moved.desc).toBe('操作成功')
  await shown('试住', OTHER)
  const form = await openMove(clerk, NAME, '换床')
  await choose(clerk, field(form, '对换的老人'), 'gjx', OTHER)
  const table = form.getByRole('table', { name: '换床前后' })
  await table.getByText(OTHER).waitFor()
  await field(form, '换床原因').fill('两家协商一致')
  await picture(clerk, 'exchangeBed-1280')
  await verb(form, '换床').click()
  await toast(clerk, `${NAME}的床位已对换`).waitFor()
  const beds = await query<{ oldman_id: string; current_bed_id: string }>(
    'select oldman_id, current_bed_id from oldman where oldman_id = any($1)',
    [[elderId, otherId]],
  )
  expect(beds.find((one) => one.oldman_id === elderId)!.current_bed_id).toBe(booked!.bed_id)
})

test('leaving names its effects and asks the reason; the clerk’s list follows', async () => {
  expect(await movesOf(clerk, NAME)).toContain('办理退住…')
  const form = await openMove(colleague, NAME, '办理退住')
  await form.getByText('生成退住结算').waitFor()
  await verb(form, '办理退住').click()
  await problem(form, '请填写退住原因').waitFor()
  await choose(colleague, field(form, '退住原因'), '', '家庭照顾')
  await field(form, '去向').fill('回家')
  await picture(colleague, 'checkOut-1280')
  await verb(form, '办理退住').click()
  await toast(colleague, `${NAME}已退住`).waitFor()
  await followed('已退住')
  await shown('已退住')
})

test('the check-out is undone: same bed, days go on', async () => {
  const form = await openMove(colleague, NAME, '撤销退住')
  await field(form, '原因').fill('家属改变决定')
  await verb(form, '撤销退住').click()
  await toast(colleague, `${NAME}的退住已撤销`).waitFor()
  await followed('入住中')
  await shown('入住中')
  const [stay] = await query<{ end_date: string | null; open: string }>(
    `select s.end_date, (select count(*) from settlement x where x.stay_id = s.stay_id) as open
       from stay s where s.oldman_id = $1`,
    [elderId],
  )
  expect(stay).toEqual({ end_date: null, open: '0' })
})

test('everything stands in the timeline, newest first', async () => {
  await residentRow(clerk, NAME).getByRole('button', { name: '详情' }).click()
  const drawer = dialog(clerk, `居住详情・${NAME}`)
  await drawer.getByRole('tab', { name: '变动记录' }).click()
  await drawer.getByText('撤销退住').first().waitFor()
  const kinds = await drawer.locator('.yy-timeline-kind').allInnerTexts()
  expect(kinds.slice(0, 8)).toEqual(['撤销退住', '退住', '换床', '调床', '转正', '延长试住', '试住', '预订'])
  await picture(clerk, 'timeline-1280')
  await clerk.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await front(clerk).getByRole('button', { name: '刷新' }).waitFor()
})
