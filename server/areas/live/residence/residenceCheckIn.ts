// A resident moves in: for a trial, for good, or from the one to the other.

import { invalid } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import { type ExtendTrialBody, requirements, type TrialBody } from '#contract/live/residenceForms'
import { ResidenceStatus } from '#contract/live/resident'
import { type FeeInput, spendBooking, startFees } from '#server/areas/expense/public'
import { giveFamilyRoles } from '#server/areas/live/family/familyRoles'
import { planByLevel } from '#server/areas/nursing/public'
import { addStayEvent } from '#server/areas/residents/public'
import type { Caller, LogEntry, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { setLevelFrom } from './levelRows.ts'
import { dropReserved, settleBeds } from './occupancyRows.ts'
import { agreed, type CheckIn, checkInChanges } from './residenceAgreed.ts'
import { convert } from './residenceConvert.ts'
import { type KnownLevel, requireFamily, requireLevel, requireStaff, tellMove } from './residenceFacts.ts'
import { beginMove, lastStayOf, openStayOf, type Resident, reservationOf, saveResident } from './residenceLock.ts'
import { findPlace, type Placing, takePlace } from './residencePlace.ts'
import { requireRequirements } from './residenceRequirements.ts'
import { addDays, requireDay } from './stayDays.ts'

/** As long as the longest trial that the settings allow. */
const LONGEST_TRIAL = 180

/** The day a resident comes: not in the future, and not before they left the last time. */
async function requireComing(tx: Tx, resident: Resident, day: string, field: string, title: string): Promise<void> {
  if (day > resident.today) throw invalid(`${title} ${day} 在今天（${resident.today}）之后，请改用预订`, field)
  const last = await lastStayOf(tx, resident)
  requireDay({ day, field, title, from: last && [last.endDate, '上次退住日期'] })
}

const STAY = `insert into stay (org_id, stay_id, oldman_id, kind, start_date, trial_start, trial_end, formal_date,
  whole_room, contract_no, contract_start, contract_end, deposit_fen, pay_day, payer_id, guarantor_id, emergency_id,
  guardian_id, custody, sale_id, remark)
select $1, $2, $3, x.kind, x.start_date, x.trial_start, x.trial_end, x.formal_date, x.whole_room,
  x.contract_no, x.contract_start, x.contract_end, coalesce(x.deposit_fen, 0), coalesce(x.pay_day, 1), x.payer_id,
  x.guarantor_id, x.emergency_id, x.guardian_id, coalesce(x.custody, false), x.sale_id, x.remark
from jsonb_to_record($4::jsonb) as x(kind text, start_date date, trial_start date, trial_end date, formal_date date,
  whole_room boolean, contract_no text, contract_start date, contract_end date, deposit_fen bigint,
  pay_day int, payer_id text, guarantor_id text, emergency_id text, guardian_id text, custody boolean, sale_id text,
  remark text)`

interface NewStay {
  columns: Record<string, unknown>
  place: Placing
  level: KnownLevel
  fees: readonly FeeInput[] | null | undefined
  status: 1 | 4
  attention?: readonly number[]
  bookingTo: 'DEPOSIT' | 'BALANCE'
}

/** The stay with its bed, its fees and what follows; a reservation is used up by it. */
async function moveIn(tx: Tx, who: Caller, resident: Resident, input: NewStay) {
  const { place, level, status } = input
  const booked = await reservationOf(tx, resident)
  const placed = await findPlace(tx, who, [resident], place, booked ? [booked.bedId] : [], booked?.bedId)
  if (booked) {
    await dropReserved(tx, booked.reserveId)
    await tx.client.query(
      `update reservation set state = 'USED', version = version + 1, updated_at = now() where org_id = $1 and reserve_id = $2`,
      [tx.orgId, booked.reserveId],
    )
  }
  const stayId = newId()
  await tx.client.query(STAY, [tx.orgId, stayId, resident.oldmanId, JSON.stringify(input.columns)])
  await setLevelFrom(tx, { stayId, levelId: level.levelId, day: place.from })
  await takePlace(tx, resident, stayId, place, placed.others)
  const usual = { bedsInRoom: placed.bedsInRoom, wholeRoom: place.wholeRoom, levelPriceFen: level.priceFen }
  await startFees(tx, { stayId, from: place.from }, input.fees, usual)
  await saveResident(tx, resident, {
    status,
    bedId: place.bedId,
    deptId: placed.deptId ?? resident.deptId,
    levelId: level.levelId,
    checkInDate: place.from,
    ...(input.attention && { attention: input.attention }),
  })
  const bedIds = [place.bedId, ...placed.others]
  await settleBeds(tx, bedIds)
  await planByLevel(tx, { oldmanId: resident.oldmanId, levelId: level.levelId, day: place.from })
  const used = await spendBooking(tx, who, resident.oldmanId, input.bookingTo)
  const notes = [
    place.wholeRoom ? '包房' : null,
    placed.cleaning ? '床位原为待清洁' : null,
    booked && booked.bedId !== place.bedId ? '与预订的床位不同' : null,
    used,
  ].filter((note): note is string => note !== null)
  return {
    stayId,
    path: placed.path,
    words: notes.length > 0 ? `（${notes.join('，')}）` : '',
    seen: placed.seen,
    bedIds: [...bedIds, booked?.bedId],
  }
}

const inHouse = (resident: Resident, to: 1 | 4, path: string, level: string): NonNullable<LogEntry['changes']> => ({
  入住状态: [ResidenceStatus.label(resident.status), ResidenceStatus.label(to)],
  床位: [null, path],
  护理等级: [null, level],
})

export async function trial(tx: Tx, who: Caller, body: Static<typeof TrialBody>): Promise<void> {
  const resident = await beginMove(tx, who, 'trial', body)
  await requireComing(tx, resident, body.trialStart, 'trialStart', '试住开始')
  requireDay({
    day: body.trialEnd,
    field: 'trialEnd',
    title: '试住结束',
    from: [addDays(body.trialStart, 1), '试住开始的次日'],
    to: [addDays(body.trialStart, LONGEST_TRIAL), `试住最长 ${LONGEST_TRIAL} 天`],
  })
  const level = await requireLevel(tx, body.levelId)
  await requireFamily(tx, resident, body)
  await requireStaff(tx, body.saleId, 'saleId')
  const place = {
    bedId: body.bedId,
    from: body.trialStart,
    wholeRoom: body.wholeRoom ?? false,
    confirmed: body.confirmed,
  }
  const { stayId, path, words, seen, bedIds } = await moveIn(tx, who, resident, {
    columns: {
      kind: 'TRIAL',
      start_date: body.trialStart,
      trial_start: body.trialStart,
      trial_end: body.trialEnd,
      whole_room: place.wholeRoom,
      payer_id: body.payerId,
      emergency_id: body.emergencyId,
      custody: body.custody,
      sale_id: body.saleId ?? resident.saleId,
      remark: body.remark,
    },
    place,
    level,
    fees: body.fees,
    status: ResidenceStatus.is.trial,
    bookingTo: body.bookingTo ?? 'DEPOSIT',
  })
  await giveFamilyRoles(tx, resident, null, body)
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId,
    kind: 'trial',
    day: body.trialStart,
    content: `试住 ${path}${words}，至 ${body.trialEnd}，${level.name}${seen}`,
    fromStatus: resident.status,
    toStatus: ResidenceStatus.is.trial,
  })
  const changes = {
    ...inHouse(resident, 4, path, level.name),
    试住: [null, `${body.trialStart} 至 ${body.trialEnd}`] as const,
  }
  tellMove(tx, { residents: [resident], bedIds, remark: `“${resident.name}”试住 ${path}${seen}`, changes })
}

