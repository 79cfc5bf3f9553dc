// What may be done with a record afterwards: taken back within minutes, or given words and pictures on the same day.
import { dayText, momentOf, timeText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { TAKE_BACK_MINUTES } from '#contract/nursing/execution'
import type { CareTaskData } from '#contract/nursing/task'
import { voidCharge } from '#server/areas/expense/public'
import { dayOfId } from '#server/areas/nursing/task/planned'
import { tellTasks } from '#server/areas/nursing/task/taskAssign'
import { stateNow } from '#server/areas/nursing/task/taskMake'
import { removeCareSign } from '#server/areas/nursing/vital/vitalCare'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { inDepts } from '#server/kit/tenant'
import { requirePictures } from './executionPhotos.ts'

interface HeldExecution {
  executionId: string
  taskId: string | null
  planTime: string
  recordedAt: string
  workerId: string
  chargeId: string | null
  signId: string | null
  takenBackAt: string | null
  version: number
  oldmanName: string
  deptId: string | null
  projectName: string
  remark: string | null
  evaluation: number | null
  photos: string[] | null
  needsPhoto: boolean
  needsEvaluation: boolean
}

const HOLD = `select t.execution_id as "executionId", t.task_id as "taskId", t.plan_time as "planTime", t.recorded_at as "recordedAt",
  t.worker_id as "workerId", t.charge_id as "chargeId", t.sign_id as "signId", t.taken_back_at as "takenBackAt", t.version, o.oldman_name as "oldmanName",
  o.dept_id as "deptId", c.project_name as "projectName", t.remark, t.evaluation, t.photos, c.needs_photo as "needsPhoto",
  c.needs_evaluation as "needsEvaluation"
from care_execution t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
join care_project c on c.org_id = t.org_id and c.project_id = t.project_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.execution_id = $3 and t.plan_time >= $4 and t.plan_time < $5 for no key update of t`

/** One's own, and not taken back. */
async function holdOwn(tx: Tx, who: Caller, executionId: string, act: string): Promise<HeldExecution> {
  const span = dayOfId(executionId)
  const found = span && (await tx.client.query<HeldExecution>(HOLD, [tx.orgId, who.deptIds, executionId, ...span]))
  const held = found?.rows[0]
  if (!held) throw notFound('护理执行')
  if (held.takenBackAt !== null) throw new Refusal('STATE_NOT_ALLOWED', { state: '已撤回', act })
  if (held.workerId !== who.userId)
    throw new Refusal('STATE_NOT_ALLOWED', { state: '由他人记录', act: `${act}，只能由本人${act}` })
  return held
}

const BACK = `update care_execution set taken_back_at = $4, taken_back_by = $5, version = version + 1
where org_id = $1 and execution_id = $2 and plan_time = $3`
const AGAIN = `update care_task t set execution_id = null, done_at = null, state_at = $4, state = ${stateNow('t', '$4::timestamptz')}
where t.org_id = $1 and t.task_id = $2 and t.plan_time = $3`

/** What was pressed by mistake. The trace stays; the charge goes with it, unless it is billed already. */
export async function takeBack(tx: Tx, who: Caller, executionId: string): Promise<CareTaskData[]> {
  const held = await holdOwn(tx, who, executionId, '撤回')
  const now = Date.now()
  if (now - momentOf(held.recordedAt) > TAKE_BACK_MINUTES * 60_000) {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: `${held.recordedAt.slice(11, 16)} 已记录`,
      act: `撤回：超过 ${TAKE_BACK_MINUTES} 分钟，请在备注中说明`,
    })
  }
  if (held.chargeId) await voidCharge(tx, who, held.chargeId, { reason: '护理执行撤回' })
  if (held.signId) await removeCareSign(tx, who, held.signId, '护理执行撤回')
  const at = timeText(now)
  await tx.client.query(BACK, [tx.orgId, executionId, held.planTime, at, who.userId])
  tx.log({
    remark: `撤回“${held.oldmanName}”${held.planTime.slice(11, 16)} ${held.projectName}的记录`,
    targetType: 'careExecution',
    targetId: executionId,
    changes: { 撤回: [null, at] },
  })
  if (!held.taskId) return []
  await tx.client.query(AGAIN, [tx.orgId, held.taskId, held.planTime, at])
  return tellTasks(tx, [{ taskId: held.taskId, deptId: held.deptId }])
}

const SAVE = `update care_execution set remark = $4, evaluation = $5, photos = $6, version = version + 1
where org_id = $1 and execution_id = $2 and plan_time = $3`

export interface Addition {
  remark?: string | null
  evaluation?: number | null
  photos?: string[] | null
  version?: number | null
}

/** What was not sent stays; what the project asks for cannot be taken away. */
export async function saveExecution(tx: Tx, who: Caller, executionId: string, body: Addition): Promise<void> {
  const held = await holdOwn(tx, who, executionId, '补充')
  await refuseStale(tx, executionId, body.version, held.version)
  if (held.recordedAt.slice(0, 10) !== dayText()) {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: `${held.recordedAt.slice(0, 10)} 记录`,
      act: '补充，只有当天的记录可以',
    })
  }
  const remark = body.remark === undefined ? held.remark : body.remark?.trim() || null
  const evaluation = body.evaluation === undefined ? held.evaluation : body.evaluation
  const sent = body.photos === undefined ? held.photos : body.photos
  const photos = sent && sent.length > 0 ? sent : null
  if (body.photos !== undefined) await requirePictures(tx, photos)
  if (held.needsPhoto && held.photos && !photos) throw invalid(`“${held.projectName}”要有照片`, 'photos')
  if (held.needsEvaluation && held.evaluation && !evaluation)
    throw invalid(`“${held.projectName}”要有评价`, 'evaluation')
  await tx.client.query(SAVE, [tx.orgId, executionId, held.planTime, remark, evaluation, photos])
  tx.log({
    remark: `补充“${held.oldmanName}”${held.planTime.slice(11, 16)} ${held.projectName}的记录`,
    targetType: 'careExecution',
    targetId: executionId,
    changes: {
      ...(remark !== held.remark && { 备注: [held.remark, remark] as const }),
      ...(evaluation !== held.evaluation && { 评价: [held.evaluation, evaluation] as const }),
      ...(JSON.stringify(photos) !== JSON.stringify(held.photos) && {
        照片: [held.photos?.length ?? 0, photos?.length ?? 0] as const,
      }),
    },
  })
}
