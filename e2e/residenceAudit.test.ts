// A change of bed that needs a second person: the clerk asks, cannot agree herself, the head nurse does, and only then the
// resident lies elsewhere. And a check-out while an outing waits: called off in the same step, then straight to the settlement.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { deskOf, newDesk, picture, query } from './kit/browser.ts'
import { bedIdOf, chooseBed, openMove, openResidence, residentIs, residentRow, verb } from './kit/residence.ts'
import { choose, dialog, front, openMenu, rows, tab, toast } from './kit/shell.ts'
import { field, signIn, wholeDesk } from './kit/signIn.ts'

let clerk: Page
let head: Page
let before: { act: string; needed: boolean; users: string }[]

interface Resident {
  id: string
  name: string
  stayId: string
}
let moves: Resident
let leaves: Resident

const bedOf = async (one: Resident) =>
  (await query<{ bed: string }>('select current_bed_id as bed from oldman where oldman_id = $1', [one.id]))[0]!.bed

const rule = (act: string, needed: boolean, users: string) =>
  query(
    `insert into review_rule (org_id, act, needed, role_ids, user_ids) values ($1, $2, $3, '[]', $4::jsonb)
     on conflict (org_id, act) do update set needed = excluded.needed, user_ids = excluded.user_ids`,
    [DEMO_ORG, act, needed, users],
  )

beforeAll(async () => {
  before = await query(
    `select act, needed, user_ids::text as users from review_rule where org_id = $1 and act in ('bedChange', 'checkOut')`,
    [DEMO_ORG],
  )
  const [nurse] = await query<{ id: string }>(`select user_id as id from account where user_name = 'hejing'`)
  await rule('bedChange', true, JSON.stringify([nurse!.id]))
  await rule('checkOut', false, '[]')
  const found = await query<Resident>(
    `select t.oldman_id as id, t.oldman_name as name, s.stay_id as "stayId" from oldman t
      join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id and d.dept_name = '松鹤楼护理组'
      join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null and not s.whole_room
      where t.org_id = $1 and t.status = 1 and not exists (select 1 from outing u where u.org_id = t.org_id
          and u.oldman_id = t.oldman_id and u.state in (0, 1, 4, 6))
        and not exists (select 1 from oldman x where x.org_id = t.org_id and x.oldman_name = t.oldman_name
          and x.oldman_id <> t.oldman_id)
        and not exists (select 1 from occupancy o where o.org_id = t.org_id and o.stay_id = s.stay_id
          and lower(o.days) > current_date)
      order by s.start_date desc, t.oldman_id limit 2`,
    [DEMO_ORG],
  )
  ;[moves, leaves] = found as [Resident, Resident]
  clerk = await newDesk()
  head = await newDesk({ width: 1920, height: 1080 })
  await wholeDesk()
  await signIn(clerk, 'liumin')
  await signIn(head, 'hejing')
})

afterAll(async () => {
  await query(`delete from review_rule where org_id = $1 and act = 'bedChange'`, [DEMO_ORG])
  for (const { act, needed, users } of before) await rule(act, needed, users)
})

let wanted: string

test('the clerk asks for another bed; nothing moves yet', async () => {
  await openMenu(head, '居住', '居住审核')
  // The demo house has one that waits.
  await rows(head).filter({ hasText: '想和老邻居住得近一些' }).waitFor()
  await openResidence(clerk, moves.name)
  const was = await bedOf(moves)
  const form = await openMove(clerk, moves.name, '调床')
  await form.getByText('本机构调床需要审核').waitFor()
  wanted = await bedIdOf(await chooseBed(form))
  await field(form, '调床原因').fill('想住得离护理站近一些')
  await picture(clerk, 'audit-apply-1280')
  await verb(form, '提交申请').click()
  await toast(clerk, `${moves.name}的调床申请已提交，等待审核`).waitFor()
  expect(await bedOf(moves)).toBe(was)
  await residentRow(clerk, moves.name).getByRole('button', { name: '详情' }).click()
  const drawer = dialog(clerk, `居住详情・${moves.name}`)
  await drawer.getByText('想住得离护理站近一些').waitFor()
  await drawer.getByText('由何静审核').waitFor()
  await picture(clerk, 'audit-waiting-1280')
  await drawer.getByRole('button', { name: '打开档案' }).click()
  await front(clerk).getByText('调床待审核').first().waitFor()
  await front(clerk).getByRole('tab', { name: '居住', exact: true }).click()
  await front(clerk).getByRole('button', { name: '撤回申请' }).waitFor()
  await picture(clerk, 'audit-resident-1280')
  // The list is as it was left, with its drawer.
  await tab(clerk, '居住管理').click()
  await drawer.waitFor()
  await clerk.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
})

