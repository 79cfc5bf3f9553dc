// What a stay costs for one month of service: every agreed item cut where its price, bed, level or status changes, and
// what absences take off. Pure: the same for bills, previews, corrections and settlements.

import { FEE_CATEGORY } from '#contract/expense/feeChild'
import type { FeeSettingsData } from '#contract/expense/feeSettings'
import type { LeaveCountValue } from '#contract/expense/projectChild'
import { type Fen, share, yuanText } from '#contract/kit/money'
import { addMonths, addMonthsTo, dayOf, dayText, endOfMonth, firstDay, monthOf } from './billDays.ts'
import type { NewLine } from './billNewLine.ts'

export interface FeeFact {
  childId: string
  name: string
  category: string
  cycle: string
  unit: string | null
  prorate: 'DAY' | 'WHOLE' | 'NONE'
  billing: 'PRE' | 'POST'
  leaveTiers: readonly { fromDay: number; percent: number }[]
  /** Which days of an absence that reaches a tier count: all of them, or those from its first day on. */
  leaveCountFrom: LeaveCountValue
  /** Absences that were over by this day and taken off stay as they were; null where it never changed. */
  leaveSince: string | null
  canDiscount: boolean
  /** Place in the price list. */
  sort: number
  priceFen: number
  /** Thousandths. */
  quantity: number
  from: string
  /** The first day it no longer counts. */
  to: string | null
}

export interface OutingFact {
  outId: string
  outNo: string
  reason: string
  /** The day of leaving counts as away, the day of return does not; null while away. */
  from: string
  to: string | null
}

/** What the pieces are made from; the rest of the facts is for the bill (billOf.ts). */
export interface LivedFacts {
  start: string
  /** The day of leaving. */
  end: string | null
  /** A trial until this day; null for a stay without one, open where the trial still runs. */
  trialUntil: string | null
  fees: readonly FeeFact[]
  beds: readonly { bedId: string; path: string; from: string; to: string | null }[]
  levels: readonly { from: string; name: string }[]
  outings: readonly OutingFact[]
}

export interface PieceSetting {
  divisor: FeeSettingsData['divisor']
  countCheckoutDay: boolean
}

/** What somebody else pays for the resident: not lines, but less to pay. */
export const SUBSIDIES: readonly string[] = ['21', '22']
/** Money that is kept, not earned: never on a bill. */
const KEPT: readonly string[] = ['5', '18']

export interface ServiceLine {
  childId: string
  /** The month the service began in; corrections compare by it. */
  service: string
  /** The bill it belongs on. */
  due: string
  canDiscount: boolean
  sort: number
  line: NewLine
}

export interface Piece {
  from: number
  to: number
  fee: FeeFact
  spec: string | null
  bedId: string | null
}

const FOREVER = 1_000_000

/** The first day that no longer counts. */
export function endOf(facts: LivedFacts, setting: PieceSetting): number {
  return facts.end === null ? FOREVER : dayOf(facts.end) + (setting.countCheckoutDay ? 1 : 0)
}

/** A row that ends with the stay ends where the stay's days do. */
const until = (to: string | null, facts: LivedFacts, end: number): number =>
  to === null || to === facts.end ? end : Math.min(dayOf(to), end)

function cuts(facts: LivedFacts, category: string): number[] {
  const at: number[] = []
  if (facts.trialUntil !== null) at.push(dayOf(facts.trialUntil))
  if (category === FEE_CATEGORY.bed) for (const bed of facts.beds) at.push(dayOf(bed.from))
  if (category === FEE_CATEGORY.care) for (const level of facts.levels) at.push(dayOf(level.from))
  return at
}

function specOf(facts: LivedFacts, category: string, day: number): { spec: string | null; bedId: string | null } {
  let spec: string | null = null
  let bedId: string | null = null
  if (category === FEE_CATEGORY.bed) {
    const bed = facts.beds.findLast((one) => dayOf(one.from) <= day)
    spec = bed?.path ?? null
    bedId = bed?.bedId ?? null
  } else if (category === FEE_CATEGORY.care) {
    spec = facts.levels.findLast((one) => dayOf(one.from) <= day)?.name ?? null
  }
  if (facts.trialUntil !== null && day < dayOf(facts.trialUntil)) spec = spec === null ? '试住' : `${spec}，试住`
  return { spec, bedId }
}

