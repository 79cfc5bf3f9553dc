// One resident's night, day, week or month: curves from the minutes, the usual beside them, what was raised and done,
// and what the night came to.

import type pg from 'pg'
import { localDate, momentOf } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import type { HealthViewData, NightData } from '#contract/monitor/healthRecord'
import type { HealthRangeValue } from '#contract/monitor/healthWords'
import { AlarmStatus } from '#contract/monitor/words'
import type { RuledResident } from '#server/areas/monitor/alarmRule/effectiveRules'
import type { MattressState } from '#server/areas/monitor/alarmRule/evaluate'
import { AGE, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { BASELINE_NIGHTS, bandOf, countsForBaseline, judge, type KeptNight, levelOf, noteOf } from './healthBaseline.ts'
import {
  DAY_MS,
  dayOf,
  FIRST_DAY,
  longestStill,
  MINUTE_MS,
  type Minute,
  NIGHT_MIN,
  newestNight,
  nightOf,
  nightStart,
  plusDays,
  SLOT_MIN,
  SLOTS,
  spansOf,
} from './healthNight.ts'
import { AWAY_NOW, keptNights, limitsAt, minutesOf, ms, NIGHT_COLUMNS, nightAlarms, rulesFor } from './healthRead.ts'

type Resident = HealthViewData['resident'] &
  RuledResident & { away: boolean } & Partial<NonNullable<HealthViewData['device']>> & {
    state: MattressState | null
  }

const RESIDENT = {
  name: 'health-view-resident',
  text: `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
    t.dept_id as "deptId", t.level_id as "levelId", d.dept_name as "deptName", at.path as "bedPath", ${AWAY_NOW} as away,
    v.device_id as "deviceId", v.device_no as "deviceNo", v.online, v.in_bed as "inBed", coalesce(s.battery, v.battery) as battery,
    s.heart, s.breath, s.signal, ${ms('s.at')} as at, s.eval->'bed' as state
  from oldman t ${PLACE} left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
  left join device v on v.org_id = t.org_id and v.bed_id = t.current_bed_id and v.kind = 'MATTRESS'
  left join device_state s on s.org_id = v.org_id and s.device_id = v.device_id
  where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = $3`,
}

const two = (part: number) => String(part).padStart(2, '0')
function wallClock(at: number): string {
  const china = localDate(at)
  return `${china.toISOString().slice(0, 10)} ${two(china.getUTCHours())}:${two(china.getUTCMinutes())}:00`
}

interface Period {
  from: number
  to: number
  stepS: number
  day: string
  previous: string
  next: string | null
}

const DAYS: Readonly<Record<HealthRangeValue, number>> = { night: 1, day: 1, week: 7, month: 30 }
const HOUR_MS = 60 * MINUTE_MS

/** The night that began on the day, or the days up to it; nothing lies in the future. */
function periodOf(range: HealthRangeValue, asked: string | null, now: number): Period {
  const newest = range === 'night' || range === 'month' ? newestNight(now) : dayOf(now)
  const day = asked ?? newest
  if (day > newest) throw invalid('日期不能晚于今天', 'day')
  if (day < FIRST_DAY) throw invalid(`日期不能早于 ${FIRST_DAY}`, 'day')
  const days = DAYS[range]
  const next = plusDays(day, days)
  const around = { day, previous: plusDays(day, -days), next: day === newest ? null : next < newest ? next : newest }
  if (range === 'night') {
    return { ...around, from: nightStart(day), to: nightStart(day) + NIGHT_MIN * MINUTE_MS, stepS: 60 }
  }
  if (range === 'month') {
    const from = nightStart(plusDays(day, 1 - days))
    return { ...around, from, to: nightStart(day) + NIGHT_MIN * MINUTE_MS, stepS: DAY_MS / 1000 }
  }
  const midnight = momentOf(day) + DAY_MS
  const to = Math.min(midnight, Math.ceil(now / HOUR_MS) * HOUR_MS)
  return { ...around, from: to - days * DAY_MS, to, stepS: range === 'day' ? 5 * 60 : 30 * 60 }
}

/** Averages every `stepS` from the beginning; null: no reading. */
function averages(minutes: readonly Minute[], period: Period, which: 'heart' | 'breath'): (number | null)[] {
  const length = Math.round((period.to - period.from) / (period.stepS * 1000))
  const sums = Array.from({ length }, () => ({ total: 0, n: 0 }))
  for (const minute of minutes) {
    const slot = sums[Math.floor((minute.at - period.from) / (period.stepS * 1000))]
    if (!slot) continue
    slot.total += which === 'heart' ? minute.heartSum : minute.breathSum
    slot.n += which === 'heart' ? minute.heartN : minute.breathN
  }
  return sums.map(({ total, n }) => (n === 0 ? null : Math.round((total * 10) / n) / 10))
}

const offset = (at: number, period: Period) => Math.round((at - period.from) / MINUTE_MS)

function movesOf(minutes: readonly Minute[], period: Period): HealthViewData['moves'] {
  const moves: HealthViewData['moves'] = []
  for (const minute of minutes) {
    if (minute.bigMoves === 0) continue
    const at = offset(minute.at, period)
    const last = moves.at(-1)
    if (last?.to === at) last.to = at + 1
    else moves.push({ from: at, to: at + 1 })
  }
  return moves
}

const CURVES = {
  name: 'health-curves',
  text: `select heart_curve as heart, breath_curve as breath from health_night where org_id = $1 and oldman_id = $2
    and day >= $3 and day < $4 and away = 0 and minutes >= 60 and heart_curve is not null`,
}
const MARKS = {
  name: 'health-marks',
  text: `select t.record_id as "recordId", t.raised_at as at, t.source, t.type, t.kind, t.content, t.value, t.status,
    t.taken_at as "takenAt", t.handled_at as "handledAt", e.emp_name as "handlerName", t.result, t.remark
  from alarm_record t left join employee e on e.org_id = t.org_id and e.emp_id = t.handler_id
  where t.org_id = $1 and t.oldman_id = $2 and t.source in ('MATTRESS', 'CALL')
    and t.raised_at >= to_timestamp($3::float8 / 1000) and t.raised_at < to_timestamp($4::float8 / 1000) order by t.raised_at limit 300`,
}
const NIGHTS = {
  name: 'health-nights',
  text: `select ${NIGHT_COLUMNS} from health_night t where t.org_id = $1 and t.oldman_id = $2 and t.day >= $3 and t.day <= $4
    order by t.day`,
}

interface Curves {
  heart: (number | null)[]
  breath: (number | null)[]
}

/** The band of a night laid over the period: by day there is none. */
function bandOver(curves: readonly Curves[], period: Period) {
  const heart = bandOf(curves.map((one) => one.heart))
  const breath = bandOf(curves.map((one) => one.breath))
  const step = SLOT_MIN * MINUTE_MS
  const length = Math.round((period.to - period.from) / step)
  const laid = (values: readonly (number | null)[]) =>
    Array.from({ length }, (_, i) => {
      const at = period.from + i * step
      const slot = Math.floor((at - nightStart(dayOf(at - 8 * HOUR_MS))) / step)
      return slot >= 0 && slot < SLOTS ? (values[slot] ?? null) : null
    })
  return {
    heartLow: laid(heart.low),
    heartHigh: laid(heart.high),
    breathLow: laid(breath.low),
    breathHigh: laid(breath.high),
  }
}

const asData = (night: KeptNight, level: 0 | 1 | 2, note: string | null): NightData => {
  const { heartAvg10, breathAvg10, ...kept } = night
  return {
    ...kept,
    bedAt: night.bedAt === null ? null : wallClock(night.bedAt),
    riseAt: night.riseAt === null ? null : wallClock(night.riseAt),
    heartAvg: heartAvg10 === null ? null : heartAvg10 / 10,
    breathAvg: breathAvg10 === null ? null : breathAvg10 / 10,
    level,
    note,
  }
}

/** The summary of a night as it stands now, from its minutes; of a night whose minutes are gone, as it was kept. */
async function summaryOf(
  pool: pg.Pool,
  orgId: string,
  resident: Resident,
  day: string,
  now: number,
): Promise<HealthViewData['summary']> {
  const from = nightStart(day)
  const to = from + NIGHT_MIN * MINUTE_MS
  const ids = [resident.oldmanId]
  const [minutes, nights, alarms, rules] = await Promise.all([
    minutesOf(pool, orgId, ids, from, to),
    keptNights(pool, orgId, ids, plusDays(day, -BASELINE_NIGHTS), day),
    nightAlarms(pool, orgId, ids, from, to),
    rulesFor(pool, orgId, [resident]),
  ])
  const known = nights.get(resident.oldmanId) ?? []
  const kept = known.find((one) => one.day === day)
  const before = known.filter((one) => one.day !== day)
  const read = nightOf(minutes.get(resident.oldmanId) ?? [], from)
  const night = read.minutes > 0 ? { ...read, day, away: kept?.away ?? 0 } : kept
  if (!night) return null
  const { heartCurve: _heart, breathCurve: _breath, ...plain } = night as typeof read & KeptNight
  const judged = plain.away === 1 ? [] : judge(plain, before, limitsAt(rules(resident), from), now < to)
  const raised = alarms.get(resident.oldmanId) ?? []
  return {
    night: asData(plain, levelOf(judged), plain.away === 1 ? null : noteOf(plain, before, judged, raised)),
    judged,
    baselineNights: before.filter(countsForBaseline).length,
    alarms: raised.length,
    openAlarms: raised.filter((one) => one.status === AlarmStatus.is.open && !one.taken).length,
  }
}

const LAST_NIGHTS = 7

/** With the summary of the night in place of the kept one, which a running night does not have yet. */
function withSummary(nights: NightData[], summary: HealthViewData['summary'], day: string): NightData[] {
  if (!summary || summary.night.day !== day) return nights
  return [...nights.filter((one) => one.day !== day), summary.night].sort((a, b) => (a.day < b.day ? -1 : 1))
}

export async function healthView(
  who: Caller,
  oldmanId: string,
  range: HealthRangeValue,
  asked: string | null,
): Promise<HealthViewData> {
  const { pool } = who.app
  const found = await pool.query<Resident>({ ...RESIDENT, values: [who.orgId, who.deptIds, oldmanId] })
  const resident = found.rows[0]
  if (!resident) throw notFound('老人')
  const now = Date.now()
  const period = periodOf(range, asked, now)
  const night = range === 'night' ? period.day : newestNight(now)
  const from = range === 'night' || range === 'day' ? plusDays(night, 1 - LAST_NIGHTS) : dayOf(period.from)
  const until = range === 'night' || range === 'day' ? night : period.day
  const [minutes, curves, marks, nights, rules, summary] = await Promise.all([
    // A month is told by its nights; its minutes would be forty thousand rows for thirty points.
    range === 'month' ? null : minutesOf(pool, who.orgId, [oldmanId], period.from, period.to),
    range === 'night' || range === 'day'
      ? pool.query<Curves>({ ...CURVES, values: [who.orgId, oldmanId, plusDays(night, -BASELINE_NIGHTS), night] })
      : null,
    pool.query<HealthViewData['alarms'][number]>({ ...MARKS, values: [who.orgId, oldmanId, period.from, period.to] }),
    pool.query<NightData>({ ...NIGHTS, values: [who.orgId, oldmanId, from, until] }),
    rulesFor(pool, who.orgId, [resident]),
    summaryOf(pool, who.orgId, resident, night, now),
  ])
  const list = minutes?.get(oldmanId) ?? []
  const shown = withSummary(nights.rows, summary, night)
  const close = range === 'night' || range === 'day'
  const monthly = range === 'month' ? byNight(shown, period) : null
  const { deviceId, deviceNo, state, ...rest } = resident
  return {
    resident: rest,
    device: deviceId
      ? {
          deviceId,
          deviceNo: deviceNo!,
          online: resident.online!,
          inBed: resident.inBed ?? null,
          heart: resident.heart ?? null,
          breath: resident.breath ?? null,
          signal: resident.signal ?? null,
          battery: resident.battery ?? null,
          at: resident.at ?? null,
          since: state?.since ?? null,
        }
      : null,
    away: resident.away,
    range,
    day: period.day,
    previous: period.previous,
    next: period.next,
    from: wallClock(period.from),
    to: wallClock(period.to),
    fromMs: period.from,
    toMs: period.to,
    stepS: period.stepS,
    heart: monthly?.heart ?? averages(list, period, 'heart'),
    breath: monthly?.breath ?? averages(list, period, 'breath'),
    spans: close
      ? spansOf(list).map((one) => ({
          from: offset(one.from, period),
          to: offset(one.to, period),
          inBed: one.inBed ? 1 : 0,
        }))
      : [],
    turns: close
      ? list.filter((one) => one.turns > 0).map((one) => ({ at: offset(one.at, period), count: one.turns }))
      : [],
    moves: close ? movesOf(list, period) : [],
    bandStepS: SLOT_MIN * 60,
    bandNights: curves?.rows.length ?? 0,
    ...(curves ? bandOver(curves.rows, period) : { heartLow: [], heartHigh: [], breathLow: [], breathHigh: [] }),
    limits: limitsAt(rules(resident), period.from),
    alarms: marks.rows,
    running: range === 'night' && now < period.to,
    longestStillMin: close ? longestStill(list) : null,
    summary,
    nights: shown,
  }
}

/** One point a night. */
function byNight(nights: readonly NightData[], period: Period): Curves {
  const days = Array.from({ length: DAYS.month }, (_, i) => plusDays(dayOf(period.from), i))
  const of = (day: string) => nights.find((one) => one.day === day && one.away === 0)
  return { heart: days.map((day) => of(day)?.heartAvg ?? null), breath: days.map((day) => of(day)?.breathAvg ?? null) }
}
