// An outing from the application to the return: the nurse applies, the head nurse decides, the elder leaves, stays longer,
// is late and comes back; each of the two sees what the other does without asking.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, dialog, force, front, goTo, openMenu, rows, tab, toast } from './kit/shell.ts'
import { field, signIn } from './kit/signIn.ts'

let nurse: Page
let head: Page
let elder: { id: string; name: string }
let other: { id: string; name: string }
let outId: string

const CALLS = '/pims/web-org/oldmanOut'

beforeAll(async () => {
  // Names that nobody else bears, of elders who have never been out.
  const found = await query<{ id: string; name: string }>(
    `select o.oldman_id as id, o.oldman_name as name from oldman o
       join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
       join stay s on s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.end_date is null
      where o.status = 1 and s.start_date < current_date - 30
        and not exists (select 1 from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
      order by o.oldman_id limit 2`,
  )
  elder = found[0]!
  other = found[1]!
  nurse = await newDesk()
  await withoutPrinter(nurse)
  await signIn(nurse, 'lixiaomei')
  head = await newDesk()
  await signIn(head, 'hejing')
})

/** The register, narrowed to one elder. */
async function find(page: Page, name: string): Promise<void> {
  const search = front(page).getByRole('textbox', { name: '老人' })
  await search.fill(name)
  await search.press('Enter')
}

const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const act = (page: Page, name: string, title: string) =>
  row(page, name).locator('.yy-row-acts').getByRole('button', { name: title, exact: true }).click()

async function apply(page: Page, who: { name: string }): Promise<void> {
  await front(page).getByRole('button', { name: '登记外出' }).click()
  const form = dialog(page, '登记外出')
  await choose(page, field(form, '外出的老人'), who.name, who.name)
  // The family is one click away, and the first to call is taken already.
  await expect.poll(() => field(form, '陪同人').inputValue()).not.toBe('')
  await choose(page, field(form, '外出类型'), '', '请假回家')
  await field(form, '事由').fill('回家过生日')
  await form.getByRole('button', { name: '1 天' }).click()
  await form.getByRole('button', { name: /提交登记/ }).click()
  await toast(page, '外出已登记').waitFor()
}

test('the nurse applies; what is missing is said at its field', async () => {
  await openMenu(nurse, '居住', '外出登记')
  await rows(nurse).first().waitFor()
  await front(nurse).getByRole('button', { name: '登记外出' }).click()
  const form = dialog(nurse, '登记外出')
  await form.getByRole('button', { name: /提交登记/ }).click()
  await form.getByText('请填写外出类型').waitFor()
  await picture(nurse, 'outing-missing-1280')
  await nurse.keyboard.press('Escape')
  await apply(nurse, elder)
  await find(nurse, elder.name)
  await row(nurse, elder.name).getByText('待审核').waitFor()
  const made = await query<{ id: string }>('select out_id as id from outing where oldman_id = $1', [elder.id])
  outId = made[0]!.id
})

test('she may not decide about it: neither by page nor by force', async () => {
  await goTo(nurse, '/live/Outing/audit')
  await front(nurse).getByRole('heading', { name: '没有“外出审核”的权限' }).waitFor()
  expect((await force(nurse, 'PUT', `${CALLS}/audit/pass`, { outId })).status).toBe(401)
  await tab(nurse, '外出登记').click()
})

test('the head nurse decides about others, never about her own application', async () => {
  await openMenu(head, '居住', '外出登记')
  await rows(head).first().waitFor()
  await apply(head, other)
  const [own] = await query<{ id: string }>('select out_id as id from outing where oldman_id = $1', [other.id])
  const refused = await force(head, 'PUT', `${CALLS}/audit/pass`, { outId: own!.id })
  expect(refused.desc).toMatch(/^不能审核自己提交的申请，可由.*陆小燕.*审核$/)

  await openMenu(head, '居住', '外出审核')
  await row(head, elder.name).waitFor()
  await expect.poll(() => row(head, other.name).count()).toBe(0)
  await front(head)
    .getByRole('tab', { name: /全部待审核/ })
    .click()
  await act(head, other.name, '详情')
  await dialog(head, '审核外出申请').getByText('不能审核自己提交的申请').waitFor()
  await picture(head, 'outing-own-1280')
  await head.keyboard.press('Escape')
  await front(head)
    .getByRole('tab', { name: /等我审核/ })
    .click()

  await act(head, elder.name, '审核')
  const form = dialog(head, '审核外出申请')
  await form.getByText('以往外出').waitFor()
  await picture(head, 'outing-audit-1280')
  await form.getByLabel('审核意见').fill('同意，按时返回')
  await form.getByRole('button', { name: /通\s?过/ }).click()
  await toast(head, `${elder.name}的申请已通过`).waitFor()
  // The nurse's list follows by itself.
  await row(nurse, elder.name).getByText('待外出').waitFor()
})

