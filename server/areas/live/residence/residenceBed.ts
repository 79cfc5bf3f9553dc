// Changes of bed: to a free one, or two residents against each other; today, afterwards, or on a day that is agreed.

import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import type { AdjustBedBody, ExchangeBedBody } from '#contract/live/residenceForms'
import { residenceMoves } from '#contract/live/residenceWords'
import { ResidenceStatus } from '#contract/live/resident'
import { splitBedFee } from '#server/areas/expense/public'
import { addStayEvent } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { bedsOfStay, endOccupancy, type HeldBed, settleBeds } from './occupancyRows.ts'
import { lockBeds, refuseHeld } from './residenceBeds.ts'
import { type Told, tellMoved } from './residenceFacts.ts'
import { setLevel } from './residenceLevel.ts'
import {
  beginMove,
  lockResidents,
  type OpenStay,
  openStayOf,
  type Reach,
  type Resident,
  saveResident,
} from './residenceLock.ts'
import { findPlace, takePlace } from './residencePlace.ts'
import { callOffMove, liftResidents } from './residencePlan.ts'
import { requireSeen } from './residenceUnusual.ts'
import { addDays, requireDay } from './stayDays.ts'

type Adjust = Static<typeof AdjustBedBody>

const presentOf = (held: readonly HeldBed[], stay: OpenStay) =>
  held.find((row) => row.now && row.kind === 'STAY')?.from ?? stay.startDate

async function requireEffective(tx: Tx, resident: Resident, day: string, since: string): Promise<boolean> {
  const { moveAheadDays } = await residenceSettingOf(tx.client, tx.orgId)
  requireDay({
    day,
    field: 'effectiveDate',
    title: '生效日期',
    from: [since, `${resident.name}现床位的开始日期`],
    to: [addDays(resident.today, moveAheadDays), `今天起 ${moveAheadDays} 天`],
  })
  return day > resident.today
}

export async function adjustBed(tx: Tx, who: Reach, body: Adjust): Promise<Told> {
  const resident = await beginMove(tx, who, 'adjustBed', body)
  const stay = await openStayOf(tx, resident)
  const held = await bedsOfStay(tx, stay.stayId)
  const wholeRoom = body.wholeRoom ?? false
  if (body.bedId === resident.bedId && wholeRoom === stay.wholeRoom) return callOff(tx, who, resident, stay, held, body)
  const later = await requireEffective(tx, resident, body.effectiveDate, presentOf(held, stay))
  const heldIds = held.map((row) => row.bedId)
  const place = { bedId: body.bedId, from: body.effectiveDate, wholeRoom, confirmed: body.confirmed }
  const placed = await findPlace(tx, who, [resident], place, heldIds)
  // A plan that is replaced may leave the present bed later than agreed: nobody may have been promised it.
  const now = held.filter((row) => row.now)
  for (const row of now.filter((one) => one.to !== null)) {
    await refuseHeld(tx, placed.beds, [row.bedId], {
      from: row.to!,
      to: body.effectiveDate,
      except: [resident.oldmanId],
    })
  }
  await callOffMove(tx, stay, held)
  await endOccupancy(tx, stay.stayId, body.effectiveDate)
  await takePlace(tx, resident, stay.stayId, place, placed.others, body.reason)
  if (body.bedFee) await splitBedFee(tx, stay.stayId, body.effectiveDate, body.bedFee)
  const levelId = body.levelId && body.levelId !== stay.levelId ? body.levelId : null
  const change = { day: body.effectiveDate, reason: body.reason }
  const level = levelId ? await setLevel(tx, resident, stay, { levelId, ...change }) : null
  if (!later) {
    await tx.client.query(
      'update stay set whole_room = $3, version = version + 1, updated_at = now() where org_id = $1 and stay_id = $2',
      [tx.orgId, stay.stayId, wholeRoom],
    )
  }
  await saveResident(
    tx,
    resident,
    later ? {} : { bedId: body.bedId, deptId: placed.deptId ?? resident.deptId, ...(levelId && { levelId }) },
  )
  const from = placed.beds.get(resident.bedId!)!.path
  const bedIds = [...new Set([...heldIds, body.bedId, ...placed.others])]
  const { cleanAfterCheckout } = await residenceSettingOf(tx.client, tx.orgId)
  const left = !later && resident.bedId !== body.bedId ? [resident.bedId!] : []
  await settleBeds(tx, bedIds, cleanAfterCheckout ? { bedIds: left, reason: `${resident.name}调床后待清洁` } : null)
  const words = [
    wholeRoom ? '包房' : null,
    placed.cleaning ? '床位原为待清洁' : null,
    later ? `${body.effectiveDate} 生效` : null,
  ]
  const notes = words.filter((word): word is string => word !== null).join('，')
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId: stay.stayId,
    kind: 'adjustBed',
    day: body.effectiveDate,
    content: `调床 ${from} → ${placed.path}${notes ? `（${notes}）` : ''}${level ? `，护理等级 ${level.before ?? '未定'} → ${level.after}` : ''}${placed.seen}`,
    reason: body.reason,
    fromStatus: resident.status,
    toStatus: resident.status,
  })
  return tellMoved(
    tx,
    { residents: [resident], bedIds },
    {
      what: `调床 ${from} → ${placed.path}`,
      why: `${body.reason}${placed.seen}`,
      changes: {
        床位: [from, placed.path],
        生效日期: [null, body.effectiveDate],
        ...(level && { 护理等级: [level.before, level.after] }),
      },
    },
  )
}

