// The bill of a month from the facts of a stay: what the month costs, what earlier months cost by what is known now
// less what was billed for them, absences, charges that wait, reductions. Pure; writes nothing.
import { yuanText } from '#contract/kit/money'
import { addMonths, dayOf, dayText, endOfMonth, firstDay, monthOf, monthsFrom } from './billDays.ts'
import { leaveLines } from './billLeave.ts'
import { type LivedFacts, type PieceSetting, type ServiceLine, SUBSIDIES, serviceLines } from './billPieces.ts'
import { type NewLine, sumsOf } from './billWrite.ts'
import { billDiscount, type DiscountRule } from './discountApply.ts'

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

/** What bills that stand have asked for an item and a month of service. */
export interface BilledFact {
  childId: string | null
  category: string
  name: string
  service: string
  /** Changed by a person: what they decided is not corrected again. */
  manual: boolean
  amountFen: number
  subsidyFen: number
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
  /** Carried over by earlier bills and not used yet; positive is in the elder's favour. */
  carriedFen: number
}

export interface BillSetting extends PieceSetting {
  /** yyyy-MM-dd: the day it is made; later days of absences are not known yet. */
  asOf: string
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
  /** What reduces the bill, each by its name. */
  subsidies: { name: string; basis: string; amountFen: number }[]
}

/** Corrections reach back so far: a period of a year ends within it. */
export const HORIZON = 12

/** Months of a stay that is asked for as a whole with its last bill. */
const SHORT = 3

const sum = (lines: readonly { amountFen: number }[]) => lines.reduce((all, line) => all + line.amountFen, 0)

interface Own {
  line: NewLine
  canDiscount: boolean
}

