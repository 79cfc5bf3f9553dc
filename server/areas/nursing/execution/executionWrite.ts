// One press: the execution, its task, its charge and what every screen is told, in one transaction. The row of the task is
// locked first, so that of two who press at once one records and the other is told who did it.
import { dayText, timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { ExecutionResult, type ExecutionResultValue } from '#contract/nursing/execution'
import { type CareTaskData, CareTaskState, type CareTaskStateValue, TASK_AWAY } from '#contract/nursing/task'
import { addCharge } from '#server/areas/expense/public'
import { idOnDay } from '#server/areas/nursing/task/planned'
import { emitTasks } from '#server/areas/nursing/task/taskAssign'
import { awayAt } from '#server/areas/nursing/task/taskMake'
import {
  DEMANDS,
  type DemandingProject,
  type HeldTask,
  holdTasks,
  spanOf,
  tasksById,
} from '#server/areas/nursing/task/taskRow'
import { measuredIn, storeCareSign } from '#server/areas/nursing/vital/vitalCare'
import { lockResident, requireResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { doneAtOf, type Press, requireDemands, requireOpen } from './executionCheck.ts'
import { requirePictures } from './executionPhotos.ts'

onConstraint(
  'care_execution_once',
  () => new Refusal('STATE_NOT_ALLOWED', { state: CareTaskState.label(CareTaskState.is.DONE), act: '重复记录' }),
)

const STATE_OF: Readonly<Record<ExecutionResultValue, CareTaskStateValue>> = {
  done: 'DONE',
  refused: 'REFUSED',
  out: 'OUT',
  hospital: 'HOSPITAL',
}

const DONE_BY = `select coalesce(e.emp_name, a.user_name) as name, x.done_at as "doneAt", x.result from care_execution x
join account a on a.org_id = x.org_id and a.user_id = x.worker_id
left join employee e on e.org_id = x.org_id and e.emp_id = x.worker_id
where x.org_id = $1 and x.execution_id = $2 and x.plan_time = $3`

async function refuseRecorded(tx: Tx, task: HeldTask): Promise<void> {
  if (task.executionId === null) return
  const found = await tx.client.query<{ name: string; doneAt: string; result: ExecutionResultValue }>(DONE_BY, [
    tx.orgId,
    task.executionId,
    task.planTime,
  ])
  const by = found.rows[0]
  const when = by ? `${by.name} ${by.doneAt.slice(11, 16)} ` : ''
  throw new Refusal('STATE_NOT_ALLOWED', {
    state: `${when}${by ? ExecutionResult.label(by.result) : CareTaskState.label(task.state)}`,
    act: `再记一次：${task.oldmanName} ${task.planTime.slice(11, 16)} 的“${task.project.projectName}”`,
  })
}

const AWAY = `select t.task_id as "taskId", ${awayAt('t', '$4::timestamptz')} as away
from (select k.org_id, k.oldman_id, k.task_id, $4::timestamptz as plan_time from care_task k
  where k.org_id = $1 and k.task_id = any($2) and k.plan_time = any($3::timestamptz[])) t`

/** Somebody who is not there cannot be cared for; what was done before they left counts. */
async function refuseAway(tx: Tx, tasks: readonly HeldTask[], doneAt: string): Promise<void> {
  const away = tasks.filter((one) => TASK_AWAY.includes(one.state))
  if (away.length === 0) return
  const found = await tx.client.query<{ taskId: string; away: CareTaskStateValue | null }>(AWAY, [
    tx.orgId,
    away.map((one) => one.taskId),
    away.map((one) => one.planTime),
    doneAt,
  ])
  const out = found.rows.find((row) => row.away !== null)
  if (!out) return
  const task = away.find((one) => one.taskId === out.taskId)!
  throw new Refusal('STATE_NOT_ALLOWED', {
    state: CareTaskState.label(out.away!),
    act: `记录“${task.project.projectName}”：${task.oldmanName}如已返回，请先登记返回`,
  })
}

interface NewExecution {
  executionId: string
  taskId: string | null
  planTime: string
  oldmanId: string
  projectId: string
  chargeId: string | null
}

export const ADD_EXECUTION = `insert into care_execution (org_id, execution_id, task_id, plan_time, oldman_id, project_id, charge_id, result, start_at,
  done_at, recorded_at, worker_id, terminal, late, late_reason, refuse_reason, together_no, evaluation, remark, photos, scanned, sign_id)
select $1, x.*, $8, $9, $10, $11, $12, $13, $14::text is not null, $14, $15, $16, $17, $18, $19::text[], $20, $21
from unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[]) as x`
export const RECORD_TASK = `update care_task t set execution_id = d.execution_id, state = $2, state_at = $3, done_at = $4
from unnest($5::text[], $6::timestamptz[], $7::text[]) as d(task_id, plan_time, execution_id)
where t.org_id = $1 and t.task_id = d.task_id and t.plan_time = d.plan_time and t.execution_id is null
  and t.plan_time >= $8 and t.plan_time < $9`

/**
 * For the rest of the transaction. Tables in parts make PostgreSQL plan a statement anew for each press, which takes twice
 * as long as the statement itself: a plan for all parts looks dearer to it, though all but one are left out when it runs.
 */
const PLANNED_ONCE = 'set local plan_cache_mode = force_generic_plan'

async function insert(
  tx: Tx,
  who: Caller,
  rows: readonly NewExecution[],
  press: Press,
  { doneAt, now, signId }: { doneAt: string; now: number; signId: string | null },
): Promise<void> {
  const of = <K extends keyof NewExecution>(key: K) => rows.map((row) => row[key])
  const photos = press.photos && press.photos.length > 0 ? press.photos : null
  await tx.client.query({
    name: 'care_execution_add',
    text: ADD_EXECUTION,
    values: [
      tx.orgId,
      of('executionId'),
      of('taskId'),
      of('planTime'),
      of('oldmanId'),
      of('projectId'),
      of('chargeId'),
      press.result,
      press.startAt ?? null,
      doneAt,
      timeText(now),
      who.userId,
      press.terminal ?? 'console',
      press.lateReason?.trim() || null,
      press.refuseReason?.trim() || null,
      rows.length > 1 ? newId() : null,
      press.evaluation ?? null,
      press.remark?.trim() || null,
      photos,
      press.scanned?.trim() || null,
      signId,
    ],
  })
}

const PRICE = `select p.price_fen as "priceFen" from care_project_price p where p.org_id = $1 and p.project_id = $2
  and p.from_date <= $3 order by p.from_date desc limit 1`

/** A charged project costs what it cost on the day it was done; what has no price yet costs nothing. */
async function charge(
  tx: Tx,
  who: Caller,
  what: { oldmanId: string; projectId: string; project: DemandingProject },
  doneAt: string,
): Promise<string | null> {
  if (!what.project.charged) return null
  const day = doneAt.slice(0, 10)
  const found = await tx.client.query<{ priceFen: number }>(PRICE, [tx.orgId, what.projectId, day])
  const priceFen = found.rows[0]?.priceFen ?? 0
  if (priceFen <= 0) return null
  const made = await addCharge(tx, who, what.oldmanId, {
    kind: 'ONCE',
    name: what.project.projectName,
    priceFen,
    day,
    orderedBy: tx.by.name,
    remark: `护理执行 ${doneAt.slice(0, 16)}`,
  })
  return made.chargeId
}

export interface Recorded {
  executionIds: string[]
  tasks: CareTaskData[]
}

const LOGGED: Readonly<Record<ExecutionResultValue, string>> = {
  done: '完成',
  refused: '拒绝',
  out: '外出未做',
  hospital: '住院未做',
}

function pressOf(body: Omit<Press, 'result'> & { result?: ExecutionResultValue | null }): Press {
  const press = { ...body, result: body.result ?? ExecutionResult.is.done }
  if (press.result === ExecutionResult.is.refused && !press.refuseReason?.trim()) {
    throw invalid('请填写拒绝原因', 'refuseReason')
  }
  return press
}

async function elderOfTask(tx: Tx, who: Caller, taskId: string) {
  const [task] = await tasksById(tx.client, tx.orgId, [taskId])
  if (!task) throw new Refusal('NOT_FOUND', { what: '护理任务（计划可能已调整，请刷新后再看）' }, 'taskIds')
  return lockResident(tx, who, task.oldmanId)
}

export async function recordTasks(
  tx: Tx,
  who: Caller,
  taskIds: readonly string[],
  body: Parameters<typeof pressOf>[0],
): Promise<Recorded> {
  const press = pressOf(body)
  const now = Date.now()
  const doneAt = doneAtOf(press, now)
  const ids = [...new Set(taskIds)]
  const values = press.result === ExecutionResult.is.done ? measuredIn(press.signs) : null
  if (values && ids.length > 1) throw invalid('要记体征的项目请逐位老人完成', 'signs')
  // The elder before the task, as whoever changes a plan or a stay does.
  const measured = values && (await elderOfTask(tx, who, ids[0]!))
  const [, tasks] = await Promise.all([tx.client.query(PLANNED_ONCE), holdTasks(tx.client, who, ids)])
  if (tasks.length < ids.length) {
    throw new Refusal('NOT_FOUND', { what: '护理任务（计划可能已调整，请刷新后再看）' }, 'taskIds')
  }
  for (const task of tasks) {
    await refuseRecorded(tx, task)
    requireOpen(task, press, doneAt, now)
    requireDemands(task.project, press, task)
  }
  await requirePictures(tx, press.photos)
  const inHouse = press.result === ExecutionResult.is.done || press.result === ExecutionResult.is.refused
  if (inHouse) await refuseAway(tx, tasks, doneAt)
  const done = press.result === ExecutionResult.is.done
  const rows: NewExecution[] = []
  for (const task of tasks) {
    rows.push({
      executionId: idOnDay(newId(), task.planTime.slice(0, 10)),
      taskId: task.taskId,
      planTime: task.planTime,
      oldmanId: task.oldmanId,
      projectId: task.projectId,
      chargeId: done ? await charge(tx, who, task, doneAt) : null,
    })
  }
  const signId = values && measured ? await storeCareSign(tx, measured, doneAt, values) : null
  const inserted = insert(tx, who, rows, press, { doneAt, now, signId })
  // Sent in one breath; the reason of the first comes before that of the second.
  inserted.catch(() => undefined)
  const recorded = tx.client.query({
    name: 'care_task_record',
    text: RECORD_TASK,
    values: [
      tx.orgId,
      STATE_OF[press.result],
      timeText(now),
      done ? doneAt : null,
      rows.map((row) => row.taskId),
      rows.map((row) => row.planTime),
      rows.map((row) => row.executionId),
      ...spanOf(ids)!,
    ],
  })
  recorded.catch(() => undefined)
  await inserted
  await recorded
  const told = emitTasks(
    tx,
    tasks,
    tasks.map((task, at) => ({
      taskId: task.taskId,
      oldmanId: task.oldmanId,
      projectId: task.projectId,
      planTime: task.planTime,
      openFrom: task.openFrom,
      dueUntil: task.dueUntil,
      minutes: task.minutes,
      state: STATE_OF[press.result],
      workerId: task.workerId,
      executionId: rows[at]!.executionId,
      doneAt,
      recordedAt: timeText(now),
      doneById: who.userId,
      doneByName: tx.by.name,
      late: Boolean(press.lateReason?.trim()),
      reason: press.lateReason?.trim() || press.refuseReason?.trim() || null,
      remark: task.remark,
    })),
  )
  const [first] = tasks
  const what = `${press.lateReason ? '补录' : LOGGED[press.result]}“${first!.oldmanName}”${first!.planTime.slice(11, 16)} ${first!.project.projectName}`
  tx.log({
    remark: `${what}${tasks.length > 1 ? ` 等 ${tasks.length} 项，一并录入` : ''}${press.refuseReason ? `：${press.refuseReason}` : ''}${press.lateReason ? `：${press.lateReason}` : ''}`,
    targetType: 'careExecution',
    targetId: rows[0]!.executionId,
  })
  return { executionIds: rows.map((row) => row.executionId), tasks: told }
}

const PROJECT = `select ${DEMANDS} as project from care_project c where c.org_id = $1 and c.project_id = $2`
const SINCE = `select s.start_date::text as "from", o.current_bed_id as "bedId" from stay s
join oldman o on o.org_id = s.org_id and o.oldman_id = s.oldman_id where s.org_id = $1 and s.oldman_id = $2 and s.end_date is null`
/** What was done as needed may be entered so long afterwards. */
const NEEDED_DAYS = 7

/** Something that no plan says: done because it was needed. */
export async function recordNeeded(
  tx: Tx,
  who: Caller,
  { oldmanId, projectId }: { oldmanId: string; projectId: string },
  body: Parameters<typeof pressOf>[0],
): Promise<Recorded> {
  const press = pressOf(body)
  const now = Date.now()
  const doneAt = doneAtOf(press, now)
  const values = press.result === ExecutionResult.is.done ? measuredIn(press.signs) : null
  const resident = await (values ? lockResident(tx, who, oldmanId) : requireResident(tx.client, who, oldmanId))
  if (!IN_HOUSE.includes(resident.status)) {
    const state = `${resident.name}${ResidenceStatus.label(resident.status)}`
    throw new Refusal('STATE_NOT_ALLOWED', { state, act: '记录护理执行' }, 'oldmanId')
  }
  const [projects, stay] = await Promise.all([
    tx.client.query<{ project: DemandingProject }>({
      name: 'care_needed',
      text: PROJECT,
      values: [tx.orgId, projectId],
    }),
    tx.client.query<{ from: string; bedId: string | null }>({
      name: 'care_needed_stay',
      text: SINCE,
      values: [tx.orgId, oldmanId],
    }),
  ])
  const project = projects.rows[0]?.project
  if (!project) throw new Refusal('NOT_FOUND', { what: '护理项目' }, 'projectId')
  if (!project.enabled) throw invalid(`护理项目“${project.projectName}”已停用，请重新选择`, 'projectId')
  const earliest = dayText(now - NEEDED_DAYS * 86_400_000)
  if (doneAt.slice(0, 10) < earliest) throw invalid(`执行时间不能早于 ${NEEDED_DAYS} 天前`, 'doneAt')
  if (stay.rows[0] && doneAt.slice(0, 10) < stay.rows[0].from) {
    throw invalid(`执行时间早于入住日期 ${stay.rows[0].from}`, 'doneAt')
  }
  requireDemands(project, press, { oldmanId, oldmanName: resident.name, bedId: stay.rows[0]?.bedId ?? null })
  await requirePictures(tx, press.photos)
  const chargeId =
    press.result === ExecutionResult.is.done ? await charge(tx, who, { oldmanId, projectId, project }, doneAt) : null
  const signId = values ? await storeCareSign(tx, { ...resident, oldmanId }, doneAt, values) : null
  const executionId = idOnDay(newId(), doneAt.slice(0, 10))
  await insert(tx, who, [{ executionId, taskId: null, planTime: doneAt, oldmanId, projectId, chargeId }], press, {
    doneAt,
    now,
    signId,
  })
  tx.log({
    remark: `${LOGGED[press.result]}“${resident.name}”${project.projectName}（按需）`,
    targetType: 'careExecution',
    targetId: executionId,
  })
  return { executionIds: [executionId], tasks: [] }
}
