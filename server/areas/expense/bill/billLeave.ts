// What absences take off, as each item says: once an outing is long enough every day of it, or only the days from the nth
// on, so many per cent of the day's price.
import { type LeaveTierData, leaveTierOn } from '#contract/expense/projectChild'
import { type Fen, share, yuanText } from '#contract/kit/money'
import { addMonths, dayOf, dayText, endOfMonth, firstDay } from './billDays.ts'
import {
  byChild,
  counting,
  endOf,
  type FeeFact,
  type LivedFacts,
  lengthOf,
  lineOf,
  type OutingFact,
  type Piece,
  type PieceSetting,
  piecesOf,
  type ServiceLine,
  SUBSIDIES,
  times,
  wholeOf,
} from './billPieces.ts'

export interface LeaveLine extends ServiceLine {
  outId: string
  /** Over before the item's way of counting was last changed. */
  settled: boolean
}

export const isSettled = (fee: Pick<FeeFact, 'leaveSince'>, outing: Pick<OutingFact, 'to'>): boolean =>
  fee.leaveSince !== null && outing.to !== null && outing.to <= fee.leaveSince

interface Part {
  piece: Piece
  tier: LeaveTierData
  days: number
}

/** 外出 9 天，满 7 天按实际天数退餐费 9 天 × 30.00 */
function words(fee: FeeFact, away: number, parts: readonly Part[], whole: number): string {
  const all = parts.reduce((sum, part) => sum + part.days, 0)
  const here = fee.leaveCountFrom === 'EACH_DAY' && all < away ? '本月 ' : ''
  const tiers = [...new Set(parts.map((part) => part.tier))]
  const said = tiers.map((tier) => {
    const how = fee.leaveCountFrom === 'EACH_DAY' ? `满 ${tier.fromDay} 天按实际天数退` : `第 ${tier.fromDay} 天起退`
    const sums = parts
      .filter((part) => part.tier === tier)
      .map(({ piece, days }) => {
        const price = `${yuanText(piece.fee.priceFen)}${times(piece.fee.quantity, '份')}`
        const share = tier.percent === 100 ? '' : ` × ${tier.percent}%`
        return `${days}${whole === 1 ? ' 天' : ` ÷ ${whole} 天`} × ${price}${share}`
      })
    return `${how}${fee.name} ${here}${sums.join(' + ')}`
  })
  return `外出 ${away} 天，${said.join('；')}`
}

/** What absences of a calendar month take off, one line for an outing and an item. `asOf`: days from here on may still change. */
export function leaveLines(facts: LivedFacts, month: string, setting: PieceSetting, asOf: number): LeaveLine[] {
  const from = firstDay(month)
  const to = endOfMonth(month)
  const out: LeaveLine[] = []
  const fees = counting(facts.fees).filter((fee) => fee.leaveTiers.length > 0 && !SUBSIDIES.includes(fee.category))
  if (fees.length === 0) return out
  for (const outing of facts.outings) {
    const left = dayOf(outing.from)
    const back = Math.min(outing.to === null ? asOf : dayOf(outing.to), asOf, endOf(facts, setting))
    const first = Math.max(left, from)
    const last = Math.min(back, to)
    if (last <= first) continue
    for (const [childId, rows] of byChild(fees)) {
      const fee = rows[0]!
      if (fee.cycle !== 'MONTH' && fee.cycle !== 'DAY') continue
      const own = piecesOf(facts, setting, rows, from, to)
      const covered = lengthOf(own)
      if (fee.prorate === 'NONE' && fee.cycle !== 'DAY' && covered < to - from) continue
      const whole = fee.cycle === 'DAY' ? 1 : wholeOf(covered, to - from, true, setting)
      const parts = new Map<string, Part>()
      for (let day = first; day < last; day++) {
        const piece = own.find((one) => one.from <= day && day < one.to)
        const tier = leaveTierOn(fee.leaveTiers, fee.leaveCountFrom, day - left + 1, back - left)
        if (!piece || !tier) continue
        const key = `${piece.fee.priceFen}:${piece.fee.quantity}:${tier.fromDay}`
        const part = parts.get(key)
        if (part) part.days += 1
        else parts.set(key, { piece, tier, days: 1 })
      }
      if (parts.size === 0) continue
      const all = [...parts.values()]
      const amountFen = all.reduce(
        (sum, { piece, tier, days }) =>
          sum - share(piece.fee.priceFen as Fen, piece.fee.quantity * days * tier.percent, 1000 * whole * 100),
        0,
      )
      const days = all.reduce((sum, part) => sum + part.days, 0)
      const basis = words(fee, back - left, all, whole)
      const due = fee.billing === 'POST' ? addMonths(month, 1) : month
      const last1 = dayText(last - 1)
      out.push({
        childId,
        service: month,
        due,
        canDiscount: fee.canDiscount,
        sort: fee.sort,
        outId: outing.outId,
        settled: isSettled(fee, outing),
        line: {
          ...lineOf(all[0]!.piece, { amountFen, basis }, days, month),
          name: `${fee.name}（请假减免）`,
          spec: `外出单 ${outing.outNo}，${outing.reason}，${outing.from.slice(5)} 至 ${last1.slice(5)}`,
          source: 'LEAVE',
          dateFrom: dayText(first),
          dateTo: last1,
          refKind: 'outing',
          refId: outing.outId,
        },
      })
    }
  }
  return out
}
