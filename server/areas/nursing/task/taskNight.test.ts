// The tasks of a day are the plan of that day, whatever happened in between; a night that is cut off loses and doubles nothing.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import type { CarePlanData } from '#contract/nursing/plan'
import { application, OUTINGS } from '#server/areas/live/test/outingHouse'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'
import { type CareHouse, careHouse, daily, EXECUTIONS, PLANS } from '#server/areas/nursing/test/careHouse'
import { chance } from '#server/kit/chance'
import { systemTransaction } from '#server/kit/system'
import { dayOfId, differenceOf, idOnDay, windowAround } from './planned.ts'
import { makeTasks, makeTasksOf, markMissed } from './taskNight.ts'
import { refreshTasks, refreshTasksOfProject } from './taskTopUp.ts'

let house: CareHouse
const projects: string[] = []
const elders: Resident[] = []
const tomorrow = () => dayText(Date.now() + DAY_MS)

beforeAll(async () => {
  house = await careHouse()
  for (const name of ['晨间护理', '喂水', '翻身']) projects.push(await house.project(name))
  const beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
  for (const [at, name] of ['王秀兰', '李桂芳', '陈国栋'].entries()) elders.push(await house.elder(name, beds[at]!))
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from care_execution where org_id = $1', [house.orgId])
  await house.sql('delete from care_plan where org_id = $1', [house.orgId])
  await house.sql('delete from outing where org_id = $1', [house.orgId])
})
afterEach(() => vi.useRealTimers())

const all = (day: string) =>
  house.sql<{ id: string; oldmanId: string; projectId: string; clock: string; state: string; recorded: boolean }>(
    `select task_id as id, oldman_id as "oldmanId", project_id as "projectId", to_char(plan_time, 'HH24:MI') as clock, state,
       execution_id is not null as recorded from care_task where org_id = $1 and plan_time::date = $2 order by oldman_id, plan_time, project_id`,
    [house.orgId, day],
  )
const refresh = (oldmanIds: readonly string[], now?: number) =>
  systemTransaction(house.app, house.orgId, '护理', '测试', (tx) => refreshTasks(tx, oldmanIds, now))

describe('the night', () => {
  it('makes tomorrow’s tasks once, however often it runs, also at once', async () => {
    for (const one of elders) await house.plan(one.oldmanId, [[projects[0]!, daily('06:30', '18:00')]])
    await house.sql('delete from care_task where org_id = $1', [house.orgId])
    await Promise.all([1, 2, 3].map(() => makeTasks(house.app)))
    expect(await all(tomorrow())).toHaveLength(6)
    const before = await all(tomorrow())
    expect(await makeTasksOf(house.app.pool, house.orgId, Date.now())).toBe(0)
    expect(await all(tomorrow())).toEqual(before)
  })

  it('makes up for today where the server stood still, from when the plan held', async () => {
    await house.plan(elders[0]!.oldmanId, [[projects[0]!, daily('00:10', '12:00', '23:58')]])
    await house.sql('delete from care_task where org_id = $1', [house.orgId])
    const at = momentOf(`${dayOf(3)} 09:00:00`)
    await makeTasksOf(house.app.pool, house.orgId, at)
    expect((await all(dayOf(3))).map((one) => [one.clock, one.state])).toEqual([
      ['00:10', 'MISSED'],
      ['12:00', 'WAITING'],
      ['23:58', 'WAITING'],
    ])
    await house.sql(`update care_plan_item set since = $2 where org_id = $1`, [house.orgId, `${dayOf(4)} 11:00:00`])
    await makeTasksOf(house.app.pool, house.orgId, momentOf(`${dayOf(4)} 13:30:00`))
    expect((await all(dayOf(4))).map((one) => one.clock)).toEqual(['00:10', '12:00', '23:58'])
  })

  it('cut off in the middle and run again misses and doubles nothing', async () => {
    for (const one of elders)
      await house.plan(one.oldmanId, [
        [projects[0]!, daily('06:30')],
        [projects[1]!, daily('09:00')],
      ])
    await house.sql('delete from care_task where org_id = $1', [house.orgId])
    // Somebody holds an elder: the night waits there, is killed, and the next one does the rest.
    const pool = new pg.Pool({ connectionString: house.url, max: 1 })
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from oldman where oldman_id = $1 for update', [elders[2]!.oldmanId])
    const night = makeTasksOf(house.app.pool, house.orgId, Date.now()).then(
      () => 'done',
      () => 'killed',
    )
    const waiting = async () =>
      (
        await house.sql<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%oldman%for no key update%'`,
        )
      )[0]?.pid
    await vi.waitUntil(waiting, { timeout: 20_000 })
    await house.sql('select pg_terminate_backend($1)', [await waiting()])
    expect(await night).toBe('killed')
    await holder.query('rollback')
    holder.release()
    await pool.end()
    await makeTasks(house.app)
    const made = (await all(tomorrow())).map((one) => `${one.oldmanId} ${one.projectId} ${one.clock}`)
    expect(made).toHaveLength(6)
    expect(new Set(made).size).toBe(6)
  })

  it('ends a plan whose last day is over', async () => {
    const plan = await house.plan(elders[0]!.oldmanId, [[projects[0]!, daily('06:30')]])
    await house.sql(
      `update care_plan set start_date = current_date - 3, end_date = current_date - 1 where org_id = $1`,
      [house.orgId],
    )
    await makeTasks(house.app)
    const now = await house.ask<CarePlanData>('GET', `${PLANS}/${plan.nursingPlanId}`, { token: house.token })
    expect(now.data.state).toBe('ENDED')
    expect(await all(tomorrow())).toEqual([])
  })
})

