// A level changes, and the plans made from it follow: where an item is as the level had it, it becomes as the level has it now.
// What was changed for one elder stays as it was decided for them.
import type pg from 'pg'
import { timeText } from '#contract/kit/clock'
import { type FrequencyData, plainFrequency } from '#contract/nursing/frequency'
import { FREQUENCY } from '#server/areas/nursing/task/taskFacts'
import { topUpTasks } from '#server/areas/nursing/task/taskTopUp'
import type { Tx } from '#server/kit/caller'

export type LevelItem = FrequencyData & { projectId: string }

const SENT = `sent as (select * from jsonb_to_recordset($3::jsonb) as x(project_id text, old jsonb, unit int, times smallint, clocks text[],
  days smallint[], from_clock text, to_clock text, sort int))`
/** The columns of `i` as one value, to be compared with what the level had. */
const AS_IT_IS = `jsonb_build_array(i.unit, i.times, i.clocks, i.days, i.from_clock, i.to_clock)`

/** What becomes of which item of which plan. One that was changed for its elder has no fate, nor has one that is there already. */
const FATES = `${SENT}, fate as (
  select p.plan_id, p.state, p.oldman_id, p.start_date, p.end_date, s.*,
    case when s.old is null then 'add' when s.unit is null then 'remove' else 'change' end as what
  from care_plan p cross join sent s
  left join care_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id and i.project_id = s.project_id and i.active
  where p.org_id = $1 and p.level_id = $2 and p.state <> 'ENDED'
    and case when s.old is null then i.item_id is null else s.old = ${AS_IT_IS} end)`

const CHANGE = `with ${FATES}
update care_plan_item i set unit = f.unit, times = f.times, clocks = f.clocks, days = f.days, from_clock = f.from_clock,
  to_clock = f.to_clock, since = $4 from fate f
where i.org_id = $1 and i.plan_id = f.plan_id and i.active and i.project_id = f.project_id and f.what = 'change'`
const REMOVE = `with ${FATES}
update care_plan_item i set active = false from fate f
where i.org_id = $1 and i.plan_id = f.plan_id and i.active and i.project_id = f.project_id and f.what = 'remove'`
const ADD = `with ${FATES}
insert into care_plan_item as i (org_id, item_id, plan_id, project_id, unit, times, clocks, days, from_clock, to_clock, sort, since)
select $1, md5(f.plan_id || ':' || f.project_id), f.plan_id, f.project_id, f.unit, f.times, f.clocks, f.days, f.from_clock, f.to_clock,
  f.sort, $4 from fate f where f.what = 'add'
on conflict (org_id, plan_id, project_id) do update set unit = excluded.unit, times = excluded.times, clocks = excluded.clocks,
  days = excluded.days, from_clock = excluded.from_clock, to_clock = excluded.to_clock, since = excluded.since, active = true
  where not i.active`
const SEEN = `with ${FATES}
select i.plan_id as "planId", i.oldman_id as "oldmanId", i.project_id as "projectId", i.what, ${FREQUENCY} as frequency,
  i.start_date as "startDate", i.end_date as "endDate" from fate i where i.state = 'ON' order by 2, 1, 3`
const ELDERS = `select oldman_id as "oldmanId" from care_plan where org_id = $1 and level_id = $2 and state = 'ON' order by 1`

const asColumns = (one: FrequencyData) => {
  const { unit, times, clocks, days, from, to } = plainFrequency(one)
  return { unit, times, clocks, days, from_clock: from ?? null, to_clock: to ?? null }
}

/** What differs between two lists of a level, as the SQL above takes it. */
function sentOf(before: readonly LevelItem[], after: readonly LevelItem[]): object[] {
  const had = new Map(before.map((one) => [one.projectId, asColumns(one)]))
  const has = new Map(after.map((one) => [one.projectId, asColumns(one)]))
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((projectId, sort) => {
    const [old, now] = [had.get(projectId), has.get(projectId)]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    return [{ project_id: projectId, old: old ? Object.values(old) : null, ...now, sort }]
  })
}

/** What would become of an item of an enabled plan. */
export interface Fate {
  planId: string
  oldmanId: string
  projectId: string
  what: 'add' | 'change' | 'remove'
  /** As it would be; of what is taken out nothing. */
  frequency: FrequencyData
  startDate: string
  endDate: string | null
}

export async function fatesOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  levelId: string,
  before: readonly LevelItem[],
  after: readonly LevelItem[],
): Promise<Fate[]> {
  const rows = sentOf(before, after)
  if (rows.length === 0) return []
  return (await client.query<Fate>(SEEN, [orgId, levelId, JSON.stringify(rows)])).rows
}

export async function followLevel(
  tx: Tx,
  levelId: string,
  before: readonly LevelItem[],
  after: readonly LevelItem[],
): Promise<void> {
  const rows = sentOf(before, after)
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
