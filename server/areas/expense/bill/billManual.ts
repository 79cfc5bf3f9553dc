import type { NewLine } from './billNewLine.ts'

// What a person changes on a draft is their decision: bills to come leave that item of that month alone instead of
// correcting it. The lines themselves keep it: ref_kind 'manual' with the month of service.

/** Lines that the engine made and would compare again. */
const made = (line: NewLine) => line.refKind === 'month' || line.refKind === 'outing'
const serviceOf = (line: NewLine) => (line.refKind === 'month' ? line.refId! : (line.dateFrom ?? '').slice(0, 7))
const keyOf = (line: NewLine) =>
  [line.refKind, line.refId, line.projectChildId, line.dateFrom, line.dateTo, line.amountFen].join('|')
const itemOf = (line: NewLine, service: string) => `${line.projectChildId}|${service}`

const decided = (line: NewLine, service: string): NewLine => ({ ...line, refKind: 'manual', refId: service })

/** An item that was struck out stands with nothing, so that it is not asked for again. */
const struck = (line: NewLine, service: string): NewLine => ({
  ...decided(line, service),
  amountFen: 0,
  discountFen: 0,
  subsidyFen: 0,
  basis: '本期不收取',
})

/** The lines as they are to be written in the place of `before`. */
export function withDecisions(before: readonly NewLine[], after: readonly NewLine[]): NewLine[] {
  const left = new Map<string, number>()
  for (const line of before.filter(made)) left.set(keyOf(line), (left.get(keyOf(line)) ?? 0) + 1)
  const touched = new Set<string>()
  for (const line of after.filter(made)) {
    const key = keyOf(line)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    else touched.add(itemOf(line, serviceOf(line)))
  }
  // What is left over was changed or struck out.
  const gone = before.filter(made).filter((line) => {
    const count = left.get(keyOf(line)) ?? 0
    if (count > 0) left.set(keyOf(line), count - 1)
    return count > 0
  })
  for (const line of gone) touched.add(itemOf(line, serviceOf(line)))
  const lines = after.map((line) =>
    made(line) && touched.has(itemOf(line, serviceOf(line))) ? decided(line, serviceOf(line)) : line,
  )
  const kept = new Set(lines.filter((line) => line.refKind === 'manual').map((line) => itemOf(line, line.refId ?? '')))
  const missing = new Map(
    gone.map((line) => [itemOf(line, serviceOf(line)), line] as const).filter(([item]) => !kept.has(item)),
  )
  return [...lines, ...[...missing.values()].map((line) => struck(line, serviceOf(line)))]
}
