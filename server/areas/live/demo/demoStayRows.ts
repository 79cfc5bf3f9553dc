// The plan of the demo house as rows: stays, beds by day, reservations, fees, settlements, and the timeline in words.

import { yuanText } from '#contract/kit/money'
import { pathWords } from '#contract/platform/placeNames'
import { presetLevels } from '#server/areas/nursing/public'
import { type Chance, chance } from '#server/kit/chance'
import type { DemoContext } from '#server/kit/demo'
import type { DemoResident } from './demoPerson.ts'
import type { Bed, LevelCode, PlannedPerson, PlannedStay } from './demoStays.ts'

const SEED = 20_260_501
type Row = Record<string, unknown>

export interface HouseRows {
  stays: Row[]
  levels: Row[]
  occupancy: Row[]
  reservations: Row[]
  fees: Row[]
  settlements: Row[]
  events: Row[]
}

const two = (value: number) => String(value).padStart(2, '0')
const LOWER: Readonly<Record<LevelCode, LevelCode>> = {
  SELF: 'SELF',
  HALF3: 'SELF',
  HALF2: 'HALF3',
  FULL: 'HALF2',
  SPECIAL: 'FULL',
  DEMENTIA: 'HALF2',
}
const RAISED = '复评后自理能力下降'
const levelName = (code: LevelCode) => presetLevels.find(([one]) => one === code)![1]
const levelFen = (code: LevelCode) => presetLevels.find(([one]) => one === code)![3] * 100
const BED_YUAN: Readonly<Record<string, number>> = { bed1: 3_600, bed2: 2_400, bed3: 1_900, bed4: 1_500, room: 3_000 }
const REASON_WORDS: Readonly<Record<string, string>> = {
  '1': '合同到期',
  '2': '个人原因',
  '3': '家庭照顾',
  '4': '转其他机构',
  '5': '就医住院',
  '6': '费用原因',
  '8': '试住不适应',
  '10': '去世',
}
const WHERE: Readonly<Record<string, string>> = { '3': '家中', '4': '浦东新区某养老院', '5': '区中心医院', '8': '家中' }

/** Numbered on the day it was made: one that begins later was renewed some days ago. */
const contractNo = (demo: DemoContext, start: string, i: number) =>
  `HT${(start > demo.today ? demo.day(-2 - (i % 19)) : start).replaceAll('-', '')}${String(i + 1).padStart(4, '0')}`

/** Contracts run a year; those that end within a month are mostly renewed already. */
function contractOf(demo: DemoContext, stay: PlannedStay, i: number): { start: string; end: string } {
  let start = stay.formal!
  const until = stay.end ?? 0
  while (start + 365 <= until || (stay.end === null && start + 365 <= 30 && i % 3 !== 0)) start += 365
  return { start: demo.day(start), end: demo.day(start + 364) }
}

class Writer {
  readonly rows: HouseRows = {
    stays: [],
    levels: [],
    occupancy: [],
    reservations: [],
    fees: [],
    settlements: [],
    events: [],
  }
  readonly luck: Chance = chance(SEED)
  private settled = new Map<string, number>()
  private count = 0
  constructor(
    readonly demo: DemoContext,
    readonly beds: readonly Bed[],
    readonly people: readonly PlannedPerson[],
    readonly residents: readonly DemoResident[],
  ) {}

  event(resident: DemoResident, kind: string, day: number, content: string, more: Row = {}): void {
    const clerk = resident.saleId === this.demo.staff('刘敏') ? '刘敏' : '吴倩'
    const time = `${two(this.luck.between(8, 16))}:${two(this.luck.between(0, 59))}`
    // Nothing is entered later than now.
    const at = day >= 0 ? this.demo.at(0, '00:00:30') : this.demo.at(day, time)
    this.rows.events.push({
      event_id: this.demo.id(`stayEvent:${++this.count}`),
      oldman_id: resident.oldmanId,
      kind,
      day: this.demo.day(Math.min(day, 0)),
      content: pathWords(content),
      user_id: this.demo.staff(clerk),
      user_name: clerk,
      created_at: at,
      ...more,
    })
  }