describe('an elder who is away', () => {
  const put = (act: string, body: object) => house.ask('PUT', `${OUTINGS}/${act}`, { token: house.token, body })

  it.each([
    ['1', 'OUT'],
    ['3', 'HOSPITAL'],
  ])('has tasks that leave the total (type %s), and back again they wait', async (outType, state) => {
    const elder = elders[0]!
    await house.plan(elder.oldmanId, [[projects[0]!, daily('06:30', '18:00')]])
    expect((await all(tomorrow())).map((one) => one.state)).toEqual(['WAITING', 'WAITING'])
    // Whoever came today left today, also a minute after midnight.
    const left = timeText(Math.max(momentOf(dayText()), Date.now() - 60_000))
    const made = await house.ask<{ outId: string; desc: string }>('POST', OUTINGS, {
      token: house.token,
      body: application(elder.oldmanId, { outType, planOut: left, planReturn: `${tomorrow()} 12:00:00` }),
    })
    expect(made).toMatchObject({ status: 200 })
    const { outId } = made.data
    await house.sql(`update outing set state = 1 where org_id = $1 and out_id = $2`, [house.orgId, outId])
    // Planned alone it may still not happen.
    expect((await all(tomorrow())).map((one) => one.state)).toEqual(['WAITING', 'WAITING'])
    expect(await put('depart', { outId, actualOut: left })).toMatchObject({ status: 200 })
    expect((await all(tomorrow())).map((one) => one.state)).toEqual([state, 'WAITING'])
    expect(await put('affirm', { outId, actualReturn: timeText() })).toMatchObject({ status: 200 })
    expect((await all(tomorrow())).map((one) => one.state)).toEqual(['WAITING', 'WAITING'])
  })

  it('and does not come back in time stays away for the clock', async () => {
    const elder = elders[0]!
    await house.plan(elder.oldmanId, [[projects[0]!, daily('06:30')]])
    await house.sql(
      `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion, companion_phone,
         companion_relation, actual_out, applicant_id, state)
       select org_id, 'o1', 'WC1', oldman_id, stay_id, '1', '回家', now() - interval '2 hours', now() - interval '1 hour', '王强', '13800001111',
         '20', now() - interval '2 hours', 'x', 6 from stay where org_id = $1 and oldman_id = $2 and end_date is null`,
      [house.orgId, elder.oldmanId],
    )
    await markMissed(house.app, momentOf(`${tomorrow()} 12:00:00`))
    expect((await all(tomorrow())).map((one) => one.state)).toEqual(['OUT'])
  })
})

describe('a project', () => {
  it('that is switched off has no tasks to come, and on again none of the past', async () => {
    await house.plan(elders[0]!.oldmanId, [[projects[2]!, daily('06:30')]])
    const told = () =>
      systemTransaction(house.app, house.orgId, '护理', '测试', (tx) => refreshTasksOfProject(tx, projects[2]!))
    await house.project('翻身', { enabled: false })
    await told()
    expect(await all(tomorrow())).toEqual([])
    await house.project('翻身', { enabled: true, minutes: 8 })
    await told()
    expect(await all(tomorrow())).toHaveLength(1)
  })
})

