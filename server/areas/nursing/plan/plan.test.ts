// Care plans: made from a level, changed for one elder, moved by their table; tasks to come follow, what was done stays.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { CareUnit } from '#contract/nursing/frequency'
import type { LevelPreviewData } from '#contract/nursing/level'
import type {
  CarePlanData,
  CarePlanPreviewData,
  CarePlanRowData,
  LackingPlanData,
  MadePlansData,
} from '#contract/nursing/plan'
import type { JobProgressData } from '#contract/platform/shell'
import { UserStatus } from '#contract/platform/user'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'
import { onWhoServes } from '#server/areas/nursing/public'
import { type CareHouse, careHouse, daily, PLANS } from '#server/areas/nursing/test/careHouse'
import { newId } from '#server/kit/ids'

let house: CareHouse
let wash: string
let feed: string
let turn: string
/** Who serves every bed of this house, while a test says so. */
let onDuty: string | null = null
const ROOM = '松鹤楼>1层>'
const LEVEL = '自理'

beforeAll(async () => {
  house = await careHouse()
  wash = await house.project('晨间护理', { minutes: 15 })
  feed = await house.project('喂水', { minutes: 3 })
  turn = await house.project('翻身', { minutes: 6, time_window: 3 })
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.clear()
  await house.setLevel(LEVEL, [])
})

const ask = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = house.token) =>
  house.ask<T & { field?: string }>(method, path, { token, ...(body && { body }) })
const get = <T>(path: string, query: Record<string, string> = {}, token = house.token) =>
  house.ask<T>('GET', path, { token, query })
const bedOf = (n: number) => [...house.beds.keys()].filter((path) => path.startsWith(ROOM))[n]!
const item = (projectId: string, frequency = daily('23:50'), more: object = {}) => ({ projectId, frequency, ...more })
/** Tasks of an elder as `day project clock state`, in their order. */
const tasksOf = async (oldmanId: string, day = dayText(Date.now() + DAY_MS)) =>
  (
    await house.sql<{ what: string }>(
      `select c.project_name || ' ' || to_char(t.plan_time, 'HH24:MI') || ' ' || t.state as what from care_task t
       join care_project c on c.org_id = t.org_id and c.project_id = t.project_id
       where t.org_id = $1 and t.oldman_id = $2 and t.plan_time::date = $3 order by t.plan_time, 1`,
      [house.orgId, oldmanId, day],
    )
  ).map((row) => row.what)
const draft = async (elder: Resident, items?: object[], more: object = {}) => {
  const made = await ask<CarePlanData>('POST', PLANS, { oldmanId: elder.oldmanId, ...(items && { items }), ...more })
  expect(made).toMatchObject({ status: 200 })
  return made.data
}
const move = (nursingPlanId: string, state: string, more: object = {}) =>
  ask<CarePlanData>('PUT', `${PLANS}/status`, { nursingPlanId, state, ...more })
const body = (plan: CarePlanData, items: object[]) => ({
  nursingPlanId: plan.nursingPlanId,
  startDate: plan.startDate,
  endDate: plan.endDate,
  items,
  version: plan.version,
})

/** The run that an answer named, when it is over. */
const ended = ({ data }: { data: { runId: string } }) =>
  vi.waitFor(
    async () => {
      const run = await get<JobProgressData>(`/passport/web-org/jobs/${data.runId}`)
      expect(['done', 'failed', 'cancelled']).toContain(run.data.state)
      return run.data
    },
    { timeout: 20_000, interval: 50 },
  )

