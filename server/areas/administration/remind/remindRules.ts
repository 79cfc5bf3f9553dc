// What the house decided about each kind of reminder; where it decided nothing, what is usual.
import type pg from 'pg'
import { MOST_AHEAD, type RemindRuleData, RemindState, type remind } from '#contract/administration/remind'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound } from '#contract/kit/refusal'
import { UserStatus } from '#contract/platform/user'
import type { Caller, Tx } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import type { ReminderSource } from '#server/kit/reminderSources'

type Client = pg.Pool | pg.ClientBase
type Input = InputOf<(typeof remind)['calls']['saveRule']>

export interface Rule {
  enabled: boolean
  /** The farthest first. */
  leads: number[]
  repeatDays: number | null
  holders: boolean
  bell: boolean
  sms: boolean
  version: number
}

const tidy = (leads: readonly number[]) =>
  [...new Set(leads.map((days) => Math.min(MOST_AHEAD, Math.max(0, days))))].sort((a, b) => b - a)

export const usualLeads = async (client: Client, orgId: string, source: ReminderSource): Promise<number[]> =>
  tidy((await source.leadsOf?.(client, orgId)) ?? source.leads)

const RULES = `select t.source, t.enabled, t.leads, t.repeat_days as "repeatDays", t.holders, t.bell, t.sms, t.version
from remind_rule t where t.org_id = $1`

type StoredRule = Rule & { source: string }

/** Of every source, by its key. */
export async function rulesOf(client: Client, orgId: string): Promise<ReadonlyMap<string, Rule>> {
  const found = await client.query<StoredRule>({ name: 'remind_rules', text: RULES, values: [orgId] })
  const stored = new Map(found.rows.map((row) => [row.source, row]))
  const rules = new Map<string, Rule>()
  for (const source of areas().reminders) {
    const own = stored.get(source.key)
    rules.set(source.key, {
      enabled: own?.enabled ?? true,
      leads: own ? tidy(own.leads) : await usualLeads(client, orgId, source),
      repeatDays: own ? own.repeatDays : (source.repeatDays ?? null),
      holders: own?.holders ?? true,
      bell: own?.bell ?? true,
      sms: own?.sms ?? false,
      version: own?.version ?? 0,
    })
  }
  return rules
}

const RECEIVERS = `select t.source, case when t.role_id is not null then 'roles' when t.job_id is not null then 'posts' else 'users' end as kind,
  coalesce(t.role_id, t.job_id, t.user_id) as id, coalesce(r.name, j.job_name, e.emp_name, a.user_name) as name
from remind_receiver t left join role r on r.org_id = t.org_id and r.role_id = t.role_id
  left join job j on j.org_id = t.org_id and j.job_id = t.job_id
  left join account a on a.org_id = t.org_id and a.user_id = t.user_id
  left join employee e on e.org_id = t.org_id and e.emp_id = t.user_id
where t.org_id = $1 order by name, id`

const WAITING = `select t.source, count(*)::int as count from remind t where t.org_id = $1 and t.state = ${RemindState.is.waiting} and t.source <> 'own' group by 1`

interface Receiver {
  source: string
  kind: 'roles' | 'posts' | 'users'
  id: string
  name: string
}

export async function shownRules(client: Client, orgId: string): Promise<RemindRuleData[]> {
  const rules = await rulesOf(client, orgId)
  const { rows: receivers } = await client.query<Receiver>(RECEIVERS, [orgId])
  const { rows: counts } = await client.query<{ source: string; count: number }>(WAITING, [orgId])
  const waiting = new Map(counts.map((one) => [one.source, one.count]))
  const shown: RemindRuleData[] = []
  for (const source of areas().reminders) {
    const rule = rules.get(source.key)!
    const named = (kind: Receiver['kind']) =>
      receivers.filter((one) => one.source === source.key && one.kind === kind).map(({ id, name }) => ({ id, name }))
    shown.push({
      ...rule,
      source: source.key,
      title: source.title,
      type: source.type,
      what: source.what,
      usualLeads: rule.version === 0 ? rule.leads : await usualLeads(client, orgId, source),
      roles: named('roles'),
      posts: named('posts'),
      users: named('users'),
      toldElsewhere: source.toldElsewhere ?? null,
      dated: !source.standing && !source.toldElsewhere,
      waiting: waiting.get(source.key) ?? 0,
      changed: rule.version > 0,
    })
  }
  return shown
}

const oneRule = async (client: Client, orgId: string, key: string) =>
  (await shownRules(client, orgId)).find((one) => one.source === key)!

export function sourceOf(key: string): ReminderSource {
  const source = areas().reminders.find((one) => one.key === key)
  if (!source) throw notFound('提醒事项')
  return source
}

const CHOICES = `select 'role' as kind, t.role_id as id, t.name from role t where t.org_id = $1
union all select 'post', j.job_id, j.job_name from job j where j.org_id = $1 order by 3, 2`

