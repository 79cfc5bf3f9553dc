// A trial becomes the residence.

import { ResidenceStatus } from '#contract/live/resident'
import { replaceFees, splitCareFee } from '#server/areas/expense/public'
import { giveFamilyRoles } from '#server/areas/live/family/familyRoles'
import { planByLevel } from '#server/areas/nursing/public'
import { addStayEvent } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { setLevelFrom } from './levelRows.ts'
import { bedsOfStay, dropPlan, endOccupancy, settleBeds } from './occupancyRows.ts'
import { agreed, type CheckIn, checkInChanges } from './residenceAgreed.ts'
import { lockBeds } from './residenceBeds.ts'
import { levelOf, requireLevel, tellMove } from './residenceFacts.ts'
import { openStayOf, type Resident, saveResident } from './residenceLock.ts'
import { findPlace, takePlace } from './residencePlace.ts'
import { requireDay } from './stayDays.ts'

const CONVERT = `update stay s set kind = 'FORMAL', formal_date = $3, whole_room = $4, contract_no = x.contract_no,
  contract_start = x.contract_start, contract_end = x.contract_end, deposit_fen = coalesce(x.deposit_fen, s.deposit_fen),
  pay_day = coalesce(x.pay_day, s.pay_day), payer_id = x.payer_id, guarantor_id = x.guarantor_id,
  emergency_id = x.emergency_id, guardian_id = x.guardian_id, custody = coalesce(x.custody, s.custody),
  remark = coalesce(x.remark, s.remark), sale_id = coalesce($6, s.sale_id), version = s.version + 1, updated_at = now()
from jsonb_to_record($5::jsonb) as x(contract_no text, contract_start date, contract_end date, deposit_fen bigint,
  pay_day int, payer_id text, guarantor_id text, emergency_id text, guardian_id text, custody boolean, remark text)
where s.org_id = $1 and s.stay_id = $2`

/** The trial becomes the residence: the stay goes on, in the same bed or another. */
export async function convert(tx: Tx, who: Caller, resident: Resident, body: CheckIn, noted: string): Promise<void> {
  const stay = await openStayOf(tx, resident)
  const held = await bedsOfStay(tx, stay.stayId)
  const now = held.filter((row) => row.now)
  const wholeRoom = body.wholeRoom ?? stay.wholeRoom
  const stays = body.bedId === resident.bedId && wholeRoom === stay.wholeRoom
  // In another bed it begins where the present one was taken, at the earliest.
  const since = now.find((row) => row.kind === 'STAY')?.from ?? stay.startDate
  requireDay({
    day: body.checkInDate,
    field: 'checkInDate',
    title: '入住日期',
    from: stays ? [stay.startDate, '试住开始日期'] : [since, '现床位的开始日期'],
    to: [resident.today, '今天'],
  })
  const before = await levelOf(tx, stay.levelId)
  const level = await requireLevel(tx, body.levelId, stay.levelId)
  const place = { bedId: body.bedId, from: body.checkInDate, wholeRoom, confirmed: body.confirmed }
  const heldIds = held.map((row) => row.bedId)
  const placed = stays ? null : await findPlace(tx, who, [resident], place, heldIds)
  if (!placed) await lockBeds(tx, null, [], heldIds)
  const planned = held.some((row) => !row.now)
  if (planned && placed) await dropPlan(tx, stay.stayId)
  if (placed) {
    await endOccupancy(tx, stay.stayId, body.checkInDate)
    await takePlace(tx, resident, stay.stayId, place, placed.others, '转正换床')
  }
  await tx.client.query(CONVERT, [
    tx.orgId,
    stay.stayId,
    body.checkInDate,
    wholeRoom,
    JSON.stringify(agreed(body)),
    body.saleId ?? null,
  ])
  await setLevelFrom(tx, { stayId: stay.stayId, levelId: level.levelId, day: body.checkInDate })
  await planByLevel(tx, { oldmanId: resident.oldmanId, levelId: level.levelId, day: body.checkInDate })
  await giveFamilyRoles(tx, resident, stay, body)
  if (body.fees) await replaceFees(tx, stay.stayId, body.checkInDate, body.fees)
  else if (level.levelId !== stay.levelId || stay.nextLevelId) {
    await splitCareFee(tx, {
      stayId: stay.stayId,
      day: body.checkInDate,
      oldPriceFen: before?.priceFen ?? null,
      priceFen: level.priceFen,
    })
  }
  await saveResident(tx, resident, {
    status: ResidenceStatus.is.living,
    bedId: body.bedId,
    deptId: placed?.deptId ?? resident.deptId,
    levelId: level.levelId,
    ...(body.attention && { attention: body.attention }),
  })
  const path = placed?.path ?? (await lockBeds(tx, null, [], [body.bedId])).get(body.bedId)!.path
  const bedIds = [...new Set([...heldIds, body.bedId, ...(placed?.others ?? [])])]
  const { cleanAfterCheckout } = await residenceSettingOf(tx.client, tx.orgId)
  const left = resident.bedId && resident.bedId !== body.bedId ? [resident.bedId] : []
  await settleBeds(tx, bedIds, cleanAfterCheckout ? { bedIds: left, reason: `${resident.name}换床后待清洁` } : null)
  await addStayEvent(tx, {
    oldmanId: resident.oldmanId,
    stayId: stay.stayId,
    kind: 'convert',
    day: body.checkInDate,
    content: `试住转为正式入住，${path}，${level.name}，合同至 ${body.contractEnd}${noted}${placed?.seen ?? ''}`,
    fromStatus: ResidenceStatus.is.trial,
    toStatus: ResidenceStatus.is.living,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds,
    remark: `“${resident.name}”由试住转为入住${noted}${placed?.seen ?? ''}`,
    changes: {
      入住状态: [ResidenceStatus.label(ResidenceStatus.is.trial), ResidenceStatus.label(ResidenceStatus.is.living)],
      ...(before?.levelId !== level.levelId && { 护理等级: [before?.name ?? null, level.name] }),
      ...(left.length > 0 && { 床位: [placed?.beds.get(left[0]!)?.path ?? null, path] }),
      ...checkInChanges(resident, body),
    },
  })
}
