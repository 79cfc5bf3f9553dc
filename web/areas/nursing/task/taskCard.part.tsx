// One task of an elder in the pane: done in one press, or why it was not, or entered afterwards with its three times.
import { Button, Input } from 'antd'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { LATE_REASONS, REFUSE_REASONS } from '#contract/nursing/careReasons'
import { broughtBy, type Demands, impossible, lacking, NO_DEMANDS } from '#contract/nursing/demands'
import { EXECUTION_NEEDS, ExecutionResult, execution } from '#contract/nursing/execution'
import type { BoardElderData, BoardProjectData, CareTaskData } from '#contract/nursing/task'
import { minutesFrom, type TaskFace, windowWords } from '#contract/nursing/taskFaces'
import { datetime } from '#web/kit/fields/date'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { clockOf, faceWords, timeIn } from './boardView.ts'
import { DemandFields } from './demands.part.tsx'
import { patchTasks } from './live.ts'

export interface TaskCardProps {
  elder: BoardElderData
  task: CareTaskData
  project: BoardProjectData
  face: TaskFace
  /** Of the board it stands on. */
  day: string
  now: string
  /** The one whose button is solid. */
  main: boolean
}

function Reasons({
  given,
  value,
  onChange,
}: {
  given: readonly string[]
  value: string
  onChange(value: string): void
}) {
  const [own, setOwn] = useState(false)
  return (
    <div className="yy-flex yy-wrap yy-gap-6">
      {given.map((one) => (
        <Button
          key={one}
          size="small"
          {...(value === one && { type: 'primary' as const, ghost: true })}
          aria-pressed={value === one}
          onClick={() => {
            setOwn(false)
            onChange(one)
          }}
        >
          {one}
        </Button>
      ))}
      {own ? (
        <Input
          size="small"
          style={{ width: 160 }}
          autoFocus
          maxLength={100}
          aria-label="其他原因"
          placeholder="写明原因"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Button
          size="small"
          onClick={() => {
            setOwn(true)
            onChange('')
          }}
        >
          其他…
        </Button>
      )}
    </div>
  )
}

const { refused, out, hospital } = ExecutionResult.is

/** Why it was not done: the elder did not want it, or was not there. */
function NotDone({ task, onDone, onCancel }: { task: CareTaskData; onDone(): void; onCancel(): void }) {
  const [reason, setReason] = useState('')
  const add = useAct(execution.calls.add, { onDone: ({ tasks }) => patchTasks(tasks) })
  const record = async (result: typeof refused | typeof out | typeof hospital) => {
    const done = await add.run({
      taskIds: [task.taskId],
      result,
      ...(result === refused && { refuseReason: reason.trim() }),
    })
    if (done) onDone()
  }
  return (
    <div className="yy-stack yy-gap-8 yy-above-8">
      <span className="yy-soft-ink">老人拒绝的原因</span>
      <Reasons given={REFUSE_REASONS} value={reason} onChange={setReason} />
      <div className="yy-flex yy-wrap yy-gap-8">
        <Button
          type="primary"
          disabled={reason.trim() === ''}
          loading={add.running}
          onClick={() => void record(refused)}
        >
          记为拒绝
        </Button>
        <Button disabled={add.running} onClick={() => void record(out)}>
          老人外出
        </Button>
        <Button disabled={add.running} onClick={() => void record(hospital)}>
          老人住院
        </Button>
        <Button type="text" onClick={onCancel}>
          返回
        </Button>
      </div>
      {add.error && <span className="yy-red">{add.error.message}</span>}
    </div>
  )
}

