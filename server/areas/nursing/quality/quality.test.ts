// Care quality and the minutes by caregiver, on rows whose answer is known.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { QualityKindValue, QualityRowData, QualitySummaryData } from '#contract/nursing/quality'
import type { RecordSheetRow } from '#contract/nursing/recordSheet'
import type { WorkerMinutesData } from '#contract/nursing/workerMinutes'
import { type CareHouse, careHouse, daily } from '#server/areas/nursing/test/careHouse'
import { newId } from '#server/kit/ids'

const BASE = '/pims/web-org/nursingQuality'
const RECORD = '/pims/web-org/nursingPlan/record'
/** Within a month, whichever day it is. */
const DAY = `${dayText().slice(0, 7)}-01`
const NEXT_DAY = `${dayText().slice(0, 7)}-02`

let house: CareHouse
let [anna, bert]: string[] = []
let [first, second]: { oldmanId: string }[] = []
let turning: string
let bath: string
let itemId: string
let planId: string

beforeAll(async () => {
  house = await careHouse()
  turning = await house.project('翻身试', { minutes: 10 })
  bath = await house.project('助浴试', { minutes: 40 })
  const beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼>'))
  first = await house.elder('质一', beds[0]!)
  second = await house.elder('质二', beds[1]!)
  const plan = await house.plan(first.oldmanId, [[turning, daily('08:00')]])
  planId = plan.nursingPlanId
  itemId = plan.items[0]!.itemId
  anna = await house.person({ userName: 'carer001', codes: [] })
  bert = await house.person({ userName: 'carer002', codes: [] })
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from care_execution where org_id = $1', [house.orgId])
  await house.sql('delete from care_task where org_id = $1', [house.orgId])
})

interface Made {
  at: string
  day?: string
  recorded?: string
  worker?: string
  elder?: string
  project?: string
  result?: string
  together?: string
  late?: boolean
  back?: boolean
  task?: string
}

async function done(made: Made): Promise<string> {
  const executionId = newId()
  const day = made.day ?? DAY
  await house.sql(
    `insert into care_execution (org_id, execution_id, plan_time, task_id, oldman_id, project_id, result, done_at, recorded_at, worker_id,
       late, late_reason, refuse_reason, together_no, taken_back_at, taken_back_by)
     values ($1, $2, $3, $4, $5, $6, $7, $3, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      house.orgId,
      executionId,
      `${day} ${made.at}`,
      made.task ?? null,
      made.elder ?? first!.oldmanId,
      made.project ?? turning,
      made.result ?? 'done',
      `${day} ${made.recorded ?? made.at}`,
      made.worker ?? anna,
      made.late ?? false,
      made.late ? '忙不过来' : null,
      made.result === 'refused' ? '不愿意' : null,
      made.together ?? null,
      made.back ? `${day} ${made.at}` : null,
      made.back ? anna : null,
    ],
  )
  return executionId
}

async function task(at: string, state: string, more: { day?: string; worker?: string | null } = {}): Promise<string> {
  const taskId = newId()
  const time = `${more.day ?? DAY} ${at}`
  const executionId = state === 'DONE' || state === 'REFUSED' ? newId() : null
  await house.sql(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, state,
       execution_id, done_at, worker_id)
     values ($1, $2, $3, $4, $5, $6, $7, 12, $3, $3, $8, $9, $10, $11)`,
    [
      house.orgId,
      taskId,
      time,
      itemId,
      planId,
      first!.oldmanId,
      turning,
      state,
      executionId,
      state === 'DONE' ? time : null,
      more.worker === undefined ? anna : more.worker,
    ],
  )
  return taskId
}

const PERIOD = { dayFrom: DAY, dayTo: NEXT_DAY }
const get = <T>(path: string, query: Record<string, string>, token = house.token) =>
  house.ask<T>('GET', path, { token, query })
const summary = async (more: Record<string, string> = {}) =>
  (await get<QualitySummaryData>(BASE, { ...PERIOD, ...more })).data
const list = async (kind: QualityKindValue, more: Record<string, string> = {}) =>
  (await get<PageInfo<QualityRowData>>(`${BASE}/list`, { ...PERIOD, kind, ...more })).data
const ids = async (kind: QualityKindValue, more: Record<string, string> = {}) =>
  (await list(kind, more)).list.map((row) => row.findingId)

