// The bill of a month from the facts of a stay: what the month costs, what earlier months cost by what is known now
// less what was billed for them, absences, charges that wait, reductions. Pure; writes nothing.
//
// Every month has a bill of its own, whichever paper it is asked for on: discounts and what others pay are counted from
// what belongs on the bill of that month (`due`), by the rules in force in its days. So a stay costs the same whether its
// months were billed one by one, together, or not before the resident left; bills that were made differ only by corrections.

import { yuanText } from '#contract/kit/money'
import {
  type BillDiscount,
  billDiscount,
  type DiscountRule,
  ruleHolds,
} from '#server/areas/expense/discountRule/discountApply'
import { addMonths, dayOf, dayText, endOfMonth, firstDay, monthOf, monthsFrom } from './billDays.ts'
import { isSettled, leaveLines } from './billLeave.ts'
import { carryLine, chargeLine, correctionLine, discountLine, type Own, takenBackLine } from './billLines.ts'
import type { NewLine } from './billNewLine.ts'
import { endOf, type ServiceLine, SUBSIDIES, serviceLines } from './billPieces.ts'
import { type BillDraft, type BilledFact, type BillSetting, HORIZON, type StayFacts } from './billStay.ts'
import { sumsOf } from './billWrite.ts'

export type { AddedFact, BillDraft, BilledFact, BillSetting, ChargeFact, StayFacts } from './billStay.ts'

/** Months of a stay that is asked for as a whole with its last bill. */
const SHORT = 3

const sum = (lines: readonly { amountFen: number }[]) => lines.reduce((all, line) => all + line.amountFen, 0)

const NONE: readonly BilledFact[] = []

const isSubsidy = (category: string) => SUBSIDIES.includes(category)

interface Counted {
  childId: string | null
  service: string
  due: string
  canDiscount: boolean
  line: Pick<NewLine, 'category' | 'amountFen'>
}

interface Base {
  childId: string | null
  amountFen: number
  canDiscount: boolean
}

class Maker {
  readonly lines: ServiceLine[] = []
  readonly leaves: Own[] = []
  readonly corrections: Own[] = []
  readonly subsidies: BillDraft['subsidies'] = []
  private readonly asOf: number
  /** Everything that is asked for by what is known now, and what absences take off. */
  private readonly asked: ServiceLine[] = []
  private readonly away: Counted[] = []
  /** Months that a bill has asked for. */
  private readonly before: ReadonlySet<string>
  private readonly first: string
  /** By the month they are about: each month of a long stay asks only for its own. */
  private readonly billedFor = new Map<string, BilledFact[]>()
  /** Items of a month that a person decided on. */
  private readonly manual = new Set<string>()
  constructor(
    readonly facts: StayFacts,
    readonly month: string,
    readonly setting: BillSetting,
  ) {
    this.asOf = dayOf(setting.asOf)
    this.first = addMonths(month, -HORIZON)
    const own = facts.billed.filter((one) => !one.post && !isSubsidy(one.category))
    this.before = new Set([...facts.billedMonths, ...own.map((one) => one.service)])
    for (const one of facts.billed) {
      const list = this.billedFor.get(one.service)
      if (list) list.push(one)
      else this.billedFor.set(one.service, [one])
      if (one.manual) this.manual.add(`${one.service} ${one.childId}`)
    }
    for (const { line } of facts.kept) {
      if (line.refKind === 'manual') this.manual.add(`${line.refId} ${line.projectChildId}`)
    }
  }

  private billed = (service: string): readonly BilledFact[] => this.billedFor.get(service) ?? NONE

  /** A month that begins a stay and was never billed comes with the bill that follows it. */
  private isFirst(service: string): boolean {
    const { facts, month, setting } = this
    if (facts.again.includes(service)) return true
    if (!setting.final) {
      return facts.billedMonths.length === 0 && service === monthOf(facts.start) && service === addMonths(month, -1)
    }
    const last = facts.billedMonths.reduce((a, b) => (b > a ? b : a), '')
    // A stay that was never billed is asked for as a whole when it was short; a long one came from before the bills.
    return last === '' ? monthOf(facts.start) >= addMonths(month, -SHORT) : service > last
  }

