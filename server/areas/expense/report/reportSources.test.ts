// Where a report and its check take a period from: both have every day of it once, and no day from the same source.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthSources, otherSources, type Period, type Sources, sourcesOf } from './reportKit.ts'

const DAY = 86_400_000
const dayAt = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * DAY).toISOString().slice(0, 10)

const byMonth = ({ months }: Sources, day: string) =>
  months.filter(({ from, to }) => day.slice(0, 7) >= from.slice(0, 7) && day.slice(0, 7) <= to.slice(0, 7)).length
const byRows = ({ edges }: Sources, day: string) =>
  edges.filter(({ from, to }) => day >= from && day <= to).reduce((sum, edge) => sum + (edge.minus ? -1 : 1), 0)

const periods = fc
  .tuple(fc.integer({ min: 40, max: 500 }), fc.integer({ min: 0, max: 200 }))
  .map(([from, length]): Period => ({ from: dayAt(from), to: dayAt(from + length) }))

test('every day once, and the check never from where the report has it', () => {
  fc.assert(
    fc.property(periods, (period) => {
      const [own, other, months] = [sourcesOf(period), otherSources(period), monthSources(period)]
      const wrong: string[] = []
      for (let n = 0; n < 760; n++) {
        const day = dayAt(n)
        const inside = day >= period.from && day <= period.to
        const once = [own, other, months].every((one) => byMonth(one, day) + byRows(one, day) === (inside ? 1 : 0))
        const apart = !inside || (byMonth(own, day) + byMonth(other, day) === 1 && byMonth(months, day) === 1)
        if (!once || !apart) wrong.push(day)
      }
      expect(wrong).toEqual([])
    }),
    { numRuns: 60 },
  )
})
