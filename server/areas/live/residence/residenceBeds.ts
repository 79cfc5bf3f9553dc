// Beds as the moves see them: locked, in words, and with whoever stands in the way.

import { invalid, notFound } from '#contract/kit/refusal'
import { BedStatus } from '#contract/live/bedStatus'
import type { BedChoiceData } from '#contract/live/residence'
import { ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import { BedDisplay } from '#contract/platform/bed'
import { pathWords } from '#contract/platform/placeNames'
import { BED_STATUS, BED_STATUS_JOINS } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

export interface LockedBed {
  bedId: string
  /** In words: 松鹤楼 › 2层 › 203室 › 02床 */
  path: string
  roomId: string
  deptId: string | null
  display: number
  mark: 6 | 7 | null
  markReason: string | null
  until: string | null
}

const IN_DEPTS = `${inDepts('r', '$2')}`

const LOCK = `select b.bed_id as "bedId", concat_ws('>', nullif(a.path, ''), r.room_name, b.bed_name) as path, b.room_id as "roomId",
  r.dept_id as "deptId", b.display, m.mark, m.reason as "markReason", m.until
from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location a on a.org_id = r.org_id and a.location_id = r.area
  left join bed_mark m on m.org_id = b.org_id and m.bed_id = b.bed_id
where b.org_id = $1 and b.bed_id = any($2) order by b.bed_id for no key update of b`

export type LockedBeds = ReadonlyMap<string, LockedBed>

/**
 * All beds of a move at once, in the order of their ids. `wanted` must be in the caller's departments; those that the
 * resident leaves need not be.
 */
export async function lockBeds(
  tx: Tx,
  deptIds: readonly string[] | null,
  wanted: readonly string[],
  leaving: readonly string[] = [],
): Promise<LockedBeds> {
  const ids = [...new Set([...wanted, ...leaving])]
  const found = await tx.client.query<LockedBed>({
    name: 'residence_beds_lock',
    text: LOCK,
    values: [tx.orgId, ids],
  })
  const beds = new Map(found.rows.map((row) => [row.bedId, { ...row, path: pathWords(row.path) }]))
  const reach = deptIds === null ? null : new Set(deptIds)
  for (const bedId of wanted) {
    const bed = beds.get(bedId)
    if (!bed || (reach && bed.deptId !== null && !reach.has(bed.deptId))) throw notFound('床位')
  }
  return beds
}

/** The other open beds of a bed's room: what 包房 takes besides. */
export async function othersInRoom(tx: Tx, bedId: string): Promise<string[]> {
  const found = await tx.client.query<{ id: string }>({
    name: 'beds_of_room',
    text: `select o.bed_id as id from bed b join bed o on o.org_id = b.org_id and o.room_id = b.room_id
      where b.org_id = $1 and b.bed_id = $2 and o.bed_id <> b.bed_id and o.display = ${BedDisplay.is.shown} order by o.bed_id`,
    values: [tx.orgId, bedId],
  })
  return found.rows.map((row) => row.id)
}

interface Holder {
  bedId: string
  kind: 'STAY' | 'ROOM' | 'RESERVE'
  oldmanId: string
  name: string
  status: ResidenceStatusValue
  from: string
  to: string | null
  past: boolean
  now: boolean
}

const HOLDERS = `select o.bed_id as "bedId", o.kind, o.oldman_id as "oldmanId", t.oldman_name as name, t.status,
  lower(o.days) as "from", upper(o.days) as "to", upper(o.days) <= current_date as past, o.days @> current_date as now
from occupancy o join oldman t on t.org_id = o.org_id and t.oldman_id = o.oldman_id
where o.org_id = $1 and o.bed_id = any($2) and o.days && daterange($3::date, $4::date) and o.oldman_id <> all($5)
order by (o.days @> current_date) desc, lower(o.days), o.bed_id`

function holderInWords(path: string, holder: Holder): string {
  const { kind, name, status, from, to } = holder
  if (holder.past) return `${path} 在 ${from} 至 ${to} 由${name}使用，不能补录到这段日期`
  if (kind === 'RESERVE') return `${path} 已由${name}（已预订）预订`
  if (!holder.now) return `${path} 自 ${from} 起已安排给${name}（${ResidenceStatus.label(status)}）`
  if (kind === 'ROOM') return `${path} 已由${name}（${ResidenceStatus.label(status)}）包房占用`
  return `${path} 已由${name}（${ResidenceStatus.label(status)}）使用`
}

/** Refuses beds that somebody else has on any day from `from` (up to `to`, without it), and says who. */
export async function refuseHeld(
  tx: Tx,
  beds: LockedBeds,
  bedIds: readonly string[],
  input: { from: string; to?: string | null; except: readonly string[]; field?: string },
): Promise<void> {
  if (input.to && input.to <= input.from) return
  const found = await tx.client.query<Holder>({
    name: 'bed_holders',
    text: HOLDERS,
    values: [tx.orgId, bedIds, input.from, input.to ?? null, input.except],
  })
  const first = found.rows[0]
  if (!first) return
  const next = first.kind === 'RESERVE' && !first.past ? '，如要使用请先为其改订或取消预订' : ''
  throw invalid(`${holderInWords(beds.get(first.bedId)!.path, first)}${next}`, input.field ?? 'bedId')
}

/** Refuses a hidden bed and one under repair; one to be cleaned may be given out. */
export function refuseUnusable(bed: LockedBed, field = 'bedId'): void {
  if (bed.display === BedDisplay.is.hidden) throw invalid(`${bed.path} 已隐藏，不能安排`, field)
  if (bed.mark !== BedStatus.is.repair) return
  const until = bed.until ? `，预计 ${bed.until} 恢复` : ''
  throw invalid(`${bed.path} 维修停用${bed.markReason ? `（${bed.markReason}）` : ''}${until}，不能安排`, field)
}

/** The day a bed becomes free for somebody to come: today, or when whoever is in it moves out as already agreed. */
export async function freeFrom(tx: Tx, bedId: string, today: string, by: string, except: string): Promise<string> {
  const found = await tx.client.query<{ to: string | null }>({
    name: 'bed_free_from',
    text: `select upper(days) as "to" from occupancy where org_id = $1 and bed_id = $2 and oldman_id <> $4
      and days @> $3::date`,
    values: [tx.orgId, bedId, today, except],
  })
  const to = found.rows[0]?.to
  return to && to <= by ? to : today
}

interface ChoiceRow extends Omit<BedChoiceData, 'free' | 'note' | 'buildingName' | 'floorName'> {
  areaPath: string | null
  mark: 6 | 7 | null
  markReason: string | null
  until: string | null
  holder: Omit<Holder, 'bedId'> | null
}

// `day` decides who stands in the way; the colours are those of today.
const CHOICE = `select b.bed_id as "bedId", concat_ws('>', nullif(a.path, ''), r.room_name, b.bed_name) as "bedPath",
  a.path as "areaPath", r.room_id as "roomId", r.room_name as "roomName", b.bed_name as "bedName",
  ${BED_STATUS} as status, marked.mark, marked.reason as "markReason", marked.until,
  (select case when count(distinct t.sex) > 1 then 2 else min(t.sex) end from bed rb join oldman t
     on t.org_id = rb.org_id and t.current_bed_id = rb.bed_id
   where rb.org_id = b.org_id and rb.room_id = b.room_id and t.oldman_id is distinct from $4) as "roomSex",
  (select jsonb_build_object('kind', o.kind, 'oldmanId', o.oldman_id, 'name', t.oldman_name, 'status', t.status,
      'from', lower(o.days), 'to', upper(o.days), 'past', coalesce(upper(o.days) <= current_date, false),
      'now', o.days @> current_date)
     from occupancy o join oldman t on t.org_id = o.org_id and t.oldman_id = o.oldman_id
    where o.org_id = b.org_id and o.bed_id = b.bed_id and o.oldman_id is distinct from $4
      and o.days && daterange(coalesce($3::date, current_date), null)
    order by (o.days @> current_date) desc, lower(o.days) limit 1) as holder
from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location a on a.org_id = r.org_id and a.location_id = r.area ${BED_STATUS_JOINS}
where b.org_id = $1 and b.display = ${BedDisplay.is.shown} and ${IN_DEPTS}
order by a.place nulls last, r.sort, r.room_name, r.room_id, b.sort, b.bed_name, b.bed_id`

/** 维修停用（更换床垫），预计 2026-11-20 恢复 */
const repairInWords = (reason: string | null, until: string | null) =>
  `维修停用${reason ? `（${reason}）` : ''}${until ? `，预计 ${until} 恢复` : ''}`

function choiceOf({ areaPath, mark, markReason, until, holder, ...row }: ChoiceRow): BedChoiceData {
  const [buildingName = '', ...inner] = (areaPath ?? '').split('>')
  const stands = holder && holderInWords('', { ...holder, bedId: row.bedId }).trim()
  const note =
    mark === BedStatus.is.repair
      ? repairInWords(markReason, until)
      : (stands ?? (mark === BedStatus.is.clean ? '待清洁，入住前请确认' : null))
  return { ...row, buildingName, floorName: inner.join('>'), note, free: mark !== BedStatus.is.repair && !holder }
}

/** Every open bed in reach, with who or what stands in the way from that day on. */
export async function bedChoices(who: Caller, day: string | null, oldmanId: string | null): Promise<BedChoiceData[]> {
  const found = await who.app.pool.query<ChoiceRow>({
    name: 'bed_choices',
    text: CHOICE,
    values: [who.orgId, who.deptIds, day, oldmanId],
  })
  return found.rows.map(choiceOf)
}