/** The rows of one item inside [from, to), cut wherever something changes; pieces that do not differ are one. */
export function piecesOf(
  facts: LivedFacts,
  setting: PieceSetting,
  rows: readonly FeeFact[],
  from: number,
  to: number,
): Piece[] {
  const stayEnd = endOf(facts, setting)
  const pieces: Piece[] = []
  for (const fee of rows) {
    const first = Math.max(from, dayOf(fee.from), dayOf(facts.start))
    const last = Math.min(to, until(fee.to, facts, stayEnd))
    if (last <= first) continue
    const at = [first, ...cuts(facts, fee.category).filter((day) => day > first && day < last), last]
    const ordered = [...new Set(at)].sort((a, b) => a - b)
    for (let i = 0; i + 1 < ordered.length; i++) {
      const before = pieces.at(-1)
      const here = { from: ordered[i]!, to: ordered[i + 1]!, fee, ...specOf(facts, fee.category, ordered[i]!) }
      const same =
        before?.to === here.from &&
        before.fee.priceFen === fee.priceFen &&
        before.fee.quantity === fee.quantity &&
        before.spec === here.spec &&
        before.bedId === here.bedId
      if (same) before.to = here.to
      else pieces.push(here)
    }
  }
  return pieces
}

/** Beds and levels follow one another although each may be an item of its own: together they cover the month. */
const groupOf = (fee: FeeFact): string =>
  fee.category === FEE_CATEGORY.bed || fee.category === FEE_CATEGORY.care ? fee.category : fee.childId

export const lengthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0)

export const times = (quantity: number, unit: string) => (quantity === 1000 ? '' : ` × ${quantity / 1000} ${unit}`)

/** Days of a month for one day's share: a month that is lived whole always costs its price. */
export const wholeOf = (covered: number, length: number, monthly: boolean, setting: PieceSetting): number =>
  monthly && setting.divisor === '30' && covered < length ? 30 : length

const unitOf = (cycle: string) => (cycle === 'SEASON' ? '季' : cycle === 'YEAR' ? '年' : '月')

interface Priced {
  amountFen: number
  basis: string
}

function priced(piece: Piece, days: number, whole: number, full: boolean): Priced {
  const { priceFen, quantity, cycle, unit } = piece.fee
  const price = yuanText(priceFen)
  if (cycle === 'DAY') {
    return {
      amountFen: share(priceFen as Fen, quantity * days, 1000),
      basis: `${price}${times(quantity, '份')} × ${days} 天`,
    }
  }
  if (full) {
    return {
      amountFen: share(priceFen as Fen, quantity, 1000),
      basis: `${price}${times(quantity, unit && unit !== unitOf(cycle) ? unit : '份')} × 1 ${unitOf(cycle)}`,
    }
  }
  return {
    amountFen: share(priceFen as Fen, quantity * days, 1000 * whole),
    basis: `${price}${times(quantity, '份')} × ${days} ÷ ${whole} 天`,
  }
}

export function lineOf(piece: Piece, amount: Priced, days: number, service: string): NewLine {
  const { fee } = piece
  return {
    projectChildId: fee.childId,
    category: fee.category,
    name: fee.name,
    spec: piece.spec,
    cycle: fee.cycle,
    unit: fee.unit,
    priceFen: fee.priceFen,
    quantity: fee.quantity,
    days,
    amountFen: amount.amountFen,
    source: fee.cycle === 'ONCE' ? 'ONCE' : 'CYCLE',
    dateFrom: dayText(piece.from),
    dateTo: dayText(piece.to - 1),
    basis: amount.basis,
    bedId: piece.bedId,
    refKind: 'month',
    refId: service,
  }
}

/** One item in one period of its own length: a month, a quarter, a year. */
function periodLines(
  pieces: readonly Piece[],
  group: readonly Piece[],
  period: { from: number; to: number; service: string; monthly: boolean },
  setting: PieceSetting,
): NewLine[] {
  const length = period.to - period.from
  const covered = lengthOf(group)
  if (pieces.length === 0) return []
  const { prorate, cycle } = pieces[0]!.fee
  if (cycle !== 'DAY' && prorate !== 'DAY') {
    if (prorate === 'NONE' && covered < length) return []
    // One price for the whole period: that of its first day; whoever follows in the same group begins with the next.
    const first = group.reduce((a, b) => (b.from < a.from ? b : a))
    const own = pieces[0]!
    if (own !== first && own.from !== first.from) return []
    return [lineOf(own, priced(own, length, length, true), lengthOf(pieces), period.service)]
  }
  const whole = wholeOf(covered, length, period.monthly, setting)
  return pieces.map((piece) => {
    const days = piece.to - piece.from
    return lineOf(piece, priced(piece, days, whole, days === length), days, period.service)
  })
}