describe('a plan', () => {
  it('is a draft with the items of the level, and makes tasks when it is enabled', async () => {
    await house.setLevel(LEVEL, [])
    const elder = await house.elder('王秀兰', bedOf(0))
    await house.setLevel(LEVEL, [
      [wash, daily('06:30')],
      [feed, daily('09:00', '15:00')],
    ])
    const plan = await draft(elder)
    expect(plan).toMatchObject({ state: 'DRAFT', levelName: LEVEL, itemCount: 2, minutes: 21, otherLevel: false })
    expect(plan.can).toEqual(['edit', 'enable', 'remove'])
    expect(await tasksOf(elder.oldmanId)).toEqual([])
    expect((await move(plan.nursingPlanId, 'ON')).data).toMatchObject({ state: 'ON', can: ['edit', 'stop', 'end'] })
    const all = ['晨间护理 06:30 WAITING', '喂水 09:00 WAITING', '喂水 15:00 WAITING']
    expect(await tasksOf(elder.oldmanId)).toEqual(all)
    expect((await move(plan.nursingPlanId, 'OFF')).data.state).toBe('OFF')
    expect(await tasksOf(elder.oldmanId)).toEqual([])
    expect((await move(plan.nursingPlanId, 'ON')).data.state).toBe('ON')
    expect(await tasksOf(elder.oldmanId)).toEqual(all)
    const ended = await move(plan.nursingPlanId, 'ENDED')
    expect(ended.data).toMatchObject({ state: 'ENDED', endDate: dayText(), can: [] })
    expect(await tasksOf(elder.oldmanId)).toEqual([])
  })

  it.each([
    ['DRAFT', 'OFF', '草稿'],
    ['DRAFT', 'ENDED', '草稿'],
    ['ON', 'ON', '启用'],
    ['ENDED', 'ON', '已结束'],
    ['ENDED', 'OFF', '已结束'],
    ['ENDED', 'ENDED', '已结束'],
    ['OFF', 'OFF', '停用'],
  ])('does not go from %s to %s', async (from, to, word) => {
    const elder = await house.elder('李桂芳', bedOf(0))
    const { nursingPlanId } = await draft(elder, [item(wash)])
    for (const state of { DRAFT: [], ON: ['ON'], OFF: ['ON', 'OFF'], ENDED: ['ON', 'ENDED'] }[from]!) {
      expect(await move(nursingPlanId, state)).toMatchObject({ status: 200 })
    }
    expect(await move(nursingPlanId, to)).toMatchObject({ status: 40901, desc: expect.stringContaining(word) })
    expect(await move(nursingPlanId, 'DRAFT')).toMatchObject({ status: 42200, data: { field: 'state' } })
  })

  it('is removed only as a draft', async () => {
    const elder = await house.elder('陈国栋', bedOf(0))
    const plan = await house.plan(elder.oldmanId, [[wash, daily('06:30')]])
    expect(await ask('DELETE', `${PLANS}/${plan.nursingPlanId}`)).toMatchObject({ status: 40901 })
    const { nursingPlanId } = await draft(elder, [item(wash)])
    expect(await ask('DELETE', `${PLANS}/${nursingPlanId}`)).toMatchObject({ status: 200 })
    expect(await get(`${PLANS}/${nursingPlanId}`)).toMatchObject({ status: 40400 })
  })

  it('is changed item by item: tasks to come follow, others stay as they are', async () => {
    const elder = await house.elder('周文彬', bedOf(0))
    const plan = await house.plan(elder.oldmanId, [
      [wash, daily('06:30')],
      [feed, daily('09:00', '15:00')],
    ])
    const before = await house.sql<{ id: string }>(
      `select task_id as id from care_task where org_id = $1 and oldman_id = $2 and project_id = $3`,
      [house.orgId, elder.oldmanId, wash],
    )
    const items = [item(wash, daily('06:30')), item(feed, daily('09:00', '16:00')), item(turn, daily('22:10'))]
    const preview = await ask<CarePlanPreviewData>('POST', `${PLANS}/preview`, {
      nursingPlanId: plan.nursingPlanId,
      items,
    })
    expect(preview.data).toMatchObject({
      day: dayOf(1),
      added: [{ projectName: '翻身', clock: '22:10' }],
      removed: [],
      moved: [{ projectName: '喂水', from: '15:00', to: '16:00' }],
      tasksBefore: 3,
      tasksAfter: 4,
      minutesBefore: 21,
      minutesAfter: 27,
    })
    const saved = await ask<CarePlanData>('PUT', `${PLANS}/${plan.nursingPlanId}`, body(plan, items))
    expect(saved).toMatchObject({ status: 200, data: { version: plan.version + 1, minutes: 27 } })
    expect(await tasksOf(elder.oldmanId)).toEqual([
      '晨间护理 06:30 WAITING',
      '喂水 09:00 WAITING',
      '喂水 16:00 WAITING',
      '翻身 22:10 WAITING',
    ])
    const after = await house.sql<{ id: string }>(
      `select task_id as id from care_task where org_id = $1 and oldman_id = $2 and project_id = $3`,
      [house.orgId, elder.oldmanId, wash],
    )
    expect(after).toEqual(before)
    // Somebody who looked at the plan before cannot save over it.
    expect(await ask('PUT', PLANS, body(plan, items))).toMatchObject({ status: 40902 })
    // Taken out and put in again it is the same item.
    const without = await ask<CarePlanData>('PUT', PLANS, body(saved.data, [item(feed, daily('09:00'))]))
    expect(without.data.items.map((one) => one.projectName)).toEqual(['喂水'])
    const again = await ask<CarePlanData>('PUT', PLANS, body(without.data, [item(wash, daily('06:30'))]))
    expect(again.data.items[0]!.itemId).toBe(saved.data.items.find((one) => one.projectId === wash)!.itemId)
  })

  it('names who always does a project: they do its tasks, whoever is on duty, and the preview says so', async () => {
    const [own, duty] = [newId().slice(-12), newId().slice(-12)]
    const workerId = await house.person({ userName: own, deptId: house.finance, codes: [] })
    onWhoServes(`test ${duty}`, 1, async (_client, orgId, asked) =>
      asked.map(() => (orgId === house.orgId ? onDuty : null)),
    )
    onDuty = await house.person({ userName: duty, deptId: house.finance, codes: [] })
    const elder = await house.elder('孙玉梅', bedOf(0))
    const plan = await house.plan(elder.oldmanId, [
      [wash, daily('06:30')],
      [feed, daily('09:00')],
    ])
    const items = [item(wash, daily('06:30'), { workerId, remark: '水温不超过 40 ℃' }), item(feed, daily('09:00'))]
    const seen = await ask<CarePlanPreviewData>('POST', `${PLANS}/preview`, {
      nursingPlanId: plan.nursingPlanId,
      items,
    })
    expect(seen.data.handed).toEqual([{ projectName: '晨间护理', from: duty, to: own }])
    const saved = await ask<CarePlanData>('PUT', PLANS, body(plan, items))
    expect(saved.data.items.map((one) => [one.workerName, one.remark])).toEqual([
      [own, '水温不超过 40 ℃'],
      [null, null],
    ])
    const doers = () =>
      house.sql<{ project: string; worker: string }>(
        `select distinct project_id as project, worker_id as worker from care_task where org_id = $1 and oldman_id = $2
          and plan_time::date = current_date + 1 order by 1`,
        [house.orgId, elder.oldmanId],
      )
    expect(new Map((await doers()).map((one) => [one.project, one.worker]))).toEqual(
      new Map([
        [wash, workerId],
        [feed, onDuty],
      ]),
    )
    // Who may no longer sign in does nothing: the duty does it.
    await house.sql('update account set user_status = $3 where org_id = $1 and user_id = $2', [
      house.orgId,
      workerId,
      UserStatus.is.disabled,
    ])
    const later = [item(wash, daily('06:30'), { remark: '先问好' }), item(feed, daily('09:00'))]
    const refused = await ask('PUT', PLANS, body(saved.data, items))
    expect(refused).toMatchObject({ status: 40400, desc: expect.stringContaining('晨间护理') })
    expect(await ask('PUT', PLANS, body(saved.data, later))).toMatchObject({ status: 200 })
    expect(new Set((await doers()).map((one) => one.worker))).toEqual(new Set([onDuty]))
    onDuty = null
  })

  it('is the only one: a later one ends it the day before, an earlier one asks', async () => {
    const elder = await house.elder('赵金花', bedOf(0))
    const first = await house.plan(elder.oldmanId, [[wash, daily('06:30')]])
    const later = await draft(elder, [item(feed, daily('09:00'))], { startDate: dayOf(5) })
    expect(await move(later.nursingPlanId, 'ON')).toMatchObject({ status: 200 })
    expect((await get<CarePlanData>(`${PLANS}/${first.nursingPlanId}`)).data).toMatchObject({
      state: 'ON',
      endDate: dayOf(4),
    })
    const now = await draft(elder, [item(turn, daily('22:10'))])
    const asked = await move(now.nursingPlanId, 'ON')
    expect(asked).toMatchObject({ status: 40907, desc: expect.stringContaining(`${dayOf(5)} 起`) })
    expect(await move(now.nursingPlanId, 'ON', { confirmed: '好的' })).toMatchObject({ status: 40907 })
    expect(await move(now.nursingPlanId, 'ON', { confirmed: asked.desc })).toMatchObject({ status: 200 })
    expect((await get<CarePlanData>(`${PLANS}/${first.nursingPlanId}`)).data.state).toBe('ENDED')
    expect((await get<CarePlanData>(`${PLANS}/${later.nursingPlanId}`)).data.state).toBe('ENDED')
    expect(await tasksOf(elder.oldmanId)).toEqual(['翻身 22:10 WAITING'])
  })

  it('is held by the database: of several enabled at once one is', async () => {
    const elder = await house.elder('孙玉梅', bedOf(0))
    const drafts = [
      await draft(elder, [item(wash)]),
      await draft(elder, [item(feed)]),
      await draft(elder, [item(turn)]),
    ]
    const answers = await Promise.all(drafts.map((one) => move(one.nursingPlanId, 'ON')))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40907, 40907])
    await expect(
      house.sql(`update care_plan set state = 'ON' where org_id = $1 and oldman_id = $2`, [
        house.orgId,
        elder.oldmanId,
      ]),
    ).rejects.toThrow('care_plan_one')
  })

  it.each([
    ['an unknown project', [item('nothing')], 'items'],
    ['a project twice', () => [item(wash), item(wash)], 'items'],
    ['too few times', () => [item(wash, { unit: CareUnit.is.day, times: 2, clocks: ['08:00'], days: [] })], 'items'],
    [
      'a day that no week has',
      () => [item(wash, { unit: CareUnit.is.week, times: 1, clocks: [], days: [8] })],
      'items',
    ],
    ['an unknown worker', () => [item(wash, daily('08:00'), { workerId: newId() })], 'items'],
  ])('refuses %s by name', async (_, given, field) => {
    const elder = await house.elder('吴淑贞', bedOf(0))
    const items = typeof given === 'function' ? given() : given
    const refused = await ask('POST', PLANS, { oldmanId: elder.oldmanId, items })
    expect([refused.status === 200, refused.data.field]).toEqual([false, field])
    const plan = await house.plan(elder.oldmanId, [[turn, daily('10:00')]])
    expect((await ask('PUT', PLANS, body(plan, items))).data.field).toBe(field)
    expect((await ask('POST', `${PLANS}/preview`, { nursingPlanId: plan.nursingPlanId, items })).data.field).toBe(field)
  })

  it('refuses what has no items, ends before it begins, or is for somebody who left', async () => {
    const elder = await house.elder('钱学明', bedOf(0))
    const empty = await draft(elder, [])
    expect(await move(empty.nursingPlanId, 'ON')).toMatchObject({ status: 42200, data: { field: 'items' } })
    const days = { oldmanId: elder.oldmanId, items: [item(wash)], startDate: dayOf(3), endDate: dayOf(2) }
    expect(await ask('POST', PLANS, days)).toMatchObject({ status: 42200, data: { field: 'endDate' } })
    const kept = await draft(elder, [item(wash)])
    expect(await house.checkOut(elder)).toMatchObject({ status: 200 })
    expect(await ask('POST', PLANS, { oldmanId: elder.oldmanId, items: [item(wash)] })).toMatchObject({ status: 40901 })
    expect(await move(kept.nursingPlanId, 'ON')).toMatchObject({ status: 40901 })
  })

  it('of another department is not there', async () => {
    const codes = ['nursing:plan:list', 'nursing:plan:edit']
    await house.person({ userName: 'stranger2', deptId: house.finance, dataDeptIds: [house.finance], codes })
    const { token } = (await house.signInAs('stranger2')).data
    const elder = await house.elder('郑惠珍', bedOf(0))
    const plan = await house.plan(elder.oldmanId, [[wash, daily('06:30')]])
    const own = await get<{ total: number }>(PLANS, {}, token)
    expect(own.data.total).toBe(0)
    expect(await get(`${PLANS}/${plan.nursingPlanId}`, {}, token)).toMatchObject({ status: 40400 })
    expect(await ask('PUT', PLANS, body(plan, [item(wash)]), token)).toMatchObject({ status: 40400 })
    expect(await ask('POST', PLANS, { oldmanId: elder.oldmanId }, token)).toMatchObject({ status: 40400 })
    const many = await ask('POST', `${PLANS}/batch`, { oldmanIds: [elder.oldmanId] }, token)
    expect(many).toMatchObject({ status: 40400 })
  })
})

