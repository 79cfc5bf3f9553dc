// Care plans as they are shown.
import type pg from 'pg'
import { dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import type { FrequencyData } from '#contract/nursing/frequency'
import {
  type CarePlanData,
  type CarePlanItemData,
  type CarePlanRowData,
  carePlanMoves,
  type LackingPlanData,
} from '#contract/nursing/plan'
import { shiftsOf } from '#server/areas/nursing/task/houseShifts'
import { averageTimes } from '#server/areas/nursing/task/planned'
import { FREQUENCY } from '#server/areas/nursing/task/taskFacts'
import {
  AGE,
  nameFilter,
  PAPER_IN_SCOPE,
  PLACE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  staffName,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { type PageInput, pageOfRows } from '#server/kit/page'
import { deptFilter, type Scope } from '#server/kit/tenant'

type Client = pg.Pool | pg.ClientBase

const SELECT = `${RESIDENT_MARKS}, t.plan_id as "nursingPlanId", o.dept_id as "deptId", t.level_id as "levelId",
  l.level_name as "levelName", o.level_id is distinct from t.level_id as "otherLevel", t.start_date as "startDate",
  t.end_date as "endDate", t.state, t.remark, t.created_at as "createTime", t.version`
const JOINS = `${RESIDENT_JOINS} join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id`
const FROM = `care_plan t ${WITH_RESIDENT}`

type Stored = Omit<CarePlanRowData, 'minutes' | 'itemCount' | 'can'>

const MINUTES = `select i.plan_id as "planId", ${FREQUENCY} as frequency, c.minutes from care_plan_item i
join care_project c on c.org_id = i.org_id and c.project_id = i.project_id
where i.org_id = $1 and i.plan_id = any($2) and i.active`

/** With how much it is and what may be done with it. */
async function complete(client: Client, who: Caller, rows: readonly Stored[]): Promise<CarePlanRowData[]> {
  const [shifts, items] = await Promise.all([
    shiftsOf(client, who.orgId),
    client.query<{ planId: string; frequency: FrequencyData; minutes: number }>({
      name: 'care_plan_minutes',
      text: MINUTES,
      values: [who.orgId, rows.map((row) => row.nursingPlanId)],
    }),
  ])
  const times = averageTimes(dayText(), shifts)
  const sums = new Map<string, { minutes: number; count: number }>()
  for (const { planId, frequency, minutes } of items.rows) {
    const sum = sums.get(planId) ?? { minutes: 0, count: 0 }
    sums.set(planId, { minutes: sum.minutes + times(frequency) * minutes, count: sum.count + 1 })
  }
  return rows.map((row) => ({
    ...row,
    minutes: Math.round(sums.get(row.nursingPlanId)?.minutes ?? 0),
    itemCount: sums.get(row.nursingPlanId)?.count ?? 0,
    can: carePlanMoves.can(row.state, (needs) => who.may(needs)),
  }))
}

export interface PlanQuery extends PageInput {
  keyword?: string | null
  oldmanId?: string | null
  deptId?: string | null
  levelId?: string | null
  state?: string | null
}

export async function listPlans(who: Caller, query: PlanQuery): Promise<PageInfo<CarePlanRowData>> {
  const found = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: FROM,
      key: 'plan_id',
      select: SELECT,
      join: JOINS,
      filters: [
        ...residentScope(who),
        nameFilter(query.keyword),
        ['t.oldman_id = ?', query.oldmanId],
        ['o.dept_id = ?', query.deptId],
        ['t.level_id = ?', query.levelId],
        ['t.state = ?', query.state],
      ],
      sorts: { startDate: 't.start_date', endDate: 't.end_date', createTime: 't.created_at' },
      defaultSort: 't.created_at desc',
    },
    query,
  )
  return { ...found, list: await complete(who.app.pool, who, found.list) }
}

const ITEMS = `select i.item_id as "itemId", i.project_id as "projectId", c.project_name as "projectName",
  g.category_name as "categoryName", c.minutes, c.enabled as "projectEnabled", ${FREQUENCY} as frequency,
  i.worker_id as "workerId", ${staffName('i.worker_id').replaceAll('t.org_id', 'i.org_id')} as "workerName", i.remark
from care_plan_item i join care_project c on c.org_id = i.org_id and c.project_id = i.project_id
join care_category g on g.org_id = c.org_id and g.category_id = c.category_id
where i.org_id = $1 and i.plan_id = $2 and i.active order by g.sort, c.sort, c.project_id`

export async function planItems(client: Client, orgId: string, planId: string): Promise<CarePlanItemData[]> {
  const found = await client.query<CarePlanItemData>({ name: 'care_plan_items', text: ITEMS, values: [orgId, planId] })
  return found.rows
}

const ONE = `select ${SELECT} from ${FROM} ${JOINS} where ${PAPER_IN_SCOPE} and t.plan_id = $3`

export async function planDetail(client: Client, who: Caller, planId: string): Promise<CarePlanData> {
  const found = await client.query<Stored>({
    name: 'care_plan_one',
    text: ONE,
    values: [who.orgId, who.deptIds, planId],
  })
  if (!found.rows[0]) throw notFound('护理计划')
  const [[row], items] = await Promise.all([complete(client, who, found.rows), planItems(client, who.orgId, planId)])
  return { ...row!, items }
}

/** SQL: the resident `t` has no plan that is enabled today or later. */
const NO_PLAN = `not exists (select from care_plan p where p.org_id = t.org_id and p.oldman_id = t.oldman_id and p.state = 'ON'
  and (p.end_date is null or p.end_date >= current_date))`

export const lackingFilters = (who: Scope) =>
  [['t.org_id = ?', who.orgId], deptFilter(who, 't'), [`t.status = any(?) and ${NO_PLAN}`, IN_HOUSE]] as const

export async function lackingPlans(who: Caller, query: PlanQuery): Promise<PageInfo<LackingPlanData>> {
  const [sql, value] = nameFilter(query.keyword)
  return pageOfRows<LackingPlanData>(
    who.app.pool,
    {
      from: 'oldman t',
      key: 'oldman_id',
      select: `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
        t.dept_id as "deptId", d.dept_name as "deptName", at.path as "bedPath", t.level_id as "levelId",
        l.level_name as "levelName", t.check_in_date as "checkInDate",
        (select count(*)::int from level_project x join care_project c on c.org_id = x.org_id and c.project_id = x.project_id
          and c.enabled where x.org_id = t.org_id and x.level_id = t.level_id) as "levelItems",
        draft.plan_id as "draftId", draft.state as "draftState"`,
      join: `${PLACE} left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
        left join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id
        left join lateral (select p.plan_id, p.state from care_plan p where p.org_id = t.org_id and p.oldman_id = t.oldman_id
          and p.state in ('DRAFT', 'OFF') order by p.created_at desc limit 1) draft on true`,
      filters: [
        ...lackingFilters(who),
        [sql.replaceAll('o.', 't.'), value],
        ['t.dept_id = ?', query.deptId],
        ['t.level_id = ?', query.levelId],
      ],
      sorts: { oldmanName: 't.oldman_name', checkInDate: 't.check_in_date' },
      defaultSort: 't.check_in_date desc',
    },
    query,
  )
}
