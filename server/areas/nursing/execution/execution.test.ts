// Executions: one press, what it must bring, two at once, taken back; planned, done and recorded time stay apart.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, dayText, timeText } from '#contract/kit/clock'
import { elderCode } from '#contract/nursing/careCode'
import type { ExecutionData } from '#contract/nursing/execution'
import type { CareMatrixData } from '#contract/nursing/record'
import type { CareBoardData, CareTaskData } from '#contract/nursing/task'
import type { Resident } from '#server/areas/live/test/stayHouse'
import { idOnDay } from '#server/areas/nursing/task/planned'
import { markMissed } from '#server/areas/nursing/task/taskNight'
import { type CareHouse, careHouse, daily, EXECUTIONS, PLANS, TASKS } from '#server/areas/nursing/test/careHouse'
import { newId } from '#server/kit/ids'

let house: CareHouse
let wash: string
let measure: string
let cut: string
let elder: Resident
let other: Resident
/** Two caregivers of the department, and one of another. */
const tokens: Record<'zhou' | 'wang' | 'stranger', string> = { zhou: '', wang: '', stranger: '' }
const ids: Record<string, string> = {}
const MINUTE = 60_000

beforeAll(async () => {
  house = await careHouse()
  wash = await house.project('晨间护理')
  measure = await house.project('测体征', { needs_signs: ['pressure', 'pulse'], needs_evaluation: false })
  cut = await house.project('理发', { charged: true, price_fen: 2_000 })
  const codes = ['list', 'add', 'late']
    .map((act) => `nursing:execution:${act}`)
    .concat('nursing:task:list', 'nursing:task:assign')
  const care = { deptId: house.care, dataDeptIds: [house.care], codes }
  ids.zhou = await house.person({ userName: 'zhoulan01', empName: '周岚', ...care })
  ids.wang = await house.person({ userName: 'wangqian1', empName: '王倩', ...care })
  await house.person({ userName: 'stranger3', deptId: house.finance, dataDeptIds: [house.finance], codes })
  tokens.zhou = (await house.signInAs('zhoulan01')).data.token
  tokens.wang = (await house.signInAs('wangqian1')).data.token
  tokens.stranger = (await house.signInAs('stranger3')).data.token
  const beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
  elder = await house.elder('王秀兰', beds[0]!)
  other = await house.elder('李桂芳', beds[1]!)
  for (const one of [elder, other]) {
    await house.plan(one.oldmanId, [
      [wash, daily('00:01')],
      [measure, daily('00:02')],
      [cut, daily('00:03')],
    ])
  }
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from care_execution where org_id = $1', [house.orgId])
  await house.sql('delete from care_task where org_id = $1', [house.orgId])
  await house.sql('delete from outing where org_id = $1', [house.orgId])
})

