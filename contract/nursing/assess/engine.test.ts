import { describe, expect, it } from 'vitest'
import { assess } from '#contract/nursing/assess/engine'
import type { Inputs } from '#contract/nursing/assess/kind'
import { abilityKinds, allKinds, kindOf } from '#contract/nursing/assess/kinds'
import { easy } from '#contract/nursing/assess/kinds/easy'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import { of2023Plus } from '#contract/nursing/assess/kinds/of2023Plus'
import { addingTo, allAt, nothingBesides, stated, without } from '#contract/nursing/assess/test/filled'

describe('the simple assessment', () => {
  it.each([
    [100, 0],
    [95, 1],
    [65, 1],
    [60, 2],
    [45, 2],
    [40, 3],
    [0, 3],
  ])('%d points are level %d', (total, level) => {
    const done = assess(easy, addingTo(easy, total)!, {})
    expect(done).toMatchObject({ total, complete: true, preliminary: { level }, final: { level } })
  })
})

describe('the 2023 standard', () => {
  it('has 26 items of 90 points in four parts', () => {
    const best = assess(of2023, allAt(of2023, 'best'), nothingBesides(of2023))
    expect(best.sections.map(({ key, of, score }) => [key, of, score])).toEqual([
      ['B.1', 8, 32],
      ['B.2', 4, 15],
      ['B.3', 9, 28],
      ['B.4', 5, 15],
    ])
    expect([best.of, best.total]).toEqual([26, 90])
    expect(assess(of2023, allAt(of2023, 'worst'), {}).total).toBe(0)
  })

  it.each<[string, number, Inputs, number, number]>([
    ['all best', 90, {}, 0, 0],
    ['one point lost', 89, {}, 1, 1],
    ['band edge 66', 66, {}, 1, 1],
    ['band edge 65', 65, {}, 2, 2],
    ['band edge 46', 46, {}, 2, 2],
    ['band edge 45', 45, {}, 3, 3],
    ['band edge 30', 30, {}, 3, 3],
    ['band edge 29', 29, {}, 4, 4],
    ['zero', 0, {}, 4, 4],
    ['dementia', 70, { dementia: 1 }, 1, 2],
    ['another mental disorder', 70, { otherMentalDisorder: 1 }, 1, 2],
    ['both diagnoses are one rule', 70, { dementia: 1, otherMentalDisorder: 1 }, 1, 2],
    ['two falls', 70, { fall: 2 }, 1, 2],
    ['one fall and one choking are two events', 70, { fall: 1, choking: 1 }, 1, 2],
    ['lost and something else are two events', 70, { lost: 1, other: 1 }, 1, 2],
    ['twice self-harm', 70, { suicideSelfHarm: 2 }, 1, 2],
    ['one event only', 70, { fall: 1 }, 1, 1],
    ['both rules raise once', 70, { dementia: 1, fall: 3 }, 1, 2],
    ['not beyond the last level', 10, { dementia: 1 }, 4, 4],
    ['intact with dementia', 90, { dementia: 1 }, 0, 1],
    ['coma before everything', 60, { coma: 1, dementia: 1 }, 2, 4],
    ['coma of somebody able', 90, { coma: 1 }, 0, 4],
  ])('%s: %d points with %j', (_, total, inputs, preliminary, final) => {
    const done = assess(of2023, addingTo(of2023, total)!, stated(of2023, inputs))
    expect(done).toMatchObject({ complete: true, preliminary: { level: preliminary }, final: { level: final } })
  })

  it('raises twice where the house adds up', () => {
    const inputs = stated(of2023, { dementia: 1, fall: 3 })
    const answers = addingTo(of2023, 70)!
    expect(assess(of2023, answers, inputs, { stacking: 'cumulative' }).final.level).toBe(3)
    expect(assess(of2023, addingTo(of2023, 40)!, inputs, { stacking: 'cumulative' }).final.level).toBe(4)
    expect(assess(of2023, answers, inputs).rules).toEqual([
      { key: 'coma', section: null, outcome: 'notMet', from: null, to: null },
      { key: 'dementiaOrMental', section: null, outcome: 'changed', from: 1, to: 2 },
      { key: 'riskEvents', section: null, outcome: 'noChange', from: 2, to: 2 },
    ])
  })

  it('passes over what stands after a coma', () => {
    const done = assess(of2023, addingTo(of2023, 70)!, stated(of2023, { coma: 1, dementia: 1, fall: 2 }))
    expect(done.rules.map(({ outcome, from, to }) => [outcome, from, to])).toEqual([
      ['changed', 1, 4],
      ['passedOver', 4, 4],
      ['passedOver', 4, 4],
    ])
  })
})