describe('who lacks a plan', () => {
  it('gets one with all others who do, and those who cannot are named', async () => {
    const elders = [await house.elder('冯丽云', bedOf(0)), await house.elder('姜桂兰', bedOf(1))]
    await house.plan(elders[1]!.oldmanId, [[wash, daily('06:30')]])
    const bare = await house.resident('牛玉华')
    expect(await house.checkIn(bare, bedOf(2), { levelId: house.level('失智专护') })).toMatchObject({ status: 200 })
    const away = await house.resident('王宝根')
    await house.setLevel(LEVEL, [[feed, daily('09:00')]])
    const lacking = await get<{ total: number; list: LackingPlanData[] }>(`${PLANS}/lacking`)
    expect(lacking.data.list.map((one) => [one.oldmanName, one.levelItems]).sort()).toEqual([
      ['冯丽云', 1],
      ['牛玉华', 0],
    ])
    const oldmanIds = [...elders, bare, away].map((one) => one.oldmanId)
    const unknown = await ask('POST', `${PLANS}/batch`, { oldmanIds: [...oldmanIds, newId()] })
    expect(unknown).toMatchObject({ status: 40400 })
    const run = await ended(await ask<{ runId: string }>('POST', `${PLANS}/batch`, { oldmanIds }))
    expect(run).toMatchObject({ state: 'done', done: 4, total: 4, message: expect.stringContaining('3 位没有生成') })
    const made = run.result as MadePlansData
    expect([made.made, made.left]).toEqual([1, 3])
    expect(made.elders.map((one) => [one.oldmanName, one.levelName, one.reason])).toEqual(
      expect.arrayContaining([
        ['冯丽云', LEVEL, null],
        ['姜桂兰', null, '已有启用的护理计划'],
        ['牛玉华', null, '护理等级“失智专护”里还没有护理项目'],
        ['王宝根', null, '没有入住'],
      ]),
    )
    expect(await tasksOf(elders[0]!.oldmanId)).toEqual(['喂水 09:00 WAITING'])
    // Asked again at once, nobody gets two.
    const again = await Promise.all(
      [1, 2, 3].map(async () => ended(await ask<{ runId: string }>('POST', `${PLANS}/batch`, { oldmanIds }))),
    )
    expect(again.map((one) => (one.result as MadePlansData).made)).toEqual([0, 0, 0])
    const rows = await get<{ list: CarePlanRowData[] }>(PLANS, { state: 'ON', keyword: '冯' })
    expect(rows.data.list).toMatchObject([{ oldmanName: '冯丽云', minutes: 3, itemCount: 1 }])
  })
})

