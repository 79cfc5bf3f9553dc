// The list of what shows money is complete: every noun of the fees that answers amounts stands on it, or is a price list.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Noun } from '#contract/kit/call'
import { MONEY_NOUNS } from './money.ts'

/** Prices and settings move with no payment; the rest is what payments are made of. */
const STILL = [
  'costSet',
  'discountRule',
  'feeChild',
  'feeSet',
  'pay',
  'project',
  'projectChild',
  'report',
  'scanPay',
  'tradeWay',
]

test('every noun of the fees either moves with money or is known to stand still', async () => {
  const files = readdirSync(new URL('../../../contract/expense/', import.meta.url)).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const nouns: string[] = []
  for (const file of files) {
    const made: Record<string, unknown> = await import(`../../../contract/expense/${file}`)
    for (const one of Object.values(made)) {
      const noun = one as Partial<Noun> | null
      if (noun && typeof noun === 'object' && noun.area === 'expense' && noun.name && noun.calls) nouns.push(noun.name)
    }
  }
  expect([...new Set(nouns)].sort()).toEqual([...MONEY_NOUNS, ...STILL].sort())
})
