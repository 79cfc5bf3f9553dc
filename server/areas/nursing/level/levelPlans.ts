// A level changes, and the plans made from it follow: where an item is as the level had it, it becomes as the level has it now.
// What was changed for one elder stays as it was decided for them.
import { timeText } from '#contract/kit/clock'
import { type FrequencyData, plainFrequency } from '#contract/nursing/frequency'
import { topUpTasks } from '#server/areas/nursing/task/taskTopUp'
import type { Tx } from '#server/kit/caller'

type LevelItem = FrequencyData & { projectId: string }

const PLANS = `plans as (select plan_id from care_plan where org_id = $1 and level_id = $2 and state <> 'ENDED')`
const SENT = `sent as (select * from jsonb_to_recordset($3::jsonb) as x(project_id text, old jsonb, unit int, times smallint, clocks text[],
  days smallint[], from_clock text, to_clock text, sort int))`
/** The columns of `i` as one value, to be compared with what the level had. */
const AS_IT_IS = `jsonb_build_array(i.unit, i.times, i.clocks, i.days, i.from_clock, i.to_clock)`

const CHANGE = `with ${PLANS}, ${SENT}
update care_plan_item i set unit = s.unit, times = s.times, clocks = s.clocks, days = s.days, from_clock = s.from_clock,
  to_clock = s.to_clock, since = $4 from sent s
where i.org_id = $1 and i.plan_id in (select plan_id from plans) and i.active and i.project_id = s.project_id and s.unit is not null
  and s.old = ${AS_IT_IS}`
const REMOVE = `with ${PLANS}, ${SENT}
update care_plan_item i set active = false from sent s
where i.org_id = $1 and i.plan_id in (select plan_id from plans) and i.active and i.project_id = s.project_id and s.unit is null
  and s.old = ${AS_IT_IS}`
const ADD = `with ${PLANS}, ${SENT}
insert into care_plan_item as i (org_id, item_id, plan_id, project_id, unit, times, clocks, days, from_clock, to_clock, sort, since)
select $1, md5(p.plan_id || ':' || s.project_id), p.plan_id, s.project_id, s.unit, s.times, s.clocks, s.days, s.from_clock, s.to_clock,
  s.sort, $4 from plans p cross join sent s where s.old is null
on conflict (org_id, plan_id, project_id) do update set unit = excluded.unit, times = excluded.times, clocks = excluded.clocks,
  days = excluded.days, from_clock = excluded.from_clock, to_clock = excluded.to_clock, since = excluded.since, active = true
  where not i.active`
const ELDERS = `select oldman_id as "oldmanId" from care_plan where org_id = $1 and level_id = $2 and state = 'ON' order by 1`

const asColumns = (one: FrequencyData) => {
  const { unit, times, clocks, days, from, to } = plainFrequency(one)
  return { unit, times, clocks, days, from_clock: from ?? null, to_clock: to ?? null }
}

export async function followLevel(
  tx: Tx,
  levelId: string,
  before: readonly LevelItem[],
  after: readonly LevelItem[],
): Promise<void> {
  const had = new Map(before.map((one) => [one.projectId, asColumns(one)]))
  const has = new Map(after.map((one) => [one.projectId, asColumns(one)]))
  const rows = [...new Set([...had.keys(), ...has.keys()])].flatMap((projectId, sort) => {
    const [old, now] = [had.get(projectId), has.get(projectId)]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    return [{ project_id: projectId, old: old ? Object.values(old) : null, ...now, sort }]
  })
  if (rows.length === 0) return
  const values = [tx.orgId, levelId, JSON.stringify(rows)]
  await tx.client.query(REMOVE, values)
  for (const text of [CHANGE, ADD]) await tx.client.query(text, [...values, timeText()])
  const elders = await tx.client.query<{ oldmanId: string }>(ELDERS, [tx.orgId, levelId])
  topUpTasks(
    tx,
    elders.rows.map((row) => row.oldmanId),
  )
}
