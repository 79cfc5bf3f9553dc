// What tasks are made from, read once for many elders: where they live and lie, and what their enabled plans say.
import type pg from 'pg'
import type { FrequencyData } from '#contract/nursing/frequency'
import type { CareWindowValue } from '#contract/nursing/project'
import { UserStatus } from '#contract/platform/user'
import type { LivedDays, PlannedItem } from './planned.ts'

type Client = pg.Pool | pg.ClientBase

export interface CaredElder {
  oldmanId: string
  deptId: string | null
  roomId: string | null
  bedId: string | null
  lived: LivedDays[]
}

const ELDERS = `select o.oldman_id as "oldmanId", o.dept_id as "deptId", b.room_id as "roomId", o.current_bed_id as "bedId",
  coalesce((select jsonb_agg(jsonb_build_object('from', s.start_date, 'to', s.end_date)) from stay s
    where s.org_id = o.org_id and s.oldman_id = o.oldman_id), '[]') as lived
from oldman o left join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id
where o.org_id = $1 and o.oldman_id = any($2)`

export async function eldersOf(client: Client, orgId: string, oldmanIds: readonly string[]): Promise<CaredElder[]> {
  const found = await client.query<CaredElder>({ name: 'care_elders', text: ELDERS, values: [orgId, oldmanIds] })
  return found.rows
}

/** The columns of a frequency as the contract says it; `i` has them. */
export const FREQUENCY = `jsonb_strip_nulls(jsonb_build_object('unit', i.unit, 'times', i.times, 'clocks', i.clocks,
  'days', i.days, 'from', i.from_clock, 'to', i.to_clock))`

// A project that was switched off makes no tasks; who may no longer sign in does none.
const ITEMS = `select i.item_id as "itemId", p.plan_id as "planId", p.oldman_id as "oldmanId", i.project_id as "projectId",
  ${FREQUENCY} as frequency, c.minutes, c.time_window as "window", a.user_id as "workerId",
  p.start_date as "startDate", p.end_date as "endDate", extract(epoch from i.since)::float8 * 1000 as since
from care_plan p join care_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id and i.active
join care_project c on c.org_id = i.org_id and c.project_id = i.project_id and c.enabled
left join account a on a.org_id = i.org_id and a.user_id = i.worker_id and a.user_status = ${UserStatus.is.enabled}
where p.org_id = $1 and p.state = 'ON' and p.oldman_id = any($2) and p.start_date <= $4 and (p.end_date is null or p.end_date >= $3)`

/** Of the plans that hold on one of these days. */
export async function itemsOf(
  client: Client,
  orgId: string,
  oldmanIds: readonly string[],
  [from, to]: readonly [from: string, to: string],
): Promise<PlannedItem[]> {
  const found = await client.query<PlannedItem & { frequency: FrequencyData; window: CareWindowValue }>({
    name: 'care_items',
    text: ITEMS,
    values: [orgId, oldmanIds, from, to],
  })
  return found.rows
}
