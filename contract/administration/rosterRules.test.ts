// What is wrong with somebody's days, as a table: rest, rows, hours, leave, certificates; across midnight and the ends of
// months and years.
import { describe, expect, test } from 'vitest'
import type { LeaveKindValue } from './attendanceWords.ts'
import {
  addDays,
  ROSTER_RULES,
  type RuleCell,
  type RulePerson,
  rosterFaults,
  rosterSums,
  withCells,
} from './rosterRules.ts'

const DAY = { shiftName: '白班', startMinute: 450, endMinute: 1_170, workMinutes: 660, night: false }
const NIGHT = { shiftName: '夜班', startMinute: 1_170, endMinute: 1_890, workMinutes: 660, night: true }
const LATE = { shiftName: '晚班', startMinute: 840, endMinute: 1_350, workMinutes: 510, night: false }
const EARLY = { shiftName: '早班', startMinute: 420, endMinute: 900, workMinutes: 480, night: false }
const DAWN = { shiftName: '早', startMinute: 360, endMinute: 840, workMinutes: 480, night: false }
const SHIFTS = { 白: DAY, 夜: NIGHT, 晚: LATE, 早: EARLY, 晨: DAWN }

const nobody: RulePerson = {
  leaves: [],
  healthTo: null,
  noNightFrom: null,
  noNightTo: null,
  noNightReason: null,
  leftOn: null,
}
/** A text of days: 白夜休休训假, a dash says nothing of the day. */
const days = (from: string, text: string): RuleCell[] =>
  [...text].flatMap((sign, i): RuleCell[] => {
    const day = addDays(from, i)
    if (sign === '-') return []
    if (sign === '休') return [{ day, kind: 'REST', shift: null }]
    if (sign === '训') return [{ day, kind: 'TRAIN', shift: null }]
    if (sign === '假') return [{ day, kind: 'LEAVE', shift: null }]
    return [{ day, kind: 'SHIFT', shift: SHIFTS[sign as keyof typeof SHIFTS] }]
  })
const YEAR = { from: '2026-01-01', to: '2027-12-31' }
const faults = (cells: RuleCell[], person: Partial<RulePerson> = {}, rules = ROSTER_RULES, span = YEAR) =>
  rosterFaults(cells, { ...nobody, ...person }, rules, span)
const told = (...args: Parameters<typeof faults>) =>
  faults(...args).map((one) => `${one.forbids ? '禁' : '提'} ${one.day} ${one.text}`)

