// Plans made from the level of each elder: for many at once, and by the house itself when somebody comes or gets another level.

import type { InputOf } from '#contract/kit/call'
import { dayText, timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { CarePlanState, type carePlan, type MadePlansData } from '#contract/nursing/plan'
import { refreshTasks, topUpTasks } from '#server/areas/nursing/task/taskTopUp'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { itemsOfLevel } from './planItems.ts'
import { giveWay, insertPlan } from './planWrite.ts'

interface Lacking {
  oldmanId: string
  name: string
  levelId: string | null
  inHouse: boolean
  planned: boolean
  items: number
}

const ELDERS = `select t.oldman_id as "oldmanId", t.oldman_name as name, t.level_id as "levelId", t.status = any($4) as "inHouse",
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
  if (one.levelId === null) return '还没有护理等级'
  return one.items === 0 ? '护理等级里还没有护理项目' : null
}

export async function addPlans(
  tx: Tx,
  who: Caller,
  body: InputOf<typeof carePlan.calls.addMany>,
): Promise<MadePlansData> {
  const today = dayText()
  const startDate = body.startDate ?? today
  if (startDate < today) throw invalid('开始日期不能早于今天', 'startDate')
  const ids = [...new Set(body.oldmanIds)]
  if (ids.length === 0) throw invalid('请选择老人', 'oldmanIds')
  const found = await tx.client.query<Lacking>(ELDERS, [tx.orgId, who.deptIds, ids, IN_HOUSE, today])
  if (found.rows.length < ids.length) throw new Refusal('NOT_FOUND', { what: '老人' }, 'oldmanIds')
  const left: MadePlansData['left'] = []
  const makes: { plan_id: string; oldman_id: string; level_id: string }[] = []
  for (const one of found.rows) {
    const reason = whyNot(one)
    if (reason !== null) left.push({ oldmanId: one.oldmanId, oldmanName: one.name, reason })
    else makes.push({ plan_id: newId(), oldman_id: one.oldmanId, level_id: one.levelId! })
  }
  if (makes.length > 0) {
    await tx.client.query(ADD, [tx.orgId, JSON.stringify(makes), startDate, tx.by.userId])
    await tx.client.query(ITEMS, [tx.orgId, makes.map((one) => one.plan_id), timeText()])
    await refreshTasks(
      tx,
      makes.map((one) => one.oldman_id),
    )
  }
  const names = found.rows.filter((one) => whyNot(one) === null).map((one) => one.name)
  tx.log({
    remark: `按护理等级为 ${makes.length} 位老人生成护理计划，${startDate} 起${left.length > 0 ? `；${left.length} 位未生成` : ''}`,
    targetType: 'carePlan',
    changes: { 老人: [null, names.join('、')] },
  })
  return { made: makes.length, left }
}

/** A plan of that very level goes on without an end. */
const HELD = `select 1 from care_plan where org_id = $1 and oldman_id = $2 and level_id = $3 and state = 'ON'
  and start_date <= $4 and end_date is null`

/**
 * A stay begins or its level changes: the plan of that level holds from the day on, and what held before ends the day before.
 * A level without projects leaves the elder's plan as it is. The caller holds the lock on the elder.
 */
export async function planByLevel(tx: Tx, elder: { oldmanId: string; levelId: string; day: string }): Promise<void> {
  const items = await itemsOfLevel(tx, elder.levelId)
  if (items.length === 0) return
  const today = dayText()
  const held = await tx.client.query(HELD, [tx.orgId, elder.oldmanId, elder.levelId, today])
  if (held.rows.length > 0) return
  const startDate = elder.day > today ? elder.day : today
  // Nobody is there to be asked: who changes the level has decided it.
  await giveWay(tx, { planId: '', oldmanId: elder.oldmanId, from: startDate, to: null }, null, true)
  await insertPlan(tx, { ...elder, startDate, state: CarePlanState.is.ON, items })
  topUpTasks(tx, [elder.oldmanId])
}

const END = `update care_plan set state = 'ENDED', end_date = greatest(start_date, $3::date), version = version + 1
where org_id = $1 and oldman_id = $2 and state in ('ON', 'OFF') returning plan_id as "planId"`

/** Somebody leaves on a day: the plan ends, and what waited is taken away. */
export async function endPlans(tx: Tx, oldmanId: string, day: string): Promise<void> {
  await tx.client.query({ name: 'care_plan_leave', text: END, values: [tx.orgId, oldmanId, day] })
  topUpTasks(tx, [oldmanId])
}

const REOPEN = `with last as (select plan_id from care_plan p where p.org_id = $1 and p.oldman_id = $2 and p.state = 'ENDED'
    and p.end_date >= $3 and not exists (select from care_plan o where o.org_id = p.org_id and o.oldman_id = p.oldman_id and o.state = 'ON')
    order by p.end_date desc, p.created_at desc limit 1),
  plan as (update care_plan p set state = 'ON', end_date = null, version = version + 1 from last
    where p.org_id = $1 and p.plan_id = last.plan_id returning p.plan_id)
update care_plan_item i set since = $4 from plan where i.org_id = $1 and i.plan_id = plan.plan_id`

/** The leaving of that day never was. */
export async function reopenPlans(tx: Tx, oldmanId: string, day: string): Promise<void> {
  await tx.client.query(REOPEN, [tx.orgId, oldmanId, day, timeText()])
  topUpTasks(tx, [oldmanId])
}