const SPANS: Readonly<Record<string, number>> = { SEASON: 3, YEAR: 12 }

/** Periods of an item that is charged by the quarter or year begin where it was agreed; those that begin in the month. */
function spansIn(rows: readonly FeeFact[], months: number, service: string): { from: number; to: number }[] {
  const anchor = rows[0]!.from
  const spans: { from: number; to: number }[] = []
  for (let n = 0; ; n += months) {
    const from = addMonthsTo(anchor, n)
    if (monthOf(from) > service) break
    if (monthOf(from) === service) spans.push({ from: dayOf(from), to: dayOf(addMonthsTo(anchor, n + months)) })
  }
  return spans
}

function onceLines(rows: readonly FeeFact[], facts: LivedFacts, setting: PieceSetting, service: string): NewLine[] {
  return rows
    .filter((fee) => monthOf(fee.from) === service && (facts.end === null || dayOf(fee.from) < endOf(facts, setting)))
    .map((fee) => {
      const from = dayOf(fee.from)
      const piece = { from, to: from + 1, fee, spec: null, bedId: null }
      const amountFen = share(fee.priceFen as Fen, fee.quantity, 1000)
      return {
        ...lineOf(piece, { amountFen, basis: `${yuanText(fee.priceFen)} × ${fee.quantity / 1000} 次` }, 1, service),
        days: null,
      }
    })
}

function timesLines(pieces: readonly Piece[], service: string): NewLine[] {
  const last = pieces.at(-1)
  if (!last) return []
  const amountFen = share(last.fee.priceFen as Fen, last.fee.quantity, 1000)
  const basis = `${yuanText(last.fee.priceFen)} × ${last.fee.quantity / 1000} 次`
  return [{ ...lineOf(last, { amountFen, basis }, 1, service), days: null }]
}

export const byChild = (fees: readonly FeeFact[]): Map<string, FeeFact[]> => {
  const map = new Map<string, FeeFact[]>()
  for (const fee of fees) {
    const rows = map.get(fee.childId)
    if (rows) rows.push(fee)
    else map.set(fee.childId, [fee])
  }
  return map
}

/** Rows that ended where they began never counted. Sorted by their days. */
export const counting = (fees: readonly FeeFact[]) =>
  fees
    .filter((fee) => !KEPT.includes(fee.category) && (fee.to === null || fee.to > fee.from))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))

/** Everything that a month of service asks for, absences left out; what is asked for later says so in `due`. */
export function serviceLines(facts: LivedFacts, service: string, setting: PieceSetting): ServiceLine[] {
  const from = firstDay(service)
  const to = endOfMonth(service)
  const fees = counting(facts.fees)
  const out: ServiceLine[] = []
  const groups = new Map<string, Piece[]>()
  const monthly = fees.filter((fee) => fee.cycle === 'MONTH' || fee.cycle === 'DAY' || fee.cycle === 'TIMES')
  const pieces = new Map<string, Piece[]>()
  for (const [childId, rows] of byChild(monthly)) {
    const own = piecesOf(facts, setting, rows, from, to)
    pieces.set(childId, own)
    const group = groupOf(rows[0]!)
    groups.set(group, [...(groups.get(group) ?? []), ...own])
  }
  for (const [childId, rows] of byChild(fees)) {
    const fee = rows[0]!
    const add = (lines: readonly NewLine[], last: string) => {
      const due = fee.billing === 'POST' && fee.cycle !== 'ONCE' ? addMonths(monthOf(last), 1) : service
      for (const line of lines) {
        out.push({ childId, service, due, canDiscount: fee.canDiscount, sort: fee.sort, line })
      }
    }
    const months = SPANS[fee.cycle]
    if (fee.cycle === 'ONCE') add(onceLines(rows, facts, setting, service), `${service}-01`)
    else if (months !== undefined) {
      for (const span of spansIn(rows, months, service)) {
        const own = piecesOf(facts, setting, rows, span.from, span.to)
        const period = { ...span, service, monthly: false }
        add(periodLines(own, own, period, setting), dayText(span.to - 1))
      }
    } else {
      const own = pieces.get(childId) ?? []
      const lines =
        fee.cycle === 'TIMES'
          ? timesLines(own, service)
          : periodLines(own, groups.get(groupOf(fee)) ?? own, { from, to, service, monthly: true }, setting)
      add(lines, dayText(to - 1))
    }
  }
  return out.sort((a, b) => a.sort - b.sort || (a.line.dateFrom! < b.line.dateFrom! ? -1 : 1))
}
