// Deciding about a change of level: approved, everything happens in one transaction or nothing; sent back with an opinion;
// taken back while nothing was done or billed on it.

import { BILL_NEEDS } from '#contract/expense/billWords'
import type { InputOf } from '#contract/kit/call'
import { invalid, Refusal } from '#contract/kit/refusal'
import { type RegradeRehearsal, regrade } from '#contract/live/regrade'
import { RegradeState, regradeMoves } from '#contract/live/regradeWords'
import { EXECUTION_NEEDS } from '#contract/nursing/execution'
import { CARE_PLAN_NEEDS } from '#contract/nursing/plan'
import { amountsHidden, type FeeImage, feeImage } from '#server/areas/expense/public'
import { staffWith } from '#server/areas/live/review/reviewers'
import { type CareImage, careImage } from '#server/areas/nursing/public'
import { notify } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { carryOut, type Seen } from './regradeCarry.ts'
import { addStep, type LockedRegrade, lockRegrade, logged, whyNotDecide } from './regradeRow.ts'
import { changedSince, shownOf } from './regradeShow.ts'

type Calls = (typeof regrade)['calls']

/** Levels of the stay by days, the plans and the fees. */
export interface Image {
  levels: { from: string; levelId: string | null; reason: string | null; userId: string | null; at: string }[]
  care: CareImage
  fees: FeeImage[]
  levelId: string | null
}
export interface Images {
  before: Image
  after: Image
  /** What was shown and agreed to; the demonstration's old ones have none. */
  shown?: RegradeRehearsal
}

const LEVELS = `select from_date as "from", level_id as "levelId", reason, user_id as "userId",
  to_char(created_at, 'YYYY-MM-DD HH24:MI:SS.MS TZH:TZM') as at from stay_level where org_id = $1 and stay_id = $2 order by from_date`

export async function imageOf(tx: Tx, row: LockedRegrade, day: string): Promise<Image> {
  const levels = await tx.client.query<Image['levels'][number]>(LEVELS, [tx.orgId, row.stayId])
  const now = await tx.client.query<{ levelId: string | null }>(
    'select level_id as "levelId" from oldman where org_id = $1 and oldman_id = $2',
    [tx.orgId, row.oldmanId],
  )
  return {
    levels: levels.rows,
    care: await careImage(tx.client, tx.orgId, row.oldmanId, day),
    fees: await feeImage(tx.client, tx.orgId, row.stayId),
    levelId: now.rows[0]!.levelId,
  }
}

const VERDICT = `update regrade set state = $3, decided_by = $4, decided_at = now(), opinion = $5, effective_date = $6,
  second = $7, plan_id = $8, contract_id = $9, images = $10, version = version + 1, updated_at = now()
where org_id = $1 and regrade_id = $2`

/** Who may decide is asked before anything else is said about it. */
async function admitted(
  tx: Tx,
  who: Caller,
  input: { regradeId: string; version?: number | null },
  move: 'approve' | 'sendBack',
) {
  const row = await lockRegrade(tx, who, input.regradeId)
  const next = regradeMoves.next(row.state, move, RegradeState.label)
  const { why, second } = await whyNotDecide(tx.client, who, {
    applicantId: row.applicantId,
    deptId: row.resident.deptId,
  })
  if (why !== null) throw invalid(why)
  await refuseStale(tx, row.regradeId, input.version, row.version)
  return { row, next, second }
}

