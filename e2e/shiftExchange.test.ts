// Two carers exchange a day from phone to phone, the head nurse approves at the desk, and both months are swapped. One of them
// asks for leave on the phone; it is agreed to at the desk and shown.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, productUrl, query } from './kit/browser.ts'
import { dialog, front, goTo, rows } from './kit/shell.ts'
import { passwordOf, signIn } from './kit/signIn.ts'

const PHONE = { width: 390, height: 844 }
const DAY_MS = 86_400_000
const day = (ahead: number) => new Date(Date.now() + 8 * 3_600_000 + ahead * DAY_MS).toISOString().slice(0, 10)
const gives = day(20)
const takes = day(22)

interface Carer {
  id: string
  name: string
  user: string
  org: string
}
let asks: Carer
let answers: Carer
let first: Page
let second: Page
let head: Page

const open = async (page: Page, view: string) => {
  await page.goto(`${productUrl()}/staff.html#/${view}`)
  await page.reload()
}
const days = async (carer: Carer) =>
  (
    await query<{ day: string; sign: string }>(
      `select c.day::text as day, coalesce(s.short_name, '休') as sign from roster_cell c left join attendance_shift s on s.org_id = c.org_id
         and s.shift_pk_id = c.shift_pk_id where c.org_id = $1 and c.emp_id = $2 and c.day in ($3, $4) order by c.day`,
      [carer.org, carer.id, gives, takes],
    )
  ).map((one) => one.sign)

beforeAll(async () => {
  const two = await query<Carer>(
    `select a.user_id as id, e.emp_name as name, a.user_name as user, a.org_id as org from attendance_member m
     join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id and g.mode = 'ROSTER'
     join account a on a.org_id = m.org_id and a.user_id = m.emp_id and not a.is_admin
     join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
     where m.to_day is null and g.attendance_group_pk_id = (select x.attendance_group_pk_id from attendance_member x join account y
       on y.org_id = x.org_id and y.user_id = x.emp_id and y.user_name = 'lixiaomei' where x.to_day is null)
     order by a.user_name = 'lixiaomei' desc, m.sort limit 2`,
  )
  ;[asks, answers] = two as [Carer, Carer]
  await query('delete from shift_exchange where org_id = $1', [asks.org])
  await query(`delete from attendance_leave where org_id = $1 and emp_id in ($2, $3)`, [asks.org, asks.id, answers.id])
  // The days around are free, so that only what the journey is about speaks.
  await query(
    `insert into roster_cell as c (org_id, emp_id, day, kind, shift_pk_id, published_at, published_name)
     select s.org_id, p.id, d.day::date, case when (p.id, d.day::date) in (($2, $4::date), ($3, $5::date)) then 'SHIFT' else 'REST' end,
       case when (p.id, d.day::date) in (($2, $4::date), ($3, $5::date)) then s.shift_pk_id end, now(), '何静'
     from unnest(array[$2, $3]) as p(id), generate_series($4::date - 6, $5::date + 6, interval '1 day') as d(day),
       attendance_shift s where s.org_id = $1 and s.short_name = '白'
     on conflict (org_id, emp_id, day) do update set kind = excluded.kind, shift_pk_id = excluded.shift_pk_id, drafted = 0, draft_kind = null,
       draft_shift_pk_id = null, version = c.version + 1`,
    [asks.org, asks.id, answers.id, gives, takes],
  )
  // Carers are no accounts of the demonstration that anybody is told of: they get the password of one that is.
  await query(
    `update account set password_hash = (select password_hash from account where user_name = 'lixiaomei'), reset_password = false
     where org_id = $1 and user_id in ($2, $3)`,
    [asks.org, asks.id, answers.id],
  )
  const password = passwordOf('lixiaomei')
  first = await newDesk(PHONE)
  await signIn(first, asks.user, { password })
  second = await newDesk(PHONE)
  await signIn(second, answers.user, { password })
  head = await newDesk()
  await signIn(head, 'hejing')
})

test('asked on one phone with what the rules say, accepted on the other', async () => {
  await open(first, `exchange/${gives}`)
  const card = first.locator('.yy-phone-card').filter({ hasText: answers.name })
  await card.getByRole('button', { name: new RegExp(takes.slice(5)) }).click()
  await card.getByText('两人工时不变').waitFor()
  await picture(first, 'staff-exchange-390')
  await card.getByLabel('换班原因').fill('女儿家长会')
  await card.getByRole('button', { name: `发给${answers.name}` }).click()
  await first.locator('.stf-exchange').filter({ hasText: '女儿家长会' }).getByText('待对方同意').waitFor()
  await open(second, 'exchange')
  const asked = second.locator('.stf-exchange').filter({ hasText: '女儿家长会' })
  await asked.getByRole('button', { name: '同意换班' }).click()
  await asked.getByText('待审批').waitFor()
  expect(await days(asks)).toEqual(['白', '休'])
})

test('approved at the desk: both months are swapped', async () => {
  await goTo(head, `/administration/attendance/roster?month=${gives.slice(0, 7)}`)
  await front(head).getByText(asks.name).first().waitFor()
  const [row] = await query<{ id: string }>('select exchange_id as id from shift_exchange where org_id = $1', [
    asks.org,
  ])
  const card = front(head).locator('.yy-ros-exchange').filter({ hasText: '女儿家长会' })
  await picture(head, 'roster-exchange-1280')
  await card.getByRole('button', { name: '同意换班' }).click()
  await expect
    .poll(
      async () =>
        (await query<{ state: string }>('select state from shift_exchange where exchange_id = $1', [row!.id]))[0]!
          .state,
    )
    .toBe('AGREED')
  expect(await days(asks)).toEqual(['休', '白'])
  expect(await days(answers)).toEqual(['白', '休'])
  await open(second, 'exchange')
  await second.locator('.stf-exchange').filter({ hasText: '女儿家长会' }).getByText('已同意').waitFor()
})

test('leave asked on the phone, agreed to at the desk, shown', async () => {
  await open(first, `asks/${takes}`)
  await first.getByLabel('事由').fill('办理户口')
  await first.getByText('共 1 天').waitFor()
  await picture(first, 'staff-leave-390')
  await first.getByRole('button', { name: '提交请假' }).click()
  await first.getByRole('listitem').filter({ hasText: '办理户口' }).getByText('待审批').waitFor()
  await goTo(head, '/administration/attendance/ask?view=waiting')
  await rows(head).filter({ hasText: asks.name }).filter({ hasText: '办理户口' }).getByText(asks.name).click()
  const drawer = dialog(head, '那几天的班次')
  await drawer.getByText(/同意后空出 1 个班次/).waitFor()
  await picture(head, 'ask-drawer-1280')
  await drawer.getByRole('button', { name: '同意' }).click()
  await head
    .getByRole('dialog')
    .filter({ hasText: '空出的班次会通知排班的人' })
    .getByRole('button', { name: '同意' })
    .click()
  await drawer.getByText('已同意').first().waitFor()
  await open(first, 'asks')
  await first.getByRole('listitem').filter({ hasText: '办理户口' }).getByText('已同意').waitFor()
})
