// What comes of a day, rule by rule.
import { describe, expect, test } from 'vitest'
import { momentOf } from '#contract/kit/clock'
import { AttendanceResult, type LeaveKindValue } from './attendanceWords.ts'
import { CLOCK_DEFAULTS } from './clockSetting.ts'
import { type DayPlan, type ReckonInput, type ReckonPunch, type ReckonShift, reckonDay } from './reckon.ts'
import { partsOn } from './shiftTime.ts'

const base = {
  restMinutes: 0,
  openBefore: 120,
  closeAfter: 120,
  lateGrace: 5,
  earlyGrace: 5,
  absentAfter: 60,
  night: false,
}
const shift = (over: Partial<ReckonShift>): ReckonShift => ({
  shiftPkId: 's',
  shiftName: '班',
  workPeriod: [{ on: '07:30', off: '19:30', crossDay: false }],
  ...base,
  ...over,
})
const DAY = shift({ shiftPkId: 'day', shiftName: '白班', restMinutes: 60 })
const NIGHT = shift({
  shiftPkId: 'night',
  shiftName: '夜班',
  workPeriod: [{ on: '19:30', off: '07:30', crossDay: true }],
  night: true,
})
const SPLIT = shift({
  shiftPkId: 'split',
  shiftName: '两头班',
  workPeriod: [
    { on: '06:00', off: '10:00', crossDay: false },
    { on: '15:00', off: '19:00', crossDay: false },
  ],
})

const at = (text: string) => momentOf(`${text}:00`)
const D = '2026-11-18'
const on = (clock: string, more: Partial<ReckonPunch> = {}): ReckonPunch => ({ at: at(`${D} ${clock}`), ...more })
const next = (clock: string): ReckonPunch => ({ at: at(`2026-11-19 ${clock}`) })
const away = (from: string, to: string, kind: LeaveKindValue = 'PERSONAL') => ({ from: at(from), to: at(to), kind })
const of = (plan: DayPlan | ReckonShift, more: Partial<ReckonInput> = {}) =>
  reckonDay({
    day: D,
    now: at('2026-11-20 12:00'),
    plan: 'kind' in plan ? plan : { kind: 'SHIFT', shift: plan },
    punches: [],
    ...more,
  })
const faces = (rows: ReturnType<typeof reckonDay>) =>
  rows.map((row) => `${AttendanceResult.label(row.onResult)}/${AttendanceResult.label(row.offResult)}`)

