// One elder at the bedside: who it is, what to mind, the tasks with large buttons, the neighbours.
import { ChevronLeft, ChevronRight, ScanLine, TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { isRiskMark, ResidentNote, ResidentSex } from '#contract/live/resident'
import { elderCode } from '#contract/nursing/careCode'
import { careRisks } from '#contract/nursing/careRisks'
import { type CareBoardData, type CareTaskData, CareTaskState } from '#contract/nursing/task'
import type { SessionData } from '#contract/platform/session'
import type { Back } from './backOf.ts'
import type { Care } from './care.ts'
import { Drugs } from './Drugs.tsx'
import { clockOf, type ElderRow } from './elders.ts'
import { Photo } from './Photo.tsx'
import { Task } from './Task.tsx'

const SHOWN_RECORDED = 3

interface Press {
  task: CareTaskData
  name: string
  done: boolean
  back: Back | null
}

/** A press by mistake is taken back; why it was not stands beside the button. */
function TakeBack({ task, about, care }: { task: CareTaskData; about?: string; care: Care }) {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<string | null>(null)
  const takeBack = async () => {
    setBusy(true)
    try {
      setTold(await care.takeBack(task))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button type="button" className="bed-button" disabled={busy} onClick={() => void takeBack()}>
        <Undo2 size={22} aria-hidden />
        <span>撤回{about && <small>{about}</small>}</span>
      </button>
      {told && (
        <b className="bed-red" role="alert">
          {told}
        </b>
      )}
    </>
  )
}

function Recorded({ task, name, done, back, care }: Press & { care: Care }) {
  return (
    <div className="bed-card bed-quiet is-done">
      <p>
        <b>{clockOf(task.planTime)}</b> {name}　{done ? '做' : '拒绝'} {task.doneAt && clockOf(task.doneAt)}
        {task.late && ' 补录'}
        {back?.kind === 'waits' && ' 待上传'}
      </p>
      {back && <TakeBack task={task} care={care} />}
    </div>
  )
}

interface ElderProps {
  row: ElderRow
  board: CareBoardData
  care: Care
  user: SessionData
  checkedAt: string | null
  before: ElderRow | null
  after: ElderRow | null
  onChoose(oldmanId: string): void
}

export function Elder({ row, board, care, user, checkedAt, before, after, onChoose }: ElderProps) {
  const { elder, tasks, done, total } = row
  const projects = new Map(board.projects.map((one) => [one.projectId, one]))
  const risks = careRisks(elder)
  const open = tasks.filter(({ face }) => face === 'late' || face === 'open' || face === 'missed')
  const later = tasks.filter(({ face }) => face === 'later')
  const recorded = tasks
    .filter(({ face }) => face === 'done' || face === 'refused')
    .map((one) => ({ ...one, back: care.backOf(one.task) }))
    .sort((a, b) => ((a.task.recordedAt ?? '') < (b.task.recordedAt ?? '') ? -1 : 1))
  // What was pressed last, and whatever may still be taken back.
  const shown = recorded.filter(({ back }, at) => back !== null || at >= recorded.length - SHOWN_RECORDED)
  const last = recorded.at(-1)
  const main = open.find(({ face }) => face !== 'missed')?.task.taskId
  return (
    <>
      <section className="bed-card bed-elder">
        <Photo elder={elder} />
        <div>
          <h1>
            {elder.oldmanName}
            <small className="bed-about">
              {ResidentSex.label(elder.sex as 1)} {elder.age} 岁
            </small>
            {elder.attention
              .filter((note) => !isRiskMark(note))
              .map((note) => (
                <span className={`bed-note is-${ResidentNote.find(note as 1)?.family ?? 'grey'}`} key={note}>
                  {ResidentNote.label(note)}
                </span>
              ))}
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
        <Drugs elder={elder} user={user} scanned={checkedAt ? elderCode(elder.oldmanId) : ''} care={care} />
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
        {open.length === 0 &&
          !care.doses.some(({ take, face }) => take.oldmanId === elder.oldmanId && face === 'ready') && (
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
        {shown.map(({ task, name, face, back }) => (
          <Recorded key={task.taskId} task={task} name={name} done={face === 'done'} back={back} care={care} />
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
        {last?.back && (
          <TakeBack
            key={last.task.taskId}
            task={last.task}
            about={`${last.name} ${last.task.doneAt ? clockOf(last.task.doneAt) : ''}`}
            care={care}
          />
        )}
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
