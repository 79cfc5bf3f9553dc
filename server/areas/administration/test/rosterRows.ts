// Rows of a roster for the tests that reach every call: a group of the demonstration with somebody in it, and their next day.
import { DAY_MS, dayText } from '#contract/kit/clock'

export const tomorrow = () => dayText(Date.now() + DAY_MS)
/** The next day that is tomorrow or later, and not yet another month. */
export const monthAhead = () => tomorrow().slice(0, 7)

/** `fields` may name m (the member), g (the group) and s (a shift of theirs). */
export const memberSql = (fields: string) => `select ${fields} from attendance_member m
  join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id and g.mode = 'ROSTER'
  join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id and e.dept_id = g.dept_id
  join attendance_shift s on s.org_id = m.org_id and s.is_enable = 0 and s.night = false
  where m.org_id = $1 and m.to_day is null and m.team like 'A%' order by g.name, m.emp_id, s.sort`