describe('a level that changes', () => {
  it('takes the plans made from it along, and leaves what was changed for one elder', async () => {
    const [same, own] = [await house.elder('田家声', bedOf(0)), await house.elder('林美珍', bedOf(1))]
    await house.setLevel(LEVEL, [
      [wash, daily('06:30')],
      [feed, daily('09:00')],
    ])
    const oldmanIds = [same.oldmanId, own.oldmanId]
    const run = await ended(await ask<{ runId: string }>('POST', `${PLANS}/batch`, { oldmanIds }))
    expect((run.result as MadePlansData).made).toBe(2)
    const [row] = (await get<{ list: CarePlanRowData[] }>(PLANS, { oldmanId: own.oldmanId, state: 'ON' })).data.list
    const plan = (await get<CarePlanData>(`${PLANS}/${row!.nursingPlanId}`)).data
    const changed = [item(wash, daily('07:15')), item(feed, daily('09:00'))]
    expect(await ask('PUT', PLANS, body(plan, changed))).toMatchObject({ status: 200 })
    const levelId = house.level(LEVEL)
    const projects = [
      { projectId: wash, ...daily('06:45') },
      { projectId: turn, ...daily('22:10') },
    ]
    const path = `/pims/web-org/levels/${levelId}/projects`
    const none = await house.elder('童雅琴', bedOf(2))
    const [planned] = (await get<{ list: CarePlanRowData[] }>(PLANS, { oldmanId: none.oldmanId, state: 'ON' })).data
      .list
    expect(await move(planned!.nursingPlanId, 'OFF')).toMatchObject({ status: 200 })
    const all = async () => Promise.all([same, own, none].map((one) => tasksOf(one.oldmanId)))
    const before = await all()
    const seen = (await ask<LevelPreviewData>('POST', `${path}/preview`, { projects })).data
    expect([seen.residents, seen.touched]).toEqual([3, 2])
    expect(await all()).toEqual(before)
    expect(await ask('PUT', path, { projects })).toMatchObject({ status: 200 })
    const after = await all()
    const differ = (a: string[][], b: string[][]) =>
      a.flatMap((tasks, at) => tasks.filter((one) => !b[at]!.includes(one))).length
    const tomorrow = seen.days.find((one) => one.day === dayOf(1))!
    expect([tomorrow.added + tomorrow.moved, tomorrow.removed + tomorrow.moved]).toEqual([
      differ(after, before),
      differ(before, after),
    ])
    expect(tomorrow).toMatchObject({ added: 2, removed: 2, moved: 1 })
    expect((await ask<LevelPreviewData>('POST', `${path}/preview`, { projects })).data).toMatchObject({ touched: 0 })
    expect(await tasksOf(same.oldmanId)).toEqual(['晨间护理 06:45 WAITING', '翻身 22:10 WAITING'])
    expect(await tasksOf(own.oldmanId)).toEqual(['晨间护理 07:15 WAITING', '翻身 22:10 WAITING'])
  })
})

