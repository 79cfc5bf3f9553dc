// Plans made from the level of each elder: for many at once, and by the house itself when somebody comes or gets another level.

import type { InputOf } from '#contract/kit/call'
import { dayText, timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import {
  CarePlanState,
  carePlan,
  type MadePlan,
  type MadePlansData,
  type NewCarePlanItem,
} from '#contract/nursing/plan'
import { refreshTasks, topUpTasks } from '#server/areas/nursing/task/taskTopUp'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { defineRun, type Run } from '#server/kit/jobDefinition'
import { startRun } from '#server/kit/jobRun'
import { inDepts } from '#server/kit/tenant'
import { checkItems, itemsOfLevel } from './planItems.ts'
import { giveWay, insertPlan } from './planWrite.ts'

interface Lacking {
  oldmanId: string
  name: string
  levelId: string | null
  levelName: string | null
  inHouse: boolean
  planned: boolean
  items: number
}

const ELDERS = `select t.oldman_id as "oldmanId", t.oldman_name as name, t.level_id as "levelId", t.status = any($4) as "inHouse",
  (select level_name from nursing_level l where l.org_id = t.org_id and l.level_id = t.level_id) as "levelName",
  exists (select from care_plan p where p.org_id = t.org_id and p.oldman_id = t.oldman_id and p.state = 'ON'
    and (p.end_date is null or p.end_date >= $5)) as planned,
  (select count(*)::int from level_project x join care_project c on c.org_id = x.org_id and c.project_id = x.project_id and c.enabled
    where x.org_id = t.org_id and x.level_id = t.level_id) as items
from oldman t where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = any($3) order by t.oldman_id for no key update of t`

const ADD = `insert into care_plan (org_id, plan_id, oldman_id, level_id, start_date, state, created_by)
select $1, x.plan_id, x.oldman_id, x.level_id, $3, 'ON', $4
from jsonb_to_recordset($2::jsonb) as x(plan_id text, oldman_id text, level_id text)`
const ITEMS = `insert into care_plan_item (org_id, item_id, plan_id, project_id, unit, times, clocks, days, from_clock, to_clock, sort, since)
select p.org_id, md5(p.plan_id || ':' || x.project_id), p.plan_id, x.project_id, x.unit, x.times, x.clocks, x.days, x.from_clock, x.to_clock,
  row_number() over (partition by p.plan_id order by x.sort, x.project_id), $3
from care_plan p join level_project x on x.org_id = p.org_id and x.level_id = p.level_id
join care_project c on c.org_id = x.org_id and c.project_id = x.project_id and c.enabled
where p.org_id = $1 and p.plan_id = any($2)`

function whyNot(one: Lacking): string | null {
  if (!one.inHouse) return '没有入住'
  if (one.planned) return '已有启用的护理计划'
  if (one.levelId === null) return '还没有护理等级，请先在入住管理里定级'
  return one.items === 0 ? `护理等级“${one.levelName}”里还没有护理项目` : null
}

type Asked = InputOf<typeof carePlan.calls.addMany>

/** What became of these; each is locked, so that nobody gets two however often it is asked. */
async function addPlans(tx: Tx, who: Caller, oldmanIds: readonly string[], startDate: string): Promise<MadePlan[]> {
  const found = await tx.client.query<Lacking>(ELDERS, [tx.orgId, who.deptIds, oldmanIds, IN_HOUSE, dayText()])
  const known = new Map(found.rows.map((one) => [one.oldmanId, one]))
  const plans = found.rows
    .filter((one) => whyNot(one) === null)
    .map((one) => ({ plan_id: newId(), oldman_id: one.oldmanId, level_id: one.levelId! }))
  if (plans.length > 0) {
    await tx.client.query(ADD, [tx.orgId, JSON.stringify(plans), startDate, tx.by.userId])
    await tx.client.query(ITEMS, [tx.orgId, plans.map((one) => one.plan_id), timeText()])
    await refreshTasks(
      tx,
      plans.map((one) => one.oldman_id),
    )
    tx.log({
      remark: `按护理等级为 ${plans.length} 位老人生成护理计划，${startDate} 起`,
      targetType: 'carePlan',
      changes: { 老人: [null, plans.map((one) => known.get(one.oldman_id)!.name).join('、')] },
    })
  }
  return oldmanIds.map((oldmanId) => {
    const one = known.get(oldmanId)
    const reason = one ? whyNot(one) : '已不在您负责的部门'
    const levelName = reason === null ? one!.levelName : null
    return { oldmanId, oldmanName: one?.name ?? '', levelName, itemCount: reason === null ? one!.items : 0, reason }
  })
}

/** Elders in one transaction: moves of theirs wait that long. */
const AT_ONCE = 25

async function makePlans({ oldmanIds, startDate }: Chosen, run: Run) {
  const who = await run.caller()
  let elders = (run.kept as MadePlansData | null)?.elders ?? []
  const resultOf = (all: MadePlan[]): MadePlansData => {
    const left = all.filter((one) => one.reason !== null).length
    return { made: all.length - left, left, elders: all }
  }
  // An interrupted run goes on behind the last it saved.
  while (elders.length < oldmanIds.length) {
    await run.throwIfCancelled()
    const part = oldmanIds.slice(elders.length, elders.length + AT_ONCE)
    const before = elders
    elders = await who.tx(async (tx) => {
      const all = [...before, ...(await addPlans(tx, who, part, startDate))]
      await run.advance(tx, all.length, oldmanIds.length, resultOf(all))
      return all
    })
  }
  const result = resultOf(elders)
  const message = `${result.made} 位老人的护理计划已生成并启用${result.left > 0 ? `，${result.left} 位没有生成，原因见名单` : ''}`
  return { result, message, route: '/nursing/plan' }
}

interface Chosen {
  oldmanIds: readonly string[]
  startDate: string
}

const KIND = 'nursing.makePlans'
export const plansForMany = defineRun<Chosen>(KIND, makePlans)

const SEEN = `select count(*)::int as n from oldman t where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = any($3)`

/** Answers the run's id; it begins once the transaction has committed. */
export async function startPlans(tx: Tx, who: Caller, body: Asked): Promise<string> {
  const today = dayText()
  const startDate = body.startDate ?? today
  if (startDate < today) throw invalid('开始日期不能早于今天', 'startDate')
  const oldmanIds = [...new Set(body.oldmanIds)].sort()
  if (oldmanIds.length === 0) throw invalid('请选择老人', 'oldmanIds')
  const seen = await tx.client.query<{ n: number }>(SEEN, [tx.orgId, who.deptIds, oldmanIds])
  if (seen.rows[0]!.n < oldmanIds.length) throw new Refusal('NOT_FOUND', { what: '老人' }, 'oldmanIds')
  const title = `为 ${oldmanIds.length} 位老人生成护理计划`
  tx.log({ remark: title, targetType: 'carePlan' })
  return startRun(tx, who, { kind: KIND, title, call: carePlan.calls.addMany.key, payload: { oldmanIds, startDate } })
}

/** A plan of that very level goes on without an end. */
const HELD = `select 1 from care_plan where org_id = $1 and oldman_id = $2 and level_id = $3 and state = 'ON'
  and start_date <= $4 and end_date is null`

interface ByLevel {
  oldmanId: string
  levelId: string
  day: string
  /** What was decided for this elder instead of what the level has; then a plan is made also where one of that level runs. */
  items?: readonly NewCarePlanItem[]
}

/**
 * A stay begins or its level changes: the plan of that level holds from the day on, and what held before ends the day before.
 * Without items the elder's plan stays as it is. The caller holds the lock on the elder. Answers the plan that was made.
 */
export async function planByLevel(tx: Tx, { items: decided, ...elder }: ByLevel): Promise<string | null> {
  const items = decided ?? (await itemsOfLevel(tx, elder.levelId))
  if (items.length === 0) return null
  const today = dayText()
  if (decided) await checkItems(tx, decided)
  else {
    const held = await tx.client.query(HELD, [tx.orgId, elder.oldmanId, elder.levelId, today])
    if (held.rows.length > 0) return null
  }
  const startDate = elder.day > today ? elder.day : today
  // Nobody is there to be asked: who changes the level has decided it.
  await giveWay(tx, { planId: '', oldmanId: elder.oldmanId, from: startDate, to: null }, null, true)
  const planId = await insertPlan(tx, { ...elder, startDate, state: CarePlanState.is.ON, items })
  topUpTasks(tx, [elder.oldmanId])
  return planId
}

const END = `update care_plan set version = version + 1, state = 'ENDED',
  end_date = case when state = 'ENDED' then end_date else greatest(start_date, $3::date) end,
  left_on = case when state <> 'ENDED' then $3::date end, left_state = case when state <> 'ENDED' then state end,
  left_end = case when state <> 'ENDED' then end_date end
where org_id = $1 and oldman_id = $2 and (state in ('ON', 'OFF') or left_on is not null)`

/** Somebody leaves on a day: the plan ends and keeps how it was, and what waited is taken away. */
export async function endPlans(tx: Tx, oldmanId: string, day: string): Promise<void> {
  await tx.client.query({ name: 'care_plan_leave', text: END, values: [tx.orgId, oldmanId, day] })
  topUpTasks(tx, [oldmanId])
}

/** One whose former last day is over meanwhile stays ended, with that day. */
const REOPEN = `with plan as (update care_plan p set version = version + 1, end_date = left_end, left_on = null, left_state = null, left_end = null,
    state = case when p.left_end < $4::timestamptz::date then 'ENDED' else p.left_state end
  where p.org_id = $1 and p.oldman_id = $2 and p.left_on = $3 returning p.plan_id)
update care_plan_item i set since = $4 from plan where i.org_id = $1 and i.plan_id = plan.plan_id`

/** The leaving of that day never was: every plan is as it was before. */
export async function reopenPlans(tx: Tx, oldmanId: string, day: string): Promise<void> {
  await tx.client.query(REOPEN, [tx.orgId, oldmanId, day, timeText()])
  topUpTasks(tx, [oldmanId])
}