export async function extendTrial(tx: Tx, who: Caller, body: Static<typeof ExtendTrialBody>): Promise<void> {
  const resident = await beginMove(tx, who, 'extendTrial', body)
  const stay = await openStayOf(tx, resident)
  const before = stay.trialEnd!
  requireDay({
    day: body.trialEnd,
    field: 'trialEnd',
    title: '新的试住结束日期',
    from: [addDays(before, 1), '原结束日期的次日'],
    to: [addDays(stay.startDate, LONGEST_TRIAL), `试住最长 ${LONGEST_TRIAL} 天`],
  })
  await tx.client.query(
    'update stay set trial_end = $3, version = version + 1, updated_at = now() where org_id = $1 and stay_id = $2',
    [tx.orgId, stay.stayId, body.trialEnd],
  )
  await saveResident(tx, resident, {})
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId: stay.stayId,
    kind: 'extendTrial',
    content: `试住延长 ${before} → ${body.trialEnd}`,
    reason: body.reason,
    fromStatus: ResidenceStatus.is.trial,
    toStatus: ResidenceStatus.is.trial,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [resident.bedId],
    remark: `延长“${resident.name}”的试住至 ${body.trialEnd}：${body.reason}`,
    changes: { 试住结束: [before, body.trialEnd] },
  })
}

const acceptedWords = (keys: readonly (keyof typeof requirements)[]) =>
  keys.length > 0 ? `；已确认尚缺：${keys.map((key) => requirements[key]).join('、')}` : ''

export async function checkIn(tx: Tx, who: Caller, body: CheckIn): Promise<void> {
  const resident = await beginMove(tx, who, 'checkIn', body)
  if (body.contractEnd <= body.contractStart) throw invalid('合同结束日期应晚于合同开始日期', 'contractEnd')
  await requireFamily(tx, resident, body)
  await requireStaff(tx, body.saleId, 'saleId')
  const accepted = await requireRequirements(tx, resident.oldmanId, body.accepted ?? [], body)
  if (resident.status === ResidenceStatus.is.trial) return convert(tx, who, resident, body, acceptedWords(accepted))
  await requireComing(tx, resident, body.checkInDate, 'checkInDate', '入住日期')
  const level = await requireLevel(tx, body.levelId)
  const place = {
    bedId: body.bedId,
    from: body.checkInDate,
    wholeRoom: body.wholeRoom ?? false,
    confirmed: body.confirmed,
  }
  const { stayId, path, words, seen, bedIds } = await moveIn(tx, who, resident, {
    columns: {
      ...agreed(body),
      kind: 'FORMAL',
      start_date: body.checkInDate,
      formal_date: body.checkInDate,
      whole_room: place.wholeRoom,
      sale_id: body.saleId ?? resident.saleId,
    },
    place,
    level,
    fees: body.fees,
    status: ResidenceStatus.is.living,
    bookingTo: body.bookingTo ?? 'DEPOSIT',
    ...(body.attention && { attention: body.attention }),
  })
  await giveFamilyRoles(tx, resident, null, body)
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId,
    kind: 'checkIn',
    day: body.checkInDate,
    content: `入住 ${path}${words}，${level.name}，合同至 ${body.contractEnd}${acceptedWords(accepted)}${seen}`,
    fromStatus: resident.status,
    toStatus: ResidenceStatus.is.living,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds,
    remark: `“${resident.name}”入住 ${path}${acceptedWords(accepted)}${seen}`,
    changes: { ...inHouse(resident, 1, path, level.name), ...checkInChanges(resident, body) },
  })
}
