// The beds of a house on days gone by: which counted from when to when (`bed_open`), as one piece of SQL for every report
// of occupancy. `$1` is the organisation.

/**
 * Periods p: bed_id, room_id, open_from, open_to (null: still), and the names of beds that were deleted. A bed counts at
 * the latest from the first day somebody is known to have lain in it: houses enter their residents after their beds.
 */
export const BED_PERIODS = `select o.bed_id, o.room_id, o.open_to, o.bed_name, o.room_name, o.area, o.dept_id,
  case when o.open_from = min(o.open_from) over (partition by o.bed_id) then least(o.open_from, s.first)
    else o.open_from end as open_from
from bed_open o left join (select x.bed_id, min(lower(x.days)) as first from occupancy x
    where x.org_id = $1 and x.kind <> 'RESERVE' group by 1) s on s.bed_id = o.bed_id
where o.org_id = $1`

/** Days of a period `p` between two days (the second not counted). */
export const openDays = (p: string, first: string, upto: string) =>
  `greatest(0, least(coalesce(${p}.open_to, ${upto}), ${upto}) - greatest(${p}.open_from, ${first}))`

/** Of these, the days on which an occupancy `o` had the bed. */
export const heldDays = (p: string, o: string, first: string, upto: string) =>
  `greatest(0, least(coalesce(upper(${o}.days), ${upto}), coalesce(${p}.open_to, ${upto}), ${upto})
    - greatest(lower(${o}.days), ${p}.open_from, ${first}))`
