import { expect, it } from 'vitest'
import { merged } from './twoDesks.tsx'

const of = (values: Record<string, number>) => new Map(Object.entries(values))

it('keeps what both desks changed, and here what was changed here', () => {
  const base = of({ kept: 1, mine: 1, theirs: 1, both: 1, goneHere: 1, goneThere: 1 })
  const mine = of({ kept: 1, mine: 2, theirs: 1, both: 2, goneThere: 1, newHere: 2 })
  const theirs = of({ kept: 1, mine: 1, theirs: 3, both: 3, goneHere: 1, newThere: 3 })
  expect(Object.fromEntries(merged(base, mine, theirs, String))).toEqual({
    kept: 1,
    mine: 2,
    theirs: 3,
    both: 2,
    newThere: 3,
    newHere: 2,
  })
})
