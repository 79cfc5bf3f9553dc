// Reservations: a bed is kept for a resident until they come, change their mind, or the day has passed.

import { yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import type { CancelReserveBody, ReserveBody, SettleBookingBody, WithReason } from '#contract/live/residenceForms'
import { BookingMoney } from '#contract/live/residenceWords'
import { ResidenceStatus } from '#contract/live/resident'
import { bookingHeld, endBooking, keepBooking } from '#server/areas/expense/public'
import { addStayEvent } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { addOccupancy, dropReserved } from './occupancyRows.ts'
import { freeFrom, type LockedBed, lockBeds, refuseHeld, refuseUnusable } from './residenceBeds.ts'
import { requireStaff, tellMove } from './residenceFacts.ts'
import { type ActiveReservation, beginMove, type Resident, reservationOf, saveResident } from './residenceLock.ts'
import { requireSeen } from './residenceUnusual.ts'
import { addDays, requireDay } from './stayDays.ts'

type Input = Static<typeof ReserveBody>

/** Longer than anybody keeps a bed empty; a slip of the year is caught by it. */
const LONGEST_DAYS = 366

function requireDates(resident: Resident, body: Input, reserveDate: string, earliest: string): void {
  const { today } = resident
  requireDay({ day: reserveDate, field: 'reserveDate', title: '预订日期', to: [today, '今天'] })
  requireDay({
    day: body.expectCheckIn,
    field: 'expectCheckIn',
    title: '预计入住日期',
    from: [earliest, earliest === today ? '今天' : '预订日期'],
  })
  requireDay({
    day: body.expireDate,
    field: 'expireDate',
    title: '保留至',
    from: [body.expectCheckIn, '预计入住日期'],
    to: [addDays(today, LONGEST_DAYS), '最长保留一年'],
  })
}

/** The bed from today on, or from the day that whoever lies in it moves out, if the resident comes no earlier. */
async function wantedBed(tx: Tx, who: Caller, resident: Resident, body: Input, leaving: string[] = []) {
  const beds = await lockBeds(tx, who.deptIds, [body.bedId], leaving)
  const bed = beds.get(body.bedId)!
  refuseUnusable(bed)
  const from = await freeFrom(tx, bed.bedId, resident.today, body.expectCheckIn, resident.oldmanId)
  await refuseHeld(tx, beds, [bed.bedId], { from, except: [resident.oldmanId] })
  // A reservation that keeps its bed was confirmed when the bed was chosen.
  const coming = leaving.includes(bed.bedId) ? [] : [{ resident, bed, from: body.expectCheckIn }]
  const seen = await requireSeen(tx, coming, body.confirmed)
  return { bed, from, seen, old: leaving[0] ? (beds.get(leaving[0]) ?? null) : null }
}

async function keepBed(tx: Tx, resident: Resident, reserveId: string, wanted: { bed: LockedBed; from: string }) {
  await dropReserved(tx, reserveId)
  const { bed, from } = wanted
  await addOccupancy(tx, [{ bedId: bed.bedId, oldmanId: resident.oldmanId, kind: 'RESERVE', reserveId, from }])
}

const bookingWords = (amount: number) => (amount > 0 ? `，订金 ${yuanText(amount)} 元` : '')
const promise = (bed: LockedBed, body: Input, booking: number) =>
  `${bed.path}，预计 ${body.expectCheckIn} 入住，保留至 ${body.expireDate}${bookingWords(booking)}`

const INSERT = `insert into reservation (org_id, reserve_id, oldman_id, bed_id, reserve_date, expect_check_in, expire_date,
  booking_fen, sale_id, remark)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

/** Answers the receipt of the money that was taken. */
export async function reserve(tx: Tx, who: Caller, body: Input): Promise<string | null> {
  const resident = await beginMove(tx, who, 'reserve', body)
  const reserveDate = body.reserveDate ?? resident.today
  requireDates(resident, body, reserveDate, resident.today)
  await requireStaff(tx, body.saleId, 'saleId')
  const wanted = await wantedBed(tx, who, resident, body)
  const { bed, seen } = wanted
  const reserveId = newId()
  // Money left of an earlier reservation counts for this one.
  const held = await bookingHeld(tx, resident.oldmanId)
  const bookingFen = Math.max(held, body.bookingFen ?? 0)
  await tx.client.query(INSERT, [
    tx.orgId,
    reserveId,
    resident.oldmanId,
    body.bedId,
    reserveDate,
    body.expectCheckIn,
    body.expireDate,
    bookingFen,
    body.saleId ?? resident.saleId,
    body.remark ?? null,
  ])
  await keepBed(tx, resident, reserveId, wanted)
  await saveResident(tx, resident, { status: ResidenceStatus.is.reserved })
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    kind: 'reserve',
    day: reserveDate,
    content: `预订 ${promise(bed, body, bookingFen)}${held > 0 ? `（其中 ${yuanText(held)} 元为以前的订金）` : ''}${seen}`,
    fromStatus: resident.status,
    toStatus: ResidenceStatus.is.reserved,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [bed.bedId],
    remark: `为“${resident.name}”预订床位 ${bed.path}${seen}`,
    changes: {
      入住状态: [ResidenceStatus.label(resident.status), ResidenceStatus.label(ResidenceStatus.is.reserved)],
      预订床位: [null, bed.path],
      预计入住: [null, body.expectCheckIn],
      保留至: [null, body.expireDate],
      ...(bookingFen > 0 && { 订金: [null, yuanText(bookingFen)] }),
    },
  })
  const { oldmanId } = resident
  if (bookingFen === held) return null
  return keepBooking(tx, who, { oldmanId, amountFen: bookingFen, way: body.bookingWay, path: bed.path })
}

async function activeOf(tx: Tx, resident: Resident): Promise<ActiveReservation> {
  const active = await reservationOf(tx, resident)
  if (!active) throw invalid(`${resident.name}没有有效的预订，请刷新后重试`)
  return active
}

const UPDATE = `update reservation set bed_id = $3, reserve_date = $4, expect_check_in = $5, expire_date = $6,
  booking_fen = $7, sale_id = $8, remark = $9, version = version + 1, updated_at = now()
where org_id = $1 and reserve_id = $2`

export async function changeReserve(tx: Tx, who: Caller, body: Input): Promise<string | null> {
  const resident = await beginMove(tx, who, 'changeReserve', body)
  const before = await activeOf(tx, resident)
  const reserveDate = body.reserveDate ?? before.reserveDate
  // A reservation whose day has come may be given a longer time without moving the day.
  const earliest = before.expectCheckIn < resident.today ? before.expectCheckIn : resident.today
  requireDates(resident, body, reserveDate, earliest > reserveDate ? earliest : reserveDate)
  const saleId = body.saleId === undefined ? before.saleId : body.saleId
  if (saleId !== before.saleId) await requireStaff(tx, saleId, 'saleId')
  const bookingFen = body.bookingFen ?? before.bookingFen
  const wanted = await wantedBed(tx, who, resident, body, [before.bedId])
  const { bed, old, seen } = wanted
  await keepBed(tx, resident, before.reserveId, wanted)
  await tx.client.query(UPDATE, [
    tx.orgId,
    before.reserveId,
    bed.bedId,
    reserveDate,
    body.expectCheckIn,
    body.expireDate,
    bookingFen,
    saleId,
    body.remark === undefined ? before.remark : body.remark,
  ])
  await saveResident(tx, resident, {})
  const moved = bed.bedId !== before.bedId
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    kind: 'reserve',
    content: `${moved ? `改订 ${old?.path ?? '原床位'} → ` : '修改预订：'}${promise(bed, body, bookingFen)}${seen}`,
    fromStatus: ResidenceStatus.is.reserved,
    toStatus: ResidenceStatus.is.reserved,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [bed.bedId, before.bedId],
    remark: `修改“${resident.name}”的预订${seen}`,
    changes: {
      ...(moved && { 预订床位: [old?.path ?? null, bed.path] }),
      ...(before.expectCheckIn !== body.expectCheckIn && { 预计入住: [before.expectCheckIn, body.expectCheckIn] }),
      ...(before.expireDate !== body.expireDate && { 保留至: [before.expireDate, body.expireDate] }),
      ...(before.bookingFen !== bookingFen && { 订金: [yuanText(before.bookingFen), yuanText(bookingFen)] }),
    },
  })
  if (before.bookingFen === bookingFen) return null
  const { oldmanId } = resident
  return keepBooking(tx, who, { oldmanId, amountFen: bookingFen, way: body.bookingWay, path: bed.path })
}

const CANCEL = `update reservation set state = $3, cancel_reason = $4, cancel_money = $5, version = version + 1,
  updated_at = now() where org_id = $1 and reserve_id = $2`

interface Ending {
  state: 'CANCELLED' | 'EXPIRED'
  reason: string
  money: (typeof BookingMoney.list)[number]['value'] | null
}

/** The bed is free again; the reservation keeps why, and what becomes of the money that was paid for it. */
export async function endReservation(
  tx: Tx,
  resident: Resident,
  before: ActiveReservation,
  ending: Ending,
): Promise<void> {
  const beds = await lockBeds(tx, null, [], [before.bedId])
  const path = beds.get(before.bedId)?.path ?? '原床位'
  await dropReserved(tx, before.reserveId)
  await tx.client.query(CANCEL, [tx.orgId, before.reserveId, ending.state, ending.reason, ending.money])
  await saveResident(tx, resident, { status: ResidenceStatus.is.cancelled })
  const money =
    before.bookingFen > 0
      ? `${bookingWords(before.bookingFen)}${ending.money ? BookingMoney.label(ending.money) : '待处理'}`
      : ''
  const word = ending.state === 'EXPIRED' ? '预订到期自动释放' : '取消预订'
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    kind: 'cancelReserve',
    content: `${word} ${path}${money}`,
    reason: ending.reason,
    fromStatus: resident.status,
    toStatus: ResidenceStatus.is.cancelled,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [before.bedId],
    remark: `${word}：“${resident.name}” ${path}，${ending.reason}`,
    changes: {
      入住状态: [
        ResidenceStatus.label(ResidenceStatus.is.reserved),
        ResidenceStatus.label(ResidenceStatus.is.cancelled),
      ],
      预订床位: [path, null],
    },
  })
}

export async function cancelReserve(tx: Tx, who: Caller, body: Static<typeof CancelReserveBody>): Promise<void> {
  const resident = await beginMove(tx, who, 'cancelReserve', body)
  const before = await activeOf(tx, resident)
  const held = Math.max(before.bookingFen, await bookingHeld(tx, resident.oldmanId))
  if (held > 0 && !body.money) {
    throw invalid(`已收订金 ${yuanText(held)} 元，请选择退还、不退或转入余额`, 'money')
  }
  const money = held > 0 ? (body.money ?? null) : null
  await endReservation(tx, resident, before, { state: 'CANCELLED', reason: body.reason, money })
  const { oldmanId } = resident
  if (money) {
    const { way, reason, refundFen } = body
    await endBooking(tx, who, { oldmanId, money, refundFen, way, why: '取消预订', reason })
  }
}

/** The reservations that the money was paid for say what became of it; what was decided before was taken back. */
const SETTLED = `update reservation set cancel_money = $3, version = version + 1, updated_at = now()
where org_id = $1 and oldman_id = $2 and state <> 'ACTIVE' and booking_fen > 0 and (cancel_money is null or reserve_id = (
  select v.reserve_id from reservation v where v.org_id = $1 and v.oldman_id = $2 and v.state <> 'ACTIVE' and v.booking_fen > 0
  order by v.updated_at desc, v.reserve_id limit 1))`

/** Money of a reservation that is over, which nobody has decided about yet. */
export async function settleBooking(tx: Tx, who: Caller, body: Static<typeof SettleBookingBody>): Promise<void> {
  const resident = await beginMove(tx, who, 'settleBooking', body)
  const { oldmanId } = resident
  const held = await bookingHeld(tx, oldmanId)
  if (held === 0) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '没有在账的订金', act: `处理${resident.name}的订金` })
  }
  const { money, refundFen, way, reason } = body
  await tx.client.query(SETTLED, [tx.orgId, oldmanId, money])
  await saveResident(tx, resident, {})
  const words = `订金 ${yuanText(held)} 元${BookingMoney.label(money)}${money === 'PART' && refundFen ? `（退 ${yuanText(refundFen)} 元）` : ''}`
  await addStayEvent(tx, {
    oldmanId,
    kind: 'booking',
    content: words,
    reason,
    fromStatus: resident.status,
    toStatus: resident.status,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [],
    remark: `处理“${resident.name}”的${words}：${reason}`,
    changes: { 在账订金: [yuanText(held), '0.00'] },
  })
  await endBooking(tx, who, { oldmanId, money, refundFen, way, why: '预订已结束', reason })
}

export async function waitAgain(tx: Tx, who: Caller, body: Static<typeof WithReason>): Promise<void> {
  const resident = await beginMove(tx, who, 'waitAgain', body)
  await saveResident(tx, resident, { status: ResidenceStatus.is.waiting })
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    kind: 'waitAgain',
    content: '退回待入住',
    reason: body.reason,
    fromStatus: ResidenceStatus.is.cancelled,
    toStatus: ResidenceStatus.is.waiting,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [],
    remark: `“${resident.name}”退回待入住：${body.reason}`,
    changes: {
      入住状态: [
        ResidenceStatus.label(ResidenceStatus.is.cancelled),
        ResidenceStatus.label(ResidenceStatus.is.waiting),
      ],
    },
  })
}
