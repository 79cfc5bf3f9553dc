// Which acts need a second person, and who that may be. Areas ask here before they let an act through.

import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import { UserStatus } from '#contract/platform/user'
import {
  REVIEW_NEEDS,
  ReviewAct,
  type ReviewActKey,
  type ReviewRuleBodyData,
  type ReviewRuleData,
  reviewActs,
} from '#contract/systemSetting/checkConfig'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import type { SettingSection } from './checkConfigSection.ts'

type Client = pg.Pool | pg.ClientBase

export interface ReviewRule {
  act: ReviewActKey
  needed: boolean
  /** Both empty: nobody has decided yet, and whoever holds the permission of the audit may review. */
  roleIds: readonly string[]
  userIds: readonly string[]
}

interface Stored extends ReviewRule {
  version: number
  updateTime: string | null
}

const SELECT = `select act, needed, role_ids as "roleIds", user_ids as "userIds", version,
  to_char(updated_at, 'YYYY-MM-DD HH24:MI:SS') as "updateTime" from review_rule where org_id = $1`

const undecided = (act: ReviewActKey): Stored => ({
  act,
  needed: reviewActs[act].needed,
  roleIds: [],
  userIds: [],
  version: 0,
  updateTime: null,
})

/** The rule of one act, inside the transaction that obeys it or outside of one. */
export async function reviewRuleOf(client: Client | Tx, orgId: string, act: ReviewActKey): Promise<ReviewRule> {
  const reader: Client = 'client' in client ? client.client : client
  const found = await reader.query<Stored>({
    name: 'review_rule_of',
    text: `${SELECT} and act = $2`,
    values: [orgId, act],
  })
  return found.rows[0] ?? undecided(act)
}

/**
 * Whether the caller may review under a rule, besides holding the permission of the audit. Administrators always may,
 * so that a rule whose people have left never blocks a resident.
 */
export async function mayReview(
  who: Pick<Caller, 'app' | 'orgId' | 'userId' | 'isAdmin'>,
  rule: ReviewRule,
  client: Client = who.app.pool,
): Promise<boolean> {
  if (rule.roleIds.length === 0 && rule.userIds.length === 0) return true
  if (who.isAdmin || rule.userIds.includes(who.userId)) return true
  if (rule.roleIds.length === 0) return false
  const found = await client.query<{ holds: boolean }>({
    name: 'may_review',
    text: `select exists (select 1 from account_role where org_id = $1 and user_id = $2 and role_id = any($3)) as holds`,
    values: [who.orgId, who.userId, rule.roleIds],
  })
  return found.rows[0]!.holds
}

export interface Standing {
  needed: boolean
  /** `mayReview` of the caller. */
  may: boolean
}

type Stands = Record<string, ReviewRule & { holds: boolean }>

/** Every rule with what it means for one person. */
const standingSql = (org: string, user: string) => `(select coalesce(jsonb_object_agg(r.act, jsonb_build_object(
    'needed', r.needed, 'roleIds', r.role_ids, 'userIds', r.user_ids, 'holds', exists (select 1 from account_role a
      where a.org_id = r.org_id and a.user_id = ${user} and r.role_ids ? a.role_id))), '{}')
  from review_rule r where r.org_id = ${org})`

function standingIn(who: Pick<Caller, 'userId' | 'isAdmin'>, stands: Stands, act: ReviewActKey): Standing {
  const rule = stands[act]
  if (!rule) return { needed: undecided(act).needed, may: true }
  const open = rule.roleIds.length === 0 && rule.userIds.length === 0
  return { needed: rule.needed, may: open || who.isAdmin || rule.userIds.includes(who.userId) || rule.holds }
}

