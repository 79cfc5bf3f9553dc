// The load of alarms added up, and a month replayed under other values, against rows whose outcome is known.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoadData, ReplayData } from '#contract/monitor/alarmLoad'
import type { AlarmRuleData } from '#contract/monitor/alarmRule'
import type { JobProgressData } from '#contract/platform/shell'
import { rowResident } from '#server/areas/live/test/outingRows'
import { runner } from '#server/areas/monitor/alarmRule/replay'
import { ensurePartitions } from '#server/areas/monitor/ingest/partitions'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { incidentAt, mattressIncidents } from '#simulator/incidents'
import { seedOf } from '#simulator/random'
import { dayOf, dayStart, readingOf, sleeperOf } from '#simulator/sleeper'

const LOAD = '/pims/web-org/alarmLoad'
const HOUR = 3_600_000

let app: TestApp
let token: string
const ask = <T>(method: 'GET' | 'POST', path: string, more: object = {}) => app.ask<T>(method, path, { token, ...more })

beforeAll(async () => {
  app = await demoApp()
  token = await app.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(() => app.close())

const rules = async () => (await ask<AlarmRuleData[]>('GET', `${LOAD}/rules`)).data

describe('the load', () => {
  test('counts by rule and resident, how they ended and how fast somebody came', async () => {
    const oldmanId = await rowResident(app)
    const heart = (await rules()).find((one) => one.kind === 'HEART')!
    // Day, hour, status, seconds until a person came.
    const rows = [
      ['2026-03-02T23:00:00+08:00', 3, 60],
      ['2026-03-03T02:00:00+08:00', 3, 120],
      ['2026-03-03T10:00:00+08:00', 2, 600],
      ['2026-03-03T21:00:00+08:00', 4, null],
    ] as const
    for (const [at, status, waited] of rows) {
      await app.app.pool.query(
        `insert into alarm_record (org_id, record_id, source, device_no, oldman_id, type, kind, rule_id, content, raised_at, status,
          handled_at, handler_id, result)
        values ($1, $2::text, 'MATTRESS', $2::text, $3, '4', 'HEART', $4, '心率过高', $5, $6,
          $5::timestamptz + make_interval(secs => coalesce($7, 300)), case when $7::int is not null then 'x' end, '查看')`,
        [DEMO_ORG, newId(), oldmanId, heart.ruleId, at, status, waited],
      )
    }
    const query = { dateStart: '2026-03-02', dateEnd: '2026-03-03' }
    const { data } = await ask<LoadData>('GET', LOAD, { query })
    const sums = { raised: 4, atNight: 3, perNight10: 15, acted: 2, ignored: 1, released: 1, open: 0 }
    const rest = { actedShare: 50, medianS: 120 }
    expect(data).toMatchObject({ nights: 2, total: { ...sums, ...rest } })
    expect(data.byRule).toMatchObject([{ ruleId: heart.ruleId, name: '心率异常', residents: 1, ...sums, ...rest }])
    expect(data.byResident).toMatchObject([
      { oldmanId, mostName: '心率异常', mostRaised: 4, mostKind: 'HEART', ...sums },
    ])
    expect(data.byDay).toEqual([
      { day: '2026-03-02', acted: 1, ignored: 0, released: 0, open: 0 },
      { day: '2026-03-03', acted: 1, ignored: 1, released: 1, open: 0 },
    ])
  })

  test('has a month unless told, and refuses more than a quarter', async () => {
    const { data } = await ask<LoadData>('GET', LOAD)
    expect(data.nights).toBe(30)
    expect((await ask('GET', LOAD, { query: { dateStart: '2026-01-01', dateEnd: '2026-12-31' } })).desc).toMatch(/92/)
    expect((await ask('GET', LOAD, { query: { dateStart: '2026-02-01', dateEnd: '2026-01-01' } })).status).toBe(42200)
  })
})

/** A bed with a mattress and three nights: every night an exit of 12 minutes at one o'clock and a heart that races. */
async function threeNights(): Promise<{ oldmanId: string; readings: number }> {
  const oldmanId = await rowResident(app)
  const { pool } = app.app
  const bed = await pool.query<{ bed_id: string }>(
    `select b.bed_id from bed b where b.org_id = $1 and not exists (select from device d where d.org_id = b.org_id and d.bed_id = b.bed_id)
      and not exists (select from oldman o where o.org_id = b.org_id and o.current_bed_id = b.bed_id) limit 1`,
    [DEMO_ORG],
  )
  await pool.query('update oldman set current_bed_id = $3 where org_id = $1 and oldman_id = $2', [
    DEMO_ORG,
    oldmanId,
    bed.rows[0]!.bed_id,
  ])
  const device = await pool.query<{ key: number }>(
    `insert into device (org_id, device_id, device_no, kind, bed_id, interval_s) values ($1, $2::text, $2::text, 'MATTRESS', $3, 10)
     returning device_key as key`,
    [DEMO_ORG, newId(), bed.rows[0]!.bed_id],
  )
  const sleeper = { ...sleeperOf(seedOf('replay')), exits: 0 }
  const today = dayOf(Date.now())
  const rows: unknown[] = []
  await ensurePartitions(pool, 'reading', dayStart(today - 4), dayStart(today))
  for (const day of [today - 4, today - 3, today - 2]) {
    const one = dayStart(day + 1) + HOUR
    const incidents = [incidentAt('exit', one, 12 * 60), incidentAt('heart', one + 2 * HOUR, 4 * 60)]
    for (let at = dayStart(day) + 21 * HOUR; at < dayStart(day + 1) + 6 * HOUR; at += 10_000) {
      const said = mattressIncidents(incidents, at, readingOf(sleeper, at, 10))!
      rows.push([at, said.inBed, said.heart || null, said.breath || null, said.move, said.turn])
    }
  }
  await pool.query(
    `insert into reading (org_id, device_key, at, in_bed, heart, breath, move, turn)
     select $1, $2, to_timestamp((r ->> 0)::float8 / 1000), (r ->> 1)::int, (r ->> 2)::int, (r ->> 3)::int, (r ->> 4)::int, (r ->> 5)::int
     from jsonb_array_elements($3::jsonb) r`,
    [DEMO_ORG, device.rows[0]!.key, JSON.stringify(rows)],
  )
  return { oldmanId, readings: rows.length }
}

async function outcome(body: object): Promise<ReplayData> {
  const started = await ask<{ runId: string }>('POST', `${LOAD}/replay`, { body })
  expect(started).toMatchObject({ status: 200 })
  for (let i = 0; i < 200; i++) {
    const { data } = await ask<JobProgressData>('GET', `/passport/web-org/jobs/${started.data.runId}`)
    if (data.state === 'done') return data.result as ReplayData
    if (data.state === 'failed') throw new Error(data.message ?? 'failed')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the replay did not end')
}

describe('a replay', () => {
  test('says what other values would have raised', async () => {
    const { oldmanId, readings } = await threeNights()
    const all = await rules()
    const exit = all.find((one) => one.ruleName === '夜间离床')!
    const heart = all.find((one) => one.kind === 'HEART')!
    const night = [{ from: '21:00', to: '06:00' }]
    const patient = await outcome({ ruleId: exit.ruleId, oldmanId, days: 7, durationS: 15 * 60 })
    expect(patient).toMatchObject({ readings, beforeRaised: 3, afterRaised: 0, wasRaised: 0 })
    expect(patient.after).toMatchObject({ durationS: 900, windows: night })
    expect(patient.examples.map((one) => one.change)).toEqual(['gone', 'gone', 'gone'])
    const noon = await outcome({
      ruleId: exit.ruleId,
      oldmanId,
      days: 7,
      durationS: 600,
      windows: [{ from: '12:00', to: '14:00' }],
    })
    expect(noon).toMatchObject({ beforeRaised: 3, afterRaised: 0 })
    const strict = await outcome({ ruleId: heart.ruleId, oldmanId, days: 7, durationS: 60, upper: 150 })
    expect(strict).toMatchObject({ beforeRaised: 3, afterRaised: 0 })
    const same = await outcome({ ruleId: heart.ruleId, oldmanId, days: 7, durationS: 60 })
    expect(same).toMatchObject({ beforeRaised: 3, afterRaised: 3, examples: [] })
    expect(same.byDay.filter((day) => day.before > 0)).toHaveLength(3)
    // Two of the three days only.
    const short = await outcome({ ruleId: heart.ruleId, oldmanId, days: 3, durationS: 60 })
    expect(short.beforeRaised).toBeLessThan(3)
  })

  test('is refused for an unknown rule, crossing limits or a resident out of sight', async () => {
    const heart = (await rules()).find((one) => one.kind === 'HEART')!
    const send = (body: object) => ask('POST', `${LOAD}/replay`, { body: { days: 7, durationS: 60, ...body } })
    expect((await send({ ruleId: 'none' })).status).toBe(40400)
    expect((await send({ ruleId: heart.ruleId, upper: 40 })).desc).toMatch(/小于上限/)
    expect((await send({ ruleId: heart.ruleId, oldmanId: 'nobody' })).status).toBe(40400)
  })

  test('of a month raises what its rule would have raised, hour by hour', () => {
    const rule = {
      windows: [],
      upper: 120,
      lower: 45,
      recoverUpper: 115,
      recoverLower: 48,
      durationS: 60,
      recoverS: 60,
      ruleId: 'r',
      repeatS: 0,
      cooldownS: 300,
      level: 3,
      voiceTimes: 3,
    }
    const stands = runner('HEART', [rule], 'r', 60)
    const tried = runner('HEART', [{ ...rule, upper: 110, recoverUpper: 105 }], 'r', 60)
    const start = dayStart(dayOf(Date.now()))
    const days = 30
    for (let minute = 0; minute < days * 1_440; minute++) {
      // From three to four every night between the two limits.
      const heart = Math.floor(minute / 60) % 24 === 3 ? 115 : 60 + (minute % 20)
      const reading = { at: start + minute * 60_000, inBed: 1 as const, heart, breath: 15, move: 0, turn: 0, wet: 0 }
      for (const one of [stands, tried]) one.take(reading, false)
    }
    expect(stands.raised()).toEqual([])
    const raised = tried.raised()
    expect(raised).toHaveLength(days)
    expect(new Set(raised.map((one) => (one.from - start) % 86_400_000))).toEqual(new Set([3 * 3_600_000]))
  })
})
