// Last night of every resident, made each morning at five past eight from the minutes, judged beside the resident's own
// nights before. A night that is missing, because the server stood still, is made at the next occasion.

import type pg from 'pg'
import type { RuledResident } from '#server/areas/monitor/alarmRule/effectiveRules'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { onEveryStart } from '#server/kit/presets'
import { BASELINE_NIGHTS, type Judgement, judge, type KeptNight, levelOf, noteOf } from './healthBaseline.ts'
import { lastFinished, MINUTE_MS, NIGHT_MIN, type NightMade, nightOf, nightStart, plusDays } from './healthNight.ts'
import { keptNights, limitsAt, minutesOf, nightAlarms, rulesFor } from './healthRead.ts'

type Client = pg.Pool | pg.ClientBase

/** More than half of the night outside. */
const AWAY_MIN = NIGHT_MIN / 2
/** Residents at a time: some ten thousand minutes in memory. */
const BATCH = 40
/** Nights before the last that are looked after. */
const MAKE_UP_NIGHTS = 7

const RESIDENTS = `select t.oldman_id as "oldmanId", t.dept_id as "deptId", t.level_id as "levelId", coalesce((
    select sum(extract(epoch from least(coalesce(u.actual_return, 'infinity'), to_timestamp($3::float8 / 1000))
      - greatest(u.actual_out, to_timestamp($2::float8 / 1000)))) / 60 from outing u
    where u.org_id = t.org_id and u.oldman_id = t.oldman_id and u.actual_out < to_timestamp($3::float8 / 1000)
      and coalesce(u.actual_return, 'infinity') > to_timestamp($2::float8 / 1000)), 0)::float8 as "awayMin"
from oldman t where t.org_id = $1
  and (exists (select from device v where v.org_id = t.org_id and v.bed_id = t.current_bed_id and v.kind = 'MATTRESS')
    or exists (select from reading_minute m where m.org_id = t.org_id and m.oldman_id = t.oldman_id
      and m.minute >= to_timestamp($2::float8 / 1000) and m.minute < to_timestamp($3::float8 / 1000)))
  and ($4::date is null or not exists (select from health_night h where h.org_id = t.org_id and h.oldman_id = t.oldman_id
    and h.day = $4::date))
order by t.oldman_id`

const KEEP = `insert into health_night (org_id, oldman_id, day, in_bed_min, bed_at, rise_at, exits, longest_exit_min, exit_min,
  heart_avg10, heart_min, heart_max, breath_avg10, breath_min, breath_max, turns, big_move_min, wet, minutes, away, heart_curve,
  breath_curve, level, judged, note)
select $1, n."oldmanId", n.day, n."inBedMin", to_timestamp(n."bedAt" / 1000), to_timestamp(n."riseAt" / 1000), n.exits,
  n."longestExitMin", n."exitMin", n."heartAvg10", n."heartMin", n."heartMax", n."breathAvg10", n."breathMin", n."breathMax",
  n.turns, n."bigMoveMin", n.wet, n.minutes, n.away, n."heartCurve", n."breathCurve", n.level, n.judged, n.note
from jsonb_to_recordset($2::jsonb) as n("oldmanId" text, day date, "inBedMin" int, "bedAt" float8, "riseAt" float8, exits int,
  "longestExitMin" int, "exitMin" int, "heartAvg10" int, "heartMin" int, "heartMax" int, "breathAvg10" int, "breathMin" int,
  "breathMax" int, turns int, "bigMoveMin" int, wet int, minutes int, away smallint, "heartCurve" smallint[],
  "breathCurve" smallint[], level smallint, judged jsonb, note text)
on conflict (org_id, oldman_id, day) do update set in_bed_min = excluded.in_bed_min, bed_at = excluded.bed_at,
  rise_at = excluded.rise_at, exits = excluded.exits, longest_exit_min = excluded.longest_exit_min, exit_min = excluded.exit_min,
  heart_avg10 = excluded.heart_avg10, heart_min = excluded.heart_min, heart_max = excluded.heart_max,
  breath_avg10 = excluded.breath_avg10, breath_min = excluded.breath_min, breath_max = excluded.breath_max,
  turns = excluded.turns, big_move_min = excluded.big_move_min, wet = excluded.wet, minutes = excluded.minutes,
  away = excluded.away, heart_curve = excluded.heart_curve, breath_curve = excluded.breath_curve, level = excluded.level,
  judged = excluded.judged, note = excluded.note, made_at = now()`