/** The caller under several rules at once, in one question. */
export async function standingUnder<Act extends ReviewActKey>(
  who: Pick<Caller, 'app' | 'orgId' | 'userId' | 'isAdmin'>,
  acts: readonly Act[],
): Promise<Record<Act, Standing>> {
  const found = await who.app.pool.query<{ stands: Stands }>({
    name: 'review_standing',
    text: `select ${standingSql('$1', '$2')} as stands`,
    values: [who.orgId, who.userId],
  })
  const { stands } = found.rows[0]!
  return Object.fromEntries(acts.map((act) => [act, standingIn(who, stands, act)])) as Record<Act, Standing>
}

/** Everybody who may review under a rule and whose account is in use: whom to tell that something waits. */
export async function reviewersOf(client: Client, orgId: string, rule: ReviewRule): Promise<string[]> {
  const found = await client.query<{ id: string }>({
    name: 'reviewers_of',
    text: REVIEWERS,
    values: reviewersIn(orgId, rule),
  })
  return found.rows.map((row) => row.id)
}

const REVIEWERS = `select a.user_id as id from account a where a.org_id = $1 and a.user_status = ${UserStatus.is.enabled}
  and (a.user_id = any($2) or exists (select 1 from account_role ar
    where ar.org_id = a.org_id and ar.user_id = a.user_id and ar.role_id = any($3)))`
const reviewersIn = (orgId: string, rule: ReviewRule) => [orgId, rule.userIds, rule.roleIds]

async function read(client: Client, orgId: string): Promise<ReviewRuleData[]> {
  const stored = await client.query<Stored>({ name: 'review_rules', text: SELECT, values: [orgId] })
  const rules = ReviewAct.list.map(({ value }) => stored.rows.find((row) => row.act === value) ?? undecided(value))
  const roleIds = [...new Set(rules.flatMap((rule) => rule.roleIds))]
  const userIds = [...new Set(rules.flatMap((rule) => rule.userIds))]
  const roles = await client.query<{ roleId: string; name: string; people: string[] }>({
    name: 'review_roles',
    text: `select r.role_id as "roleId", r.name, array(select ar.user_id::text from account_role ar
        join account a on a.org_id = ar.org_id and a.user_id = ar.user_id and a.user_status = ${UserStatus.is.enabled}
        where ar.org_id = r.org_id and ar.role_id = r.role_id) as people
      from role r where r.org_id = $1 and r.role_id = any($2) order by r.role_level, r.created_at, r.role_id`,
    values: [orgId, roleIds],
  })
  const users = await client.query<ReviewRuleData['users'][number]>({
    name: 'review_users',
    text: `select a.user_id as "userId", a.user_name as "userName", coalesce(e.emp_name, a.user_name) as "empName",
        d.dept_name as "deptName", a.user_status = ${UserStatus.is.enabled} as enabled
      from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
        left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
      where a.org_id = $1 and a.user_id = any($2) order by e.emp_name, a.user_id`,
    values: [orgId, userIds],
  })
  return rules.map((rule) => {
    const ofRoles = roles.rows.filter((role) => rule.roleIds.includes(role.roleId))
    const ofUsers = users.rows.filter((user) => rule.userIds.includes(user.userId))
    const people = new Set([
      ...ofRoles.flatMap((role) => role.people),
      ...ofUsers.filter((user) => user.enabled).map((user) => user.userId),
    ])
    return {
      ...rule,
      roleIds: [...rule.roleIds],
      userIds: [...rule.userIds],
      roles: ofRoles.map(({ roleId, name, people: members }) => ({ roleId, name, people: members.length })),
      users: ofUsers,
      reviewers: people.size,
    }
  })
}

interface Named {
  id: string
  name: string
}

/** Ids in the order of the request, each once; one that names nothing in this organisation is refused. */
async function named(tx: Tx, text: string, ids: readonly string[], what: string): Promise<Named[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const found = await tx.client.query<Named>(text, [tx.orgId, wanted])
  const known = new Map(found.rows.map((row) => [row.id, row]))
  return wanted.map((id) => {
    const row = known.get(id)
    if (!row) throw invalid(`选择的${what}不存在，请刷新后重新选择`, 'review')
    return row
  })
}

