import { describe, expect, it } from 'vitest'
import { DEFAULT_LADDER } from '#contract/monitor/ladderWords'
import {
  callTimesOf,
  covers,
  type Duty,
  ladderOf,
  ladderOfCalls,
  onDuty,
  stepAfter,
  stepsFor,
  stepWhenForgotten,
} from './ladderSteps.ts'

/** A moment by the clock in China; 2026-11-13 is a Friday. */
const at = (text: string) => Date.parse(`${text}:00+08:00`)
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

describe('a shift covers', () => {
  const day = { weekdays: [5], fromTime: '08:00', toTime: '20:00' }
  const night = { weekdays: [5], fromTime: '20:00', toTime: '08:00' }
  const round = { weekdays: [5], fromTime: '08:00', toTime: '08:00' }
  it.each([
    ['day, just begun', day, '2026-11-13T08:00', true],
    ['day, before it begins', day, '2026-11-13T07:59', false],
    ['day, at its end', day, '2026-11-13T20:00', false],
    ['day, another weekday', day, '2026-11-14T12:00', false],
    ['night, Friday evening', night, '2026-11-13T20:00', true],
    ['night, last minute before midnight', night, '2026-11-13T23:59', true],
    ['night, midnight belongs to Friday', night, '2026-11-14T00:00', true],
    ['night, Saturday morning', night, '2026-11-14T07:59', true],
    ['night, at its end', night, '2026-11-14T08:00', false],
    ['night, Friday morning belongs to Thursday', night, '2026-11-13T03:00', false],
    ['night, Saturday evening', night, '2026-11-14T21:00', false],
    ['night of Sunday reaches into Monday', { ...night, weekdays: [7] }, '2026-11-16T02:00', true],
    ['night of Sunday not on Sunday morning', { ...night, weekdays: [7] }, '2026-11-15T02:00', false],
    ['round the clock, until next morning', round, '2026-11-14T07:59', true],
    ['round the clock, not longer', round, '2026-11-14T08:00', false],
    ['before 1970', { ...night, weekdays: EVERY_DAY }, '1969-12-31T23:00', true],
  ])('%s', (_, duty, moment, expected) => {
    expect(covers(duty, at(moment))).toBe(expected)
  })
})

const duty = (userName: string, deptId: string | null, rank: number, fromTime = '00:00', toTime = '00:00'): Duty => ({
  deptId,
  rank,
  userId: userName,
  userName,
  phone: null,
  weekdays: EVERY_DAY,
  fromTime,
  toTime,
})

describe('on duty', () => {
  const roster = [
    duty('李', 'ward', 1, '08:00', '20:00'),
    duty('张', 'ward', 1, '20:00', '08:00'),
    duty('张', 'ward', 1, '22:00', '06:00'),
    duty('陆', 'care', 2),
    duty('何', null, 3),
  ]
  const names = (path: string[], rank: number, moment: string) =>
    onDuty(roster, path, rank, at(moment)).map((one) => one.userName)
  it.each([
    ['the day nurse', ['ward', 'care'], 1, '2026-11-13T09:00', ['李']],
    ['the night nurse, once though two rows fit', ['ward', 'care'], 1, '2026-11-13T23:00', ['张']],
    ['the department above', ['ward', 'care'], 2, '2026-11-13T09:00', ['陆']],
    ['the whole house', ['ward', 'care'], 3, '2026-11-13T09:00', ['何']],
    ['another ward has nobody', ['other'], 1, '2026-11-13T09:00', []],
    ['without a department only the whole house', [], 3, '2026-11-13T09:00', ['何']],
    ['without a department no ward', [], 1, '2026-11-13T09:00', []],
  ])('%s', (_, path, rank, moment, expected) => {
    expect(names(path, rank, moment)).toEqual(expected)
  })
})

describe('the ladder', () => {
  const ranks = (steps: readonly { rank: number }[]) => steps.map((step) => step.rank)
  it('has four steps, the phone only where the scene allows it', () => {
    expect(ranks(stepsFor(DEFAULT_LADDER, 2, true))).toEqual([1, 2, 3, 4])
    expect(ranks(stepsFor(DEFAULT_LADDER, 2, false))).toEqual([1, 2, 3])
  })
  it('leaves out what is switched off or above the level, and is never empty', () => {
    const ladder = ladderOf({
      steps: [
        { rank: 2, on: false, seconds: 30, fromLevel: 1 },
        { rank: 3, on: true, seconds: 60, fromLevel: 3 },
      ],
    })
    expect(ranks(stepsFor(ladder, 3, true))).toEqual([1, 3, 4])
    expect(ranks(stepsFor(ladder, 1, true))).toEqual([1, 4])
    const none = { ...ladder, steps: ladder.steps.map((step) => ({ ...step, on: false })) }
    expect(ranks(stepsFor(none, 3, true))).toEqual([1])
  })
  it('goes step by step and ends; a forgotten alarm begins with the head nurse again', () => {
    const steps = stepsFor(DEFAULT_LADDER, 2, true)
    expect(stepAfter(steps, 1)?.seconds).toBe(30)
    expect(stepAfter(steps, 3)?.rank).toBe(4)
    expect(stepAfter(steps, 4)).toBeNull()
    expect(stepWhenForgotten(steps, 1)?.rank).toBe(2)
    expect(stepWhenForgotten(steps, 4)?.rank).toBe(3)
  })
  it('of calls counts from the press', () => {
    const seconds = (times: object) =>
      ladderOfCalls(callTimesOf(times), 10).steps.map((step) => step.on && step.seconds)
    expect(seconds({})).toEqual([0, 60, 120, 120])
    expect(seconds({ repeatSeconds: 30, leaderSeconds: 90, phoneSeconds: 200 })).toEqual([0, 30, 60, 110])
    expect(seconds({ repeatSeconds: 30, forward: 0 })).toEqual([0, 30, false, false])
  })
  it('reads a setting that is missing or broken as the default', () => {
    expect(ladderOf(undefined)).toEqual(DEFAULT_LADDER)
    expect(ladderOf({ steps: 'x', takenMinutes: 'y' })).toEqual(DEFAULT_LADDER)
  })
})