describe('recorded long after', () => {
  test('is more than half an hour, and not what was taken back', async () => {
    await done({ at: '08:00', recorded: '08:30' })
    const late = await done({ at: '09:00', recorded: '10:35:30' })
    await done({ at: '10:00', recorded: '12:00', back: true })
    const found = await list('after')
    expect(found.list).toMatchObject([{ findingId: late, executionId: late, why: '做完 1 小时 35 分后才记录' }])
    const { counts, executions, days } = await summary()
    expect([counts.after, executions]).toEqual([1, 2])
    expect(days.map((one) => [one.day, one.after])).toEqual([
      [DAY, 1],
      [NEXT_DAY, 0],
    ])
  })
})

describe('entered together', () => {
  test('counts every one of the press and says how many', async () => {
    const press = newId()
    const all = [await done({ at: '08:00', together: press }), await done({ at: '08:01', together: press })]
    await done({ at: '08:02' })
    const found = await list('together')
    expect(found.list.map((row) => row.findingId).sort()).toEqual(all.sort())
    expect(found.list[0]!.why).toBe('一次提交 2 项')
    expect((await summary()).counts).toMatchObject({ together: 2, fast: 0 })
  })
})

describe('too fast to be true', () => {
  test('work that does not fit between the presses, whoever it was done for', async () => {
    // Three turnings of ten minutes after the first, within three minutes: 30 > 3 + 15.
    const all = [
      await done({ at: '08:00' }),
      await done({ at: '08:01', elder: second!.oldmanId }),
      await done({ at: '08:02' }),
      await done({ at: '08:03' }),
    ]
    const found = await list('fast')
    expect(found.list.map((row) => row.findingId).sort()).toEqual(all.sort())
    expect(found.list[0]!.why).toBe('15 分钟内记录了 30 分钟的工作')
  })

  test('not two presses at the end of one round, nor the bath that had begun before', async () => {
    await done({ at: '08:00' })
    await done({ at: '08:00:30' })
    await done({ at: '09:00', project: bath })
    await done({ at: '09:05' })
    expect(await ids('fast')).toEqual([])
  })

  test('not work that takes its time, nor that of two caregivers', async () => {
    for (const at of ['08:00', '08:10', '08:20', '08:30']) await done({ at })
    for (const at of ['10:00', '10:01', '10:02', '10:03']) {
      await done({ at, worker: at < '10:02' ? anna : bert })
    }
    expect(await ids('fast')).toEqual([])
  })

  test('a bath a minute after another is', async () => {
    const all = [await done({ at: '08:00', project: bath }), await done({ at: '08:01', project: bath })]
    expect((await ids('fast')).sort()).toEqual(all.sort())
  })

  test('late entries are no presses', async () => {
    for (const at of ['08:00', '08:01', '08:02', '08:03']) await done({ at, late: true })
    expect(await ids('fast')).toEqual([])
  })
})

describe('refused again and again', () => {
  test('three times the same project of the same elder', async () => {
    const all = [
      await done({ at: '08:00', result: 'refused' }),
      await done({ at: '12:00', result: 'refused' }),
      await done({ at: '08:00', day: NEXT_DAY, result: 'refused' }),
    ]
    await done({ at: '09:00', result: 'refused', project: bath })
    await done({ at: '09:00', result: 'refused', project: bath, day: NEXT_DAY })
    await done({ at: '10:00', result: 'refused', elder: second!.oldmanId })
    const found = await list('refused')
    expect(found.list.map((row) => row.findingId)).toEqual([all[2], all[1], all[0]])
    expect(found.list[0]).toMatchObject({ why: '本期拒绝 3 次', reason: '不愿意' })
    // Of one day alone there are two.
    expect(await ids('refused', { dayTo: DAY })).toEqual([])
  })
})

describe('missed by ward and hour', () => {
  test('of what was planned, without elders who were away', async () => {
    const missed = await task('08:00', 'MISSED')
    await task('08:30', 'DONE')
    await task('08:40', 'OUT')
    await task('09:00', 'WAITING')
    await task('08:10', 'MISSED', { day: NEXT_DAY })
    const { wards, counts, tasks } = await summary()
    expect([counts.missed, tasks]).toEqual([2, 4])
    expect(wards).toMatchObject([
      {
        hours: [
          { hour: 8, planned: 3, missed: 2 },
          { hour: 9, planned: 1, missed: 0 },
        ],
      },
    ])
    expect(await ids('missed', { dayTo: DAY })).toEqual([missed])
    expect(await ids('missed', { hour: '9' })).toEqual([])
    expect((await list('missed', { hour: '8' })).total).toBe(2)
  })
})