describe('rest between two shifts', () => {
  test.each([
    ['白白夜休休', '2026-11-16', []],
    ['夜白', '2026-11-19', ['禁 2026-11-20 11-19 夜班到 11-20 07:30，接着上白班']],
    ['晚早', '2026-11-19', ['提 2026-11-20 11-19 晚班到 11-19 22:30，11-20 07:00 又上早班，只休息 8.5 小时']],
    ['晚晨', '2026-11-19', ['禁 2026-11-20 11-19 晚班到 11-19 22:30，11-20 06:00 又上早班，只休息 7.5 小时']],
    ['夜早', '2026-11-19', ['禁 2026-11-20 11-19 夜班到 11-20 07:30，与 11-20 07:00 开始的早班重叠']],
    ['夜夜', '2026-11-19', []],
    ['夜休白', '2026-11-19', []],
    ['夜训', '2026-11-19', []],
    // Across the ends of months, of a year, and of a February that has 29 days.
    ['夜白', '2026-11-30', ['禁 2026-12-01 11-30 夜班到 12-01 07:30，接着上白班']],
    ['夜白', '2026-12-31', ['禁 2027-01-01 12-31 夜班到 01-01 07:30，接着上白班']],
  ])('%s from %s', (text, from, expected) => {
    expect(told(days(from, text))).toEqual(expected)
  })

  test('in a leap year, too', () => {
    expect(told(days('2028-02-29', '夜白'), {}, ROSTER_RULES, { from: '2028-01-01', to: '2028-12-31' })).toEqual([
      '禁 2028-03-01 02-29 夜班到 03-01 07:30，接着上白班',
    ])
  })

  test('a house may ask for less, but never for less than eight hours', () => {
    const fewer = { ...ROSTER_RULES, restHours: 8 }
    expect(told(days('2026-11-19', '晚早'), {}, fewer)).toEqual([])
    expect(told(days('2026-11-19', '晚晨'), {}, fewer)).toHaveLength(1)
  })

  test('it is told on both of its days, and on no other', () => {
    const cells = days('2026-11-19', '夜白')
    const on = (day: string) => told(cells, {}, ROSTER_RULES, { from: day, to: day }).length
    expect(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'].map(on)).toEqual([0, 1, 1, 0])
  })
})

describe('rows and sums', () => {
  test.each([
    ['夜夜夜休', '2026-11-10', []],
    ['夜夜夜夜休', '2026-11-10', ['提 2026-11-13 11-10 起连上 4 个夜班，最多 3 个']],
    ['夜夜夜-夜', '2026-11-10', []],
    ['白白白白白白休', '2026-11-10', []],
    ['白白白训白白白', '2026-11-10', ['提 2026-11-16 11-10 起连续上班 7 天，最多 6 天']],
    ['白白白假白白白', '2026-11-10', []],
    ['白白白-白白白', '2026-11-10', []],
    ['白白白白白白白', '2026-12-28', ['提 2027-01-03 12-28 起连续上班 7 天，最多 6 天']],
  ])('%s from %s', (text, from, expected) => {
    expect(told(days(from, text))).toEqual(expected)
  })

  test('hours are those of a calendar month', () => {
    const month = days('2026-11-01', '白白白白白休'.repeat(5))
    expect(told(month)).toEqual(['提 2026-11-23 11 月共 275 小时，超过每月 210 小时'])
    expect(faults(month)[0]!.days).toEqual([
      '2026-11-23',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ])
    // The same days half in this month and half in the next are not too much in either.
    expect(told(days('2026-11-16', '白白白白白休'.repeat(5)))).toEqual([])
    expect(rosterSums(days('2026-11-01', '白白夜休休训假'))).toEqual({ minutes: 1_980, nights: 1 })
  })
})

describe('what speaks against a day', () => {
  const leave = (kind: LeaveKindValue, fromAt: string, toAt: string) => ({ leaves: [{ kind, fromAt, toAt }] })
  test.each([
    [
      '白',
      leave('PERSONAL', '2026-11-21 00:00:00', '2026-11-22 00:00:00'),
      ['禁 2026-11-21 11-21 已批准事假，不能排白班'],
    ],
    ['训', leave('SICK', '2026-11-21 00:00:00', '2026-11-22 00:00:00'), ['禁 2026-11-21 11-21 已批准病假，不能排培训']],
    ['假', leave('SICK', '2026-11-21 00:00:00', '2026-11-22 00:00:00'), []],
    // A leave of the next morning lies in the night that begins today.
    [
      '夜',
      leave('PERSONAL', '2026-11-22 06:00:00', '2026-11-22 18:00:00'),
      ['禁 2026-11-21 11-21 已批准事假，不能排夜班'],
    ],
    ['夜', leave('PERSONAL', '2026-11-22 07:30:00', '2026-11-22 18:00:00'), []],
    ['白', leave('PERSONAL', '2026-11-21 19:30:00', '2026-11-22 18:00:00'), []],
    // Whoever is out on business works.
    ['白', leave('OUTSIDE', '2026-11-21 00:00:00', '2026-11-22 00:00:00'), []],
    ['白', { healthTo: '2026-11-20' }, ['禁 2026-11-21 健康证已于 2026-11-20 到期，11-21 不能排白班']],
    ['白', { healthTo: '2026-11-21' }, []],
    ['白', { leftOn: '2026-11-20' }, ['禁 2026-11-21 11-20 已离职，11-21 不能排白班']],
    ['白', { leftOn: '2026-11-21' }, []],
    [
      '夜',
      { noNightFrom: '2026-11-01', noNightTo: '2026-11-21', noNightReason: '怀孕满七个月' },
      ['禁 2026-11-21 11-21 不能排夜班（怀孕满七个月）'],
    ],
    ['夜', { noNightFrom: '2026-11-22', noNightTo: '2026-12-31', noNightReason: null }, []],
    ['白', { noNightFrom: '2026-11-01', noNightTo: '2026-12-31', noNightReason: null }, []],
  ] as [string, Partial<RulePerson>, string[]][])('%s with %o', (text, person, expected) => {
    expect(told(days('2026-11-21', text), person)).toEqual(expected)
  })

  test('an expired certificate only warns where a house says so', () => {
    expect(
      told(days('2026-11-21', '白'), { healthTo: '2026-11-20' }, { ...ROSTER_RULES, healthForbids: false }),
    ).toEqual(['提 2026-11-21 健康证已于 2026-11-20 到期，11-21 仍排白班'])
  })
})

test('some of the cells otherwise', () => {
  const cells = days('2026-11-19', '夜白')
  const changed = withCells(cells, [{ day: '2026-11-20', kind: 'REST', shift: null }])
  expect(told(changed)).toEqual([])
  expect(changed).toHaveLength(2)
})
