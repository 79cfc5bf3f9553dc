// The nursing level changes: now, or on a day that is agreed.

import { invalid } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import type { ChangeLevelBody } from '#contract/live/residenceForms'
import type { NewCarePlanItem } from '#contract/nursing/plan'
import { splitCareFee } from '#server/areas/expense/public'
import { planByLevel } from '#server/areas/nursing/public'
import { addStayEvent } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { setLevelFrom } from './levelRows.ts'
import { levelOf, requireLevel, tellMove } from './residenceFacts.ts'
import { beginMove, type OpenStay, openStayOf, type Resident, saveResident } from './residenceLock.ts'
import { callOffLevel } from './residencePlan.ts'
import { addDays, requireDay } from './stayDays.ts'

export interface LevelChange {
  before: string | null
  after: string
  /** It takes effect later. */
  later: boolean
  /** The care costs something else from then on. */
  repriced: boolean
  /** The care plan that was made for it. */
  planId: string | null
}

export interface NewLevel {
  levelId: string
  day: string
  reason: string
  /** What the care plan is to have instead of what the level has. */
  items?: readonly NewCarePlanItem[]
}

const CHANGED = 'update stay set version = version + 1, updated_at = now() where org_id = $1 and stay_id = $2'

/** Writes the level of a stay from a day on, with what the care costs. The resident's own row is the caller's to save. */
export async function setLevel(
  tx: Tx,
  resident: Resident,
  stay: OpenStay,
  { levelId, day, reason, items }: NewLevel,
): Promise<LevelChange> {
  const old = await levelOf(tx, stay.levelId)
  const level = await requireLevel(tx, levelId, stay.levelId)
  await callOffLevel(tx, stay)
  const later = day > resident.today
  await setLevelFrom(tx, { stayId: stay.stayId, levelId: level.levelId, day, reason })
  await tx.client.query(CHANGED, [tx.orgId, stay.stayId])
  const elder = { oldmanId: resident.oldmanId, levelId: level.levelId, day }
  const planId = await planByLevel(tx, items ? { ...elder, items } : elder)
  const price = { stayId: stay.stayId, day, oldPriceFen: old?.priceFen ?? null, priceFen: level.priceFen }
  return { before: old?.name ?? null, after: level.name, later, planId, repriced: await splitCareFee(tx, price) }
}

export async function changeLevel(tx: Tx, who: Caller, body: Static<typeof ChangeLevelBody>): Promise<void> {
  const resident = await beginMove(tx, who, 'changeLevel', body)
  const stay = await openStayOf(tx, resident)
  const { moveAheadDays } = await residenceSettingOf(tx.client, tx.orgId)
  requireDay({
    day: body.effectiveDate,
    field: 'effectiveDate',
    title: '生效日期',
    from: [stay.startDate, '入住日期'],
    to: [addDays(resident.today, moveAheadDays), `今天起 ${moveAheadDays} 天`],
  })
  if (body.levelId === stay.levelId && stay.nextLevelId === null) {
    throw invalid(`${resident.name}已是该护理等级`, 'levelId')
  }
  const { levelId, effectiveDate: day, reason } = body
  const done = await setLevel(tx, resident, stay, { levelId, day, reason })
  await saveResident(tx, resident, done.later ? {} : { levelId: body.levelId })
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId: stay.stayId,
    kind: 'level',
    day: body.effectiveDate,
    content: `护理等级 ${done.before ?? '未定'} → ${done.after}${done.later ? `（${body.effectiveDate} 生效）` : ''}${done.repriced ? '，护理费随之调整' : ''}`,
    reason: body.reason,
    fromStatus: resident.status,
    toStatus: resident.status,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [resident.bedId],
    remark: `变更“${resident.name}”的护理等级：${body.reason}`,
    changes: { 护理等级: [done.before, done.after], 生效日期: [null, body.effectiveDate] },
  })
}