  /** Months that can have something to say: this one, those that were billed, those asked for later. */
  private services(): string[] {
    const { facts, month, setting, first } = this
    const start = monthOf(facts.start)
    const billed = new Set([...facts.billedMonths, ...facts.billed.map((one) => one.service)])
    const last = setting.final ? [month, ...billed].reduce((a, b) => (b > a ? b : a)) : month
    const later = facts.fees.filter((fee) => fee.billing === 'POST')
    const long = later.some((fee) => fee.cycle === 'SEASON' || fee.cycle === 'YEAR')
    const before = addMonths(month, -1)
    const next = new Set(later.length > 0 ? facts.again.map((one) => addMonths(one, -1)) : [])
    return monthsFrom(start > first ? start : first, last).filter(
      (one) =>
        one === month ||
        billed.has(one) ||
        long ||
        (later.length > 0 && one === before) ||
        next.has(one) ||
        this.isFirst(one),
    )
  }

  /** The bill that something belongs on; with the last bill everything is due. */
  private dueOf = (due: string) => (this.setting.final && due > this.month ? this.month : due)
  private dated = <T extends { due: string }>(one: T): T => {
    const due = this.dueOf(one.due)
    return due === one.due ? one : { ...one, due }
  }

  private isNow = (due: string) => due === this.month || this.facts.again.includes(due)

  private isAsked = ({ service, due, childId }: { service: string; due: string; childId: string }): boolean =>
    this.before.has(service) ||
    service === this.month ||
    this.isFirst(service) ||
    this.isNow(due) ||
    this.billed(service).some((one) => one.childId === childId)

  private isManual = (childId: string | null, service: string) => this.manual.has(`${service} ${childId}`)

  private service(service: string): void {
    const { facts, month, setting } = this
    const billed = this.billed(service)
    const due = serviceLines(facts, service, setting)
      .map(this.dated)
      .filter((one) => one.due <= month && this.isAsked(one))
    this.asked.push(...due)
    const own = due.filter((one) => !isSubsidy(one.line.category))
    for (const childId of new Set(own.map((one) => one.childId))) {
      if (this.isManual(childId, service)) continue
      const lines = own.filter((one) => one.childId === childId)
      const before = billed.filter((one) => one.childId === childId)
      const isNew = before.length === 0 && (service === month || this.isFirst(service) || this.isNow(lines[0]!.due))
      if (isNew) this.lines.push(...lines)
      else this.correct(lines[0]!, sum(lines.map((one) => one.line)), sum(before))
    }
    this.gone(service, own)
  }

  private correct(line: ServiceLine, nowFen: number, billedFen: number): void {
    if (nowFen === billedFen) return
    const { category, name } = line.line
    const { childId, service, canDiscount, due } = line
    this.corrections.push(correctionLine({ childId, category, name, service, due, nowFen, billedFen, canDiscount }))
  }

  /** Billed, and no longer lived: the stay ended, the item was called off. */
  private gone(service: string, own: readonly ServiceLine[]): void {
    const here = new Set<string | null>(own.map((one) => one.childId))
    const left = this.billed(service).filter((one) => !here.has(one.childId) && !isSubsidy(one.category))
    for (const childId of new Set(left.map((one) => one.childId))) {
      const before = left.filter((one) => one.childId === childId)
      const billedFen = sum(before)
      if (billedFen === 0 || this.isManual(childId, service)) continue
      const { category, name } = before[0]!
      const due = this.billOfFact(before[0]!)
      this.corrections.push(
        correctionLine({ childId, category, name, service, due, nowFen: 0, billedFen, canDiscount: false }),
      )
    }
  }

  private leave(month: string): void {
    const { facts, setting } = this
    const lines = leaveLines(facts, month, setting, this.asOf)
      .map(this.dated)
      .filter((one) => one.due <= this.month && this.isAsked(one) && !this.isManual(one.childId, month))
    for (const one of lines) {
      const own = facts.billedLeave.filter((was) => was.outId === one.outId && was.childId === one.childId)
      const before = sum(own.filter((was) => was.service === month))
      // Over and taken off before the item's way of counting changed: it stays as it was.
      const counted = own.length > 0 && one.settled ? before : one.line.amountFen
      this.away.push(counted === one.line.amountFen ? one : { ...one, line: { ...one.line, amountFen: counted } })
      const rest = counted - before
      if (rest === 0) continue
      const note = before === 0 ? '' : `，已减 ${yuanText(-before)}`
      this.leaves.push({
        canDiscount: one.canDiscount,
        due: one.due,
        line: { ...one.line, amountFen: rest, basis: `${one.line.basis ?? ''}${note}` },
      })
    }
    this.backAgain(month, new Set(lines.map((one) => `${one.outId}:${one.childId}`)))
  }

