// Where shifts and attendance groups are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  attendanceShift: {
    table: 'attendance_shift',
    id: 'shift_pk_id',
    where: 't.is_enable = 0',
    make: `insert into attendance_shift (org_id, shift_pk_id, shift_name, short_name, tone, work_period, start_minute, end_minute,
        work_minutes, open_before, close_after, absent_after)
      select $1::varchar, $2::varchar, '试' || right($2, 12), '试', 'day', '[{"on":"08:00","off":"12:00","crossDay":false}]', 480, 720,
        240, 60, 60, 120`,
  },
  attendanceGroup: {
    table: 'attendance_group',
    id: 'attendance_group_pk_id',
    where: `t.mode = 'FREE'`,
    dept: 'own',
    make: `insert into attendance_group (org_id, attendance_group_pk_id, name, mode, pattern, effective_date)
      select $1::varchar, $2::varchar, '试' || right($2, 12), 'FREE', '{"dayMinutes":480,"days":[0]}', '2026-01-01'`,
  },
} satisfies StoredRecords
