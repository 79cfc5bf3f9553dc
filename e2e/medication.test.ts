// Medication along one elder: brought by the family, ordered, a week of it given on the tablet, refused once, run short and told
// to the family, several orders stopped at once, and at the end handed back before the settlement. At every turn somebody does
// it wrong first and is told what to do.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { slotOf, USUAL_SLOTS } from '#contract/drug/rounds'
import { dayText, timeText } from '#contract/kit/clock'
import { elderCode } from '#contract/nursing/careCode'
import { violations } from './kit/axe.ts'
import { newDesk, picture, productUrl, query } from './kit/browser.ts'
import { aNightOf, dueTake } from './kit/drugDays.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { dayFromNow, setDay, verb } from './kit/residence.ts'
import { choose, dialog, force, front, goTo, openMenu, rows, searchRows, toast } from './kit/shell.ts'
import { field, signIn, wholeDesk } from './kit/signIn.ts'

const TAKE = '/pims/web-org/drug/take'
const DAYS = 7
const BROUGHT = 9
let nurse: Page
let head: Page
let tablet: Page
let clerk: Page
let elder: { id: string; name: string; org: string; family: string; phone: string }
let other: { id: string; name: string }
let drug: { id: string; name: string; spec: string }
/** When the drug is planned, every day. */
const clock = timeText(Date.now() - 60_000).slice(11, 16)

const card = (page: Page) => front(page).locator(`[data-elder="${elder.id}"]`)
const left = async () =>
  (
    await query<{ left: number }>(
      `select coalesce(sum(quantity), 0)::float8 as left from drug_stock where org_id = $1 and oldman_id = $2 and drug_id = $3`,
      [elder.org, elder.id, drug.id],
    )
  )[0]!.left
const stateOf = async (takeId: string) =>
  (await query<{ state: string }>('select state from drug_take where take_id = $1', [takeId]))[0]?.state

/** The take of today, so many seconds after the clock of the order. */
const takeNow = (seconds = 0) => dueTake(elder, drug.id, `${dayText()} ${clock}:00`, seconds)
const aNight = () => aNightOf(elder.id)

/** The round of that time, wherever the elder lies. */
async function openRound(page: Page): Promise<void> {
  await goTo(page, '/drug/round')
  const { name } = slotOf(USUAL_SLOTS, clock)
  const slots = front(page).getByRole('navigation', { name: '时段' })
  await slots.getByRole('button').first().waitFor()
  const floors = front(page).getByLabel('楼层')
  if ((await floors.count()) > 0) await choose(page, floors, '', '全部楼层')
  await slots.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await front(page).getByLabel('查找老人').fill(elder.name)
  await card(page).waitFor()
}

const post = (page: Page, path: string, body: object) => force(page, 'POST', `${TAKE}${path}`, body)
const code = () => elderCode(elder.id)
/** Set out by one, checked by the other. */
async function ready(takeId: string): Promise<void> {
  expect((await post(nurse, '/setOut', { takeIds: [takeId] })).desc).toBe('操作成功')
  const checked = await post(head, '/check', { takeIds: [takeId], scanned: code(), allRight: true })
  expect(checked.desc).toBe('操作成功')
}

beforeAll(async () => {
  ;[elder] = (await query<typeof elder>(
    `select o.oldman_id as id, o.oldman_name as name, o.org_id as org, f.name as family, f.phone from oldman o
     join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
     join elder_account a on a.org_id = o.org_id and a.oldman_id = o.oldman_id and not a.sealed and a.deposit_fen >= 800000
     join lateral (select f.name, f.phone from oldman_family f where f.org_id = o.org_id and f.oldman_id = o.oldman_id
       order by f.emergency desc, f.sort limit 1) f on true
     where o.status = 1 and a.owed_fen = 0 and o.allergies in ('[]', '["0"]')
       and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id and u.state in (0, 1, 4, 6))
       and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
       and not exists (select from drug_use u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
       and not exists (select from drug_stock s where s.org_id = o.org_id and s.oldman_id = o.oldman_id)
       and exists (select from care_task k where k.org_id = o.org_id and k.oldman_id = o.oldman_id and k.plan_time > current_date)
     order by o.oldman_id desc limit 1`,
  )) as [typeof elder]
  ;[other] = (await query<typeof other>(
    `select o.oldman_id as id, o.oldman_name as name from oldman o join oldman e on e.org_id = o.org_id and e.dept_id = o.dept_id
     where e.oldman_id = $1 and o.oldman_id <> e.oldman_id and o.status = 1 and o.current_bed_id is not null
       and exists (select from care_task k where k.org_id = o.org_id and k.oldman_id = o.oldman_id and k.plan_time > current_date)
     order by o.oldman_id limit 1`,
    [elder.id],
  )) as [typeof other]
  ;[drug] = (await query<typeof drug>(
    `select drug_id as id, drug_name as name, spec from drug g where g.org_id = $1 and g.enabled and g.high_alert is null
       and g.min_unit = (select min_unit from drug where org_id = $1 and drug_name like '%片' limit 1) and g.open_days is null
       and (select count(*) from drug x where x.org_id = g.org_id and x.drug_name = g.drug_name) = 1
     order by g.drug_name limit 1`,
    [elder.org],
  )) as [typeof drug]
  nurse = await newDesk()
  await withoutPrinter(nurse)
  await signIn(nurse, 'lixiaomei')
  head = await newDesk()
  await signIn(head, 'hejing')
})

