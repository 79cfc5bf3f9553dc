// Who may open scans of contracts and certificates: whoever reads the file of that person, and the person.
import { staffNeeds } from '#contract/administration/staffFile'
import type { FileHolder, FileReaders } from '#server/kit/fileHolders'
import type { StaffUse } from '#server/kit/staffUses'
import { inDepts } from '#server/kit/tenant'
import { CHARGE_HOLDS } from './staffFileSql.ts'

const readers = (table: string, key: string): FileReaders[] => {
  const seen = (who: string) =>
    `exists (select from ${table} c join employee t on t.org_id = c.org_id and t.emp_id = c.emp_id
      where c.org_id = l.org_id and c.${key} = l.record_id and ${who})`
  return [
    { needs: staffNeeds.list, where: seen(inDepts('t', '$2')) },
    { needs: 'signedIn', where: seen('t.emp_id = $4') },
  ]
}

export const staffFileHolders: readonly FileHolder[] = [
  {
    kind: 'administration.staffContract',
    table: 'staff_contract',
    keys: ['contract_id'],
    addresses: ['files'],
    readers: readers('staff_contract', 'contract_id'),
  },
  {
    kind: 'administration.staffCertificate',
    table: 'staff_certificate',
    keys: ['certificate_id'],
    addresses: ['files'],
    readers: readers('staff_certificate', 'certificate_id'),
  },
]

/** Elders and beds are given to somebody else first. */
export const staffChargeUses: readonly StaffUse[] = [
  {
    held: `select h.emp_id as user_id, count(*) as held from staff_charge h where h.org_id = $1 and h.emp_id = any($2)
      and ${CHARGE_HOLDS} group by h.emp_id`,
    say: (count) => `${count} 位由其照护的老人或床位（可在“员工列表”里办理离职交接）`,
  },
]
