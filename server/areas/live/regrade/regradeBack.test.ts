// What was approved and taken back is as it was, while nothing was done or billed on it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import type { RegradeData, RegradeRehearsal } from '#contract/live/regrade'
import { RegradeState } from '#contract/live/regradeWords'
import { FULL, type RegradeHouse, regradeHouse, SELF } from '#server/areas/live/test/regradeHouse'
import { BED, looking, monthOf, nextMonth } from '#server/areas/live/test/regradeLook'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'
import { daily } from '#server/areas/nursing/test/careHouse'
import { newId } from '#server/kit/ids'

let house: RegradeHouse
let one: Resident
let look: ReturnType<typeof looking>
const INVALID = refusals.INVALID_INPUT[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]

beforeAll(async () => {
  house = await regradeHouse()
  look = looking(house)
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.clear()
  await house.rule(true, [house.headId])
  one = await house.living('秦月娥', BED)
})

describe('taken back', () => {
  it.each([
    ['tomorrow', () => dayOf(1), {}],
    ['next month', () => nextMonth(), {}],
  ])('it is as it was: %s', async (_, day, more) => {
    // Somebody else was to do one of tomorrow's tasks.
    await house.sql(
      `update care_task set worker_id = $3, assigned = true where org_id = $1 and task_id = (select task_id from care_task
        where org_id = $1 and oldman_id = $2 and plan_time::date = current_date + 1 order by plan_time limit 1)`,
      [house.orgId, one.oldmanId, house.nurseId],
    )
    const before = await look.picture(one.oldmanId)
    const made = await house.waiting(one.oldmanId, { effectiveDate: day(), ...more })
    expect(await house.approve(made.regradeId)).toMatchObject({ status: 200 })
    expect(await look.picture(one.oldmanId)).not.toEqual(before)
    expect(await house.act('takeBack', { regradeId: made.regradeId, reason: '' }, house.head)).toMatchObject({
      status: INVALID,
    })
    const back = await house.act('takeBack', { regradeId: made.regradeId, reason: '家属要求再看' }, house.head)
    expect(back).toMatchObject({ status: 200, data: { state: RegradeState.is.takenBack } })
    expect(await look.picture(one.oldmanId)).toEqual(before)
    expect(await house.faults()).toEqual([])
    expect(await house.act('takeBack', { regradeId: made.regradeId, reason: '再来' }, house.head)).toMatchObject({
      status: STATE,
    })
  })

  it('a change that was agreed before comes back too', async () => {
    await house.move('changeLevel', {
      oldmanId: one.oldmanId,
      levelId: house.level(SELF),
      effectiveDate: dayOf(5),
      reason: '复评',
    })
    const before = await look.picture(one.oldmanId)
    const made = await house.waiting(one.oldmanId)
    expect((await house.look(made.regradeId)).data.happens.join()).toContain(`原定 ${dayOf(5)} 改为“${SELF}”的安排取消`)
    expect(await house.approve(made.regradeId)).toMatchObject({ status: 200 })
    expect(await house.act('takeBack', { regradeId: made.regradeId, reason: '误批' }, house.head)).toMatchObject({
      status: 200,
    })
    expect(await look.picture(one.oldmanId)).toEqual(before)
  })

  it.each([
    [
      'a task of the new plan was recorded',
      '任务记录',
      async (made: RegradeData) => {
        const [task] = await house.sql<{ id: string; at: string; project: string }>(
          `select t.task_id as id, t.plan_time as at, t.project_id as project from care_task t join regrade r on r.org_id = t.org_id and r.plan_id = t.plan_id
          where r.org_id = $1 and r.regrade_id = $2 order by t.plan_time limit 1`,
          [house.orgId, made.regradeId],
        )
        const executionId = newId()
        await house.sql(
          `insert into care_execution (org_id, execution_id, task_id, plan_time, oldman_id, project_id, result, done_at, recorded_at, worker_id)
         values ($1, $2, $3, $4, $5, $6, 'done', now(), now(), $7)`,
          [house.orgId, executionId, task!.id, task!.at, one.oldmanId, task!.project, house.nurseId],
        )
        await house.sql(
          `update care_task set state = 'DONE', execution_id = $3, done_at = now() where org_id = $1 and task_id = $2`,
          [house.orgId, task!.id, executionId],
        )
      },
    ],
    ['a bill was made', '账单', async (made: RegradeData) => house.bill(monthOf(made.effectiveDate))],
    [
      'the new plan was changed',
      '护理计划又修改过',
      async (made: RegradeData) =>
        house.sql(
          'update care_plan p set version = p.version + 1 from regrade r where r.org_id = p.org_id and r.plan_id = p.plan_id and r.regrade_id = $1',
          [made.regradeId],
        ),
    ],
    [
      'the level was changed again',
      '护理等级又变更过',
      async () =>
        house.move('changeLevel', {
          oldmanId: one.oldmanId,
          levelId: house.level(SELF),
          effectiveDate: dayOf(3),
          reason: '复评',
        }),
    ],
  ])('it is not where %s', async (_, word, act) => {
    const made = await house.waiting(one.oldmanId)
    const done = await house.approve(made.regradeId)
    await act(done.data)
    const refused = await house.act('takeBack', { regradeId: made.regradeId, reason: '误批' }, house.head)
    expect(refused).toMatchObject({ status: INVALID })
    expect(refused.desc).toContain(word)
    expect((await look.detailOf(made.regradeId)).whyNotBack).toContain(word)
  })
})

describe('at random', () => {
  it.each([11, 23, 37, 41])('what is shown is what happens, and taken back it never was: %i', async (seed) => {
    let state = seed
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % below
    }
    const projects = await Promise.all(
      ['喂食喂水', '巡视', '陪同散步', '更换尿垫', '口腔清洁'].map((name) => house.project(name)),
    )
    const clocks = ['06:00', '08:30', '11:00', '13:30', '16:00', '21:00']
    const frequency = () => daily(...clocks.slice(0, 1 + random(clocks.length)))
    const choices = projects.flatMap((projectId) => {
      const what = random(3)
      if (what === 0) return []
      return [{ projectId, ground: '个别需要', ...(what === 1 ? { leave: true } : { frequency: frequency() }) }]
    })
    const effectiveDate = random(2) === 0 ? nextMonth() : dayOf(1 + random(20))
    const levelId = house.level([FULL, SELF][random(2)]!)
    const before = await look.picture(one.oldmanId)
    const made = await house.waiting(one.oldmanId, { choices, effectiveDate, levelId })
    const seen = (await house.look(made.regradeId)).data as RegradeRehearsal
    expect(await house.approve(made.regradeId)).toMatchObject({ status: 200 })
    const [plan] = await house.sql<{ items: number }>(
      `select count(*)::int as items from care_plan_item i join regrade r on r.org_id = i.org_id and r.plan_id = i.plan_id
        where r.org_id = $1 and r.regrade_id = $2 and i.active`,
      [house.orgId, made.regradeId],
    )
    expect(plan!.items).toBe(seen.plan.items.filter((row) => row.after !== null && row.change !== 'left').length)
    if (effectiveDate === dayOf(1))
      expect(await look.tasksOn(one.oldmanId, effectiveDate)).toHaveLength(seen.tasks.after)
    expect(await house.faults()).toEqual([])
    expect(await house.act('takeBack', { regradeId: made.regradeId, reason: '误批' }, house.head)).toMatchObject({
      status: 200,
    })
    expect(await look.picture(one.oldmanId)).toEqual(before)
  })
})
