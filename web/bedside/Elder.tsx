// One elder at the bedside: who it is, what to mind, the tasks with large buttons, the neighbours.
import { ChevronLeft, ChevronRight, ScanLine, TriangleAlert } from 'lucide-react'
import { AttentionNote, ResidentSex } from '#contract/live/resident'
import { elderCode } from '#contract/nursing/careCode'
import { type CareBoardData, CareTaskState } from '#contract/nursing/task'
import type { Care } from './care.ts'
import { clockOf, type ElderRow } from './elders.ts'
import { Task } from './Task.tsx'

interface ElderProps {
  row: ElderRow
  board: CareBoardData
  care: Care
  checkedAt: string | null
  before: ElderRow | null
  after: ElderRow | null
  onChoose(oldmanId: string): void
}

export function Elder({ row, board, care, checkedAt, before, after, onChoose }: ElderProps) {
  const { elder, tasks, done, total } = row
  const projects = new Map(board.projects.map((one) => [one.projectId, one]))
  const risks = [
    ...elder.attention.map((note) => AttentionNote.label(note)),
    ...elder.allergies.map((one) => `${one}过敏`),
  ]
  const open = tasks.filter(({ face }) => face === 'late' || face === 'open' || face === 'missed')
  const later = tasks.filter(({ face }) => face === 'later')
  const recorded = tasks.filter(({ face }) => face === 'done' || face === 'refused')
  const main = open.find(({ face }) => face !== 'missed')?.task.taskId
  return (
    <>
      <section className="bed-card bed-elder">
        <span className="bed-photo" aria-hidden>
          {elder.head ? <img src={elder.head} alt="" /> : elder.oldmanName.slice(0, 1)}
        </span>
        <div>
          <h1>
            {elder.oldmanName}
            <small className="bed-about">
              {ResidentSex.label(elder.sex as 1)} {elder.age} 岁
            </small>
          </h1>
          <p>
            <b>
              {elder.roomName} {elder.bedName}
            </b>
            {`　${elder.levelName ?? ''}　`}今日 {done} / {total}
          </p>
          {risks.length > 0 && (
            <p className="bed-risk">
              <TriangleAlert size={20} aria-hidden />
              {risks.map((one) => (
                <b key={one}>{one}</b>
              ))}
            </p>
          )}
        </div>
        {checkedAt && (
          <span className="bed-checked">
            <ScanLine size={22} aria-hidden />
            已扫床头码
            <br />
            {clockOf(checkedAt)} 核对本人
          </span>
        )}
      </section>
      <div className="bed-tasks">
        {open.map(({ task, face }) => {
          const project = projects.get(task.projectId)
          return (
            project && (
              <Task
                key={task.taskId}
                task={task}
                project={project}
                face={face}
                who={elder.oldmanName}
                main={task.taskId === main}
                scanned={checkedAt ? elderCode(elder.oldmanId) : ''}
                care={care}
              />
            )
          )
        })}
        {open.length === 0 && (
          <p className="bed-card bed-quiet">
            {elder.away
              ? elder.away.kind === CareTaskState.is.HOSPITAL
                ? '老人住院，任务不计。'
                : '老人外出，任务不计。'
              : '现在没有要做的。'}
          </p>
        )}
        {later.slice(0, 3).map(({ task, name }) => (
          <p key={task.taskId} className="bed-card bed-quiet">
            <b>{clockOf(task.planTime)}</b> {name}　{clockOf(task.openFrom)} 起可做
          </p>
        ))}
        {recorded.slice(-3).map(({ task, name, face }) => (
          <p key={task.taskId} className="bed-card bed-quiet is-done">
            <b>{clockOf(task.planTime)}</b> {name}　{face === 'done' ? '做' : '拒绝'}{' '}
            {task.doneAt && clockOf(task.doneAt)}
            {task.late && ' 补录'}
          </p>
        ))}
      </div>
      <nav className="bed-beside" aria-label="前后老人">
        <button
          type="button"
          className="bed-button"
          disabled={!before}
          onClick={() => before && onChoose(before.elder.oldmanId)}
        >
          <ChevronLeft size={22} aria-hidden />
          <span>
            上一位<small>{before && `${before.bed} ${before.elder.oldmanName}`}</small>
          </span>
        </button>
        <button
          type="button"
          className="bed-button"
          disabled={!after}
          onClick={() => after && onChoose(after.elder.oldmanId)}
        >
          <span>
            下一位<small>{after && `${after.bed} ${after.elder.oldmanName}`}</small>
          </span>
          <ChevronRight size={22} aria-hidden />
        </button>
      </nav>
    </>
  )
}
