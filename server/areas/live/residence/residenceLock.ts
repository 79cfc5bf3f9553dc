// Every move begins here: the resident's row is locked, then the machine is asked, then what the resident holds is read. The
// order of locks is the same everywhere: residents by id, then beds by id.

import { notFound, Refusal } from '#contract/kit/refusal'
import { type ResidenceMove, residenceMoves } from '#contract/live/residenceWords'
import { ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import { levelOn, nextLevel } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { inDepts } from '#server/kit/tenant'

export interface Resident {
  oldmanId: string
  name: string
  sex: 0 | 1
  status: ResidenceStatusValue
  version: number
  deptId: string | null
  bedId: string | null
  levelId: string | null
  saleId: string | null
  checkInDate: string | null
  attention: number[]
  /** The day of the database, which decides. */
  today: string
}

export interface OpenStay {
  stayId: string
  kind: 'TRIAL' | 'FORMAL'
  startDate: string
  trialStart: string | null
  trialEnd: string | null
  formalDate: string | null
  levelId: string | null
  nextLevelId: string | null
  nextLevelDate: string | null
  wholeRoom: boolean
  contractNo: string | null
  contractStart: string | null
  contractEnd: string | null
  payDay: number
  payerId: string | null
  guarantorId: string | null
  emergencyId: string | null
  guardianId: string | null
  custody: boolean
  remark: string | null
  /** Entered so many days ago. */
  enteredDays: number
  version: number
}

export interface ActiveReservation {
  reserveId: string
  bedId: string
  reserveDate: string
  expectCheckIn: string
  expireDate: string
  bookingFen: number
  saleId: string | null
  remark: string | null
  version: number
}

const RESIDENTS = `select t.oldman_id as "oldmanId", t.oldman_name as name, t.sex, t.status, t.version, t.dept_id as "deptId",
  t.current_bed_id as "bedId", t.level_id as "levelId", t.sale_id as "saleId", t.check_in_date as "checkInDate",
  t.attention, current_date as today
from oldman t where t.org_id = $1 and ${inDepts('t', '$2')}
  and t.oldman_id = any($3) order by t.oldman_id for no key update`

/** Locked in the order of their ids, answered in the order asked for; one outside the caller's scope is not there. */
export async function lockResidents(
  tx: Tx,
  deptIds: readonly string[] | null,
  oldmanIds: readonly string[],
): Promise<Resident[]> {
  const found = await tx.client.query<Resident>({
    name: 'residence_lock',
    text: RESIDENTS,
    values: [tx.orgId, deptIds, oldmanIds],
  })
  const byId = new Map(found.rows.map((row) => [row.oldmanId, row]))
  return oldmanIds.map((oldmanId) => {
    const resident = byId.get(oldmanId)
    if (!resident) throw notFound('老人档案')
    return resident
  })
}

/** Refuses a move that the present status does not allow, naming both, and then one that was filled from older data. */
export async function requireMove(
  tx: Tx,
  resident: Resident,
  move: ResidenceMove,
  version?: number | null,
): Promise<ResidenceStatusValue> {
  const next = residenceMoves.next(resident.status, move, ResidenceStatus.label)
  await refuseStale(tx, resident.oldmanId, version, resident.version)
  return next
}

/** Whose residents and beds a move may touch: those of the caller's departments. */
export type Reach = Pick<Caller, 'deptIds'>

/** The resident of a move, locked and asked. */
export async function beginMove(
  tx: Tx,
  who: Reach,
  move: ResidenceMove,
  body: { oldmanId: string; version?: number | null },
): Promise<Resident> {
  const [resident] = await lockResidents(tx, who.deptIds, [body.oldmanId])
  await requireMove(tx, resident!, move, body.version)
  return resident!
}

const STAY_COLUMNS = `stay_id as "stayId", kind, start_date as "startDate", trial_start as "trialStart",
  trial_end as "trialEnd", formal_date as "formalDate", ${levelOn('stay', 'current_date')} as "levelId",
  ${nextLevel('stay', 'level_id')} as "nextLevelId", ${nextLevel('stay', 'from_date')} as "nextLevelDate", whole_room as "wholeRoom", contract_no as "contractNo",
  contract_start as "contractStart", contract_end as "contractEnd", pay_day as "payDay", payer_id as "payerId",
  guarantor_id as "guarantorId", emergency_id as "emergencyId", guardian_id as "guardianId", custody, remark,
  current_date - created_at::date as "enteredDays", version`

/** The stay that is open; a resident in residence or trial has one. */
export async function openStayOf(tx: Tx, resident: Resident): Promise<OpenStay> {
  const found = await tx.client.query<OpenStay>({
    name: 'stay_open_of',
    text: `select ${STAY_COLUMNS} from stay where org_id = $1 and oldman_id = $2 and end_date is null for update`,
    values: [tx.orgId, resident.oldmanId],
  })
  const stay = found.rows[0]
  if (!stay) throw new Refusal('STATE_NOT_ALLOWED', { state: '没有居住记录', act: `变动${resident.name}的居住` })
  return stay
}

export interface EndedStay {
  stayId: string
  kind: 'TRIAL' | 'FORMAL'
  startDate: string
  endDate: string
}

/** The last stay that ended, or null. */
export async function lastStayOf(tx: Tx, resident: Resident): Promise<EndedStay | null> {
  const found = await tx.client.query<EndedStay>({
    name: 'stay_last_of',
    text: `select stay_id as "stayId", kind, start_date as "startDate", end_date as "endDate" from stay
      where org_id = $1 and oldman_id = $2 and end_date is not null
      order by end_date desc, start_date desc, created_at desc, stay_id desc limit 1`,
    values: [tx.orgId, resident.oldmanId],
  })
  return found.rows[0] ?? null
}

export async function reservationOf(tx: Tx, resident: Resident): Promise<ActiveReservation | null> {
  const found = await tx.client.query<ActiveReservation>({
    name: 'reservation_active_of',
    text: `select reserve_id as "reserveId", bed_id as "bedId", reserve_date as "reserveDate",
        expect_check_in as "expectCheckIn", expire_date as "expireDate", booking_fen as "bookingFen",
        sale_id as "saleId", remark, version
      from reservation where org_id = $1 and oldman_id = $2 and state = 'ACTIVE' for update`,
    values: [tx.orgId, resident.oldmanId],
  })
  return found.rows[0] ?? null
}

interface ResidentChange {
  status?: ResidenceStatusValue
  /** null: no bed. */
  bedId?: string | null
  deptId?: string | null
  levelId?: string | null
  checkInDate?: string | null
  attention?: readonly number[]
}

const SAVE = `update oldman set status = $3, current_bed_id = $4, dept_id = $5, level_id = $6, check_in_date = $7,
  attention = $8, version = version + 1, updated_at = now() where org_id = $1 and oldman_id = $2`

/** What the archive says of the residence follows the stay; what is not named stays. */
export async function saveResident(tx: Tx, resident: Resident, change: ResidentChange): Promise<void> {
  const next = { ...resident, ...change }
  await tx.client.query({
    name: 'residence_elder_save',
    text: SAVE,
    values: [
      tx.orgId,
      resident.oldmanId,
      next.status,
      next.bedId,
      next.deptId,
      next.levelId,
      next.checkInDate,
      JSON.stringify(next.attention),
    ],
  })
}
