// The care of today of everybody in one statement, of one elder whole, of the wards, and what a family may read of it.
import type pg from 'pg'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { lookUp } from '#contract/kit/lookup'
import { notFound } from '#contract/kit/refusal'
import type { CareDayData, CareOfElderData, CareTodayData } from '#contract/nursing/careToday'
import { ExecutionResult } from '#contract/nursing/execution'
import { CarePlanState } from '#contract/nursing/plan'
import { CareTaskState } from '#contract/nursing/task'
import { countTasks, type TimedTask } from '#contract/nursing/taskFaces'
import { READ_VITALS, VitalAlertState } from '#contract/nursing/vital'
import { type VitalGradeValue, vitalFields } from '#contract/nursing/vitalKinds'
import { planItems } from '#server/areas/nursing/plan/planRead'
import { FACE_COUNTS, faceSql, TODAY } from '#server/areas/nursing/task/taskFaceSql'
import { lastSql } from '#server/areas/nursing/vital/vitalSql'
import { staffName } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

type Client = pg.Pool | pg.ClientBase

/** Nobody has answered yet. */
const UNANSWERED = VitalAlertState.is.OPEN

const ELDERS = `with counted as (select oldman_id, ${FACE_COUNTS}
  from (select t.oldman_id, ${faceSql('t')} as face from care_task t
    join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
    where t.org_id = $1 and ${inDepts('o', '$2')} and ${TODAY('t')}) faced group by oldman_id),
alerted as (select a.oldman_id, a.grade from vital_alert a join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
  where $3 and a.org_id = $1 and ${inDepts('o', '$2')} and a.state = '${UNANSWERED}')
select coalesce(c.oldman_id, a.oldman_id) as "oldmanId", coalesce(c.total, 0) as total, coalesce(c.done, 0) as done,
  coalesce(c.late, 0) as late, coalesce(c.missed, 0) as missed, a.grade as alert
from counted c full join alerted a on a.oldman_id = c.oldman_id`

export async function careOfElders(who: Caller): Promise<CareTodayData[]> {
  const found = await who.app.pool.query<CareTodayData>({
    name: 'care_today',
    text: ELDERS,
    values: [who.orgId, who.deptIds, who.may(READ_VITALS)],
  })
  return found.rows
}

const DAYS = 7

const ELDER = `select o.oldman_id as "oldmanId", l.level_name as "levelName", p.plan_id as "planId", pl.level_name as "planLevel",
  p.start_date as "startDate", p.end_date as "endDate", case when $4 then ${lastSql('o')} end as signs,
  case when $4 then (select jsonb_build_object('grade', a.grade, 'state', a.state, 'reasons',
      (select string_agg(j ->> 'text', '；') from jsonb_array_elements(a.judged) j))
    from vital_alert a where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state <> '${VitalAlertState.is.CLOSED}') end as alert
from oldman o left join nursing_level l on l.org_id = o.org_id and l.level_id = o.level_id
left join care_plan p on p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = '${CarePlanState.is.ON}'
left join nursing_level pl on pl.org_id = p.org_id and pl.level_id = p.level_id
where o.org_id = $1 and ${inDepts('o', '$2')} and o.oldman_id = $3 order by p.start_date desc nulls last limit 1`

const TASKS = `select t.oldman_id as "oldmanId", t.state, t.plan_time as "planTime", t.open_from as "openFrom", t.due_until as "dueUntil",
  coalesce(x.late, false) as late, c.project_name as "projectName"
from care_task t join care_project c on c.org_id = t.org_id and c.project_id = t.project_id
left join care_execution x on x.org_id = t.org_id and x.execution_id = t.execution_id and x.plan_time = t.plan_time
where t.org_id = $1 and t.oldman_id = $2 and t.plan_time >= $3 and t.plan_time < $4 order by t.plan_time, c.sort, t.task_id`

interface ElderRow {
  oldmanId: string
  levelName: string | null
  planId: string | null
  planLevel: string
  startDate: string
  endDate: string | null
  signs: CareOfElderData['signs']
  alert: CareOfElderData['alert']
}

type DayTask = TimedTask & { oldmanId: string; late: boolean; projectName: string }

