// The elders of a sheet: while it is a draft everybody who lives in the department, as they are now; afterwards those who were
// signed for, as they were then.
import type pg from 'pg'
import { AttentionNote, IN_HOUSE, isHighRisk, ResidentNote } from '#contract/live/resident'
import type { HandoverElderData } from '#contract/nursing/handover'
import { type CountedElder, NEW_DAYS } from '#contract/nursing/handoverWords'
import { NursingGrade } from '#contract/nursing/level'
import { HOSPITAL_OUTING } from '#contract/nursing/task'
import { awayNow, PLACE } from '#server/areas/residents/public'

export type LiveElder = HandoverElderData & CountedElder

const GRADE = `case l.grade when ${NursingGrade.is.special} then 'special' when ${NursingGrade.is.first} then 'first' end`
const HIGH = ResidentNote.list.flatMap(({ value }) => (isHighRisk(value) ? [value] : []))
const RISKS = [AttentionNote.is.violence, AttentionNote.is.suicide, AttentionNote.is.endOfLife, ...HIGH]

const NOTE = `coalesce(e.focus, false) as focus, e.condition, e.done, e.watch, e.updated_name as "updatedName",
  e.updated_at as "updatedAt", e.walked_at as "walkedAt", coalesce(e.version, 0) as version`

// $1 organisation, $2 department, $3 sheet, $4 since when somebody is back, $5 one elder or null.
const LIVE = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", at.path as "bedPath", l.level_name as "levelName",
  away.kind as away, t.status in (${IN_HOUSE}) as "inHouse", ${GRADE} as grade, ${NOTE},
  case when away.kind is not null or t.status not in (${IN_HOUSE}) then '[]'::jsonb else to_jsonb(array_remove(array[${GRADE},
    case when t.check_in_date > ($4::timestamptz)::date - ${NEW_DAYS} then 'new' end,
    case when exists (select from outing b where b.org_id = t.org_id and b.oldman_id = t.oldman_id
      and b.out_type = '${HOSPITAL_OUTING}' and b.actual_return >= $4::timestamptz) then 'back' end,
    case when t.notes @> any(array[${RISKS.map((one) => `'[${one}]'::jsonb`).join(', ')}]) or exists (select from vital_alert v
      where v.org_id = t.org_id and v.oldman_id = t.oldman_id and v.state <> 'CLOSED' and v.grade = 'red') then 'risk' end,
    case when e.focus then 'focus' end], null)) end as walk
from oldman t ${PLACE} left join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id
left join lateral (select case when u.out_type = '${HOSPITAL_OUTING}' then 'HOSPITAL' else 'OUT' end as kind
  from outing u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and ${awayNow('u')} limit 1) away on t.status in (${IN_HOUSE})
left join handover_elder e on e.org_id = t.org_id and e.sheet_id = $3 and e.oldman_id = t.oldman_id
where t.org_id = $1 and t.dept_id = $2 and (t.status in (${IN_HOUSE}) or e.oldman_id is not null)
  and ($5::text is null or t.oldman_id = $5)
order by at.place, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.oldman_id`

export interface ElderQuestion {
  orgId: string
  deptId: string
  sheetId: string
  since: string
  oldmanId?: string
}

export async function eldersNow(client: pg.Pool | pg.ClientBase, q: ElderQuestion): Promise<LiveElder[]> {
  const found = await client.query<LiveElder>({
    name: 'handover_elders',
    text: LIVE,
    values: [q.orgId, q.deptId, q.sheetId, q.since, q.oldmanId ?? null],
  })
  return found.rows
}

const FROZEN = `select e.oldman_id as "oldmanId", coalesce(e.oldman_name, '') as "oldmanName", e.bed_path as "bedPath",
  e.level_name as "levelName", e.away, e.walk, ${NOTE}
from handover_elder e where e.org_id = $1 and e.sheet_id = $2 order by e.sort, e.oldman_id`

export async function eldersSigned(client: pg.Pool | pg.ClientBase, orgId: string, sheetId: string) {
  const found = await client.query<HandoverElderData>({
    name: 'handover_elders_signed',
    text: FROZEN,
    values: [orgId, sheetId],
  })
  return found.rows
}

const FREEZE = `insert into handover_elder (org_id, sheet_id, oldman_id, oldman_name, bed_path, level_name, away, walk, sort)
select $1, $2, x."oldmanId", x."oldmanName", x."bedPath", x."levelName", x.away, x.walk, x.sort
from jsonb_to_recordset($3::jsonb) as x("oldmanId" text, "oldmanName" text, "bedPath" text, "levelName" text, away text, walk jsonb, sort int)
on conflict (org_id, sheet_id, oldman_id) do update set oldman_name = excluded.oldman_name, bed_path = excluded.bed_path,
  level_name = excluded.level_name, away = excluded.away, walk = excluded.walk, sort = excluded.sort`

const isWritten = (one: HandoverElderData) => one.version > 0 && (one.focus || one.condition || one.done || one.watch)

/** Writes down who they are now: those with a note, and those whom the next shift is to see. */
export async function freezeElders(
  client: pg.ClientBase,
  orgId: string,
  sheetId: string,
  elders: readonly HandoverElderData[],
): Promise<void> {
  const kept = elders.filter((one) => isWritten(one) || one.walk.length > 0)
  const empty = elders.filter((one) => one.version > 0 && !kept.includes(one)).map((one) => one.oldmanId)
  await client.query('delete from handover_elder where org_id = $1 and sheet_id = $2 and oldman_id = any($3)', [
    orgId,
    sheetId,
    empty,
  ])
  await client.query({
    name: 'handover_elders_freeze',
    text: FREEZE,
    values: [orgId, sheetId, JSON.stringify(kept.map((one, sort) => ({ ...one, sort })))],
  })
}

/** Back to a draft: what was only written down by the signature goes, the notes stay. */
export async function thawElders(client: pg.ClientBase, orgId: string, sheetId: string): Promise<void> {
  await client.query('delete from handover_elder where org_id = $1 and sheet_id = $2 and updated_at is null', [
    orgId,
    sheetId,
  ])
  await client.query(
    `update handover_elder set oldman_name = null, bed_path = null, level_name = null, away = null, walk = '[]', walked_at = null
     where org_id = $1 and sheet_id = $2`,
    [orgId, sheetId],
  )
}
