// What discount rules give: a gift on a prestore, less on a bill or on one item of it.
import type pg from 'pg'
import {
  benefitOf,
  type DiscountScopeValue,
  DiscountStatus,
  DiscountType,
  type DiscountTypeValue,
  ruleWords,
} from '#contract/expense/discountWords'
import { type Fen, share, yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'

export { benefitOf }

export interface DiscountRule {
  setId: string
  name: string
  type: DiscountTypeValue
  scope: DiscountScopeValue
  thresholdFen: number
  benefitFen: number
  perThreshold: boolean
  capFen: number | null
  projectChildId: string | null
  stackable: boolean
  /** yyyy-MM-dd */
  validFrom: string
  /** With this day; null without an end. */
  validTo: string | null
}

const RULE = `r.set_id as "setId", r.name, r.type, r.scope, r.threshold_fen as "thresholdFen", r.benefit_fen as "benefitFen",
  r.per_threshold as "perThreshold", r.cap_fen as "capFen", r.project_child_id as "projectChildId", r.stackable,
  to_char(r.valid_from, 'YYYY-MM-DD') as "validFrom", to_char(r.valid_to, 'YYYY-MM-DD') as "validTo"`

const RULES = `select ${RULE} from discount_rule r where r.org_id = $1 and r.scope = any($2)
  and r.status = ${DiscountStatus.is.on}
order by r.threshold_fen desc, r.set_id`

const ONES = `select ${RULE}, r.status, to_char(coalesce($3::date, current_date), 'YYYY-MM-DD') as day
from discount_rule r where r.org_id = $1 and r.set_id = any($2)`

type Client = pg.Pool | pg.ClientBase

/**
 * Whether a rule is in force for these days, both with: the only place that judges it. A prestore has one day; a bill has
 * the days of its month that were lived, whenever it is made, so that the price does not depend on when that was.
 */
export const ruleHolds = (rule: Pick<DiscountRule, 'validFrom' | 'validTo'>, from: string, to = from): boolean =>
  rule.validFrom <= to && (rule.validTo === null || rule.validTo >= from)

/** Rules in use, the highest threshold first, whatever their days (ruleHolds). BILL also brings those of single items. */
export async function rulesFor(client: Client, orgId: string, scope: 'PRESTORE' | 'BILL'): Promise<DiscountRule[]> {
  const found = await client.query<DiscountRule>({
    name: 'discount_rules',
    text: RULES,
    values: [orgId, scope === 'BILL' ? ['BILL', 'ITEM'] : ['PRESTORE']],
  })
  return found.rows
}

export interface Gift {
  ruleId: string
  ruleName: string
  giftFen: number
}

/**
 * Gifts of the rules that were chosen for a prestore. Refused: a rule that is not in force that day, one whose threshold
 * is not reached, and several of which not all may be used together.
 */
export async function prestoreGifts(
  client: Client,
  orgId: string,
  ruleIds: readonly string[],
  amountFen: number,
  day?: string | null,
): Promise<Gift[]> {
  if (ruleIds.length === 0) return []
  const found = await client.query<DiscountRule & { status: number; day: string }>({
    name: 'discount_rules_chosen',
    text: ONES,
    values: [orgId, ruleIds, day ?? null],
  })
  const rules = [...new Set(ruleIds)].map((ruleId) => {
    const rule = found.rows.find((one) => one.setId === ruleId)
    if (!rule) throw new Refusal('NOT_FOUND', { what: '优惠规则' }, 'ruleId')
    return rule
  })
  for (const rule of rules) {
    if (rule.type !== DiscountType.is.gift) throw invalid(`“${rule.name}”是满减规则，用于账单，不能用于预存`, 'ruleId')
    if (rule.status !== DiscountStatus.is.on) throw invalid(`优惠规则“${rule.name}”已停用，请重新选择`, 'ruleId')
    if (!ruleHolds(rule, rule.day)) {
      const until = rule.validTo ? `${rule.validFrom} 至 ${rule.validTo}` : `${rule.validFrom} 起`
      throw invalid(`优惠规则“${rule.name}”的有效期是 ${until}，不能用于这一天`, 'ruleId')
    }
    if (amountFen < rule.thresholdFen) {
      throw invalid(`预存 ${yuanText(amountFen)} 元，未达到“${rule.name}”的门槛（${ruleWords(rule)}）`, 'ruleId')
    }
  }
  const alone = rules.find((rule) => !rule.stackable)
  if (rules.length > 1 && alone) throw invalid(`“${alone.name}”不能与其他优惠同时使用`, 'ruleId')
  return rules.map((rule) => ({ ruleId: rule.setId, ruleName: rule.name, giftFen: benefitOf(rule, amountFen) }))
}

/** The gift of one chosen rule; null where none was chosen. */
export async function prestoreGift(
  client: Client,
  orgId: string,
  ruleId: string | null | undefined,
  amountFen: number,
  day?: string | null,
): Promise<Gift | null> {
  return ruleId ? (await prestoreGifts(client, orgId, [ruleId], amountFen, day))[0]! : null
}

export interface DiscountLine {
  projectChildId: string | null
  /** Deductions (an absence) are negative and lower what the threshold is compared with. */
  amountFen: number
  /** fee_child.can_discount; what is charged outside the fee items is not reduced. */
  canDiscount: boolean
}

export interface BillDiscount {
  /** In the order of the lines; their sum is `totalFen`. */
  lineFen: number[]
  totalFen: number
  /** The rules that gave something, the strongest first. */
  rules: { setId: string; name: string; fen: number }[]
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** `amountFen` over the lines in proportion to what each still has; rounding never piles up. */
function spread(open: readonly number[], amountFen: number): number[] {
  const whole = sum(open)
  let running = 0
  let given = 0
  return open.map((one) => {
    running += one
    const upTo = share(running as Fen, amountFen, whole)
    const own = upTo - given
    given = upTo
    return own
  })
}

function applied(rules: readonly DiscountRule[], lines: readonly DiscountLine[]): BillDiscount {
  const lineFen = lines.map(() => 0)
  const used: BillDiscount['rules'] = []
  // Items first: what they take off no longer counts for the whole bill. One order, however the rules were brought here.
  const ordered = [...rules].sort(
    (a, b) =>
      Number(a.scope === 'BILL') - Number(b.scope === 'BILL') ||
      b.thresholdFen - a.thresholdFen ||
      (a.setId < b.setId ? -1 : 1),
  )
  for (const rule of ordered) {
    const inside = lines.map(
      (line) => line.canDiscount && (rule.scope === 'BILL' || line.projectChildId === rule.projectChildId),
    )
    const base = sum(lines.map((line, i) => (inside[i] ? line.amountFen - lineFen[i]! : 0)))
    const benefit = base > 0 ? benefitOf(rule, base) : 0
    if (benefit === 0) continue
    const open = lines.map((line, i) => (inside[i] ? Math.max(line.amountFen - lineFen[i]!, 0) : 0))
    spread(open, benefit).forEach((fen, i) => {
      lineFen[i]! += fen
    })
    used.push({ setId: rule.setId, name: rule.name, fen: benefit })
  }
  return { lineFen, totalFen: sum(lineFen), rules: used.sort((a, b) => b.fen - a.fen) }
}

/**
 * What the rules (rulesFor 'BILL') take off a bill: the best single rule, or all that may be used together, whichever
 * is better for the resident. Pure, so that a run over many bills reads the rules once.
 */
export function billDiscount(rules: readonly DiscountRule[], lines: readonly DiscountLine[]): BillDiscount {
  const together = rules.filter((rule) => rule.stackable)
  const alone = rules.filter((rule) => !rule.stackable).sort((a, b) => (a.setId < b.setId ? -1 : 1))
  const ways = [together, ...alone.map((rule) => [rule])]
  return ways.map((way) => applied(way, lines)).reduce((best, one) => (one.totalFen > best.totalFen ? one : best))
}