test('a box is brought: not without its expiry, not past it, and not without a word where nothing was agreed', async () => {
  await goTo(nurse, '/drug/depositedList')
  await front(nurse).getByRole('button', { name: '药品存入' }).first().click()
  const form = dialog(nurse, '药品存入')
  await choose(nurse, field(form, '老人'), elder.name, elder.name)
  await field(form, '送药人').fill('女儿')
  await choose(nurse, form.getByLabel('第 1 行药品'), drug.name, drug.name)
  await form.getByLabel('第 1 行批号').fill('E2E01')
  await form.getByLabel('第 1 行零散数量').fill(String(BROUGHT))
  const send = verb(form, '存入')
  await send.click()
  await form.getByText('请按包装填写有效期').waitFor()
  const expiry = form.getByLabel('第 1 行有效期至')
  const until = async (day: string) => {
    await expiry.fill(day)
    await expiry.press('Enter')
  }
  await until(dayFromNow(-1))
  await send.click()
  await form
    .getByText(/已经过期，不能收/)
    .first()
    .waitFor()
  await picture(nurse, 'drug-deposit-expired-1280')
  await until('2030-01-31')
  const paper = await printing(nurse, async () => {
    await send.click()
    const [stay] = await query<{ custody: boolean }>(
      'select custody from stay where org_id = $1 and oldman_id = $2 and end_date is null',
      [elder.org, elder.id],
    )
    if (stay?.custody === false) {
      await nurse.getByText('没有约定代管药品').first().waitFor()
      await nurse.getByRole('button', { name: '仍然存入' }).click()
    }
  })
  await paper.getByText('送药人签字').waitFor()
  expect(await left()).toBe(BROUGHT)
  await searchRows(nurse, front(nurse).getByRole('textbox', { name: '老人' }), elder.name)
  expect(await violations(nurse)).toEqual([])
  await picture(nurse, 'drug-deposited-1280')
})

test('the order: not ending before it begins, not twice at one time', async () => {
  await goTo(nurse, '/drug/set')
  await front(nurse).getByRole('button', { name: '新增用药' }).first().click()
  const form = dialog(nurse, '新增用药')
  await choose(nurse, field(form, '老人'), elder.name, elder.name)
  await choose(nurse, field(form, '药品'), drug.name, drug.name)
  await field(form, '每次剂量').fill('1')
  await choose(nurse, field(form, '用药频次'), '', '每日 1 次')
  const clocks = form.getByLabel('时刻').first()
  await clocks.fill(clock)
  await clocks.press('Enter')
  await setDay(form, '结束日期', dayFromNow(-1))
  const save = form.getByRole('button', { name: '保存用药' })
  await save.click()
  await form.getByText('结束日期不能早于开始日期').first().waitFor()
  await picture(nurse, 'drug-use-form-1280')
  await setDay(form, '结束日期', dayFromNow(90))
  await save.click()
  await toast(nurse, '用药已设好').waitFor()
  await form.waitFor({ state: 'hidden' })
  await searchRows(nurse, front(nurse).getByRole('textbox', { name: '查找', exact: true }), elder.name)
  await rows(nurse).filter({ hasText: drug.name }).first().waitFor()
  const again = await force(nurse, 'POST', '/pims/web-org/drug/use', {
    oldmanId: elder.id,
    drugId: drug.id,
    dose: 1,
    route: 1,
    frequency: 'QD',
    clocks: [clock],
    orderSource: 'hospital',
  })
  expect(again.desc).toContain('同一时刻不能设两次')
  expect(await violations(nurse)).toEqual([])
})

