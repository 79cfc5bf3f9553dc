// 护理任务: the day of a ward by worker, by elder and by hour, live; one elder's tasks beside it, with what can be done.
import { Button } from 'antd'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { EXECUTION_NEEDS } from '#contract/nursing/execution'
import { CARE_TASK_NEEDS, type CareBoardData, EVERY_PLACE, TASKS_MADE_AT } from '#contract/nursing/task'
import { countTasks, minutesFrom, taskFace } from '#contract/nursing/taskFaces'
import { useLost } from '#web/kit/line'
import { usePageParams, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { type KeyFigure, KeyFigures } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { AssignDrawer, type AssignRequest } from './assign.part.tsx'
import { type BarState, BoardBar } from './bar.part.tsx'
import {
  CELL_FACES,
  type Cell,
  type CellFace,
  cellsOf,
  clockOf,
  faceCounts,
  hoursOf,
  type Lane,
  lanesOf,
  offeredIn,
  projectNames,
  silentWorkers,
} from './boardView.ts'
import { Hours, Lanes } from './lanes.part.tsx'
import { useBoard } from './live.ts'
import { ElderPane } from './pane.part.tsx'
import { printBoard } from './printBoard.tsx'
import { TogetherDrawer, type TogetherRequest } from './together.part.tsx'
import './board.css'

const WIDE = '(min-width: 1600px)'

const WORDS: Readonly<Record<CellFace, (hour: string) => string>> = {
  bad: () => '迟做或漏做',
  refused: () => '有拒绝',
  due: (hour) => `${hour} 前到点`,
  later: () => '未到点',
  away: () => '外出、住院',
}

const media = window.matchMedia(WIDE)

/** Read anew when the page comes to the front: behind others it hears nothing of a window that is made larger. */
const useWide = () =>
  useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => media.matches,
  )

/** Of a day whose tasks the night has not made: why so little stands there. */
function notYetMade(day: string, now: string): string | null {
  const tomorrow = dayText(momentOf(now.slice(0, 10)) + DAY_MS)
  if (day > tomorrow) return '任务只排到明天，更晚的日子每晚逐日排出。'
  return day === tomorrow && clockOf(now) < TASKS_MADE_AT
    ? `明天的任务今晚 ${TASKS_MADE_AT} 排出；现在只有改过计划、等级或项目的老人已经排好。`
    : null
}

/** Short enough to stay beside other words in a figure: 25 分, 7 小时. */
const shortly = (minutes: number) => (minutes < 60 ? `${minutes} 分` : `${Math.floor(minutes / 60)} 小时`)

function figuresOf(cells: readonly Cell[], now: string): KeyFigure[] {
  const tasks = cells.flatMap((cell) => cell.tasks)
  const counts = countTasks(tasks, now)
  const late = tasks.filter((task) => taskFace(task, now) === 'late')
  const longest = Math.max(0, ...late.map((task) => minutesFrom(task.planTime, now)))
  const share = (part: number) => (counts.total === 0 ? '0%' : `${((part / counts.total) * 100).toFixed(1)}%`)
  return [
    {
      label: '已完成',
      value: `${counts.done} / ${counts.total}`,
      unit: '项',
      note: `应完成 ${counts.due}，${share(counts.done)}`,
    },
    {
      label: '迟做',
      value: counts.late,
      unit: '项',
      note:
        late.length > 0 ? `${new Set(late.map((one) => one.oldmanId)).size} 人，最久 ${shortly(longest)}` : '没有迟做',
      ...(counts.late > 0 && { tone: 'red' as const }),
    },
    {
      label: '漏做',
      value: counts.missed,
      unit: '项',
      note: counts.missed > 0 ? '时限已过，需补录' : '没有漏做',
      ...(counts.missed > 0 && { tone: 'red' as const }),
    },
    { label: '拒绝', value: counts.refused, unit: '项', note: counts.refused > 0 ? '均已填原因' : '没有拒绝' },
    { label: '外出、住院', value: faceCounts(cells).away, unit: '人', note: `${counts.away} 项不计入应做` },
    {
      label: '下一小时',
      value: counts.nextHour,
      unit: '项',
      note: counts.nextHour > 0 ? '一小时内到点' : '一小时内没有任务',
    },
    { label: '补录', value: counts.lateEntries, unit: '项', note: `占 ${share(counts.lateEntries)}` },
  ]
}