export async function careOfElder(who: Caller, oldmanId: string): Promise<CareOfElderData> {
  const { pool } = who.app
  const found = await pool.query<ElderRow>({
    name: 'care_of_elder',
    text: ELDER,
    values: [who.orgId, who.deptIds, oldmanId, who.may(READ_VITALS)],
  })
  const elder = found.rows[0]
  if (!elder) throw notFound('老人档案')
  const moment = Date.now()
  const now = timeText(moment)
  const midnight = momentOf(dayText(moment))
  const days = Array.from({ length: DAYS }, (_, back) => dayText(midnight - back * DAY_MS))
  const [tasks, items] = await Promise.all([
    pool.query<DayTask>({
      name: 'care_of_elder_tasks',
      text: TASKS,
      values: [who.orgId, oldmanId, days.at(-1), dayText(midnight + DAY_MS)],
    }),
    elder.planId ? planItems(pool, who.orgId, elder.planId) : [],
  ])
  const ofDay = (day: string) => tasks.rows.filter((task) => task.planTime.startsWith(day))
  const today = ofDay(days[0]!)
  const next = today.find((task) => task.state === CareTaskState.is.WAITING && task.dueUntil >= now)
  return {
    oldmanId: elder.oldmanId,
    levelName: elder.levelName,
    counts: countTasks(today, now),
    next: next ? { time: next.planTime.slice(11, 16), projectName: next.projectName } : null,
    plan: elder.planId
      ? {
          nursingPlanId: elder.planId,
          levelName: elder.planLevel,
          startDate: elder.startDate,
          endDate: elder.endDate,
          items: items.filter((item) => item.projectEnabled),
        }
      : null,
    days: days.map((day): CareDayData => {
      const { total, done, refused, missed, away } = countTasks(ofDay(day), now)
      return { day, total, done, refused, missed, away }
    }),
    signs: elder.signs,
    alert: elder.alert,
  }
}

const WARDS = `select d.dept_id as "deptId", d.dept_name as "deptName", w.total, w.done, w.late, w.missed
from (select faced.dept_id, ${FACE_COUNTS} from (select o.dept_id, ${faceSql('t')} as face from care_task t
    join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
    where t.org_id = $1 and ${inDepts('o', '$2')} and ${TODAY('t')}) faced group by faced.dept_id) w
join dept d on d.org_id = $1 and d.dept_id = w.dept_id order by d.sort, d.dept_name`

const REDS = `select a.alert_id as "alertId", o.oldman_id as "oldmanId", o.oldman_name as "oldmanName", at.room_name as "roomName",
  at.bed_name as "bedName", a.opened_at as "openedAt", a.judged
from vital_alert a join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
left join lateral (select r.room_name, b.bed_name from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  where b.org_id = o.org_id and b.bed_id = o.current_bed_id) at on true
where a.org_id = $1 and ${inDepts('o', '$2')} and a.state = '${UNANSWERED}' and a.grade = 'red' order by a.opened_at`

export interface WardCare {
  deptId: string
  deptName: string
  total: number
  done: number
  late: number
  missed: number
}

export interface RedSign {
  alertId: string
  oldmanId: string
  oldmanName: string
  roomName: string | null
  bedName: string | null
  openedAt: string
  /** 体温、血氧: which signs, without their values. */
  what: string
}

const titleOf = (field: string) => lookUp(vitalFields, field)?.title ?? '出入量'

/** For walls: how far each ward is, and who waits for a nurse. */
export async function careOfWards(who: Caller): Promise<{ wards: WardCare[]; reds: RedSign[] }> {
  const values = [who.orgId, who.deptIds]
  const { pool } = who.app
  const [wards, reds] = await Promise.all([
    pool.query<WardCare>({ name: 'care_wards', text: WARDS, values }),
    pool.query<Omit<RedSign, 'what'> & { judged: { field: string; grade: VitalGradeValue }[] }>({
      name: 'care_red_signs',
      text: REDS,
      values,
    }),
  ])
  return {
    wards: wards.rows,
    reds: reds.rows.map(({ judged, ...red }) => ({
      ...red,
      what: [...new Set(judged.filter((one) => one.grade === 'red').map((one) => titleOf(one.field)))].join('、'),
    })),
  }
}

export interface FamilyCare {
  time: string
  name: string
  /** 1: done; 0: the elder did not want it. */
  done: number
  workerName: string
}

const FAMILY = `select to_char(t.done_at, 'HH24:MI') as time, c.project_name as name, (t.result = '${ExecutionResult.is.done}')::int as done,
  ${staffName('t.worker_id')} as "workerName"
from care_execution t join care_project c on c.org_id = t.org_id and c.project_id = t.project_id
where t.org_id = $1 and t.oldman_id = $2 and t.plan_time >= current_date and t.plan_time < current_date + 1
  and t.taken_back_at is null and t.result in ('${ExecutionResult.is.done}', '${ExecutionResult.is.refused}')
order by t.done_at desc, t.execution_id`

/** What was done today, for the family: what and when and by whom. Nothing that was measured, noted or judged. */
export async function careForFamily(client: Client, orgId: string, oldmanId: string): Promise<FamilyCare[]> {
  const found = await client.query<FamilyCare>({ name: 'care_for_family', text: FAMILY, values: [orgId, oldmanId] })
  return found.rows
}
