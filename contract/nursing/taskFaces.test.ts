import { expect, it } from 'vitest'
import { CareTaskState } from './task.ts'
import { countTasks, lateWords, minutesFrom, plusMinutes, taskFace } from './taskFaces.ts'

const { WAITING, DONE, REFUSED, OUT, HOSPITAL, MISSED } = CareTaskState.is
const at = (clock: string) => `2026-11-16 ${clock}:00`
const task = (planTime: string, state: typeof CareTaskState.schema.static = WAITING, oldmanId = 'a', late = false) => ({
  state,
  oldmanId,
  late,
  planTime: at(planTime),
  openFrom: plusMinutes(at(planTime), -30),
  dueUntil: plusMinutes(at(planTime), 60),
})

it('stands by the clock while it waits, and as it was recorded afterwards', () => {
  const faces = ['13:29', '13:30', '14:00', '14:01', '15:00', '15:01'].map((now) => taskFace(task('14:00'), at(now)))
  expect(faces).toEqual(['later', 'open', 'open', 'late', 'late', 'missed'])
  const recorded = [DONE, REFUSED, OUT, HOSPITAL, MISSED].map((state) => taskFace(task('14:00', state), at('08:00')))
  expect(recorded).toEqual(['done', 'refused', 'away', 'away', 'missed'])
})

it('what has the whole day is late only in its last hour', () => {
  const day = { ...task('10:00'), dueUntil: at('22:00') }
  expect(['10:01', '20:59', '21:00', '22:01'].map((now) => taskFace(day, at(now)))).toEqual([
    'open',
    'open',
    'late',
    'missed',
  ])
  expect([lateWords(day, at('21:30')), lateWords(task('14:00'), at('14:40'))]).toEqual(['22:00 前要做', '迟 40 分'])
})

it('goes over midnight', () => {
  expect(plusMinutes(at('23:40'), 60)).toBe('2026-11-17 00:40:00')
  expect(minutesFrom(at('23:40'), '2026-11-17 00:25:30')).toBe(45)
})

it('counts every task once, and those of elders who are away beside the total', () => {
  const tasks = [
    task('08:00', DONE),
    task('08:00', DONE, 'b', true),
    task('09:00', REFUSED),
    task('10:00', MISSED),
    task('14:00'),
    task('15:00'),
    task('15:50', WAITING, 'b'),
    task('18:00', WAITING, 'b'),
    task('15:00', OUT, 'c'),
    task('16:00', HOSPITAL, 'd'),
    task('17:00', HOSPITAL, 'd'),
  ]
  const counts = countTasks(tasks, at('15:30'))
  expect(counts).toEqual({
    total: 8,
    done: 2,
    due: 6,
    late: 1,
    missed: 2,
    refused: 1,
    away: 3,
    awayElders: 2,
    nextHour: 1,
    lateEntries: 1,
  })
  expect(counts.total + counts.away).toBe(tasks.length)
})
