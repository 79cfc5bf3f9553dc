// The row of a change of level, locked with its resident; its steps; who may decide it; how its list learns of a change.

import type pg from 'pg'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type RegradeChoice, regrade } from '#contract/live/regrade'
import {
  REGRADE_NEEDS,
  type RegradeMove,
  RegradeState,
  type RegradeStateValue,
  regradeMoves,
} from '#contract/live/regradeWords'
import { lockResidents, type Resident } from '#server/areas/live/residence/residenceLock'
import { type Application, type Reviewed, whyNot } from '#server/areas/live/review/reviewers'
import { staffName, WITH_RESIDENT } from '#server/areas/residents/public'
import { reviewRuleOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'

onConstraint('regrade_open', () => invalid('这位老人已有一份没有办完的等级变更，请先办完或作废那一份'))
onConstraint('regrade_own', () => invalid('不能审批自己提出的等级变更'))
onConstraint('regrade_moves', () => invalid('这份等级变更已经有了结果，请刷新后再看'))
onConstraint('regrade_level', () => new Refusal('NOT_FOUND', { what: '护理等级' }, 'levelId'))

export const TARGET = 'regrade'
export const missingRegrade = () => notFound('等级变更')

export interface LockedRegrade {
  regradeId: string
  regradeNo: string
  oldmanId: string
  stayId: string
  assessmentId: string | null
  oldLevelId: string | null
  newLevelId: string
  effectiveDate: string
  reason: string
  levelReason: string | null
  informed: string | null
  choices: RegradeChoice[]
  templateId: string | null
  state: RegradeStateValue
  applicantId: string
  askedBy: string | null
  decidedAt: string | null
  planId: string | null
  contractId: string | null
  images: unknown
  version: number
  resident: Resident
}

const OF = `select t.oldman_id as "oldmanId", o.dept_id as "deptId" from regrade t ${WITH_RESIDENT}
where t.org_id = $1 and t.regrade_id = $2`

const LOCK = `select t.regrade_id as "regradeId", t.regrade_no as "regradeNo", t.oldman_id as "oldmanId", t.stay_id as "stayId",
  t.assessment_id as "assessmentId", t.old_level_id as "oldLevelId", t.new_level_id as "newLevelId",
  t.effective_date as "effectiveDate", t.reason, t.level_reason as "levelReason", t.informed, t.choices,
  t.template_id as "templateId", t.state, t.applicant_id as "applicantId", ${staffName('t.applicant_id')} as "askedBy",
  t.decided_at as "decidedAt", t.plan_id as "planId", t.contract_id as "contractId", t.images, t.version
from regrade t where t.org_id = $1 and t.regrade_id = $2 for update`

export const residentOf = async (client: pg.Pool | pg.ClientBase, orgId: string, regradeId: string) =>
  (
    await client.query<{ oldmanId: string; deptId: string | null }>({
      name: 'regrade_of',
      text: OF,
      values: [orgId, regradeId],
    })
  ).rows[0]

/** The resident first, as everywhere; one outside the caller's scope is not there. */
export async function lockRegrade(tx: Tx, who: Caller, regradeId: string): Promise<LockedRegrade> {
  const of = await residentOf(tx.client, tx.orgId, regradeId)
  if (!of || (who.deptIds && of.deptId !== null && !who.deptIds.includes(of.deptId))) throw missingRegrade()
  const [resident] = await lockResidents(tx, null, [of.oldmanId])
  const found = await tx.client.query<Omit<LockedRegrade, 'resident'>>({
    name: 'regrade_lock',
    text: LOCK,
    values: [tx.orgId, regradeId],
  })
  return { ...found.rows[0]!, resident: resident! }
}

/** Locked, in a state that allows the move, and as the sender saw it. */
export async function lockFor(
  tx: Tx,
  who: Caller,
  input: { regradeId: string; version?: number | null },
  move: RegradeMove,
): Promise<LockedRegrade & { next: RegradeStateValue }> {
  const row = await lockRegrade(tx, who, input.regradeId)
  const next = regradeMoves.next(row.state, move, RegradeState.label)
  await refuseStale(tx, row.regradeId, input.version, row.version)
  return { ...row, next }
}

export const REVIEWED: Reviewed & { act: 'regrade' } = {
  act: 'regrade',
  needs: REGRADE_NEEDS.decide,
  audit: '等级变更审批',
  kind: 'approval',
  route: regrade.pages.list.path,
}

/** Where the settings ask for no second person, whoever may decide may decide their own too. */
export async function whyNotDecide(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  application: Application,
): Promise<{ why: string | null; people: { name: string }[]; second: boolean }> {
  const { needed } = await reviewRuleOf(client, who.orgId, REVIEWED.act)
  if (needed) return { ...(await whyNot(client, who, REVIEWED, application)), second: true }
  const asked = await whyNot(client, who, REVIEWED, { ...application, applicantId: '' })
  return { why: who.may(REVIEWED.needs) ? null : asked.why, people: asked.people, second: false }
}

const STEP = `insert into regrade_step (org_id, step_id, regrade_id, what, opinion, user_id, user_name)
values ($1, $2, $3, $4, $5, $6, $7)`

/** What happened to it, for the reader and for the log. */
export async function addStep(
  tx: Tx,
  row: { regradeId: string; oldmanId: string },
  what: RegradeMove | 'propose',
  opinion: string | null = null,
): Promise<void> {
  await tx.client.query({
    name: 'regrade_step_add',
    text: STEP,
    values: [tx.orgId, newId(), row.regradeId, what, opinion, tx.by.userId, tx.by.name],
  })
  tx.emit(regrade.events.changed, { regradeId: row.regradeId, oldmanId: row.oldmanId })
}

export const logged = (
  tx: Tx,
  row: Pick<LockedRegrade, 'regradeId' | 'state'>,
  to: RegradeStateValue,
  remark: string,
  changes: Record<string, readonly [unknown, unknown]> = {},
) =>
  tx.log({
    remark,
    targetType: TARGET,
    targetId: row.regradeId,
    changes: {
      ...(row.state !== to && { 状态: [RegradeState.label(row.state), RegradeState.label(to)] as const }),
      ...changes,
    },
  })
