import { describe, expect, it } from 'vitest'
import type { Fen } from '#contract/kit/money'
import { type FeeFacts, feeProblem, followFees, type PricedFee, suggestedFees, sumFees } from './fees.ts'

const fee = (id: string, category: string, yuan: number, name = id, cycle = 'MONTH'): PricedFee => ({
  projectChildId: id,
  name,
  projectId: category,
  projectName: category,
  category,
  cycle,
  cycleName: cycle,
  unit: null,
  priceFen: (yuan * 100) as Fen,
})

const facts: FeeFacts = {
  choices: [
    fee('bed1', '1', 3600, '单人间床位费'),
    fee('bed2', '1', 2400, '双人间床位费'),
    fee('bed4', '1', 1500, '多人间床位费'),
    fee('room', '1', 3000, '包房费'),
    fee('care', '2', 1200, '护理费（按护理等级）'),
    fee('meal', '3', 30, '普通餐费', 'DAY'),
    fee('service', '4', 300),
    fee('once', '6', 2000, '一次性设施费', 'ONCE'),
  ],
  levels: [
    { levelId: 'half', levelName: '半护理', priceFen: 180_000 as Fen },
    { levelId: 'full', levelName: '全护理', priceFen: 260_000 as Fen },
  ],
  beds: [
    { bedId: 'a1', roomId: 'a' },
    { bedId: 'a2', roomId: 'a' },
    { bedId: 'b1', roomId: 'b' },
    ...['1', '2', '3', '4', '5'].map((one) => ({ bedId: `c${one}`, roomId: 'c' })),
  ],
}
const ids = (lines: readonly { projectChildId: string }[]) => lines.map((one) => one.projectChildId)

describe('fees of a stay', () => {
  it('suggests bed by the size of the room, care by the level, meals and service', () => {
    const lines = suggestedFees(facts, { bedId: 'a1', levelId: 'half', wholeRoom: false })
    expect(ids(lines)).toEqual(['bed2', 'care', 'meal', 'service'])
    expect(lines[1]!.priceFen).toBe(180_000)
    expect(ids(suggestedFees(facts, { bedId: 'b1', levelId: null, wholeRoom: false }))).toEqual([
      'bed1',
      'meal',
      'service',
    ])
    expect(ids(suggestedFees(facts, { bedId: 'c1', levelId: null, wholeRoom: true }))).toEqual([
      'bed4',
      'room',
      'meal',
      'service',
    ])
  })

  it('follows another bed or level and leaves what was added by hand', () => {
    const first = [
      ...suggestedFees(facts, { bedId: 'a1', levelId: 'half', wholeRoom: true }),
      { projectChildId: 'once', priceFen: 5 as Fen },
    ]
    const then = followFees(first, facts, { bedId: 'b1', levelId: 'full', wholeRoom: false })
    expect(ids(then)).toEqual(['bed1', 'care', 'meal', 'service', 'once'])
    expect(then.find((one) => one.projectChildId === 'care')?.priceFen).toBe(260_000)
    expect(then.at(-1)?.priceFen).toBe(5)
  })

  it('adds up months, thirty days and what is paid once', () => {
    const lines = [
      { projectChildId: 'bed2', priceFen: 240_000 as Fen, quantity: 1 },
      { projectChildId: 'meal', priceFen: 3_000 as Fen, quantity: 2 },
      { projectChildId: 'once', priceFen: 200_000 as Fen },
    ]
    expect(sumFees(lines, facts.choices)).toEqual({ monthFen: 240_000 + 180_000, onceFen: 200_000, rough: true })
  })

  it('says what is wrong before anything is sent', () => {
    expect(feeProblem([])).toBe('请至少约定一项费用')
    expect(feeProblem([{ projectChildId: '', priceFen: 1 as Fen }])).toContain('还没有选')
    expect(feeProblem([{ projectChildId: 'a', priceFen: null as unknown as Fen }])).toContain('单价')
    const twice = { projectChildId: 'a', priceFen: 1 as Fen }
    expect(feeProblem([twice, twice])).toContain('两次')
    expect(feeProblem([twice])).toBeNull()
  })
})
