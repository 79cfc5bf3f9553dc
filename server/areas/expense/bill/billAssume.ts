// Facts of a stay under an assumption: the same facts with another level, bed, price or outing from a day on. Pure.
import { FEE_CATEGORY } from '#contract/expense/feeChild'
import { addDaysTo } from './billDays.ts'
import type { StayFacts } from './billOf.ts'
import type { FeeFact } from './billPieces.ts'

/** An item as the price list has it, at the price that is assumed. */
export type AssumedItem = Omit<FeeFact, 'from' | 'to'>

export interface Assumption {
  day: string
  level?: { name: string; priceFen: number } | null
  bed?: { bedId: string; path: string } | null
  bedFee?: AssumedItem | null
  fees?: readonly AssumedItem[] | null
  trial?: boolean
  outing?: { from: string; to: string } | null
  end?: string | null
}

const ended = (fees: readonly FeeFact[], ends: (fee: FeeFact) => boolean, day: string): FeeFact[] =>
  fees
    .map((fee) =>
      ends(fee) && (fee.to === null || fee.to > day) ? { ...fee, to: fee.from > day ? fee.from : day } : fee,
    )
    .filter((fee) => fee.to === null || fee.to > fee.from)

const begins = (item: AssumedItem, day: string): FeeFact => ({ ...item, from: day, to: null })

const same = (a: AssumedItem, b: AssumedItem) =>
  a.childId === b.childId && a.priceFen === b.priceFen && a.quantity === b.quantity

/** As the residence writes it when the move is confirmed (feeSetWrite.ts). */
function feesThen(facts: StayFacts, assume: Assumption): FeeFact[] {
  const { day, fees, bedFee, level } = assume
  let rows = [...facts.fees]
  if (fees) {
    const kept = (fee: FeeFact) => fees.some((item) => same(item, fee)) && (fee.to === null || fee.to > day)
    const running = rows.filter(kept)
    rows = [
      ...ended(rows, (fee) => !kept(fee), day),
      ...fees.filter((item) => !running.some((fee) => same(item, fee))).map((item) => begins(item, day)),
    ]
  }
  if (bedFee) {
    const beds = rows.filter((fee) => fee.category === FEE_CATEGORY.bed && (fee.to === null || fee.to > day))
    if (beds.length !== 1 || !same(beds[0]!, bedFee)) {
      rows = [...ended(rows, (fee) => fee.category === FEE_CATEGORY.bed, day), begins(bedFee, day)]
    }
  }
  if (level && !fees) {
    const main = rows.find((fee) => fee.category === FEE_CATEGORY.care && (fee.to === null || fee.to > day))
    if (main && main.priceFen !== level.priceFen) {
      rows = [
        ...ended(rows, (fee) => fee.childId === main.childId, day),
        begins({ ...main, priceFen: level.priceFen }, day),
      ]
    }
  }
  return rows
}

export function assumed(facts: StayFacts, assume: Assumption): StayFacts {
  const { day, level, bed, outing, end } = assume
  const beds = bed
    ? [
        ...facts.beds.filter((one) => one.from < day).map((one) => ({ ...one, to: one.to ?? day })),
        { ...bed, from: day, to: null },
      ]
    : facts.beds
  const levels = level
    ? [...facts.levels.filter((one) => one.from < day), { from: day, name: level.name }]
    : facts.levels
  const away = outing && { outId: 'assumed', outNo: '试算', reason: '假设外出', from: outing.from, to: outing.to }
  const trialUntil =
    facts.trialUntil !== null && facts.trialUntil > day && assume.trial === false ? day : facts.trialUntil
  const fees = feesThen(facts, assume)
  return {
    ...facts,
    beds,
    levels,
    trialUntil,
    fees: end ? ended(fees, () => true, end) : fees,
    end: end ?? facts.end,
    outings: away ? [...facts.outings, away] : facts.outings,
  }
}

/** A stay that begins on the day and is not confirmed yet. */
export const stayBegins = (oldmanId: string, assume: Assumption): StayFacts => ({
  oldmanId,
  stayId: '',
  payDay: 1,
  start: assume.day,
  end: assume.end ?? null,
  trialUntil: assume.trial ? addDaysTo(assume.day, 3650) : null,
  fees: (assume.fees ?? []).map((item) => begins(item, assume.day)),
  beds: assume.bed ? [{ ...assume.bed, from: assume.day, to: null }] : [],
  levels: assume.level ? [{ from: assume.day, name: assume.level.name }] : [],
  outings: [],
  charges: [],
  billed: [],
  billedLeave: [],
  billedMonths: [],
  billedDiscounts: [],
  added: [],
  rules: {},
  again: [],
  kept: [],
  carriedFen: 0,
})
