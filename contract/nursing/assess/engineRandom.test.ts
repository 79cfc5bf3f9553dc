import { describe, expect, it } from 'vitest'
import { type Assessed, assess, type Span } from '#contract/nursing/assess/engine'
import type { Item, Kind, Section } from '#contract/nursing/assess/kind'
import { kindFaults } from '#contract/nursing/assess/kindFaults'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { allKinds } from '#contract/nursing/assess/kinds'
import { of2013 } from '#contract/nursing/assess/kinds/of2013'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import { allAt, random } from '#contract/nursing/assess/test/filled'

const kinds = allKinds.map((kind) => [kind.key, kind] as const)
const RUNS = 300

const asked = (kind: Kind) => kind.inputs.filter((one) => !one.fromField)
const fieldsNone = (kind: Kind) =>
  Object.fromEntries(kind.inputs.flatMap((one) => (one.fromField ? [[one.fromField.field, []]] : [])))

/** A sheet filled whole, its facts stated, and some of it as already there. The same run gives the same sheet. */
function filled(kind: Kind, run: number) {
  const { pick, chance } = random(run)
  // Most answers of a sheet resemble each other; only so all levels come up.
  const mood = pick([0, 0.2, 0.5, 0.8, 1])
  const steady = pick([0.5, 0.8, 1])
  return {
    answers: Object.fromEntries(
      [...indexOf(kind).items].map(([key, { section, item }]) => {
        const order = fromMildest(section, item)
        return [key, (chance(steady) ? order[Math.round(mood * (order.length - 1))]! : pick(order)).key]
      }),
    ),
    inputs: Object.fromEntries(
      asked(kind).map((one) => [one.key, chance(steady) ? one.options[0]!.value : pick(one.options).value]),
    ),
    stacking: pick(['single', 'cumulative'] as const),
    isThere: () => chance(0.6),
    pick,
  }
}
const runs = Array.from({ length: RUNS }, (_, i) => i + 1)

const fromMildest = (section: Section, item: Item) =>
  [...item.options].sort((a, b) => (section.direction === 'higherIsBetter' ? b.score - a.score : a.score - b.score))

const levelsOf = (one: Assessed) => [
  one.final.level!,
  one.preliminary.level!,
  ...one.sections.flatMap(({ level }) => (level ? [level.level!] : [])),
]

