// What absences take off: from the nth day of an outing on so many per cent of the day's price, as each item says.
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
  type Piece,
  type PieceSetting,
  piecesOf,
  type ServiceLine,
  SUBSIDIES,
  times,
  wholeOf,
} from './billPieces.ts'

/** The share of a day's price that the nth day of an absence takes off. */
const percentOn = (tiers: FeeFact['leaveTiers'], nth: number): number =>
  tiers.reduce((best, tier) => (tier.fromDay <= nth && tier.fromDay > best.fromDay ? tier : best), {
    fromDay: 0,
    percent: 0,
  }).percent

export interface LeaveLine extends ServiceLine {
  outId: string
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
      const parts = new Map<string, { piece: Piece; percent: number; days: number }>()
      for (let day = first; day < last; day++) {
        const piece = own.find((one) => one.from <= day && day < one.to)
        const percent = percentOn(fee.leaveTiers, day - left + 1)
        if (!piece || percent === 0) continue
        const key = `${piece.fee.priceFen}:${piece.fee.quantity}:${percent}`
        const part = parts.get(key)
        if (part) part.days += 1
        else parts.set(key, { piece, percent, days: 1 })
      }
      if (parts.size === 0) continue
      const all = [...parts.values()]
      const amountFen = all.reduce(
        (sum, { piece, percent, days }) =>
          sum - share(piece.fee.priceFen as Fen, piece.fee.quantity * days * percent, 1000 * whole * 100),
        0,
      )
      const days = all.reduce((sum, part) => sum + part.days, 0)
      const basis = all
        .map(({ piece, percent, days: n }) => {
          const price = `${yuanText(piece.fee.priceFen)}${times(piece.fee.quantity, '份')}`
          return `${price} × ${n}${whole === 1 ? ' 天' : ` ÷ ${whole} 天`} × ${percent}%`
        })
        .join(' + ')
      const due = fee.billing === 'POST' ? addMonths(month, 1) : month
      const last1 = dayText(last - 1)
      out.push({
        childId,
        service: month,
        due,
        canDiscount: fee.canDiscount,
        sort: fee.sort,
        outId: outing.outId,
        line: {
          ...lineOf(all[0]!.piece, { amountFen, basis: `−${basis}` }, days, month),
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
