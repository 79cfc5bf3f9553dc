// What other pages show of the care is what the board shows: the same tasks, counted by the same rule.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FigureData } from '#contract/home/bench'
import { momentOf, timeText } from '#contract/kit/clock'
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import type { CareOfElderData, CareTodayData } from '#contract/nursing/careToday'
import type { CareBoardData } from '#contract/nursing/task'
import { countTasks, type TimedTask, taskFace } from '#contract/nursing/taskFaces'
import { faceSql } from '#server/areas/nursing/task/taskFaceSql'
import { DEMO_ORG } from '#server/areas/platform/public'
import { chance } from '#server/kit/chance'
import { demoApp, type TestApp } from '#server/kit/test/app'

const TASKS = '/pims/web-org/nursingPlan/task'
const TODAY = '/pims/web-org/nursingPlan/today'
const PASSWORD = 'Yiyuan2026'

let product: TestApp
let nurse: string
beforeAll(async () => {
  product = await demoApp()
  nurse = await product.signIn('lixiaomei', PASSWORD)
})
afterAll(() => product.close())

const get = async <T>(path: string, token = nurse, query: Record<string, string> = {}) =>
  (await product.ask<T>('GET', path, { token, query })).data
const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows

describe('the figures of a ward', () => {
  it('are the same on the board, the room map, the wall, the work bench and in the archive', async () => {
    // Nothing of today turns late between two questions: what waits is long due or far away.
    await sql(
      `update care_task set due_until = greatest(due_until, now() + interval '5 hours') where org_id = $1
        and state = 'WAITING' and plan_time >= current_date and plan_time < current_date + 1
        and due_until between now() - interval '1 minute' and now() + interval '2 hours'`,
      [DEMO_ORG],
    )
    const board = await get<CareBoardData>(TASKS, nurse, { place: '*' })
    expect(board.tasks.length).toBeGreaterThan(200)
    const elders = await get<CareTodayData[]>(TODAY)
    const byElder = new Map(elders.map((one) => [one.oldmanId, one]))
    for (const { oldmanId } of board.elders) {
      const own = countTasks(
        board.tasks.filter((task) => task.oldmanId === oldmanId),
        board.now,
      )
      const { total = 0, done = 0, late = 0, missed = 0 } = byElder.get(oldmanId) ?? {}
      expect([oldmanId, total, done, late, missed]).toEqual([oldmanId, own.total, own.done, own.late, own.missed])
    }
    const sum = (key: 'total' | 'done' | 'late' | 'missed') => elders.reduce((all, one) => all + one[key], 0)
    const { total, done, late, missed } = board.counts
    expect([sum('total'), sum('done'), sum('late'), sum('missed')]).toEqual([total, done, late, missed])

    const wall = await get<{ wards: { total: number; done: number; late: number; missed: number }[] }>(
      '/pims/web-org/alarmWallCare',
    )
    expect(wall.wards).toMatchObject([{ total, done, late, missed }])

    const bench = await get<FigureData[]>('/pims/web-org/index/count')
    const figure = bench.find((one) => one.key === 'tasks')!
    expect(figure.text).toBe(`${done} / ${total}`)
    if (late + missed > 0) expect(figure.notes.map((note) => note.count)).toEqual([late, missed])

    for (const { oldmanId } of board.elders.slice(0, 5)) {
      const whole = await get<ArchiveWholeData>(`/pims/web-pi/oldmans/proFile/${oldmanId}`)
      const care = await get<CareOfElderData>(`${TODAY}/${oldmanId}`)
      const counted = byElder.get(oldmanId)!
      expect([whole.care?.done, whole.care?.total]).toEqual([counted.done, counted.total])
      expect(care.counts).toMatchObject({ total: counted.total, done: counted.done, late: counted.late })
      expect([care.next?.time ?? null, care.next?.projectName ?? null]).toEqual([
        whole.care?.nextTime,
        whole.care?.nextName,
      ])
      expect(care.days).toHaveLength(7)
      expect(care.days[0]).toMatchObject({ day: board.day, total: counted.total, done: counted.done })
    }
  })

  it('follow one rule in SQL and in the contract, at any moment', async () => {
    const random = chance(20)
    for (let turn = 0; turn < 12; turn++) {
      const now = timeText(momentOf(timeText(Date.now())) + random.between(-20 * 3_600, 20 * 3_600) * 1_000)
      const tasks = await sql<TimedTask & { face: string }>(
        `select t.state, t.plan_time as "planTime", t.open_from as "openFrom", t.due_until as "dueUntil",
          ${faceSql('t', '$2::timestamptz')} as face from care_task t
        where t.org_id = $1 and t.plan_time >= current_date - 1 and t.plan_time < current_date + 2`,
        [DEMO_ORG, now],
      )
      expect(tasks.length).toBeGreaterThan(500)
      expect(tasks.filter((task) => task.face !== taskFace(task, now))).toEqual([])
    }
  })
})

