// What a measurement means, at the very edges.
import { describe, expect, it } from 'vitest'
import { judgeDaySum, judgeVital, NO_PAST, type SetLimits, type VitalPast, vitalFaults, worstOf } from './vitalJudge.ts'
import { boundsFault, boundsWords, type VitalValues, vitalFields } from './vitalKinds.ts'
import { vitalWords } from './vitalWords.ts'

const NONE: SetLimits = { own: {}, house: {} }
const grade = (values: VitalValues, more: { limits?: SetLimits; age?: number; past?: Partial<VitalPast> } = {}) =>
  worstOf(judgeVital(values, { limits: more.limits ?? NONE, age: more.age ?? 75, past: { ...NO_PAST, ...more.past } }))
const pressure = (systolic: number, diastolic: number) => ({ systolic, diastolic })
const sugar = (glucose: number, glucoseTiming: string) => ({ glucose, glucoseTiming })

describe('one value', () => {
  it.each<[VitalValues, 'normal' | 'yellow' | 'red']>([
    [{ temperature: 34.9 }, 'red'],
    [{ temperature: 35 }, 'yellow'],
    [{ temperature: 36 }, 'normal'],
    [{ temperature: 37.3 }, 'normal'],
    [{ temperature: 37.4 }, 'yellow'],
    [{ temperature: 37.9 }, 'yellow'],
    [{ temperature: 38 }, 'red'],
    [{ pulse: 49 }, 'red'],
    [{ pulse: 50 }, 'yellow'],
    [{ pulse: 60 }, 'normal'],
    [{ pulse: 120 }, 'yellow'],
    [{ pulse: 121 }, 'red'],
    [{ breathing: 9 }, 'red'],
    [{ breathing: 11 }, 'yellow'],
    [{ breathing: 20 }, 'normal'],
    [{ breathing: 24 }, 'yellow'],
    [{ breathing: 25 }, 'red'],
    [pressure(89, 60), 'red'],
    [pressure(90, 60), 'normal'],
    [pressure(140, 90), 'normal'],
    [pressure(141, 80), 'yellow'],
    [pressure(180, 80), 'red'],
    [pressure(120, 49), 'red'],
    [pressure(120, 59), 'yellow'],
    [pressure(120, 110), 'red'],
    [{ oxygen: 90 }, 'red'],
    [{ oxygen: 91 }, 'yellow'],
    [{ oxygen: 95 }, 'normal'],
    [sugar(3.8, 'random'), 'red'],
    [sugar(6.1, 'fasting'), 'normal'],
    [sugar(6.2, 'fasting'), 'yellow'],
    [sugar(7.8, 'after'), 'normal'],
    [sugar(7.9, 'after'), 'yellow'],
    [sugar(11, 'random'), 'normal'],
    [sugar(16.7, 'after'), 'red'],
    [{ pain: 3 }, 'normal'],
    [{ pain: 4 }, 'yellow'],
    [{ pain: 7 }, 'red'],
    [{ stool: 1, stoolShape: 'black' }, 'red'],
    [{ stool: 2, stoolShape: 'loose' }, 'normal'],
    [{ stool: 3, stoolShape: 'watery' }, 'yellow'],
    [{ intake: 200 }, 'normal'],
  ])('%j is %s', (values, expected) => expect(grade(values)).toBe(expected))

  it('aims at less than 150 over eighty', () => {
    expect(grade(pressure(149, 80), { age: 80 })).toBe('normal')
    expect(grade(pressure(150, 80), { age: 80 })).toBe('yellow')
    expect(grade(pressure(149, 80), { age: 79 })).toBe('yellow')
  })
})

describe('limits', () => {
  const house = { oxygen: { redLow: 90, low: 94, high: null, redHigh: null } }
  const own = { oxygen: { redLow: 88, low: 88, high: 92, redHigh: null } }
  it("are the elder's before the house's before the usual", () => {
    expect(grade({ oxygen: 94 })).toBe('yellow')
    expect(grade({ oxygen: 94 }, { limits: { own: {}, house } })).toBe('normal')
    expect(grade({ oxygen: 94 }, { limits: { own, house } })).toBe('yellow')
    expect(grade({ oxygen: 89 }, { limits: { own, house } })).toBe('normal')
  })
  it('stand in their order and within what can be', () => {
    expect(boundsFault('pulse', { redLow: 50, low: 60, high: 100, redHigh: 121 })).toBeNull()
    expect(boundsFault('pulse', { redLow: 60, low: 50, high: null, redHigh: null })).toContain('从小到大')
    expect(boundsFault('pulse', { redLow: null, low: 60, high: 900, redHigh: null })).toContain('250')
    expect(boundsFault('pulse', { redLow: null, low: null, high: null, redHigh: null })).toContain('至少')
    expect(boundsWords(own.oxygen)).toBe('88–92；危急 <88')
  })
})

