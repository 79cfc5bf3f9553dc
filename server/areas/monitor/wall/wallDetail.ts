// What a card of the wall says beyond the alarm: the ladder with names, the last minutes as a curve, what is usual.

import { notFound } from '#contract/kit/refusal'
import { PHONE_RANK } from '#contract/monitor/ladderWords'
import { type Polygon, pointInPolygon } from '#contract/monitor/polygon'
import type { WallDetailData, WallStepData } from '#contract/monitor/wall'
import { AlarmStatus } from '#contract/monitor/words'
import { ALARM_SCOPE } from '#server/areas/monitor/alarm/alarmCards'
import { type Climbing, nameOf } from '#server/areas/monitor/ladder/ladder'
import { ladderFacts, stepsOf } from '#server/areas/monitor/ladder/ladderFacts'
import { buildingSql, servesSeveral } from '#server/areas/platform/public'
import type { Caller } from '#server/kit/caller'

interface Found extends Climbing {
  version: number
  kind: string | null
  status: number
  oldmanId: string | null
  deviceKey: number | null
  nextName: string | null
  climbs: boolean
}

const ALARM = `select t.org_id as "orgId", t.record_id as "recordId", t.source, t.type, t.level, t.urgency, t.dept_id as "deptId",
  t.rank, t.version, t.kind, t.status, t.oldman_id as "oldmanId", v.device_key as "deviceKey", t.next_name as "nextName",
  t.next_step_at is not null as climbs, e.emp_name as "takerName"
from alarm_record t left join device v on v.org_id = t.org_id and v.device_id = t.device_id
  left join employee e on e.org_id = t.org_id and e.emp_id = t.taker_id
where t.org_id = $1 and t.record_id = $3 and ${ALARM_SCOPE('$2')}`

/** One row a step, with everybody it told. */
const DONE = `select rank, string_agg(distinct coalesce(user_name, '电话'), '、') as name, min(at) as at, max(note) as note
from alarm_step where org_id = $1 and record_id = $2 and kind in ('TOLD', 'PHONED') and rank is not null
group by rank, date_trunc('second', at) order by min(at), rank`

const PHONES = `select outbox_id as "outboxId", user_name as "userName", phone, state from vms_outbox
where org_id = $1 and record_id = $2 and state in ('WAITING', 'FAILED') and (provider = 'outbox' or state = 'FAILED')
order by created_at`

/** Five-second means of the last ten minutes; a bucket without a reading is a gap. */
const curveOf = (
  column: 'heart' | 'breath',
) => `select extract(epoch from w.at) * 1000 as at, avg(r.${column})::float8 as value
from generate_series(date_bin('5 seconds', now() - interval '10 minutes', timestamptz 'epoch'), now(), interval '5 seconds')
    as w(at)
  left join reading r on r.org_id = $1 and r.device_key = $2 and r.at >= w.at and r.at < w.at + interval '5 seconds'
    and r.at > now() - interval '11 minutes'
group by w.at order by w.at`
const CURVES = { heart: curveOf('heart'), breath: curveOf('breath') }

/** Nine of ten minutes of the last fortnight's nights. */
const usualOf = (
  column: 'heart' | 'breath',
) => `select round(percentile_cont(0.05) within group (order by value))::int as low,
  round(percentile_cont(0.95) within group (order by value))::int as high, count(*)::int as n
from (select ${column}_sum::float8 / ${column}_n as value from reading_minute
  where org_id = $1 and oldman_id = $2 and ${column}_n > 0 and minute between now() - interval '14 days' and now() - interval '1 hour'
    and (extract(hour from minute) >= 21 or extract(hour from minute) < 6)) as m`
const USUAL = { heart: usualOf('heart'), breath: usualOf('breath') }

/** Minutes of one absence from the bed, by night. */
const USUAL_EXIT = `select round(percentile_cont(0.1) within group (order by value))::int as low,
  round(percentile_cont(0.9) within group (order by value))::int as high, (count(*) * 60)::int as n
from (select exit_min::float8 / exits as value from health_night
  where org_id = $1 and oldman_id = $2 and exits > 0 and away = 0 and day >= current_date - 30) as m`
const ENOUGH = 120

const COLUMN_OF: Readonly<Record<string, 'heart' | 'breath'>> = { HEART: 'heart', BREATH: 'breath' }