test('one sets out and may not check; another checks, at this very bed; then it is given once', async () => {
  // What was planned by itself belongs to the days that the journey makes.
  await query('delete from drug_take where oldman_id = $1', [elder.id])
  const takeId = await takeNow()
  await openRound(nurse)
  await card(nurse).getByRole('button', { name: '摆好了' }).click()
  await toast(nurse, /请另一位护士核对/).waitFor()
  expect(await left()).toBe(BROUGHT - 1)
  await card(nurse).getByText('需另一人核对').waitFor()
  const own = await post(nurse, '/check', { takeIds: [takeId], scanned: code(), allRight: true })
  expect(own.desc).toBe('这些药是您自己摆的，需要另一位护士核对')
  await picture(nurse, 'drug-round-1280')
  expect(await violations(nurse)).toEqual([])

  await openRound(head)
  await card(head).getByRole('button', { name: '我来核对' }).click()
  const form = dialog(head, '核对药品')
  const scan = form.getByLabel('床头码或腕带')
  const pass = form.getByRole('button', { name: '五项相符，放行' })
  await scan.fill(elderCode(other.id))
  for (const mark of ['人', '药', '剂量', '时间', '途径']) await form.getByLabel(mark, { exact: true }).check()
  await pass.click()
  await form.getByText(/床旁核对本人/).waitFor()
  await picture(head, 'drug-check-1280')
  await scan.fill(code())
  await pass.click()
  // Seen by the first nurse without asking.
  await card(nurse).getByRole('button', { name: '已服' }).click()
  await card(head).getByText('服药到口，已看吞咽').waitFor()
  const twice = await post(head, '', { takeIds: [takeId], result: 'given' })
  expect(twice.desc).toMatch(/李晓梅.*已服/)
})

const row = (page: Page, name: string): Locator => page.locator('.bed-row').filter({ hasText: name }).first()
const drugs = () => tablet.locator('.bed-drugs')
const scanAs = async (text: string) => {
  await tablet.getByRole('tab', { name: '扫床头码' }).click()
  await tablet.getByLabel('床头码、腕带或床号').fill(text)
  await tablet.getByRole('button', { name: '找老人' }).click()
}

test('a week on the tablet: at this bed, also without network, and what somebody else did first is told', async () => {
  // She is signed in once: what the tablet does is hers.
  tablet = await nurse.context().newPage()
  await tablet.goto(`${productUrl()}/bedside.html`)
  await tablet.getByRole('tab', { name: '看全部门' }).click()
  await row(tablet, elder.name).waitFor()
  await tablet.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  for (let day = 1; day < DAYS; day++) {
    await aNight()
    const takeId = await takeNow()
    await ready(takeId)
    if (day === 1) {
      // Somebody else's code leads to somebody else, who is given nothing of it.
      await scanAs(elderCode(other.id))
      await tablet.getByRole('heading', { name: other.name }).waitFor()
      expect(await drugs().getByText(drug.name).count()).toBe(0)
    }
    await scanAs(code())
    await tablet.getByRole('heading', { name: elder.name }).waitFor()
    await tablet.getByText('已扫床头码').waitFor()
    const given = drugs().getByRole('button', { name: '已服' })
    await given.waitFor()
    if (day === 2) {
      // The line is cut, the page is opened anew from what the tablet keeps, and the press waits.
      await tablet.context().setOffline(true)
      await tablet.reload()
      await tablet.getByRole('tab', { name: '看全部门' }).click()
      await row(tablet, elder.name).click()
      await given.click()
      await drugs().getByText('待上传').waitFor()
      await picture(tablet, 'drug-bedside-offline')
      expect(await stateOf(takeId)).toBe('CHECKED')
      await tablet.context().setOffline(false)
    } else if (day === 3) {
      await picture(tablet, 'drug-bedside')
      expect(await violations(tablet)).toEqual([])
      await tablet.context().setOffline(true)
      await given.click()
      await drugs().getByText('待上传').waitFor()
      expect((await post(head, '', { takeIds: [takeId], result: 'given' })).desc).toBe('操作成功')
      await tablet.context().setOffline(false)
      await drugs()
        .getByText(/未被接受：.*何静.*已服/)
        .waitFor()
      expect(await given.count()).toBe(0)
      await picture(tablet, 'drug-bedside-refused')
      tablet.once('dialog', (asked) => void asked.accept())
      await drugs().getByRole('button', { name: '不要了' }).click()
      await drugs().getByText('未被接受').waitFor({ state: 'hidden' })
    } else await given.click()
    await expect.poll(() => stateOf(takeId)).toBe('GIVEN')
  }
  expect(await left()).toBe(BROUGHT - DAYS)
  const acts = await query<{ n: number }>(
    `select count(*)::int as n from drug_take_act a join drug_take t on t.org_id = a.org_id and t.take_id = a.take_id
     where t.oldman_id = $1 and a.act = 'give'`,
    [elder.id],
  )
  expect(acts).toEqual([{ n: DAYS }])
})