  /** Taken off for days that turned out not to be an absence. */
  private backAgain(month: string, still: ReadonlySet<string>): void {
    const { facts } = this
    const settled = new Set<string>()
    for (const was of facts.billedLeave.filter((one) => one.service === month)) {
      const key = `${was.outId}:${was.childId}`
      if (still.has(key) || settled.has(key) || this.isManual(was.childId, month)) continue
      settled.add(key)
      const amount = sum(facts.billedLeave.filter((o) => o.service === month && `${o.outId}:${o.childId}` === key))
      if (amount === 0) continue
      const fee = facts.fees.find((one) => one.childId === was.childId)
      const item = { childId: was.childId, category: fee?.category ?? '99', name: fee?.name ?? '费用' }
      const due = this.dueOf(fee?.billing === 'POST' ? addMonths(month, 1) : month)
      const outing = facts.outings.find((one) => one.outId === was.outId)
      if (fee && outing && isSettled(fee, outing)) {
        const line = { category: fee.category, amountFen: amount }
        this.away.push({ childId: was.childId, service: month, due, canDiscount: fee.canDiscount, line })
        continue
      }
      this.leaves.push(takenBackLine(item, was.outId, month, due, amount))
    }
  }

  /** The month whose bill something billed belongs on, wherever it stood. */
  private billOfFact(one: BilledFact): string {
    if (!one.post) return one.service
    return this.billed(one.service)
      .filter((other) => other.childId === one.childId)
      .reduce((first, other) => (other.month < first ? other.month : first), one.month)
  }

  /** The rules of a month: those its bill was made with, or those in use; in force in the days that were lived. */
  private rulesOf(due: string): readonly DiscountRule[] | null {
    const { facts, setting } = this
    const on = this.billed(due).find((one) => !one.post)?.month ?? due
    const known = facts.rules[due] !== undefined ? facts.rules[due] : facts.rules[on]
    if (known === null) return null
    const from = dayText(Math.max(firstDay(due), dayOf(facts.start)))
    const to = dayText(Math.min(endOfMonth(due), endOf(facts, setting)) - 1)
    return (known ?? setting.rules).filter((rule) => ruleHolds(rule, from, to))
  }

  /** What the bill of a month that was asked for before comes to by what is known now. */
  private trueOf(due: string): Base[] {
    const { facts } = this
    const canDiscount = (childId: string | null) => facts.fees.find((fee) => fee.childId === childId)?.canDiscount
    const lived = [...this.asked, ...this.away].filter(
      (one) => one.due === due && !isSubsidy(one.line.category) && !this.isManual(one.childId, one.service),
    )
    const decided = facts.billed.filter(
      (one) =>
        !isSubsidy(one.category) && this.isManual(one.childId, one.service) && this.dueOf(this.billOfFact(one)) === due,
    )
    return [
      ...lived.map((one) => ({
        childId: one.childId,
        amountFen: one.line.amountFen,
        canDiscount: one.canDiscount,
      })),
      ...decided.map((one) => ({ ...one, canDiscount: canDiscount(one.childId) ?? false })),
      ...facts.added.filter((one) => this.dueOf(one.month) === due),
    ]
  }

  private given = (rules: readonly DiscountRule[], base: readonly Base[]): BillDiscount =>
    billDiscount(
      rules,
      base.map(({ childId, amountFen, canDiscount }) => ({ projectChildId: childId, amountFen, canDiscount })),
    )

  /** Discount and subsidies of a month that was billed, against what it was billed with. */
  private compare(due: string): void {
    const { facts } = this
    const billed = facts.billed.filter((one) => this.billOfFact(one) === due)
    // Its oldest part lies before what is looked at: nothing can be said of the whole.
    if (billed.some((one) => one.service < this.first)) return
    const base = this.trueOf(due)
    const added = facts.added.filter((one) => one.month === due)
    const givenFen =
      [...billed, ...added].reduce((all, one) => all + one.discountFen, 0) -
      sum(facts.billedDiscounts.filter((one) => one.month === due))
    const rules = this.rulesOf(due)
    const now = rules === null ? null : this.given(rules, base)
    const nowFen = now === null ? givenFen : now.totalFen
    if (nowFen !== givenFen) {
      const names = now?.rules.map((rule) => rule.name).join('、') || null
      this.corrections.push(discountLine(due, nowFen, givenFen, names))
    }
    this.compareSubsidy(due, billed, Math.max(0, sum(base) - nowFen))
  }