describe('the stay', () => {
  it('brings a plan on trial, another with another level, and takes it away on leaving', async () => {
    await house.setLevel(LEVEL, [[feed, daily('09:00')]])
    await house.setLevel('失智专护', [[turn, daily('22:10')]])
    const elder = await house.resident('武金生')
    expect(await house.trial(elder, bedOf(0))).toMatchObject({ status: 200 })
    expect(await tasksOf(elder.oldmanId)).toEqual(['喂水 09:00 WAITING'])
    const level = {
      oldmanId: elder.oldmanId,
      levelId: house.level('失智专护'),
      effectiveDate: dayOf(0),
      reason: '重新评估',
    }
    expect(await house.move('changeLevel', level)).toMatchObject({ status: 200 })
    expect(await tasksOf(elder.oldmanId)).toEqual(['翻身 22:10 WAITING'])
    expect(await house.checkOut(elder)).toMatchObject({ status: 200 })
    expect(await tasksOf(elder.oldmanId)).toEqual([])
    const plans = await get<{ list: CarePlanRowData[] }>(PLANS, { oldmanId: elder.oldmanId })
    expect(plans.data.list.map((one) => one.state)).toEqual(['ENDED', 'ENDED'])
    expect(await house.move('undoCheckOut', { oldmanId: elder.oldmanId, reason: '登记错了' })).toMatchObject({
      status: 200,
    })
    expect(await tasksOf(elder.oldmanId)).toEqual(['翻身 22:10 WAITING'])
  })

  it('gives every plan back as it was when the leaving is undone', async () => {
    const elder = await house.elder('韩素琴', bedOf(0))
    const now = await house.plan(elder.oldmanId, [[wash, daily('06:30')]])
    const until = { ...body(now, [item(wash, daily('06:30'))]), endDate: dayOf(9) }
    expect(await ask('PUT', PLANS, until)).toMatchObject({ status: 200 })
    const stopped = await draft(elder, [item(feed, daily('09:00'))], { startDate: dayOf(20) })
    for (const state of ['ON', 'OFF']) expect(await move(stopped.nursingPlanId, state)).toMatchObject({ status: 200 })
    const later = await draft(elder, [item(turn, daily('22:10'))], { startDate: dayOf(10) })
    expect(await move(later.nursingPlanId, 'ON')).toMatchObject({ status: 200 })
    const over = await draft(elder, [item(turn)], { startDate: dayOf(30) })
    for (const state of ['ON', 'ENDED']) expect(await move(over.nursingPlanId, state)).toMatchObject({ status: 200 })
    const plans = async () =>
      (await get<{ list: CarePlanRowData[] }>(PLANS, { oldmanId: elder.oldmanId })).data.list.map((one) => [
        one.nursingPlanId,
        one.state,
        one.startDate,
        one.endDate,
      ])
    const before = await plans()
    expect(new Set(before.map(([, state]) => state))).toEqual(new Set(['ON', 'OFF', 'ENDED']))
    expect(await house.checkOut(elder)).toMatchObject({ status: 200 })
    expect((await plans()).map(([, state]) => state)).toEqual(['ENDED', 'ENDED', 'ENDED', 'ENDED'])
    const undone = await house.move('undoCheckOut', { oldmanId: elder.oldmanId, reason: '登记错了' })
    expect(undone).toMatchObject({ status: 200 })
    expect(await plans()).toEqual(before)
    expect(await tasksOf(elder.oldmanId)).toEqual(['晨间护理 06:30 WAITING'])
  })
})
