// What a bill is made from and what is made: the facts of a stay with what was billed before, the setting, the draft.

import type { DiscountRule } from '#server/areas/expense/discountRule/discountApply'
import type { ChargeFact } from './billLines.ts'
import type { NewLine } from './billNewLine.ts'
import type { LivedFacts, PieceSetting } from './billPieces.ts'

export type { ChargeFact }

/** What bills that stand have asked for an item and a month of service. */
export interface BilledFact {
  childId: string | null
  category: string
  name: string
  service: string
  /** The bill it stands on. */
  month: string
  /** An item that is asked for with the bill of the month after. */
  post: boolean
  /** Changed by a person: what they decided is not corrected again. */
  manual: boolean
  amountFen: number
  discountFen: number
  subsidyFen: number
}

/** A line that a person put on a bill that stands. */
export interface AddedFact {
  month: string
  childId: string | null
  canDiscount: boolean
  amountFen: number
  discountFen: number
}

export interface StayFacts extends LivedFacts {
  oldmanId: string
  stayId: string
  /** Day of the month on which the bill falls due. */
  payDay: number
  charges: readonly ChargeFact[]
  billed: readonly BilledFact[]
  billedLeave: readonly { outId: string; childId: string | null; service: string; amountFen: number }[]
  /** Months that have a bill of this stay. */
  billedMonths: readonly string[]
  added: readonly AddedFact[]
  /** What later bills have asked for again or given besides, of the discount of a month. */
  billedDiscounts: readonly { month: string; amountFen: number }[]
  /** By the month of a bill: the rules it was made with. Null where that is not known. */
  rules: Readonly<Record<string, readonly DiscountRule[] | null>>
  /** Months whose bills count as not made and are asked for again as a whole. */
  again: readonly string[]
  /** What people put or decided on those bills: it stays. */
  kept: readonly { month: string; canDiscount: boolean; line: NewLine }[]
  /** Carried over by earlier bills and not used yet; positive is in the resident's favour. */
  carriedFen: number
}

export interface BillSetting extends PieceSetting {
  /** yyyy-MM-dd: the day it is made; later days of absences are not known yet. */
  asOf: string
  /** Those in use; which of them hold is judged for every month. */
  rules: readonly DiscountRule[]
  /** The last bill of the stay: everything is due, and nothing is carried over. */
  final?: boolean
}

export interface BillDraft {
  month: string
  periodStart: string
  periodEnd: string
  bedPath: string | null
  levelName: string | null
  lines: NewLine[]
  totalFen: number
  discountFen: number
  subsidyFen: number
  receivableFen: number
  ruleId: string | null
  ruleName: string | null
  /** In force for what it bills; corrections of this bill are counted with them, whatever became of them since. */
  rules: DiscountRule[]
  /** What reduces the bill, each by its name. */
  subsidies: { name: string; basis: string; amountFen: number }[]
}

/** Corrections reach back so far: a period of a year ends within it. */
export const HORIZON = 12