export interface NewNight extends NightMade {
  oldmanId: string
  day: string
  away: number
  level: 0 | 1 | 2
  judged: readonly Judgement[]
  note: string | null
}

export async function keepNights(client: Client, orgId: string, nights: readonly NewNight[]): Promise<void> {
  if (nights.length > 0) await client.query(KEEP, [orgId, JSON.stringify(nights)])
}

interface Resident extends RuledResident {
  awayMin: number
}

/** Makes (again) the night of a day for every resident of an organisation; answers how many there are. */
export async function makeNights(client: Client, orgId: string, day: string, onlyMissing = false): Promise<number> {
  const from = nightStart(day)
  const to = from + NIGHT_MIN * MINUTE_MS
  const residents = await client.query<Resident>(RESIDENTS, [orgId, from, to, onlyMissing ? day : null])
  let made = 0
  for (let first = 0; first < residents.rows.length; first += BATCH) {
    made += await makeSome(client, orgId, day, residents.rows.slice(first, first + BATCH))
  }
  return made
}

async function makeSome(client: Client, orgId: string, day: string, residents: readonly Resident[]): Promise<number> {
  const from = nightStart(day)
  const to = from + NIGHT_MIN * MINUTE_MS
  const ids = residents.map((one) => one.oldmanId)
  const [minutes, nights, alarms, rulesOf] = await Promise.all([
    minutesOf(client, orgId, ids, from, to),
    keptNights(client, orgId, ids, plusDays(day, -BASELINE_NIGHTS), plusDays(day, -1)),
    nightAlarms(client, orgId, ids, from, to),
    rulesFor(client, orgId, residents),
  ])
  const rows = residents.flatMap((resident) => {
    const away = resident.awayMin >= AWAY_MIN ? 1 : 0
    const made = nightOf(minutes.get(resident.oldmanId) ?? [], from)
    if (made.minutes === 0 && away === 0) return []
    const night: KeptNight = { ...made, day, away }
    const before = nights.get(resident.oldmanId) ?? []
    const judged = away === 1 ? [] : judge(night, before, limitsAt(rulesOf(resident), from))
    const note = away === 1 ? null : noteOf(night, before, judged, alarms.get(resident.oldmanId) ?? [])
    return [{ ...made, oldmanId: resident.oldmanId, day, away, level: levelOf(judged), judged, note }]
  })
  await keepNights(client, orgId, rows)
  return rows.length
}

const ORGS = `select org_id as "orgId" from organization order by org_id`

async function makeLastNight(app: Pick<AppContext, 'pool' | 'log'>, again: boolean): Promise<void> {
  const last = lastFinished(Date.now())
  const { rows } = await app.pool.query<{ orgId: string }>(ORGS)
  for (const { orgId } of rows) {
    // Oldest first: a night is judged beside those before it.
    for (let back = MAKE_UP_NIGHTS; back > 0; back--) await makeNights(app.pool, orgId, plusDays(last, -back), true)
    const made = await makeNights(app.pool, orgId, last, !again)
    if (made > 0) app.log.info({ orgId, day: last, made }, 'nights made')
  }
}

export const lastNight = defineJob('monitor.lastNight', (_payload, app) => makeLastNight(app, true))
export const everyMorning = defineCron(lastNight, '5 8 * * *', { makeUpHours: 20 })

onEveryStart('monitor.lastNight', (app) => makeLastNight(app, false))
