// Marks on beds: under repair (6) and to be cleaned (7). Only a bed that nobody has can be marked.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import { residence } from '#contract/live/residence'
import { BedDisplay } from '#contract/platform/bed'
import { pathWords } from '#contract/platform/placeNames'
import { BED_STATUS, BED_STATUS_JOINS, clearBedMark, setBedMark } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween } from '#server/kit/editing'
import { inDepts } from '#server/kit/tenant'

export const { repair: REPAIR, clean: CLEAN } = BedStatus.is
type MarkValue = typeof REPAIR | typeof CLEAN

/** The marks that can be set on a bed in a status; its own one too, to change reason or day. */
export const marksOf = (status: BedStatusValue): MarkValue[] =>
  status === BedStatus.is.free || status === REPAIR || status === CLEAN ? [REPAIR, CLEAN] : []

const LOCK = `select b.bed_id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
where b.org_id = $1 and b.bed_id = $3 and b.display = ${BedDisplay.is.shown}
  and ${inDepts('r', '$2')} for no key update of b`

const AS_IT_IS = `select concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as path, ${BED_STATUS} as status,
  marked.mark, marked.reason, marked.until, t.oldman_name as holder,
  coming.day as "nextDay", coming.oldman_name as "nextName", $3::date < current_date as past
from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  ${BED_STATUS_JOINS}
  left join oldman t on t.org_id = b.org_id and t.oldman_id = held.oldman_id
  left join lateral (select lower(o.days) as day, n.oldman_name from occupancy o
      join oldman n on n.org_id = o.org_id and n.oldman_id = o.oldman_id
    where o.org_id = b.org_id and o.bed_id = b.bed_id and o.days && daterange(current_date,
      case when $3::date < current_date then current_date else $3::date end, '[]')
    order by lower(o.days) limit 1) coming on true
where b.org_id = $1 and b.bed_id = $2`

interface Standing {
  path: string
  status: BedStatusValue
  mark: MarkValue | null
  reason: string | null
  until: string | null
  holder: string | null
  /** The first who has it between today and the day it is to be usable again. */
  nextDay: string | null
  nextName: string | null
  past: boolean | null
}

/** The bed stays locked until the commit, so that nobody moves into it meanwhile. */
async function lockBed(tx: Tx, who: Caller, bedId: string, until: string | null): Promise<Standing> {
  const locked = await tx.client.query({ name: 'bed_mark_lock', text: LOCK, values: [tx.orgId, who.deptIds, bedId] })
  if (locked.rows.length === 0) throw notFound('床位')
  const found = await tx.client.query<Standing>({
    name: 'bed_mark_standing',
    text: AS_IT_IS,
    values: [tx.orgId, bedId, until],
  })
  const standing = found.rows[0]!
  return { ...standing, path: pathWords(standing.path) }
}

const inWords = (mark: MarkValue | null) => (mark === null ? null : BedStatus.label(mark))

export interface MarkInput {
  type: string
  bedId: string
  reason?: string | null
  until?: string | null
}

export async function markBed(tx: Tx, who: Caller, input: MarkInput): Promise<void> {
  const mark = Number(input.type)
  if (mark !== REPAIR && mark !== CLEAN) throw invalid('只能标记为“维修停用”(6) 或“待清洁”(7)', 'type')
  const reason = input.reason?.trim() || null
  const until = input.until ?? null
  const bed = await lockBed(tx, who, input.bedId, until)
  if (bed.past) throw invalid('预计恢复日期不能早于今天', 'until')
  if (!marksOf(bed.status).includes(mark)) {
    const state = `${BedStatus.label(bed.status)}${bed.holder ? `（${bed.holder}）` : ''}`
    throw new Refusal('STATE_NOT_ALLOWED', { state, act: `把“${bed.path}”标记为${BedStatus.label(mark)}` })
  }
  if (mark === REPAIR && bed.nextDay !== null) {
    throw invalid(`${bed.nextName} 将从 ${bed.nextDay} 起使用“${bed.path}”，维修须在此之前结束，或先改换床位`, 'until')
  }
  if (mark === REPAIR && reason === null) throw invalid('请填写维修原因', 'reason')
  await setBedMark(tx, { bedId: input.bedId, mark, reason, until, userId: who.userId })
  tx.log({
    remark: `床位“${bed.path}”标记为${BedStatus.label(mark)}${reason ? `：${reason}` : ''}`,
    targetType: 'bed',
    targetId: input.bedId,
    changes: changesBetween(
      { mark: inWords(bed.mark), reason: bed.reason, until: bed.until },
      { mark: inWords(mark), reason, until },
    ),
  })
  tx.emit(residence.events.changed, { bedIds: [input.bedId], oldmanIds: [] })
}

const DONE: Readonly<Record<MarkValue, string>> = { 6: '维修完成', 7: '清洁完成' }

export async function unmarkBed(tx: Tx, who: Caller, bedId: string, remark: string | null): Promise<void> {
  const bed = await lockBed(tx, who, bedId, null)
  if (bed.mark === null) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: BedStatus.label(bed.status), act: `取消“${bed.path}”的标记` })
  }
  await clearBedMark(tx, bedId)
  tx.log({
    remark: `床位“${bed.path}”${DONE[bed.mark]}${remark?.trim() ? `：${remark.trim()}` : ''}`,
    targetType: 'bed',
    targetId: bedId,
    changes: changesBetween({ mark: inWords(bed.mark), reason: bed.reason, until: bed.until }, null),
  })
  tx.emit(residence.events.changed, { bedIds: [bedId], oldmanIds: [] })
}
