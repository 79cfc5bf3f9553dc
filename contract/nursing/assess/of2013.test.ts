import { describe, expect, it } from 'vitest'
import { assess } from '#contract/nursing/assess/engine'
import type { Inputs, Kind } from '#contract/nursing/assess/kind'
import { of2013 } from '#contract/nursing/assess/kinds/of2013'
import { addingTo, allAt, nothingBesides, stated } from '#contract/nursing/assess/test/filled'

const [daily, mental, perception, social] = of2013.sections as [
  Kind['sections'][0],
  Kind['sections'][0],
  Kind['sections'][0],
  Kind['sections'][0],
]
const sums = (section: Kind['sections'][0], all: readonly number[]) =>
  all.map((sum) => addingTo(of2013, sum, [section])!)
/** Answers of a part that come to its level 0 to 3. None of them says 昏迷 or a diagnosis, which would raise the whole. */
const dailyAt = sums(daily, [100, 65, 45, 0])
const mentalAt = [
  { 'B.2.1': 'A', 'B.2.2': 'A', 'B.2.3': 'A' },
  { 'B.2.1': 'B', 'B.2.2': 'A', 'B.2.3': 'A' },
  { 'B.2.1': 'A', 'B.2.2': 'B', 'B.2.3': 'C' },
  { 'B.2.1': 'B', 'B.2.2': 'C', 'B.2.3': 'C' },
]
const seen = (consciousness: string, vision: string, hearing: string, talk: string) => ({
  'B.3.1': consciousness,
  'B.3.2': vision,
  'B.3.3': hearing,
  'B.3.4': talk,
})
const perceptionAt = [
  seen('A', 'B', 'B', 'A'),
  seen('A', 'C', 'A', 'A'),
  seen('A', 'A', 'D', 'B'),
  seen('A', 'E', 'A', 'A'),
]
const socialAt = sums(social, [2, 7, 13, 20])

const at = (a: number, m: number, s: number, p: number) => ({
  ...dailyAt[a]!,
  ...mentalAt[m]!,
  ...perceptionAt[s]!,
  ...socialAt[p]!,
})
const none = nothingBesides(of2013)
const levels = (a: number, m: number, s: number, p: number) => {
  const done = assess(of2013, at(a, m, s, p), none)
  expect(done.sections.map((one) => one.level?.level)).toEqual([a, m, s, p])
  expect(done.total).toBeNull()
  expect(done.complete).toBe(true)
  expect(done.final).toEqual(done.preliminary)
  return done.preliminary.level
}

/** The four clauses of the standard, word by word. */
function byWording(a: number, m: number, s: number, p: number): number[] {
  const others = [m, s, p]
  const oneOrTwo = others.filter((one) => one === 1 || one === 2).length
  const found: number[] = []
  if (a === 0 && m === 0 && s === 0 && p <= 1) found.push(0)
  if ((a === 0 && (m >= 1 || s >= 1 || p === 2)) || (a === 1 && others.some((one) => one <= 1))) found.push(1)
  if (
    (a === 1 && (others.every((one) => one === 2) || others.includes(3))) ||
    (a === 2 && oneOrTwo >= 1 && oneOrTwo <= 2)
  )
    found.push(2)
  if (a === 3 || (a === 2 && others.every((one) => one === 2)) || (a === 2 && others.includes(3))) found.push(3)
  return found
}

describe('the level of the whole in the 2013 standard', () => {
  it('is settled for all 256 combinations', () => {
    const counted = { none: 0, one: 0, several: 0 }
    for (let code = 0; code < 256; code++) {
      const four = [code >> 6, (code >> 4) & 3, (code >> 2) & 3, code & 3] as const
      const wording = byWording(...four)
      const level = levels(...four)
      if (wording.length === 0) {
        counted.none++
        // Nothing fits: it stays at what the daily activities say, as the nearest clause does.
        expect([four, level]).toEqual([four, four[0] === 0 ? 1 : 2])
      } else {
        counted[wording.length === 1 ? 'one' : 'several']++
        // Where two fit, the more severe one names the case directly.
        expect([four, level]).toEqual([four, Math.max(...wording)])
      }
    }
    expect(counted).toEqual({ none: 9, one: 187, several: 60 })
  })

  it.each([
    [0, 0, 0, 0, 0],
    [0, 0, 0, 1, 0],
    [0, 0, 0, 2, 1],
    [0, 0, 0, 3, 1],
    [0, 1, 0, 0, 1],
    [0, 3, 3, 3, 1],
    [1, 0, 0, 0, 1],
    [1, 2, 2, 1, 1],
    [1, 2, 2, 2, 2],
    [1, 3, 0, 0, 2],
    [1, 3, 3, 3, 2],
    [2, 0, 0, 0, 2],
    [2, 1, 2, 0, 2],
    [2, 1, 1, 1, 2],
    [2, 2, 2, 2, 3],
    [2, 0, 3, 0, 3],
    [3, 0, 0, 0, 3],
  ])('parts at %d %d %d %d are level %d', (a, m, s, p, level) => expect(levels(a, m, s, p)).toBe(level))
})

