// What a hostile request to plans, tasks and executions needs to get past the first checks.
import { dayText, timeText } from '#contract/kit/clock'
import { CareUnit } from '#contract/nursing/frequency'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowExecution, rowPlan, rowTask } from './careRows.ts'

const once = { unit: CareUnit.is.day, times: 1, clocks: ['08:00'], days: [], from: null, to: null }
const items = async (product: TestApp) => {
  const { projectId } = await rowPlan(product)
  return [{ projectId, frequency: once, workerId: null, remark: null }]
}
const days = () => ({ startDate: dayText(), endDate: null })
const aPlan = async (product: TestApp) => ({ nursingPlanId: (await rowPlan(product)).planId })
const anExecution = async (product: TestApp) => ({ executionId: (await rowExecution(product)).executionId })
const bare = {
  result: null,
  doneAt: null,
  startAt: null,
  terminal: null,
  signs: null,
  photos: null,
  oldmanId: null,
  projectId: null,
}

export const recipes: Knowledge['recipes'] = {
  'nursing.plan.add': async (product) => {
    const { oldmanId, levelId } = await rowPlan(product)
    return { ...days(), oldmanId, levelId, items: await items(product) }
  },
  'nursing.plan.addMany': async (product) => ({
    startDate: null,
    oldmanIds: [(await rowPlan(product)).oldmanId],
  }),
  'nursing.plan.save': async (product) => ({
    ...(await aPlan(product)),
    ...days(),
    items: await items(product),
    version: null,
  }),
  'nursing.plan.preview': async (product) => ({ ...(await aPlan(product)), ...days(), items: await items(product) }),
  'nursing.plan.status': async (product) => ({
    nursingPlanId: (await rowPlan(product, 'OFF')).planId,
    state: 'ENDED',
    version: null,
  }),
  'nursing.task.assign': async (product) => {
    const user = await product.app.pool.query<{ id: string }>(
      `select user_id as id from account where user_name = 'hejing' limit 1`,
    )
    return { taskIds: [(await rowTask(product)).taskId], workerId: user.rows[0]!.id }
  },
  'nursing.task.take': async (product) => ({ taskIds: [(await rowTask(product)).taskId] }),
  'nursing.execution.add': async (product) => ({ ...bare, taskIds: [(await rowTask(product)).taskId] }),
  'nursing.execution.late': async (product) => ({
    ...bare,
    taskId: (await rowTask(product, 120)).taskId,
    doneAt: timeText(Date.now() - 110 * 60_000),
    lateReason: '人手不足',
  }),
  'nursing.execution.save': async (product) => ({ ...(await anExecution(product)), photos: null, version: null }),
  'nursing.record.matrix': () => ({ month: dayText().slice(0, 7), oldmanId: null, deptId: null }),
  'nursing.recordSheet.list': () => ({ month: dayText().slice(0, 7), oldmanId: null, deptId: null }),
  'nursing.workerMinutes.list': () => ({ month: dayText().slice(0, 7), deptId: null }),
}

export const places: Knowledge['places'] = {
  'nursing.plan.get': aPlan,
  'nursing.plan.save': aPlan,
  'nursing.plan.remove': aPlan,
  'nursing.execution.get': anExecution,
  'nursing.execution.save': anExecution,
  'nursing.execution.remove': anExecution,
}
