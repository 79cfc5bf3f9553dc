// Ways to and from a bill, and how its lines are said.
import { billing } from '#contract/expense/bill'
import { openPage } from '#web/kit/open'
import { perSession as session } from '#web/kit/storage'

export const openBill = (tradeMonthId: string) => openPage(billing.pages.detail.path, { tradeMonthId })
export const openBillsOf = (oldmanId: string) => openPage(billing.pages.ofResident.path, { oldmanId })

const KEY = 'payBatchData'

/** Which bills are to be paid at once, handed from a list to the page. */
export function openBillBatch(tradeMonthIds: readonly string[]): void {
  session.set(KEY, { kind: 'BILLS', tradeMonthIds: [...tradeMonthIds] })
  openPage(billing.pages.batch.path)
}

export function billBatch(): string[] {
  const kept = session.get(KEY) as { tradeMonthIds?: unknown } | null
  return Array.isArray(kept?.tradeMonthIds) ? (kept.tradeMonthIds as string[]) : []
}

const UNITS: Readonly<Record<string, string>> = {
  MONTH: '月',
  DAY: '天',
  TIMES: '次',
  ONCE: '次',
  YEAR: '年',
  QUARTER: '季',
}

/** 3,000.00/月 */
export const perUnit = (cycle: string) => UNITS[cycle] ?? '次'

/** Thousandths as people write them: 1.5, 3. */
export const quantityText = (quantity: number) => String(quantity / 1000)

/** 30 天, 8 件 */
export const countText = (line: { days: number | null; quantity: number; unit: string | null; cycle: string }) =>
  line.days !== null
    ? `${line.days} 天`
    : `${quantityText(line.quantity)} ${(line.unit ?? '').replace(/^.*\//, '').replace('元', '') || perUnit(line.cycle)}`

/** 11-01 至 11-30 */
export const periodText = (from: string | null, to: string | null) =>
  from === null ? '—' : to === null || to === from ? from.slice(5) : `${from.slice(5)} 至 ${to.slice(5)}`
