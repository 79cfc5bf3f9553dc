// Nights of the demo house: thirty kept nights of everybody whose bed has a mattress, and the minutes of the last day and
// a half. One resident had a fast heart that was seen to, one left the bed often. Live readings go on from here.

import { judge, type KeptNight, levelOf, noteOf } from '#server/areas/monitor/healthRecord/healthBaseline'
import { keepNights, type NewNight } from '#server/areas/monitor/healthRecord/healthJob'
import {
  DAY_MS,
  dayOf,
  lastFinished,
  MINUTE_MS,
  NIGHT_MIN,
  nightStart,
  plusDays,
  SLOT_MIN,
  SLOTS,
} from '#server/areas/monitor/healthRecord/healthNight'
import { ensurePartitions } from '#server/areas/monitor/ingest/partitions'
import type { Tx } from '#server/kit/caller'
import { type Chance, chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { seedOf } from '#simulator/random'
import { liesBetween, sleeperOf } from '#simulator/sleeper'

interface Resident {
  oldmanId: string
  deviceId: string
  deviceKey: number
  deviceNo: string
  bedId: string
  deptId: string | null
  online: number
  /** Out of the house since (milliseconds). */
  awayFrom: number | null
  n: number
  heart: number
  breath: number
  /** Minutes after 20:00. */
  bed: number
  rise: number
  exits: number
  /** Lies most of the day. */
  bound: boolean
}

const RESIDENTS = `select t.oldman_id as "oldmanId", v.device_id as "deviceId", v.device_key as "deviceKey", v.device_no as "deviceNo",
  v.bed_id as "bedId", t.dept_id as "deptId", v.online, (select (extract(epoch from u.actual_out) * 1000)::float8 from outing u
    where u.org_id = t.org_id and u.oldman_id = t.oldman_id and u.actual_out is not null and u.actual_return is null limit 1) as "awayFrom",
  row_number() over (order by t.sex desc, v.device_no)::int as n
from device v join oldman t on t.org_id = v.org_id and t.current_bed_id = v.bed_id
where v.org_id = $1 and v.kind = 'MATTRESS' order by n`

/** The resident of the picture and the one who gets up often are the first two. */
const FAST = 1
const RESTLESS = 2

function habits(row: Omit<Resident, 'heart' | 'breath' | 'bed' | 'rise' | 'exits' | 'bound'>): Resident {
  const luck = chance(row.n * 7_919)
  return {
    ...row,
    heart: row.n === FAST ? 67 : luck.between(60, 74),
    breath: row.n === FAST ? 15.6 : luck.between(140, 172) / 10,
    bed: row.n === FAST ? 64 : luck.between(25, 95),
    rise: row.n === FAST ? 661 : luck.between(620, 690),
    exits: row.n <= RESTLESS ? 2 : luck.between(0, 3),
    bound: row.n % 9 === 7,
  }
}

interface Night {
  bed: number
  rise: number
  /** [first minute, minutes] */
  exits: [number, number][]
}

const MINUTES_OUT = [3, 4, 5, 6, 6, 7, 8, 9] as const

/** One night of a resident, `back` nights before the last finished one. */
function plan(resident: Resident, back: number): Night {
  const luck = chance(resident.n * 104_729 + (back + 5) * 31)
  const bed = resident.bed + luck.between(-12, 12)
  const rise = resident.rise + luck.between(-14, 14)
  if (resident.n === FAST && back === 0) {
    return {
      bed: 62,
      rise: 664,
      exits: [
        [176, 8],
        [302, 9],
        [438, 12],
        [597, 8],
      ],
    }
  }
  const more =
    resident.n === FAST && back === 1 ? 1 : resident.n === RESTLESS && back === 0 ? 5 : luck.often(0.3) ? 1 : 0
  const count = resident.bound ? 0 : Math.max(0, resident.exits + more - (luck.often(0.3) ? 1 : 0))
  const exits = Array.from({ length: count }, (_, i): [number, number] => {
    const at = bed + Math.round(((rise - bed) * (i + 1)) / (count + 1)) + luck.between(-18, 18)
    return [at, resident.n === RESTLESS && back === 0 && i === 3 ? 17 : luck.pick(MINUTES_OUT)]
  })
  return { bed, rise, exits }
}

/** Slower in the middle of the night, quicker towards morning. */
const rhythm = (minute: number) => 4 * Math.cos((2 * Math.PI * minute) / NIGHT_MIN)

function curve(night: Night, base: number, swing: number, luck: Chance): (number | null)[] {
  return Array.from({ length: SLOTS }, (_, slot) => {
    const minute = slot * SLOT_MIN
    const out = night.exits.some(([at, length]) => minute >= at && minute < at + length)
    if (minute < night.bed || minute >= night.rise || out) return null
    return Math.round((base + swing * rhythm(minute) + (luck.between(-40, 40) / 10) * swing) * 10)
  })
}

function keptNight(
  resident: Resident,
  day: string,
  back: number,
): KeptNight & Pick<NewNight, 'heartCurve' | 'breathCurve'> {
  const night = plan(resident, back)
  const luck = chance(resident.n * 613 + back * 17)
  const from = nightStart(day)
  const out = night.exits.map(([, length]) => length)
  const exitMin = out.reduce((sum, one) => sum + one, 0)
  const shift = luck.between(-35, 35) / 10
  return {
    day,
    away: 0,
    inBedMin: night.rise - night.bed - exitMin,
    bedAt: from + night.bed * MINUTE_MS,
    riseAt: from + night.rise * MINUTE_MS,
    exits: night.exits.length,
    longestExitMin: Math.max(0, ...out),
    exitMin,
    heartAvg10: Math.round((resident.heart + shift) * 10),
    heartMin: resident.heart - luck.between(8, 11),
    heartMax: resident.heart + luck.between(12, 20),
    breathAvg10: Math.round(resident.breath * 10) + luck.between(-4, 4),
    breathMin: Math.round(resident.breath) - luck.between(3, 4),
    breathMax: Math.round(resident.breath) + luck.between(4, 6),
    turns: (resident.bound ? 8 : 17) + luck.between(0, 7),
    bigMoveMin: luck.between(0, 3),
    wet: luck.often(resident.bound ? 0.7 : 0.15) ? 1 : 0,
    minutes: NIGHT_MIN,
    heartCurve: curve(night, resident.heart + shift, 1, luck),
    breathCurve: curve(night, resident.breath + shift / 6, 0.2, luck),
  }
}

const NIGHTS = 30
const NO_LIMITS = { heart: { upper: null, lower: null }, breath: { upper: null, lower: null } }

/** The nights before the last, oldest first, each judged beside those before it. */
function pastNights(resident: Resident, last: string): NewNight[] {
  const made: NewNight[] = []
  const kept: KeptNight[] = []
  for (let back = NIGHTS; back > 0; back--) {
    const night = keptNight(resident, plusDays(last, -back), back)
    const judged = judge(night, kept, NO_LIMITS)
    made.push({
      ...night,
      oldmanId: resident.oldmanId,
      level: levelOf(judged),
      judged,
      note: noteOf(night, kept, judged, []),
    })
    kept.push(night)
  }
  return made
}

interface Lying {
  k: number
  o: string
  heart: number
  breath: number
  /** Minutes from one turn-over to the next. */
  every: number
  from: number
  to: number
  in: number
  /** 20:00 of the night it belongs to. */
  evening: number
}

/** A nap after lunch, 13:00 to 14:10. */
const NAP: readonly [number, number] = [17 * 60, 17 * 60 + 70]

/** In and out of bed, one after the other, from `first` to `now`. */
function lyingOf(resident: Resident, last: string, first: number, now: number): Lying[] {
  const inBed: [number, number][] = []
  for (let back = 2; back >= 0; back--) {
    const from = nightStart(plusDays(last, -back))
    const at = (minute: number) => from + minute * MINUTE_MS
    const night = plan(resident, back)
    let begin = night.bed
    for (const [exit, length] of night.exits) {
      inBed.push([at(begin), at(exit)])
      begin = exit + length
    }
    inBed.push([at(begin), at(night.rise)])
    if (back === 0) break
    if (resident.bound) inBed.push([at(NIGHT_MIN + 45), at(NIGHT_MIN + 190)])
    if (resident.bound || resident.n % 2 === 0) inBed.push([at(NAP[0]), at(NAP[1] + (resident.n % 30))])
  }
  // From this morning on as the simulated mattress has it, which goes on from here.
  const morning = nightStart(last) + NIGHT_MIN * MINUTE_MS
  const minute = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS
  for (const [from, to] of liesBetween(sleeperOf(seedOf(resident.deviceNo)), morning, now))
    inBed.push([minute(from), minute(to)])
  const end = Math.min(now, resident.awayFrom ?? now, resident.online === 1 ? now : now - 3 * 60 * MINUTE_MS)
  const spans: Lying[] = []
  const add = (from: number, to: number, lies: number) => {
    const [a, b] = [Math.max(from, first), Math.min(to, end)]
    if (a >= b) return
    const { deviceKey: k, oldmanId: o, heart, breath } = resident
    const evening = nightStart(dayOf(a - 8 * 60 * MINUTE_MS))
    spans.push({ k, o, heart, breath, every: resident.bound ? 48 : 27, from: a, to: b, in: lies, evening })
  }
  let free = first
  for (const [from, to] of inBed.sort((a, b) => a[0] - b[0])) {
    if (from > free) add(free, from, 0)
    add(Math.max(from, free), to, 1)
    free = Math.max(free, to)
  }
  add(free, end, 0)
  return spans
}

const rnd = (seed: string, below: number) => `((hashint4((${seed})::int)::bigint & 2147483647) % ${below})::int`

/** One row a minute. `q`: minutes of the night; `m`: minutes of the stretch in or out of bed. */
const MINUTES = `with minute as (
  select s.k, s.o, s.heart, s.breath, s.every, s."in" as lies, g as at, ((g - s.evening) / 60000)::int as q, ((g - s.from) / 60000)::int as m,
    (s.k * 10007 + (g / 60000)::bigint % 1000003)::int as seed
  from jsonb_to_recordset($2::jsonb) as s(k int, o text, heart float8, breath float8, every int, "from" float8, "to" float8, "in" int, evening float8)
  cross join lateral generate_series(s."from"::bigint, s."to"::bigint - 60000, 60000) g
), usual as (
  select *, lies = 1 and m > 0 as read,
    (heart + 4 * cos(2 * pi() * q / 720) + greatest(0, 7 - m) + (${rnd('seed', 31)} - 15) / 10.0
) as calm,
    (breath + 0.5 * cos(2 * pi() * q / 720) + (${rnd('seed + 77', 15)} - 7) / 10.0
      + case when k = $3 and at between $4 and $4 + 300000 then 4.5 else 0 end) as b
  from minute
), felt as (
  -- The heart of one resident runs away for some minutes.
  select *, case when k = $3 and at between $4 and $4 + 300000
    then (array[104, 133, 131, 108, 88, 76])[((at - $4) / 60000)::int + 1] else calm end as h from usual
)
insert into reading_minute (org_id, device_key, minute, oldman_id, n, in_bed_n, heart_n, heart_sum, heart_min, heart_max,
  breath_n, breath_sum, breath_min, breath_max, turns, big_moves, exits, wet)
select $1, k, to_timestamp(at / 1000.0), o, 12, 12 * lies, case when read then 12 else 0 end, case when read then round(12 * h) else 0 end,
  case when read then round(h) - 1 end, case when read then round(h) + 1 end, case when read then 12 else 0 end,
  case when read then round(12 * b) else 0 end, case when read then round(b) - 1 end, case when read then round(b) + 1 end,
  case when lies = 1 and (hashint4((seed + 5)::int)::bigint & 2147483647) % every = 0 then 1 else 0 end,
  case when lies = 1 and (${rnd('seed + 9', 480)} = 0 or k = $3 and at between $4 and $4 + 120000) then 4 else 0 end,
  case when lies = 0 and m = 0 then 1 else 0 end,
  case when lies = 1 and ${rnd('k * 31 + 1', 3)} = 0 and q between 420 and 432 then 1 else 0 end
from felt`

/** What each mattress said last, as the newest minute has it. */
const STATES = `insert into device_state (org_id, device_id, at, heard_at, in_bed, heart, breath, move, wet, signal, eval)
select $1, v.device_id, l.minute + interval '55 seconds', l.minute + interval '55 seconds', case when l.in_bed_n > 0 then 1 else 0 end,
  l.heart_sum / nullif(l.heart_n, 0), l.breath_sum / nullif(l.breath_n, 0), 0, 0, -48 - v.device_key % 23,
  jsonb_build_object('bed', jsonb_build_object('inBed', case when l.in_bed_n > 0 then 1 else 0 end,
    'since', s.since, 'lastTurn', (select (extract(epoch from max(r.minute)) * 1000)::bigint from reading_minute r
      where r.org_id = $1 and r.device_key = v.device_key and r.turns > 0)))
from device v join jsonb_to_recordset($2::jsonb) as s(k int, since float8) on s.k = v.device_key
cross join lateral (select * from reading_minute m where m.org_id = $1 and m.device_key = v.device_key order by m.minute desc limit 1) l
where v.org_id = $1 on conflict (org_id, device_id) do update set at = excluded.at, heard_at = excluded.heard_at, in_bed = excluded.in_bed,
  heart = excluded.heart, breath = excluded.breath, move = excluded.move, wet = excluded.wet, eval = excluded.eval`

const DEVICES = `update device v set in_bed = case when v.online = 1 then s.in_bed end, last_at = s.at from device_state s
where v.org_id = $1 and v.kind = 'MATTRESS' and s.org_id = v.org_id and s.device_id = v.device_id`

const ALARMS = `insert into alarm_record (org_id, record_id, source, device_no, device_id, bed_id, oldman_id, dept_id, type, kind, level,
  urgency, content, value, threshold, unit, start_at, raised_at, taken_at, taker_id, handled_at, handler_id, result, remark, status, rank)
select $1, a.id, 'MATTRESS', a."deviceNo", a."deviceId", a."bedId", a."oldmanId", a."deptId", a.type, a.kind, 3, a.urgency, a.content, a.value,
  a.threshold, a.unit, to_timestamp(a."startAt" / 1000), to_timestamp(a."raisedAt" / 1000), to_timestamp(a."raisedAt" / 1000) + interval '40 seconds',
  $3, to_timestamp(a."handledAt" / 1000), $3, a.result, a.remark, 3, 1
from jsonb_to_recordset($2::jsonb) as a(id text, "deviceNo" text, "deviceId" text, "bedId" text, "oldmanId" text, "deptId" text, type text,
  kind text, urgency int, content text, value int, threshold int, unit text, "startAt" float8, "raisedAt" float8, "handledAt" float8,
  result text, remark text)
on conflict do nothing`

const SPIKE_MINUTE = 376

function alarmsOf(residents: readonly Resident[], last: string, demo: DemoContext) {
  const from = nightStart(last)
  const fast = residents.find((one) => one.n === FAST)
  const restless = residents.find((one) => one.n === RESTLESS)
  const at = (minute: number) => from + minute * MINUTE_MS
  const long = restless ? plan(restless, 0).exits.find(([, length]) => length > 12) : undefined
  return [
    fast && {
      ...fast,
      id: demo.id('health:alarm:heart'),
      type: '4',
      kind: 'HEART',
      urgency: 2,
      content: '心率过高 134 次/分',
      value: 134,
      threshold: 120,
      unit: '次/分',
      startAt: at(SPIKE_MINUTE),
      raisedAt: at(SPIKE_MINUTE + 1),
      handledAt: at(SPIKE_MINUTE + 3),
      result: '已到床前处理',
      remark: '噩梦惊醒，安抚后入睡',
    },
    restless &&
      long && {
        ...restless,
        id: demo.id('health:alarm:exit'),
        type: '1',
        kind: 'EXIT',
        urgency: 3,
        content: '离床超过 10 分钟',
        value: 10,
        threshold: 10,
        unit: '分钟',
        startAt: at(long[0]),
        raisedAt: at(long[0] + 10),
        handledAt: at(long[0] + 13),
        result: '协助如厕',
        remark: '在卫生间，已扶回床上',
      },
  ].filter((one) => one !== undefined)
}

async function addHealth(tx: Tx, demo: DemoContext): Promise<void> {
  const { client } = tx
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const last = lastFinished(now)
  // From noon before the last finished night, so that its evening is there as well.
  const first = nightStart(last) - 4 * 60 * MINUTE_MS
  await ensurePartitions(client, 'reading_minute', first - DAY_MS, now + DAY_MS)
  const { rows } = await client.query<Resident>(RESIDENTS, [demo.orgId])
  const residents = rows.map(habits)
  if (residents.length === 0) return
  await keepNights(
    client,
    demo.orgId,
    residents.flatMap((resident) => pastNights(resident, last)),
  )
  const lying = residents.flatMap((resident) => lyingOf(resident, last, first, now))
  const spike = nightStart(last) + SPIKE_MINUTE * MINUTE_MS
  const fast = residents.find((one) => one.n === FAST)!
  await client.query(MINUTES, [demo.orgId, JSON.stringify(lying), fast.deviceKey, spike])
  const since = new Map(lying.map((one) => [one.k, one.from]))
  const states = [...since].map(([k, from]) => ({ k, since: from }))
  await client.query(STATES, [demo.orgId, JSON.stringify(states)])
  await client.query(DEVICES, [demo.orgId])
  await client.query(ALARMS, [demo.orgId, JSON.stringify(alarmsOf(residents, last, demo)), demo.staff('李晓梅')])
  tx.log({ remark: `生成 ${residents.length} 位老人的夜间读数`, targetType: 'healthNight' })
}

export default demoPart(64, addHealth)
