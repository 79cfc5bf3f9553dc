// Ids of leave, corrections and exchanges that a plain sample does not reach.
import { DAY_MS, dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const day = (ahead: number) => dayText(Date.now() + ahead * DAY_MS)

const asks = { view: 'all', keyword: null, state: null, leaveKind: null, dayFrom: null, dayTo: null }
const who = row(`select l.emp_id as "empId" from attendance_leave l where l.org_id = $1`, { ...asks, deptId: null })
const where = row(
  `select e.dept_id as "deptId" from attendance_leave l join employee e on e.org_id = l.org_id and e.emp_id = l.emp_id
   where l.org_id = $1 and e.dept_id is not null`,
  { ...asks, empId: null },
)
const person = (more: Record<string, unknown>) =>
  row(
    `select m.emp_id as "empId" from attendance_member m join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
     where m.org_id = $1 and m.to_day is null and e.dept_id is not null`,
    { ...more, files: [], reason: '试' },
  )
const exchanges = { state: null, keyword: null, dayFrom: null, dayTo: null }
const exchangeDept = row(
  `select e.dept_id as "deptId" from shift_exchange x join employee e on e.org_id = x.org_id and e.emp_id = x.applicant_id
   where x.org_id = $1 and e.dept_id is not null`,
  { ...exchanges, attendanceGroupPkId: null },
)
const exchangeGroup = row(
  `select m.attendance_group_pk_id as "attendanceGroupPkId" from shift_exchange x join attendance_member m on m.org_id = x.org_id
     and m.emp_id = x.applicant_id and m.from_day <= x.applicant_day and (m.to_day is null or m.to_day > x.applicant_day)
   where x.org_id = $1`,
  { ...exchanges, deptId: null },
)

export default {
  samples: {
    'administration.attendanceAsk.list query.empId': who,
    'administration.attendanceAsk.counts query.empId': who,
    'administration.attendanceAsk.list query.deptId': where,
    'administration.attendanceAsk.counts query.deptId': where,
    'administration.attendanceAsk.enterLeave body.empId': person({
      kind: 'PERSONAL',
      fromAt: `${day(40)} 08:00:00`,
      toAt: `${day(40)} 12:00:00`,
      place: null,
    }),
    'administration.attendanceAsk.enterCorrection body.empId': person({
      workDate: day(-1),
      part: 0,
      side: 'ON',
      at: `${day(-1)} 07:20:00`,
    }),
    'administration.shiftExchange.list query.deptId': exchangeDept,
    'administration.shiftExchange.counts query.deptId': exchangeDept,
    'administration.shiftExchange.list query.attendanceGroupPkId': exchangeGroup,
    'administration.shiftExchange.counts query.attendanceGroupPkId': exchangeGroup,
    'administration.shiftExchange.add body.partnerId': row(
      `select m.emp_id as "partnerId" from attendance_member m where m.org_id = $1 and m.to_day is null`,
      { applicantDay: day(3), partnerDay: day(4), reason: '试' },
    ),
  },
  anyDept: {
    'administration.shiftExchange.add body.partnerId':
      'colleagues of one group exchange whatever departments they see; who is of another group is refused',
  },
} satisfies IdKnowledge
