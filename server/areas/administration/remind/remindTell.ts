// Who is told of the reminders of a source, once for each stage of its rule: one message for everybody who sees the same.
import { RemindState, remind } from '#contract/administration/remind'
import { DAY_MS, momentOf } from '#contract/kit/clock'
import { RoleLevel } from '#contract/platform/role'
import { UserStatus } from '#contract/platform/user'
import { notify, sendSms } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import type { ReminderSource } from '#server/kit/reminderSources'
import type { Rule } from './remindRules.ts'

const { waiting } = RemindState.is
const MOST_NAMED = 5

/** $3 day, $4 leads, $5 every so many days from the due day on, or null. A stage that was slept through is not told of later: only the present one. */
const TO_TELL = `r.org_id = $1 and r.source = $2 and r.state = ${waiting} and r.gone_at is null and r.told_on is distinct from $3::date
  and (r.told_on is null or r.told_on < $3::date and (exists (select from unnest($4::int[]) l
      where r.due_day - l > r.told_on and r.due_day - l <= $3::date) or ($3::date >= r.due_day and $3::date - r.told_on >= $5::int)))`

export const ANY_TO_TELL = `select exists (select from remind r where ${TO_TELL}) as any`

/** Marked and summed up in one statement: a message names a few, whatever their number. */
const TELL = `with told as (update remind r set told_on = $3::date, told_times = r.told_times + 1 where ${TO_TELL}
  returning r.remind_id, r.record_id, r.oldman_id, r.dept_id, r.owner_id, r.title, r.content, r.due_day)
select t.dept_id as "deptId", t.owner_id as "ownerId", count(*)::int as count,
  (jsonb_agg(jsonb_build_object('recordId', t.record_id, 'oldmanId', t.oldman_id, 'title', t.title, 'content', t.content, 'dueDay', t.due_day)
    order by t.due_day, t.remind_id) filter (where t.place <= ${MOST_NAMED})) as first
from (select t.*, row_number() over (partition by t.dept_id, t.owner_id order by t.due_day, t.remind_id) as place from told t) t
group by t.dept_id, t.owner_id`

interface Told {
  recordId: string
  oldmanId: string | null
  title: string
  content: string | null
  dueDay: string
}

interface Group {
  deptId: string | null
  ownerId: string | null
  count: number
  first: Told[]
}

/** Who may see what a source is about, with their departments (null: all), and whether its rule names them. */
const PEOPLE = `select a.user_id as "userId", a.is_admin as "isAdmin", coalesce(e.phone_num, a.user_telephone) as phone,
  case when a.is_admin then null else array(select x.dept_id::text from employee_data_dept x
    where x.org_id = a.org_id and x.emp_id = a.user_id) end as "deptIds",
  exists (select from remind_receiver n where n.org_id = a.org_id and n.source = $3 and (n.user_id = a.user_id
    or exists (select from account_role ar where ar.org_id = n.org_id and ar.user_id = a.user_id and ar.role_id = n.role_id)
    or exists (select from employee_job ej where ej.org_id = n.org_id and ej.emp_id = a.user_id and ej.job_id = n.job_id))) as named
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and a.user_status = ${UserStatus.is.enabled}
  and (a.is_admin or exists (select 1 from account_role ar
    join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
    left join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
    left join authority h on h.authority_id = ra.authority_id
    where ar.org_id = a.org_id and ar.user_id = a.user_id
      and (r.role_level = ${RoleLevel.is.preset} or h.authority_code = any($2))))`

interface Person {
  userId: string
  isAdmin: boolean
  phone: string | null
  deptIds: string[] | null
  named: boolean
}

/** Nobody is told what they may not see; where nobody else is left, the administrators are. */
function chosen(people: readonly Person[], source: ReminderSource, rule: Rule): Person[] {
  const staff = people.filter((one) => !one.isAdmin || source.adminsToo)
  const told = people.filter((one) => one.named || (rule.holders && staff.includes(one)))
  return told.length > 0 ? told : people.filter((one) => one.isAdmin)
}

