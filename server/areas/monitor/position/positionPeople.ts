// Who wears a tag and where it was heard last: one statement for the map, the list of tags and the online check.

import type pg from 'pg'
import type { PersonData } from '#contract/monitor/positionDevice'
import type { TrailData } from '#contract/monitor/positionMap'
import { AlarmStatus, OnlineStatus } from '#contract/monitor/words'
import { alarmTypeName } from '#server/areas/monitor/alarm/alarmCards'
import { AGE, PLACE, partPattern, startPattern } from '#server/areas/residents/public'
import { inDepts } from '#server/kit/tenant'

/** A fix that is older says where the tag was, not where it is. */
const FIX_LASTS = "interval '5 minutes'"

/** `d` the tag, `s` its state, `t` the resident, `e` the member of staff, `m` the map. */
export const TAG_JOINS = `left join device_state s on s.org_id = d.org_id and s.device_id = d.device_id
  left join oldman t on t.org_id = d.org_id and t.oldman_id = d.oldman_id
  left join employee e on e.org_id = d.org_id and e.emp_id = d.user_id
  left join floor_map m on m.org_id = d.org_id and m.map_id = s.map_id
  left join location mb on mb.org_id = m.org_id and mb.location_id = m.building_id
  left join dept td on td.org_id = d.org_id and td.dept_id = coalesce(t.dept_id, e.dept_id)
  ${PLACE}`

export const LOCATION_STATUS = `case when d.online = ${OnlineStatus.is.online}
  and s.fix_at > now() - ${FIX_LASTS} then 0 else 1 end`
export const COMMUNICATION_STATUS = `case when d.online = ${OnlineStatus.is.online} then 0 else 1 end`
export const ALARMING = `exists (select from alarm_record a where a.org_id = d.org_id and a.device_no = d.device_no
  and a.status = ${AlarmStatus.is.open})`
const OUT = `exists (select from outing u where u.org_id = d.org_id and u.oldman_id = d.oldman_id
  and u.actual_out is not null and u.actual_return is null)`

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

export const TAG_COLUMNS = `d.device_id as "deviceId", d.device_no as "deviceNo", d.tag_type as "tagType",
  case when d.oldman_id is not null then 'ELDER' when d.user_id is not null then 'STAFF' end as holder,
  coalesce(t.oldman_name, e.emp_name) as name, d.oldman_id as "oldmanId", d.user_id as "userId", t.sex, ${AGE} as age,
  coalesce(t.head, e.working_picture) as head, coalesce(t.notes, '[]') as attention, e.emp_title as "jobName",
  at.path as "bedPath", td.dept_name as "deptName", s.map_id as "mapId", nullif(concat_ws(' ', mb.location_name, m.map_name), '') as "mapName", s.x, s.y,
  ${ms('s.fix_at')} as "fixAt", ${ms('coalesce(s.heard_at, d.last_at)')} as "heardAt",
  coalesce(s.battery, d.battery)::int as battery, s.work as "workStatus", ${LOCATION_STATUS} as "locationStatus",
  ${COMMUNICATION_STATUS} as "communicationStatus", case when ${ALARMING} then 1 else 0 end as "labelAlarmStatus",
  ${OUT} as out`

/** A resident belongs to the department of the resident; staff and spare tags concern everybody. */
export const TAG_SCOPE = (departments: string) => `${inDepts('t', departments)}`

export interface PeopleFilter {
  mapId?: string | null | undefined
  buildingId?: string | null | undefined
  keyword?: string | null | undefined
}

const PEOPLE = `select ${TAG_COLUMNS}, coalesce(t.pinyin, e.pinyin) as pinyin, coalesce(t.initials, e.initials) as initials
from device d ${TAG_JOINS}
where d.org_id = $1 and d.kind = 'TAG' and d.enabled and (d.oldman_id is not null or d.user_id is not null)
  and ${TAG_SCOPE('$2')} and ($3::text is null or s.map_id = $3) and ($4::text is null or m.building_id = $4)
  and ($5::text is null or t.oldman_name like $5 or t.readings like $6 or e.emp_name like $5 or d.device_no ilike $5
    or ' ' || e.initials || ' ' || e.pinyin like $6)
order by coalesce(t.pinyin, e.pinyin), d.device_no`

export async function peopleOf(
  pool: pg.Pool,
  orgId: string,
  deptIds: readonly string[] | null,
  filter: PeopleFilter = {},
): Promise<PersonData[]> {
  const words = filter.keyword?.trim() || null
  const { rows } = await pool.query<PersonData>({
    name: 'position-people',
    text: PEOPLE,
    values: [
      orgId,
      deptIds,
      filter.mapId ?? null,
      filter.buildingId ?? null,
      words && partPattern(words),
      words && startPattern(words),
    ],
  })
  return rows
}

export interface KnownTag {
  deviceId: string
  deviceKey: number
  deviceNo: string
  name: string
}

export async function tagOf(
  pool: pg.Pool,
  orgId: string,
  deptIds: readonly string[] | null,
  deviceId: string,
): Promise<KnownTag | null> {
  const { rows } = await pool.query<KnownTag>(
    `select d.device_id as "deviceId", d.device_key as "deviceKey", d.device_no as "deviceNo",
      coalesce(t.oldman_name, e.emp_name, d.device_no) as name
    from device d left join oldman t on t.org_id = d.org_id and t.oldman_id = d.oldman_id
    left join employee e on e.org_id = d.org_id and e.emp_id = d.user_id
    where d.org_id = $1 and d.device_id = $3 and d.kind = 'TAG' and ${TAG_SCOPE('$2')}`,
    [orgId, deptIds, deviceId],
  )
  return rows[0] ?? null
}

/** So many points are drawn smoothly and travel quickly; a longer time is told in longer steps. */
const MOST_POINTS = 4000

const TRAIL = `select distinct on (slot) * from (
  select (extract(epoch from p.at) * 1000)::float8 as at, m.map_id as "mapId", p.x, p.y,
    case when $5 = 0 then extract(epoch from p.at) else floor(extract(epoch from p.at) / greatest($5, 1)) end as slot
  from position p join floor_map m on m.org_id = p.org_id and m.map_key = p.map_key
  where p.org_id = $1 and p.device_key = $2 and p.at >= $3::timestamptz and p.at <= $4::timestamptz
) fixes order by slot, at`

/** Where a tag was from `start` to `end` (texts as clients send them), and what was raised meanwhile. */
export async function trailOf(
  pool: pg.Pool,
  orgId: string,
  tag: KnownTag,
  start: string,
  end: string,
  seconds: number,
): Promise<TrailData> {
  const stepS = Math.floor(seconds / MOST_POINTS)
  const [points, alarms] = await Promise.all([
    pool.query<TrailData['points'][number] & { slot: number }>(TRAIL, [orgId, tag.deviceKey, start, end, stepS]),
    pool.query<Omit<TrailData['alarms'][number], 'typeName'>>(
      `select record_id as "recordId", type, content, status, (extract(epoch from raised_at) * 1000)::float8 as at
      from alarm_record where org_id = $1 and device_id = $2 and raised_at between $3::timestamptz and $4::timestamptz
      order by raised_at limit 200`,
      [orgId, tag.deviceId, start, end],
    ),
  ])
  return {
    deviceId: tag.deviceId,
    name: tag.name,
    points: points.rows.map(({ at, mapId, x, y }) => ({ at, mapId, x, y })),
    alarms: alarms.rows.map((row) => ({ ...row, typeName: alarmTypeName('TAG', row.type) })),
    stepS,
  }
}