/** The present bed as target: what was agreed for later is called off, if anything was. */
async function callOff(tx: Tx, who: Reach, resident: Resident, stay: OpenStay, held: readonly HeldBed[], body: Adjust) {
  const beds = await lockBeds(
    tx,
    who.deptIds,
    [body.bedId],
    held.map((row) => row.bedId),
  )
  const path = beds.get(body.bedId)!.path
  const planned = held.find((row) => !row.now && row.kind === 'STAY')
  if (!planned) throw invalid(`${resident.name}已在 ${path}，请选择另一张床位`, 'bedId')
  // Whoever was promised the present bed for that day keeps the promise.
  const now = held.filter((row) => row.now)
  await refuseHeld(
    tx,
    beds,
    now.map((row) => row.bedId),
    { from: planned.from, except: [resident.oldmanId] },
  )
  await callOffMove(tx, stay, held)
  await saveResident(tx, resident, {})
  const target = beds.get(planned.bedId)!.path
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId: stay.stayId,
    kind: 'adjustBed',
    content: `取消原定 ${planned.from} 调到 ${target}，留在 ${path}`,
    reason: body.reason,
    fromStatus: resident.status,
    toStatus: resident.status,
  })
  return tellMoved(
    tx,
    { residents: [resident], bedIds: held.map((row) => row.bedId) },
    {
      what: `取消原定 ${planned.from} 的调床`,
      why: body.reason,
      changes: { 原定床位: [target, null], 生效日期: [planned.from, null] },
    },
  )
}

interface Side {
  resident: Resident
  stay: OpenStay
  held: HeldBed[]
}

async function sideOf(tx: Tx, resident: Resident): Promise<Side> {
  const stay = await openStayOf(tx, resident)
  const held = await bedsOfStay(tx, stay.stayId)
  if (stay.wholeRoom) throw invalid(`${resident.name}包房居住，不能直接换床，请先调床或取消包房`, 'otherOldmanId')
  const planned = held.find((row) => !row.now)
  if (planned) throw invalid(`${resident.name}已安排 ${planned.from} 调床，请先取消原定的调床`, 'otherOldmanId')
  return { resident, stay, held }
}

export async function exchangeBed(tx: Tx, who: Reach, body: Static<typeof ExchangeBedBody>): Promise<Told> {
  if (body.oldmanId === body.otherOldmanId) throw invalid('请选择另一位老人', 'otherOldmanId')
  const residents = await lockResidents(tx, who.deptIds, [body.oldmanId, body.otherOldmanId])
  const [resident, other] = residents as [Resident, Resident]
  const allowed = (one: Resident) => residenceMoves.moves.exchangeBed.from.includes(one.status)
  for (const one of residents.filter((each) => !allowed(each))) {
    throw new Refusal(
      'STATE_NOT_ALLOWED',
      { state: `${one.name} ${ResidenceStatus.label(one.status)}`, act: '换床' },
      one === other ? 'otherOldmanId' : undefined,
    )
  }
  await refuseStale(tx, resident.oldmanId, body.version, resident.version)
  const one = await sideOf(tx, resident)
  const two = await sideOf(tx, other)
  for (const { resident: each, held, stay } of [one, two]) {
    await requireEffective(tx, each, body.effectiveDate, presentOf(held, stay))
  }
  const later = body.effectiveDate > resident.today
  const ids = [resident.bedId!, other.bedId!]
  const beds = await lockBeds(tx, who.deptIds, ids)
  const day = body.effectiveDate
  const coming = (each: Resident, into: Resident) => ({
    resident: each,
    bed: beds.get(into.bedId!)!,
    from: day,
    leaving: [into.oldmanId],
  })
  const seen = await requireSeen(tx, [coming(resident, other), coming(other, resident)], body.confirmed)
  await endOccupancy(tx, one.stay.stayId, day)
  await endOccupancy(tx, two.stay.stayId, day)
  await takePlace(tx, resident, one.stay.stayId, { bedId: other.bedId!, from: day, wholeRoom: false }, [], body.reason)
  await takePlace(tx, other, two.stay.stayId, { bedId: resident.bedId!, from: day, wholeRoom: false }, [], body.reason)
  if (body.bedFee) await splitBedFee(tx, one.stay.stayId, day, body.bedFee)
  if (body.otherBedFee) await splitBedFee(tx, two.stay.stayId, day, body.otherBedFee)
  const target = (from: Resident) => ({ bedId: from.bedId, deptId: beds.get(from.bedId!)!.deptId })
  if (!later) await liftResidents(tx, [resident.oldmanId, other.oldmanId])
  for (const [each, from] of [
    [resident, other],
    [other, resident],
  ] as const) {
    const { bedId, deptId } = target(from)
    await saveResident(tx, each, later ? {} : { bedId, deptId: deptId ?? each.deptId })
  }
  await settleBeds(tx, ids)
  const path = (each: Resident) => beds.get(each.bedId!)!.path
  const when = later ? `（${day} 生效）` : ''
  for (const [side, against] of [
    [one, two],
    [two, one],
  ] as const) {
    await addStayEvent(tx, {
      oldmanId: side.resident.oldmanId,
      stayId: side.stay.stayId,
      kind: 'exchangeBed',
      day,
      content: `与${against.resident.name}换床 ${path(side.resident)} → ${path(against.resident)}${when}${seen}`,
      reason: body.reason,
      fromStatus: side.resident.status,
      toStatus: side.resident.status,
    })
  }
  return tellMoved(
    tx,
    { residents: [resident, other], bedIds: ids },
    {
      what: `与“${other.name}”换床${when}`,
      why: `${body.reason}${seen}`,
      changes: {
        [`${resident.name}的床位`]: [path(resident), path(other)],
        [`${other.name}的床位`]: [path(other), path(resident)],
        生效日期: [null, day],
      },
    },
  )
}