interface FilledProps {
  board: CareBoardData
  readAt: number
  now: string
  /** Nothing that was said since the board was read has been missed. */
  listened: boolean
  fresh: ReadonlyMap<string, number>
  state: BarState
  onChange(part: Partial<BarState>): void
}

function FilledBoard({ board, readAt, now, listened, fresh, state, onChange }: FilledProps) {
  const may = useMay()
  const wide = useWide()
  const lost = useLost()
  const params = usePageParams<'oldmanId'>()
  const [legend, setLegend] = usePageState<CellFace | null>('legend', null)
  const [chosen, setChosen] = usePageState<string | null>('elder', params.oldmanId ?? null)
  const [together, setTogether] = useState<TogetherRequest | null>(null)
  const [assign, setAssign] = useState<AssignRequest | null>(null)
  const open = useCallback(
    (oldmanId: string) => setChosen((before) => (before === oldmanId ? null : oldmanId)),
    [setChosen],
  )

  const hours = useMemo(() => {
    const at = board.shifts.findIndex((one) => one.name === state.shift)
    if (at < 0) return null
    return [board.shifts[at]!.from, (board.shifts[at + 1] ?? board.shifts[0]!).from] as const
  }, [board.shifts, state.shift])
  const { projectId, typed } = state
  const { place } = board
  const cells = useMemo(() => cellsOf(board, { hours, projectId, typed }, now), [board, hours, projectId, typed, now])
  const counts = faceCounts(cells)
  const shown = legend === null ? cells : cells.filter((cell) => cell.face === legend)
  const pane = useMemo(
    () =>
      chosen === null
        ? null
        : (cellsOf(board, { hours: null, projectId: null, typed: '' }, now).find(
            (cell) => cell.elder.oldmanId === chosen,
          ) ?? null),
    [board, chosen, now],
  )
  const hour = `${String(Math.min(23, Number(now.slice(11, 13)) + 1)).padStart(2, '0')}:00`
  // Of a caregiver: wherever the elder stands.
  const waitingOf = (lane: Lane) =>
    (lane.workerId === null ? lane.cells : shown).flatMap((cell) =>
      [...cell.evening, ...cell.tasks].filter(
        (task) =>
          (lane.workerId === null || task.workerId === lane.workerId) &&
          ['late', 'open', 'later'].includes(taskFace(task, now)),
      ),
    )
  const today = board.day === now.slice(0, 10)
  const notYet = notYetMade(board.day, now)
  const silent = useMemo(
    () => (today && listened ? silentWorkers(board, now) : NOBODY_SILENT),
    [board, now, today, listened],
  )
  const beside = pane && (
    <ElderPane
      key={pane.elder.oldmanId}
      cell={pane}
      board={board}
      now={now}
      onClose={wide ? () => setChosen(null) : undefined}
      onAssign={(tasks) => setAssign({ title: pane.elder.oldmanName, tasks })}
    />
  )
  const about = [
    place?.replace('>', ' ') ?? '全部楼层',
    state.shift ?? '全天',
    projectId && projectNames(board).get(projectId),
  ]
    .filter(Boolean)
    .join('　')
  return (
    <>
      <BoardBar
        board={board}
        state={state}
        today={today}
        readAt={readAt}
        onChange={onChange}
        onPrint={() => void printBoard(shown, board, now, about)}
      />
      <KeyFigures figures={figuresOf(cells, now)} />
      <div className="yy-flex yy-gap-12 yy-low yy-flex-1">
        <section className={lost ? 'yy-card yy-stack yy-grow yy-low is-old' : 'yy-card yy-stack yy-grow yy-low'}>
          <header className="yy-row yy-gap-8 yy-wrap yy-pad-8-16 yy-under">
            <h3 className="yy-heading">
              {state.mode === 'hour' ? '按时段' : state.mode === 'worker' ? '护理员与老人' : '房间与老人'}
            </h3>
            <span className="yy-second">{cells.length} 位老人</span>
            <div className="yy-flex yy-wrap yy-gap-8 yy-push" role="group" aria-label="按状态筛选">
              {CELL_FACES.map((face) => (
                <button
                  key={face}
                  type="button"
                  className={`yy-care-key yy-inline yy-gap-6 yy-white yy-edge yy-round yy-press yy-ring is-${face}`}
                  aria-pressed={legend === face}
                  onClick={() => setLegend(legend === face ? null : face)}
                >
                  <i aria-hidden />
                  {WORDS[face](hour)} <b>{counts[face]} 人</b>
                </button>
              ))}
            </div>
          </header>
          {notYet !== null && <p className="yy-no-margin yy-pad-8-16 yy-second yy-under">{notYet}</p>}
          <div className="yy-care-area yy-scroll yy-low yy-flex-1">
            {shown.length === 0 ? (
              <Empty
                title={board.elders.length === 0 ? '这里还没有护理任务' : '没有符合条件的老人'}
                text={
                  board.elders.length === 0
                    ? '老人入住并启用护理计划后，系统每晚排出第二天的任务。'
                    : '请换一个楼层、班次或状态，或清空查找条件。'
                }
                acts={
                  board.elders.length > 0 && (
                    <Button
                      onClick={() => {
                        setLegend(null)
                        onChange({ place: EVERY_PLACE, shift: null, projectId: null, typed: '' })
                      }}
                    >
                      看全部
                    </Button>
                  )
                }
              />
            ) : state.mode === 'hour' ? (
              <Hours
                columns={hoursOf(shown, now)}
                names={projectNames(board)}
                chosen={chosen}
                hourNow={today ? `${now.slice(11, 13)}:00` : null}
                onOpen={open}
              />
            ) : (
              <Lanes
                lanes={lanesOf(shown, state.mode, board, now)}
                small={state.mode === 'room'}
                chosen={chosen}
                fresh={fresh}
                silent={silent}
                now={now}
                onOpen={open}
                onTogether={
                  may(EXECUTION_NEEDS.add)
                    ? (lane) => setTogether({ title: lane.title, offered: offeredIn(lane, shown) })
                    : undefined
                }
                onAssign={
                  may(CARE_TASK_NEEDS.assign)
                    ? (lane) => setAssign({ title: lane.title, tasks: waitingOf(lane) })
                    : undefined
                }
              />
            )}
            {board.leftOff > 0 && (
              <p className="yy-pad-12 yy-second">另有 {board.leftOff} 位老人没有列出，请在右上角切换到自己的部门。</p>
            )}
          </div>
        </section>
        {wide && beside && <aside className="yy-care-aside yy-card yy-stack yy-low yy-fixed">{beside}</aside>}
      </div>
      {!wide && (
        <SideDrawer open={pane !== null} title="老人今日护理" asks={false} onClose={() => setChosen(null)}>
          {beside}
        </SideDrawer>
      )}
      <TogetherDrawer request={together} board={board} now={now} onClose={() => setTogether(null)} />
      <AssignDrawer request={assign} onClose={() => setAssign(null)} />
    </>
  )
}

const NOBODY_SILENT: ReturnType<typeof silentWorkers> = new Map()
const BEGIN: BarState = { day: null, place: null, shift: null, mode: 'worker', typed: '', projectId: null }

export default function CareBoard() {
  const [state, setState] = usePageState<BarState>('bar', BEGIN)
  const { board, readAt, error, refetch, now, listened, fresh } = useBoard(state.day, state.place)
  return (
    <div className="yy-care yy-stack yy-gap-12 yy-low yy-tall">
      {error && !board && <ErrorBlock what="护理任务" error={error} onRetry={refetch} />}
      {!board && !error && <BlockBones lines={12} />}
      {board && (
        <FilledBoard
          board={board}
          readAt={readAt}
          now={now}
          listened={listened}
          fresh={fresh}
          state={state}
          onChange={(part) => setState({ ...state, ...part })}
        />
      )}
    </div>
  )
}
