// Colleagues for whom something can be entered: those of the caller's departments who are in a group of attendance.
import { UserStatus } from '#contract/platform/user'
import type { Caller } from '#server/kit/caller'
import { contains } from '#server/kit/page'
import { inDepts } from '#server/kit/tenant'

const PEOPLE = `select e.emp_id as "userId", e.emp_name as name, d.dept_name as "deptName" from employee e
join account a on a.org_id = e.org_id and a.user_id = e.emp_id and a.user_status = ${UserStatus.is.enabled}
left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
where e.org_id = $1 and ${inDepts('e', '$2')} and e.emp_id <> $3
  and ($4::text is null or e.emp_name like $4 or e.pinyin like lower($4))
  and exists (select from attendance_member m where m.org_id = e.org_id and m.emp_id = e.emp_id
    and (m.to_day is null or m.to_day > current_date))
order by e.sort, e.emp_id limit 30`

export async function askPeople(who: Caller, keyword: string | null | undefined) {
  const found = await who.app.pool.query<{ userId: string; name: string; deptName: string | null }>({
    name: 'ask_people',
    text: PEOPLE,
    values: [who.orgId, who.deptIds, who.userId, contains(keyword?.trim())],
  })
  return found.rows
}
