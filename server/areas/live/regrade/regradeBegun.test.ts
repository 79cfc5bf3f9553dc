// A change of level whose day has come, taken back: while nothing was done or billed on it the new plan ends, what held before
// goes on from now, and level and fees are as if it had never been; otherwise it is refused and nothing moves.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import type { RegradeData } from '#contract/live/regrade'
import { RegradeState } from '#contract/live/regradeWords'
import { type RegradeHouse, regradeHouse } from '#server/areas/live/test/regradeHouse'
import { BED, looking, monthOf } from '#server/areas/live/test/regradeLook'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'
import { refreshTasks } from '#server/areas/nursing/task/taskTopUp'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'

const INVALID = refusals.INVALID_INPUT[0]
const PASSED = 3

let house: RegradeHouse
let one: Resident
let look: ReturnType<typeof looking>
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

/** Days around the change, moved into the past wherever they are stored: as if so many days had gone by. */
async function daysPass(made: RegradeData): Promise<void> {
  const moved = [0, 1].map((back) => [dayOf(1 - back), dayOf(1 - back - PASSED)] as const)
  const at = (column: string) =>
    `${column} = case when ${column} in ('${moved[0]![0]}', '${moved[1]![0]}') then ${column} - ${PASSED} else ${column} end`
  const images = moved.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, 'images::text')
  const of = [house.orgId, one.oldmanId]
  // What was decided is frozen otherwise.
  await house.sql('alter table regrade disable trigger user')
  await house.sql(
    `update regrade set ${at('effective_date')}, decided_at = decided_at - interval '${PASSED} days', images = (${images})::jsonb
      where org_id = $1 and regrade_id = $2`,
    [house.orgId, made.regradeId],
  )
  await house.sql('alter table regrade enable trigger user')
  // The one that ended first: on no day there are two.
  for (const ended of ['not null', 'null']) {
    const days = `${at('start_date')}, ${at('end_date')}`
    await house.sql(`update care_plan set ${days} where org_id = $1 and oldman_id = $2 and end_date is ${ended}`, of)
  }
  await house.sql(
    `update care_plan_item i set since = since - interval '${PASSED} days' from care_plan p where p.org_id = i.org_id
      and p.plan_id = i.plan_id and i.org_id = $1 and p.oldman_id = $2`,
    of,
  )
  const stays = '(select stay_id from stay where org_id = $1 and oldman_id = $2)'
  await house.sql(`update stay_level set ${at('from_date')} where org_id = $1 and stay_id in ${stays}`, of)
  await house.sql(
    `update fee_set set ${at('from_date')}, ${at('to_date')} where org_id = $1 and stay_id in ${stays}`,
    of,
  )
  await house.sql('update oldman set level_id = $3 where org_id = $1 and oldman_id = $2', [...of, made.newLevelId])
  await house.sql(
    'delete from care_task where org_id = $1 and oldman_id = $2 and plan_time >= current_date and execution_id is null',
    of,
  )
  await systemTransaction(house.app, house.orgId, '护理', '测试', (tx) => refreshTasks(tx, [one.oldmanId]))
}

const approved = async (): Promise<RegradeData> => {
  const made = await house.waiting(one.oldmanId)
  const done = await house.approve(made.regradeId)
  expect(done, done.desc).toMatchObject({ status: 200 })
  await daysPass(done.data)
  return done.data
}
const back = (made: RegradeData) =>
  house.act('takeBack', { regradeId: made.regradeId, reason: '家属要求再看' }, house.head)

interface Picture {
  level: object[]
  levels: object[]
  fees: object[]
  plans: { plan_id: string; state: string; end_date: string | null }[]
}
const picture = async () => (await look.picture(one.oldmanId)) as Picture
/** Of the hours to come: project and time. */
const toCome = () =>
  house.sql<{ what: string }>(
    `select item_id || ' ' || plan_time as what from care_task where org_id = $1 and oldman_id = $2 and plan_time > now() order by 1`,
    [house.orgId, one.oldmanId],
  )

it('nothing done, nothing billed: it is ended, and what held before goes on from now', async () => {
  const before = await picture()
  const tasks = await toCome()
  const made = await approved()
  expect(await toCome()).not.toEqual(tasks)
  expect((await look.detailOf(made.regradeId)).whyNotBack).toBeNull()
  const done = await back(made)
  expect(done, done.desc).toMatchObject({ status: 200, data: { state: RegradeState.is.takenBack } })
  const after = await picture()
  expect([after.level, after.levels, after.fees]).toEqual([before.level, before.levels, before.fees])
  const [old] = before.plans
  expect(after.plans.filter((plan) => plan.plan_id === old!.plan_id)).toMatchObject([{ state: 'ON', end_date: null }])
  expect(after.plans.filter((plan) => plan.plan_id !== old!.plan_id)).toMatchObject([
    { state: 'ENDED', end_date: dayOf(-1) },
  ])
  expect(await toCome()).toEqual(tasks)
  expect(await house.faults()).toEqual([])
})

it.each([
  [
    'a task of it was recorded',
    '任务记录',
    async (made: RegradeData) => {
      const executionId = newId()
      const [task] = await house.sql<{ id: string }>(
        `insert into care_execution (org_id, execution_id, task_id, plan_time, oldman_id, project_id, result, done_at, recorded_at, worker_id)
          select t.org_id, $3, t.task_id, t.plan_time, t.oldman_id, t.project_id, 'done', now(), now(), $4 from care_task t
          join regrade r on r.org_id = t.org_id and r.plan_id = t.plan_id where r.org_id = $1 and r.regrade_id = $2
          order by t.plan_time limit 1 returning task_id as id`,
        [house.orgId, made.regradeId, executionId, house.nurseId],
      )
      await house.sql(
        `update care_task set state = 'DONE', execution_id = $3, done_at = now() where org_id = $1 and task_id = $2`,
        [house.orgId, task!.id, executionId],
      )
    },
  ],
  ['its month was billed', '账单', (made: RegradeData) => house.bill(monthOf(made.effectiveDate))],
])('it is refused where %s, and nothing moves', async (_, word, act) => {
  const made = await approved()
  const now = await look.detailOf(made.regradeId)
  await act(now)
  const before = await picture()
  const refused = await back(made)
  expect(refused).toMatchObject({ status: INVALID })
  expect(refused.desc).toContain(word)
  expect(await picture()).toEqual(before)
  expect((await look.detailOf(made.regradeId)).state).toBe(RegradeState.is.approved)
})
