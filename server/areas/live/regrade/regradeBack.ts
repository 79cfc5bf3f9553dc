// Taking an approved change of level back: everything as it was, while nothing was done or billed on it and nobody has
// changed since what it left.
import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import { ContractState } from '#contract/live/contractDocument'
import { regrade } from '#contract/live/regrade'
import { billedSince, feeImage, feesStand, restoreFees } from '#server/areas/expense/public'
import { voidContract } from '#server/areas/live/contractDocument/contractDocumentMoves'
import { tellMove } from '#server/areas/live/residence/residenceFacts'
import { openStayOf, requireMove, saveResident } from '#server/areas/live/residence/residenceLock'
import { careImage, doneOf, plansStand, restoreCare } from '#server/areas/nursing/public'
import { notify } from '#server/areas/platform/public'
import { addStayEvent } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import type { Images } from './regradeDecide.ts'
import { addStep, type LockedRegrade, lockFor, logged } from './regradeRow.ts'

type Client = pg.Pool | pg.ClientBase
type Approved = Pick<
  LockedRegrade,
  'oldmanId' | 'stayId' | 'effectiveDate' | 'decidedAt' | 'planId' | 'images' | 'newLevelId'
>

const NOW = `select s.end_date is null as open,
  coalesce((select jsonb_agg(jsonb_build_array(x.from_date, x.level_id) order by x.from_date) from stay_level x
    where x.org_id = s.org_id and x.stay_id = s.stay_id), '[]') as levels
from stay s where s.org_id = $1 and s.stay_id = $2`

/** Why it cannot be taken back any more, in words; null: it can. */
export async function whyNotBack(client: Client, orgId: string, row: Approved): Promise<string | null> {
  const { before, after } = row.images as Images
  const now = (
    await client.query<{ open: boolean; levels: [string, string | null][] }>({
      name: 'regrade_now',
      text: NOW,
      values: [orgId, row.stayId],
    })
  ).rows[0]
  if (!now?.open) return '老人已经退住'
  const month = row.effectiveDate.slice(0, 7)
  const billed = await billedSince(client, orgId, { stayId: row.stayId, month, since: row.decidedAt! })
  if (billed.length > 0) return `批准之后已出 ${billed.map((one) => `${one.month} 账单（${one.billNo}）`).join('、')}`
  if (row.planId !== null) {
    const plan = { oldmanId: row.oldmanId, planId: row.planId, from: row.effectiveDate }
    const done = await doneOf(client, orgId, plan)
    if (done > 0) return `新护理计划已有 ${done} 项任务记录`
  }
  const levels = JSON.stringify(after.levels.map((one) => [one.from, one.levelId]))
  if (JSON.stringify(now.levels) !== levels) return '批准之后护理等级又变更过'
  const care = await careImage(client, orgId, row.oldmanId, row.effectiveDate)
  if (!plansStand(care.plans, after.care.plans)) return '批准之后护理计划又修改过'
  if (!feesStand(await feeImage(client, orgId, row.stayId), after.fees)) return '批准之后收费项目又调整过'
  return before.levelId === row.newLevelId ? '之前已经是这个护理等级' : null
}

const DROP = 'delete from stay_level where org_id = $1 and stay_id = $2 and from_date >= $3'
const PUT = `insert into stay_level (org_id, stay_id, from_date, level_id, reason, user_id, created_at)
select $1, $2, x."from", x."levelId", x.reason, x."userId", x.at
from jsonb_to_recordset($3::jsonb) as x("from" date, "levelId" text, reason text, "userId" text, at timestamptz)
on conflict do nothing`

async function restoreLevels(tx: Tx, row: LockedRegrade, { before }: Images): Promise<void> {
  await tx.client.query(DROP, [tx.orgId, row.stayId, row.effectiveDate])
  await tx.client.query(PUT, [tx.orgId, row.stayId, JSON.stringify(before.levels)])
  await tx.client.query(
    'update stay set version = version + 1, updated_at = now() where org_id = $1 and stay_id = $2',
    [tx.orgId, row.stayId],
  )
}

const PAPER = 'select state from contract_document where org_id = $1 and contract_id = $2'

/** The addendum is void with the change; one that was made void already stays so. */
async function voidAddendum(tx: Tx, who: Caller, contractId: string | null, reason: string): Promise<void> {
  if (contractId === null) return
  const found = await tx.client.query<{ state: number }>(PAPER, [tx.orgId, contractId])
  const paper = found.rows[0]
  if (!paper || paper.state === ContractState.is.voided || paper.state === ContractState.is.draft) return
  await voidContract(tx, who, { contractId, reason })
}

const BACK = `update regrade set state = $3, back_by = $4, back_at = now(), back_reason = $5, version = version + 1,
  updated_at = now() where org_id = $1 and regrade_id = $2`

export async function takeBack(
  tx: Tx,
  who: Caller,
  body: InputOf<(typeof regrade)['calls']['takeBack']>,
): Promise<void> {
  const row = await lockFor(tx, who, body, 'takeBack')
  const { resident } = row
  const why = await whyNotBack(tx.client, tx.orgId, row)
  if (why !== null) throw invalid(`${row.regradeNo} 不能撤销：${why}。请按现在的情况另提等级变更`)
  await requireMove(tx, resident, 'changeLevel')
  const stay = await openStayOf(tx, resident)
  const images = row.images as Images
  const reason = body.reason.trim()
  await restoreLevels(tx, row, images)
  await restoreFees(tx, stay.stayId, { before: images.before.fees, after: images.after.fees })
  await restoreCare(tx, row.oldmanId, { before: images.before.care, after: images.after.care })
  const begun = row.effectiveDate <= resident.today
  await saveResident(tx, resident, begun ? { levelId: images.before.levelId } : {})
  await voidAddendum(tx, who, row.contractId, `等级变更 ${row.regradeNo} 撤销：${reason}`)
  await tx.client.query({
    name: 'regrade_back',
    text: BACK,
    values: [tx.orgId, row.regradeId, row.next, who.userId, reason],
  })
  await addStep(tx, row, 'takeBack', reason)
  await addStayEvent(tx, {
    oldmanId: row.oldmanId,
    stayId: row.stayId,
    kind: 'level',
    content: `撤销 ${row.effectiveDate} 起的等级变更 ${row.regradeNo}，护理等级、计划和费用恢复原样`,
    reason,
    fromStatus: resident.status,
    toStatus: resident.status,
  })
  logged(tx, row, row.next, `撤销“${resident.name}”的等级变更 ${row.regradeNo}：${reason}`)
  tellMove(tx, {
    residents: [resident],
    bedIds: [resident.bedId],
    remark: `撤销“${resident.name}”${row.effectiveDate} 起的等级变更（${row.regradeNo}）：${reason}`,
    changes: { 生效日期: [row.effectiveDate, null] },
  })
  const told = [row.applicantId].filter((one) => one !== who.userId)
  await notify(tx, told, {
    kind: 'approval',
    title: `${resident.name}的等级变更已撤销`,
    content: reason,
    route: `${regrade.pages.detail.path}?regradeId=${row.regradeId}`,
  })
}
