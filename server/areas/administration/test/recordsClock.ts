// Where clocking devices, what they told of nobody, and closed months are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  clockDevice: {
    table: 'clock_device',
    id: 'device_id',
    make: `insert into clock_device (org_id, device_id, device_no, name, hash, key_end)
      select $1::varchar, $2::varchar, substr($2::text, 1, 30), '试', $2::text, '0000'`,
  },
  clockAside: {
    table: 'clock_aside',
    id: 'aside_id',
    where: 't.settled_at is null',
    make: `insert into clock_aside (org_id, aside_id, device_id, device_no, number, card, at, reason)
      select $1::varchar, $2::varchar, 'd', 'KQ', $2::text, '1', now() - interval '90 days', '试'`,
  },
  attendanceClose: {
    table: 'attendance_close',
    id: 'close_id',
    where: 't.opened_at is null',
    make: `insert into attendance_close (org_id, close_id, month, closed_by, closed_name, figures)
      select $1::varchar, $2::varchar, '2020-01', a.user_id, '试', '{"rows": []}'::jsonb from account a
      where a.org_id = $1::varchar and a.is_admin order by a.user_id limit 1`,
  },
} satisfies StoredRecords