export async function ruleChoices(who: Caller) {
  const found = await who.app.pool.query<{ kind: string; id: string; name: string }>(CHOICES, [who.orgId])
  const of = (kind: string) => found.rows.filter((row) => row.kind === kind).map(({ id, name }) => ({ id, name }))
  return { roles: of('role'), posts: of('post') }
}

const KNOWN = `select (select count(*)::int from role t where t.org_id = $1 and t.role_id = any($2)) as roles,
  (select count(*)::int from job j where j.org_id = $1 and j.job_id = any($3)) as posts,
  (select count(*)::int from account a where a.org_id = $1 and a.user_id = any($4) and a.user_status = ${UserStatus.is.enabled}) as users`

const SAVE = `insert into remind_rule as t (org_id, source, enabled, leads, repeat_days, holders, bell, sms)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (org_id, source) do update set enabled = excluded.enabled, leads = excluded.leads, repeat_days = excluded.repeat_days,
  holders = excluded.holders, bell = excluded.bell, sms = excluded.sms, version = t.version + 1, updated_at = now()`

const NAME = `insert into remind_receiver (org_id, receiver_id, source, role_id, job_id, user_id)
select $1, x.id, $2, x.role_id, x.job_id, x.user_id
from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as x(id, role_id, job_id, user_id)`

const words = ({ enabled, leads, repeatDays, holders, bell, sms, roles, posts, users }: RemindRuleData) => ({
  enabled,
  leads,
  repeatDays,
  holders,
  bell,
  sms,
  roles: roles.map((one) => one.name),
  posts: posts.map((one) => one.name),
  users: users.map((one) => one.name),
})

/** Two who save the rule of a kind for the first time wait for one another. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended($1, 0))`

export async function saveRule(tx: Tx, who: Caller, input: Input & { source: string }): Promise<RemindRuleData> {
  const source = sourceOf(input.source)
  await tx.client.query(LOCK, [`remind_rule ${who.orgId} ${source.key}`])
  const before = await oneRule(tx.client, who.orgId, source.key)
  await refuseStale(tx, source.key, input.version, before.version)
  const leads = tidy(input.leads ?? before.leads)
  const holders = input.holders ?? before.holders
  const bell = input.bell ?? before.bell
  const sms = input.sms ?? before.sms
  if (leads.length === 0) throw invalid('请至少填写一个提前天数，当天请填 0', 'leads')
  const named = (given: readonly string[] | null | undefined, stored: readonly { id: string }[]) => [
    ...new Set(given ?? stored.map((one) => one.id)),
  ]
  const roleIds = named(input.roleIds, before.roles)
  const postIds = named(input.postIds, before.posts)
  const userIds = named(input.userIds, before.users)
  const known = (
    await tx.client.query<{ roles: number; posts: number; users: number }>(KNOWN, [
      who.orgId,
      roleIds,
      postIds,
      userIds,
    ])
  ).rows[0]!
  if (known.roles !== roleIds.length) throw notFound('角色')
  if (known.posts !== postIds.length) throw notFound('岗位')
  if (known.users !== userIds.length) throw notFound('人员')
  if (input.enabled && (bell || sms) && !holders && roleIds.length + postIds.length + userIds.length === 0) {
    throw invalid('请选择通知谁，或关闭消息和短信，只在列表中显示', 'holders')
  }
  await tx.client.query(SAVE, [
    who.orgId,
    source.key,
    input.enabled,
    leads,
    input.repeatDays === undefined ? before.repeatDays : input.repeatDays,
    holders,
    bell,
    sms,
  ])
  await tx.client.query('delete from remind_receiver where org_id = $1 and source = $2', [who.orgId, source.key])
  const all = [
    ...roleIds.map((id) => [id, null, null] as const),
    ...postIds.map((id) => [null, id, null] as const),
    ...userIds.map((id) => [null, null, id] as const),
  ]
  await tx.client.query(NAME, [
    who.orgId,
    source.key,
    all.map(() => newId()),
    all.map((one) => one[0]),
    all.map((one) => one[1]),
    all.map((one) => one[2]),
  ])
  const after = await oneRule(tx.client, who.orgId, source.key)
  tx.log({
    remark: `修改“${source.title}”的提醒规则`,
    targetType: 'remindRule',
    targetId: source.key,
    changes: changesBetween(words(before), words(after)),
  })
  return after
}

export async function resetRule(tx: Tx, who: Caller, key: string): Promise<RemindRuleData> {
  const source = sourceOf(key)
  await tx.client.query(LOCK, [`remind_rule ${who.orgId} ${source.key}`])
  const before = await oneRule(tx.client, who.orgId, source.key)
  await tx.client.query('delete from remind_rule where org_id = $1 and source = $2', [who.orgId, source.key])
  const after = await oneRule(tx.client, who.orgId, source.key)
  tx.log({
    remark: `“${source.title}”的提醒规则恢复默认`,
    targetType: 'remindRule',
    targetId: source.key,
    changes: changesBetween(words(before), words(after)),
  })
  return after
}