/** Nurses who look after the plans and tasks of the department, cashiers, and whoever proposed it. */
async function tellAll(tx: Tx, who: Caller, row: LockedRegrade, seen: Seen, opinion: string | null): Promise<void> {
  const { resident } = row
  const route = `${regrade.pages.detail.path}?regradeId=${row.regradeId}`
  const what = `${seen.levelBefore?.name ?? '未定级'} → ${seen.levelAfter.name}，${seen.day} 起`
  const people = async (needs: string) =>
    (await staffWith(tx.client, tx.orgId, needs, resident.deptId)).map((one) => one.userId)
  const nurses = await people(`${CARE_PLAN_NEEDS.edit}|${EXECUTION_NEEDS.add}`)
  const cashiers = (await people(`${BILL_NEEDS.pay}|${BILL_NEEDS.generate}`)).filter((one) => !nurses.includes(one))
  const not = (one: string) => one !== who.userId && one !== row.applicantId
  await notify(tx, nurses.filter(not), {
    kind: 'care',
    title: `${resident.name}的护理等级变更：${what}`,
    content: `新护理计划 ${seen.day} 启用，每日 ${seen.careAfter.tasks.length} 项任务。${opinion ?? ''}`,
    route,
  })
  await notify(tx, cashiers.filter(not), {
    kind: 'fee',
    title: `${resident.name}的护理等级变更：${what}`,
    content:
      seen.feeAfter === seen.feeBefore ? '护理费不变。' : `护理费从 ${seen.day} 起随等级调整，下期账单按新价出具。`,
    route,
  })
  if (row.applicantId === who.userId) return
  await notify(tx, [row.applicantId], {
    kind: 'approval',
    title: `${resident.name}的等级变更已批准`,
    content: [what, opinion].filter(Boolean).join('。'),
    route,
  })
}

export async function approve(tx: Tx, who: Caller, body: InputOf<Calls['approve']>): Promise<void> {
  const moneySeen = !(await amountsHidden(tx.client, tx.orgId, who))
  const { row, next, second } = await admitted(tx, who, body, 'approve')
  const before = await imageOf(tx, row, body.effectiveDate)
  const seen = await carryOut(tx, who, row, body.effectiveDate)
  const { basis, rehearsal } = await shownOf(tx, row, seen)
  const changed = changedSince(basis, body.seen, moneySeen)
  if (changed.length > 0) {
    const refusal = new Refusal('GROUND_CHANGED', { what: changed.join('；') })
    refusal.data = { changed }
    throw refusal
  }
  const images: Images = { before, after: await imageOf(tx, row, body.effectiveDate), shown: rehearsal }
  const opinion = body.opinion?.trim() || null
  await tx.client.query({
    name: 'regrade_verdict',
    text: VERDICT,
    values: [
      tx.orgId,
      row.regradeId,
      next,
      who.userId,
      opinion,
      body.effectiveDate,
      second,
      seen.planId,
      seen.contractId,
      JSON.stringify(images),
    ],
  })
  await addStep(tx, row, 'approve', opinion)
  logged(
    tx,
    row,
    next,
    `批准“${row.resident.name}”的等级变更 ${row.regradeNo}，${body.effectiveDate} 起“${seen.levelAfter.name}”${opinion ? `：${opinion}` : ''}`,
    {
      护理等级: [seen.levelBefore?.name ?? null, seen.levelAfter.name],
      每日任务: [seen.careBefore.tasks.length, seen.careAfter.tasks.length],
      ...(row.effectiveDate !== body.effectiveDate && {
        生效日期: [row.effectiveDate, body.effectiveDate] as const,
      }),
    },
  )
  await tellAll(tx, who, row, seen, opinion)
}

export async function sendBack(tx: Tx, who: Caller, body: InputOf<Calls['sendBack']>): Promise<void> {
  const { row, next, second } = await admitted(tx, who, body, 'sendBack')
  const opinion = body.opinion.trim()
  await tx.client.query({
    name: 'regrade_verdict',
    text: VERDICT,
    values: [tx.orgId, row.regradeId, next, who.userId, opinion, row.effectiveDate, second, null, null, null],
  })
  await addStep(tx, row, 'sendBack', opinion)
  logged(tx, row, next, `退回“${row.resident.name}”的等级变更 ${row.regradeNo}：${opinion}`)
  if (row.applicantId === who.userId) return
  await notify(tx, [row.applicantId], {
    kind: 'approval',
    title: `${row.resident.name}的等级变更被退回`,
    content: opinion,
    route: `${regrade.pages.detail.path}?regradeId=${row.regradeId}`,
  })
}