/** A missed one afterwards: planned and recorded time stay as they are, the time it was done is told. */
function LateEntry({ elder, task, project, now }: Pick<TaskCardProps, 'elder' | 'task' | 'project' | 'now'>) {
  const [doneAt, setDoneAt] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [demands, setDemands] = useState<Demands>(NO_DEMANDS)
  const late = useAct(execution.calls.late, { onDone: ({ tasks }) => patchTasks(tasks) })
  const wrong =
    doneAt !== null && doneAt > now
      ? '实际做的时间不能晚于现在'
      : doneAt !== null && doneAt < task.openFrom
        ? `不能早于可做的时间 ${clockOf(task.openFrom)}`
        : null
  const cannot = impossible(project, demands, elder)
  const brought = cannot === null && lacking(project, demands) === null
  const ready = doneAt !== null && wrong === null && reason.trim() !== '' && brought
  return (
    <div className="yy-stack yy-gap-8 yy-above-8">
      <div className="yy-care-times yy-grid yy-gap-8">
        <span className="yy-stack yy-gap-2">
          <span className="yy-small yy-second">计划时间</span>
          <b className="yy-care-locked yy-tint yy-round">{clockOf(task.planTime)}</b>
        </span>
        <span className="yy-stack yy-gap-2 yy-narrow">
          <span className="yy-small yy-soft-ink">
            <span className="yy-red">*</span> 实际做的时间
          </span>
          {datetime.input({ value: doneAt, onChange: setDoneAt, 'aria-label': '实际做的时间' })}
        </span>
        <span className="yy-stack yy-gap-2">
          <span className="yy-small yy-second">记录时间</span>
          <b className="yy-care-locked yy-tint yy-round">{clockOf(now)}</b>
        </span>
      </div>
      {wrong && <span className="yy-red">{wrong}</span>}
      <span className="yy-small yy-soft-ink">
        <span className="yy-red">*</span> 补录原因
      </span>
      <Reasons given={LATE_REASONS} value={reason} onChange={setReason} />
      <DemandFields oldmanId={task.oldmanId} project={project} value={demands} onChange={setDemands} />
      {cannot && <span className="yy-red">{cannot}</span>}
      <div className="yy-row yy-between yy-gap-8">
        <span className="yy-small yy-second">三个时间分别保存，报表标“补录”。</span>
        <Button
          disabled={!ready}
          loading={late.running}
          onClick={() =>
            void late.run({ taskId: task.taskId, doneAt: doneAt!, lateReason: reason.trim(), ...broughtBy(demands) })
          }
        >
          提交补录
        </Button>
      </div>
      {late.error && <span className="yy-red">{late.error.message}</span>}
    </div>
  )
}

const FAMILY = { missed: 'red', late: 'red', open: 'blue', later: 'slate' } as const

export function TaskCard({ elder, task, project, face, day, now, main }: TaskCardProps) {
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const [demands, setDemands] = useState<Demands>(NO_DEMANDS)
  const add = useAct(execution.calls.add, { onDone: ({ tasks }) => patchTasks(tasks) })
  const open = face === 'late' || face === 'open'
  const cannot = open ? impossible(project, demands, elder) : null
  const missing = open ? lacking(project, demands) : null
  return (
    <li className={`yy-care-task yy-white yy-edge yy-round-card is-${face}`}>
      <div className="yy-row yy-gap-8 yy-wrap">
        <b className="yy-text-15">{timeIn(task, day)}</b>
        <b className="yy-text-15">{project.projectName}</b>
        <StatusTag family={FAMILY[face as keyof typeof FAMILY] ?? 'grey'}>{faceWords(task, face, now)}</StatusTag>
        <span
          className={face === 'late' || face === 'missed' ? 'yy-push yy-red yy-small' : 'yy-push yy-second yy-small'}
        >
          {face === 'missed'
            ? `时限 ${clockOf(task.dueUntil)} 已过`
            : face === 'late'
              ? `时限 ${clockOf(task.dueUntil)}，还剩 ${minutesFrom(now, task.dueUntil)} 分`
              : windowWords(task)}
        </span>
      </div>
      {task.remark && <div className="yy-small yy-soft-ink yy-above-4">{task.remark}</div>}
      {face === 'missed' &&
        (may(EXECUTION_NEEDS.late) ? (
          <LateEntry elder={elder} task={task} project={project} now={now} />
        ) : (
          <div className="yy-small yy-second yy-above-4">请护理组长补录。</div>
        ))}
      {open && may(EXECUTION_NEEDS.add) && !asking && (
        <div className="yy-stack yy-gap-8 yy-above-8">
          <DemandFields oldmanId={task.oldmanId} project={project} value={demands} onChange={setDemands} />
          {cannot && (
            <span className="yy-red" role="alert">
              {cannot}
            </span>
          )}
          <div className="yy-row yy-gap-8">
            <Button
              className="yy-care-done"
              {...(main ? { type: 'primary' as const } : {})}
              icon={<Check size={16} aria-hidden />}
              disabled={missing !== null || cannot !== null}
              loading={add.running}
              onClick={() => void add.run({ taskIds: [task.taskId], ...broughtBy(demands) })}
            >
              {project.needsSigns.length > 0 ? '完成并记体征' : '完成'}
            </Button>
            <Button disabled={add.running} onClick={() => setAsking(true)}>
              未做…
            </Button>
            {missing && <span className="yy-small yy-second yy-ellipsis">{missing}</span>}
          </div>
          {add.error && <span className="yy-red">{add.error.message}</span>}
        </div>
      )}
      {asking && <NotDone task={task} onDone={() => setAsking(false)} onCancel={() => setAsking(false)} />}
    </li>
  )
}
