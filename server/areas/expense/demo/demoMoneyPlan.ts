// Fourteen months of money in the demo house, so that a month stands beside the same one a year before, planned before anything is written: bills from the stays as they were known on
// the day they were made, how each family pays, deposits, prestores, a dozen who are late, those who left and were paid
// out. Pure: what follows from the facts and a seed.

import type { TradeWayValue } from '#contract/expense/tradeWords'
import { addDaysTo, addMonths, dayOf, firstDay, monthOf, monthsFrom } from '#server/areas/expense/bill/billDays'
import { type BillDraft, type BilledFact, billOf, type StayFacts } from '#server/areas/expense/bill/billOf'
import { type Chance, chance } from '#server/kit/chance'
import type { DemoContext } from '#server/kit/demo'
import { Book } from './demoMoneyBook.ts'

const SEED = 20_261_105
/** Before the running one. */
const MONTHS = 13
/** Months that a bill may still correct: what happened before was known to the bill before. */
const LOOKS_BACK = 2
const LATE = 12
const RUNNING = '9999-01-01'

export interface DemoStay extends StayFacts {
  name: string
  depositFen: number
  /** The stay is settled since. */
  settledAt: string | null
  settleId: string | null
  open: boolean
}

export interface DemoReservation {
  oldmanId: string
  name: string
  bookingFen: number
  made: string
  /** Called off on this day and paid back. */
  cancelled: string | null
}

const setting = { divisor: 'ACTUAL', countCheckoutDay: false, rules: [] } as const

/** What the clerk knew of a stay on that day. */
function knownOn(stay: DemoStay, day: string): StayFacts {
  const later = (to: string | null) => (to !== null && to > day ? null : to)
  return {
    ...stay,
    end: later(stay.end),
    trialUntil: stay.trialUntil !== null && stay.trialUntil > day ? RUNNING : stay.trialUntil,
    fees: stay.fees.filter((fee) => fee.from <= day).map((fee) => ({ ...fee, to: later(fee.to) })),
    beds: stay.beds.filter((bed) => bed.from <= day).map((bed) => ({ ...bed, to: later(bed.to) })),
    levels: stay.levels.filter((level) => level.from <= day),
    outings: stay.outings.filter((out) => out.from <= day).map((out) => ({ ...out, to: later(out.to) })),
  }
}

/** Days on which something of a stay changes; absences may be corrected for long. */
function changesOf(stay: DemoStay): (since: string, day: string) => boolean {
  const dated = [...stay.fees, ...stay.beds].flatMap((one) => [one.from, one.to])
  const dates = new Set([...dated, ...stay.levels.map((one) => one.from), stay.trialUntil, stay.end])
  const days = [...dates].filter((one) => one !== null)
  return (since, day) => stay.outings.length > 0 || days.some((one) => one >= since && one <= day)
}

const WAYS: readonly TradeWayValue[] = [3, 3, 3, 8, 8, 2, 2, 4, 5]
const two = (value: number) => String(value).padStart(2, '0')

const SHOP = [
  ['理发', 1_500],
  ['修脚', 3_000],
  ['代购水果、酸奶', 3_680],
  ['代购日用品', 8_600],
] as const
const DOCTOR = [
  ['门诊诊疗费', 2_500, 1_500],
  ['换药', 7_200, 3_600],
  ['血糖监测（一周）', 4_200, 0],
] as const

/** Before the new year people shop, and there are more colds. */
const WINTER = ['12', '01', '02']

interface Habit {
  /** Null: from the balance. */
  way: TradeWayValue | null
  /** Days after the bill. */
  wait: number
  owes: 'no' | 'one' | 'two'
}

class Planner {
  readonly book: Book
  private readonly luck: Chance = chance(SEED)
  private readonly thisMonth: string
  private readonly first: string
  private readonly dayOfMonth: number
  private readonly yesterday: string
  /** One payment in the last weeks was taken by the wrong way. */
  private readonly wrongMonth: string
  private wrong = false
  constructor(readonly demo: DemoContext) {
    this.book = new Book(demo)
    this.thisMonth = monthOf(demo.today)
    this.first = addMonths(this.thisMonth, -MONTHS)
    this.yesterday = demo.day(-1)
    this.wrongMonth = addMonths(this.thisMonth, -1)
    this.dayOfMonth = dayOf(demo.today) - firstDay(this.thisMonth) + 1
  }

  private time = () => `${two(this.luck.between(9, 16))}:${two(this.luck.between(0, 59))}:${two(this.luck.below(60))}`
  private at = (day: string) => `${day} ${this.time()}`

