// Ids of shifts and attendance groups that a plain sample does not reach.
import { DAY_MS, dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)

const ONE_SHIFT = `from attendance_shift s where s.org_id = $1 and s.is_enable = 0`
const week = row(`select jsonb_build_array(s.shift_pk_id, null, null, null, null, null, null) as weekly ${ONE_SHIFT}`, {
  mode: 'FIXED',
  members: [],
})
const rostered = row(`select jsonb_build_array(s.shift_pk_id) as "shiftIds" ${ONE_SHIFT}`, {
  mode: 'ROSTER',
  members: [],
})
const tomorrow = dayText(Date.now() + DAY_MS)
/** Somebody of another group, who comes over tomorrow. */
const moving = row(
  `select jsonb_build_array(jsonb_build_object('empId', m.emp_id, 'fromDay', '${tomorrow}', 'team', null, 'leaves',
     m.attendance_group_pk_id)) as members
   from attendance_member m join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
   where m.org_id = $1 and m.to_day is null and m.from_day <= current_date and e.status <> 3 order by m.emp_id`,
  { mode: 'FREE' },
)
const places = (mode: number, text: string) => row(text, { scheduleMode: mode })
const beds = places(
  1,
  `select jsonb_build_array(b.bed_id) as "placeIds" from bed b where b.org_id = $1 and b.display = 0`,
)
const rooms = places(2, `select jsonb_build_array(r.room_id) as "placeIds" from room r where r.org_id = $1`)

const both = (path: string, sample: IdKnowledge['samples'][string]) => ({
  [`administration.attendanceGroup.add ${path}`]: sample,
  [`administration.attendanceGroup.save ${path}`]: sample,
})

const SEEN = 'it only says which group was shown as the present one; the group itself is not touched by it'

export default {
  samples: {
    'administration.attendanceShift.nameFree query.shiftPkId': row(
      `select s.shift_name as "shiftName", s.shift_pk_id as "shiftPkId" ${ONE_SHIFT}`,
    ),
    'administration.attendanceShift.add body.placeIds.0 as bed': beds,
    'administration.attendanceShift.save body.placeIds.0 as bed': beds,
    'administration.attendanceShift.add body.placeIds.0 as room': rooms,
    'administration.attendanceShift.save body.placeIds.0 as room': rooms,
    'administration.attendanceGroup.list query.deptId': row(
      `select g.dept_id as "deptId" from attendance_group g where g.org_id = $1 and g.dept_id is not null`,
      { name: null, mode: null, empName: null },
    ),
    'administration.attendanceGroup.nursing query.deptId': row(
      `select e.dept_id as "deptId" from employee e where e.org_id = $1 and e.dept_id is not null and e.status <> 3`,
      { keyword: null },
    ),
    ...both('body.weekly.0', week),
    ...both('body.shiftIds.0', rostered),
    ...both('body.members.0.empId', moving),
    ...both('body.members.0.leaves', moving),
  },
  anyDept: {
    'administration.attendanceGroup.add body.members.0.leaves': SEEN,
    'administration.attendanceGroup.save body.members.0.leaves': SEEN,
  },
} satisfies IdKnowledge
