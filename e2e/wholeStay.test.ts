// One resident from the first question to the day she stays after all: consultation, archive, reservation, trial, check-in,
// another bed, an outing that is postponed and late, leaving and its undoing. The director has had the room map open
// since the beginning and never touches it: each step is there by itself.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { deskOf, newDesk, picture, query } from './kit/browser.ts'
import { outingAct, outingRow, registerOuting } from './kit/outing.ts'
import {
  acceptMissing,
  bedIdOf,
  chooseBed,
  chooseLevel,
  dayFromNow,
  newIdCard,
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
import { bedTurns, cell, openRoomMap } from './kit/roomMap.ts'
import { choose, dialog, force, front, loadedAt, openMenu, rows, searchRows } from './kit/shell.ts'
import { field, signIn, wholeDesk } from './kit/signIn.ts'

const NAME = '上官玉琴'
const SON = '上官志强'
const CARD = newIdCard('1941-09-12', 1)
const BUILDING = '松鹤楼'
const GROUP = '松鹤楼护理组'
const OUTINGS = '/pims/web-org/oldmanOut'

let clerk: Page
let nurse: Page
let head: Page
/** Only looks on. */
let watcher: Page
let loaded: number

let residentId: string
let outId: string
/** Where she lies now, and where she was before the exchange. */
let bed: string
let former: string
let other: { id: string; name: string; bed: string }

beforeAll(async () => {
  clerk = await newDesk()
  nurse = await newDesk()
  head = await newDesk()
  watcher = await newDesk({ width: 1920, height: 1080 })
  await signIn(watcher, 'wangjianguo')
  await openRoomMap(watcher)
  loaded = await loadedAt(watcher)
  await wholeDesk()
  await signIn(clerk, 'liumin')
  await signIn(nurse, 'lixiaomei')
  await signIn(head, 'hejing')
})

/** Her row in the clerk's list of residents. */
const stands = (status: string) => residentIs(clerk, NAME, status)
const monthDay = (days: number) => dayFromNow(days).slice(5)
const outing = async () =>
  (
    await query<{ state: number; back: string }>(
      `select state, to_char(plan_return at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as back from outing
        where out_id = $1`,
      [outId],
    )
  )[0]!

test('her son asks for a place, and the consultation becomes an archive', async () => {
  await openMenu(clerk, '居住', '咨询登记')
  await rows(clerk).first().waitFor()
  await front(clerk).getByRole('button', { name: '登记咨询' }).click()
  const form = dialog(clerk, '登记咨询')
  await field(form, '咨询人').fill(SON)
  await field(form, '咨询人电话').fill('13917650088')
  await choose(clerk, field(form, '与老人关系'), 'ez', '儿子')
  await field(form, '老人姓名').fill(NAME)
  await field(form, '老人身份证号').fill(CARD)
  await form.getByText('没有登记过，可以登记').waitFor()
  await choose(clerk, field(form, '咨询渠道'), 'dh', '电话咨询')
  await form
    .getByRole('button', { name: /登记咨询/ })
    .last()
    .click()
  await front(clerk).getByRole('heading', { name: NAME }).waitFor()

  await front(clerk).getByRole('button', { name: '建立档案' }).click()
  await expect.poll(() => field(front(clerk), '证件号码').inputValue()).toBe(CARD)
  await front(clerk).getByRole('button', { name: '直接建档' }).click()
  await front(clerk).getByText(`已为“${NAME}”建档`).waitFor()
  const [made] = await query<{ id: string; status: number }>(
    'select oldman_id as id, status from oldman where id_card = $1',
    [CARD],
  )
  expect(made!.status).toBe(3)
  residentId = made!.id
})

test('a bed is kept for her: amber on the map', async () => {
  await openResidence(clerk, NAME)
  await stands('待入住')
  const form = await openMove(clerk, NAME, '预订床位')
  bed = await bedIdOf(await chooseBed(form, BUILDING))
  expect(await cell(watcher, bed).textContent()).not.toContain(NAME)
  await setDay(form, '预计入住日期', dayFromNow(2))
  await setDay(form, '保留至', dayFromNow(6))
  await sendMove(form, '预订床位')
  await stands('已预订')
  await bedTurns(watcher, bed, 1, `${NAME} ${monthDay(2)} 入住`)
  await picture(watcher, 'wholeStay-reserved-1920')
})

test('the trial takes that bed', async () => {
  const form = await openMove(clerk, NAME, '办理试住')
  await form.locator('.yy-beds-chosen .yy-bed-path').waitFor()
  await next(form)
  await chooseLevel(clerk, form, '半护理（二级护理）')
  await form.getByRole('region', { name: '费用' }).getByText('护理费（按护理等级）').waitFor()
  await next(form)
  await form
    .getByText(new RegExp(`${SON}（.+）139\\*{4}0088`))
    .first()
    .waitFor()
  await next(form)
  await sendMove(form, '办理试住')
  await stands('试住')
  await bedTurns(watcher, bed, 3, `${NAME}试住至 ${monthDay(29)}`)
})

test('she stays: checked in', async () => {
  const form = await openMove(clerk, NAME, '办理入住')
  await next(form)
  await next(form)
  await next(form)
  await form.getByText(/还有 \d+ 项未完成，请在右侧逐项确认/).waitFor()
  await acceptMissing(form)
  await sendMove(form, '办理入住')
  await stands('入住中')
  await bedTurns(watcher, bed, 2, NAME)
})

test('two residents change beds: both cells change on the map', async () => {
  // A name that nobody else bears, of the same group, with nothing agreed that an exchange would break.
  const [found] = await query<typeof other>(
    `select o.oldman_id as id, o.oldman_name as name, o.current_bed_id as bed from oldman o
       join dept d using (org_id, dept_id) join stay s on s.org_id = o.org_id and s.oldman_id = o.oldman_id
        and s.end_date is null and not s.whole_room
      where d.dept_name = $1 and o.status = 1 and o.sex = 1 and s.start_date < current_date
        and (select count(*) from occupancy h where h.org_id = o.org_id and h.oldman_id = o.oldman_id
              and not isempty(h.days) and upper_inf(h.days)) = 1
        and not exists (select 1 from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id and u.state <> 3)
        and not exists (select 1 from residence_apply a where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state = 0)
        and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
      order by o.oldman_id desc limit 1`,
    [GROUP],
  )
  other = found!
  former = bed
  const form = await openMove(clerk, NAME, '换床')
  await choose(clerk, field(form, '对换的老人'), other.name, other.name)
  const table = form.getByRole('table', { name: '换床前后' })
  await table.getByText(other.name).waitFor()
  await field(form, '换床原因').fill('两家协商一致')
  await picture(clerk, 'wholeStay-exchange-1280')
  await sendMove(form, '换床')
  await form.waitFor({ state: 'hidden' })
  bed = other.bed
  await bedTurns(watcher, bed, 2, NAME)
  await bedTurns(watcher, former, 2, other.name)
  await picture(watcher, 'wholeStay-exchanged-1920')
})

test('the nurse applies for an outing, the head nurse decides', async () => {
  await openMenu(nurse, '居住', '外出登记')
  await rows(nurse).first().waitFor()
  await registerOuting(nurse, NAME)
  await searchRows(nurse, front(nurse).getByRole('textbox', { name: '老人' }), NAME)
  await outingRow(nurse, NAME).getByText('待审核').waitFor()
  const [made] = await query<{ id: string }>('select out_id as id from outing where oldman_id = $1', [residentId])
  outId = made!.id

  await openMenu(head, '居住', '外出审核')
  await outingAct(head, NAME, '审核')
  const form = dialog(head, '审核外出申请')
  await form.getByText('以往外出').waitFor()
  await form.getByLabel('审核意见').fill('同意，按时返回')
  await form.getByRole('button', { name: /通\s?过/ }).click()
  // The nurse's list follows by itself.
  await outingRow(nurse, NAME).getByText('待外出').waitFor()
})

test('she leaves the house, and the map says until when', async () => {
  await outingAct(nurse, NAME, '离院')
  const form = dialog(nurse, `登记离院・${NAME}`)
  await form.getByRole('button', { name: /登记离院/ }).click()
  await outingRow(nurse, NAME).getByText('外出中').waitFor()
  await bedTurns(watcher, bed, 4, `${NAME}${(await outing()).back} 归`)
})

test('a day longer waits for the head nurse, and the map for her decision', async () => {
  const before = (await outing()).back
  await outingAct(nurse, NAME, '延期')
  const form = dialog(nurse, `外出延期・${NAME}`)
  await form.getByRole('button', { name: '1 天' }).click()
  await field(form, '延期原因').fill('家属希望多住一天')
  await form.getByRole('button', { name: /提交延期/ }).click()
  await outingRow(nurse, NAME).getByText('延期待审').waitFor()
  await bedTurns(watcher, bed, 4, `${before} 归`)
  await outingRow(head, NAME).getByText('外出延期').waitFor()
  await outingAct(head, NAME, '通过')
  await dialog(head, `通过${NAME}的申请`).getByRole('button', { name: '通过', exact: true }).click()
  await expect.poll(() => outingRow(nurse, NAME).getByText('延期待审').count()).toBe(0)
  const after = await outing()
  expect(after.state).toBe(4)
  expect(after.back).not.toBe(before)
  await bedTurns(watcher, bed, 4, `${after.back} 归`)
})

test('being late shows by itself and is told', async () => {
  // Nobody waits two days for a test: the plan is moved back, and the clock's job does the rest.
  await query(
    `update outing set plan_out = now() - interval '5 hours', actual_out = now() - interval '4 hours',
       plan_return = now() - interval '40 minutes' where out_id = $1`,
    [outId],
  )
  await query(`select graphile_worker.add_job('live.outingOverdue', '{}'::json)`)
  await outingRow(nurse, NAME).getByText('逾期未归').waitFor()
  await outingRow(nurse, NAME)
    .getByText(/逾期 4\d 分钟/)
    .waitFor()
  await picture(nurse, 'wholeStay-late-1280')
  await bedTurns(watcher, bed, 4, `${NAME}逾期未归`)
  await picture(watcher, 'wholeStay-late-map-1920')
  const told = await query<{ title: string }>(
    `select m.title from user_message m join account a on a.org_id = m.org_id and a.user_id = m.user_id
      where a.user_name = any($1) and m.title = $2`,
    [['lixiaomei', 'hejing'], `${NAME}外出逾期未归`],
  )
  expect(told).toHaveLength(2)
})

test('she comes back, once', async () => {
  await outingAct(nurse, NAME, '返回')
  const form = dialog(nurse, `登记返回・${NAME}`)
  await form.getByRole('button', { name: /登记返回/ }).click()
  await form.getByText('请填写返回时的身体状况').waitFor()
  await form.getByRole('button', { name: '身体状况良好' }).click()
  await picture(nurse, 'wholeStay-return-1280')
  await form.getByRole('button', { name: /登记返回/ }).click()
  await outingRow(nurse, NAME).getByText('已返回').waitFor()
  await bedTurns(watcher, bed, 2, NAME)
  const again = await force(nurse, 'PUT', `${OUTINGS}/affirm`, { outId, returnHealth: '良好' })
  expect(again.desc).toBe('当前状态为“已返回”，不能登记返回（转为“已返回”）')
})

test('leaving names its effects and asks for the reason; the bed waits for the cleaners', async () => {
  const form = await openMove(clerk, NAME, '办理退住')
  await form.getByText('生成退住结算').waitFor()
  await verb(form, '办理退住').click()
  await problem(form, '请选择退住原因').waitFor()
  await choose(clerk, field(form, '退住原因'), '', '家庭照顾')
  await field(form, '去向').fill('回家')
  await picture(clerk, 'wholeStay-checkOut-1280')
  await verb(form, '办理退住').click()
  await dialog(clerk, `${NAME}已退住，现在去结算？`).getByRole('button', { name: '稍后再办' }).click()
  await stands('已退住')
  await bedTurns(watcher, bed, 7, `${NAME}退住后待清洁`)
  await picture(watcher, 'wholeStay-left-1920')
})

test('the check-out is undone: the same bed, as if she had never left', async () => {
  const form = await openMove(clerk, NAME, '撤销退住')
  await field(form, '原因').fill('家属改变决定')
  await verb(form, '撤销退住').click()
  await stands('入住中')
  await bedTurns(watcher, bed, 2, NAME)
  await bedTurns(watcher, former, 2, other.name)
})

test('everything stands in the timeline, newest first, and the map was never loaded again', async () => {
  await residentRow(clerk, NAME).getByRole('button', { name: '详情' }).click()
  const drawer = dialog(clerk, `居住详情・${NAME}`)
  await drawer.getByRole('tab', { name: '变动记录' }).click()
  await expect
    .poll(() => drawer.locator('.yy-timeline-kind').allInnerTexts())
    .toEqual(['撤销退住', '退住', '返回', '外出', '外出', '换床', '转正', '试住', '预订', '建档'])
  await picture(clerk, 'wholeStay-timeline-1280')
  expect(await loadedAt(watcher)).toBe(loaded)
  for (const page of [clerk, nurse, head, watcher]) expect(deskOf(page).scriptErrors).toEqual([])
})

test('the house holds together: one stay, one bed each, nothing left of what was undone', async () => {
  const [kept] = await query(
    `select
       (select count(*)::int from stay where oldman_id = $1) as stays,
       (select count(*)::int from stay where oldman_id = $1 and end_date is null) as open,
       (select count(*)::int from settlement t join stay s using (org_id, stay_id) where s.oldman_id = $1) as settlements,
       (select count(*)::int from bed_mark where bed_id in ($3, $4)) as marks,
       (select count(*)::int from outing where oldman_id = $1 and state <> 3) as "openOutings",
       (select state from reservation where oldman_id = $1) as reservation,
       (select status from consultation where oldman_id = $1) as consultation,
       (select array_agg(bed_id || ' ' || oldman_id order by bed_id = $3 desc) from occupancy
         where bed_id in ($3, $4) and days @> current_date) as held,
       (select count(*)::int from occupancy where oldman_id in ($1, $2) and days @> current_date) as beds,
       (select array_agg(current_bed_id order by oldman_id = $1 desc) from oldman where oldman_id in ($1, $2)) as lies`,
    [residentId, other.id, bed, former],
  )
  expect(kept).toEqual({
    stays: 1,
    open: 1,
    settlements: 0,
    marks: 0,
    openOutings: 0,
    reservation: 'USED',
    consultation: 3,
    held: [`${bed} ${residentId}`, `${former} ${other.id}`],
    beds: 2,
    lies: [bed, former],
  })
})