  plan(stays: readonly DemoStay[], reservations: readonly DemoReservation[]): Book {
    const living = stays.filter((stay) => stay.open && stay.start < this.demo.day(-60) && stay.depositFen > 0)
    const step = Math.max(1, Math.floor(living.length / LATE))
    const late = new Set(
      living
        .filter((_, i) => i % step === 3)
        .slice(0, LATE)
        .map((stay) => stay.stayId),
    )
    let n = 0
    for (const stay of stays) {
      const owes = !late.has(stay.stayId) ? 'no' : n++ % 3 === 2 ? 'two' : 'one'
      this.stay(stay, owes)
    }
    for (const one of reservations) this.reservation(one)
    this.others(stays.filter((stay) => stay.open))
    return this.book
  }

  /** At the end of yesterday: a few refunds, a deposit lowered, money moved. */
  private others(open: readonly DemoStay[]): void {
    const { book } = this
    const rich = open.filter((stay) => book.pockets(stay.oldmanId).balance > 200_000)
    const [a, b, c, d, e, f] = rich
    if (!a || !b || !c || !d || !e || !f || this.dayOfMonth < 2) return
    const at = (time: string) => `${this.yesterday} 17:${time}`
    book.refund(a, 50_000, 8, at('02:10'), '家属申请退回部分预存')
    book.refund(b, 100_000, 3, at('05:30'), '家属申请退回部分预存')
    book.refund(c, 30_000, 2, at('08:00'), '老人外出探亲，家属取现')
    if (d.depositFen > 0) book.returnDeposit(d, 200_000, 8, at('11:20'))
    book.toDeposit(e, 100_000, at('14:00'))
    book.remit(f, a, 20_000, at('16:40'))
  }

  private habit(owes: Habit['owes'], stay: DemoStay): Habit {
    const way = owes === 'no' && this.luck.often(0.28) ? null : this.luck.pick(WAYS)
    return {
      way: stay.depositFen === 0 && stay.trialUntil === null ? 8 : way,
      wait: stay.end === null ? this.luck.between(0, 8) : 0,
      owes,
    }
  }

  private stay(stay: DemoStay, owes: Habit['owes']): void {
    const { book } = this
    const habit = this.habit(owes, stay)
    const began = stay.start
    if (stay.depositFen > 0 && began < this.demo.today) {
      book.deposit(
        stay,
        stay.depositFen,
        habit.way ?? this.luck.pick(WAYS),
        `${began} 09:${two(this.luck.between(40, 59))}:00`,
      )
    }
    const from = began > `${this.first}-01` ? began : `${this.first}-01`
    if (stay.end !== null && stay.end < `${this.first}-01`) {
      if (stay.settledAt) book.settle(stay, null, stay.settledAt)
      return
    }
    // Those who do not pay from the balance keep a little on it, for the barber and the shop.
    if (habit.way !== null && owes === 'no' && from < this.demo.today && this.luck.often(0.45)) {
      book.prestore(stay, this.luck.between(2, 12) * 50_000, habit.way, `${from} 09:10:00`)
    }
    this.months(stay, habit, from)
    if (stay.settledAt) this.leave(stay)
  }

  /** Billed in advance on the first, or on the day of moving in. */
  private months(stay: DemoStay, habit: Habit, from: string): void {
    const billed: BilledFact[] = []
    const leaves: { outId: string; childId: string | null; service: string; amountFen: number }[] = []
    const done: string[] = []
    const changed = changesOf(stay)
    let carriedFen = 0
    const last = stay.end === null ? this.thisMonth : addMonths(monthOf(stay.end), -1)
    for (const month of monthsFrom(monthOf(from), last)) {
      const day = monthOf(from) === month && from === stay.start ? from : `${month}-01`
      if (day > this.demo.today) break
      const before = addMonths(month, -1)
      // Where nothing happened since the bill before there is nothing to correct, and looking costs more than the bill.
      const looks = monthOf(stay.start) >= before || changed(`${before}-01`, day)
      const since = looks ? addMonths(month, -LOOKS_BACK) : month
      const state = {
        billed: billed.filter((one) => one.service >= since),
        billedLeave: leaves,
        billedMonths: done.filter((one) => one >= since),
        carriedFen,
        charges: [],
      }
      const draft = billOf({ ...knownOn(stay, day), ...state }, month, { ...setting, asOf: day })
      if (!draft) continue
      done.push(month)
      for (const line of draft.lines) {
        const { amountFen, category, name, projectChildId: childId = null } = line
        if (line.source === 'CARRY') carriedFen += amountFen
        else if (line.refKind === 'outing') {
          leaves.push({ outId: line.refId!, childId, service: line.dateFrom!.slice(0, 7), amountFen })
        } else {
          const post = stay.fees.some((fee) => fee.childId === childId && fee.billing === 'POST')
          const none = { manual: false, discountFen: 0, subsidyFen: 0 }
          billed.push({ childId, category, name, service: line.refId!, month, post, amountFen, ...none })
        }
      }
      this.bill(stay, habit, draft, day)
    }
    this.known.set(stay.stayId, { billed, billedLeave: leaves, billedMonths: done, carriedFen, charges: [] })
  }

