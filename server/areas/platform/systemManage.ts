// The figures beside the sections of system management.
import { systemManage } from '#contract/platform/systemManage'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'

/** What the section's page needs; a release without the page has no figure. */
function mayOpen(who: Caller, path: string): boolean {
  const page = who.app.nouns.flatMap((noun) => Object.values(noun.pages)).find((one) => one.path === path)
  return page !== undefined && who.may(page.needs)
}

// The same rules as the lists: people and rooms of the caller's departments, roles and departments of the whole
// organisation, and of the beds those that are shown.
const COUNTS = `select
  case when $3 then (select count(*) from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
    where a.org_id = $1 and ($2::text[] is null or e.dept_id is null or e.dept_id = any($2))) end as users,
  case when $4 then (select count(*) from role where org_id = $1) end as roles,
  case when $5 then (select count(*) from dept where org_id = $1) end as depts,
  case when $6 then (select count(*) from room r
    where r.org_id = $1 and ($2::text[] is null or r.dept_id is null or r.dept_id = any($2))) end as rooms,
  case when $7 then (select count(*) from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
    where b.org_id = $1 and b.display = 0
      and ($2::text[] is null or r.dept_id is null or r.dept_id = any($2))) end as beds`

interface Counts {
  users: number | null
  roles: number | null
  depts: number | null
  rooms: number | null
  beds: number | null
}

const SECTIONS = ['user', 'role', 'dept', 'room', 'bed'].map((name) => `/systemmanage/${name}`)

export default implement(systemManage, {
  counts: async (_input, who) => {
    const found = await who.app.pool.query<Counts>({
      name: 'system_manage_counts',
      text: COUNTS,
      values: [who.orgId, who.deptIds, ...SECTIONS.map((path) => mayOpen(who, path))],
    })
    return found.rows[0]!
  },
})