test('the slip is printed for the nurses’ station and for the gate', async () => {
  await row(nurse, elder.name).locator('.yy-row-more').click()
  const paper = await printing(nurse, () => nurse.getByRole('menuitem', { name: '打印外出单' }).click())
  const text = await paper.innerText()
  expect(text).toContain(elder.name)
  expect(text).toContain('门卫放行')
  expect(text).toMatch(/WC\d{12}/)
})

test('leaving', async () => {
  await act(nurse, elder.name, '离院')
  const form = dialog(nurse, `登记离院・${elder.name}`)
  await picture(nurse, 'outing-depart-1280')
  await form.getByRole('button', { name: /登记离院/ }).click()
  await toast(nurse, '已登记离院').waitFor()
  await row(nurse, elder.name).getByText('外出中').waitFor()
})

test('staying longer waits for the head nurse', async () => {
  await act(nurse, elder.name, '延期')
  const form = dialog(nurse, `外出延期・${elder.name}`)
  await form.getByRole('button', { name: '1 天' }).click()
  await field(form, '延期原因').fill('家属希望多住一天')
  await form.getByRole('button', { name: /提交延期/ }).click()
  await row(nurse, elder.name).getByText('延期待审').waitFor()
  await row(head, elder.name).getByText('外出延期').waitFor()
  await act(head, elder.name, '通过')
  await dialog(head, `通过${elder.name}的申请`).getByRole('button', { name: '通过', exact: true }).click()
  await toast(head, '已通过').waitFor()
  await expect.poll(() => row(nurse, elder.name).getByText('延期待审').count()).toBe(0)
  const [now] = await query<{ state: number }>('select state from outing where out_id = $1', [outId])
  expect(now!.state).toBe(4)
})

test('being late shows by itself and is told', async () => {
  // Nobody waits two days for a test: the plan is moved back, and the clock's job does the rest.
  await query(
    `update outing set plan_out = now() - interval '5 hours', actual_out = now() - interval '4 hours',
       plan_return = now() - interval '40 minutes' where out_id = $1`,
    [outId],
  )
  await query(`select graphile_worker.add_job('live.outingOverdue', '{}'::json)`)
  await row(nurse, elder.name).getByText('逾期未归').waitFor()
  await row(nurse, elder.name)
    .getByText(/逾期 4\d 分钟/)
    .waitFor()
  await picture(nurse, 'outing-late-1280')
  const told = await query<{ title: string }>(
    `select m.title from user_message m join account a on a.org_id = m.org_id and a.user_id = m.user_id
      where a.user_name = any($1) and m.title = $2`,
    [['lixiaomei', 'hejing'], `${elder.name}外出逾期未归`],
  )
  expect(told).toHaveLength(2)
})

test('coming back, once', async () => {
  await act(nurse, elder.name, '返回')
  const form = dialog(nurse, `登记返回・${elder.name}`)
  await form.getByRole('button', { name: /登记返回/ }).click()
  await form.getByText('请填写返回时的身体状况').waitFor()
  await form.getByRole('button', { name: '身体状况良好' }).click()
  await picture(nurse, 'outing-return-1280')
  await form.getByRole('button', { name: /登记返回/ }).click()
  await toast(nurse, '已登记返回').waitFor()
  await row(nurse, elder.name).getByText('已返回').waitFor()
  const again = await force(nurse, 'PUT', `${CALLS}/affirm`, { outId, returnHealth: '良好' })
  expect(again.desc).toBe('当前状态为“已返回”，不能登记返回（转为“已返回”）')
  const [timeline] = await query<{ kinds: string }>(
    `select string_agg(kind, ' ' order by created_at) as kinds from stay_event where oldman_id = $1 and kind in ('outing', 'return')`,
    [elder.id],
  )
  expect(timeline!.kinds).toBe('outing outing return')
})
