import { describe, expect, it } from 'vitest'
import { assess } from '#contract/nursing/assess/engine'
import { easy } from '#contract/nursing/assess/kinds/easy'
import { of2013 } from '#contract/nursing/assess/kinds/of2013'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import { placesOf } from './formView.ts'
import { familyOf, levelBar } from './levelBar.ts'

const best = Object.fromEntries(placesOf(of2023).map(({ item }) => [item.key, 'A']))

describe('the bar of levels', () => {
  it('stands from the worst to the best, as wide as its scores, and fills the whole', () => {
    const { parts } = levelBar(of2023, assess(of2023, {}, {}))
    expect(parts.map((part) => [part.level, part.scores, part.family])).toEqual([
      [4, '0–29', 'red'],
      [3, '30–45', 'orange'],
      [2, '46–65', 'amber'],
      [1, '66–89', 'blue'],
      [0, '90', 'green'],
    ])
    expect(parts.reduce((sum, part) => sum + part.width, 0)).toBeCloseTo(100, 1)
  })
  it('has no frame before the first answer, and one from what is sure to what is possible', () => {
    expect(levelBar(of2023, assess(of2023, {}, {})).frame).toBeNull()
    const { 'B.1.1': _, ...but } = best
    expect(levelBar(of2023, assess(of2023, but, {})).frame).toMatchObject({ from: '86', to: '90' })
    const whole = levelBar(of2023, assess(of2023, best, {})).frame!
    expect(whole.left + whole.width).toBeCloseTo(100, 1)
  })
  it('marks the sum of the last time in its band', () => {
    const bar = levelBar(of2023, assess(of2023, best, {}))
    const moderate = bar.parts.find((part) => part.level === 2)!
    const at = bar.at(63)!
    expect(at).toBeGreaterThan(moderate.left)
    expect(at).toBeLessThan(moderate.left + moderate.width)
    expect(bar.at(null)).toBeNull()
    expect(bar.at(200)).toBeNull()
  })
  it('frames levels where nothing is added up across sections', () => {
    const first = of2013.sections[0]!.items[0]!
    const bar = levelBar(of2013, assess(of2013, { [first.key]: first.options[0]!.key }, {}))
    expect(bar.parts.map((part) => part.level)).toEqual([3, 2, 1, 0])
    expect(bar.frame).toMatchObject({ left: 0, width: 100, from: '' })
    expect(bar.at(60)).toBeNull()
  })
  it('goes from green to red over as many levels as there are', () => {
    expect(easy.levels.map((one) => familyOf(easy, one.level))).toEqual(['green', 'blue', 'orange', 'red'])
  })
})
