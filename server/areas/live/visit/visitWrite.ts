// Signing visitors in and out. The desk decides who goes up; what is refused is what cannot be true.

import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { CONSULTATION_OPEN } from '#contract/live/consultationFields'
import { IN_HOUSE, ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import { TO_LOOK, TO_RESIDENT, type VisitRowData, visit } from '#contract/live/visit'
import { plainCard } from '#server/areas/live/archive/archiveChecks'
import { phoneAround, wholeNumber } from '#server/areas/live/archive/wholeNumber'
import { CONSULTATION_SCOPE } from '#server/areas/live/consultation/consultationSql'
import { nowText } from '#server/areas/live/consultation/consultationStore'
import { refreshVisited } from '#server/areas/live/consultation/consultationTalk'
import { IN_SCOPE } from '#server/areas/residents/public'
import { requireValues } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { namePinyin } from '#server/kit/pinyin'
import type { Scope } from '#server/kit/tenant'
import { VISIT_JOIN, VISIT_ROW, VISIT_SCOPE } from './visitSql.ts'

type Input<K extends 'add' | 'save'> = InputOf<(typeof visit)['calls'][K]>
type Fields = Omit<Input<'add'>, never>

const GRACE = 10 * 60_000

onConstraint('visit_times', () => invalid('离开时间不能早于来访时间', 'outTime'))

export async function oneVisit(client: pg.Pool | pg.ClientBase, scope: Scope, visitId: string): Promise<VisitRowData> {
  const found = await client.query<VisitRowData>({
    name: 'visit_one',
    text: `select ${VISIT_ROW} from visit t ${VISIT_JOIN} where ${VISIT_SCOPE} and t.visit_id = $3`,
    values: [scope.orgId, scope.deptIds, visitId],
  })
  if (!found.rows[0]) throw notFound('来访记录')
  return found.rows[0]
}

async function lockVisit(tx: Tx, who: Caller, visitId: string): Promise<VisitRowData> {
  const locked = await tx.client.query({
    name: 'visit_lock',
    text: `select 1 from visit t where ${VISIT_SCOPE} and t.visit_id = $3 for update of t`,
    values: [who.orgId, who.deptIds, visitId],
  })
  if (locked.rows.length === 0) throw notFound('来访记录')
  return oneVisit(tx.client, who, visitId)
}

interface Visited {
  oldmanName: string
  status: ResidenceStatusValue
}

/** Whoever does not live here cannot be visited here. */
async function refuseAbsent(tx: Tx, who: Caller, oldmanId: string): Promise<void> {
  const found = await tx.client.query<Visited>({
    name: 'visit_elder_status',
    text: `select t.oldman_name as "oldmanName", t.status from oldman t where ${IN_SCOPE} and t.oldman_id = $3`,
    values: [who.orgId, who.deptIds, oldmanId],
  })
  const resident = found.rows[0]
  if (!resident) throw notFound('老人档案')
  if (!IN_HOUSE.includes(resident.status)) {
    const state = ResidenceStatus.label(resident.status)
    throw invalid(`${resident.oldmanName}当前“${state}”，不在院内居住，不能登记探访`, 'oldmanId')
  }
}

function checkTimes(fields: Fields & { inTime: string }): void {
  const now = nowText(GRACE)
  if (fields.inTime > now) throw invalid('来访时间不能晚于现在；还没到的请填预约时间', 'inTime')
  if (!fields.outTime) return
  if (fields.outTime < fields.inTime) throw invalid('离开时间不能早于来访时间', 'outTime')
  if (fields.outTime > now) throw invalid('离开时间不能晚于现在', 'outTime')
}

/** The consultation that was named, or the open one with this phone number. */
async function consultationOf(tx: Tx, who: Caller, fields: Fields): Promise<string | null> {
  if (fields.type !== TO_LOOK) return null
  if (!fields.consultationId && !fields.phone) return null
  const found = await tx.client.query<{ id: string }>({
    name: 'visit_consultation',
    text: `select t.consultation_id as id from consultation t where ${CONSULTATION_SCOPE}
      and case when $3::text is not null then t.consultation_id = $3
        else t.status in (${CONSULTATION_OPEN}) and t.consultant_phone = $4 end
      order by t.consult_date desc, t.created_at desc limit 1`,
    values: [who.orgId, who.deptIds, fields.consultationId ?? null, fields.phone ?? null],
  })
  if (!found.rows[0] && fields.consultationId) throw notFound('咨询记录')
  return found.rows[0]?.id ?? null
}

async function check(tx: Tx, who: Caller, fields: Fields & { inTime: string }, before: VisitRowData | null) {
  if (TO_RESIDENT.includes(fields.type) && !fields.oldmanId) {
    throw invalid('探视请先选择要探访的老人', 'oldmanId')
  }
  checkTimes(fields)
  if (fields.oldmanId && fields.oldmanId !== before?.oldmanId) await refuseAbsent(tx, who, fields.oldmanId)
  const coded = [
    ['type', 'visitType', '来访类型'],
    ['manner', 'visitManner', '探视方式'],
    ['relation', 'relationToElder', '与老人关系'],
  ] as const
  for (const [field, dictionaryCode, title] of coded) {
    await requireValues(tx, { dictionaryCode, values: [fields[field]], before: [before?.[field]], field, title })
  }
}

const columnsOf = (fields: Fields & { inTime: string }, consultationId: string | null) => {
  const { pinyin, initials } = namePinyin(fields.visitor)
  return {
    oldman_id: fields.oldmanId ?? null,
    visitor: fields.visitor,
    pinyin,
    initials,
    phone: fields.phone ?? null,
    id_card: fields.idCard ? plainCard(fields.idCard) : null,
    relation: fields.relation ?? null,
    type: fields.type,
    manner: fields.manner ?? null,
    people: fields.people ?? 1,
    plan_time: fields.planTime ?? null,
    in_time: fields.inTime,
    out_time: fields.outTime ?? null,
    temperature:
      fields.temperature === null || fields.temperature === undefined ? null : Math.round(fields.temperature * 10),
    items: fields.items ?? null,
    remark: fields.remark ?? null,
    consultation_id: consultationId,
  }
}

const words = (row: Pick<VisitRowData, 'visitor' | 'oldmanName' | 'visitNo'>) =>
  `来访 ${row.visitNo}“${row.visitor}”${row.oldmanName ? `（探访${row.oldmanName}）` : ''}`

const sayChanged = (tx: Tx, visitId: string) => tx.emit(visit.events.changed, { visitId })

export async function addVisit(tx: Tx, who: Caller, input: Input<'add'>): Promise<VisitRowData> {
  const phone = await phoneAround(tx, input.oldmanId, { sent: input.phone, field: 'phone' })
  const idCard = wholeNumber(input.idCard, [], 'card', 'idCard')
  const fields = { ...input, phone, idCard, inTime: input.inTime ?? nowText() }
  await check(tx, who, fields, null)
  const consultationId = await consultationOf(tx, who, fields)
  const visitId = newId()
  const values = {
    org_id: tx.orgId,
    visit_id: visitId,
    visit_no: await nextNo(tx, 'LF'),
    user_id: tx.by.userId,
    ...columnsOf(fields, consultationId),
  }
  const names = Object.keys(values)
  await tx.client.query({
    name: 'visit_add',
    text: `insert into visit (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    values: Object.values(values),
  })
  if (consultationId) await refreshVisited(tx, [consultationId])
  const row = await oneVisit(tx.client, who, visitId)
  tx.log({ remark: `登记${words(row)}`, targetType: 'visit', targetId: visitId })
  sayChanged(tx, visitId)
  return row
}

const shown = (row: VisitRowData) => ({
  oldmanId: row.oldmanId,
  visitor: row.visitor,
  phone: row.phone,
  idCard: row.idCard,
  relation: row.relation,
  type: row.type,
  manner: row.manner,
  people: row.people,
  planTime: row.planTime,
  inTime: row.inTime,
  outTime: row.outTime,
  temperature: row.temperature,
  items: row.items,
  remark: row.remark,
  consultationId: row.consultationId,
})

/** Fields that are not sent stay as they are; null empties a field. */
export async function saveVisit(tx: Tx, who: Caller, input: Input<'save'>): Promise<VisitRowData> {
  const { visitId, version, ...sent } = input
  if (!visitId) throw invalid('请填写来访编号', 'visitId')
  const before = await lockVisit(tx, who, visitId)
  await refuseStale(tx, visitId, version, before.version)
  const kept = shown(before)
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const fields = { ...kept, ...given, inTime: sent.inTime ?? before.inTime } as Fields & { inTime: string }
  fields.phone = await phoneAround(tx, fields.oldmanId, { sent: fields.phone, before: before.phone, field: 'phone' })
  fields.idCard = wholeNumber(fields.idCard, [before.idCard], 'card', 'idCard')
  await check(tx, who, fields, before)
  const consultationId = await consultationOf(tx, who, fields)
  const values = columnsOf(fields, consultationId)
  await tx.client.query({
    name: 'visit_save',
    text: `update visit set ${Object.keys(values)
      .map((name, i) => `${name} = $${i + 3}`)
      .join(', ')}, version = version + 1, updated_at = now() where org_id = $1 and visit_id = $2`,
    values: [tx.orgId, visitId, ...Object.values(values)],
  })
  const linked = [before.consultationId, consultationId].filter((id): id is string => id !== null)
  await refreshVisited(tx, [...new Set(linked)])
  const after = await oneVisit(tx.client, { orgId: tx.orgId, deptIds: null }, visitId)
  tx.log({
    remark: `修改${words(after)}`,
    targetType: 'visit',
    targetId: visitId,
    changes: changesBetween(kept, shown(after)),
  })
  sayChanged(tx, visitId)
  return after
}

export async function signOut(tx: Tx, who: Caller, visitId: string, at: string | null): Promise<VisitRowData> {
  const before = await lockVisit(tx, who, visitId)
  if (before.outTime) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: `已于 ${before.outTime.slice(0, 16)} 签离`, act: '再次签离' })
  }
  const outTime = at ?? nowText()
  checkTimes({ ...shown(before), outTime } as Fields & { inTime: string })
  await tx.client.query({
    name: 'visit_out',
    // Clocks may differ by a moment; nobody leaves before they came.
    text: `update visit set out_time = greatest(in_time, $3::timestamptz), version = version + 1, updated_at = now()
      where org_id = $1 and visit_id = $2`,
    values: [tx.orgId, visitId, outTime],
  })
  const after = await oneVisit(tx.client, who, visitId)
  tx.log({
    remark: `${words(after)}签离`,
    targetType: 'visit',
    targetId: visitId,
    changes: { outTime: [null, after.outTime] },
  })
  sayChanged(tx, visitId)
  return after
}

export async function removeVisit(tx: Tx, who: Caller, visitId: string, reason: string | null): Promise<void> {
  const before = await lockVisit(tx, who, visitId)
  if (!reason?.trim()) throw invalid('请填写删除原因', 'reason')
  await tx.client.query('delete from visit where org_id = $1 and visit_id = $2', [tx.orgId, visitId])
  if (before.consultationId) await refreshVisited(tx, [before.consultationId])
  tx.log({
    remark: `删除${words(before)}，原因：${reason.trim()}`,
    targetType: 'visit',
    targetId: visitId,
    changes: changesBetween(shown(before), null),
  })
  sayChanged(tx, visitId)
}
