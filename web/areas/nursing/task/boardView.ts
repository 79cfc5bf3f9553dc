// What the board draws, from the answer of the day and the clock: cells by elder, lanes by worker or room, columns by hour.
import type { PayloadOf } from '#contract/kit/event'
import { isSilent, type TabletHeardData } from '#contract/nursing/tabletSilence'
import {
  type BoardElderData,
  type CareBoardData,
  type CareTaskData,
  CareTaskState,
  type careTask,
} from '#contract/nursing/task'
import { countTasks, lateWords, minutesFrom, type TaskFace, taskFace } from '#contract/nursing/taskFaces'
import { bedOfPath, bedSearch } from '#web/kit/bedWords'
import { found } from '#web/kit/initials'

/** The worst first; every elder is in exactly one. */
export const CELL_FACES = ['bad', 'refused', 'due', 'later', 'away'] as const
export type CellFace = (typeof CELL_FACES)[number]
export type Mode = 'worker' | 'room' | 'hour'

export interface Cell {
  elder: BoardElderData
  /** 203-02 */
  bed: string
  tasks: readonly CareTaskData[]
  /** What yesterday evening left and may still be done: shown and pressed here, counted with its own day. */
  evening: readonly CareTaskData[]
  done: number
  total: number
  face: CellFace
  /** The worst open thing, else what comes next. */
  line: string
}

export interface Lane {
  key: string
  title: string
  about: string
  workerId: string | null
  cells: readonly Cell[]
  done: number
  total: number
  late: number
  missed: number
  refused: number
  nextHour: number
}

export interface HourColumn {
  hour: string
  entries: readonly { cell: Cell; task: CareTaskData; face: TaskFace }[]
}

export interface Filter {
  /** Clock times from … to before …; over midnight where the end comes first. */
  hours: readonly [from: string, to: string] | null
  projectId: string | null
  typed: string
}

export const clockOf = (moment: string) => moment.slice(11, 16)
const dayOf = (moment: string) => moment.slice(5, 10)
/** 06:30; of what the evening before left: 昨天 23:40. */
export const timeIn = ({ planTime }: Pick<CareTaskData, 'planTime'>, day: string) =>
  `${planTime < day ? '昨天 ' : ''}${clockOf(planTime)}`
const bare = (name: string, ending: RegExp) => name.replace(ending, '')

/** 203-02, or the words of whoever has no bed. */
export function bedLabel(elder: Pick<BoardElderData, 'roomName' | 'bedName'>): string {
  if (!elder.roomName || !elder.bedName) return '无床位'
  return `${bare(elder.roomName, /室$/)}-${bare(elder.bedName, /床$/)}`
}

const within = (clock: string, [from, to]: readonly [string, string]) =>
  from < to ? clock >= from && clock < to : clock >= from || clock < to

function awayWords({ kind, since, until }: NonNullable<BoardElderData['away']>, now: string): string {
  if (kind === CareTaskState.is.HOSPITAL) return `住院 第 ${Math.floor(minutesFrom(since, now) / 1440) + 1} 天`
  return until ? `外出 ${dayOf(until) === dayOf(now) ? '今天' : dayOf(until)} ${clockOf(until)} 归` : '外出'
}

/** 迟 40 分, 漏做, 拒绝 */
export function faceWords(task: CareTaskData, face: TaskFace, now: string): string {
  if (face === 'late') return lateWords(task, now)
  return { missed: '漏做', refused: '拒绝', away: '不在院', done: '已执行', open: '可做', later: '未到点' }[face]
}

const NAMELESS = '护理项目'
export type ProjectNames = ReadonlyMap<string, string>
export const projectNames = (board: Pick<CareBoardData, 'projects'>): ProjectNames =>
  new Map(board.projects.map((one) => [one.projectId, one.projectName]))

/** Why there is nothing: of a day to come the night has not made the tasks yet. */
const emptyWords = (day: string, now: string) =>
  day === now.slice(0, 10) ? '今天没有任务' : day > now ? '还没有排任务' : '这一天没有任务'

function lineOf(
  cell: Pick<Cell, 'elder' | 'tasks' | 'evening' | 'face'>,
  names: ProjectNames,
  { day, now }: { day: string; now: string },
): string {
  const words = (task: CareTaskData) => `${timeIn(task, day)} ${names.get(task.projectId) ?? NAMELESS}`
  const faces = [...cell.evening, ...cell.tasks].map((task) => [task, taskFace(task, now)] as const)
  if (cell.face === 'away') {
    return cell.elder.away && day === now.slice(0, 10) ? awayWords(cell.elder.away, now) : '外出或住院'
  }
  const worst = faces.find(([, face]) =>
    cell.face === 'bad' ? face === 'late' || face === 'missed' : cell.face === 'refused' && face === 'refused',
  )
  if (worst) return `${words(worst[0])} ${faceWords(worst[0], worst[1], now)}`
  const next = faces.find(([, face]) => face === 'open' || face === 'later')?.[0]
  if (!next) return faces.length === 0 ? emptyWords(day, now) : '已全部完成'
  const same = faces.filter(([task, face]) => task.planTime === next.planTime && (face === 'open' || face === 'later'))
  return same.length > 1 ? `${words(next)} 等 ${same.length} 项` : words(next)
}

