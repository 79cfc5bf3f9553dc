// Shifts as they are handed over: around midnight, across a setting with two and three shifts.
import { expect, test } from 'vitest'
import { momentOf } from '#contract/kit/clock'
import { handedAt, handedOn, lastShifts } from './handoverShifts.ts'
import { factWords, type HandoverFactData, numbersOf } from './handoverWords.ts'

const TWO = { dayFrom: '08:00', lateFrom: null, nightFrom: '17:00' }
const THREE = { dayFrom: '07:00', lateFrom: '15:00', nightFrom: '23:00' }
const night = { day: '2026-11-17', shift: 'NIGHT', fromAt: '2026-11-17 17:00:00', toAt: '2026-11-18 08:00:00' }

test('a night across midnight is one shift of the day it began on', () => {
  for (const at of ['2026-11-17 17:00:00', '2026-11-17 23:59:59', '2026-11-18 00:00:00', '2026-11-18 07:59:59'])
    expect(handedAt(TWO, momentOf(at)), at).toEqual(night)
  expect(handedAt(TWO, momentOf('2026-11-18 08:00:00'))).toMatchObject({ day: '2026-11-18', shift: 'DAY' })
  expect(handedOn(TWO, '2026-11-17', 'NIGHT')).toEqual(night)
})

test('a night that begins just before midnight still belongs to that day', () => {
  expect(handedAt(THREE, momentOf('2026-11-18 06:59:59'))).toEqual({
    day: '2026-11-17',
    shift: 'NIGHT',
    fromAt: '2026-11-17 23:00:00',
    toAt: '2026-11-18 07:00:00',
  })
})

test('a house of two shifts has no third', () => {
  expect(handedOn(TWO, '2026-11-17', 'LATE')).toBeNull()
  expect(handedOn(THREE, '2026-11-17', 'LATE')).toMatchObject({
    fromAt: '2026-11-17 15:00:00',
    toAt: '2026-11-17 23:00:00',
  })
})

test('the last shifts follow one another without a gap', () => {
  for (const shifts of [TWO, THREE]) {
    const last = lastShifts(shifts, momentOf('2026-11-18 00:00:00'), 7)
    expect(last).toHaveLength(7)
    for (const [i, one] of last.entries()) if (i > 0) expect(one.toAt).toBe(last[i - 1]!.fromAt)
  }
})

const FACT: HandoverFactData = {
  factId: '1',
  kind: 'alarm',
  oldmanId: 'a',
  oldmanName: '王秀兰',
  bedPath: null,
  refId: 'r',
  at: '2026-11-17 22:10:05',
  what: '离床未回',
  times: 1,
  clocks: [],
  ended: 'handled',
  result: '已扶回床',
  byName: '李晓梅',
  untilAt: null,
  urgent: false,
}

test('a fact is told in one line, made from its fields', () => {
  expect(factWords(FACT)).toBe('11-17 22:10 离床未回，已处理，已扶回床（李晓梅）')
  expect(factWords({ ...FACT, times: 3, ended: 'open', result: null, byName: null })).toBe(
    '11-17 22:10 离床未回 共 3 次，未处理',
  )
  expect(factWords({ ...FACT, kind: 'stool', times: 4 })).toBe('已 4 天未解大便')
  const meal = { ...FACT, kind: 'meal', what: '早餐 少量、午餐 一半', times: 2 } as const
  expect(factWords({ ...meal, ended: null, result: null })).toBe('早餐 少量、午餐 一半')
  expect(factWords({ ...meal, result: '口腔疼痛，改半流质' })).toBe(
    '早餐 少量、午餐 一半，口腔疼痛，改半流质，连续进食差提醒已处理（李晓梅）',
  )
  expect(
    factWords({
      ...FACT,
      kind: 'skin',
      what: '翻身拍背',
      clocks: ['02:00', '04:00'],
      ended: 'refused',
      result: '想睡',
    }),
  ).toBe('翻身拍背 02:00 04:00，拒绝，想睡')
  expect(
    factWords({ ...FACT, kind: 'outing', what: '回家', ended: 'late', result: null, untilAt: '2026-11-17 18:00:00' }),
  ).toBe('11-17 22:10 外出：回家，逾期未归，应于 11-17 18:00 返回')
})

test('the head is counted from the rows below it', () => {
  const elder = { inHouse: true, away: null, grade: null, focus: false }
  expect(
    numbersOf(
      [
        elder,
        { ...elder, away: 'OUT' },
        { ...elder, away: 'HOSPITAL', grade: 'special' },
        { ...elder, grade: 'first', focus: true },
        { ...elder, inHouse: false, focus: true },
      ],
      [
        { kind: 'arrive', oldmanId: 'a' },
        { kind: 'arrive', oldmanId: 'a' },
        { kind: 'leave', oldmanId: 'b' },
      ],
    ),
  ).toEqual({ should: 4, present: 2, came: 1, left: 1, out: 1, hospital: 1, special: 1, first: 1, focus: 1 })
})
