// Filters that lists about residents share: by status, by place, by bed.
import { invalid } from '#contract/kit/refusal'
import { ResidenceStatus } from '#contract/live/resident'
import { NO_AREA } from '#contract/platform/room'
import { contains, type Filter } from '#server/kit/page'

/** '1,4' as numbers; statuses that do not exist are a mistake of the caller. */
export function statusesOf(text: string | null | undefined, field: string): number[] | null {
  if (!text) return null
  const values = text.split(',').map((part) => Number(part.trim()))
  const known = new Set<number>(ResidenceStatus.list.map((option) => option.value))
  if (values.some((value) => !known.has(value))) throw invalid('入住状态不在可选范围内', field)
  return values
}

/** Beds inside a place and everything below it. */
const BEDS_IN = `(select b.bed_id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  join location l on l.org_id = r.org_id and l.location_id = r.area
  join location a on a.org_id = l.org_id and a.location_id = (?::text[])[2]
  where b.org_id = (?::text[])[1] and (l.location_id = a.location_id or starts_with(l.path, a.path || '>')))`
const BEDS_NOWHERE = `(select b.bed_id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  where b.org_id = (?::text[])[1] and r.area is null)`

/** Whoever lives there, and whoever has reserved there. */
export function areaFilter(orgId: string, areaId: string | null | undefined): Filter[] {
  if (!areaId) return []
  const beds = areaId === NO_AREA ? BEDS_NOWHERE : BEDS_IN
  return [
    [
      `(t.current_bed_id in ${beds} or t.oldman_id in (select rv.oldman_id from reservation rv
        where rv.org_id = (?::text[])[1] and rv.state = 'ACTIVE' and rv.bed_id in ${beds}))`,
      [orgId, areaId],
    ],
  ]
}

/** 松鹤楼 › 2层 and 松鹤楼/2层 mean the path as it is stored. */
export const bedPattern = (text: string | null | undefined) => contains(text?.replace(/\s*[›>/]\s*/g, '>'))

/** Whoever bears one of these notes or marks (`notesMeant`). The resident is `t`. */
export const NOTED = 't.notes @> any(array(select to_jsonb(n) from unnest(?::int[]) as n))'
