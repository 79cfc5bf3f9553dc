// Lines of a bill that are not a month of service: charges, corrections of what was billed before, what is carried over.

import { yuanText } from '#contract/kit/money'
import { dayText, endOfMonth } from './billDays.ts'
import type { NewLine } from './billNewLine.ts'

/** A line with the month whose bill it belongs on; null where it belongs to none: it is neither reduced nor counted. */
export interface Own {
  line: NewLine
  canDiscount: boolean
  due: string | null
}

export interface ChargeFact {
  chargeId: string
  kind: 'ONCE' | 'MEDICAL' | 'SALOON' | 'DAMAGE' | 'ADJUST'
  childId: string | null
  category: string
  name: string
  unit: string | null
  priceFen: number
  quantity: number
  amountFen: number
  insuredFen: number
  day: string
}

export const chargeLine = (charge: ChargeFact): Own => ({
  canDiscount: false,
  due: null,
  line: {
    projectChildId: charge.childId,
    category: charge.category,
    name: charge.name,
    cycle: 'TIMES',
    unit: charge.unit,
    priceFen: charge.priceFen,
    quantity: charge.quantity,
    amountFen: charge.amountFen,
    subsidyFen: charge.insuredFen,
    source: charge.kind,
    dateFrom: charge.day,
    dateTo: charge.day,
    basis: `${yuanText(charge.priceFen)} × ${charge.quantity / 1000} ${charge.unit ?? '次'}${
      charge.insuredFen > 0 ? `，医保支付 ${yuanText(charge.insuredFen)}` : ''
    }`,
    refKind: 'charge',
    refId: charge.chargeId,
  },
})

export interface Correction {
  childId: string | null
  category: string
  name: string
  service: string
  due: string
  nowFen: number
  billedFen: number
  canDiscount: boolean
}

const ofMonth = (month: string) => ({ dateFrom: `${month}-01`, dateTo: dayText(endOfMonth(month) - 1) })

export const correctionLine = (one: Correction): Own => ({
  canDiscount: one.canDiscount,
  due: one.due,
  line: {
    projectChildId: one.childId,
    category: one.category,
    name: `${one.name}（${one.service} 差额）`,
    cycle: 'ONCE',
    priceFen: Math.abs(one.nowFen - one.billedFen),
    amountFen: one.nowFen - one.billedFen,
    source: 'ADJUST',
    ...ofMonth(one.service),
    basis: `按现在的情况应收 ${yuanText(one.nowFen)}，已出账 ${yuanText(one.billedFen)}`,
    refKind: 'month',
    refId: one.service,
  },
})

/** Lines of this kind change what was taken off the bill of a month (`refId`), not what it asked for. */
export const DISCOUNT_REF = 'discount'

/** A discount that is no longer earned is asked for; one that is earned by now is given. */
export const discountLine = (month: string, nowFen: number, givenFen: number, ruleName: string | null): Own => ({
  canDiscount: false,
  due: null,
  line: {
    category: '99',
    name: `优惠（${month} 差额）`,
    spec: ruleName,
    cycle: 'ONCE',
    priceFen: Math.abs(givenFen - nowFen),
    amountFen: givenFen - nowFen,
    source: 'ADJUST',
    ...ofMonth(month),
    basis: `按现在的应收应优惠 ${yuanText(nowFen)}，已优惠 ${yuanText(givenFen)}`,
    refKind: DISCOUNT_REF,
    refId: month,
  },
})

/** An absence that was taken off and turned out to be none. */
export const takenBackLine = (
  fee: { childId: string | null; category: string; name: string },
  outId: string,
  month: string,
  due: string,
  amountFen: number,
): Own => ({
  canDiscount: false,
  due,
  line: {
    projectChildId: fee.childId,
    category: fee.category,
    name: `${fee.name}（请假减免收回）`,
    cycle: 'ONCE',
    priceFen: Math.abs(amountFen),
    amountFen: -amountFen,
    source: 'LEAVE',
    ...ofMonth(month),
    basis: `已减 ${yuanText(-amountFen)}，外出已改动`,
    refKind: 'outing',
    refId: outId,
  },
})

/** What is carried over from earlier bills, and on to the next where this one would fall below zero. */
export function carryLine(restFen: number, carriedFen: number, final: boolean): NewLine | null {
  const after = restFen - carriedFen
  const over = after < 0 && !final ? -after : 0
  const amountFen = over - carriedFen
  if (amountFen === 0) return null
  return {
    category: '99',
    name: amountFen < 0 ? '上期结转抵扣' : '结转下期抵扣',
    cycle: 'ONCE',
    priceFen: Math.abs(amountFen),
    amountFen,
    source: 'CARRY',
    basis:
      carriedFen > 0
        ? `上期结转 ${yuanText(carriedFen)}${over > 0 ? `，余 ${yuanText(over)} 转下期` : ''}`
        : `本期应收不足 ${yuanText(over)}，转下期抵扣`,
  }
}