describe('a shift', () => {
  const cases: [
    why: string,
    punches: ReckonPunch[],
    face: string,
    minutes: [late: number, early: number, worked: number],
  ][] = [
    ['on time', [on('07:21'), on('19:40')], '正常/正常', [0, 0, 660]],
    ['within the grace', [on('07:35'), on('19:25')], '正常/正常', [0, 0, 651]],
    ['a minute beyond the grace counts from the beginning', [on('07:36'), on('19:31')], '迟到/正常', [6, 0, 655]],
    ['early', [on('07:30'), on('19:24')], '正常/早退', [0, 6, 655]],
    ['late up to the limit of absence', [on('08:30'), on('19:30')], '迟到/正常', [60, 0, 605]],
    ['later than that', [on('08:31'), on('19:30')], '旷工/正常', [0, 0, 604]],
    ['nothing at the end', [on('07:25')], '正常/缺卡', [0, 0, 0]],
    ['nothing at the beginning', [on('19:33')], '缺卡/正常', [0, 0, 0]],
    ['nothing at all', [], '旷工/旷工', [0, 0, 0]],
    [
      'first in and last out of many',
      [on('07:20'), on('07:22'), on('12:00'), on('18:00'), on('19:32')],
      '正常/正常',
      [0, 0, 660],
    ],
    ['one press made twice is one', [on('07:20'), on('07:24')], '正常/缺卡', [0, 0, 0]],
    ['gone before the middle', [on('07:25'), on('11:30')], '正常/早退', [0, 480, 220]],
    ['before the window opens nothing counts', [on('05:29'), on('19:30')], '缺卡/正常', [0, 0, 0]],
    ['nor after it has closed', [on('07:30'), on('21:31')], '正常/缺卡', [0, 0, 0]],
  ]
  test.each(cases)('%s', (_, punches, face, [lateMin, earlyMin, workedMin]) => {
    const rows = of(DAY, { punches })
    expect(faces(rows)).toEqual([face])
    expect(rows[0]).toMatchObject({ lateMin, earlyMin, workedMin, due: true })
  })

  test('present is whoever came, not whoever was absent', () => {
    expect(of(DAY, { punches: [on('07:25')] })[0]).toMatchObject({ present: true })
    expect(of(DAY)[0]).toMatchObject({ present: false })
    expect(of(DAY, { punches: [on('09:00'), on('19:30')] })[0]).toMatchObject({ present: false })
  })

  test('a day that is not over misses nothing yet', () => {
    expect(faces(of(DAY, { now: at(`${D} 12:00`) }))).toEqual(['/'])
    expect(faces(of(DAY, { now: at(`${D} 12:00`), punches: [on('07:40')] }))).toEqual(['迟到/'])
    expect(faces(of(DAY, { now: at(`${D} 21:30`), punches: [on('07:25')] }))).toEqual(['正常/'])
    expect(faces(of(DAY, { now: at(`${D} 21:31`), punches: [on('07:25')] }))).toEqual(['正常/缺卡'])
  })

  test('a day that has not come has no rows, unless somebody clocked for it', () => {
    const early = shift({ workPeriod: [{ on: '01:00', off: '09:00', crossDay: false }] })
    expect(of(DAY, { now: at('2026-11-17 23:50') })).toEqual([])
    const punches = [{ at: at('2026-11-17 23:40') }]
    expect(faces(of(early, { now: at('2026-11-17 23:50'), punches }))).toEqual(['正常/'])
  })

  test('each part of a split shift is judged by itself; the day is due once', () => {
    const rows = of(SPLIT, { punches: [on('05:50'), on('10:02'), on('15:20'), on('19:05')] })
    expect(faces(rows)).toEqual(['正常/正常', '迟到/正常'])
    expect(rows.map((row) => row.due)).toEqual([true, false])
    expect(rows.map((row) => row.lateMin)).toEqual([0, 20])
    expect(faces(of(SPLIT, { punches: [on('05:50'), on('10:02')] }))).toEqual(['正常/正常', '旷工/旷工'])
  })
})

describe('nights', () => {
  test('belong to the day they begin', () => {
    const rows = of(NIGHT, { punches: [on('19:20'), next('07:35')] })
    expect(faces(rows)).toEqual(['正常/正常'])
    expect(rows[0]).toMatchObject({ night: true, workedMin: 720, planOff: at('2026-11-19 07:30') })
  })

  test('are running after midnight', () => {
    expect(faces(of(NIGHT, { now: at('2026-11-19 02:00'), punches: [on('19:50')] }))).toEqual(['迟到/'])
  })

  test('count as a night only when worked', () => {
    expect(of(NIGHT)[0]).toMatchObject({ night: false, onResult: AttendanceResult.is.absent })
  })

  test.each([
    ['a month', '2026-11-30', '2026-12-01'],
    ['a year', '2026-12-31', '2027-01-01'],
    ['a February of a leap year', '2028-02-29', '2028-03-01'],
  ])('go over the end of %s', (_, day, then) => {
    const rows = reckonDay({
      day,
      now: at(`${then} 12:00`),
      plan: { kind: 'SHIFT', shift: NIGHT },
      punches: [{ at: at(`${day} 19:29`) }, { at: at(`${then} 07:31`) }],
    })
    expect(faces(rows)).toEqual(['正常/正常'])
    expect(rows[0]).toMatchObject({ workedMin: 721 - 1, night: true })
  })

  test('a punch between two windows belongs to the nearer shift', () => {
    // Wide windows: the night ends at 07:30, the day begins at 13:30; both windows reach over the morning.
    const wide = { openBefore: 480, closeAfter: 480 }
    const late = shift({ workPeriod: [{ on: '13:30', off: '21:30', crossDay: false }], ...wide })
    const night = shift({ ...NIGHT, ...wide })
    const punches = [on('19:25'), next('07:40'), next('13:20'), next('21:35')]
    const nextDay = '2026-11-19'
    const first = of(night, { punches, after: partsOn(nextDay, late)[0]! })
    expect(first[0]).toMatchObject({ actualOff: at('2026-11-19 07:40') })
    const second = reckonDay({
      day: nextDay,
      now: at('2026-11-20 12:00'),
      plan: { kind: 'SHIFT', shift: late },
      before: partsOn(D, night)[0]!,
      punches,
    })
    expect(second[0]).toMatchObject({ actualOn: at('2026-11-19 13:20'), actualOff: at('2026-11-19 21:35') })
  })

  test('the morning after a night is no work on a day of rest', () => {
    const rows = reckonDay({
      day: '2026-11-19',
      now: at('2026-11-20 12:00'),
      plan: { kind: 'REST' },
      before: partsOn(D, NIGHT)[0]!,
      punches: [next('07:35'), next('09:20')],
    })
    expect(faces(rows)).toEqual(['休息/休息'])
    expect(rows[0]).toMatchObject({ actualOn: null, overtimeMin: 0, due: false })
  })
})