describe.each(kinds)('%s', (_, kind) => {
  const fields = fieldsNone(kind)

  it('is whole', () => expect(kindFaults(kind)).toEqual([]))

  it('never becomes better by a worse answer', () => {
    const items = [...indexOf(kind).items.values()]
    for (const run of runs) {
      const { answers, inputs, stacking, pick } = filled(kind, run)
      const { item, section } = pick(items)
      let before: readonly number[] | null = null
      for (const option of fromMildest(section, item)) {
        const sheet = { ...answers, [item.key]: option.key }
        const after = levelsOf(assess(kind, sheet, inputs, { stacking, fields }))
        for (const [at, level] of after.entries())
          expect(level, `run ${run}, ${item.key} ${option.key}`).toBeGreaterThanOrEqual(before?.[at] ?? 0)
        before = after
      }
    }
  })

  it('never becomes better by a worse fact', () => {
    const facts = asked(kind)
    for (const run of facts.length > 0 ? runs : []) {
      const { answers, inputs, stacking, pick } = filled(kind, run)
      const fact = pick(facts)
      let last = 0
      for (const { value } of [...fact.options].sort((a, b) => a.value - b.value)) {
        const { final } = assess(kind, answers, { ...inputs, [fact.key]: value }, { stacking, fields })
        expect(final.level, `run ${run}, ${fact.key} ${value}`).toBeGreaterThanOrEqual(last)
        last = final.level!
      }
    }
  })

  it('ends within what it said was still possible', () => {
    for (const run of runs) {
      const { answers, inputs, stacking, isThere } = filled(kind, run)
      const part = Object.fromEntries(Object.entries(answers).filter(isThere))
      // The result of another sheet is there or is not; it does not come while this one is filled.
      const stated = Object.fromEntries(
        asked(kind).flatMap((one) => (one.fromKind || isThere() ? [[one.key, inputs[one.key]!]] : [])),
      )
      const before = assess(kind, part, stated, { stacking, fields })
      const whole = assess(kind, answers, inputs, { stacking, fields })
      expect(whole).toMatchObject({ complete: true, faults: [] })
      const within = (level: number, span: Span) => {
        expect(level, `run ${run}`).toBeGreaterThanOrEqual(span.best)
        expect(level, `run ${run}`).toBeLessThanOrEqual(span.worst)
        if (span.level !== null) expect(level).toBe(span.level)
      }
      within(whole.final.level!, before.final)
      within(whole.preliminary.level!, before.preliminary)
      if (before.range) {
        expect(whole.total).toBeGreaterThanOrEqual(before.range.min)
        expect(whole.total).toBeLessThanOrEqual(before.range.max)
      }
      for (const [i, section] of before.sections.entries()) {
        const after = whole.sections[i]!
        expect(after.score).toBeGreaterThanOrEqual(section.min)
        expect(after.score).toBeLessThanOrEqual(section.max)
        if (section.level) within(after.level!.level!, section.level)
      }
      for (const [i, rule] of before.rules.entries()) {
        const after = whole.rules[i]!
        if (rule.outcome === 'notMet') expect(after.outcome).toBe('notMet')
        if (rule.outcome !== 'open' && rule.outcome !== 'notMet') expect(after.outcome).not.toBe('notMet')
        if (rule.to !== null) expect(after.to).toBe(rule.to)
      }
    }
  })

  it('comes to every level by random sheets', () => {
    const reached = new Set(
      runs.map((run) => {
        const { answers, inputs, stacking } = filled(kind, run)
        return assess(kind, answers, inputs, { stacking, fields }).final.level
      }),
    )
    expect(kind.levels.filter((one) => !reached.has(one.level))).toEqual([])
  })

  it('reaches each of its levels', () => {
    const { preliminary } = kind
    const reached = preliminary.by === 'worst' ? [] : preliminary.by === 'total' ? preliminary.bands : preliminary.cases
    if (preliminary.by !== 'worst')
      expect(new Set(reached.map((one) => one.level))).toEqual(new Set(kind.levels.map((one) => one.level)))
    const whole = { fields }
    const none = Object.fromEntries(asked(kind).map((one) => [one.key, Math.min(...one.options.map((o) => o.value))]))
    expect(assess(kind, allAt(kind, 'best'), none, whole).final.level).toBe(kind.levels[0]!.level)
    expect(assess(kind, allAt(kind, 'worst'), none, whole).final.level).toBe(kind.levels.at(-1)!.level)
  })
})

describe('a kind that is not whole', () => {
  const [first] = of2023.sections
  it.each<[string, Kind, string]>([
    [
      'a sum without a band',
      { ...of2023, preliminary: { ...of2023.preliminary, bands: [{ level: 0, min: 1, max: 90 }] } as never },
      'total: 0 lies in 0 bands',
    ],
    ['an item twice', { ...of2023, sections: [...of2023.sections, { ...first!, key: 'X' }] }, 'item B.1.1 twice'],
    ['an input no rule can read', { ...of2023, inputs: of2023.inputs.slice(1) }, 'dementiaOrMental: refers to'],
    [
      'a level from a part that has none',
      { ...of2013, sections: of2013.sections.map(({ grading: _, ...one }) => one) },
      'a section without levels of its own',
    ],
    [
      'an input from a field that is not there',
      { ...of2023, inputs: of2023.inputs.map((one) => ({ ...one, fromField: { field: 'Z' } })) },
      'input coma: no field Z',
    ],
  ])('with %s is told', (_, kind, fault) => {
    expect(kindFaults(kind).some((one) => one.startsWith(fault))).toBe(true)
  })
})