describe('one elder', () => {
  it('is told with plan, days and last signs; signs only to who reads them', async () => {
    const [one] = await sql<{ id: string }>(
      `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
         and d.dept_name = '松鹤楼护理组'
       where o.org_id = $1 and o.status = 1 and exists (select from vital_sign s where s.org_id = o.org_id and s.oldman_id = o.oldman_id
           and s.measured_at > now() - interval '20 days')
         and exists (select from care_plan p where p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON') limit 1`,
      [DEMO_ORG],
    )
    const care = await get<CareOfElderData>(`${TODAY}/${one!.id}`)
    expect(care.plan!.items.length).toBeGreaterThan(0)
    expect(care.signs!.length).toBeGreaterThan(0)
    expect(care.levelName).not.toBeNull()
    // Somebody who sees tasks and no signs.
    await sql(
      `delete from role_authority ra using authority x, role r, account_role ar, account a where ra.authority_id = x.authority_id
         and x.authority_code like 'nursing:vital:%' and r.org_id = ra.org_id and r.role_id = ra.role_id and ar.org_id = r.org_id
         and ar.role_id = r.role_id and a.org_id = ar.org_id and a.user_id = ar.user_id and a.user_name = 'lixiaomei'`,
    )
    nurse = await product.signIn('lixiaomei', PASSWORD)
    const blind = await get<CareOfElderData>(`${TODAY}/${one!.id}`)
    expect([blind.signs, blind.alert, blind.counts.total]).toEqual([null, null, care.counts.total])
    expect((await get<CareTodayData[]>(TODAY)).filter((row) => row.alert !== null)).toEqual([])
  })

  it('of another department is not found', async () => {
    const [one] = await sql<{ id: string }>(
      `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
         and d.dept_name = '长青楼护理组' where o.org_id = $1 and o.status = 1 limit 1`,
      [DEMO_ORG],
    )
    expect((await product.ask('GET', `${TODAY}/${one!.id}`, { token: nurse })).status).toBe(40400)
    expect((await get<CareTodayData[]>(TODAY)).some((row) => row.oldmanId === one!.id)).toBe(false)
  })
})

it('an abnormal sign is marked on the map and called at the wall until somebody answers, without its value', async () => {
  const head = await product.signIn('hejing', PASSWORD)
  const [one] = await sql<{ id: string }>(
    `select o.oldman_id as id from oldman o where o.org_id = $1 and o.status = 1 and not exists (select from vital_alert a
       where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state <> 'CLOSED') limit 1`,
    [DEMO_ORG],
  )
  const added = await product.ask('POST', '/pims/web-org/bloodSign', {
    token: head,
    body: { oldmanId: one!.id, temperature: 39.4 },
  })
  expect(added.status).toBe(200)
  // Whoever has nothing else to be marked for is not among them.
  const marked = async () =>
    (await get<CareTodayData[]>(TODAY, head)).find((row) => row.oldmanId === one!.id)?.alert ?? null
  const wall = async () =>
    (await get<{ reds: Record<string, unknown>[] }>('/pims/web-org/alarmWallCare', head)).reds.find(
      (red) => red.oldmanId === one!.id,
    )
  expect(await marked()).toBe('red')
  const red = (await wall())!
  expect(red.what).toBe('体温')
  expect(JSON.stringify(red)).not.toContain('39.4')
  const { alertId } = red as { alertId: string }
  const answered = await product.ask('PUT', '/pims/web-org/bloodSign/alert/answer', {
    token: head,
    body: { alertId, note: '已降温，请医生看过', recheck: true },
  })
  expect(answered.status).toBe(200)
  expect([await marked(), await wall()]).toEqual([null, undefined])
})
