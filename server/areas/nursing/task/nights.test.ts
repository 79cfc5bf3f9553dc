// A night lies on two days: what the bedside shows of the evening before and of the morning to come.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { type CareBoardData, CareTaskState } from '#contract/nursing/task'
import { type CareHouse, careHouse, daily, TASKS } from '#server/areas/nursing/test/careHouse'
import { newId } from '#server/kit/ids'
import { idOnDay } from './planned.ts'

let house: CareHouse
let item: { itemId: string; planId: string; projectId: string; oldmanId: string }
let midnight: number

const MINUTE = 60_000
const { WAITING, MISSED, DONE } = CareTaskState.is

interface Night {
  plan: number
  open: number
  due: number
  state?: string
  recordedAt?: number
}

async function task({ plan, open, due, state = WAITING, recordedAt }: Night): Promise<string> {
  const id = idOnDay(newId(), dayText(plan))
  await house.sql(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, state,
       execution_id, state_at, done_at) values ($1, $2, $3, $4, $5, $6, $7, 5, $8, $9, $10, $11, $12, $13)`,
    [
      house.orgId,
      id,
      timeText(plan),
      item.itemId,
      item.planId,
      item.oldmanId,
      item.projectId,
      timeText(open),
      timeText(due),
      state,
      recordedAt === undefined ? null : idOnDay(newId(), dayText(plan)),
      timeText(recordedAt ?? plan),
      recordedAt === undefined ? null : timeText(recordedAt),
    ],
  )
  return id
}

beforeAll(async () => {
  house = await careHouse()
  const turn = await house.project('翻身拍背')
  const elder = await house.elder('王秀兰', [...house.beds.keys()][0]!)
  await house.plan(elder.oldmanId, [[turn, daily('12:00')]])
  const [found] = await house.sql<typeof item>(
    `select i.item_id as "itemId", i.plan_id as "planId", i.project_id as "projectId", p.oldman_id as "oldmanId"
     from care_plan_item i join care_plan p using (org_id, plan_id) where i.org_id = $1`,
    [house.orgId],
  )
  item = found!
  await house.sql('delete from care_task where org_id = $1', [house.orgId])
  midnight = momentOf(`${dayText()} 00:00:00`)
})
afterAll(() => house.close())

const shown = async (query: Record<string, string>) => {
  const answer = await house.ask<CareBoardData>('GET', TASKS, { token: house.token, query })
  return answer.data.tasks.map((one) => one.taskId)
}

it('brings what the evening left and what tomorrow may be done now, only when it is asked for', async () => {
  const now = Date.now()
  const evening = midnight - 20 * MINUTE
  const kept = { plan: evening, open: evening - 30 * MINUTE, due: midnight + 40 * MINUTE }
  const left = await task(kept)
  const missed = await task({ ...kept, plan: evening + MINUTE, state: MISSED })
  const afterMidnight = await task({ ...kept, plan: evening + 2 * MINUTE, state: DONE, recordedAt: midnight })
  await task({ ...kept, plan: evening + 3 * MINUTE, state: DONE, recordedAt: evening })
  await task({ plan: evening - 120 * MINUTE, open: evening - 150 * MINUTE, due: midnight, state: MISSED })
  const today = await task({ plan: midnight + MINUTE, open: midnight, due: midnight + DAY_MS })
  const tomorrow = midnight + DAY_MS + 10 * MINUTE
  const early = await task({ plan: tomorrow, open: now - MINUTE, due: tomorrow + 60 * MINUTE })
  await task({ plan: tomorrow + MINUTE, open: now + 60 * MINUTE, due: tomorrow + 120 * MINUTE })
  expect(await shown({ nights: 'true' })).toEqual([left, missed, afterMidnight, today, early])
  expect(await shown({})).toEqual([today])
  // Another day is that day alone.
  expect(await shown({ nights: 'true', day: dayText(midnight - DAY_MS) })).toHaveLength(5)
})

it('tells beside today what yesterday left and may still be done', async () => {
  await house.sql('delete from care_task where org_id = $1', [house.orgId])
  const evening = midnight - 20 * MINUTE
  const open = { plan: evening, open: evening, due: midnight + 2 * DAY_MS }
  const waits = await task(open)
  await task({ ...open, plan: evening + MINUTE, state: DONE, recordedAt: midnight })
  await task({ ...open, plan: evening + 2 * MINUTE, state: MISSED })
  await task({ ...open, plan: evening + 3 * MINUTE, due: midnight - MINUTE })
  const board = async (query: Record<string, string>) =>
    (await house.ask<CareBoardData>('GET', TASKS, { token: house.token, query })).data
  const left = async (query: Record<string, string>) => {
    const { leftYesterday, evening } = await board(query)
    expect(evening).toHaveLength(leftYesterday)
    return leftYesterday
  }
  const { evening: shownToday, tasks, counts, projects } = await board({})
  expect(shownToday.map((one) => one.taskId)).toEqual([waits])
  // It is in none of today's figures, and its project is named.
  expect([tasks.length, counts.total, projects.length]).toEqual([0, 0, 1])
  expect((await board({ nights: 'true' })).evening).toEqual([])
  expect(await left({})).toBe(1)
  expect(await left({ day: dayText(midnight - DAY_MS) })).toBe(0)
  expect(await left({ place: '没有这栋楼' })).toBe(0)
})