describe('times', () => {
  const shifts = [
    { name: '白班', from: '07:30' },
    { name: '夜班', from: '19:30' },
  ]
  it.each([
    [1, '10:00', '09:30', '10:30'],
    [2, '10:00', '09:30', '11:00'],
    [3, '00:00', '23:45', '00:30'],
    [5, '02:00', '19:30', '07:30'],
    [5, '20:00', '19:30', '07:30'],
    [5, '07:30', '07:30', '19:30'],
    [6, '10:00', '00:00', '00:00'],
  ] as const)('window %i around %s is %s to %s', (window, clock, from, to) => {
    const at = momentOf(`2026-11-18 ${clock}:00`)
    const [open, due] = windowAround(window, at, '2026-11-18', shifts)
    expect([timeText(open).slice(11, 16), timeText(due).slice(11, 16)]).toEqual([from, to])
    expect(open <= at && at <= due).toBe(true)
  })

  it('an id leads to its day, and nothing else does', () => {
    expect(dayOfId(idOnDay('a'.repeat(32), '2026-11-18'))).toEqual(['2026-11-18 00:00:00', '2026-11-19 00:00:00'])
    for (const bad of ['', 'x', '261301', '260230', `${'a'.repeat(26)}999999`]) expect(dayOfId(bad)).toBeNull()
  })

  it('a difference pairs what went with what came of one project', () => {
    const a = [
      { projectId: 'p', clock: '08:00' },
      { projectId: 'p', clock: '12:00' },
      { projectId: 'q', clock: '09:00' },
    ]
    const b = [
      { projectId: 'p', clock: '08:00' },
      { projectId: 'p', clock: '13:00' },
      { projectId: 'p', clock: '18:00' },
    ]
    expect(differenceOf(a, b)).toEqual({
      added: [{ projectId: 'p', clock: '18:00' }],
      removed: [{ projectId: 'q', clock: '09:00' }],
      moved: [{ projectId: 'p', from: '12:00', to: '13:00' }],
    })
  })
})