test('refused without being opened it goes back; more than there is is not set out; the sheet of the month shows it all', async () => {
  await aNight()
  const refused = await takeNow()
  await ready(refused)
  await openRound(head)
  await card(head).getByRole('button', { name: '拒服…' }).click()
  const form = dialog(head, '拒服')
  expect(await form.getByRole('button', { name: '记为拒服' }).isDisabled()).toBe(true)
  await form.getByRole('button', { name: '说胃不舒服' }).click()
  await form.getByLabel('未拆封，退回药盒').check()
  await form.getByRole('button', { name: '记为拒服' }).click()
  await card(head).getByText('未拆封，已退回').waitFor()
  expect(await left()).toBe(BROUGHT - DAYS)
  const last = BROUGHT - DAYS
  const takes: string[] = []
  for (let n = 1; n <= last + 1; n++) takes.push(await takeNow(n))
  for (const takeId of takes.slice(0, last - 1))
    expect((await post(head, '/setOut', { takeIds: [takeId] })).desc).toBe('操作成功')
  const both = await post(head, '/setOut', { takeIds: takes.slice(last - 1) })
  expect([both.status, await left()]).toEqual([42200, 1])
  await card(head).getByText('不够这一次，请通知家属送药').waitFor()
  await picture(head, 'drug-round-short-1280')
  await goTo(head, `/drug/drugGetList?oldmanId=${elder.id}`)
  await rows(head).filter({ hasText: '拒服' }).first().waitFor()
  expect(await violations(head)).toEqual([])
  await goTo(head, `/drug/month?oldmanId=${elder.id}`)
  const sheet = front(head).locator('.yy-month-sheet')
  await sheet.getByText(/R/).first().waitFor()
  const [month] = await query<{ n: number }>(
    `select count(*)::int as n from drug_take where oldman_id = $1 and state = 'GIVEN' and date_trunc('month', plan_time) = date_trunc('month', now())`,
    [elder.id],
  )
  expect(await sheet.getByText(/√/).count()).toBe(month!.n)
  expect(await violations(head)).toEqual([])
  await picture(head, 'drug-month-1280')
})

test('the family is told on their phone, after a wrong number, how long it lasts, and nothing of dose or stock', async () => {
  clerk = await newDesk()
  await withoutPrinter(clerk)
  await wholeDesk()
  await signIn(clerk, 'liumin')
  await goTo(clerk, `/live/archives/detail/${elder.id}`)
  await front(clerk).getByRole('tab', { name: /^家属/ }).click()
  await front(clerk)
    .locator('tr')
    .filter({ hasText: elder.family })
    .getByRole('button', { name: '邀请', exact: true })
    .click()
  const drawer = dialog(clerk, '邀请家属')
  await drawer.getByRole('button', { name: '发送邀请' }).click()
  const invitation = (await drawer.locator('.yy-invite-code b').innerText()).replace('-', '')
  await drawer.getByRole('button', { name: '关闭' }).first().click()
  await drawer.waitFor({ state: 'hidden' })
  const phone = await newDesk({ width: 390, height: 844 })
  await phone.goto(`/family.html#${invitation}`)
  await phone.getByLabel(/后四位/).fill('0000')
  await phone.getByRole('button', { name: '查看' }).click()
  await phone.getByText(/还可再试/).waitFor()
  await phone.getByLabel(/后四位/).fill(elder.phone.slice(-4))
  await phone.getByRole('button', { name: '查看' }).click()
  await phone.getByRole('heading', { name: '请送药来' }).waitFor()
  const told = phone.locator('section').filter({ hasText: '请送药来' })
  await told.getByText(drug.name).waitFor()
  await told.getByText('还够 1 天').waitFor()
  expect(await told.innerText()).not.toMatch(/mg|每日|[0-9] ?片/)
  expect(await violations(phone)).toEqual([])
  await picture(phone, 'drug-family-390')
  // The nurse has it on paper, with whom to call.
  await goTo(nurse, '/drug/depositedList')
  await front(nurse).getByRole('button', { name: '补药清单' }).click()
  const refill = dialog(nurse, '补药清单')
  await refill.getByText(elder.name).first().waitFor()
  await nurse.keyboard.press('Escape')
  await refill.waitFor({ state: 'hidden' })
})

