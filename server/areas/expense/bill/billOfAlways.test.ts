// Bills from facts: what holds whatever the facts are.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billed, care, facts, fee, of, setting } from '#server/areas/expense/test/billFacts'
import { addMonths, dayOf, dayText, endOfMonth, firstDay } from './billDays.ts'
import { type BilledFact, billOf } from './billOf.ts'

describe('what always holds', () => {
  const month = fc.integer({ min: 0, max: 47 }).map((n) => addMonths('2024-01', n))
  const price = fc.integer({ min: 0, max: 2_000_000 })

  test('a month cut into pieces comes to its price, within a fen for each line', () => {
    fc.assert(
      fc.property(
        month,
        price,
        fc.uniqueArray(fc.integer({ min: 1, max: 27 }), { maxLength: 6 }),
        fc.constantFrom('ACTUAL' as const, '30' as const),
        (at, priceFen, cut, divisor) => {
          const first = firstDay(at)
          const levels = [
            { from: '2020-01-01', name: 'L' },
            ...cut.sort((a, b) => a - b).map((day, i) => ({ from: dayText(first + day), name: `L${i}` })),
          ]
          const draft = of({ start: '2020-01-01', fees: [care(priceFen, { from: '2020-01-01' })], levels }, at, {
            divisor,
          })
          expect(draft!.lines).toHaveLength(cut.length + 1)
          expect(Math.abs(draft!.totalFen - priceFen)).toBeLessThanOrEqual(draft!.lines.length)
          expect(draft!.lines.reduce((days, line) => days + line.days!, 0)).toBe(endOfMonth(at) - first)
        },
      ),
    )
  })

  test('whatever was billed, the bill never falls below zero, its sums are those of its lines, and made again it adds nothing', () => {
    fc.assert(
      fc.property(month, price, price, fc.integer({ min: 0, max: 400_000 }), (at, before, now, carriedFen) => {
        const last = addMonths(at, -1)
        const one = facts({
          start: '2020-01-01',
          fees: [care(before, { from: '2020-01-01', to: `${last}-10` }), care(now, { from: `${last}-10` })],
          billedMonths: [last],
          billed: [billed(last, before, { childId: 'care', category: '2' })],
          carriedFen,
        })
        const draft = billOf(one, at, { ...setting, asOf: `${at}-01` })!
        expect(draft.receivableFen).toBeGreaterThanOrEqual(0)
        expect(draft.lines.reduce((sum, line) => sum + line.amountFen, 0)).toBe(draft.totalFen)
        const after = {
          ...one,
          billedMonths: [last, at],
          billed: [
            ...one.billed,
            ...draft.lines
              .filter((line) => line.refKind === 'month')
              .map((line) => billed(line.refId!, line.amountFen, { childId: line.projectChildId!, category: '2' })),
          ],
          carriedFen:
            carriedFen +
            draft.lines.filter((line) => line.source === 'CARRY').reduce((s, line) => s + line.amountFen, 0),
        }
        expect(after.carriedFen).toBeGreaterThanOrEqual(0)
        const again = billOf(after, at, { ...setting, asOf: `${at}-01` })
        expect((again?.lines ?? []).filter((line) => line.source !== 'CARRY')).toEqual([])
      }),
    )
  })

  test('a stay billed by months and ended costs the days that were lived', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 200 }),
        price,
        (begin, length, priceFen) => {
          const start = dayText(dayOf('2025-01-01') + begin)
          const end = dayText(dayOf('2025-01-01') + begin + length)
          const open = facts({ start, fees: [fee(priceFen, { from: start })] })
          const billedLines: BilledFact[] = []
          const months: string[] = []
          for (let at = start.slice(0, 7); at <= end.slice(0, 7); at = addMonths(at, 1)) {
            const draft = billOf({ ...open, billed: billedLines, billedMonths: months }, at, {
              ...setting,
              asOf: `${at}-01`,
            })
            for (const line of draft?.lines ?? []) billedLines.push(billed(line.refId!, line.amountFen))
            months.push(at)
          }
          const closed = {
            ...open,
            end,
            fees: [{ ...open.fees[0]!, to: end }],
            billed: billedLines,
            billedMonths: months,
          }
          const last = billOf(closed, end.slice(0, 7), { ...setting, asOf: end, final: true })
          const asked = billedLines.reduce((sum, one) => sum + one.amountFen, 0) + (last?.totalFen ?? 0)
          let lived = 0
          for (let at = start.slice(0, 7); at <= end.slice(0, 7); at = addMonths(at, 1)) {
            const days = Math.min(endOfMonth(at), dayOf(end)) - Math.max(firstDay(at), dayOf(start))
            if (days > 0) lived += Math.round((priceFen * days) / (endOfMonth(at) - firstDay(at)))
          }
          expect(asked).toBe(lived)
        },
      ),
    )
  })
})
