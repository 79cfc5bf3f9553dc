// Care plans, written: made from a level, changed for one elder, enabled, stopped and ended. The elder's row is locked first,
// as by every move, and the tasks to come follow in the same transaction.

import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { invalid, Refusal, refusalText } from '#contract/kit/refusal'
import { ResidenceStatus } from '#contract/live/resident'
import {
  type CarePlanMove,
  CarePlanState,
  type CarePlanStateValue,
  type carePlan,
  carePlanMoves,
  type NewCarePlanItem,
} from '#contract/nursing/plan'
import { refreshTasks } from '#server/areas/nursing/task/taskTopUp'
import { type KnownResident, lockResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import type { Scope } from '#server/kit/tenant'
import { checkItems, itemsInWords, itemsOfLevel, noItems, noPlan, requireDays, writeItems } from './planItems.ts'

type Calls = typeof carePlan.calls

onConstraint('care_plan_one', () =>
  invalid('这位老人在这些日子已有启用的护理计划，请先结束原计划或改日期', 'startDate'),
)
onConstraint('care_plan_level', () => new Refusal('NOT_FOUND', { what: '护理等级' }, 'levelId'))

export const dayBefore = (day: string) => dayText(momentOf(day) - DAY_MS)

const ADD = `insert into care_plan (org_id, plan_id, oldman_id, level_id, start_date, end_date, remark, state, created_by)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

export interface NewPlan {
  oldmanId: string
  levelId: string
  startDate: string
  endDate?: string | null
  remark?: string | null
  state: CarePlanStateValue
  items: readonly NewCarePlanItem[]
}

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<string> {
  const planId = newId()
  await tx.client.query({
    name: 'care_plan_add',
    text: ADD,
    values: [
      tx.orgId,
      planId,
      plan.oldmanId,
      plan.levelId,
      plan.startDate,
      plan.endDate ?? null,
      plan.remark?.trim() || null,
      plan.state,
      tx.by.userId,
    ],
  })
  await writeItems(tx, planId, plan.items, timeText())
  return planId
}

/** Whoever has left is not cared for any more. */
function requireToCareFor({ name, status }: KnownResident, act: string): void {
  if (status === ResidenceStatus.is.left) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: `${name}${ResidenceStatus.label(status)}`, act }, 'oldmanId')
  }
}

const LEVEL = 'select coalesce($3, o.level_id) as "levelId" from oldman o where o.org_id = $1 and o.oldman_id = $2'
const KNOWN_LEVEL = 'select level_name as name from nursing_level where org_id = $1 and level_id = $2'

export async function addPlan(tx: Tx, who: Caller, body: InputOf<Calls['add']>): Promise<string> {
  const resident = await lockResident(tx, who, body.oldmanId)
  requireToCareFor(resident, '新建护理计划')
  const startDate = body.startDate ?? dayText()
  requireDays(startDate, body.endDate)
  const asked = await tx.client.query<{ levelId: string | null }>(LEVEL, [
    tx.orgId,
    body.oldmanId,
    body.levelId ?? null,
  ])
  const levelId = asked.rows[0]?.levelId
  if (!levelId) throw invalid(`${resident.name}还没有护理等级，请选择一个`, 'levelId')
  const level = await tx.client.query<{ name: string }>(KNOWN_LEVEL, [tx.orgId, levelId])
  if (!level.rows[0]) throw new Refusal('NOT_FOUND', { what: '护理等级' }, 'levelId')
  const items = body.items ?? (await itemsOfLevel(tx, levelId))
  await checkItems(tx, items)
  const planId = await insertPlan(tx, { ...body, levelId, startDate, state: CarePlanState.is.DRAFT, items })
  tx.log({
    remark: `为“${resident.name}”新建护理计划草稿（${level.rows[0].name}，${items.length} 项，${startDate} 起）`,
    targetType: 'carePlan',
    targetId: planId,
    changes: { 护理项目: [null, await itemsInWords(tx, planId)] },
  })
  return planId
}

export interface HeldPlan {
  planId: string
  resident: KnownResident
  state: CarePlanStateValue
  startDate: string
  endDate: string | null
  levelName: string
  version: number
}

const OF = 'select oldman_id as "oldmanId" from care_plan where org_id = $1 and plan_id = $2'
const HOLD = `select p.plan_id as "planId", p.state, p.start_date as "startDate", p.end_date as "endDate", p.version,
  (select level_name from nursing_level l where l.org_id = p.org_id and l.level_id = p.level_id) as "levelName"
from care_plan p where p.org_id = $1 and p.plan_id = $2 for update of p`

/** The elder first, as everybody locks; then the plan, if the move is possible from its state. */
export async function holdPlan(
  tx: Tx,
  scope: Scope,
  planId: string,
  move: CarePlanMove,
  version?: number | null,
): Promise<HeldPlan> {
  const of = await tx.client.query<{ oldmanId: string }>({ name: 'care_plan_of', text: OF, values: [tx.orgId, planId] })
  if (!of.rows[0]) throw noPlan()
  const resident = await lockResident(tx, scope, of.rows[0].oldmanId).catch((error: unknown) => {
    // A plan of an elder whom the caller does not see is no plan to them.
    throw error instanceof Refusal && error.code === 'NOT_FOUND' ? noPlan() : error
  })
  const found = await tx.client.query<Omit<HeldPlan, 'resident'>>({
    name: 'care_plan_hold',
    text: HOLD,
    values: [tx.orgId, planId],
  })
  const held = found.rows[0]
  if (!held) throw noPlan()
  await refuseStale(tx, planId, version, held.version)
  carePlanMoves.next(held.state, move, (state) => CarePlanState.label(state))
  return { ...held, resident }
}

const SAVE = `update care_plan set start_date = $3, end_date = $4, remark = $5, version = version + 1
where org_id = $1 and plan_id = $2`
const ACTIVE = 'select project_id as "projectId" from care_plan_item where org_id = $1 and plan_id = $2 and active'

export async function savePlan(tx: Tx, who: Caller, body: InputOf<Calls['save']>): Promise<string> {
  const planId = body.nursingPlanId
  if (!planId) throw invalid('请说明要修改哪份护理计划', 'nursingPlanId')
  const held = await holdPlan(tx, who, planId, 'edit', body.version)
  if (body.startDate !== held.startDate || (body.endDate ?? null) !== held.endDate) {
    requireDays(body.startDate, body.endDate)
  }
  if (held.state === CarePlanState.is.ON && body.items.length === 0) throw noItems()
  const kept = await tx.client.query<{ projectId: string }>(ACTIVE, [tx.orgId, planId])
  await checkItems(
    tx,
    body.items,
    kept.rows.map((row) => row.projectId),
  )
  const before = await itemsInWords(tx, planId)
  await tx.client.query(SAVE, [tx.orgId, planId, body.startDate, body.endDate ?? null, body.remark?.trim() || null])
  await writeItems(tx, planId, body.items, timeText())
  if (held.state === CarePlanState.is.ON) await refreshTasks(tx, [held.resident.oldmanId])
  const after = await itemsInWords(tx, planId)
  tx.log({
    remark: `修改“${held.resident.name}”的护理计划（${held.levelName}）`,
    targetType: 'carePlan',
    targetId: planId,
    changes: {
      ...(before !== after && { 护理项目: [before, after] as const }),
      ...(held.startDate !== body.startDate && { 开始日期: [held.startDate, body.startDate] as const }),
      ...(held.endDate !== (body.endDate ?? null) && { 结束日期: [held.endDate, body.endDate ?? null] as const }),
    },
  })
  return planId
}

const OTHERS = `select p.plan_id as "planId", p.start_date as "startDate", p.end_date as "endDate",
  (select level_name from nursing_level l where l.org_id = p.org_id and l.level_id = p.level_id) as "levelName"
from care_plan p where p.org_id = $1 and p.oldman_id = $2 and p.state = 'ON' and p.plan_id <> $3
  and daterange(p.start_date, p.end_date, '[]') && daterange($4::date, $5::date, '[]') order by p.start_date for update of p`

/** Over by the calendar, and the night has not said so yet. */
const OVER = `update care_plan set state = 'ENDED', version = version + 1
where org_id = $1 and oldman_id = $2 and state = 'ON' and end_date < $3`

/** Its last day is the one before; once that is over, so is the plan. */
const CUT = `update care_plan set end_date = greatest(start_date, $3::date),
  state = case when greatest(start_date, $3::date) < $4 or start_date > $3::date then 'ENDED' else state end, version = version + 1
where org_id = $1 and plan_id = $2`

/** Ends what stands in the way from a day on; asks first where that one would not even begin before. */
export async function giveWay(
  tx: Tx,
  plan: { planId: string; oldmanId: string; from: string; to: string | null },
  confirmed: string | null | undefined,
  decided = false,
): Promise<void> {
  await tx.client.query(OVER, [tx.orgId, plan.oldmanId, dayText()])
  const others = await tx.client.query<{ planId: string; startDate: string; levelName: string }>(OTHERS, [
    tx.orgId,
    plan.oldmanId,
    plan.planId,
    plan.from,
    plan.to,
  ])
  const asking = decided ? [] : others.rows.filter((one) => one.startDate >= plan.from)
  if (asking.length > 0) {
    const old = asking.map((one) => `“${one.levelName}”（${one.startDate} 起）`).join('、')
    const what = `这位老人已有启用的护理计划${old}，启用本计划会结束它，由本计划从 ${plan.from} 起执行`
    if (confirmed !== what && confirmed !== refusalText('NEEDS_CONFIRM', { what })) {
      throw new Refusal('NEEDS_CONFIRM', { what })
    }
  }
  for (const one of others.rows) {
    await tx.client.query(CUT, [tx.orgId, one.planId, dayBefore(plan.from), dayText()])
    if (decided) continue
    tx.log({
      remark: `护理计划（${one.levelName}，${one.startDate} 起）由新计划接替，${plan.from} 起不再执行`,
      targetType: 'carePlan',
      targetId: one.planId,
    })
  }
}

const ENABLE = `update care_plan set state = 'ON', start_date = $3, version = version + 1 where org_id = $1 and plan_id = $2`
const SINCE = 'update care_plan_item set since = $3 where org_id = $1 and plan_id = $2 and active'
const STOP = `update care_plan set state = 'OFF', version = version + 1 where org_id = $1 and plan_id = $2`
const END = `update care_plan set state = 'ENDED', version = version + 1,
  end_date = greatest(start_date, least(coalesce(end_date, $3::date), $3::date)) where org_id = $1 and plan_id = $2`

async function enable(tx: Tx, held: HeldPlan, confirmed: string | null | undefined): Promise<void> {
  const { planId, resident } = held
  requireToCareFor(resident, '启用护理计划')
  const today = dayText()
  if (held.endDate !== null && held.endDate < today) {
    throw invalid(`计划的结束日期 ${held.endDate} 已过，请先改结束日期再启用`, 'endDate')
  }
  const active = await tx.client.query(ACTIVE, [tx.orgId, planId])
  if (active.rows.length === 0) throw noItems()
  // A draft begins when it is enabled; one that was stopped has its beginning behind it.
  const begun = held.state === CarePlanState.is.OFF
  const from = held.startDate > today ? held.startDate : today
  await giveWay(tx, { planId, oldmanId: resident.oldmanId, from, to: held.endDate }, confirmed)
  await tx.client.query(ENABLE, [tx.orgId, planId, begun ? held.startDate : from])
  await tx.client.query(SINCE, [tx.orgId, planId, timeText()])
}

const MOVE_TO: Readonly<Partial<Record<CarePlanStateValue, 'enable' | 'stop' | 'end'>>> = {
  ON: 'enable',
  OFF: 'stop',
  ENDED: 'end',
}

export async function movePlan(tx: Tx, who: Caller, body: InputOf<Calls['status']>): Promise<string> {
  const { nursingPlanId: planId, state } = body
  const move = MOVE_TO[state]
  if (!move) throw invalid('只能启用、停用或结束，不能改回草稿', 'state')
  const held = await holdPlan(tx, who, planId, move, body.version)
  if (move === 'enable') await enable(tx, held, body.confirmed)
  else if (move === 'stop') await tx.client.query(STOP, [tx.orgId, planId])
  else await tx.client.query(END, [tx.orgId, planId, dayText()])
  await refreshTasks(tx, [held.resident.oldmanId])
  tx.log({
    remark: `${carePlanMoves.moves[move].title}“${held.resident.name}”的护理计划（${held.levelName}）`,
    targetType: 'carePlan',
    targetId: planId,
    changes: { 状态: [CarePlanState.label(held.state), CarePlanState.label(state)] },
  })
  return planId
}

export async function removePlan(tx: Tx, who: Caller, planId: string): Promise<void> {
  const held = await holdPlan(tx, who, planId, 'remove')
  await tx.client.query('delete from care_plan where org_id = $1 and plan_id = $2', [tx.orgId, planId])
  tx.log({
    remark: `删除“${held.resident.name}”的护理计划草稿（${held.levelName}）`,
    targetType: 'carePlan',
    targetId: planId,
    changes: { 状态: [CarePlanState.label(held.state), null] },
  })
}