describe('who may see what', () => {
  test('nothing of elders of other departments', async () => {
    await house.person({
      userName: 'headfar1',
      codes: ['nursing:quality:list'],
      deptId: house.finance,
      dataDeptIds: [house.finance],
    })
    const token = (await house.signInAs('headfar1')).data.token
    for (const at of ['08:00', '08:01', '08:02', '08:03']) await done({ at, recorded: '11:00' })
    const seen = (await get<QualitySummaryData>(BASE, PERIOD, token)).data
    expect(seen).toMatchObject({ executions: 0, counts: { after: 0, fast: 0 } })
    expect((await get<PageInfo<QualityRowData>>(`${BASE}/list`, { ...PERIOD, kind: 'fast' }, token)).data.total).toBe(0)
  })

  test('a caregiver is not shown it', async () => {
    await house.person({ userName: 'carer003', codes: ['nursing:execution:list'] })
    const token = (await house.signInAs('carer003')).data.token
    expect((await get(BASE, PERIOD, token)).status).toBe(refusals.NO_PERMISSION[0])
  })

  test('filters by caregiver and pages to the end', async () => {
    await done({ at: '08:00', recorded: '11:00' })
    const his = await done({ at: '09:00', recorded: '11:00', worker: bert })
    expect(await ids('after', { workerId: bert! })).toEqual([his])
    const second = await list('after', { page: '2', size: '1' })
    expect([second.total, second.list.length]).toEqual([2, 1])
    const beyond = await list('after', { page: '9', size: '1' })
    expect([beyond.total, beyond.list.length]).toEqual([2, 0])
  })

  test('a period turned round or too long is refused with its field', async () => {
    const invalid = refusals.INVALID_INPUT[0]
    expect(await get(BASE, { dayFrom: NEXT_DAY, dayTo: DAY })).toMatchObject({
      status: invalid,
      desc: '开始日期不能晚于结束日期',
    })
    const long = { dayFrom: dayText(Date.now() - 100 * DAY_MS), dayTo: dayText() }
    expect(await get(BASE, long)).toMatchObject({ status: invalid })
  })
})

describe('minutes by caregiver', () => {
  test('planned by whom it was given to, done by who did it', async () => {
    const own = await task('08:00', 'DONE')
    const others = await task('09:00', 'DONE')
    await task('10:00', 'MISSED')
    await task('11:00', 'HOSPITAL')
    await task('12:00', 'WAITING', { worker: null })
    await done({ at: '08:00', task: own })
    await done({ at: '09:00', task: others, worker: bert, late: true })
    await done({ at: '13:00', project: bath, worker: bert })
    await done({ at: '14:00', result: 'refused' })
    await done({ at: '15:00', back: true })
    const found = await get<PageInfo<WorkerMinutesData>>(`${RECORD}/workers`, { month: DAY.slice(0, 7), size: '50' })
    const by = new Map(found.data.list.map((row) => [row.workerId, row]))
    expect(by.get(anna!)).toMatchObject({
      planned: 3,
      plannedMinutes: 36,
      done: 1,
      doneMinutes: 12,
      missed: 1,
      refused: 1,
    })
    expect(by.get(bert!)).toMatchObject({ planned: 0, done: 2, doneMinutes: 52, late: 1, extra: 1, missed: 0 })
    expect(by.get(null)).toMatchObject({ workerName: '未分派', planned: 1, plannedMinutes: 12, done: 0 })
    expect(found.data.total).toBe(3)
  })
})

describe('the matrix as a workbook', () => {
  test('has a row for each project and the sums of the days', async () => {
    await task('08:00', 'DONE')
    await task('20:00', 'MISSED')
    await done({ at: '13:00', project: bath })
    const month = DAY.slice(0, 7)
    const found = await get<PageInfo<RecordSheetRow>>(`${RECORD}/sheet`, {
      month,
      oldmanId: first!.oldmanId,
      size: '50',
    })
    expect(found.data.list.map((row) => [row.projectName, row.d1, row.d2, row.missed])).toEqual([
      ['翻身试', '1/2 漏1', null, 1],
      ['助浴试', '+1', null, 0],
      ['合计', '1/2 漏1 +1', null, 1],
    ])
    const none = await get(`${RECORD}/sheet`, { month, oldmanId: newId() })
    expect(none.status).toBe(refusals.NOT_FOUND[0])
  })
})