describe('its parts', () => {
  const levelOfPart = (section: Kind['sections'][0], answers: Readonly<Record<string, string>>) =>
    assess(of2013, answers, none).sections.find((one) => one.key === section.key)!.level!.level
  it.each([
    [100, 0],
    [95, 1],
    [65, 1],
    [60, 2],
    [45, 2],
    [40, 3],
    [0, 3],
  ])('daily activities of %d are %d', (sum, level) =>
    expect(levelOfPart(daily, addingTo(of2013, sum, [daily])!)).toBe(level),
  )
  it.each([0, 1, 2, 2, 3, 3, 3].map((level, sum) => [sum, level]))('mental state of %d is %d', (sum, level) =>
    expect(levelOfPart(mental, addingTo(of2013, sum, [mental])!)).toBe(level),
  )
  it.each([
    [0, 0],
    [2, 0],
    [3, 1],
    [7, 1],
    [8, 2],
    [13, 2],
    [14, 3],
    [20, 3],
  ])('social life of %d is %d', (sum, level) =>
    expect(levelOfPart(social, addingTo(of2013, sum, [social])!)).toBe(level),
  )
  it.each([
    ['AAAA', 0],
    ['ABBA', 0],
    ['ACAA', 1],
    ['AACA', 1],
    ['AAAB', 1],
    ['ADAA', 2],
    ['AADA', 2],
    ['AAAC', 2],
    ['BAAA', 2],
    ['BDDC', 2],
    ['AEAA', 3],
    ['AAEA', 3],
    ['AAAD', 3],
    ['BEAA', 3],
    ['ACEA', 3],
    ['CAAA', 3],
    ['DAAA', 3],
  ])('consciousness, sight, hearing and talk %s are %d', (letters, level) => {
    const [c, v, h, k] = letters.split('') as [string, string, string, string]
    expect(levelOfPart(perception, seen(c, v, h, k))).toBe(level)
  })
})

describe('what raises it', () => {
  const comaAt = { ...at(0, 0, 3, 0), 'B.3.1': 'D' }
  it.each<[string, Readonly<Record<string, string>>, Inputs, number, number]>([
    ['nothing', at(1, 0, 0, 0), {}, 1, 1],
    ['a diagnosis of dementia', at(1, 0, 0, 0), { dementia: 1 }, 1, 2],
    ['a mental illness', at(1, 0, 0, 0), { mentalIllness: 6 }, 1, 2],
    ['cognition known to be impaired', { ...at(1, 0, 0, 0), 'B.2.1': 'C' }, {}, 1, 2],
    ['two falls', at(1, 0, 0, 0), { fall: 2 }, 1, 2],
    ['two times lost', at(1, 0, 0, 0), { lost: 2 }, 1, 2],
    ['two chokings', at(1, 0, 0, 0), { choking: 3 }, 1, 2],
    ['two attempts', at(1, 0, 0, 0), { suicide: 2 }, 1, 2],
    ['one of each is twice of none', at(1, 0, 0, 0), { fall: 1, lost: 1, choking: 1, suicide: 1 }, 1, 1],
    ['both add up', at(0, 0, 0, 0), { dementia: 1, fall: 2 }, 0, 2],
    ['both at the last but one', at(2, 0, 0, 0), { dementia: 1, fall: 2 }, 2, 3],
    ['severe stays', at(3, 0, 0, 0), { dementia: 3, fall: 3 }, 3, 3],
    ['coma', comaAt, {}, 1, 3],
    ['coma and more', comaAt, { dementia: 1, fall: 2 }, 1, 3],
  ])('%s', (_, answers, inputs, preliminary, final) =>
    expect(assess(of2013, answers, stated(of2013, inputs))).toMatchObject({
      complete: true,
      preliminary: { level: preliminary },
      final: { level: final },
    }),
  )
  it('once only where the house does not add up', () =>
    expect(
      assess(of2013, at(0, 0, 0, 0), stated(of2013, { dementia: 1, fall: 2 }), { stacking: 'single' }).final.level,
    ).toBe(1))
  it('ends at a coma: nothing else need be answered', () => {
    const done = assess(of2013, { 'B.3.1': 'D' }, none)
    expect(done).toMatchObject({ answered: 1, of: 22, open: [], complete: true, final: { level: 3 } })
    expect(done.preliminary).toEqual({ best: 1, worst: 3, level: null })
    expect(assess(of2013, { 'B.3.1': 'C' }, none)).toMatchObject({ complete: false, final: { level: null } })
  })
  it('has 22 items', () => expect(assess(of2013, allAt(of2013, 'best'), none).of).toBe(22))
})
