// The items of a plan: read from a level, checked, and written so that done tasks keep what they point to.
import type pg from 'pg'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type FrequencyData, frequencyFault, frequencyWords, plainFrequency } from '#contract/nursing/frequency'
import type { NewCarePlanItem } from '#contract/nursing/plan'
import { UserStatus } from '#contract/platform/user'
import type { PlannedItem } from '#server/areas/nursing/task/planned'
import { FREQUENCY } from '#server/areas/nursing/task/taskFacts'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { planItems } from './planRead.ts'

const OF_LEVEL = `select i.project_id as "projectId", ${FREQUENCY} as frequency from level_project i
join care_project c on c.org_id = i.org_id and c.project_id = i.project_id and c.enabled
join care_category g on g.org_id = c.org_id and g.category_id = c.category_id
where i.org_id = $1 and i.level_id = $2 order by g.sort, c.sort, c.project_id`

export async function itemsOfLevel(tx: Tx, levelId: string): Promise<NewCarePlanItem[]> {
  const found = await tx.client.query<NewCarePlanItem>({
    name: 'care_level_items',
    text: OF_LEVEL,
    values: [tx.orgId, levelId],
  })
  return found.rows
}

interface Project {
  projectId: string
  projectName: string
  enabled: boolean
  minutes: number
  window: PlannedItem['window']
}

const PROJECTS = `select project_id as "projectId", project_name as "projectName", enabled, minutes, time_window as "window"
from care_project where org_id = $1 and project_id = any($2)`
const WORKERS = `select user_id as "userId" from account where org_id = $1 and user_id = any($2) and user_status = ${UserStatus.is.enabled}`

/** Refuses what cannot be planned, by the name of the project. `kept`: what the plan has already may be switched off. */
export async function checkItems(
  tx: { client: pg.Pool | pg.ClientBase; orgId: string },
  items: readonly NewCarePlanItem[],
  kept: readonly string[] = [],
): Promise<ReadonlyMap<string, Project>> {
  const ids = items.map((one) => one.projectId)
  const workerIds = [...new Set(items.flatMap((one) => one.workerId ?? []))]
  const [projects, workers] = await Promise.all([
    tx.client.query<Project>({ name: 'care_plan_projects', text: PROJECTS, values: [tx.orgId, ids] }),
    tx.client.query<{ userId: string }>({ name: 'care_plan_workers', text: WORKERS, values: [tx.orgId, workerIds] }),
  ])
  const known = new Map(projects.rows.map((one) => [one.projectId, one]))
  const staff = new Set(workers.rows.map((row) => row.userId))
  const seen = new Set<string>()
  for (const { projectId, frequency, workerId } of items) {
    const project = known.get(projectId)
    if (!project) throw new Refusal('NOT_FOUND', { what: '护理项目' }, 'items')
    const { projectName } = project
    if (seen.has(projectId)) throw invalid(`“${projectName}”重复了，请合并成一项`, 'items')
    seen.add(projectId)
    if (!project.enabled && !kept.includes(projectId)) {
      throw invalid(`护理项目“${projectName}”已停用，请重新选择`, 'items')
    }
    const fault = frequencyFault(frequency)
    if (fault) throw invalid(`“${projectName}”：${fault}`, 'items')
    if (workerId && !staff.has(workerId)) throw new Refusal('NOT_FOUND', { what: `“${projectName}”的护理员` }, 'items')
  }
  return known
}

interface Kept {
  itemId: string
  projectId: string
  frequency: FrequencyData
  active: boolean
}

const KEPT = `select i.item_id as "itemId", i.project_id as "projectId", ${FREQUENCY} as frequency, i.active
from care_plan_item i where i.org_id = $1 and i.plan_id = $2`

const WRITE = `insert into care_plan_item as t (org_id, item_id, plan_id, project_id, unit, times, clocks, days, from_clock, to_clock, worker_id,
  remark, sort, since)
select $1, x.item_id, $2, x.project_id, x.unit, x.times, array(select jsonb_array_elements_text(x.clocks)),
  array(select jsonb_array_elements_text(x.days)::smallint), x.from_clock, x.to_clock, x.worker_id, x.remark, x.sort, $4
from jsonb_to_recordset($3::jsonb) as x(item_id text, project_id text, unit int, times smallint, clocks jsonb, days jsonb,
  from_clock text, to_clock text, worker_id text, remark text, sort int, fresh boolean)
on conflict (org_id, plan_id, project_id) do update set unit = excluded.unit, times = excluded.times, clocks = excluded.clocks,
  days = excluded.days, from_clock = excluded.from_clock, to_clock = excluded.to_clock, worker_id = excluded.worker_id,
  remark = excluded.remark, sort = excluded.sort, active = true,
  since = case when t.item_id = any($5::text[]) then excluded.since else t.since end`
const DROP = `update care_plan_item set active = false where org_id = $1 and plan_id = $2 and active and project_id <> all($3)`

const same = (a: FrequencyData, b: FrequencyData) =>
  JSON.stringify(plainFrequency(a)) === JSON.stringify(plainFrequency(b))

/** What is new or comes at other times holds from `now` on; what was taken out stays for what was done. */
export async function writeItems(
  tx: Tx,
  planId: string,
  items: readonly NewCarePlanItem[],
  now: string,
): Promise<void> {
  const found = await tx.client.query<Kept>({ name: 'care_plan_kept', text: KEPT, values: [tx.orgId, planId] })
  const kept = new Map(found.rows.map((row) => [row.projectId, row]))
  const changed: string[] = []
  const rows = items.map(({ projectId, frequency, workerId, remark }, sort) => {
    const before = kept.get(projectId)
    if (before && !(before.active && same(before.frequency, frequency))) changed.push(before.itemId)
    const plain = plainFrequency(frequency)
    return {
      item_id: before?.itemId ?? newId(),
      project_id: projectId,
      unit: plain.unit,
      times: plain.times,
      clocks: plain.clocks,
      days: plain.days,
      from_clock: plain.from ?? null,
      to_clock: plain.to ?? null,
      worker_id: workerId ?? null,
      remark: remark?.trim() || null,
      sort,
    }
  })
  await tx.client.query(DROP, [tx.orgId, planId, items.map((one) => one.projectId)])
  await tx.client.query({
    name: 'care_plan_write',
    text: WRITE,
    values: [tx.orgId, planId, JSON.stringify(rows), now, changed],
  })
}

/** 晨间护理 每日 1 次 06:30 由李梅 …, for the log. */
export async function itemsInWords(tx: Tx, planId: string): Promise<string> {
  const items = await planItems(tx.client, tx.orgId, planId)
  return items
    .map(({ projectName, frequency, workerName, remark }) =>
      [projectName, frequencyWords(frequency), workerName && `由${workerName}`, remark].filter(Boolean).join(' '),
    )
    .join('；')
}

export function requireDays(startDate: string, endDate: string | null | undefined): void {
  if (endDate && endDate < startDate) throw invalid('结束日期不能早于开始日期', 'endDate')
  if (endDate && endDate < dayText()) throw invalid('结束日期已过，请改为今天或以后', 'endDate')
}

export const noItems = () => invalid('计划里还没有护理项目，请先添加', 'items')
export const noPlan = () => notFound('护理计划')