/** The full hour that comes next; what is due before it is blue. */
const nextFull = (now: string) => {
  const hour = Number(now.slice(11, 13)) + 1
  return hour > 23 ? `${now.slice(0, 10)} 23:59:59` : `${now.slice(0, 10)} ${String(hour).padStart(2, '0')}:00:00`
}

/** `away`: not in the house now; of another day than today only its tasks can say so. */
function faceOfCell(
  away: boolean | null,
  faces: readonly (readonly [CareTaskData, TaskFace])[],
  now: string,
): CellFace {
  const has = (...wanted: TaskFace[]) => faces.some(([, face]) => wanted.includes(face))
  if (away ?? (faces.length > 0 && faces.every(([, face]) => face === 'away'))) return 'away'
  if (has('late', 'missed')) return 'bad'
  if (has('refused')) return 'refused'
  const full = nextFull(now)
  const due = faces.some(([task, face]) => (face === 'open' || face === 'later') && task.planTime <= full)
  return due ? 'due' : 'later'
}

function tasksByElder(tasks: readonly CareTaskData[], filter: Filter): Map<string, CareTaskData[]> {
  const byElder = new Map<string, CareTaskData[]>()
  for (const task of tasks) {
    if (filter.projectId && task.projectId !== filter.projectId) continue
    if (filter.hours && !within(clockOf(task.planTime), filter.hours)) continue
    const list = byElder.get(task.oldmanId)
    if (list) list.push(task)
    else byElder.set(task.oldmanId, [task])
  }
  return byElder
}

/** The cells of the elders a filter leaves, in the order of their places. */
export function cellsOf(board: CareBoardData, filter: Filter, now: string): Cell[] {
  const names = projectNames(board)
  const byElder = tasksByElder(board.tasks, filter)
  const eveningByElder = tasksByElder(board.evening, filter)
  const typed = filter.typed.trim()
  const today = board.day === now.slice(0, 10)
  return board.elders.flatMap((elder) => {
    const path = elder.bedPath ?? ''
    if (typed && !found(bedSearch(bedOfPath(path), path, elder.oldmanName), typed)) return []
    const tasks = byElder.get(elder.oldmanId) ?? []
    const evening = eveningByElder.get(elder.oldmanId) ?? []
    if (filter.projectId && tasks.length + evening.length === 0) return []
    const faces = [...evening, ...tasks].map((task) => [task, taskFace(task, now)] as const)
    const counted = faces.slice(evening.length).filter(([, face]) => face !== 'away')
    const face = faceOfCell(today ? elder.away !== null : null, faces, now)
    return {
      elder,
      bed: bedLabel(elder),
      tasks,
      evening,
      done: counted.filter(([, one]) => one === 'done').length,
      total: counted.length,
      face,
      line: lineOf({ elder, tasks, evening, face }, names, { day: board.day, now }),
    }
  })
}

export const faceCounts = (cells: readonly Cell[]): Readonly<Record<CellFace, number>> => {
  const counts = { bad: 0, refused: 0, due: 0, later: 0, away: 0 }
  for (const cell of cells) counts[cell.face]++
  return counts
}

/** Who has most of the elder's tasks; null where nobody has any. */
function workerOf(cell: Cell): string | null {
  const sums = new Map<string, number>()
  for (const { workerId } of cell.tasks) if (workerId) sums.set(workerId, (sums.get(workerId) ?? 0) + 1)
  return [...sums].reduce<[string | null, number]>((best, one) => (one[1] > best[1] ? one : best), [null, 0])[0]
}

const roomsWords = (cells: readonly Cell[]) => {
  const rooms = [...new Set(cells.flatMap(({ elder }) => (elder.roomName ? [bare(elder.roomName, /室$/)] : [])))].sort()
  if (rooms.length === 0) return ''
  return rooms.length === 1 ? rooms[0]! : `${rooms[0]}–${rooms.at(-1)}`
}

function laneOf(key: string, title: string, workerId: string | null, cells: readonly Cell[], now: string): Lane {
  const { done, total, late, missed, refused, nextHour } = countTasks(
    cells.flatMap((cell) => cell.tasks),
    now,
  )
  return { key, title, about: roomsWords(cells), workerId, cells, done, total, late, missed, refused, nextHour }
}

export const NOBODY = '未分派'