  private readonly known = new Map<
    string,
    Pick<StayFacts, 'billed' | 'billedLeave' | 'billedMonths' | 'carriedFen' | 'charges'>
  >()

  private bill(stay: DemoStay, habit: Habit, draft: BillDraft, day: string): void {
    const { book } = this
    const now = draft.month === this.thisMonth
    const lastMonth = draft.month === addMonths(this.thisMonth, -1)
    const dueDate = addDaysTo(day, 9)
    const unpaid =
      (habit.owes !== 'no' && now) ||
      (lastMonth && (habit.owes === 'two' || (habit.owes === 'one' && this.dayOfMonth < 13)))
    const paid = addDaysTo(day, Math.min(habit.wait, Math.max(0, dayOf(this.yesterday) - dayOf(day))))
    // What is not paid by now and not late either is still on the desk as a draft.
    const early = paid > this.yesterday
    const issued = !(early || (unpaid && now && this.dayOfMonth < 13))
    const bill = book.bill(stay, draft, { day, dueDate, issued })
    if (!issued || bill.receivableFen === 0) return
    if (unpaid) {
      if (habit.owes === 'two' && lastMonth && paid < this.demo.today) {
        const part = Math.round((bill.receivableFen * 0.6) / 10_000) * 10_000
        book.pay(
          stay,
          bill,
          [{ way: habit.way ?? 3, amountFen: part }],
          this.at(addDaysTo(day, 9) < this.demo.today ? addDaysTo(day, 9) : paid),
        )
      }
      return
    }
    if (habit.way === null) {
      const has = book.pockets(stay.oldmanId)
      if (has.balance + has.gift < bill.receivableFen) {
        const amount = Math.max(2, Math.ceil((bill.receivableFen - has.balance) / 1_000_000) + 1) * 1_000_000
        book.prestore(
          stay,
          amount,
          this.luck.pick([8, 3, 4] as const),
          `${paid} 09:${two(this.luck.between(5, 30))}:00`,
          true,
        )
      }
      book.payFromAccount(stay, bill, `${paid} ${two(this.luck.between(10, 16))}:${two(this.luck.below(60))}:00`)
    } else {
      book.pay(stay, bill, [{ way: habit.way, amountFen: bill.receivableFen }], this.at(paid))
      if (habit.way === 2 && draft.month === this.wrongMonth && !this.wrong && addDaysTo(paid, 1) < this.demo.today) {
        this.wrong = true
        book.antiSettle(stay, bill, 8, `${addDaysTo(paid, 1)} 10:40:00`)
      }
    }
    this.spend(stay, habit, paid)
  }

  /** Haircuts and the shop from the balance, the doctor at the desk; before the next bill, so that nothing is spent twice. */
  private spend(stay: DemoStay, habit: Habit, paid: string): void {
    const day = addDaysTo(paid, this.luck.between(1, 12))
    if (day >= this.demo.today || (stay.end !== null && day >= stay.end)) return
    const { balance } = this.book.pockets(stay.oldmanId)
    const winter = WINTER.includes(day.slice(5, 7))
    if (balance > 20_000 && this.luck.often(winter ? 0.3 : 0.2)) {
      const [name, fen] = this.luck.pick(SHOP)
      this.book.spend(stay, { name, fen, kind: 'SALOON', category: '14', way: null }, this.at(day))
    } else if (this.luck.often(winter ? 0.07 : 0.03)) {
      const [name, fen, insured] = this.luck.pick(DOCTOR)
      this.book.spend(stay, { name, fen, insured, kind: 'MEDICAL', category: '7', way: habit.way ?? 3 }, this.at(day))
    }
  }

  private leave(stay: DemoStay): void {
    const facts = { ...stay, ...this.known.get(stay.stayId) }
    const month = monthOf(stay.end!)
    const draft = billOf(facts, month, { ...setting, asOf: stay.end!, final: true })
    this.book.settle(stay, draft, stay.settledAt!)
  }

  private reservation(one: DemoReservation): void {
    if (one.bookingFen === 0) return
    const way = this.luck.pick(WAYS)
    this.book.booking(one, way, `${one.made} 10:25:00`)
  }
}

export const planMoney = (
  demo: DemoContext,
  stays: readonly DemoStay[],
  reservations: readonly DemoReservation[],
): Book => new Planner(demo).plan(stays, reservations)
