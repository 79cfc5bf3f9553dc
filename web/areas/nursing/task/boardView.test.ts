import { expect, it } from 'vitest'
import { placesOf } from '#contract/nursing/boardPlaces'
import { type BoardElderData, type CareBoardData, type CareTaskData, CareTaskState } from '#contract/nursing/task'
import { countTasks, plusMinutes } from '#contract/nursing/taskFaces'
import {
  cellsOf,
  type Filter,
  faceCounts,
  hoursOf,
  lanesOf,
  offeredIn,
  patchBoard,
  patchHeard,
  silentWords,
  silentWorkers,
} from './boardView.ts'

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
  workers: [{ workerId: 'w1', workerName: '周岚', heard: null }],
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
  evening: [],
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

it('what the evening left stands first, is named with its day, and counts with its own day', () => {
  const now = `${DAY} 00:20:00`
  const night = { planTime: '2026-11-15 23:40:00', openFrom: '2026-11-15 23:10:00', dueUntil: `${DAY} 00:40:00` }
  const left = task('e5', '23:40', night)
  const after = { ...board, now, tasks: [task('e5', '06:00')], evening: [left] }
  const cell = () => cellsOf(after, { ...ALL, typed: '305' }, now)[0]!
  expect(cell()).toMatchObject({ face: 'bad', done: 0, total: 1, line: '昨天 23:40 翻身拍背 迟 40 分' })
  // Done, it stays on the screen to be taken back, and the day begins as it is.
  const patched = patchBoard(after, [{ ...left, state: DONE }])
  expect(patched.evening.map((one) => one.state)).toEqual([DONE])
  expect(patched.tasks).toHaveLength(1)
  const [done] = cellsOf(patched, { ...ALL, typed: '305' }, now)
  expect(done).toMatchObject({ face: 'later', done: 0, total: 1, line: '06:00 翻身拍背' })
  expect(patchBoard(after, [task('e5', '23:50', { ...night, taskId: 'strange' })])).toBe(after)
  const lanes = lanesOf([cell()], 'worker', after, now)
  expect(offeredIn(lanes[0]!, [cell()]).map((one) => one.taskId)).toContain(left.taskId)
  expect(hoursOf([cell()], now).map(({ hour }) => hour)).toEqual(['06:00'])
})

it('together: the elders of the lane and what its worker has elsewhere, once, and only what the filter leaves', () => {
  const own = task('e5', '15:30', { workerId: 'w1' })
  // Most of e5's day is somebody else's, so e5 stands in another lane.
  const others = [task('e5', '12:00', { workerId: 'w2' }), task('e5', '13:00', { workerId: 'w2' })]
  const day = { ...board, tasks: [...board.tasks, own, ...others, task('e1', '15:30', { workerId: 'w2' })] }
  const cells = cellsOf(day, ALL, NOW)
  const lanes = lanesOf(cells, 'worker', day, NOW)
  const lane = (title: string) => lanes.find((one) => one.title === title)!
  const offered = (title: string, shown = cells) => offeredIn(lane(title), shown).map(({ cell }) => cell.bed)
  expect(offered('周岚')).toEqual(['201-02', '201-02', '201-02', '201-02', '202-02', '202-02', '304-02', '305-02'])
  const ids = offeredIn(lane('周岚'), cells).map(({ taskId }) => taskId)
  expect([new Set(ids).size, ids.includes(own.taskId)]).toEqual([ids.length, true])
  // Nobody's lane and a room offer their own elders only.
  expect(offered('未分派')).toEqual(['303-02', '303-02'])
  const room = lanesOf(cells, 'room', day, NOW).find((one) => one.title === '201室')!
  expect(offeredIn(room, cells)).toHaveLength(4)
  const filtered = cellsOf(day, { ...ALL, typed: '2层' }, NOW)
  const [left] = lanesOf(filtered, 'worker', day, NOW)
  expect(new Set(offeredIn(left!, filtered).map(({ cell }) => cell.bed))).toEqual(new Set(['201-02', '202-02']))
})

it('a device turns silent by the clock of the board alone, and speaks again with a message', () => {
  const told = patchHeard(board, { workerId: 'w1', heard: { at: `${DAY} 15:38:30`, waiting: 3 } })
  expect(silentWorkers(told, `${DAY} 15:40:30`).size).toBe(0)
  expect([...silentWorkers(told, `${DAY} 15:40:31`)]).toEqual([['w1', { at: `${DAY} 15:38:30`, waiting: 3 }]])
  expect(silentWords({ at: `${DAY} 15:38:30`, waiting: 3 }, NOW)).toContain('15:38，当时有 3 条记录待上传')
  expect(silentWords({ at: `${DAY} 15:38:30`, waiting: 0 }, '2026-11-17 01:00:00')).toContain('11-16 15:38，当时没有')
  const again = patchHeard(told, { workerId: 'w1', heard: { at: `${DAY} 15:41:00`, waiting: 0 } })
  expect(silentWorkers(again, `${DAY} 15:41:10`).size).toBe(0)
  // What is older, or about nobody of this board, changes nothing; who signed out is not silent.
  expect(patchHeard(again, { workerId: 'w1', heard: { at: `${DAY} 15:40:00`, waiting: 9 } })).toBe(again)
  expect(patchHeard(again, { workerId: 'w9', heard: null })).toBe(again)
  const left = patchHeard(again, { workerId: 'w1', heard: null })
  expect(silentWorkers(left, `${DAY} 16:00:00`).size).toBe(0)
})
