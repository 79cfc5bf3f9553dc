// Who decides an application and who is to be told. A reviewer holds a permission of the audit, is named by the
// organisation's rule (or the rule names nobody), has the resident's department in their scope, and is not the applicant.

import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import type { MessageKindValue } from '#contract/platform/message'
import { ReviewAct, type ReviewActKey } from '#contract/systemSetting/checkConfig'
import { notify, type Person, peopleWith, staffFirst } from '#server/areas/platform/public'
import {
  mayReview,
  type ReviewRule,
  reviewersOf,
  reviewRuleOf,
  standingUnder,
} from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'

type Client = pg.Pool | pg.ClientBase

/** Whether somebody may decide is read from these (decidable). */
export const REVIEW_TABLES = ['review_rule', 'account_role'] as const

/** A kind of application, as the inbox that it waits in knows it. */
export interface Reviewed {
  act: ReviewActKey
  /** Codes joined by | : any of them lets decide. */
  needs: string
  /** 外出审核: what one who may not lacks. */
  audit: string
  /** Of the messages. */
  kind: MessageKindValue
  /** The inbox. */
  route: string
}

export interface Application {
  applicantId: string
  deptId: string | null
}

/** Who looks after something in a department, by permission. */
export const staffWith = async (client: Client, orgId: string, needs: string, deptId: string | null) =>
  staffFirst(await peopleWith(client, orgId, needs, deptId))

const namesNobody = (rule: ReviewRule) => rule.roleIds.length === 0 && rule.userIds.length === 0

/** Everybody but the applicant who may decide an application for a resident of this department. */
export async function reviewersFor(
  client: Client,
  orgId: string,
  what: Reviewed,
  application: Application,
  known?: ReviewRule,
): Promise<Person[]> {
  const rule = known ?? (await reviewRuleOf(client, orgId, what.act))
  const named = namesNobody(rule) ? null : await reviewersOf(client, orgId, rule)
  const but = (people: readonly Person[]) => people.filter((person) => person.userId !== application.applicantId)
  const people = but(await peopleWith(client, orgId, what.needs, application.deptId, named))
  if (people.length > 0 || named === null) return [...staffFirst(people)]
  // Administrators always may, so that a rule whose people have left never blocks a resident.
  return but(await peopleWith(client, orgId, what.needs, application.deptId)).filter((person) => person.isAdmin)
}

/** The kinds of application, of these, that the caller may decide at all. */
export async function decidable<R extends Reviewed>(who: Caller, kinds: readonly R[]): Promise<R['act'][]> {
  const open = kinds.filter((kind) => who.may(kind.needs)).map((kind) => kind.act)
  if (open.length === 0) return []
  const standing = await standingUnder(who, open)
  return open.filter((act) => standing[act].may)
}

const listed = (people: readonly Person[]) => people.map((person) => person.name).join('、')

/** Why the caller may not decide it, in words; null: may. Nobody decides their own application. */
export async function whyNot(
  client: Client,
  who: Caller,
  what: Reviewed,
  application: Application,
): Promise<{ why: string | null; people: Person[] }> {
  const rule = await reviewRuleOf(client, who.orgId, what.act)
  const people = await reviewersFor(client, who.orgId, what, application, rule)
  const say = (problem: string) =>
    people.length > 0
      ? `${problem}，可由${listed(people)}审核`
      : `${problem}，也没有其他人可以审核：可以撤回或取消申请，并请管理员在“审核配置”里设置审核人或改为不需要审核`
  if (application.applicantId === who.userId) return { why: say('不能审核自己提交的申请'), people }
  if (!who.may(what.needs)) return { why: say(`您没有${what.audit}的权限`), people }
  if (!(await mayReview(who, rule, client))) return { why: say(`您不是“${ReviewAct.label(what.act)}”的审核人`), people }
  return { why: null, people }
}

export async function refuseUnlessReviewer(
  tx: Tx,
  who: Caller,
  what: Reviewed,
  application: Application,
): Promise<void> {
  const { why } = await whyNot(tx.client, who, what, application)
  if (why !== null) throw invalid(why)
}

/** A refusal without a reason helps nobody. */
export function reasonOf(said: string): string {
  const reason = said.trim()
  if (reason === '') throw invalid('请填写拒绝原因', 'auditRemark')
  return reason
}

/** Whoever may decide learns that something waits. */
export async function tellReviewers(
  tx: Tx,
  what: Reviewed,
  application: Application,
  words: { title: string; content: string },
): Promise<void> {
  const people = await reviewersFor(tx.client, tx.orgId, what, application)
  await notify(
    tx,
    people.map((person) => person.userId),
    { kind: what.kind, route: what.route, ...words },
  )
}
