// What was done for several elders in one round, entered in one press and marked so: a room's turning, the night's look.
import { Button, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { asksNothing } from '#contract/nursing/demands'
import { execution, MOST_TOGETHER } from '#contract/nursing/execution'
import type { CareBoardData, CareTaskData } from '#contract/nursing/task'
import { taskFace } from '#contract/nursing/taskFaces'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { type Cell, faceWords, type Offered, timeIn } from './boardView.ts'
import { patchTasks } from './live.ts'

export interface TogetherRequest {
  title: string
  /** As it was when it was opened; how each task stands follows the board. */
  offered: readonly Offered[]
}

interface Group {
  projectId: string
  name: string
  entries: readonly { cell: Cell; task: CareTaskData }[]
}

/** What may be done now and asks for nothing but the press. */
function groupsOf(offered: readonly Offered[], board: CareBoardData, now: string): Group[] {
  const tasks = new Map([...board.evening, ...board.tasks].map((task) => [task.taskId, task]))
  const may = offered.flatMap(({ cell, taskId }) => {
    const task = tasks.get(taskId)
    return task && ['late', 'open'].includes(taskFace(task, now)) ? [{ cell, task }] : []
  })
  return board.projects.filter(asksNothing).flatMap(({ projectId, projectName }) => {
    const entries = may.filter(({ task }) => task.projectId === projectId)
    return entries.length > 0 ? [{ projectId, name: projectName, entries }] : []
  })
}

interface DrawerProps {
  request: TogetherRequest | null
  board: CareBoardData
  now: string
  onClose(): void
}

export function TogetherDrawer({ request, board, now, onClose }: DrawerProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const add = useAct(execution.calls.add, { onDone: ({ tasks }) => patchTasks(tasks) })
  const groups = useMemo(() => (request ? groupsOf(request.offered, board, now) : []), [request, board, now])
  const close = () => {
    setChosen(new Set())
    onClose()
  }
  const turn = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const id of ids) on ? next.add(id) : next.delete(id)
      return next
    })
  const ids = groups.flatMap(({ entries }) => entries.map(({ task }) => task.taskId)).filter((id) => chosen.has(id))
  return (
    <SideDrawer
      open={request !== null}
      title="一起完成"
      about={request?.title}
      asks={false}
      onClose={close}
      foot={
        <DrawerFoot note={`已选 ${ids.length} 项，记录会标“一并录入”`}>
          <Button
            type="primary"
            disabled={ids.length === 0 || ids.length > MOST_TOGETHER}
            loading={add.running}
            onClick={async () => {
              const answer = await add.run({ taskIds: ids })
              if (!answer) return
              toast.success(`已完成 ${answer.executionIds.length} 项`)
              close()
            }}
          >
            完成 {ids.length} 项
          </Button>
        </DrawerFoot>
      }
    >
      {groups.length === 0 && (
        <p className="yy-second">现在没有可以一起完成的任务。要拍照、扫码、记体征或评价的项目，请逐位老人完成。</p>
      )}
      {groups.map(({ projectId, name, entries }) => {
        const own = entries.map(({ task }) => task.taskId)
        const on = own.filter((id) => chosen.has(id)).length
        return (
          <fieldset key={projectId} className="yy-care-round yy-no-margin">
            <Checkbox
              checked={on === own.length}
              indeterminate={on > 0 && on < own.length}
              onChange={(event) => turn(own, event.target.checked)}
            >
              <b>{name}</b> <span className="yy-second">{own.length} 项</span>
            </Checkbox>
            <ul className="yy-plain-list yy-grid yy-two yy-gap-4">
              {entries.map(({ cell, task }) => (
                <li key={task.taskId}>
                  <Checkbox
                    checked={chosen.has(task.taskId)}
                    onChange={(event) => turn([task.taskId], event.target.checked)}
                  >
                    {cell.bed} {cell.elder.oldmanName}{' '}
                    <span className={taskFace(task, now) === 'late' ? 'yy-red' : 'yy-second'}>
                      {timeIn(task, board.day)} {faceWords(task, taskFace(task, now), now)}
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </fieldset>
        )
      })}
      {ids.length > MOST_TOGETHER && <p className="yy-red">一次最多完成 {MOST_TOGETHER} 项，请分两次。</p>}
      {add.error && <p className="yy-red">{add.error.message}</p>}
    </SideDrawer>
  )
}
