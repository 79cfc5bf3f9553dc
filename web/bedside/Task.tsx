// One task with what it asks for: large steppers for values, a picture, a reason in four large buttons.
import { Camera, Check, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import { LATE_REASONS, REFUSE_REASONS } from '#contract/nursing/careReasons'
import { type Demands, lacking, NO_DEMANDS, type SignField, signFields } from '#contract/nursing/demands'
import { ExecutionResult, type ExecutionResultValue } from '#contract/nursing/execution'
import type { BoardProjectData, CareTaskData } from '#contract/nursing/task'
import { lateWords, type TaskFace } from '#contract/nursing/taskFaces'
import type { Care } from './care.ts'
import { clockOf } from './elders.ts'

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

/** Where a stepper begins that nobody has touched. */
const BEGIN: Readonly<Record<string, number>> = {
  systolic: 120,
  diastolic: 75,
  pulse: 72,
  temperature: 36.5,
  breathing: 18,
  oxygen: 97,
  glucose: 6,
  weight: 60,
  pain: 0,
  intake: 200,
  output: 200,
  stool: 1,
}

function Stepper({
  field,
  value,
  onChange,
}: {
  field: SignField
  value: number | undefined
  onChange(value: number | undefined): void
}) {
  const step = field.decimals ? 0.1 : field.key === 'intake' || field.key === 'output' ? 50 : 1
  const by = (turn: number) =>
    onChange(Number(((value ?? BEGIN[field.key]! - turn * step) + turn * step).toFixed(field.decimals ?? 0)))
  return (
    <div className="bed-step">
      <span>
        {field.label} <small>{field.unit}</small>
      </span>
      <div>
        <button type="button" aria-label={`${field.label}减`} onClick={() => by(-1)}>
          −
        </button>
        <input
          inputMode="decimal"
          aria-label={field.label}
          placeholder="—"
          value={value ?? ''}
          onChange={(event) => {
            const typed = event.target.value.trim()
            const number = Number(typed)
            if (typed === '') onChange(undefined)
            else if (Number.isFinite(number)) onChange(number)
          }}
        />
        <button type="button" aria-label={`${field.label}加`} onClick={() => by(1)}>
          +
        </button>
      </div>
    </div>
  )
}

export function Task({ task, project, face, who, main, scanned, care }: TaskProps) {
  const [demands, setDemands] = useState<Demands>(NO_DEMANDS)
  const [photos, setPhotos] = useState<readonly Blob[]>([])
  const [asking, setAsking] = useState(false)
  const [doneAt, setDoneAt] = useState(clockOf(task.planTime))
  const [busy, setBusy] = useState(false)
  const fields = signFields(project)
  const brought: Demands = { ...demands, scanned }
  const missing = lacking(project, { ...brought, photos: photos.map(() => 'photo') })
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
  const late = (reason: string) => {
    // The evening's task that is entered after midnight was done the day before.
    const moment = `${task.planTime.slice(0, 10)} ${doneAt}:00`
    void run(() => care.enterLate(task, about, { doneAt: moment, reason, demands: brought, photos }))
  }
  const wrongTime =
    missed &&
    (!/^\d\d:\d\d$/.test(doneAt) ||
      `${task.planTime.slice(0, 10)} ${doneAt}:00` > care.now ||
      `${task.planTime.slice(0, 10)} ${doneAt}:59` < task.openFrom)
  return (
    <section className={`bed-card bed-task is-${face}`} aria-label={project.projectName}>
      <div className="bed-task-head">
        <h2>{project.projectName}</h2>
        <span className="bed-tag">{missed ? '漏做' : face === 'late' ? lateWords(task, care.now) : '现在可做'}</span>
        <p>
          计划 {clockOf(task.planTime)}
          {'　'}
          {missed ? `时限 ${clockOf(task.dueUntil)} 已过` : `可做 ${clockOf(task.openFrom)}–${clockOf(task.dueUntil)}`}
          {task.remark && `　${task.remark}`}
        </p>
      </div>
      {fields.length > 0 && (
        <div className="bed-steps">
          {fields.map((field) => (
            <Stepper
              key={field.key}
              field={field}
              value={demands.signs[field.key] ?? undefined}
              onChange={(value) => {
                const { [field.key]: _, ...rest } = demands.signs
                setDemands({ ...demands, signs: value === undefined ? rest : { ...rest, [field.key]: value } })
              }}
            />
          ))}
        </div>
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
          {wrongTime && <b className="bed-red">要在 {clockOf(task.openFrom)} 之后，且不晚于现在</b>}
        </div>
      )}
      {missing && <p className="bed-missing">{missing}</p>}
      {missed ? (
        <div className="bed-acts">
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
          {project.needsPhoto && (
            <label className="bed-button">
              <Camera size={22} aria-hidden /> 拍照{photos.length > 0 && ` ${photos.length}`}
              <input
                type="file"
                accept="image/*"
                capture="environment"
                onChange={(event) => setPhotos([...photos, ...(event.target.files ?? [])])}
              />
            </label>
          )}
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