/** A task whose time was so many minutes ago (negative: is to come), open 30 minutes before and due 60 after. */
async function task(projectId: string, minutesAgo: number, of: Resident = elder): Promise<string> {
  const at = Date.now() - minutesAgo * MINUTE
  const taskId = idOnDay(newId(), dayText(at))
  await house.sql(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until)
     select i.org_id, $3, $4, i.item_id, i.plan_id, p.oldman_id, i.project_id, 10, $5, $6 from care_plan_item i
     join care_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id
     where i.org_id = $1 and i.project_id = $2 and p.oldman_id = $7`,
    [house.orgId, projectId, taskId, timeText(at), timeText(at - 30 * MINUTE), timeText(at + 60 * MINUTE), of.oldmanId],
  )
  return taskId
}
type Done = { executionIds: string[]; tasks: CareTaskData[]; field?: string }
const press = (body: object, token = tokens.zhou, headers: Record<string, string> = {}) =>
  house.ask<Done>('POST', EXECUTIONS, { token, body, headers })
const late = (body: object, token = tokens.zhou) => house.ask<Done>('POST', `${EXECUTIONS}/late`, { token, body })
const takeBack = (executionId: string, token = tokens.zhou) =>
  house.ask<{ tasks: CareTaskData[] }>('DELETE', `${EXECUTIONS}/${executionId}`, { token, form: {} })
const stored = (where = 'true') =>
  house.sql<Record<string, unknown>>(
    `select * from care_execution where org_id = $1 and ${where} order by recorded_at`,
    [house.orgId],
  )
const charges = () =>
  house.sql<{ state: string; fen: number; name: string }>(
    `select state, amount_fen::int as fen, name from charge where org_id = $1 order by created_at`,
    [house.orgId],
  )
const stateOf = async (taskId: string) =>
  (
    await house.sql<{ state: string }>('select state from care_task where org_id = $1 and task_id = $2', [
      house.orgId,
      taskId,
    ])
  )[0]!.state

describe('a press', () => {
  it('records the task with its three times, and the board shows it', async () => {
    const taskId = await task(wash, 20)
    const done = await press({ taskIds: [taskId] })
    expect(done).toMatchObject({
      status: 200,
      data: { tasks: [{ taskId, state: 'DONE', doneById: ids.zhou, doneByName: '周岚', late: false }] },
    })
    const [row] = await stored()
    expect(row).toMatchObject({ task_id: taskId, result: 'done', late: false, terminal: 'console', together_no: null })
    expect(String(row!.done_at) > String(row!.plan_time)).toBe(true)
    const board = await house.ask<CareBoardData>('GET', TASKS, {
      token: tokens.zhou,
      query: { day: done.data.tasks[0]!.planTime.slice(0, 10), deptId: house.care },
    })
    expect(board.data.counts).toMatchObject({ total: 1, done: 1, missed: 0 })
    expect(board.data.elders.map((one) => one.oldmanName).sort()).toEqual(['李桂芳', '王秀兰'])
    expect(board.data.projects).toMatchObject([{ projectName: '晨间护理' }])
    const one = await house.ask<ExecutionData>('GET', `${EXECUTIONS}/${done.data.executionIds[0]}`, {
      token: tokens.zhou,
    })
    expect(one.data).toMatchObject({ oldmanName: '王秀兰', workerName: '周岚', can: ['takeBack', 'edit'] })
  })

  it('of two at once is one execution, and the other hears who did it', async () => {
    const taskId = await task(wash, 5)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => press({ taskIds: [taskId] }, at % 2 ? tokens.zhou : tokens.wang)),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array(7).fill(40901)])
    const refused = answers.find((one) => one.status !== 200)!
    expect(refused.desc).toMatch(/(周岚|王倩) \d\d:\d\d 已执行/)
    expect(await stored()).toHaveLength(1)
  })

  it('sent again with its number is one execution, also when both arrive at once', async () => {
    const taskId = await task(cut, 5)
    const headers = { 'x-request-no': newId() }
    const answers = await Promise.all([1, 2, 3].map(() => press({ taskIds: [taskId] }, tokens.zhou, headers)))
    answers.push(await press({ taskIds: [taskId] }, tokens.zhou, headers))
    expect(new Set(answers.map((one) => one.data.executionIds[0])).size).toBe(1)
    expect(await stored()).toHaveLength(1)
    expect((await charges()).filter((one) => one.state === 'WAITING')).toHaveLength(1)
    await house.sql('delete from charge where org_id = $1', [house.orgId])
  })

  it('of several is marked as entered together, all or none', async () => {
    const tasks = [await task(wash, 5), await task(wash, 6, other), await task(wash, 50)]
    const done = await press({ taskIds: tasks })
    expect(done.data.executionIds).toHaveLength(3)
    const rows = await stored()
    expect(new Set(rows.map((row) => row.together_no)).size).toBe(1)
    expect(rows[0]!.together_no).not.toBeNull()
    const open = await task(wash, 4)
    expect(await press({ taskIds: [open, tasks[0]] })).toMatchObject({ status: 40901 })
    expect(await stateOf(open)).toBe('WAITING')
  })

  it('brings what the project asks for', async () => {
    const taskId = await task(measure, 5)
    expect(await press({ taskIds: [taskId] })).toMatchObject({ status: 42200, data: { field: 'signs' } })
    const half = { systolic: 130, pulse: 70 }
    expect(await press({ taskIds: [taskId], signs: half })).toMatchObject({ desc: expect.stringContaining('血压') })
    const wrong = { systolic: 80, diastolic: 90, pulse: 70 }
    expect(await press({ taskIds: [taskId], signs: wrong })).toMatchObject({ data: { field: 'signs' } })
    expect(await press({ taskIds: [taskId], signs: { ...wrong, systolic: 900 } })).toMatchObject({ status: 42200 })
    expect(await stored()).toEqual([])
    // Who refuses is not measured.
    const refused = { taskIds: [taskId], result: 'refused' }
    expect(await press(refused)).toMatchObject({ status: 42200, data: { field: 'refuseReason' } })
    expect(await press({ ...refused, refuseReason: '想睡觉' })).toMatchObject({
      data: { tasks: [{ state: 'REFUSED', reason: '想睡觉' }] },
    })
    const photo = await house.project('换药', { needs_photo: true, needs_scan: true, needs_evaluation: true })
    const needed = { oldmanId: elder.oldmanId, projectId: photo }
    expect(await press(needed)).toMatchObject({ status: 42200, data: { field: 'photos' } })
    const file = '/files/nothing/a.png'
    expect((await press({ ...needed, photos: [file] })).status).not.toBe(200)
    expect(await press({ ...needed, photos: ['这不是照片 '] })).toMatchObject({ status: 42200 })
    // An address of nothing, and a file that is no picture.
    const whole = { ...needed, scanned: elderCode(elder.oldmanId), evaluation: 5 }
    const uploaded = async (mime: string) => {
      const id = newId()
      await house.sql(
        `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
         values ($1, $2::text, 'care', 'k/' || $2::text, 'a', 1, $3, '', false, $4)`,
        [house.orgId, id, mime, ids.zhou],
      )
      return `/files/${id}/a`
    }
    const picture = await uploaded('image/png')
    for (const [wrong, says] of [
      ['nonsense', '照片没有上传成功'],
      [await uploaded('application/pdf'), '照片不是图片'],
    ] as const) {
      expect(await press({ ...whole, photos: [wrong] })).toMatchObject({
        status: 42200,
        desc: expect.stringContaining(says),
        data: { field: 'photos' },
      })
      expect(await press({ ...whole, photos: [picture, wrong] })).toMatchObject({
        desc: expect.stringContaining('第 2 张'),
      })
    }
    expect(await stored(`result = 'done'`)).toEqual([])
    expect((await press({ ...whole, photos: [picture] })).status).toBe(200)
  })

  it('with values is a vital sign too, judged and followed, and both go when it is taken back', async () => {
    const measure = await house.project('测体温', { needs_signs: ['temperature'] })
    const needed = { oldmanId: elder.oldmanId, projectId: measure }
    const signs = () =>
      house.sql<Record<string, unknown>>(
        `select v.temperature::float8, v.grade, v.source, v.removed_at is not null as removed, a.state, x.execution_id is not null as named
         from vital_sign v left join vital_alert a on a.org_id = v.org_id and a.oldman_id = v.oldman_id
         left join care_execution x on x.org_id = v.org_id and x.sign_id = v.sign_id where v.org_id = $1 order by v.measured_at`,
        [house.orgId],
      )
    expect((await press({ ...needed, signs: { temperature: 30.1, systolic: 100, diastolic: 120 } })).status).toBe(42200)
    expect(await signs()).toEqual([])
    const done = await press({ ...needed, signs: { temperature: 38.6 } })
    expect(done.status).toBe(200)
    expect(await signs()).toEqual([
      { temperature: 38.6, grade: 'red', source: 'care', removed: false, state: 'OPEN', named: true },
    ])
    const one = await house.ask<ExecutionData>('GET', `${EXECUTIONS}/${done.data.executionIds[0]}`, {
      token: tokens.zhou,
    })
    expect(one.data.signs).toEqual({ temperature: 38.6 })
    expect((await takeBack(done.data.executionIds[0]!)).status).toBe(200)
    expect(await signs()).toEqual([expect.objectContaining({ removed: true, state: 'CLOSED' })])
  })

  it('of a project that asks for the code takes that of this elder or bed alone', async () => {
    const scan = await house.project('核对', { needs_scan: true })
    const needed = { oldmanId: elder.oldmanId, projectId: scan }
    expect(await press(needed)).toMatchObject({ status: 42200, data: { field: 'scanned' } })
    for (const scanned of ['YYR-somebody', 'YYB-elsewhere', `${elder.oldmanId}0`]) {
      const refused = await press({ ...needed, scanned })
      expect([refused.status, refused.desc]).toEqual([42200, expect.stringContaining('不是王秀兰的床头码或腕带')])
    }
    expect(await stored()).toEqual([])
    expect((await press({ ...needed, scanned: ` ${elderCode(elder.oldmanId)}` })).status).toBe(200)
  })

  it.each([
    ['before it is open', -45, {}, 42200, '起可做'],
    ['in the future', 5, { doneAt: 10 }, 42200, '还没有到'],
    ['before it was open, as a tablet says', 5, { doneAt: -60, terminal: 'bedside' }, 42200, '起可做'],
    ['past the limit', 90, {}, 40901, '补录'],
    ['past the limit, from a tablet that pressed too late', 90, { doneAt: -10, terminal: 'bedside' }, 40901, '补录'],
    ['past the limit, said by a console', 90, { doneAt: -80 }, 40901, '补录'],
  ])(
    '%s is refused',
    async (_, minutesAgo, { doneAt, ...more }: { doneAt?: number; terminal?: string }, status, words) => {
      const taskId = await task(wash, minutesAgo)
      const at = doneAt === undefined ? {} : { doneAt: timeText(Date.now() + doneAt * MINUTE) }
      const refused = await press({ taskIds: [taskId], ...at, ...more })
      expect([refused.status, refused.desc]).toEqual([status, expect.stringContaining(words)])
      expect(await stored()).toEqual([])
    },
  )

  it('of a tablet without network counts when it was pressed, and a clock slightly ahead is now', async () => {
    const kept = await task(wash, 90)
    await markMissed(house.app)
    expect(await stateOf(kept)).toBe('MISSED')
    const doneAt = timeText(Date.now() - 80 * MINUTE)
    expect(await press({ taskIds: [kept], terminal: 'bedside', doneAt })).toMatchObject({
      data: { tasks: [{ state: 'DONE', doneAt, late: false }] },
    })
    const ahead = await task(wash, 5)
    const soon = timeText(Date.now() + MINUTE)
    const done = await press({ taskIds: [ahead], terminal: 'bedside', doneAt: soon })
    expect(done.status).toBe(200)
    expect(done.data.tasks[0]!.doneAt! < soon).toBe(true)
  })

  it('for somebody of another department, or a task that is gone, finds nothing', async () => {
    const taskId = await task(wash, 5)
    expect(await press({ taskIds: [taskId] }, tokens.stranger)).toMatchObject({ status: 40400 })
    expect(await press({ taskIds: [idOnDay(newId(), dayText())] })).toMatchObject({
      status: 40400,
      desc: expect.stringContaining('计划可能已调整'),
    })
    for (const bad of ['nothing', `${'x'.repeat(58)}999999`, '000000']) {
      expect(await press({ taskIds: [bad] })).toMatchObject({ status: 40400 })
    }
    expect(await press({})).toMatchObject({ status: 42200, data: { field: 'oldmanId' } })
    expect(await press({ oldmanId: elder.oldmanId })).toMatchObject({ status: 42200, data: { field: 'projectId' } })
    const needed = { oldmanId: elder.oldmanId, projectId: wash }
    expect(await press(needed, tokens.stranger)).toMatchObject({ status: 40400 })
  })

  it('as needed has no task, and a project that is switched off is refused', async () => {
    const projectId = await house.project('协助如厕')
    const done = await press({ oldmanId: elder.oldmanId, projectId, remark: '夜里' })
    expect(done).toMatchObject({ status: 200, data: { tasks: [] } })
    expect(await stored()).toMatchObject([{ task_id: null, remark: '夜里' }])
    await house.project('协助如厕', { enabled: false })
    expect(await press({ oldmanId: elder.oldmanId, projectId })).toMatchObject({
      status: 42200,
      data: { field: 'projectId' },
    })
    const old = { oldmanId: elder.oldmanId, projectId: wash, doneAt: timeText(Date.now() - 8 * DAY_MS) }
    expect(await press(old)).toMatchObject({ status: 42200, data: { field: 'doneAt' } })
    await house.project('协助如厕', { enabled: true })
  })

  it('of a task whose project was switched off meanwhile is not lost', async () => {
    const taskId = await task(wash, 5)
    await house.project('晨间护理', { enabled: false })
    expect(await press({ taskIds: [taskId] })).toMatchObject({ status: 200 })
    await house.project('晨间护理', { enabled: true })
  })
})

describe('what was missed', () => {
  it('is marked by the clock and entered late with reason and time, for good', async () => {
    const taskId = await task(wash, 120)
    const open = await task(wash, 5)
    expect(await late({ taskId: open, doneAt: timeText(), lateReason: '忙' })).toMatchObject({ status: 40901 })
    expect(await markMissed(house.app)).toBe(1)
    expect([await stateOf(taskId), await stateOf(open)]).toEqual(['MISSED', 'WAITING'])
    const at = (ago: number) => timeText(Date.now() - ago * MINUTE)
    const reason = { taskId, lateReason: '处理 202 床告警' }
    expect(await late({ ...reason, doneAt: at(-30) })).toMatchObject({ status: 42200, data: { field: 'doneAt' } })
    expect(await late({ ...reason, doneAt: at(200) })).toMatchObject({ status: 42200, data: { field: 'doneAt' } })
    expect(await late({ taskId, doneAt: at(100), lateReason: ' ' })).toMatchObject({ status: 42200 })
    const doneAt = at(100)
    expect(await late({ ...reason, doneAt })).toMatchObject({
      data: { tasks: [{ state: 'DONE', late: true, doneAt, reason: '处理 202 床告警' }] },
    })
    const [row] = await stored()
    expect(row).toMatchObject({ late: true, late_reason: '处理 202 床告警' })
    const month = String(row!.plan_time).slice(0, 7)
    const matrix = await house.ask<CareMatrixData>('GET', `${PLANS}/record`, {
      token: tokens.zhou,
      query: { month, oldmanId: elder.oldmanId },
    })
    const cells = matrix.data.projects.flatMap((one) => one.cells)
    expect(cells.reduce((sum, one) => sum + one.late, 0)).toBe(1)
    expect(cells.reduce((sum, one) => sum + one.done, 0)).toBe(1)
  })
})

describe('taken back', () => {
  it('within five minutes by the same person; the trace stays and the task is open again', async () => {
    const taskId = await task(wash, 5)
    const [executionId] = (await press({ taskIds: [taskId] })).data.executionIds
    expect(await takeBack(executionId!, tokens.wang)).toMatchObject({
      status: 40901,
      desc: expect.stringContaining('本人'),
    })
    expect(await takeBack(executionId!, tokens.stranger)).toMatchObject({ status: 40400 })
    expect(await takeBack(executionId!)).toMatchObject({ status: 200, data: { tasks: [{ taskId, state: 'WAITING' }] } })
    expect(await takeBack(executionId!)).toMatchObject({ status: 40901, desc: expect.stringContaining('已撤回') })
    expect(await stored('taken_back_at is not null')).toHaveLength(1)
    expect((await press({ taskIds: [taskId] }, tokens.wang)).status).toBe(200)
    const list = await house.ask<{ list: ExecutionData[] }>('GET', EXECUTIONS, {
      token: tokens.zhou,
      query: { takenBack: 'true' },
    })
    expect(list.data.list).toMatchObject([{ executionId, takenBackBy: '周岚' }])
    await house.sql(
      `update care_execution set recorded_at = recorded_at - interval '6 minutes', done_at = done_at - interval '6 minutes'
      where org_id = $1 and taken_back_at is null`,
      [house.orgId],
    )
    const [row] = await stored('taken_back_at is null')
    expect(await takeBack(String(row!.execution_id), tokens.wang)).toMatchObject({
      status: 40901,
      desc: expect.stringContaining('5 分钟'),
    })
  })

  it('is missed where the time is over, and words can be added only by who wrote them', async () => {
    const taskId = await task(wash, 90)
    const body = { taskId, doneAt: timeText(Date.now() - 80 * MINUTE), lateReason: '人手不足' }
    const [executionId] = (await late(body)).data.executionIds
    const save = (token: string) =>
      house.ask<ExecutionData>('PUT', `${EXECUTIONS}/${executionId}`, { token, body: { remark: '皮肤完好' } })
    expect(await save(tokens.wang)).toMatchObject({ status: 40901 })
    expect(await save(tokens.zhou)).toMatchObject({ status: 200, data: { remark: '皮肤完好', version: 2 } })
    expect(await takeBack(executionId!)).toMatchObject({ data: { tasks: [{ state: 'MISSED' }] } })
  })

  it('takes its charge along, unless that is billed', async () => {
    const taskId = await task(cut, 5)
    const [executionId] = (await press({ taskIds: [taskId] })).data.executionIds
    expect(await charges()).toEqual([{ state: 'WAITING', fen: 2_000, name: '理发' }])
    expect(await takeBack(executionId!)).toMatchObject({ status: 200 })
    expect(await charges()).toMatchObject([{ state: 'VOID' }])
    const [again] = (await press({ taskIds: [taskId] })).data.executionIds
    await house.sql(`update charge set state = 'BILLED', bill_id = 'b' where org_id = $1 and state = 'WAITING'`, [
      house.orgId,
    ])
    expect(await takeBack(again!)).toMatchObject({ status: 40901 })
    expect(await stored('taken_back_at is null')).toHaveLength(1)
    const refused = { taskIds: [await task(cut, 4)], result: 'refused', refuseReason: '不想理' }
    expect(await press(refused)).toMatchObject({ status: 200 })
    expect(await charges()).toHaveLength(2)
  })
})

describe('tasks', () => {
  it('are given to somebody and taken over; those recorded stay', async () => {
    const [first, second] = [await task(wash, 5), await task(wash, 6, other)]
    await press({ taskIds: [second] })
    const give = (token: string, body: object) =>
      house.ask<{ count: number }>('PUT', `${TASKS}/assign`, { token, body })
    expect(await give(tokens.zhou, { taskIds: [first, second], workerId: ids.wang })).toMatchObject({
      data: { count: 1 },
    })
    expect(await give(tokens.zhou, { taskIds: [first], workerId: newId() })).toMatchObject({ status: 40400 })
    expect(await give(tokens.stranger, { taskIds: [first], workerId: ids.wang })).toMatchObject({ status: 40400 })
    const take = await house.ask<{ count: number }>('PUT', `${TASKS}/take`, {
      token: tokens.zhou,
      body: { taskIds: [first] },
    })
    expect(take.data.count).toBe(1)
    const mine = await house.ask<CareBoardData>('GET', TASKS, {
      token: tokens.zhou,
      query: { mine: 'true', day: dayText(Date.now() - 5 * MINUTE) },
    })
    expect(mine.data.tasks.map((one) => one.taskId)).toEqual([first])
    expect(mine.data.workers).toMatchObject([{ workerName: '周岚' }])
  })
})