const chargeLine = (charge: ChargeFact): Own => ({
  canDiscount: false,
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

interface Correction {
  childId: string | null
  category: string
  name: string
  service: string
  nowFen: number
  billedFen: number
  canDiscount: boolean
}

const correctionLine = (one: Correction): Own => ({
  canDiscount: one.canDiscount,
  line: {
    projectChildId: one.childId,
    category: one.category,
    name: `${one.name}（${one.service} 差额）`,
    cycle: 'ONCE',
    priceFen: Math.abs(one.nowFen - one.billedFen),
    amountFen: one.nowFen - one.billedFen,
    source: 'ADJUST',
    dateFrom: `${one.service}-01`,
    dateTo: dayText(endOfMonth(one.service) - 1),
    basis: `按现在的情况应收 ${yuanText(one.nowFen)}，已出账 ${yuanText(one.billedFen)}`,
    refKind: 'month',
    refId: one.service,
  },
})

class Maker {
  readonly lines: ServiceLine[] = []
  readonly leaves: Own[] = []
  readonly corrections: Own[] = []
  readonly subsidies: BillDraft['subsidies'] = []
  private readonly asOf: number
  constructor(
    readonly facts: StayFacts,
    readonly month: string,
    readonly setting: BillSetting,
  ) {
    this.asOf = dayOf(setting.asOf)
  }

  /** A month that begins a stay and was never billed comes with the bill that follows it. */
  private isFirst(service: string): boolean {
    const { facts, month, setting } = this
    if (!setting.final) {
      return facts.billedMonths.length === 0 && service === monthOf(facts.start) && service === addMonths(month, -1)
    }
    const last = facts.billedMonths.reduce((a, b) => (b > a ? b : a), '')
    // A stay that was never billed is asked for as a whole when it was short; a long one came from before the bills.
    return last === '' ? monthOf(facts.start) >= addMonths(month, -SHORT) : service > last
  }

  /** Months that can have something to say: this one, those that were billed, those asked for later. */
  services(): string[] {
    const { facts, month, setting } = this
    const first = addMonths(month, -HORIZON)
    const start = monthOf(facts.start)
    const billed = new Set([...facts.billedMonths, ...facts.billed.map((one) => one.service)])
    const last = setting.final ? [month, ...billed].reduce((a, b) => (b > a ? b : a)) : month
    const later = facts.fees.filter((fee) => fee.billing === 'POST')
    const long = later.some((fee) => fee.cycle === 'SEASON' || fee.cycle === 'YEAR')
    const before = addMonths(month, -1)
    return monthsFrom(start > first ? start : first, last).filter(
      (one) => one === month || billed.has(one) || long || (later.length > 0 && one === before) || this.isFirst(one),
    )
  }

  private isDue = (line: { due: string }) => this.setting.final || line.due <= this.month

  service(service: string): void {
    const { facts, month, setting } = this
    const known = facts.billedMonths.includes(service) || this.isFirst(service) || service === month
    const all = serviceLines(facts, service, setting).filter(this.isDue)
    const due = all.filter((one) => known || (one.due === month && !setting.final))
    const billed = facts.billed.filter((one) => one.service === service)
    const own = due.filter((one) => !SUBSIDIES.includes(one.line.category))
    for (const childId of new Set(own.map((one) => one.childId))) {
      const lines = own.filter((one) => one.childId === childId)
      const before = billed.filter((one) => one.childId === childId)
      if (before.some((one) => one.manual)) continue
      const isNew = before.length === 0 && (service === month || this.isFirst(service) || lines[0]!.due === month)
      if (isNew) this.lines.push(...lines)
      else this.correct(lines[0]!, sum(lines.map((one) => one.line)), sum(before))
    }
    if (known || setting.final) this.gone(service, own)
    this.subsidy(service, due)
  }

  private correct(line: ServiceLine, nowFen: number, billedFen: number): void {
    if (nowFen === billedFen) return
    const { category, name } = line.line
    const { childId, service, canDiscount } = line
    this.corrections.push(correctionLine({ childId, category, name, service, nowFen, billedFen, canDiscount }))
  }

  /** Billed, and no longer lived: the stay ended, the item was called off. */
  private gone(service: string, own: readonly ServiceLine[]): void {
    const here = new Set<string | null>(own.map((one) => one.childId))
    const left = this.facts.billed.filter(
      (one) => one.service === service && !here.has(one.childId) && !SUBSIDIES.includes(one.category),
    )
    for (const childId of new Set(left.map((one) => one.childId))) {
      const before = left.filter((one) => one.childId === childId)
      const billedFen = sum(before)
      if (billedFen === 0 || before.some((one) => one.manual)) continue
      const { category, name } = before[0]!
      const one = { childId, category, name, service, nowFen: 0, billedFen, canDiscount: false }
      this.corrections.push(correctionLine(one))
    }
  }

  private subsidy(service: string, due: readonly ServiceLine[]): void {
    const paid = due.filter((one) => SUBSIDIES.includes(one.line.category))
    const billed = this.facts.billed.filter((one) => one.service === service)
    const earlier = billed.reduce(
      (all, one) => all + one.subsidyFen - (SUBSIDIES.includes(one.category) ? one.amountFen : 0),
      0,
    )
    const isNew = service === this.month || this.isFirst(service)
    if (isNew && billed.length === 0) {
      for (const { line } of paid) {
        this.subsidies.push({ name: line.name, basis: line.basis ?? '', amountFen: line.amountFen })
      }
      return
    }
    const asked = sum(due.filter((one) => !paid.includes(one)).map((one) => one.line))
    const now = Math.min(sum(paid.map((one) => one.line)), Math.max(asked, 0))
    if (now === earlier || billed.length === 0) return
    const first = paid[0]
    const one = {
      childId: first?.childId ?? null,
      category: first?.line.category ?? SUBSIDIES[0]!,
      name: first?.line.name ?? '补贴抵扣',
      service,
      nowFen: -now,
      billedFen: -earlier,
      canDiscount: false,
    }
    this.corrections.push(correctionLine(one))
  }

  private isManual = (childId: string | null, service: string) =>
    this.facts.billed.some((one) => one.manual && one.childId === childId && one.service === service)

  leave(month: string): void {
    const { facts, setting } = this
    const lines = leaveLines(facts, month, setting, this.asOf).filter(this.isDue)
    const asked = facts.billedMonths.includes(month) || month === this.month || this.isFirst(month)
    for (const one of lines) {
      if ((!asked && (setting.final || one.due !== this.month)) || this.isManual(one.childId, month)) continue
      const before = facts.billedLeave
        .filter((was) => was.outId === one.outId && was.childId === one.childId && was.service === month)
        .reduce((all, was) => all + was.amountFen, 0)
      const rest = one.line.amountFen - before
      if (rest === 0) continue
      const note = before === 0 ? '' : `，已减 ${yuanText(-before)}`
      this.leaves.push({
        canDiscount: one.canDiscount,
        line: { ...one.line, amountFen: rest, basis: `${one.line.basis ?? ''}${note}` },
      })
    }
    // Taken off for days that turned out not to be an absence.
    const still = new Set(lines.map((one) => `${one.outId}:${one.childId}`))
    const settled = new Set<string>()
    for (const was of facts.billedLeave.filter((one) => one.service === month)) {
      const key = `${was.outId}:${was.childId}`
      if (still.has(key) || settled.has(key) || this.isManual(was.childId, month)) continue
      settled.add(key)
      const amount = sum(facts.billedLeave.filter((o) => o.service === month && `${o.outId}:${o.childId}` === key))
      const fee = facts.fees.find((one) => one.childId === was.childId)
      if (amount === 0) continue
      this.leaves.push({
        canDiscount: false,
        line: {
          projectChildId: was.childId,
          category: fee?.category ?? '99',
          name: `${fee?.name ?? '费用'}（请假减免收回）`,
          cycle: 'ONCE',
          priceFen: Math.abs(amount),
          amountFen: -amount,
          source: 'LEAVE',
          dateFrom: `${month}-01`,
          dateTo: dayText(endOfMonth(month) - 1),
          basis: `已减 ${yuanText(-amount)}，外出已改动`,
          refKind: 'outing',
          refId: was.outId,
        },
      })
    }
  }

  private carry(restFen: number): Own | null {
    const { carriedFen } = this.facts
    const after = restFen - carriedFen
    const over = after < 0 && !this.setting.final ? -after : 0
    const amountFen = over - carriedFen
    if (amountFen === 0) return null
    return {
      canDiscount: false,
      line: {
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
      },
    }
  }

  /** Discounts first, then what others pay, care before the rest; each never more than a line asks for. */
  private reduce(own: readonly Own[]): { lines: NewLine[]; rule: { setId: string; name: string } | null } {
    const given = billDiscount(
      this.setting.rules,
      own.map(({ line, canDiscount }) => ({
        projectChildId: line.projectChildId ?? null,
        amountFen: line.amountFen,
        canDiscount,
      })),
    )
    const lines = own.map(({ line }, i): NewLine => ({ ...line, discountFen: given.lineFen[i]! }))
    let pool = sum(this.subsidies)
    const room = Math.max(0, sum(lines) - sumsOf(lines).discountFen - sumsOf(lines).subsidyFen)
    pool = Math.min(pool, room)
    const order = lines
      .map((line, i) => [line, i] as const)
      .sort(([a, i], [b, k]) => caredFor(b) - caredFor(a) || i - k)
    for (const [line] of order) {
      if (pool === 0) break
      if (line.refKind !== 'month') continue
      const taken = Math.min(pool, Math.max(0, line.amountFen - line.discountFen! - (line.subsidyFen ?? 0)))
      line.subsidyFen = (line.subsidyFen ?? 0) + taken
      pool -= taken
    }
    return { lines, rule: given.rules[0] ?? null }
  }

  draft(): BillDraft {
    const { facts, month, setting } = this
    const away = facts.outings.length > 0 || facts.billedLeave.length > 0
    for (const service of this.services()) {
      this.service(service)
      if (away) this.leave(service)
    }
    const charges = facts.charges.map(chargeLine)
    const own = [...this.lines, ...this.leaves, ...this.corrections, ...charges]
    const reduced = this.reduce(own)
    const before = sumsOf(reduced.lines)
    const carry = this.carry(before.totalFen - before.discountFen - before.subsidyFen)
    const lines = carry ? [...reduced.lines, carry.line] : reduced.lines
    const sums = sumsOf(lines)
    const end = facts.end === null ? endOfMonth(month) : dayOf(facts.end) + (setting.countCheckoutDay ? 1 : 0)
    const first = Math.max(firstDay(month), dayOf(facts.start))
    const last = Math.max(first, Math.min(endOfMonth(month), end) - 1)
    const periodEnd = dayText(last)
    return {
      month,
      periodStart: dayText(first),
      periodEnd,
      bedPath: facts.beds.findLast((bed) => bed.from <= periodEnd)?.path ?? null,
      levelName: facts.levels.findLast((level) => level.from <= periodEnd)?.name ?? null,
      lines,
      ...sums,
      receivableFen: sums.totalFen - sums.discountFen - sums.subsidyFen,
      ruleId: reduced.rule?.setId ?? null,
      ruleName: reduced.rule?.name ?? null,
      subsidies: this.subsidies,
    }
  }
}

const caredFor = (line: NewLine) => (line.category === '2' ? 1 : 0)

/** Null when the stay has no day in the month and nothing waits for a bill. */
export function billOf(facts: StayFacts, month: string, setting: BillSetting): BillDraft | null {
  const draft = new Maker(facts, month, setting).draft()
  return draft.lines.length === 0 ? null : draft
}
