// A consultation as it is stored: found within the caller's scope, locked for a change, its sections put together.

import type pg from 'pg'
import { timeText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Static, TObject } from '#contract/kit/schema'
import { ArchiveExtra, ArchiveHealth } from '#contract/live/archiveFields'
import { consultation } from '#contract/live/consultation'
import {
  Consultant,
  ConsultationBase,
  type ConsultationMove,
  ConsultationStatus,
  type ConsultationStatusValue,
  consultationMoves,
} from '#contract/live/consultationFields'
import type { Caller, Tx } from '#server/kit/caller'
import type { Scope } from '#server/kit/tenant'
import { CONSULTATION_SCOPE } from './consultationSql.ts'

export type BaseFields = Static<typeof ConsultationBase>
export type ConsultantFields = Static<typeof Consultant>
export type ExtraFields = Static<typeof ArchiveExtra>
export type HealthFields = Static<typeof ArchiveHealth>

export interface Stored extends BaseFields, ConsultantFields {
  consultationId: string
  consultationNo: string
  status: ConsultationStatusValue
  deptId: string | null
  extra: ExtraFields
  health: HealthFields
  attention: HealthFields['attention']
  oldmanId: string | null
  nextFollowAt: string | null
  version: number
}

const COLUMNS = `t.consultation_id as "consultationId", t.consultation_no as "consultationNo", t.status, t.dept_id as "deptId",
  t.consult_date as "consultDate", t.channel, t.intention, t.sale_id as "saleId", t.expect_date as "expectDate",
  t.expect_room_type as "expectRoomType", t.budget_fen as "budgetFen", t.remark, t.oldman_name as "oldmanName", t.sex,
  t.id_card as "idCard", t.birth_date as "birthDate", t.age, t.nation, t.phone, t.region, t.address, t.head,
  t.consultant_name as "consultantName", t.consultant_phone as "consultantPhone",
  t.consultant_relation as "consultantRelation", t.consultant_wechat as "consultantWechat",
  t.consultant_address as "consultantAddress", t.extra, t.health, t.attention, t.oldman_id as "oldmanId",
  t.next_follow_at as "nextFollowAt", t.version`

const ONE = `select ${COLUMNS} from consultation t where ${CONSULTATION_SCOPE} and t.consultation_id = $3`

/** Refuses one outside the caller's scope as not there. */
export async function storedConsultation(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  consultationId: string,
  lock: '' | 'for update' = '',
): Promise<Stored> {
  const found = await client.query<Stored>({
    name: lock ? 'consultation_lock' : 'consultation_stored',
    text: `${ONE} ${lock}`,
    values: [scope.orgId, scope.deptIds, consultationId],
  })
  if (!found.rows[0]) throw notFound('咨询记录')
  return found.rows[0]
}

export const statusLabel = (status: ConsultationStatusValue) => ConsultationStatus.label(status)

/** Locks it and asks the machine whether this may be done from where it stands. */
export async function lockFor(tx: Tx, who: Caller, consultationId: string, move: ConsultationMove): Promise<Stored> {
  const row = await storedConsultation(tx.client, who, consultationId, 'for update')
  consultationMoves.next(row.status, move, statusLabel)
  return row
}

/** The named fields of a row; what is not there is null, so that an answer always says it. */
export function fieldsOf<S extends TObject>(schema: S, from: object): Static<S> {
  const values = from as Record<string, unknown>
  return Object.fromEntries(Object.keys(schema.properties).map((key) => [key, values[key] ?? null])) as Static<S>
}

export const baseOf = (row: object) => fieldsOf(ConsultationBase, row)
export const consultantOf = (row: object) => fieldsOf(Consultant, row)
export const extraOf = (row: Stored) => fieldsOf(ArchiveExtra, row.extra)
export const healthOf = (row: Stored) => fieldsOf(ArchiveHealth, { ...row.health, attention: row.attention })

export const sayChanged = (tx: Tx, row: Pick<Stored, 'consultationId' | 'deptId'>) =>
  tx.emit(
    consultation.events.changed,
    { consultationId: row.consultationId },
    row.deptId === null ? {} : { deptIds: [row.deptId] },
  )

/** The department of whoever looks after it decides who sees it. */
export async function departmentOfSale(tx: Tx, saleId: string): Promise<string | null> {
  const found = await tx.client.query<{ deptId: string | null }>({
    name: 'consultation_sale',
    text: 'select dept_id as "deptId" from employee where org_id = $1 and emp_id = $2',
    values: [tx.orgId, saleId],
  })
  if (!found.rows[0]) throw invalid('接待人不存在，请重新选择', 'saleId')
  return found.rows[0].deptId
}

/** What the log calls it: “王秀兰”的咨询 ZX202511150001 */
export const named = (row: Pick<Stored, 'oldmanName' | 'consultationNo'>) =>
  `“${row.oldmanName}”的咨询 ${row.consultationNo}`

/** yyyy-MM-dd HH:mm:ss of now. */
export const nowText = (offset = 0) => timeText(Date.now() + offset)
export const todayText = () => nowText().slice(0, 10)
