// Who decides about an outing and who is to be told. A reviewer holds the permission of the audit, is named by the
// organisation's rule (or the rule names nobody), and has the elder's department in their scope.
import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import { OutingAuditKind, type OutingAuditKindValue, outing } from '#contract/live/outing'
import { notify } from '#server/areas/platform/public'
import {
  dictionaryLabels,
  mayReview,
  type ReviewRule,
  reviewersOf,
  reviewRuleOf,
  standingUnder,
} from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import type { LockedElder } from './outingRow.ts'

type Client = pg.Pool | pg.ClientBase

export interface Person {
  userId: string
  name: string
  isAdmin: boolean
}

const HOLDERS = `select a.user_id as "userId", coalesce(e.emp_name, a.user_name) as name, a.is_admin as "isAdmin"
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and a.user_status = 1 and ($3::text[] is null or a.user_id = any($3))
  and (a.is_admin or (
    ($4::text is null or exists (select 1 from employee_data_dept x
      where x.org_id = a.org_id and x.emp_id = a.user_id and x.dept_id = $4))
    and exists (select 1 from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
      left join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
      left join authority x on x.authority_id = ra.authority_id
      where ar.org_id = a.org_id and ar.user_id = a.user_id and (r.role_level = 0 or x.authority_code = $2))))
order by a.is_admin, e.sort, a.user_id`

/** Accounts in use that hold a code and see a department; `among` limits them. Administrators hold every code. */
async function holdersOf(
  client: Client,
  orgId: string,
  code: string,
  deptId: string | null,
  among: readonly string[] | null = null,
): Promise<Person[]> {
  const values = [orgId, code, among, deptId]
  return (await client.query<Person>({ name: 'outing_holders', text: HOLDERS, values })).rows
}

/** Staff before administrators: those are told only when there is nobody else. */
const staffFirst = (people: readonly Person[]) => {
  const staff = people.filter((person) => !person.isAdmin)
  return staff.length > 0 ? staff : people
}

const namesNobody = (rule: ReviewRule) => rule.roleIds.length === 0 && rule.userIds.length === 0

/** Everybody but the applicant who may decide an application for an elder of this department. */
export async function reviewersFor(
  client: Client,
  orgId: string,
  rule: ReviewRule,
  application: Pick<Application, 'applicantId' | 'deptId'>,
): Promise<Person[]> {
  const code = outing.calls.pass.needs
  const named = namesNobody(rule) ? null : await reviewersOf(client, orgId, rule)
  const but = (people: readonly Person[]) => people.filter((person) => person.userId !== application.applicantId)
  const people = but(await holdersOf(client, orgId, code, application.deptId, named))
  if (people.length > 0 || named === null) return staffFirst(people) as Person[]
  // Administrators always may, so that a rule whose people have left never blocks a resident.
  return but(await holdersOf(client, orgId, code, application.deptId)).filter((person) => person.isAdmin)
}

/** Those who look after the elder's outings: whoever registers returns in that department. */
export const watchersFor = async (client: Client, orgId: string, deptId: string | null) =>
  staffFirst(await holdersOf(client, orgId, outing.calls.affirm.needs, deptId))

/** The kinds of application that the caller may decide at all. */
export async function kindsOf(who: Caller): Promise<OutingAuditKindValue[]> {
  if (!who.may(outing.calls.pass.needs)) return []
  const kinds = OutingAuditKind.list.map((one) => one.value)
  const standing = await standingUnder(who, kinds)
  return kinds.filter((kind) => standing[kind].may)
}

export interface Application {
  kind: OutingAuditKindValue
  applicantId: string
  deptId: string | null
}

const listed = (people: readonly Person[]) => people.map((person) => person.name).join('、')

/**
 * Why the caller may not decide it, in words; null: may. Nobody decides their own application, except an administrator
 * when the house has no other reviewer: an elder must not wait for somebody who does not exist.
 */
export async function whyNot(who: Caller, application: Application): Promise<{ why: string | null; people: Person[] }> {
  const { pool } = who.app
  const rule = await reviewRuleOf(pool, who.orgId, application.kind)
  const others = await reviewersFor(pool, who.orgId, rule, application)
  const say = (problem: string) =>
    others.length > 0
      ? `${problem}，可由${listed(others)}审核`
      : `${problem}，也没有其他人可以审核，请联系管理员设置审核人`
  const title = OutingAuditKind.label(application.kind)
  if (!who.may(outing.calls.pass.needs)) return { why: say('您没有外出审核的权限'), people: others }
  if (application.applicantId === who.userId) {
    if (who.isAdmin && others.length === 0) return { why: null, people: others }
    return { why: say('不能审核自己提交的申请'), people: others }
  }
  if (!(await mayReview(who, rule))) return { why: say(`您不是“${title}”的审核人`), people: others }
  return { why: null, people: others }
}

export async function refuseUnlessReviewer(who: Caller, application: Application): Promise<void> {
  const { why } = await whyNot(who, application)
  if (why !== null) throw invalid(why)
}

export async function typeName(tx: Tx, outType: string): Promise<string> {
  const labels = await dictionaryLabels(tx.client, tx.orgId, 'outingType')
  return labels.get(outType) ?? outType
}

/** Whoever may decide learns that something waits. */
export async function tellReviewers(
  tx: Tx,
  who: Caller,
  kind: 'outing' | 'outingPostpone',
  elder: LockedElder,
  content: string,
): Promise<void> {
  const rule = await reviewRuleOf(tx, who.orgId, kind)
  const people = await reviewersFor(tx.client, who.orgId, rule, { applicantId: who.userId, deptId: elder.deptId })
  await notify(
    tx,
    people.map((person) => person.userId),
    {
      kind: 'outing',
      title: kind === 'outing' ? `${elder.oldmanName}的外出申请待审核` : `${elder.oldmanName}的外出延期待审核`,
      content,
      route: '/live/Outing/audit',
    },
  )
}
