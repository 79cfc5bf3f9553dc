// One task with what it asks for: large steppers for values, a picture, a reason in four large buttons.
import { Check, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import { LATE_REASONS, REFUSE_REASONS } from '#contract/nursing/careReasons'
import { type Demands, impossible, lacking, NO_DEMANDS, signFields } from '#contract/nursing/demands'
import { ExecutionResult, type ExecutionResultValue } from '#contract/nursing/execution'
import type { BoardProjectData, CareTaskData } from '#contract/nursing/task'
import { lateWords, type TaskFace, windowWords } from '#contract/nursing/taskFaces'
import type { Care } from './care.ts'
import { clockOf, lateMoment } from './elders.ts'
import { Photos } from './Photos.tsx'
import { Steps } from './Steps.tsx'

interface TaskProps {
  task: CareTaskData
  project: BoardProjectData
  face: TaskFace
  who: string
  main: boolean
  /** The code that was read at this bed; empty: none yet. */
  scanned: string
  care: Care
}

export function Task({ task, project, face, who, main, scanned, care }: TaskProps) {
  const [demands, setDemands] = useState<Demands>(NO_DEMANDS)
  const [photos, setPhotos] = useState<readonly Blob[]>([])
  const [asking, setAsking] = useState(false)
  const [doneAt, setDoneAt] = useState(clockOf(task.planTime))
  const [busy, setBusy] = useState(false)
  const fields = signFields(project)
  const brought: Demands = { ...demands, scanned }
  // What cannot be is said at once; the server would refuse it, perhaps hours later.
  const missing =
    lacking(project, { ...brought, photos: photos.map(() => 'photo') }) ?? impossible(project, brought, null)
  const about = `${who} ${project.projectName}`
  const missed = face === 'missed'
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  const record = (result: ExecutionResultValue, reason?: string) =>
    void run(() =>
      care.press([task], about, {
        result,
        ...(reason && { reason }),
        demands: result === ExecutionResult.is.done ? brought : NO_DEMANDS,
        photos: result === ExecutionResult.is.done ? photos : [],
      }),
    )
  const moment = missed ? lateMoment(task, doneAt, care.now) : null
  const wrongTime = missed && moment === null
  const late = (reason: string) => {
    if (moment) void run(() => care.enterLate(task, about, { doneAt: moment, reason, demands: brought, photos }))
  }
  const lacks = missing && <p className="bed-missing">{missing}</p>
  return (
    <section className={`bed-card bed-task is-${face}`} aria-label={project.projectName}>
      <div className="bed-task-head">
        <h2>{project.projectName}</h2>
        <span className="bed-tag">{missed ? '漏做' : face === 'late' ? lateWords(task, care.now) : '现在可做'}</span>
        <p>
          计划 {clockOf(task.planTime)}
          {'　'}
          {missed ? `时限 ${clockOf(task.dueUntil)} 已过` : `可做 ${windowWords(task)}`}
          {task.remark && `　${task.remark}`}
        </p>
      </div>
      {fields.length > 0 && (
        <Steps
          fields={fields}
          signs={demands.signs}
          vitals={care.vitalsOf(task.oldmanId)}
          onChange={(signs) => setDemands({ ...demands, signs })}
        />
      )}
      {project.needsEvaluation && (
        <div className="bed-evaluation" role="group" aria-label="评价">
          评价
          {[1, 2, 3, 4, 5].map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={demands.evaluation === one}
              onClick={() => setDemands({ ...demands, evaluation: one })}
            >
              {one}
            </button>
          ))}
        </div>
      )}
      {missed && (
        <div className="bed-late">
          <label>
            实际做的时间
            <input type="time" value={doneAt} onChange={(event) => setDoneAt(event.target.value)} />
          </label>
          {wrongTime && <b className="bed-red">不早于 {clockOf(task.openFrom)}，不晚于现在</b>}
        </div>
      )}
      {missed ? (
        <div className="bed-acts">
          {lacks}
          {project.needsPhoto && <Photos photos={photos} onChange={setPhotos} />}
          <span>补录原因</span>
          {LATE_REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              className="bed-button"
              disabled={busy || wrongTime || missing !== null}
              onClick={() => late(reason)}
            >
              {reason}
            </button>
          ))}
        </div>
      ) : asking ? (
        <div className="bed-acts">
          {REFUSE_REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              className="bed-button"
              disabled={busy}
              onClick={() => record(ExecutionResult.is.refused, reason)}
            >
              拒绝：{reason}
            </button>
          ))}
          <button type="button" className="bed-button" disabled={busy} onClick={() => record(ExecutionResult.is.out)}>
            外出
          </button>
          <button
            type="button"
            className="bed-button"
            disabled={busy}
            onClick={() => record(ExecutionResult.is.hospital)}
          >
            住院
          </button>
          <button type="button" className="bed-button" onClick={() => setAsking(false)}>
            返回
          </button>
        </div>
      ) : (
        <div className="bed-acts">
          {lacks}
          {project.needsPhoto && <Photos photos={photos} onChange={setPhotos} />}
          <button type="button" className="bed-button" disabled={busy} onClick={() => setAsking(true)}>
            <CircleSlash size={22} aria-hidden /> 未做
          </button>
          <button
            type="button"
            className={main ? 'bed-button bed-done is-main' : 'bed-button bed-done'}
            disabled={busy || missing !== null}
            onClick={() => record(ExecutionResult.is.done)}
          >
            <Check size={24} aria-hidden /> {fields.length > 0 ? '完成并记体征' : '完成'}
          </button>
        </div>
      )}
    </section>
  )
}
