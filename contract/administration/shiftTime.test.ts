// When a shift begins and ends, and what is wrong with one.
import { describe, expect, test } from 'vitest'
import { momentOf, timeText } from '#contract/kit/clock'
import {
  CLOCK_WINDOWS,
  minutesWords,
  minuteWords,
  partsOn,
  periodWords,
  placed,
  type ShiftRules,
  shiftFault,
  shiftSums,
  spanOn,
  type WorkPeriod,
} from './shiftTime.ts'

/** '07:30-19:30', and with + at its end on the day after. */
const periods = (...texts: string[]): WorkPeriod[] =>
  texts.map((text) => ({ on: text.slice(0, 5), off: text.slice(6, 11), crossDay: text.endsWith('+') }))
const shift = (given: WorkPeriod[], more: Partial<ShiftRules> = {}): ShiftRules => ({
  workPeriod: given,
  restMinutes: 0,
  openBefore: 30,
  closeAfter: 30,
  lateGrace: 5,
  earlyGrace: 0,
  absentAfter: 120,
  ...more,
})

describe('sums', () => {
  test.each([
    ['a day', periods('07:30-19:30'), 60, { startMinute: 450, endMinute: 1170, workMinutes: 660, night: false }],
    ['a night', periods('19:30-07:30+'), 60, { startMinute: 1170, endMinute: 1890, workMinutes: 660, night: true }],
    [
      'twenty-four hours',
      periods('08:00-08:00+'),
      120,
      { startMinute: 480, endMinute: 1920, workMinutes: 1320, night: true },
    ],
    [
      'until midnight',
      periods('16:00-00:00'),
      0,
      { startMinute: 960, endMinute: 1440, workMinutes: 480, night: false },
    ],
    [
      'two hours of the night',
      periods('14:00-00:00'),
      0,
      { startMinute: 840, endMinute: 1440, workMinutes: 600, night: false },
    ],
    [
      'three meals',
      periods('05:30-08:30', '09:30-13:00', '15:30-18:00'),
      0,
      { startMinute: 330, endMinute: 1080, workMinutes: 540, night: false },
    ],
    [
      'a night in two',
      periods('20:00-02:00+', '03:00-06:00+'),
      0,
      { startMinute: 1200, endMinute: 1800, workMinutes: 540, night: true },
    ],
  ])('%s', (_, given, restMinutes, expected) => {
    expect(shiftSums({ workPeriod: given, restMinutes })).toEqual(expected)
  })
})

describe('nothing is wrong with', () => {
  test.each([
    ['a day', shift(periods('07:30-19:30'), { restMinutes: 60 })],
    ['a night', shift(periods('19:30-07:30+'))],
    ['until midnight, said as the same day', shift(periods('16:00-00:00'))],
    ['until midnight, said as the next', shift(periods('16:00-00:00+'))],
    ['three periods', shift(periods('05:30-08:30', '09:30-13:00', '15:30-18:00'))],
    ['a night in two periods', shift(periods('20:00-02:00+', '03:00-06:00+'))],
    ['a second period on the next day', shift(periods('08:00-12:00', '06:00-07:00+'))],
    ['windows that touch', shift(periods('08:00-12:00', '13:00-17:00'))],
    ['twenty-four hours', shift(periods('08:00-08:00+'))],
  ])('%s', (_, given) => {
    expect(shiftFault(given)).toBeNull()
  })
})

describe('is told what is wrong', () => {
  test.each([
    ['no period', shift([]), 'workPeriod', '请至少填写一个上下班时段'],
    [
      'equal times',
      shift(periods('08:00-08:00')),
      'workPeriod',
      '时段的上班与下班时间不能相同；24 小时的班次请勾选“次日”',
    ],
    ['the day after is not ticked', shift(periods('19:30-07:30')), 'workPeriod', '时段在次日下班，请勾选“次日”'],
    ['the day after is ticked', shift(periods('07:30-19:30+')), 'workPeriod', '时段在当日下班，请取消“次日”'],
    [
      'a second period inside the first',
      shift(periods('08:00-12:00', '11:00-17:00')),
      'workPeriod',
      '第 2 个时段的上班时间 11:00 在第 1 个时段（08:00–12:00）之内，两个时段重叠，请调整',
    ],
    [
      'inside the first, after midnight',
      shift(periods('20:00-04:00+', '03:00-06:00+')),
      'workPeriod',
      '第 2 个时段的上班时间 03:00 在第 1 个时段（20:00–04:00）之内，两个时段重叠，请调整',
    ],
    [
      'the wrong order',
      shift(periods('13:00-17:00', '08:00-12:00')),
      'workPeriod',
      '第 2 个时段（08:00）早于第 1 个时段，请按先后顺序填写；如果确实在次日，请勾选“次日”',
    ],
    [
      'more than a day',
      shift(periods('08:00-20:00', '06:00-10:00+')),
      'workPeriod',
      '一个班次从上班到下班不能超过 24 小时',
    ],
    [
      'windows that overlap',
      shift(periods('08:00-12:00', '12:30-17:00')),
      'workPeriod',
      '第 1 个时段的下班卡打到 12:30，第 2 个时段的上班卡从 12:00 开始，两者重叠，分不清是哪一次打卡；请缩短打卡时间或拉开时段',
    ],
    [
      'a window that is no choice',
      shift(periods('08:00-12:00'), { openBefore: 55 }),
      'openBefore',
      '请从选项中选择上班前可打卡的时间',
    ],
    [
      'a rest as long as the work',
      shift(periods('08:00-09:00'), { restMinutes: 60 }),
      'restMinutes',
      '休息时长应短于上班时长',
    ],
    [
      'absent before late',
      shift(periods('08:00-17:00'), { lateGrace: 30, absentAfter: 30 }),
      'absentAfter',
      '旷工界限应大于迟到宽限',
    ],
  ])('%s', (_, given, field, text) => {
    expect(shiftFault(given)).toEqual({ field, text })
  })
})

test('a shift of a day lies where its clock says, also across midnight', () => {
  const night = shift(periods('19:30-07:30+'))
  const { from, to } = spanOn('2026-12-31', shiftSums(night))
  expect([timeText(from), timeText(to)]).toEqual(['2026-12-31 19:30:00', '2027-01-01 07:30:00'])
  const [part] = partsOn('2026-12-31', night)
  expect([part!.opens, part!.closes]).toEqual([momentOf('2026-12-31 19:00:00'), momentOf('2027-01-01 08:00:00')])
})

test('what may be chosen for clocking', () => {
  expect(CLOCK_WINDOWS.slice(0, 6)).toEqual([10, 20, 30, 40, 50, 60])
  expect(CLOCK_WINDOWS.slice(-2)).toEqual([420, 480])
  expect(CLOCK_WINDOWS).toHaveLength(43)
})

test('minutes and periods in words', () => {
  expect([0, 50, 60, 70, 480].map(minutesWords)).toEqual(['0 分钟', '50 分钟', '1 小时', '1 小时 10 分钟', '8 小时'])
  expect([450, 1890, -30].map(minuteWords)).toEqual(['07:30', '次日 07:30', '前一日 23:30'])
  expect(periodWords(periods('20:00-02:00+', '03:00-06:00+'))).toBe('20:00–次日 02:00、次日 03:00–次日 06:00')
  expect(placed(periods('08:00-12:00', '13:00-17:00'))).toEqual([
    { on: 480, off: 720 },
    { on: 780, off: 1020 },
  ])
})
