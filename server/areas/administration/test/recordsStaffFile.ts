// Where papers and charges of the staff are stored. Those tried are of somebody who works in a department of their own.
import type { StoredRecords } from '#server/kit/test/storedRecords'

const WHO = `(select e.emp_id from employee e join account a on a.org_id = e.org_id and a.user_id = e.emp_id
  where e.org_id = $1::varchar and e.status = 1 and not a.is_admin and e.emp_type = 'nursing' order by e.emp_id limit 1)`

export default {
  staffContract: {
    table: 'staff_contract',
    id: 'contract_id',
    make: `insert into staff_contract (org_id, contract_id, emp_id, kind, start_date, end_date)
      select $1::varchar, $2::varchar, ${WHO}, 'FIXED', x.day, x.day
      from (select coalesce(min(c.start_date), current_date) - 10 as day from staff_contract c where c.org_id = $1::varchar) x`,
  },
  staffCertificate: {
    table: 'staff_certificate',
    id: 'certificate_id',
    make: `insert into staff_certificate (org_id, certificate_id, emp_id, kind) values ($1::varchar, $2::varchar, ${WHO}, 'NO_CRIME')`,
  },
  staffCharge: {
    table: 'staff_charge',
    id: 'charge_id',
    where: 't.to_day is null',
    make: `insert into staff_charge (org_id, charge_id, emp_id, bed_id, from_day)
      select $1::varchar, $2::varchar, ${WHO}, b.bed_id, current_date from bed b where b.org_id = $1::varchar
        and not exists (select from staff_charge h where h.org_id = b.org_id and h.bed_id = b.bed_id) order by b.bed_id limit 1`,
  },
} satisfies StoredRecords