const ROLES = 'select role_id as id, name from role where org_id = $1 and role_id = any($2) for key share'
const USERS = `select a.user_id as id, coalesce(e.emp_name, a.user_name) as name from account a
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
  where a.org_id = $1 and a.user_id = any($2) for key share of a`

async function saveRule(tx: Tx, body: ReviewRuleBodyData): Promise<boolean> {
  const { act } = body
  const title = ReviewAct.label(act)
  // The row may not be there yet; the lock on the act stands in for it.
  await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('review ' || $1 || $2, 0))`, [tx.orgId, act])
  const found = await tx.client.query<Stored>(`${SELECT} and act = $2`, [tx.orgId, act])
  const before = found.rows[0] ?? undecided(act)
  await refuseStale(tx, act, body.version, before.version)
  const roles = await named(tx, ROLES, body.roleIds ?? before.roleIds, '角色')
  const users = await named(tx, USERS, body.userIds ?? before.userIds, '人员')
  const next: ReviewRule = {
    act,
    needed: body.needed,
    roleIds: roles.map((one) => one.id),
    userIds: users.map((one) => one.id),
  }
  if (next.needed)
    await refuseNobody(
      tx,
      next,
      title,
      [...roles, ...users].map((one) => one.name),
    )
  const old = [...(await namesOf(tx, before.roleIds, ROLES)), ...(await namesOf(tx, before.userIds, USERS))].join('、')
  const now = [...roles, ...users].map((one) => one.name).join('、')
  const same =
    before.version > 0 &&
    before.needed === next.needed &&
    [...before.roleIds, '|', ...before.userIds].join() === [...next.roleIds, '|', ...next.userIds].join()
  if (same) return false
  await tx.client.query(
    `insert into review_rule (org_id, act, needed, role_ids, user_ids) values ($1, $2, $3, $4, $5)
     on conflict (org_id, act) do update set needed = excluded.needed, role_ids = excluded.role_ids,
       user_ids = excluded.user_ids, version = review_rule.version + 1, updated_at = now()`,
    [tx.orgId, act, next.needed, JSON.stringify(next.roleIds), JSON.stringify(next.userIds)],
  )
  tx.log({
    remark: next.needed ? `“${title}”需要审核，审核人：${now}` : `“${title}”不需要审核`,
    targetType: 'reviewRule',
    targetId: act,
    changes: {
      ...(before.needed !== next.needed && { 需要审核: [before.needed, next.needed] }),
      ...(old !== now && { 审核人: [old || null, now || null] }),
    },
  })
  return true
}

async function namesOf(tx: Tx, ids: readonly string[], text: string): Promise<string[]> {
  if (ids.length === 0) return []
  return (await tx.client.query<Named>(text, [tx.orgId, ids])).rows.map((row) => row.name)
}

/** A rule that nobody can fulfil would stop the work of the house. */
async function refuseNobody(tx: Tx, rule: ReviewRule, title: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) throw invalid(`“${title}”需要审核，请选择由哪些角色或人员审核`, 'review')
  const able = await tx.client.query<{ id: string }>(`${REVIEWERS} limit 1`, reviewersIn(tx.orgId, rule))
  if (able.rows.length > 0) return
  throw invalid(`“${title}”没有人能审核：${names.join('、')}之中没有启用的账号`, 'review')
}

export const reviewSection: SettingSection<'review'> = {
  reads: REVIEW_NEEDS,
  writes: 'systemSetting:checkConfig:save',
  read,
  write: async (tx, rules) => {
    const acts = new Set(rules.map((rule) => rule.act))
    if (acts.size < rules.length) throw invalid('同一事项出现了两次', 'review')
    // In one order, so that two savers never wait for each other.
    let changed = false
    for (const rule of [...rules].sort((a, b) => a.act.localeCompare(b.act))) {
      changed = (await saveRule(tx, rule)) || changed
    }
    return changed
  },
}
