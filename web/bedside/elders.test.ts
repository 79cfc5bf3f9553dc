import { expect, it } from 'vitest'
import { ExecutionResult } from '#contract/nursing/execution'
import { type BoardElderData, type CareBoardData, type CareTaskData, CareTaskState } from '#contract/nursing/task'
import { plusMinutes } from '#contract/nursing/taskFaces'
import type { Waiting } from '#web/offline/queue'
import { withWaiting } from './care.ts'
import { checkedStill, elderOfCode, lateMoment, rowsOf, whyUnknown } from './elders.ts'

const DAY = '2026-11-16'
const NOW = `${DAY} 15:40:00`
const elder = (n: number) =>
  ({
    oldmanId: `e${n}`,
    oldmanName: `老人${n}`,
    roomName: `20${n}室`,
    bedName: '02床',
    bedId: `b${n}`,
    away: null,
  }) as BoardElderData
const task = (id: string, oldmanId: string, clock: string, projectId = 'p') =>
  ({
    taskId: id,
    oldmanId,
    projectId,
    planTime: `${DAY} ${clock}:00`,
    openFrom: plusMinutes(`${DAY} ${clock}:00`, -30),
    dueUntil: plusMinutes(`${DAY} ${clock}:00`, 60),
    state: CareTaskState.is.WAITING,
    late: false,
  }) as CareTaskData
const board = {
  elders: [elder(1), elder(2), elder(3), elder(4)],
  projects: [
    { projectId: 'p', projectName: '翻身拍背' },
    { projectId: 'q', projectName: '喂水' },
  ],
  tasks: [
    task('a', 'e1', '15:00'),
    task('b', 'e1', '16:00'),
    task('c', 'e2', '16:00'),
    task('d', 'e2', '16:00', 'q'),
    task('e', 'e3', '18:00'),
  ],
} as unknown as CareBoardData

it('puts late before what can be done before what comes later, each elder once', () => {
  const rows = rowsOf(board, board.tasks, NOW)
  expect(rows.map(({ bed, section, what, when }) => [bed, section, what, when])).toEqual([
    ['201-02', 'late', '翻身拍背', '迟 40 分'],
    ['202-02', 'now', '翻身拍背、喂水', '16:00'],
    ['203-02', 'later', '翻身拍背', '18:00'],
    ['204-02', 'finished', '今天没有任务', ''],
  ])
})

it('counts what was pressed and waits, but not what was refused by the server', () => {
  const waiting = (no: string, taskIds: string[], refused: string | null): Waiting => ({
    no,
    user: 'u',
    what: 'add',
    input: { taskIds, result: ExecutionResult.is.done, doneAt: NOW },
    files: [],
    at: NOW,
    about: '',
    refused,
    order: 1,
  })
  const tasks = withWaiting(board.tasks, [waiting('1', ['a'], null), waiting('2', ['c'], '已经完成')])
  expect(tasks.map((one) => one.state)).toEqual(['DONE', 'WAITING', 'WAITING', 'WAITING', 'WAITING'])
  expect(rowsOf(board, tasks, NOW).map(({ bed, section }) => [bed, section])[0]).toEqual(['201-02', 'now'])
})

it('finds an elder by the code of the bed, of the wrist band, or the number', () => {
  expect(
    ['YYB-b2', 'YYR-e3', ' 201-02 ', 'b4', 'x', ''].map((code) => elderOfCode(code, board.elders)?.elder.oldmanId),
  ).toEqual(['e2', 'e3', 'e1', 'e4', undefined, undefined])
  // Whoever types the number of a door was not at the bed.
  expect(['YYB-b2', '201-02'].map((code) => elderOfCode(code, board.elders)?.scanned)).toEqual([true, false])
})

it('asks for the code again when the elder was left long ago', () => {
  expect([`${DAY} 15:00:00`, `${DAY} 09:00:00`, undefined].map((at) => checkedStill(at, NOW))).toEqual([
    `${DAY} 15:00:00`,
    null,
    null,
  ])
})

it('knows the day of a clock time around midnight', () => {
  const evening = task('n', 'e1', '23:30')
  const night = task('m', 'e1', '00:10')
  const next = (clock: string) => `2026-11-17 ${clock}:00`
  expect([
    lateMoment(evening, '23:40', next('09:00')),
    lateMoment(evening, '00:20', next('09:00')),
    lateMoment(night, '23:50', `${DAY} 09:00:00`),
    lateMoment(night, '00:20', `${DAY} 09:00:00`),
  ]).toEqual([`${DAY} 23:40:00`, next('00:20'), '2026-11-15 23:50:00', `${DAY} 00:20:00`])
  // Still to come, before it could be done, and no time at all.
  const noon = task('k', 'e1', '12:00')
  expect(['23:00', '11:20', ''].map((clock) => lateMoment(noon, clock, NOW))).toEqual([null, null, null])
})

it('a code is nobody’s only when the list has come; before, the tablet says what it waits for', () => {
  const why = (mine: boolean, coming: boolean, offline = false) => whyUnknown('203-02', { mine, coming, offline })
  expect(why(false, true)).toContain('正在读取全部门的名单')
  expect(why(false, true, true)).toContain('没有网络')
  expect(why(true, true)).toContain('正在读取今天的任务')
  expect([why(true, false), why(false, false)]).toEqual([
    expect.stringContaining('不是您今天要照护的老人'),
    expect.stringContaining('不是本部门老人'),
  ])
})