test('she cannot agree herself; asking again leads to what waits', async () => {
  const again = await openMove(clerk, moves.name, '调床')
  await again.getByRole('button', { name: '撤回申请' }).waitFor()
  expect(await again.getByRole('button', { name: '提交申请' }).count()).toBe(0)
  await clerk.keyboard.press('Escape')
  await openMenu(clerk, '居住', '居住审核')
  await front(clerk).getByText('没有等待审核的申请').waitFor()
  await front(clerk).getByText('我的申请').click()
  await rows(clerk).filter({ hasText: moves.name }).getByRole('button', { name: '详情' }).click()
  const drawer = dialog(clerk, '调床申请')
  await drawer.getByText('不能审核自己提交的申请，可由何静审核').waitFor()
  expect(await drawer.getByRole('button', { name: '通过' }).count()).toBe(0)
  await picture(clerk, 'audit-own-1280')
  await clerk.keyboard.press('Escape')
})

test('the head nurse sees it without asking, refuses nothing without a reason, and agrees: the bed is hers', async () => {
  const row = rows(head).filter({ hasText: moves.name })
  await row.waitFor()
  await picture(head, 'audit-inbox-1920')
  await row.getByRole('button', { name: '审核' }).click()
  const drawer = dialog(head, '审核调床申请')
  await drawer.getByText('下期账单试算').waitFor()
  await drawer.getByRole('button', { name: '拒绝' }).click()
  await drawer.getByText('拒绝时请填写原因').waitFor()
  await picture(head, 'audit-decide-1920')
  await drawer.getByRole('button', { name: '通过' }).click()
  await toast(head, `${moves.name}的申请已通过`).waitFor()
  expect(await bedOf(moves)).toBe(wanted)
  await rows(head).filter({ hasText: moves.name }).waitFor({ state: 'detached' })
})

test('a check-out calls off the outing that waits, and goes on to the settlement', async () => {
  const outId = newId()
  await query(
    `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
       companion_phone, companion_relation, applicant_id, state)
     select $1::varchar, $2::varchar, $2::varchar, $3, $4, '1', '回家', now() + interval '1 day', now() + interval '2 days', '王强',
       '13800001111', '20', user_id, 0 from account where user_name = 'lixiaomei'`,
    [DEMO_ORG, outId, leaves.id, leaves.stayId],
  )
  await openResidence(clerk, leaves.name)
  const form = await openMove(clerk, leaves.name, '办理退住')
  await form.getByText('还有一张待审核的外出单').waitFor()
  await choose(clerk, field(form, '退住原因'), '', '家庭照顾')
  await form.getByText('同时取消外出').waitFor()
  await picture(clerk, 'audit-checkOut-outing-1280')
  await verb(form, '办理退住').click()
  const next = dialog(clerk, `${leaves.name}已退住，现在去结算？`)
  await picture(clerk, 'audit-next-1280')
  await next.getByRole('button', { name: '去结算' }).click()
  await tab(clerk, `${leaves.name} 结算`).or(front(clerk).getByText(leaves.name)).first().waitFor()
  expect(await clerk.evaluate(() => location.hash)).toContain('/expense/settle/detail')
  await picture(clerk, 'audit-settle-1280')
  const [outing] = await query<{ state: number; why: string }>(
    'select state, cancel_reason as why from outing where out_id = $1',
    [outId],
  )
  expect(outing).toEqual({ state: 5, why: '办理退住' })
  await openResidence(clerk, leaves.name)
  await residentIs(clerk, leaves.name, '已退住')
  await residentRow(clerk, leaves.name).getByRole('button', { name: '去结算' }).waitFor()
  await residentRow(clerk, leaves.name).getByRole('button', { name: '详情' }).click()
  const drawer = dialog(clerk, `居住详情・${leaves.name}`)
  await drawer.getByRole('button', { name: '去结算' }).waitFor()
  await drawer.getByRole('button', { name: '更多办理' }).click()
  await clerk.locator('.ant-dropdown:visible').getByRole('menuitem', { name: '撤销退住' }).waitFor()
  await picture(clerk, 'audit-left-1280')
  for (const page of [clerk, head]) expect(deskOf(page).scriptErrors).toEqual([])
})
