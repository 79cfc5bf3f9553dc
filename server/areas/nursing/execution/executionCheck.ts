// What a record must bring, and which times are possible: whatever is wrong names its field and says what to do.
import { DAY_MS, momentOf, timeText } from '#contract/kit/clock'
import { lookUp } from '#contract/kit/lookup'
import { invalid, Refusal } from '#contract/kit/refusal'
import { codeNames } from '#contract/nursing/careCode'
import {
  CLOCK_AHEAD_MINUTES,
  ExecutionResult,
  type ExecutionResultValue,
  type ExecutionSignsData,
} from '#contract/nursing/execution'
import { SignPart } from '#contract/nursing/project'
import { CareTaskState } from '#contract/nursing/task'
import type { DemandingProject, HeldTask } from '#server/areas/nursing/task/taskRow'

export interface Press {
  result: ExecutionResultValue
  refuseReason?: string | null
  lateReason?: string | null
  doneAt?: string | null
  startAt?: string | null
  terminal?: 'console' | 'bedside' | 'device' | null
  scanned?: string | null
  signs?: ExecutionSignsData | null
  remark?: string | null
  evaluation?: number | null
  photos?: string[] | null
}

const clock = (moment: string) => moment.slice(11, 16)
const minute = (moment: string) => moment.slice(0, 16)

/** When it was done: now, or as a device says it; a clock slightly ahead is taken for now. */
export function doneAtOf({ doneAt, startAt }: Press, now: number): string {
  const at = doneAt ? momentOf(doneAt) : now
  if (Number.isNaN(at)) throw invalid('执行时间看不懂，请重新填写', 'doneAt')
  if (at > now + CLOCK_AHEAD_MINUTES * 60_000) {
    throw invalid(`执行时间 ${minute(doneAt!)} 还没有到，请核对设备时钟或重新填写`, 'doneAt')
  }
  const done = timeText(Math.min(at, now))
  if (startAt && startAt > done) throw invalid('开始时间不能晚于执行时间', 'startAt')
  return done
}

/** Which values a part of the signs is made of. */
const VALUES: Readonly<Record<string, readonly (keyof ExecutionSignsData)[]>> = {
  pressure: ['systolic', 'diastolic'],
}

export function requireDemands(
  project: DemandingProject,
  press: Press,
  elder: { oldmanId: string; oldmanName: string; bedId: string | null },
): void {
  const { signs } = press
  if (signs?.systolic && signs.diastolic && signs.diastolic >= signs.systolic) {
    throw invalid('舒张压应低于收缩压，请核对', 'signs')
  }
  if (press.result !== ExecutionResult.is.done) return
  const { projectName } = project
  if (project.needsPhoto && !press.photos?.length) throw invalid(`“${projectName}”要拍照后才能完成`, 'photos')
  if (project.needsScan && !press.scanned?.trim()) throw invalid(`“${projectName}”要先扫床头码或腕带`, 'scanned')
  if (press.scanned?.trim() && !codeNames(press.scanned, elder)) {
    throw invalid(`扫到的码不是${elder.oldmanName}的床头码或腕带，请核对老人后再扫`, 'scanned')
  }
  if (project.needsEvaluation && !press.evaluation) throw invalid(`“${projectName}”要选评价后才能完成`, 'evaluation')
  for (const part of project.needsSigns) {
    const keys = lookUp(VALUES, part) ?? [part as keyof ExecutionSignsData]
    const there = keys.every((key) => signs?.[key] !== null && signs?.[key] !== undefined)
    if (!there) throw invalid(`“${projectName}”要填${SignPart.label(part as never)}`, 'signs')
  }
}

/** A tablet without network keeps its presses at most so long. */
const KEPT_OFFLINE_MS = DAY_MS

/** Whether a task may be recorded with that time. */
export function requireOpen(task: HeldTask, press: Press, doneAt: string, now: number): void {
  const { projectName } = task.project
  if (doneAt < task.openFrom) {
    throw invalid(
      `${task.oldmanName} ${clock(task.planTime)} 的“${projectName}”${minute(task.openFrom)} 起可做，现在还早`,
      'doneAt',
    )
  }
  const late = Boolean(press.lateReason)
  const missed = task.state === CareTaskState.is.MISSED || timeText(now) > task.dueUntil
  if (late && !missed) {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: CareTaskState.label(task.state),
      act: `补录：${clock(task.dueUntil)} 前可以直接完成`,
    })
  }
  if (late || !missed) return
  const keptOffline =
    press.terminal === 'bedside' && doneAt <= task.dueUntil && now - momentOf(doneAt) <= KEPT_OFFLINE_MS
  if (keptOffline) return
  throw new Refusal('STATE_NOT_ALLOWED', {
    state: CareTaskState.label(CareTaskState.is.MISSED),
    act: `直接完成：时限 ${minute(task.dueUntil)} 已过，请填写实际做的时间和原因补录`,
  })
}