export function lanesOf(cells: readonly Cell[], mode: Mode, board: CareBoardData, now: string): Lane[] {
  const groups = new Map<string, Cell[]>()
  for (const cell of cells) {
    const key =
      mode === 'worker' ? (workerOf(cell) ?? '') : (cell.elder.bedPath?.split('>').slice(0, -1).join('>') ?? '')
    const group = groups.get(key)
    if (group) group.push(cell)
    else groups.set(key, [cell])
  }
  const names = new Map(board.workers.map((one) => [one.workerId, one.workerName]))
  const lanes = [...groups].map(([key, group]) =>
    mode === 'worker'
      ? laneOf(key || NOBODY, key ? (names.get(key) ?? '已离职') : NOBODY, key || null, group, now)
      : { ...laneOf(key || '-', key.split('>').at(-1) || '无床位', null, group, now), about: '' },
  )
  // Whoever is nobody's concern comes first.
  return mode === 'worker' ? lanes.sort((a, b) => Number(a.workerId !== null) - Number(b.workerId !== null)) : lanes
}

export function hoursOf(cells: readonly Cell[], now: string): HourColumn[] {
  const columns = new Map<string, HourColumn['entries'][number][]>()
  for (const cell of cells) {
    for (const task of cell.tasks) {
      const hour = task.planTime.slice(11, 13)
      const list = columns.get(hour) ?? []
      list.push({ cell, task, face: taskFace(task, now) })
      columns.set(hour, list)
    }
  }
  return [...columns]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([hour, entries]) => ({
      hour: `${hour}:00`,
      entries: entries.sort((a, b) =>
        a.task.planTime < b.task.planTime ? -1 : a.task.planTime > b.task.planTime ? 1 : 0,
      ),
    }))
}

/** Tasks as they are now, put into a day that is on the screen; the same object where none belongs to it. */
export function patchBoard(board: CareBoardData, changed: readonly CareTaskData[]): CareBoardData {
  const elders = new Set(board.elders.map((one) => one.oldmanId))
  const left = new Set(board.evening.map((task) => task.taskId))
  const mine = changed.filter(
    (task) => left.has(task.taskId) || (task.planTime.startsWith(board.day) && elders.has(task.oldmanId)),
  )
  if (mine.length === 0) return board
  const now = new Map(mine.map((task) => [task.taskId, task]))
  const evening = board.evening.map((task) => now.get(task.taskId) ?? task)
  const known = new Set(board.tasks.map((task) => task.taskId))
  const added = mine.filter((task) => !known.has(task.taskId) && !left.has(task.taskId))
  const tasks = board.tasks.map((task) => now.get(task.taskId) ?? task)
  if (added.length === 0) return { ...board, tasks, evening }
  return { ...board, evening, tasks: [...tasks, ...added].sort((a, b) => (a.planTime < b.planTime ? -1 : 1)) }
}

/** Who was heard, put into a day that is on the screen; the same object where it is nobody of it, or known already. */
export function patchHeard(
  board: CareBoardData,
  { workerId, heard }: PayloadOf<typeof careTask.events.heard>,
): CareBoardData {
  const known = board.workers.find((one) => one.workerId === workerId)
  if (!known || (heard && known.heard && known.heard.at > heard.at)) return board
  return { ...board, workers: board.workers.map((one) => (one === known ? { ...one, heard } : one)) }
}

/** Whose bedside device does not speak, by the clock of the board. */
export const silentWorkers = (board: CareBoardData, now: string): ReadonlyMap<string, TabletHeardData> =>
  new Map(board.workers.flatMap(({ workerId, heard }) => (isSilent(heard, now) ? [[workerId, heard] as const] : [])))

/** 床旁设备最后一次连上是 15:31，当时有 3 条记录待上传。… */
export function silentWords({ at, waiting }: TabletHeardData, now: string): string {
  const since = `${dayOf(at) === dayOf(now) ? '' : `${dayOf(at)} `}${clockOf(at)}`
  const then = waiting > 0 ? `当时有 ${waiting} 条记录待上传` : '当时没有待上传的记录'
  return `床旁设备最后一次连上是 ${since}，${then}。之后的记录连上网后自动上传。`
}

export interface Offered {
  cell: Cell
  taskId: string
}

/**
 * The tasks that may be entered together for a lane: all of its elders, and those of its worker with elders who stand in
 * another lane because most of their day is somebody else's. Of the cells a filter leaves, in their order.
 */
export function offeredIn(lane: Lane, cells: readonly Cell[]): Offered[] {
  const own = new Set(lane.cells.map((cell) => cell.elder.oldmanId))
  return cells.flatMap((cell) => {
    const all = own.has(cell.elder.oldmanId)
    return [...cell.evening, ...cell.tasks].flatMap((task) =>
      all || (lane.workerId !== null && task.workerId === lane.workerId) ? [{ cell, taskId: task.taskId }] : [],
    )
  })
}
