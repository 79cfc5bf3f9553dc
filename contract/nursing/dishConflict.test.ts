// Whom a dish must not reach, and when a decision no longer does.
import { describe, expect, it } from 'vitest'
import { conflictOf, type DishFacts, type Eater, stillOpen } from './dishConflict.ts'
import { DietTherapy, MealTaboo } from './mealWords.ts'

const shrimp: DishFacts = { allergens: ['C'], taboos: [MealTaboo.is.seafood], unfit: [DietTherapy.is.lowPurine] }
const plain: DishFacts = { allergens: [], taboos: [], unfit: [] }
type Who = Pick<Eater, 'allergens' | 'taboos' | 'therapies'>
const nobody: Who = { allergens: [], taboos: [], therapies: [] }
const allergic: Who = { ...nobody, allergens: ['C', 'F'] }
const gouty: Who = { ...nobody, therapies: [DietTherapy.is.lowPurine] }
const ack = (covers: string[]) => ({ kind: 'ACK' as const, covers, dish: null })

describe('a conflict', () => {
  it('is an allergy, a restraint or a diet, each in its word; otherwise there is none', () => {
    const all = { allergens: ['C'], taboos: [MealTaboo.is.seafood], therapies: [DietTherapy.is.lowPurine] } as Who
    expect(conflictOf(shrimp, all).map((one) => [one.kind, one.key, one.word])).toEqual([
      ['ALLERGY', 'AC', '甲壳类过敏'],
      ['TABOO', 'T4', '忌海鲜'],
      ['THERAPY', 'D4', '低嘌呤'],
    ])
    expect(conflictOf(shrimp, nobody)).toEqual([])
    expect(conflictOf(plain, all)).toEqual([])
  })

  it('waits until something is decided that does', () => {
    const of = (who: Who, answer: Parameters<typeof stillOpen>[2]) => stillOpen(conflictOf(shrimp, who), who, answer)
    expect(of(allergic, null)).toBe('还没有处理')
    expect(of(allergic, { kind: 'SKIP', covers: [], dish: null })).toBeNull()
    expect(of(allergic, { kind: 'SWAP', covers: [], dish: plain })).toBeNull()
    expect(of(allergic, { kind: 'SWAP', covers: [], dish: { ...plain, allergens: ['F'] } })).toBe(
      '换的菜也有冲突：鱼类过敏',
    )
    expect(of(allergic, ack(['AC']))).toBe('过敏不能照常供应')
    expect(of(gouty, ack(['D4']))).toBeNull()
    expect(of({ ...gouty, taboos: [MealTaboo.is.seafood] }, ack(['D4']))).toBe('确认之后又有：忌海鲜')
    expect(of(nobody, null)).toBeNull()
  })
})