  person(i: number): void {
    const plan = this.people[i]!
    const resident = this.residents[i]!
    this.event(resident, 'archive', plan.filed, '建立档案', {
      to_status: 3,
      ...(plan.filed < 0 && { created_at: resident.row.created_at }),
    })
    const stays = [...plan.stays].sort((a, b) => a.start - b.start)
    for (const [n, stay] of stays.entries()) {
      if (n > 0) {
        this.event(resident, 'readmit', stay.start - 2, '再次入住，转为待入住', {
          reason: '家属再次申请入住',
          from_status: 2,
          to_status: 3,
        })
      }
      this.stay(plan, resident, stay, i, n)
    }
    if (plan.reservation) this.reservation(plan, resident, i)
  }

  reservation(plan: PlannedPerson, resident: DemoResident, i: number): void {
    const { demo } = this
    const { bed, made, expect, expire, bookingYuan, state } = plan.reservation!
    const reserveId = demo.id(`reservation:${i + 1}`)
    const cancelled = state === 'CANCELLED'
    this.rows.reservations.push({
      reserve_id: reserveId,
      oldman_id: resident.oldmanId,
      bed_id: bed.bedId,
      reserve_date: demo.day(made),
      expect_check_in: demo.day(expect),
      expire_date: demo.day(expire),
      booking_fen: bookingYuan * 100,
      sale_id: resident.saleId,
      state,
      cancel_reason: cancelled ? '家属决定先居家照护' : null,
      cancel_money: cancelled ? 'REFUND' : null,
      created_at: demo.at(made, '10:20'),
    })
    const money = bookingYuan > 0 ? `，订金 ${yuanText(bookingYuan * 100)} 元` : ''
    const words = `预订 ${bed.path}，预计 ${demo.day(expect)} 入住，保留至 ${demo.day(expire)}${money}`
    this.event(resident, 'reserve', made, words, { from_status: 3, to_status: 5 })
    if (cancelled) {
      const why = { reason: '家属决定先居家照护', from_status: 5, to_status: 6 }
      this.event(resident, 'cancelReserve', expect, `取消预订 ${bed.path}${money}全额退还`, why)
      return
    }
    this.rows.occupancy.push({
      occ_id: demo.id(`occ:reserve:${i + 1}`),
      bed_id: bed.bedId,
      oldman_id: resident.oldmanId,
      kind: 'RESERVE',
      reserve_id: reserveId,
      first: demo.day(made),
    })
  }

  stay(plan: PlannedPerson, resident: DemoResident, stay: PlannedStay, i: number, n: number): void {
    const { demo } = this
    const stayId = demo.id(`stay:${i + 1}:${n}`)
    const raisedOn = stay.raised === undefined ? null : stay.start + stay.raised
    const began = raisedOn === null ? resident.level : LOWER[resident.level]
    const [first] = resident.family
    const contract = stay.formal === null ? null : contractOf(demo, stay, i)
    this.rows.stays.push({
      stay_id: stayId,
      oldman_id: resident.oldmanId,
      kind: stay.formal === null ? 'TRIAL' : 'FORMAL',
      start_date: demo.day(stay.start),
      trial_start: stay.trialEnd === null ? null : demo.day(stay.start),
      trial_end: stay.trialEnd === null ? null : demo.day(stay.trialEnd),
      formal_date: stay.formal === null ? null : demo.day(stay.formal),
      end_date: stay.end === null ? null : demo.day(stay.end),
      whole_room: stay.whole,
      contract_no: contract && contractNo(demo, contract.start, i),
      contract_start: contract?.start ?? null,
      contract_end: contract?.end ?? null,
      deposit_fen: stay.formal === null || resident.poor ? 0 : 1_000_000,
      pay_day: this.luck.pick([1, 1, 5, 10]),
      payer_id: resident.family.find((one) => one.payer)?.family_id ?? first?.family_id ?? null,
      guarantor_id: resident.family.find((one) => one.guarantor)?.family_id ?? null,
      emergency_id: resident.family.find((one) => one.emergency)?.family_id ?? first?.family_id ?? null,
      guardian_id: resident.family.find((one) => one.guardian)?.family_id ?? null,
      custody: this.luck.often(0.6),
      sale_id: resident.saleId,
      checkout_reason: stay.reason ?? null,
      checkout_to: stay.reason ? (WHERE[stay.reason] ?? null) : null,
      trial_reminded: null,
      created_at: demo.at(stay.start, '09:30'),
    })
    this.levels(stay, stayId, began, resident.level, raisedOn)
    this.spells(resident, stay, stayId, i, n)
    this.fees(stay, stayId, began, resident.level, raisedOn)
    this.story(plan, resident, stay, stayId, began, raisedOn)
    if (stay.end !== null) this.leave(resident, stay, stayId, i, n)
  }