const daysFrom = (today: string, day: string) => Math.round((momentOf(day) - momentOf(today)) / DAY_MS)

export function sentence(source: ReminderSource, one: Pick<Told, 'title' | 'dueDay'>, today: string): string {
  if (source.standing || source.toldElsewhere) return one.title
  const left = daysFrom(today, one.dueDay)
  if (source.passes) return left === 0 ? `今天${one.title}` : `${one.dueDay.slice(5)} ${one.title}`
  if (left < 0) return `${one.title}已于 ${one.dueDay} 到期`
  return left === 0 ? `${one.title}今天到期` : `${one.title}还有 ${left} 天到期（${one.dueDay.slice(5)}）`
}

function messageOf(source: ReminderSource, groups: readonly Group[], today: string) {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const first = groups
    .flatMap((group) => group.first)
    .sort((a, b) => (a.dueDay < b.dueDay ? -1 : a.dueDay > b.dueDay ? 1 : 0))
    .slice(0, MOST_NAMED)
  const one = first[0]!
  if (count === 1) {
    return { title: sentence(source, one, today), content: one.content ?? `${source.act}。`, route: source.route(one) }
  }
  const more = count > first.length ? ` 等 ${count} 条` : ''
  return {
    title: `${count} 条提醒：${source.title}`,
    content: `${first.map((row) => sentence(source, row, today)).join('；')}${more}。`,
    route: `${remind.pages.list.path}?source=${source.key}&status=${waiting}`,
  }
}

/** Who hears of which groups: those who see the same are told together. */
function audiences(people: readonly Person[], groups: readonly Group[]) {
  const ids = new Set(people.map((one) => one.userId))
  const found = new Map<string, { groups: Group[]; people: Person[] }>()
  for (const person of people) {
    const mine = groups.filter((group) => {
      const seen =
        person.deptIds === null ||
        group.deptId === null ||
        group.ownerId === person.userId ||
        person.deptIds.includes(group.deptId)
      // Whose business it is hears of it alone, unless others are named by the rule.
      return (
        seen && (person.named || group.ownerId === null || group.ownerId === person.userId || !ids.has(group.ownerId))
      )
    })
    if (mine.length === 0) continue
    const key = mine.map((group) => `${group.deptId}:${group.ownerId}`).join()
    const audience = found.get(key) ?? { groups: mine, people: [] }
    audience.people.push(person)
    found.set(key, audience)
  }
  return [...found.values()]
}

/** Answers how many people were told. */
export async function tellReminders(
  app: AppContext,
  tx: Tx,
  { source, rule, day }: { source: ReminderSource; rule: Rule; day: string },
): Promise<number> {
  const told = await tx.client.query<Group>({
    name: 'remind_tell',
    text: TELL,
    values: [tx.orgId, source.key, day, rule.leads, rule.repeatDays],
  })
  if (told.rows.length === 0) return 0
  const people = await tx.client.query<Person>({
    name: 'remind_people',
    text: PEOPLE,
    values: [tx.orgId, source.needs.split('|'), source.key],
  })
  const receivers = new Set<string>()
  for (const { groups, people: some } of audiences(chosen(people.rows, source, rule), told.rows)) {
    const message = messageOf(source, groups, day)
    const userIds = some.map((one) => one.userId)
    for (const userId of userIds) receivers.add(userId)
    if (rule.bell) await notify(tx, userIds, { kind: 'remind', ...message })
    if (!rule.sms) continue
    const count = groups.reduce((sum, group) => sum + group.count, 0)
    // Telephones are read by others, too: no names, no health.
    const content = `您有 ${count} 条“${source.title}”待处理，请登录系统在“提醒管理”中查看。`
    for (const phone of new Set(some.flatMap((one) => one.phone ?? []))) {
      await sendSms(app, tx, { orgId: tx.orgId, phone, content, purpose: '提醒' })
    }
  }
  return receivers.size
}

/** Without a channel the reminders stand in the list and nobody is told. */
export const tells = (source: ReminderSource, rule: Rule) =>
  rule.enabled && !source.toldElsewhere && (rule.bell || rule.sms)
