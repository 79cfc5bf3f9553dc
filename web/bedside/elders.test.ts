import { expect, it } from 'vitest'
import { ExecutionResult } from '#contract/nursing/execution'
import { type BoardElderData, type CareBoardData, type CareTaskData, CareTaskState } from '#contract/nursing/task'
import { plusMinutes } from '#contract/nursing/taskFaces'
import type { Waiting } from '#web/offline/queue'
import { withWaiting } from './care.ts'
import { elderOfCode, rowsOf } from './elders.ts'

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
    ['YYB-b2', 'YYR-e3', ' 201-02 ', 'b4', 'x', ''].map((code) => elderOfCode(code, board.elders)?.oldmanId),
  ).toEqual(['e2', 'e3', 'e1', 'e4', undefined, undefined])
})
