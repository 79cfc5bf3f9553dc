// Changes of bed: to a free one, or two elders against each other; today, afterwards, or on a day that is agreed.

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
import { beginMove, type Elder, lockElders, type OpenStay, openStayOf, type Reach, saveElder } from './residenceLock.ts'
import { findPlace, takePlace } from './residencePlace.ts'
import { callOffMove, liftElders } from './residencePlan.ts'
import { requireSeen } from './residenceUnusual.ts'
import { addDays, requireDay } from './stayDays.ts'

type Adjust = Static<typeof AdjustBedBody>

const presentOf = (held: readonly HeldBed[], stay: OpenStay) =>
  held.find((row) => row.now && row.kind === 'STAY')?.from ?? stay.startDate

async function requireEffective(tx: Tx, elder: Elder, day: string, since: string): Promise<boolean> {
  const { moveAheadDays } = await residenceSettingOf(tx.client, tx.orgId)
  requireDay({
    day,
    field: 'effectiveDate',
    title: '生效日期',
    from: [since, `${elder.name}现床位的开始日期`],
    to: [addDays(elder.today, moveAheadDays), `今天起 ${moveAheadDays} 天`],
  })
  return day > elder.today
}

export async function adjustBed(tx: Tx, who: Reach, body: Adjust): Promise<Told> {
  const elder = await beginMove(tx, who, 'adjustBed', body)
  const stay = await openStayOf(tx, elder)
  const held = await bedsOfStay(tx, stay.stayId)
  const wholeRoom = body.wholeRoom ?? false
  if (body.bedId === elder.bedId && wholeRoom === stay.wholeRoom) return callOff(tx, who, elder, stay, held, body)
  const later = await requireEffective(tx, elder, body.effectiveDate, presentOf(held, stay))
  const heldIds = held.map((row) => row.bedId)
  const place = { bedId: body.bedId, from: body.effectiveDate, wholeRoom, confirmed: body.confirmed }
  const placed = await findPlace(tx, who, [elder], place, heldIds)
  // A plan that is replaced may leave the present bed later than agreed: nobody may have been promised it.
  const now = held.filter((row) => row.now)
  for (const row of now.filter((one) => one.to !== null)) {
    await refuseHeld(tx, placed.beds, [row.bedId], { from: row.to!, to: body.effectiveDate, except: [elder.oldmanId] })
  }
  await callOffMove(tx, stay, held)
  await endOccupancy(tx, stay.stayId, body.effectiveDate)
  await takePlace(tx, elder, stay.stayId, place, placed.others, body.reason)
  if (body.bedFee) await splitBedFee(tx, stay.stayId, body.effectiveDate, body.bedFee)
  const levelId = body.levelId && body.levelId !== stay.levelId ? body.levelId : null
  const level = levelId ? await setLevel(tx, elder, stay, levelId, body.effectiveDate) : null
  if (!later) {
    await tx.client.query(
      'update stay set whole_room = $3, version = version + 1, updated_at = now() where org_id = $1 and stay_id = $2',
      [tx.orgId, stay.stayId, wholeRoom],
    )
  }
  await saveElder(
    tx,
    elder,
    later ? {} : { bedId: body.bedId, deptId: placed.deptId ?? elder.deptId, ...(levelId && { levelId }) },
  )
  const from = placed.beds.get(elder.bedId!)!.path
  const bedIds = [...new Set([...heldIds, body.bedId, ...placed.others])]
  const { cleanAfterCheckout } = await residenceSettingOf(tx.client, tx.orgId)
  const left = !later && elder.bedId !== body.bedId ? [elder.bedId!] : []
  await settleBeds(tx, bedIds, cleanAfterCheckout ? { bedIds: left, reason: `${elder.name}调床后待清洁` } : null)
  const words = [
    wholeRoom ? '包房' : null,
    placed.cleaning ? '床位原为待清洁' : null,
    later ? `${body.effectiveDate} 生效` : null,
  ]
  const notes = words.filter((word): word is string => word !== null).join('，')
  await addStayEvent(tx, {
    oldmanId: elder.oldmanId,
    stayId: stay.stayId,
    kind: 'adjustBed',
    day: body.effectiveDate,
    content: `调床 ${from} → ${placed.path}${notes ? `（${notes}）` : ''}${level ? `，护理等级 ${level.before ?? '未定'} → ${level.after}` : ''}${placed.seen}`,
    reason: body.reason,
    fromStatus: elder.status,
    toStatus: elder.status,
  })
  return tellMoved(
    tx,
    { elders: [elder], bedIds },
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
async function callOff(tx: Tx, who: Reach, elder: Elder, stay: OpenStay, held: readonly HeldBed[], body: Adjust) {
  const beds = await lockBeds(
    tx,
    who.deptIds,
    [body.bedId],
    held.map((row) => row.bedId),
  )
  const path = beds.get(body.bedId)!.path
  const planned = held.find((row) => !row.now && row.kind === 'STAY')
  if (!planned) throw invalid(`${elder.name}已在 ${path}，请选择另一张床位`, 'bedId')
  // Whoever was promised the present bed for that day keeps the promise.
  const now = held.filter((row) => row.now)
  await refuseHeld(
    tx,
    beds,
    now.map((row) => row.bedId),
    { from: planned.from, except: [elder.oldmanId] },
  )
  await callOffMove(tx, stay, held)
  await saveElder(tx, elder, {})
  const target = beds.get(planned.bedId)!.path
  await addStayEvent(tx, {
    oldmanId: elder.oldmanId,
    stayId: stay.stayId,
    kind: 'adjustBed',
    content: `取消原定 ${planned.from} 调到 ${target}，留在 ${path}`,
    reason: body.reason,
    fromStatus: elder.status,
    toStatus: elder.status,
  })
  return tellMoved(
    tx,
    { elders: [elder], bedIds: held.map((row) => row.bedId) },
    {
      what: `取消原定 ${planned.from} 的调床`,
      why: body.reason,
      changes: { 原定床位: [target, null], 生效日期: [planned.from, null] },
    },
  )
}

interface Side {
  elder: Elder
  stay: OpenStay
  held: HeldBed[]
}

async function sideOf(tx: Tx, elder: Elder): Promise<Side> {
  const stay = await openStayOf(tx, elder)
  const held = await bedsOfStay(tx, stay.stayId)
  if (stay.wholeRoom) throw invalid(`${elder.name}包房居住，不能直接换床，请先调床或取消包房`, 'otherOldmanId')
  const planned = held.find((row) => !row.now)
  if (planned) throw invalid(`${elder.name}已安排 ${planned.from} 调床，请先取消原定的调床`, 'otherOldmanId')
  return { elder, stay, held }
}

export async function exchangeBed(tx: Tx, who: Reach, body: Static<typeof ExchangeBedBody>): Promise<Told> {
  if (body.oldmanId === body.otherOldmanId) throw invalid('请选择另一位老人', 'otherOldmanId')
  const elders = await lockElders(tx, who.deptIds, [body.oldmanId, body.otherOldmanId])
  const [elder, other] = elders as [Elder, Elder]
  const allowed = (one: Elder) => residenceMoves.moves.exchangeBed.from.includes(one.status)
  for (const one of elders.filter((each) => !allowed(each))) {
    throw new Refusal(
      'STATE_NOT_ALLOWED',
      { state: `${one.name} ${ResidenceStatus.label(one.status)}`, act: '换床' },
      one === other ? 'otherOldmanId' : undefined,
    )
  }
  await refuseStale(tx, elder.oldmanId, body.version, elder.version)
  const one = await sideOf(tx, elder)
  const two = await sideOf(tx, other)
  for (const { elder: each, held, stay } of [one, two]) {
    await requireEffective(tx, each, body.effectiveDate, presentOf(held, stay))
  }
  const later = body.effectiveDate > elder.today
  const ids = [elder.bedId!, other.bedId!]
  const beds = await lockBeds(tx, who.deptIds, ids)
  const day = body.effectiveDate
  const coming = (each: Elder, into: Elder) => ({
    elder: each,
    bed: beds.get(into.bedId!)!,
    from: day,
    leaving: [into.oldmanId],
  })
  const seen = await requireSeen(tx, [coming(elder, other), coming(other, elder)], body.confirmed)
  await endOccupancy(tx, one.stay.stayId, day)
  await endOccupancy(tx, two.stay.stayId, day)
  await takePlace(tx, elder, one.stay.stayId, { bedId: other.bedId!, from: day, wholeRoom: false }, [], body.reason)
  await takePlace(tx, other, two.stay.stayId, { bedId: elder.bedId!, from: day, wholeRoom: false }, [], body.reason)
  if (body.bedFee) await splitBedFee(tx, one.stay.stayId, day, body.bedFee)
  if (body.otherBedFee) await splitBedFee(tx, two.stay.stayId, day, body.otherBedFee)
  const target = (from: Elder) => ({ bedId: from.bedId, deptId: beds.get(from.bedId!)!.deptId })
  if (!later) await liftElders(tx, [elder.oldmanId, other.oldmanId])
  for (const [each, from] of [
    [elder, other],
    [other, elder],
  ] as const) {
    const { bedId, deptId } = target(from)
    await saveElder(tx, each, later ? {} : { bedId, deptId: deptId ?? each.deptId })
  }
  await settleBeds(tx, ids)
  const path = (each: Elder) => beds.get(each.bedId!)!.path
  const when = later ? `（${day} 生效）` : ''
  for (const [side, against] of [
    [one, two],
    [two, one],
  ] as const) {
    await addStayEvent(tx, {
      oldmanId: side.elder.oldmanId,
      stayId: side.stay.stayId,
      kind: 'exchangeBed',
      day,
      content: `与${against.elder.name}换床 ${path(side.elder)} → ${path(against.elder)}${when}${seen}`,
      reason: body.reason,
      fromStatus: side.elder.status,
      toStatus: side.elder.status,
    })
  }
  return tellMoved(
    tx,
    { elders: [elder, other], bedIds: ids },
    {
      what: `与“${other.name}”换床${when}`,
      why: `${body.reason}${seen}`,
      changes: {
        [`${elder.name}的床位`]: [path(elder), path(other)],
        [`${other.name}的床位`]: [path(other), path(elder)],
        生效日期: [null, day],
      },
    },
  )
}
