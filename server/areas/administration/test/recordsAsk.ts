// Where leave, corrections and exchanges are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

/** Somebody of the organisation who is no administrator, in a department. */
const PERSON = (
  at: number,
) => `(select e.emp_id from employee e join account a on a.org_id = e.org_id and a.user_id = e.emp_id and not a.is_admin
  where e.org_id = $1::varchar and e.dept_id is not null order by e.emp_id offset ${at} limit 1)`

export default {
  attendanceLeave: {
    table: 'attendance_leave',
    id: 'leave_id',
    where: `t.state = 'WAITING'`,
    make: `insert into attendance_leave (org_id, leave_id, emp_id, kind, from_at, to_at, reason, asked_by)
      select $1::varchar, $2::varchar, ${PERSON(0)}, 'PERSONAL', now() + interval '30 days', now() + interval '31 days', '试', ${PERSON(0)}`,
  },
  attendanceCorrection: {
    table: 'attendance_correction',
    id: 'correction_id',
    where: `t.state = 'WAITING'`,
    make: `insert into attendance_correction (org_id, correction_id, emp_id, work_date, side, at, reason, asked_by)
      select $1::varchar, $2::varchar, ${PERSON(0)}, current_date, 'ON', now(), '试', ${PERSON(0)}`,
  },
  shiftExchange: {
    table: 'shift_exchange',
    id: 'exchange_id',
    where: `t.state = 'WAIT_AUDIT'`,
    make: `insert into shift_exchange (org_id, exchange_id, applicant_id, partner_id, applicant_day, partner_day, asked, reason, state)
      select $1::varchar, $2::varchar, ${PERSON(0)}, ${PERSON(1)}, current_date + 40, current_date + 41, '[]', '试', 'WAIT_AUDIT'`,
  },
} satisfies StoredRecords