describe('the enhanced sheet', () => {
  it('scores as the standard does', () => {
    expect(of2023Plus.sections).toBe(of2023.sections)
    expect(of2023Plus.rules).toBe(of2023.rules)
    expect(of2023Plus.preliminary).toBe(of2023.preliminary)
  })
  it.each([
    [[21], 2],
    [[1, 22], 2],
    [[1, 3, 20], 1],
    [[], 1],
  ])('reads diagnoses %j from table A.4', (diagnoses, level) => {
    const fields = { 'A.4.1': diagnoses }
    const done = assess(of2023Plus, addingTo(of2023Plus, 70)!, nothingBesides(of2023Plus), { fields })
    expect(done).toMatchObject({ complete: true, final: { level } })
  })
  it('is not complete before table A.4 is, and does not ask for a diagnosis twice', () => {
    const answers = allAt(of2023Plus, 'best')
    const none = nothingBesides(of2023Plus)
    expect(assess(of2023Plus, answers, none).openInputs).toEqual(['dementia', 'otherMentalDisorder'])
    const twice = assess(of2023Plus, answers, { ...none, dementia: 1 })
    expect(twice.faults).toEqual([
      { at: 'dementia', why: 'unknownInput', text: '“痴呆 F00～F03”由 A.4.1 得出，不单独填写' },
    ])
  })
})

describe('while it is filled', () => {
  it('says what the sum can still become, and when the level is certain', () => {
    const part = without({ ...allAt(of2023, 'best'), 'B.1.1': 'C' }, 'B.2.3', 'B.4.3')
    const done = assess(of2023, part, nothingBesides(of2023))
    expect(done).toMatchObject({
      answered: 24,
      of: 26,
      total: 80,
      range: { min: 80, max: 88 },
      preliminary: { level: 1 },
      final: { level: 1 },
      open: ['B.2.3', 'B.4.3'],
      complete: false,
    })
    expect(done.sections[1]).toMatchObject({ answered: 3, of: 4, score: 11, min: 11, max: 15, level: null })
  })
  it('leaves open what a fact that was not stated could still raise', () => {
    const done = assess(of2023, addingTo(of2023, 70)!, { coma: 0 })
    expect(done.preliminary.level).toBe(1)
    expect(done.final).toEqual({ best: 1, worst: 2, level: null })
    expect(done.rules.map((one) => one.outcome)).toEqual(['notMet', 'open', 'open'])
    expect(done.complete).toBe(false)
  })
  it('knows nothing about an empty sheet', () => {
    const empty = assess(of2023, {}, {})
    expect(empty).toMatchObject({ answered: 0, total: 0, range: { min: 0, max: 90 }, final: { best: 0, worst: 4 } })
    expect(empty.open).toHaveLength(26)
  })
})

describe('what was not asked', () => {
  const hostile = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'B.9.9', 'x'.repeat(5000)]
  it.each(allKinds.map((kind) => [kind.key, kind] as const))('is refused in %s', (_, kind) => {
    const plain = assess(kind, {}, {})
    for (const key of hostile) {
      // As JSON brings it: `__proto__` becomes a property of its own.
      const answers = JSON.parse(JSON.stringify({ a: 'A' }).replace('"a"', JSON.stringify(key)))
      const inputs = JSON.parse(JSON.stringify({ a: 1 }).replace('"a"', JSON.stringify(key)))
      const done = assess(kind, answers, inputs)
      expect(done.faults.map(({ at, why }) => [at, why])).toEqual([
        [key, 'unknownItem'],
        [key, 'unknownInput'],
      ])
      expect({ ...done, faults: [] }).toEqual({ ...plain, faults: [] })
      expect(done.faults.every((one) => one.text.length < 80)).toBe(true)
    }
  })
  it.each(allKinds.map((kind) => [kind.key, kind] as const))('%s refuses options no item of its has', (_, kind) => {
    const first = kind.sections[0]!.items[0]!
    for (const option of ['Z', 'constructor', '__proto__', '', 'a', 'A ', 1, null, true, {}, ['A']]) {
      const done = assess(kind, { [first.key]: option } as never, {})
      expect(done.faults.map((one) => one.why)).toEqual(['foreignOption'])
      expect(done.answered).toBe(0)
    }
    for (const input of kind.inputs.filter((one) => !one.fromField)) {
      for (const value of [99, -1, 0.5, Number.NaN, '1', null, true]) {
        expect(assess(kind, {}, { [input.key]: value } as never).faults.map((one) => one.why)).toEqual(['foreignValue'])
      }
    }
  })
  it('refuses an option of another item', () => {
    // B.2.4 has four options, the others five.
    expect(assess(of2023, { 'B.2.4': 'E' }, {}).faults).toEqual([
      { at: 'B.2.4', why: 'foreignOption', text: 'B.2.4 上下楼梯没有选项“E”，请在列出的选项中选一个' },
    ])
  })
  it('is no kind', () => {
    for (const key of hostile) expect(kindOf(key)).toBeUndefined()
    expect(abilityKinds.map((kind) => kind.type)).toEqual([0, 1, 2, 3])
  })
})