  levels(stay: PlannedStay, stayId: string, began: LevelCode, now: LevelCode, raisedOn: number | null): void {
    const add = (level: LevelCode, from: number, reason: string | null) =>
      this.rows.levels.push({ stay_id: stayId, level, from_date: this.demo.day(from), reason })
    add(began, stay.start, null)
    // The formal check-in says it again, as the move does.
    if (stay.trialEnd !== null && stay.formal !== null && stay.formal > stay.start) add(began, stay.formal, null)
    if (raisedOn !== null && began !== now) add(now, raisedOn, RAISED)
  }

  spells(resident: DemoResident, stay: PlannedStay, stayId: string, i: number, n: number): void {
    for (const [k, spell] of stay.spells.entries()) {
      this.rows.occupancy.push({
        occ_id: this.demo.id(`occ:${i + 1}:${n}:${k}`),
        bed_id: spell.bed.bedId,
        oldman_id: resident.oldmanId,
        kind: spell.kind,
        stay_id: stayId,
        first: this.demo.day(spell.from),
        last: spell.to === null ? null : this.demo.day(spell.to),
        reason: spell.reason ?? null,
      })
    }
  }

  fees(stay: PlannedStay, stayId: string, began: LevelCode, now: LevelCode, raisedOn: number | null): void {
    const { demo } = this
    const add = (key: string, fen: number, from: number, to: number | null) => {
      if (to !== null && to <= from) return
      this.rows.fees.push({
        fee_set_id: demo.id(`fee:${stayId}:${key}:${from}`),
        stay_id: stayId,
        key,
        price_fen: fen,
        from_date: demo.day(from),
        to_date: to === null ? null : demo.day(to),
      })
    }
    for (const spell of stay.spells.filter((one) => one.kind === 'STAY')) {
      const size = Math.min(this.beds.filter((bed) => bed.roomId === spell.bed.roomId).length, 4)
      const key = stay.whole ? 'room' : `bed${size}`
      add(key, BED_YUAN[key]! * 100, spell.from, spell.to ?? stay.end)
    }
    if (raisedOn !== null && began !== now) {
      add('care', levelFen(began), stay.start, raisedOn)
      add('care', levelFen(now), raisedOn, stay.end)
    } else add('care', levelFen(now), stay.start, stay.end)
    add('meal', 90_000, stay.start, stay.end)
    add('service', 30_000, stay.start, stay.end)
  }

