// Ids of clocking that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const person = row(
  `select r.emp_id as "empId" from attendance_record r where r.org_id = $1 order by r.work_date desc, r.emp_id`,
  { month: null },
)
const dept = row(
  `select e.dept_id as "deptId" from attendance_record r join employee e on e.org_id = r.org_id and e.emp_id = r.emp_id
   where r.org_id = $1 and e.dept_id is not null order by r.work_date desc`,
  { month: null, keyword: null, trouble: null, attendanceGroupPkId: null },
)
const group = row(
  `select r.attendance_group_pk_id as "attendanceGroupPkId" from attendance_record r
   where r.org_id = $1 and r.attendance_group_pk_id is not null order by r.work_date desc`,
  { month: null, keyword: null, trouble: null, deptId: null },
)
const nowDept = row(
  `select e.dept_id as "deptId" from attendance_member m join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
   where m.org_id = $1 and m.to_day is null and e.dept_id is not null`,
  { keyword: null, day: null, attendanceGroupPkId: null },
)
const nowGroup = row(
  `select m.attendance_group_pk_id as "attendanceGroupPkId" from attendance_member m where m.org_id = $1 and m.to_day is null`,
  { keyword: null, day: null, deptId: null },
)
const punch = { keyword: null, source: null, deviceNo: null, outside: null, startDate: null, endDate: null }
const punchOf = row(`select p.emp_id as "empId" from clock_punch p where p.org_id = $1 order by p.at desc`, {
  ...punch,
  deptId: null,
})
const punchDept = row(
  `select e.dept_id as "deptId" from clock_punch p join employee e on e.org_id = p.org_id and e.emp_id = p.emp_id
   where p.org_id = $1 and e.dept_id is not null order by p.at desc`,
  { ...punch, empId: null },
)

export default {
  samples: {
    'administration.clock.list query.empId': punchOf,
    'administration.clock.list query.deptId': punchDept,
    'administration.attendanceRecord.list query.deptId': dept,
    'administration.attendanceRecord.sums query.deptId': dept,
    'administration.attendanceRecord.excel query.deptId': dept,
    'administration.attendanceRecord.list query.attendanceGroupPkId': group,
    'administration.attendanceRecord.sums query.attendanceGroupPkId': group,
    'administration.attendanceRecord.excel query.attendanceGroupPkId': group,
    'administration.attendanceRecord.days query.empId': person,
    'administration.attendanceRecord.daysExcel query.empId': person,
    'administration.attendanceRecord.now query.deptId': nowDept,
    'administration.attendanceRecord.now query.attendanceGroupPkId': nowGroup,
  },
  anyDept: {
    'administration.attendanceRecord.list query.attendanceGroupPkId':
      'a group only narrows down people whom the caller sees anyway',
    'administration.attendanceRecord.sums query.attendanceGroupPkId':
      'a group only narrows down people whom the caller sees anyway',
    'administration.attendanceRecord.excel query.attendanceGroupPkId':
      'a group only narrows down people whom the caller sees anyway',
    'administration.attendanceRecord.now query.attendanceGroupPkId':
      'a group only narrows down people whom the caller sees anyway',
  },
} satisfies Pick<IdKnowledge, 'samples' | 'anyDept'>
