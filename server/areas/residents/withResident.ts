// Lists of papers about residents: the paper is `t`, its resident `o`.

import type { Filter } from '#server/kit/page'
import type { Scope } from '#server/kit/tenant'
import { deptFilter, inDepts } from '#server/kit/tenant'
import { AGE, nameMatches, overdue, PLACE, partPattern, startPattern } from './residentSql.ts'

/** The shared pieces call the resident `t`. */
const ofResident = (piece: string) => piece.replace(/\bt\./g, 'o.')

export const WITH_RESIDENT = 'join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id'

/** Bed, department and the arrears mark of the resident, for the rows of a page: who looks at papers needs no amounts. */
export const RESIDENT_JOINS = `${ofResident(PLACE)}
  left join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
  left join elder_account owes on owes.org_id = o.org_id and owes.oldman_id = o.oldman_id`

export const RESIDENT_MARKS = `o.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.sex, ${ofResident(AGE)} as age,
  o.head, o.status, o.notes as attention, at.path as "bedPath", d.dept_name as "deptName",
  case when ${overdue('owes')} > 0 then 1 else 0 end as "owedFen"`

/** Name of a member of staff, or of the account where it has none. */
export const staffName = (userId: string) => `(select coalesce(e.emp_name, a.user_name) from account a
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
  where a.org_id = t.org_id and a.user_id = ${userId})`

/** Only residents of the caller's organisation and departments. */
/** By name, pinyin or initials. */
export const nameFilter = (typed: string | null | undefined): Filter => [
  ofResident(nameMatches('(?::text[])[1]', '(?::text[])[2]')),
  typed?.trim() ? [partPattern(typed), startPattern(typed)] : null,
]

export const residentScope = (who: Scope): Filter[] => [['t.org_id = ?', who.orgId], deptFilter(who, 'o')]

/** The same for one row: $1 organisation, $2 departments. */
export const PAPER_IN_SCOPE = `t.org_id = $1 and ${inDepts('o', '$2')}`