test('several orders are stopped at once, with one reason; what is set out of them lies in its box again', async () => {
  const before = await left()
  const set = await query<{ n: number }>(
    `select count(*)::int as n from drug_take where oldman_id = $1 and state = 'SET_OUT'`,
    [elder.id],
  )
  const [second] = await query<{ id: string }>(
    `select drug_id as id from drug where org_id = $1 and enabled and high_alert is null and drug_id <> $2 and substance is distinct from
       (select substance from drug where org_id = $1 and drug_id = $2) order by drug_name desc limit 1`,
    [elder.org, drug.id],
  )
  const made = await force(nurse, 'POST', '/pims/web-org/drug/use', {
    oldmanId: elder.id,
    drugId: second!.id,
    dose: 1,
    route: 1,
    frequency: 'QD',
    clocks: ['20:00'],
    orderSource: 'hospital',
  })
  expect(made.desc).toBe('操作成功')
  await goTo(nurse, `/drug/set?oldmanId=${elder.id}`)
  await expect.poll(() => rows(nurse).count()).toBe(2)
  for (const one of await rows(nurse).all()) await one.getByRole('checkbox').check()
  await front(nurse).getByText('已选 2 条').waitFor()
  await front(nurse).getByRole('button', { name: '停用…' }).first().click()
  const form = dialog(nurse, '停用用药')
  await form.getByText('1 位老人，2 条用药').waitFor()
  await form.getByText(drug.name).first().waitFor()
  const stop = verb(form, '停用 2 条')
  await stop.click()
  await form.getByText('请填写停用原因').waitFor()
  await picture(nurse, 'drug-stop-several-1280')
  await field(form, '原因').fill('医生停药，准备退住')
  await stop.click()
  await toast(nurse, '已停用 2 条用药').waitFor()
  expect(await left()).toBe(before + set[0]!.n)
  const open = await query(
    `select 1 from drug_take where oldman_id = $1 and state in ('WAITING', 'SET_OUT', 'CHECKED')`,
    [elder.id],
  )
  expect(open).toEqual([])
})

test('at check-out the settlement waits until what is left was handed back, to somebody with a name', async () => {
  const out = await force(clerk, 'POST', '/pims/web-pi/oldmans/live/checkOut', {
    oldmanId: elder.id,
    checkOutDate: dayFromNow(0),
    checkoutReason: '3',
  })
  expect(out.desc).toBe('操作成功')
  await openMenu(clerk, '费用', '退住结算')
  await rows(clerk).first().waitFor()
  await searchRows(clerk, front(clerk).getByRole('textbox', { name: '老人' }), elder.name)
  await rows(clerk).first().getByText('结算', { exact: true }).click()
  const page = front(clerk)
  await page.getByText('结算试算', { exact: true }).waitFor()
  const returned = page.getByRole('radio', { name: '已交还' })
  await returned.first().check()
  await returned.last().check()
  await choose(clerk, page.getByLabel('退款方式'), '', '现金')
  await page.getByLabel('退款收款人').fill('李建国')
  await page.getByRole('button', { name: '提交结算' }).click()
  await page.getByRole('alert').filter({ hasText: '代管药品' }).waitFor()
  await page
    .getByText(new RegExp(`还存有.*${drug.name}`))
    .first()
    .waitFor()
  await picture(clerk, 'drug-settle-waits-1280')

  await goTo(nurse, `/drug/depositedList?oldmanId=${elder.id}`)
  const drawer = nurse.getByRole('dialog').filter({ hasText: elder.name })
  await drawer.getByRole('button', { name: '退还家属' }).last().click()
  // The elder's drawer behind it has a button of these words.
  const form = dialog(nurse, '退还家属').last()
  const back = form.getByRole('spinbutton', { name: /退还$/ }).first()
  await back.fill(String(await left()))
  await verb(form, '退还').click()
  await form.getByText('请填写领取人').waitFor()
  await field(form, '领取人').fill('女儿')
  await picture(nurse, 'drug-hand-back-1280')
  const paper = await printing(nurse, () => verb(form, '退还').click())
  await paper.getByText('领取人签字').waitFor()
  expect(await left()).toBe(0)

  await page.getByRole('button', { name: '提交结算' }).click()
  await toast(clerk, '已提交').waitFor()
})