/** A day of the ward lived by a clock of its own; `expected` is kept by hand beside it. */
describe('a random day of a ward', () => {
  it.each(Array.from({ length: 8 }, (_, seed) => seed + 1))('ends with the plan of that day (%i)', async (seed) => {
    const { below, often, pick } = chance(seed)
    const CLOCKS = ['01:00', '05:30', '08:00', '10:15', '12:00', '15:30', '19:00', '22:45']
    const day = dayOf(1)
    const frequency = () => daily(...CLOCKS.filter(() => often(0.4)))
    const some = () =>
      projects.flatMap((projectId) => {
        const given = frequency()
        return often(0.75) && given.times > 0 ? [[projectId, given] as const] : []
      })
    type Items = ReturnType<typeof some>
    const plans = new Map<string, { id: string; version: number; on: boolean; items: Items }>()
    for (const elder of elders) {
      const items: Items = [[projects[0]!, daily('08:00', '19:00')], ...some().filter(([id]) => id !== projects[0])]
      const plan = await house.plan(elder.oldmanId, items)
      plans.set(elder.oldmanId, { id: plan.nursingPlanId, version: plan.version, on: true, items })
    }
    await makeTasksOf(house.app.pool, house.orgId, Date.now())
    /** What had its time while it was planned. */
    const lived = new Set<string>()
    const live = (from: number, to: number) => {
      for (const [oldmanId, plan] of plans) {
        if (!plan.on) continue
        for (const [projectId, { clocks }] of plan.items) {
          for (const clock of clocks) {
            const at = momentOf(`${day} ${clock}:00`)
            if (at > from && at <= to) lived.add(`${oldmanId} ${projectId} ${clock}`)
          }
        }
      }
    }
    const to = (state: string, plan: { id: string }) =>
      house.ask<CarePlanData>('PUT', `${PLANS}/status`, { token: house.token, body: { nursingPlanId: plan.id, state } })
    let now = momentOf(`${day} 00:00:00`) - 1
    vi.useFakeTimers({ toFake: ['Date'] })
    while (now < momentOf(`${day} 23:30:00`)) {
      const next = now + (1 + below(150)) * 60_000
      live(now, next)
      now = next
      vi.setSystemTime(now)
      const elder = pick(elders)
      const plan = plans.get(elder.oldmanId)!
      const act = below(7)
      if (act === 0 && plan.on) {
        const items = some()
        if (items.length > 0) {
          const saved = await house.ask<CarePlanData>('PUT', PLANS, {
            token: house.token,
            body: {
              nursingPlanId: plan.id,
              startDate: dayText(),
              items: items.map(([projectId, given]) => ({ projectId, frequency: given })),
            },
          })
          expect(saved).toMatchObject({ status: 200 })
          plan.items = items
        }
      } else if (act === 1) {
        expect(await to(plan.on ? 'OFF' : 'ON', plan)).toMatchObject({ status: 200 })
        plan.on = !plan.on
      } else if (act === 2) {
        await Promise.all([
          makeTasksOf(house.app.pool, house.orgId, now),
          makeTasksOf(house.app.pool, house.orgId, now),
        ])
      } else if (act === 3) {
        const open = (await all(day)).filter((one) => one.state === 'WAITING' && one.oldmanId === elder.oldmanId)
        for (const one of open.slice(0, 2)) {
          await house.ask('POST', EXECUTIONS, { token: house.token, body: { taskIds: [one.id] } })
        }
      } else if (act === 4) {
        await markMissed(house.app, now)
      } else if (act === 5) {
        await refresh(
          elders.map((one) => one.oldmanId),
          now,
        )
      } else {
        const ended = often(0.5)
        await house.sql(
          `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion, companion_phone,
             companion_relation, actual_out, actual_return, applicant_id, state)
           select org_id, $3::text, $3::text, oldman_id, stay_id, '1', '回家', $4::timestamptz, $5::timestamptz, '王强', '13800001111', '20', $4::timestamptz, $6::timestamptz, 'x', $7::int from stay
           where org_id = $1 and oldman_id = $2 and end_date is null
             and not exists (select from outing o where o.org_id = $1 and o.oldman_id = $2) on conflict do nothing`,
          [
            house.orgId,
            elder.oldmanId,
            `o${seed}${now}`,
            timeText(now - 30 * 60_000),
            timeText(now + 60 * 60_000),
            ended ? timeText(now - 60_000) : null,
            ended ? 3 : 1,
          ],
        )
        await refresh([elder.oldmanId], now)
      }
      // What is still to come is exactly what is planned now; what was recorded stands beside it.
      const planned: string[] = []
      for (const [oldmanId, one] of plans) {
        if (!one.on) continue
        for (const [projectId, { clocks }] of one.items) {
          for (const clock of clocks) {
            if (momentOf(`${day} ${clock}:00`) > now) planned.push(`${oldmanId} ${projectId} ${clock}`)
          }
        }
      }
      const rows = await all(day)
      const name = (one: (typeof rows)[number]) => `${one.oldmanId} ${one.projectId} ${one.clock}`
      const later = rows.filter((one) => momentOf(`${day} ${one.clock}:00`) > now && !one.recorded)
      const done = new Set(rows.filter((one) => one.recorded).map(name))
      expect(later.map(name).sort()).toEqual(planned.filter((one) => !done.has(one)).sort())
    }
    await markMissed(house.app, momentOf(`${day} 23:59:59`) + DAY_MS)
    const rows = await all(day)
    const names = rows.map((one) => `${one.oldmanId} ${one.projectId} ${one.clock}`)
    expect(new Set(names).size).toBe(names.length)
    for (const one of lived) expect(names).toContain(one)
    // Nothing else is there but what somebody recorded before it was taken out of the plan.
    for (const one of rows) {
      const key = `${one.oldmanId} ${one.projectId} ${one.clock}`
      const known = one.recorded || lived.has(key) || momentOf(`${day} ${one.clock}:00`) > now
      expect([key, known]).toEqual([key, true])
    }
    const executions = await house.sql<{ n: number }>(
      `select count(*)::int as n from care_execution where org_id = $1 and task_id is not null and taken_back_at is null`,
      [house.orgId],
    )
    expect(rows.filter((one) => one.recorded)).toHaveLength(executions[0]!.n)
  })
})
