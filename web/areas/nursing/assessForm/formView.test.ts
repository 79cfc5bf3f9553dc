import { describe, expect, it } from 'vitest'
import { of2013 } from '#contract/nursing/assess/kinds/of2013'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import {
  arrow,
  byWords,
  changeOf,
  chosenBy,
  itemBelow,
  nextOpen,
  onward,
  optionsInBrief,
  placesOf,
  scoreOf,
  sectionTitle,
} from './formView.ts'

it('names a section by its number in the standard, and a scale of one part by its name', () => {
  expect(sectionTitle(of2023.sections[0]!)).toBe('B.1 自理能力')
  expect(sectionTitle({ key: 'ALL', name: '跌倒风险' })).toBe('跌倒风险')
})

const places = placesOf(of2023)
const eating = places[0]!.item

describe('one item after another', () => {
  it('chooses by the number of the option', () => {
    expect(chosenBy('2', eating)?.key).toBe('B')
    expect(chosenBy('5', eating)?.score).toBe(0)
    expect(chosenBy('6', eating)).toBeNull()
    expect(chosenBy('0', eating)).toBeNull()
    expect(chosenBy('a', eating)).toBeNull()
  })
  it('goes to the one below, and past those that are answered to the next that is open', () => {
    expect(itemBelow(places, 0)?.item.key).toBe('B.1.2')
    expect(itemBelow(places, places.length - 1)).toBeNull()
    const answers = { 'B.1.1': 'A', 'B.1.2': 'A', 'B.1.3': 'A' }
    expect(nextOpen(places, answers)?.item.key).toBe('B.1.4')
    expect(onward(places, answers, 0)?.item.key).toBe('B.1.4')
    expect(onward(places, answers, 3)?.item.key).toBe('B.1.5')
  })
  it('comes back to what was left out, and to the one below once nothing is open', () => {
    const all = Object.fromEntries(places.map(({ item }) => [item.key, 'A']))
    const { 'B.1.2': _, ...but } = all
    expect(onward(places, but, places.length - 1)?.item.key).toBe('B.1.2')
    expect(nextOpen(places, all)).toBeNull()
    expect(onward(places, all, 3)?.item.key).toBe('B.1.5')
    expect(onward(places, all, places.length - 1)).toBeNull()
  })
  it('adds up what was answered', () => {
    expect(scoreOf(of2023.sections[0]!, { 'B.1.1': 'B', 'B.1.2': 'A', 'B.2.1': 'A' })).toBe(7)
  })
  it('names options in short', () => {
    expect(optionsInBrief(places.find(({ item }) => item.key === 'B.3.9')!.item)).toMatch(/^3 个选项：/)
  })
})

describe('against the last time', () => {
  it('fewer points are worse where higher is better', () => {
    const change = changeOf('higherIsBetter', eating, { 'B.1.1': 'A' }, { 'B.1.1': 'C' })!
    expect(change).toMatchObject({ by: -2, worse: true })
    expect(arrow(change)).toBe('↓2')
    expect(byWords(change.by)).toBe('少 2 分')
  })
  it('more points are worse where higher is worse', () => {
    const section = of2013.sections.find((one) => one.direction === 'higherIsWorse')!
    const item = section.items[0]!
    const sorted = item.options.toSorted((a, b) => a.score - b.score)
    const change = changeOf(
      section.direction,
      item,
      { [item.key]: sorted[0]!.key },
      { [item.key]: sorted.at(-1)!.key },
    )!
    expect(change.by).toBeGreaterThan(0)
    expect(change.worse).toBe(true)
  })
  it('says nothing of an item that one of both left out', () => {
    expect(changeOf('higherIsBetter', eating, null, { 'B.1.1': 'A' })).toBeNull()
    expect(changeOf('higherIsBetter', eating, { 'B.1.1': 'A' }, {})).toBeNull()
    expect(arrow(changeOf('higherIsBetter', eating, { 'B.1.1': 'A' }, { 'B.1.1': 'A' })!)).toBe('')
  })
})
