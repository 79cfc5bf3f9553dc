import { describe, expect, test } from 'vitest'
import type { TrainingPersonData } from '#contract/administration/training'
import { changedRows, judge, typedOf } from './scoring.ts'

const one = (change: Partial<TrainingPersonData> = {}): TrainingPersonData => ({
  empId: 'a',
  empName: '甲',
  deptName: null,
  jobName: null,
  signedAt: '2026-11-19 14:00:00',
  signWay: 'LIST',
  signedByName: null,
  score: null,
  passed: null,
  byHand: false,
  certificateNo: null,
  remark: null,
  version: 3,
  ...change,
})
const typed = (change: object) => ({ score: '', judged: 'score' as const, remark: '', ...change })

describe('judging', () => {
  test('the mark itself passes, one below does not, nothing typed decides nothing', () => {
    expect(judge(typed({ score: '60' }), 60)).toEqual({ score: 60, passed: true, fault: null })
    expect(judge(typed({ score: '59' }), 60).passed).toBe(false)
    expect(judge(typed({}), 60)).toEqual({ score: null, passed: null, fault: null })
  })

  test('a hand decides otherwise; without an examination having been there passes', () => {
    expect(judge(typed({ score: '59', judged: 'yes' }), 60).passed).toBe(true)
    expect(judge(typed({ judged: 'no' }), null).passed).toBe(false)
    expect(judge(typed({}), null).passed).toBe(true)
  })

  test('what is no score is said, full-width digits are read', () => {
    for (const score of ['101', '-1', '8.5', '八十']) expect(judge(typed({ score }), 60).fault).toContain('0 至 100')
    expect(judge(typed({ score: '８５' }), 60).score).toBe(85)
  })
})

describe('what is sent', () => {
  test('only what differs, with its version; faults are kept back', () => {
    const people = [one(), one({ empId: 'b', score: 80, passed: true }), one({ empId: 'c' })]
    const { rows, faults } = changedRows(
      people,
      { a: typed({ score: '75 ' }), b: typed({ score: '80' }), c: typed({ score: 'x' }) },
      60,
    )
    expect(rows).toEqual([{ empId: 'a', score: 75, passed: null, remark: null, version: 3 }])
    expect(faults).toEqual({ c: expect.any(String) })
  })

  test('what was decided by hand stands there as such', () => {
    expect(typedOf(one({ passed: false, byHand: true })).judged).toBe('no')
    expect(typedOf(one({ passed: true, byHand: false })).judged).toBe('score')
  })
})