  private compareSubsidy(due: string, billed: readonly BilledFact[], roomFen: number): void {
    if (billed.length === 0) return
    const paid = this.asked.filter((one) => one.due === due && isSubsidy(one.line.category))
    const earlier = billed.reduce((all, one) => all + one.subsidyFen - (isSubsidy(one.category) ? one.amountFen : 0), 0)
    const now = Math.min(sum(paid.map((one) => one.line)), roomFen)
    if (now === earlier) return
    const first = paid[0]
    const was = billed.find((one) => isSubsidy(one.category))
    this.corrections.push(
      correctionLine({
        childId: first?.childId ?? was?.childId ?? null,
        category: first?.line.category ?? was?.category ?? SUBSIDIES[0]!,
        name: first?.line.name ?? was?.name ?? '补贴抵扣',
        service: first?.service ?? was?.service ?? due,
        due,
        nowFen: -now,
        billedFen: -earlier,
        canDiscount: false,
      }),
    )
  }

  /** Discounts first, then what others pay, care before the rest; each never more than its month asks for. */
  private reduce(own: readonly Own[]): { lines: NewLine[]; given: BillDiscount['rules']; rules: DiscountRule[] } {
    const lines = own.map(({ line }): NewLine => ({ ...line }))
    const given: BillDiscount['rules'] = []
    const rules = new Map<string, DiscountRule>()
    const months = new Set(own.flatMap(({ due }) => (due === null || this.before.has(due) ? [] : [due])))
    for (const due of [...months].sort()) {
      const at = own.flatMap((one, i) => (one.due === due ? [i] : []))
      const inForce = this.rulesOf(due) ?? []
      for (const rule of inForce) rules.set(rule.setId, rule)
      const less = this.given(
        inForce,
        at.map((i) => {
          const { line, canDiscount } = own[i]!
          return { childId: line.projectChildId ?? null, amountFen: line.amountFen, canDiscount }
        }),
      )
      at.forEach((i, n) => {
        lines[i]!.discountFen = less.lineFen[n]!
      })
      given.push(...less.rules)
      this.subsidise(
        due,
        at.map((i) => lines[i]!),
      )
    }
    return { lines, given, rules: [...rules.values()] }
  }

  private subsidise(due: string, lines: readonly NewLine[]): void {
    const paid = this.asked.filter((one) => one.due === due && isSubsidy(one.line.category)).map((one) => one.line)
    for (const { name, basis, amountFen } of paid) this.subsidies.push({ name, basis: basis ?? '', amountFen })
    const { totalFen, discountFen, subsidyFen } = sumsOf(lines)
    let pool = Math.min(sum(paid), Math.max(0, totalFen - discountFen)) - subsidyFen
    const order = lines
      .map((line, i) => [line, i] as const)
      .sort(([a, i], [b, k]) => caredFor(b) - caredFor(a) || i - k)
    for (const [line] of order) {
      if (pool <= 0) break
      if (line.refKind !== 'month') continue
      const taken = Math.min(pool, Math.max(0, line.amountFen - (line.discountFen ?? 0) - (line.subsidyFen ?? 0)))
      line.subsidyFen = (line.subsidyFen ?? 0) + taken
      pool -= taken
    }
  }

  draft(): BillDraft {
    const { facts, month, setting } = this
    const away = facts.outings.length > 0 || facts.billedLeave.length > 0
    for (const service of this.services()) {
      this.service(service)
      if (away) this.leave(service)
    }
    for (const due of [...this.before].sort()) {
      if (due >= this.first && (setting.final || due <= month)) this.compare(due)
    }
    const kept = facts.kept.map((one): Own => ({ ...one, due: this.dueOf(one.month) }))
    const charges = facts.charges.filter((one) => setting.final || monthOf(one.day) <= month).map(chargeLine)
    const own: Own[] = [...this.lines, ...kept, ...this.leaves, ...this.corrections, ...charges]
    const reduced = this.reduce(own)
    const before = sumsOf(reduced.lines)
    const rest = before.totalFen - before.discountFen - before.subsidyFen
    const carry = carryLine(rest, facts.carriedFen, setting.final ?? false)
    const lines = carry ? [...reduced.lines, carry] : reduced.lines
    const sums = sumsOf(lines)
    const first = Math.max(firstDay(month), dayOf(facts.start))
    const last = Math.max(first, Math.min(endOfMonth(month), endOf(facts, setting)) - 1)
    const periodEnd = dayText(last)
    const given = [...reduced.given].sort((a, b) => b.fen - a.fen)
    return {
      month,
      periodStart: dayText(first),
      periodEnd,
      bedPath: facts.beds.findLast((bed) => bed.from <= periodEnd)?.path ?? null,
      levelName: facts.levels.findLast((level) => level.from <= periodEnd)?.name ?? null,
      lines,
      ...sums,
      receivableFen: sums.totalFen - sums.discountFen - sums.subsidyFen,
      ruleId: given[0]?.setId ?? null,
      ruleName: [...new Set(given.map((rule) => rule.name))].join('、') || null,
      rules: reduced.rules,
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