describe('what came before', () => {
  it.each<[number, Partial<VitalPast>, string]>([
    [60, { weight30: [60, 61], weight180: [60, 61] }, 'normal'],
    [58, { weight30: [60, 60], weight180: [60, 60] }, 'yellow'],
    [57, { weight30: [60, 60], weight180: [60, 60] }, 'red'],
    [57, { weight180: [60, 60] }, 'yellow'],
    [54, { weight180: [60, 60] }, 'red'],
    [63, { weight30: [60, 63], weight180: [60, 63] }, 'red'],
  ])('a weight of %d after %j is %s', (weight, past, expected) => expect(grade({ weight }, { past })).toBe(expected))

  it.each([
    [2, 'normal'],
    [3, 'yellow'],
    [4, 'yellow'],
    [5, 'red'],
  ])('no stool for %d days is %s', (daysWithoutStool, expected) =>
    expect(grade({ stool: 0 }, { past: { daysWithoutStool } })).toBe(expected),
  )

  it('counts loose stools of a day, and says when others are ill too', () => {
    const [judged] = judgeVital(
      { stool: 1, stoolShape: 'loose' },
      { limits: NONE, age: 75, past: { ...NO_PAST, looseBefore: 2, looseOthers: 1 } },
    )
    expect(judged).toMatchObject({ grade: 'yellow' })
    expect(judged!.text).toContain('聚集性腹泻')
    expect(judged!.tell).toBe(true)
  })

  it.each<[number, number | null, string, string]>([
    [51.2, 160, 'normal', 'BMI 20.0'],
    [51, 160, 'yellow', 'BMI 19.9，低于 20'],
    [69, 160, 'yellow', 'BMI 27.0，高于 26.9'],
    [47.2, 160, 'red', 'BMI 18.4，低于 18.5'],
    [47.2, null, 'normal', '体重 47.2 kg'],
  ])('a weight of %d at %s cm is %s: %s', (weight, height, expected, words) => {
    const [judged] = judgeVital({ weight }, { limits: NONE, age: 75, past: { ...NO_PAST, height } })
    expect([judged!.grade, judged!.text.includes(words)]).toEqual([expected, true])
    // Measured together it holds at once.
    const [both] = judgeVital({ weight, height }, { limits: NONE, age: 75, past: { ...NO_PAST, height: 150 } })
    if (height !== null) expect(both).toEqual(judged)
  })

  it.each<[number, number[], string]>([
    [4, [2, 2], 'normal'],
    [2, [2], 'normal'],
    [2, [2, 3], 'normal'],
    [2, [1, 2], 'yellow'],
    [0, [4], 'normal'],
    [0, [], 'normal'],
    [0, [0], 'yellow'],
    [1, [0, 0], 'yellow'],
  ])('%d quarters of a meal after %j are %s', (meal, mealsBefore, expected) =>
    expect(grade({ meal }, { past: { mealsBefore } })).toBe(expected),
  )

  it('judges the sums of a day', () => {
    expect(judgeDaySum('intakeDay', 999, NONE).grade).toBe('yellow')
    expect(judgeDaySum('intakeDay', 1000, NONE).grade).toBe('normal')
    expect(judgeDaySum('urineDay', 399, NONE).grade).toBe('red')
  })
})

describe('what cannot be', () => {
  it('is told by field', () => {
    for (const [field, { min, max }] of Object.entries(vitalFields)) {
      for (const value of [min - 1, max + 1, Number.NaN, Number.POSITIVE_INFINITY, -1e300]) {
        expect(
          vitalFaults({ [field]: value }).map(([at]) => at),
          `${field} ${value}`,
        ).toContain(field)
      }
    }
    expect(vitalFaults({ temperature: 36.55 })).toEqual([['temperature', '体温最多一位小数']])
    expect(vitalFaults({ pulse: 70.5 })).toEqual([['pulse', '脉搏应为整数']])
    expect(vitalFaults(pressure(80, 80))).toEqual([['diastolic', '舒张压应低于收缩压，请核对']])
    expect(vitalFaults({ systolic: 120 })).toEqual([['diastolic', '收缩压和舒张压要一起填']])
    expect(vitalFaults({ glucose: 5 })).toEqual([['glucoseTiming', '请选择血糖的测量时机']])
    expect(vitalFaults({ temperature: 36.6, ...pressure(120, 80) })).toEqual([])
  })
  it('is said in one line', () => {
    expect(vitalWords({ temperature: 36.5, ...pressure(128, 76), oxygen: 97, ...sugar(5, 'fasting') })).toBe(
      '体温 36.5 · 血压 128/76 · 血氧 97% · 空腹血糖 5.0',
    )
  })
})