describe('leave and work outside', () => {
  test('of the whole shift asks for nothing', () => {
    const rows = of(DAY, { absences: [away(`${D} 00:00`, '2026-11-19 00:00', 'SICK')] })
    expect(faces(rows)).toEqual(['请假/请假'])
    expect(rows[0]).toMatchObject({ leaveMin: 660, leaveKind: 'SICK', due: true, present: false })
  })

  test('in the morning moves the beginning', () => {
    const absences = [away(`${D} 07:30`, `${D} 12:00`)]
    expect(faces(of(DAY, { absences, punches: [on('11:58'), on('19:30')] }))).toEqual(['正常/正常'])
    const late = of(DAY, { absences, punches: [on('12:20'), on('19:30')] })
    expect(faces(late)).toEqual(['迟到/正常'])
    expect(late[0]).toMatchObject({ lateMin: 20, leaveMin: 248, leaveKind: 'PERSONAL' })
    expect(faces(of(DAY, { absences }))).toEqual(['旷工/旷工'])
  })

  test('in the evening moves the end', () => {
    const rows = of(DAY, { absences: [away(`${D} 15:00`, `${D} 20:00`)], punches: [on('07:25'), on('15:01')] })
    expect(faces(rows)).toEqual(['正常/正常'])
    expect(rows[0]).toMatchObject({ earlyMin: 0, overtimeMin: 0 })
  })

  test('two that meet are one', () => {
    const absences = [away(`${D} 07:30`, `${D} 12:00`), away(`${D} 12:00`, `${D} 19:30`, 'SWAP')]
    expect(faces(of(DAY, { absences }))).toEqual(['请假/请假'])
  })

  test('in the middle leaves both limits and is not worked', () => {
    const rows = of(DAY, { absences: [away(`${D} 10:00`, `${D} 12:00`)], punches: [on('07:30'), on('19:30')] })
    expect(faces(rows)).toEqual(['正常/正常'])
    expect(rows[0]).toMatchObject({ workedMin: 550, leaveMin: 110 })
  })

  test('outside the whole day is work', () => {
    const rows = of(DAY, { absences: [away(`${D} 07:00`, `${D} 20:00`, 'OUTSIDE')] })
    expect(faces(rows)).toEqual(['外勤/外勤'])
    expect(rows[0]).toMatchObject({ present: true, workedMin: 660, leaveMin: 0, outside: true })
  })

  test('outside in the morning asks for no clocking there', () => {
    const rows = of(DAY, { absences: [away(`${D} 07:00`, `${D} 11:00`, 'OUTSIDE')], punches: [on('19:31')] })
    expect(faces(rows)).toEqual(['外勤/外勤'])
    expect(rows[0]).toMatchObject({ workedMin: 660, present: true })
  })

  test('clocked elsewhere is marked', () => {
    expect(faces(of(DAY, { punches: [on('07:20', { outside: true }), on('19:30')] }))).toEqual(['外勤/外勤'])
  })

  test('a roster that says leave without hours counts a day', () => {
    expect(of({ kind: 'LEAVE' })[0]).toMatchObject({ due: true, present: false, leaveMin: 480 })
    expect(of({ kind: 'TRAIN' })[0]).toMatchObject({ due: true, present: true, remark: '培训' })
  })
})

