// Executions as they are shown.
import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { EXECUTION_NEEDS, type ExecutionData, type execution, TAKE_BACK_MINUTES } from '#contract/nursing/execution'
import { VITAL_FIELDS } from '#contract/nursing/vitalKinds'
import { dayOfId } from '#server/areas/nursing/task/planned'
import {
  nameFilter,
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  staffName,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { pageOfRows } from '#server/kit/page'

/** Stored once, with the vital signs; corrected there it is corrected here. */
const SIGNS = `(select jsonb_strip_nulls(jsonb_build_object(${VITAL_FIELDS.map((field) => `'${field}', v.${field}`).join(', ')}))
  from vital_sign v where v.org_id = t.org_id and v.sign_id = t.sign_id)`
const FROM = `care_execution t ${WITH_RESIDENT}`
const SELECT = `${RESIDENT_MARKS}, t.execution_id as "executionId", t.task_id as "taskId", t.project_id as "projectId",
  c.project_name as "projectName", t.plan_time as "planTime", t.start_at as "startAt", t.done_at as "doneAt",
  t.recorded_at as "recordedAt", t.worker_id as "workerId", ${staffName('t.worker_id')} as "workerName", t.terminal, t.result, t.late,
  t.late_reason as "lateReason", t.refuse_reason as "refuseReason", t.together_no as "togetherNo", t.evaluation, t.remark,
  coalesce(t.photos, '{}') as photos, t.scanned, ${SIGNS} as signs, t.charge_id is not null and t.taken_back_at is null as charged,
  t.taken_back_at as "takenBackAt", ${staffName('t.taken_back_by')} as "takenBackBy", t.version`
const JOINS = `${RESIDENT_JOINS} join care_project c on c.org_id = t.org_id and c.project_id = t.project_id`

type Stored = Omit<ExecutionData, 'can'>

function withCan(who: Caller, row: Stored): ExecutionData {
  const own = row.workerId === who.userId && row.takenBackAt === null && who.may(EXECUTION_NEEDS.add)
  const now = Date.now()
  const can: string[] = []
  if (own && row.recordedAt >= timeText(now - TAKE_BACK_MINUTES * 60_000)) can.push('takeBack')
  if (own && row.recordedAt.slice(0, 10) === dayText(now)) can.push('edit')
  return { ...row, can }
}

const DAYS_OF_ONE = 30
const DAYS_OF_ALL = 7

export async function listExecutions(
  who: Caller,
  query: InputOf<typeof execution.calls.list>,
): Promise<PageInfo<ExecutionData>> {
  const today = momentOf(dayText())
  const to = query.dayTo ?? dayText()
  const back = (query.oldmanId ? DAYS_OF_ONE : DAYS_OF_ALL) - 1
  const from = query.dayFrom ?? dayText(Math.min(momentOf(to), today) - back * DAY_MS)
  const found = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: FROM,
      key: 'execution_id',
      select: SELECT,
      join: JOINS,
      filters: [
        ...residentScope(who),
        nameFilter(query.keyword),
        ['t.oldman_id = ?', query.oldmanId],
        ['t.worker_id = ?', query.workerId],
        ['t.project_id = ?', query.projectId],
        ['o.dept_id = ?', query.deptId],
        ['t.plan_time >= ?::date', from],
        ['t.plan_time < ?::date + 1', to],
        ['t.result = ?', query.result],
        ['t.late = ?', query.late],
        ['(t.together_no is not null) = ?', query.together],
        ['(t.taken_back_at is not null) = ?', query.takenBack ?? false],
      ],
      sorts: { planTime: 't.plan_time', doneAt: 't.done_at', recordedAt: 't.recorded_at' },
      defaultSort: 't.plan_time desc',
    },
    query,
  )
  return { ...found, list: found.list.map((row) => withCan(who, row)) }
}

const ONE = `select ${SELECT} from ${FROM} ${JOINS}
where ${PAPER_IN_SCOPE} and t.execution_id = $3 and t.plan_time >= $4 and t.plan_time < $5`

export async function oneExecution(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  executionId: string,
): Promise<ExecutionData> {
  const span = dayOfId(executionId)
  const found =
    span &&
    (await client.query<Stored>({
      name: 'care_execution_one',
      text: ONE,
      values: [who.orgId, who.deptIds, executionId, ...span],
    }))
  if (!found?.rows[0]) throw notFound('护理执行')
  return withCan(who, found.rows[0])
}