async function usualFor(who: Caller, found: Found): Promise<WallDetailData['usual']> {
  const column = found.kind === null ? undefined : COLUMN_OF[found.kind]
  const text = column ? USUAL[column] : found.kind === 'EXIT' ? USUAL_EXIT : null
  if (text === null || found.oldmanId === null) return null
  const { rows } = await who.app.pool.query<{ low: number | null; high: number | null; n: number }>(text, [
    who.orgId,
    found.oldmanId,
  ])
  const row = rows[0]
  return row && row.n >= ENOUGH && row.low !== null && row.high !== null ? { low: row.low, high: row.high } : null
}

async function curveFor(who: Caller, found: Found): Promise<WallDetailData['curve']> {
  const column = found.kind === null ? undefined : COLUMN_OF[found.kind]
  if (!column || found.deviceKey === null) return []
  const { rows } = await who.app.pool.query<{ at: number; value: number | null }>(CURVES[column], [
    who.orgId,
    found.deviceKey,
  ])
  const first = rows.findIndex((row) => row.value !== null)
  return first < 0 ? [] : rows.slice(first).map((row) => ({ at: Number(row.at), value: row.value }))
}

/** Where a tag is now, by the name of the room it is in, and where its wearer lives. */
const TAG_PLACE = `select m.map_name as "mapName", l.location_name as building, m.zones, coalesce(s.x, a.x) as x,
  coalesce(s.y, a.y) as y, (select concat_ws(' ', case when $3 then ${buildingSql('hl')} end, r.room_name, b.bed_name) from oldman o
    join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id join room r on r.org_id = b.org_id and r.room_id = b.room_id
    left join location hl on hl.org_id = r.org_id and hl.location_id = r.area
    where o.org_id = a.org_id and o.oldman_id = a.oldman_id) as home
from alarm_record a left join device_state s on s.org_id = a.org_id and s.device_id = a.device_id
  left join floor_map m on m.org_id = a.org_id and m.map_id = coalesce(s.map_id, a.map_id)
  left join location l on l.org_id = m.org_id and l.location_id = m.building_id
where a.org_id = $1 and a.record_id = $2`

interface TagPlace {
  mapName: string | null
  building: string | null
  zones: { name: string; polygon: Polygon }[] | null
  x: number | null
  y: number | null
  home: string | null
}

async function placeFor(who: Caller, found: Found): Promise<Pick<WallDetailData, 'where' | 'home'>> {
  if (found.source !== 'TAG') return { where: null, home: null }
  const several = await servesSeveral(who.app.pool, who)
  const { rows } = await who.app.pool.query<TagPlace>(TAG_PLACE, [who.orgId, found.recordId, several])
  const { mapName, building, zones, x, y, home } = rows[0]!
  const zone = x === null || y === null ? undefined : zones?.find((one) => pointInPolygon([x, y], one.polygon))
  const floor =
    mapName === null || building === null || mapName.startsWith(building) ? mapName : `${building} ${mapName}`
  return { where: [floor, zone?.name].filter(Boolean).join(' ') || null, home }
}

/** The steps still to come, with whom they will tell as the roster stands. */
async function toCome(who: Caller, found: Found): Promise<WallStepData[]> {
  if (!found.climbs || found.status !== AlarmStatus.is.open) return []
  const known = await ladderFacts(who.app.pool, [who.orgId])
  const facts = known.get(who.orgId)!
  let at = Date.now()
  const later = stepsOf(facts, found)
    .filter((step) => step.rank > found.rank)
    .map((step, number) => {
      at += step.seconds * 1_000
      const name = number === 0 && found.nextName ? found.nextName : nameOf(facts, found, step, at)
      return { rank: step.rank, name, at: null, seconds: step.seconds, note: null }
    })
  // Beyond the top it is told again.
  return later.length > 0 || !found.nextName
    ? later
    : [{ rank: Math.min(found.rank, PHONE_RANK - 1), name: found.nextName, at: null, seconds: 0, note: null }]
}

export async function detailOf(who: Caller, recordId: string): Promise<WallDetailData> {
  const { pool } = who.app
  const { rows } = await pool.query<Found>(ALARM, [who.orgId, who.deptIds, recordId])
  const found = rows[0]
  if (!found) throw notFound('告警')
  const key = [who.orgId, recordId]
  const [done, next, curve, usual, place, phones] = await Promise.all([
    pool.query<Omit<WallStepData, 'seconds'>>(DONE, key),
    toCome(who, found),
    curveFor(who, found),
    usualFor(who, found),
    placeFor(who, found),
    pool.query<WallDetailData['phones'][number]>(PHONES, key),
  ])
  return {
    version: found.version,
    steps: [...done.rows.map((step) => ({ ...step, seconds: null })), ...next],
    curve,
    usual,
    ...place,
    phones: found.status === AlarmStatus.is.open ? phones.rows : [],
  }
}