  /** What the timeline tells of a stay up to today. */
  story(
    plan: PlannedPerson,
    resident: DemoResident,
    stay: PlannedStay,
    stayId: string,
    began: LevelCode,
    raisedOn: number | null,
  ) {
    const { demo } = this
    const first = stay.spells[0]!.bed
    const whole = stay.whole ? '（包房）' : ''
    const more = (row: Row) => ({ stay_id: stayId, ...row })
    const contract = stay.formal === null ? '' : `，合同至 ${contractOf(demo, stay, this.people.indexOf(plan)).end}`
    if (stay.trialEnd !== null) {
      const until = stay.extended ? stay.trialEnd - 10 : stay.trialEnd
      const words = `试住 ${first.path}${whole}，至 ${demo.day(until)}，${levelName(began)}`
      this.event(resident, 'trial', stay.start, words, more({ from_status: 3, to_status: 4 }))
      if (stay.extended) {
        const why = more({ reason: '老人还想再适应几天', from_status: 4, to_status: 4 })
        this.event(
          resident,
          'extendTrial',
          stay.trialEnd - 12,
          `试住延长 ${demo.day(until)} → ${demo.day(stay.trialEnd)}`,
          why,
        )
      }
      if (stay.formal !== null) {
        const turned = `试住转为正式入住，${first.path}，${levelName(began)}${contract}`
        this.event(resident, 'convert', stay.formal, turned, more({ from_status: 4, to_status: 1 }))
      }
    } else {
      const words = `入住 ${first.path}${whole}，${levelName(began)}${contract}`
      this.event(resident, 'checkIn', stay.start, words, more({ from_status: 3, to_status: 1 }))
    }
    const status = { from_status: 1, to_status: 1 }
    if (raisedOn !== null && began !== resident.level) {
      const words = `护理等级 ${levelName(began)} → ${levelName(resident.level)}，护理费随之调整`
      this.event(resident, 'level', raisedOn, words, more({ reason: RAISED, ...status }))
    }
    if (stay.move) {
      const [before, now] = stay.spells as [PlannedStay['spells'][number], PlannedStay['spells'][number]]
      const partner = stay.move.with === undefined ? '' : `与${this.residents[stay.move.with]!.name}`
      const act = stay.move.kind === 'adjustBed' ? '调床' : '换床'
      const words = `${partner}${act} ${before.bed.path} → ${now.bed.path}`
      this.event(resident, stay.move.kind, stay.move.day, words, more({ reason: now.reason ?? null, ...status }))
    }
  }

  leave(resident: DemoResident, stay: PlannedStay, stayId: string, i: number, n: number): void {
    const { demo } = this
    const last = stay.spells.at(-1)!
    const end = demo.day(stay.end!)
    const no = (this.settled.get(end) ?? 0) + 1
    this.settled.set(end, no)
    const settleNo = `JS${end.replaceAll('-', '')}${String(no).padStart(4, '0')}`
    this.rows.settlements.push({
      settle_id: demo.id(`settle:${i + 1}:${n}`),
      settle_no: settleNo,
      stay_id: stayId,
      oldman_id: resident.oldmanId,
      checkout_date: end,
      state: stay.settled ? 'CONFIRMED' : 'OPEN',
      confirmed_at: stay.settled ? demo.at(Math.min(stay.end! + 3, -1), '15:10') : null,
      confirmed_by: stay.settled ? demo.staff('曾国平') : null,
      created_at: demo.at(stay.end!, '10:40'),
    })
    const beds = stay.spells
      .filter((spell) => spell.to === stay.end)
      .map((spell) => ({
        bedId: spell.bed.bedId,
        kind: spell.kind,
        from: demo.day(spell.from),
        to: null,
        reason: null,
      }))
    const fees = this.rows.fees
      .filter((fee) => fee.stay_id === stayId && fee.to_date === end)
      .map((fee) => [fee.fee_set_id, null])
    const to = stay.reason && WHERE[stay.reason] ? `，去向 ${WHERE[stay.reason]}` : ''
    this.event(resident, 'checkOut', stay.end!, `退住，离开 ${last.bed.path}${to}，结算单 ${settleNo}`, {
      stay_id: stayId,
      reason: REASON_WORDS[stay.reason ?? ''] ?? null,
      from_status: stay.formal === null ? 4 : 1,
      to_status: 2,
      facts: { bedId: last.bed.bedId, beds, fees },
    })
  }
}

export function rowsOfHouse(
  demo: DemoContext,
  beds: readonly Bed[],
  people: readonly PlannedPerson[],
  residents: readonly DemoResident[],
): HouseRows {
  const writer = new Writer(demo, beds, people, residents)
  for (const i of people.keys()) writer.person(i)
  return writer.rows
}
