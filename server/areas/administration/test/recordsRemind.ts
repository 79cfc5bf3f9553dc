// Where reminders are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  remind: {
    table: 'remind',
    id: 'remind_id',
    where: `t.state = 0 and t.source = 'contractEnding'`,
    // Its department follows the cause whenever somebody looks (remindMake.ts); remind.test.ts tries other departments.
    make: `insert into remind (org_id, remind_id, source, type, record_id, due_day, due_at, dept_id, oldman_id, title)
      select c.org_id, $2::varchar, 'contractEnding', 2, c.contract_id, c.end_date, c.end_date::timestamptz, o.dept_id, o.oldman_id, '试'
      from contract_document c join oldman o on o.org_id = c.org_id and o.oldman_id = c.oldman_id
      where c.org_id = $1 and c.state in (2, 3) and o.status = 1 and o.dept_id is not null and c.end_date is not null
        and not exists (select from remind r where r.org_id = c.org_id and r.source = 'contractEnding' and r.record_id = c.contract_id)
      order by c.end_date limit 1`,
  },
} satisfies StoredRecords
