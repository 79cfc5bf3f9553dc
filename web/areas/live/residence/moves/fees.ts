// The fees of a stay while they are being agreed: what is suggested, what follows from a choice, what they come to.
import { FEE_CATEGORY, type FeeChoiceData } from '#contract/expense/feeChild'
import { type Fen, fen } from '#contract/kit/money'
import type { BedChoiceData, FeeData } from '#contract/live/residence'

/** As the request wants them. */
export interface FeeLine {
  projectChildId: string
  priceFen: Fen
  quantity?: number | null
}

/** A deposit is no fee: it is asked for by its own field. */
export const DEPOSIT = '5'
/** Usual for everybody: meals and service. */
const USUAL: readonly string[] = ['3', '4']
const WHOLE_ROOM = /包房/
/** Beds in a room, as the price list names its rooms. */
const ROOM_NAMES = ['单人间', '双人间', '三人间', '四人间']

/** An item with its price: whoever may agree fees sees it. */
export type PricedFee = FeeChoiceData & { priceFen: Fen }

export const offeredFees = (choices: readonly FeeChoiceData[]): PricedFee[] =>
  choices.filter((one) => one.category !== DEPOSIT).map((one) => ({ ...one, priceFen: one.priceFen ?? fen(0) }))

const line = (choice: PricedFee, priceFen = choice.priceFen): FeeLine => ({
  projectChildId: choice.projectChildId,
  priceFen,
  quantity: 1,
})

/** The bed fee for a room of so many beds; the dearest guess is none. */
export function bedFeeOf(choices: readonly PricedFee[], beds: number): PricedFee | undefined {
  const all = choices.filter((one) => one.category === FEE_CATEGORY.bed && !WHOLE_ROOM.test(one.name))
  const name = ROOM_NAMES[beds - 1]
  return (
    all.find((one) => name !== undefined && one.name.includes(name)) ??
    (beds > 3 ? all.find((one) => one.name.includes('多人间')) : undefined) ??
    (all.length === 1 ? all[0] : undefined)
  )
}

export const careFeeOf = (choices: readonly PricedFee[], levelName: string | undefined) => {
  const all = choices.filter((one) => one.category === FEE_CATEGORY.care)
  return all.find((one) => levelName !== undefined && one.name.includes(levelName)) ?? all[0]
}

export interface FeeFacts {
  choices: readonly PricedFee[]
  levels: readonly { levelId: string; levelName: string; priceFen: Fen }[]
  beds: readonly Pick<BedChoiceData, 'bedId' | 'roomId'>[]
}

export interface FeeGround {
  bedId: string | null | undefined
  levelId: string | null | undefined
  wholeRoom: boolean | null | undefined
}

const bedsInRoom = (facts: FeeFacts, bedId: string | null | undefined) => {
  const room = facts.beds.find((one) => one.bedId === bedId)?.roomId
  return room === undefined ? 0 : facts.beds.filter((one) => one.roomId === room).length
}

const of = (facts: FeeFacts, one: FeeLine) =>
  facts.choices.find((choice) => choice.projectChildId === one.projectChildId)

/** Lines that follow from bed, level and whole room; what a person chose besides stays where it is. */
export function followFees(lines: readonly FeeLine[], facts: FeeFacts, ground: FeeGround): FeeLine[] {
  const level = facts.levels.find((one) => one.levelId === ground.levelId)
  const beds = bedsInRoom(facts, ground.bedId)
  const bed = beds > 0 ? bedFeeOf(facts.choices, beds) : undefined
  const care = level && careFeeOf(facts.choices, level.levelName)
  const room = ground.wholeRoom
    ? facts.choices.find((one) => one.category === FEE_CATEGORY.bed && WHOLE_ROOM.test(one.name))
    : undefined
  const isBed = (one: FeeLine) => of(facts, one)?.category === FEE_CATEGORY.bed
  const isRoom = (one: FeeLine) => isBed(one) && WHOLE_ROOM.test(of(facts, one)!.name)
  const isCare = (one: FeeLine) => of(facts, one)?.category === FEE_CATEGORY.care
  const kept = <T>(found: T | undefined, old: FeeLine | undefined, made: (value: T) => FeeLine) =>
    found === undefined ? (old ? [old] : []) : [made(found)]
  return [
    ...kept(
      bed,
      lines.find((one) => isBed(one) && !isRoom(one)),
      (one) => line(one),
    ),
    ...(room ? [lines.find(isRoom) ?? line(room)] : []),
    ...kept(care, lines.find(isCare), (one) => line(one, level!.priceFen > 0 ? level!.priceFen : one.priceFen)),
    ...lines.filter((one) => !isBed(one) && !isCare(one)),
  ]
}

/** What a new stay begins with. */
export function suggestedFees(facts: FeeFacts, ground: FeeGround): FeeLine[] {
  const usual = USUAL.flatMap((category) => {
    const first = facts.choices.find((one) => one.category === category)
    return first ? [line(first)] : []
  })
  return followFees(usual, facts, ground)
}

/** What a trial was charged for goes on unless somebody changes it. */
export const linesOf = (fees: readonly FeeData[]): FeeLine[] =>
  fees
    .filter((fee) => fee.toDate === null)
    // Prices that may not be seen: those of the price list stand in the form then.
    .flatMap(({ projectChildId, priceFen, quantity }) =>
      priceFen === null ? [] : [{ projectChildId, priceFen, quantity }],
    )

/** Months in a cycle; what is charged once or by use has no month. */
const PER_MONTH: Readonly<Record<string, number>> = { MONTH: 1, DAY: 30, SEASON: 1 / 3, YEAR: 1 / 12 }

export const lineFen = (one: FeeLine): number => Math.round(one.priceFen * (one.quantity ?? 1))

export interface FeeSum {
  /** Of everything that comes back by the month; days count thirty times. */
  monthFen: number
  onceFen: number
  /** Charged by the day: the month is a rough figure. */
  rough: boolean
}

export function sumFees(lines: readonly FeeLine[], choices: readonly PricedFee[]): FeeSum {
  const sum: FeeSum = { monthFen: 0, onceFen: 0, rough: false }
  for (const one of lines) {
    const cycle = choices.find((choice) => choice.projectChildId === one.projectChildId)?.cycle ?? 'MONTH'
    const months = PER_MONTH[cycle]
    if (months === undefined) sum.onceFen += lineFen(one)
    else sum.monthFen += Math.round(lineFen(one) * months)
    if (cycle === 'DAY') sum.rough = true
  }
  return sum
}

/** What is wrong with the lines as they stand. */
export function feeProblem(lines: readonly FeeLine[] | null | undefined): string | null {
  const all = lines ?? []
  if (all.length === 0) return '请至少约定一项费用'
  if (all.some((one) => !one.projectChildId)) return '有一行还没有选费用项目'
  if (all.some((one) => one.priceFen === null || one.priceFen === undefined)) return '有一行还没有填单价'
  const ids = all.map((one) => one.projectChildId)
  return new Set(ids).size < ids.length ? '同一个费用项目出现了两次' : null
}
