// Whose reminders one sees: those of sources whose permission one holds, of residents in one's departments
// or received by oneself; and those that one
// set or that are set for one by name. The same condition for list, counts, to-dos and acts.
import type { Caller } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { type Filter, several } from '#server/kit/page'

const OWN = (
  user: string,
) => `exists (select from remind_series s where s.org_id = t.org_id and s.series_id = t.series_id
  and (s.created_by = ${user} or exists (select from remind_person p where p.org_id = s.org_id and p.series_id = s.series_id
    and p.user_id = ${user})))`

const seen = (
  sources: string,
  all: string,
  depts: string,
  user: string,
) => `case when t.series_id is not null then ${OWN(user)}
  else t.source = any(${sources}::text[]) and (${all}::boolean or t.dept_id is null or t.dept_id = any(${depts}::text[])
    or t.owner_id = ${user}) end`

/** $1 is the organisation, $2 to $5 those of `seenValues`. */
export const SEEN_BY = seen('$2', '$3', '$4', '$5')

const sourcesOf = (who: Caller) =>
  areas()
    .reminders.filter((source) => who.may(source.needs))
    .map(({ key }) => key)

/** The organisation, and the values of SEEN_BY. */
export const seenValues = (who: Caller) => [
  who.orgId,
  sourcesOf(who),
  who.deptIds === null,
  who.deptIds ?? [],
  who.userId,
]

export const seenFilter = (who: Caller): Filter => [
  seen('?1', '?2', '?3', '?4'),
  several(sourcesOf(who), who.deptIds === null, who.deptIds ?? [], who.userId),
]

export const mineFilter = (who: Caller): Filter => [`t.series_id is not null and ${OWN('?')}`, who.userId]
