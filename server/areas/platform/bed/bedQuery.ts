// How beds are read: for lists, one by id, and locked for a change. A bed belongs to the department of its room.

import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { BedStatus } from '#contract/live/bedStatus'
import { type BedData, BedDisplay, type BedStateValue, bedStates } from '#contract/platform/bed'
import { pathWords } from '#contract/platform/placeNames'
import { areaFilter, keywordFilters, type Reader } from '#server/areas/platform/location/placeEdit'
import { BED_STATUS, bedCounts, bedStatusJoins } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { contains, type Filter, type PageInput, pageOfRows } from '#server/kit/page'
import type { Scope } from '#server/kit/tenant'
import { deptFilter, inDepts } from '#server/kit/tenant'
import type { BedPlace } from './bedUse.ts'

const FROM = `bed t join room r on r.org_id = t.org_id and r.room_id = t.room_id
  left join location a on a.org_id = r.org_id and a.location_id = r.area`
const STATUS = bedStatusJoins('t')
const DEPT = 'left join dept d on d.org_id = r.org_id and d.dept_id = r.dept_id'
const STATE = `case when t.display = ${BedDisplay.is.hidden} then 'hidden'
  else (array[${BedStatus.list.map(({ value }) => `'${bedStates[value]}'`).join(', ')}])[1 + ${BED_STATUS}] end`
const USED = `case when ${bedCounts('used')} then 1 else 0 end`
const PATH = `concat_ws('>', a.path, r.room_name, t.bed_name)`
const COLUMNS = `t.bed_id as "bedId", t.bed_name as "bedName", t.room_id as "roomId", r.room_name as "roomName", r.area,
  a.path as "areaName", ${PATH} as "bedPath", r.dept_id as "deptId", d.dept_name as "deptName", t.display,
  ${USED} as "isUsed", ${STATE} as state,
  t.sort, t.remark, t.version, t.created_at as "createTime"`

export interface BedFilter extends PageInput {
  pageHelper?: string | null
  bedName?: string | null
  keyword?: string | null
  deptId?: string | null
  area?: string | null
  roomId?: string | null
  display?: number | null
  isUsed?: number | null
  state?: BedStateValue | null
}

/** 3 is both; a client that names neither wants those that are shown. */
function displayOf(q: BedFilter): Filter {
  const wanted = q.display ?? (q.state ? 3 : 0)
  return ['t.display = ?', wanted <= 1 ? wanted : null]
}

export function listBeds(who: Caller, q: BedFilter, more: readonly Filter[] = []): Promise<PageInfo<BedData>> {
  const byStatus = Boolean(q.state) || (q.isUsed ?? null) !== null
  return pageOfRows<BedData>(
    who.app.pool,
    {
      // Only a question about the status looks at that of every bed.
      from: byStatus ? `${FROM} ${STATUS}` : FROM,
      join: byStatus ? DEPT : `${DEPT} ${STATUS}`,
      key: 'bed_id',
      select: COLUMNS,
      filters: [
        ['t.org_id = ?', who.orgId],
        deptFilter(who, 'r'),
        ['r.dept_id = ?', q.deptId],
        ['t.room_id = ?', q.roomId],
        areaFilter(who, 'r.area', q.area),
        displayOf(q),
        [`${USED} = ?`, q.isUsed],
        [`${STATE} = ?`, q.state],
        ['t.bed_name like ?', contains(q.bedName)],
        ...keywordFilters(q.keyword, PATH, 'a.initials || lower(r.room_name || t.bed_name)'),
        ...more,
      ],
      sorts: { createTime: 't.created_at', bedName: 't.bed_name', roomName: 'r.room_name', sort: 't.sort' },
      // Floor by floor, room by room, and in each as it was arranged.
      defaultSort: 'a.place, r.sort, r.room_id, t.sort',
    },
    q,
  )
}

export async function findBed(reader: Reader, scope: Scope, bedId: string): Promise<BedData> {
  const found = await reader.query<BedData>({
    name: 'bed_one',
    text: `select ${COLUMNS} from ${FROM} ${DEPT} ${STATUS} where t.org_id = $1 and t.bed_id = $2 and ${inDepts('r', '$3')}`,
    values: [scope.orgId, bedId, scope.deptIds],
  })
  if (!found.rows[0]) throw notFound('床位')
  return found.rows[0]
}

export interface StoredBed extends BedPlace {
  bedName: string
  roomId: string
  roomName: string
  display: number
  remark: string | null
  version: number
  sort: number
}

/** Beds that are to change, locked in the order of their ids; each must be in the caller's reach. */
export async function lockBeds(tx: Tx, scope: Scope, bedIds: readonly string[]): Promise<StoredBed[]> {
  const found = await tx.client.query<StoredBed>({
    name: 'beds_lock',
    text: `select t.bed_id as "bedId", t.bed_name as "bedName", t.room_id as "roomId", r.room_name as "roomName",
        ${PATH} as path, t.display, t.is_used as "isUsed", t.remark, t.version, t.sort
      from ${FROM} where t.org_id = $1 and t.bed_id = any($2) and ${inDepts('r', '$3')} order by t.bed_id for update of t`,
    values: [scope.orgId, bedIds, scope.deptIds],
  })
  if (found.rows.length !== bedIds.length) throw notFound(bedIds.length === 1 ? '床位' : '所选的部分床位')
  return found.rows.map((row) => ({ ...row, path: pathWords(row.path) }))
}
