import { expect, it } from 'vitest'
import { placesOf } from '#contract/nursing/boardPlaces'
import { type BoardElderData, type CareBoardData, type CareTaskData, CareTaskState } from '#contract/nursing/task'
import { countTasks, plusMinutes } from '#contract/nursing/taskFaces'
import { cellsOf, type Filter, faceCounts, hoursOf, lanesOf, patchBoard } from './boardView.ts'

const DAY = '2026-11-16'
const NOW = `${DAY} 15:40:00`
const ALL: Filter = { hours: null, projectId: null, typed: '' }

const elder = (n: number, floor: string, away: BoardElderData['away'] = null) =>
  ({
    oldmanId: `e${n}`,
    oldmanName: ['王秀兰', '张桂芳', '崔世荣', '史彩凤'][n % 4]!,
    roomName: `${floor}0${n}室`,
    bedName: '02床',
    bedPath: `松鹤楼>${floor}层>${floor}0${n}室>02床`,
    away,
  }) as BoardElderData

let made = 0
const task = (oldmanId: string, clock: string, more: Partial<CareTaskData> = {}) =>
  ({
    taskId: `t${++made}`,
    oldmanId,
    projectId: 'p',
    planTime: `${DAY} ${clock}:00`,
    openFrom: plusMinutes(`${DAY} ${clock}:00`, -30),
    dueUntil: plusMinutes(`${DAY} ${clock}:00`, 60),
    state: CareTaskState.is.WAITING,
    workerId: 'w1',
    late: false,
    ...more,
  }) as CareTaskData

const { DONE, REFUSED, OUT } = CareTaskState.is
const board = {
  day: DAY,
  now: NOW,
  shifts: [],
  elders: [
    elder(1, '2'),
    elder(2, '2'),
    elder(3, '3'),
    elder(4, '3', { kind: 'OUT', since: `${DAY} 09:00:00`, until: '2026-11-17 17:00:00' }),
    elder(5, '3'),
  ],
  projects: [{ projectId: 'p', projectName: '翻身拍背' }],
  workers: [{ workerId: 'w1', workerName: '周岚' }],
  tasks: [
    task('e1', '08:00', { state: DONE }),
    task('e1', '15:00'),
    task('e1', '16:00'),
    task('e2', '10:00', { state: REFUSED }),
    task('e2', '16:00'),
    task('e3', '16:00', { workerId: null }),
    task('e3', '16:00', { workerId: null }),
    task('e4', '16:00', { state: OUT }),
  ],
} as unknown as CareBoardData

it('every elder is in one face, and the line says the worst open thing', () => {
  const cells = cellsOf(board, ALL, NOW)
  expect(cells.map(({ bed, face, done, total, line }) => [bed, face, `${done}/${total}`, line])).toEqual([
    ['201-02', 'bad', '1/3', '15:00 翻身拍背 迟 40 分'],
    ['202-02', 'refused', '0/2', '10:00 翻身拍背 拒绝'],
    ['303-02', 'due', '0/2', '16:00 翻身拍背 等 2 项'],
    ['304-02', 'away', '0/0', '外出 11-17 17:00 归'],
    ['305-02', 'later', '0/0', '今天没有任务'],
  ])
  expect(faceCounts(cells)).toEqual({ bad: 1, refused: 1, due: 1, later: 1, away: 1 })
})

it('floors, hours, projects and words leave their part', () => {
  expect(placesOf([...board.elders, { bedPath: '康宁楼>1层>101室>01床' }, { bedPath: null }])).toEqual([
    { value: '松鹤楼', label: '松鹤楼', count: 5 },
    { value: '松鹤楼>2层', label: '2层', count: 2 },
    { value: '松鹤楼>3层', label: '3层', count: 3 },
    { value: '康宁楼', label: '康宁楼', count: 1 },
  ])
  const left = (filter: Partial<Filter>) =>
    cellsOf(board, { ...ALL, ...filter }, NOW).map((cell) => `${cell.bed} ${cell.tasks.length}`)
  expect(left({ hours: ['07:30', '15:30'], typed: '20' })).toEqual(['201-02 2', '202-02 1'])
  // Over midnight.
  expect(left({ hours: ['15:30', '07:30'], typed: '201' })).toEqual(['201-02 1'])
  expect(left({ typed: 'zgf' })).toEqual(['201-02 3', '305-02 0'])
})

it('lanes and columns hold every task once', () => {
  const cells = cellsOf(board, ALL, NOW)
  const lanes = lanesOf(cells, 'worker', board, NOW)
  expect(lanes.map(({ title, cells: own, done, total }) => [title, own.length, done, total])).toEqual([
    ['未分派', 2, 0, 2],
    ['周岚', 3, 1, 5],
  ])
  const whole = countTasks(board.tasks, NOW)
  expect(lanes.reduce((sum, lane) => sum + lane.total, 0)).toBe(whole.total)
  expect(lanesOf(cells, 'room', board, NOW).map((lane) => lane.title)).toEqual([
    '201室',
    '202室',
    '303室',
    '304室',
    '305室',
  ])
  expect(hoursOf(cells, NOW).map(({ hour, entries }) => [hour, entries.length])).toEqual([
    ['08:00', 1],
    ['10:00', 1],
    ['15:00', 1],
    ['16:00', 5],
  ])
})

it('a pushed task takes the place of what was known, of this day and ward only', () => {
  const first = board.tasks[1]!
  const patched = patchBoard(board, [{ ...first, state: DONE }])
  expect(patched.tasks.find((one) => one.taskId === first.taskId)?.state).toBe(DONE)
  expect(patched.tasks).toHaveLength(board.tasks.length)
  expect(patchBoard(board, [task('e1', '12:00')]).tasks.map((one) => one.planTime.slice(11, 16))).toContain('12:00')
  expect(patchBoard(board, [task('x9', '12:00')])).toBe(board)
  expect(patchBoard(board, [{ ...first, planTime: '2026-11-17 15:00:00' }])).toBe(board)
})
