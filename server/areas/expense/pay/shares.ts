// How a payment falls on the lines of a bill: in proportion to what each line still asks for, to the fen.

import type { Fen } from '#contract/kit/money'
import { share } from '#contract/kit/money'

export interface OpenLine {
  lineId: string
  /** What it asks for after reductions, less what was paid on it; negative for deductions. */
  openFen: number
}

/**
 * Shares of `amountFen` that add up exactly. Each line ends where its running total ends, so that rounding never piles up,
 * and a payment of everything leaves nothing on any line. Lines that get nothing are left out.
 */
export function sharesOf(lines: readonly OpenLine[], amountFen: number): { lineId: string; amountFen: number }[] {
  const whole = lines.reduce((sum, line) => sum + line.openFen, 0)
  if (whole <= 0 || amountFen < 0 || amountFen > whole) throw new RangeError('more than the lines ask for')
  let running = 0
  let given = 0
  const out: { lineId: string; amountFen: number }[] = []
  for (const line of lines) {
    running += line.openFen
    const upTo = share(running as Fen, amountFen, whole)
    if (upTo !== given) out.push({ lineId: line.lineId, amountFen: upTo - given })
    given = upTo
  }
  return out
}