describe('overtime', () => {
  test.each([
    ['below the least', '19:59', 0],
    ['the least', '20:00', 30],
    ['in whole steps', '21:15', 90],
  ])('beyond the end: %s', (_, off, overtimeMin) => {
    expect(of(DAY, { punches: [on('07:30'), on(off)] })[0]).toMatchObject({ overtimeMin, offResult: 0 })
  })

  test('on a day of rest', () => {
    const rows = of({ kind: 'REST' }, { punches: [on('08:00'), on('12:10')] })
    expect(faces(rows)).toEqual(['加班/加班'])
    expect(rows[0]).toMatchObject({ overtimeMin: 240, workedMin: 250, due: false, present: false })
    expect(faces(of({ kind: 'REST' }, { punches: [on('08:00')] }))).toEqual(['休息/休息'])
    expect(faces(of({ kind: 'REST' }, { punches: [on('08:00'), on('08:20')] }))).toEqual(['休息/休息'])
  })

  test('a shift on a holiday, if the house counts it', () => {
    const input = { punches: [on('07:30'), on('19:30')], holiday: true }
    expect(of(DAY, input)[0]).toMatchObject({ overtimeMin: 660 })
    const settings = { ...CLOCK_DEFAULTS, holidayShift: false }
    expect(of(DAY, { ...input, settings })[0]).toMatchObject({ overtimeMin: 0 })
  })
})

describe('free hours', () => {
  const free = (minutes: number): DayPlan => ({ kind: 'FREE', minutes })
  test.each([
    ['enough', [on('09:00'), on('17:00')], '正常/正常', 0],
    ['too few', [on('09:00'), on('15:00')], '正常/早退', 120],
    ['one press', [on('09:00')], '正常/缺卡', 0],
    ['none', [], '旷工/旷工', 0],
  ] as [string, ReckonPunch[], string, number][])('%s', (_, punches, face, earlyMin) => {
    const rows = of(free(480), { punches })
    expect(faces(rows)).toEqual([face])
    expect(rows[0]).toMatchObject({ earlyMin })
  })

  test('leave counts, a day of rest is none', () => {
    const absences = [away(`${D} 09:00`, `${D} 13:00`)]
    expect(faces(of(free(480), { absences, punches: [on('13:00'), on('17:00')] }))).toEqual(['正常/正常'])
    expect(faces(of(free(0)))).toEqual(['休息/休息'])
    expect(of(free(480), { punches: [on('08:00'), on('18:00')] })[0]).toMatchObject({ overtimeMin: 120 })
  })
})

describe('corrections', () => {
  test('count for the side they say, wherever their moment lies', () => {
    const corrects = { part: 0, side: 'ON' as const }
    const rows = of(DAY, { punches: [on('07:55'), on('19:30'), on('07:25', { corrects })] })
    expect(faces(rows)).toEqual(['正常/正常'])
    expect(rows[0]).toMatchObject({ corrected: true, actualOn: at(`${D} 07:25`) })
    const off = of(DAY, { punches: [on('07:25'), { at: at('2026-11-18 12:00'), corrects: { part: 0, side: 'OFF' } }] })
    expect(faces(off)).toEqual(['正常/早退'])
  })

  test('of another part leave this one', () => {
    const rows = of(SPLIT, {
      punches: [on('15:00', { corrects: { part: 1, side: 'ON' } }), on('05:55'), on('10:00'), on('19:00')],
    })
    expect(faces(rows)).toEqual(['正常/正常', '正常/正常'])
    expect(rows.map((row) => row.corrected)).toEqual([false, true])
  })
})

test('moments are moments: a clock of another zone says the same one', () => {
  const punches = [{ at: Date.parse('2026-11-17T23:21:00Z') }, { at: Date.parse('2026-11-18T06:40:00-05:00') }]
  expect(faces(of(DAY, { punches }))).toEqual(['正常/正常'])
})
