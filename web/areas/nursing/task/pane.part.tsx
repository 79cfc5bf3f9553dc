// One elder's day: who it is and what to mind, what was done, what is due with its buttons.
import { Button } from 'antd'
import { CircleCheck, CircleSlash, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { isRiskMark, ResidentSex } from '#contract/live/resident'
import { careRisks } from '#contract/nursing/careRisks'
import { EXECUTION_NEEDS, execution, TAKE_BACK_MINUTES } from '#contract/nursing/execution'
import {
  type BoardProjectData,
  CARE_TASK_NEEDS,
  type CareBoardData,
  type CareTaskData,
  careTask,
} from '#contract/nursing/task'
import { minutesFrom, taskFace } from '#contract/nursing/taskFaces'
import { AttentionNotes, archivePath, BedPath, ResidentPhoto } from '#web/areas/live/public'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { type Cell, clockOf, timeIn } from './boardView.ts'
import { patchTasks } from './live.ts'
import { TaskCard } from './taskCard.part.tsx'

const SHOWN_DONE = 3

/** What was recorded, in one line; taken back by its maker while that is possible. */
function Recorded({ task, name, day, now }: { task: CareTaskData; name: string; day: string; now: string }) {
  const me = useSession((state) => state.user?.empInfo.empId)
  const back = useAct(execution.calls.remove, { onDone: ({ tasks }) => patchTasks(tasks) })
  const mine =
    task.executionId !== null &&
    task.doneById === me &&
    task.recordedAt !== null &&
    minutesFrom(task.recordedAt, now) < TAKE_BACK_MINUTES
  const done = taskFace(task, now) === 'done'
  const recorded = task.recordedAt && task.doneAt && clockOf(task.recordedAt) !== clockOf(task.doneAt)
  return (
    <li className="yy-care-recorded yy-row yy-gap-8 yy-tint yy-round yy-small">
      {done ? (
        <CircleCheck size={15} className="yy-fixed yy-green" aria-label="已执行" />
      ) : (
        <CircleSlash size={15} className="yy-fixed yy-warning" aria-label="拒绝" />
      )}
      <b>{timeIn(task, day)}</b>
      <span className="yy-ellipsis yy-grow">
        {name}
        {task.reason && <span className="yy-second"> {task.reason}</span>}
      </span>
      {task.late && <StatusTag family="amber">补录</StatusTag>}
      {mine ? (
        <button
          type="button"
          className="yy-link"
          disabled={back.running}
          onClick={() => void back.run({ executionId: task.executionId! })}
        >
          撤回
        </button>
      ) : (
        task.doneAt && (
          <span className="yy-second yy-one-line">
            做 {clockOf(task.doneAt)}
            {recorded && ` 记 ${clockOf(task.recordedAt!)}`} {task.doneByName}
          </span>
        )
      )}
    </li>
  )
}

interface PaneProps {
  cell: Cell
  board: CareBoardData
  now: string
  onClose?: (() => void) | undefined
  onAssign(tasks: readonly CareTaskData[]): void
}

export function ElderPane({ cell, board, now, onClose, onAssign }: PaneProps) {
  const { elder, done, total } = cell
  const tasks = [...cell.evening, ...cell.tasks]
  const may = useMay()
  const [all, setAll] = useState(false)
  const take = useAct(careTask.calls.take)
  const me = useSession((state) => state.user?.empInfo.empId)
  const projects = new Map<string, BoardProjectData>(board.projects.map((one) => [one.projectId, one]))
  const faced = tasks.flatMap((task) => {
    const project = projects.get(task.projectId)
    return project ? [{ task, project, face: taskFace(task, now) }] : []
  })
  const recorded = faced.filter(({ face }) => face === 'done' || face === 'refused')
  const open = faced.filter(({ face }) => face === 'missed' || face === 'late' || face === 'open')
  const later = faced.filter(({ face }) => face === 'later')
  const main = open.find(({ face }) => face !== 'missed')?.task.taskId
  const waiting = [...open, ...later].filter(({ face }) => face !== 'missed').map(({ task }) => task)
  const bad = open.filter(({ face }) => face === 'late' || face === 'missed').length
  const risks = careRisks(elder)
  // The marks of risk stand below, with what else has to be minded.
  const byHand = elder.attention.filter((note) => !isRiskMark(note))
  const hidden = all ? 0 : Math.max(0, recorded.length - SHOWN_DONE)
  return (
    <section className="yy-care-pane yy-stack yy-low" aria-label={`${elder.oldmanName}的护理任务`}>
      <header className="yy-flex yy-gap-12 yy-pad-12">
        <ResidentPhoto row={elder} width={56} height={56} />
        <div className="yy-grow">
          <div className="yy-row yy-gap-8">
            <button
              type="button"
              className="yy-link yy-text-18 yy-strong"
              onClick={() => openPage(archivePath(elder.oldmanId))}
            >
              {elder.oldmanName}
            </button>
            <span>
              {ResidentSex.label(elder.sex as 1)} {elder.age} 岁
            </span>
          </div>
          <div className="yy-small">
            <BedPath path={elder.bedPath} /> <span className="yy-second">{elder.levelName}</span>
          </div>
          {byHand.length > 0 && <AttentionNotes notes={byHand} />}
        </div>
        {onClose && <Button type="text" icon={<X size={18} aria-hidden />} aria-label="关闭" onClick={onClose} />}
      </header>
      {risks.length > 0 && (
        <div className="yy-care-risk yy-row" role="note">
          <b className="yy-row yy-gap-4">
            <TriangleAlert size={15} aria-hidden /> 风险
          </b>
          {risks.map((one) => (
            <span key={one}>{one}</span>
          ))}
        </div>
      )}
      <div className="yy-care-sum yy-row yy-gap-8 yy-pad-8-12 yy-under">
        <b>
          今日 {done} / {total}
        </b>
        <span className="yy-care-bar yy-grow" aria-hidden>
          <i style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
          <i className="is-bad" style={{ width: `${total === 0 ? 0 : (bad / total) * 100}%` }} />
        </span>
        {recorded.length > SHOWN_DONE && (
          <button type="button" className="yy-link yy-small" onClick={() => setAll(!all)}>
            {all ? '收起' : `全部 ${recorded.length}`}
          </button>
        )}
      </div>
      <ul className="yy-care-tasks yy-plain-list yy-stack yy-gap-8 yy-pad-12 yy-scroll yy-low yy-flex-1">
        {recorded.slice(hidden).map(({ task, project }) => (
          <Recorded key={task.taskId} task={task} name={project.projectName} day={board.day} now={now} />
        ))}
        {[...open, ...later].map(({ task, project, face }) => (
          <TaskCard
            key={task.taskId}
            elder={elder}
            task={task}
            project={project}
            face={face}
            day={board.day}
            now={now}
            main={task.taskId === main}
          />
        ))}
        {elder.away && (
          <li className="yy-second">{cell.face === 'away' ? `${cell.line}，任务不计入应做。` : '老人现在不在院。'}</li>
        )}
        {tasks.length === 0 && !elder.away && (
          <li className="yy-second">这一天没有护理任务。没有护理计划时，请到“护理计划”为老人制订。</li>
        )}
      </ul>
      {waiting.length > 0 && (may(CARE_TASK_NEEDS.assign) || may(EXECUTION_NEEDS.add)) && (
        <footer className="yy-row yy-gap-8 yy-pad-8-12 yy-over">
          <span className="yy-small yy-second">待做 {waiting.length} 项</span>
          <span className="yy-flex yy-gap-8 yy-push">
            {may(EXECUTION_NEEDS.add) && waiting.some((task) => task.workerId !== me) && (
              <Button
                loading={take.running}
                onClick={async () => {
                  const answer = await take.run({ taskIds: waiting.map((task) => task.taskId) })
                  if (answer) toast.success(`已接手 ${answer.count} 项`)
                }}
              >
                我来做
              </Button>
            )}
            {may(CARE_TASK_NEEDS.assign) && <Button onClick={() => onAssign(waiting)}>改派…</Button>}
          </span>
        </footer>
      )}
    </section>
  )
}
