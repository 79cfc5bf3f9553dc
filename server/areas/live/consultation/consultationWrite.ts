// Registering a consultation and changing its sections. Every change asks the machine, checks the version the form was
// filled from, and says before and after.
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { ArchiveExtra, ArchiveHealth } from '#contract/live/archiveFields'
import type { consultation } from '#contract/live/consultation'
import { ConsultationStatus, consultationMoves } from '#contract/live/consultationFields'
import { checkFields } from '#server/areas/live/archive/archiveChecks'
import { wholeNumber } from '#server/areas/live/archive/wholeNumber'
import { notify } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { namePinyin } from '#server/kit/pinyin'
import { checkBase, checkConsultant, refuseUnseenDouble, withCard } from './consultationChecks.ts'
import { CONSULTATION_SCOPE } from './consultationSql.ts'
import {
  type BaseFields,
  baseOf,
  type ConsultantFields,
  consultantOf,
  departmentOfSale,
  extraOf,
  fieldsOf,
  healthOf,
  lockFor,
  named,
  nowText,
  type Stored,
  sayChanged,
  statusLabel,
  storedConsultation,
  todayText,
} from './consultationStore.ts'
import { insertInterview } from './consultationTalk.ts'

type Calls = typeof consultation.calls
type Input<K extends keyof Calls> = InputOf<Calls[K]>

/** Columns of the base section with their values; the order is that of the statements below. */
const baseValues = (fields: ReturnType<typeof baseOf>, deptId: string | null) => {
  const { pinyin, initials } = namePinyin(fields.oldmanName)
  return {
    consult_date: fields.consultDate,
    channel: fields.channel,
    intention: fields.intention,
    expect_date: fields.expectDate,
    expect_room_type: fields.expectRoomType,
    budget_fen: fields.budgetFen,
    sale_id: fields.saleId,
    dept_id: deptId,
    remark: fields.remark,
    oldman_name: fields.oldmanName,
    pinyin,
    initials,
    sex: fields.sex,
    id_card: fields.idCard,
    birth_date: fields.birthDate,
    // The birthday says it better.
    age: fields.birthDate ? null : fields.age,
    nation: fields.nation,
    phone: fields.phone,
    region: fields.region,
    address: fields.address,
    head: fields.head,
  }
}

const consultantValues = (fields: ReturnType<typeof consultantOf>) => {
  const { pinyin, initials } = namePinyin(fields.consultantName)
  return {
    consultant_name: fields.consultantName,
    consultant_pinyin: pinyin,
    consultant_initials: initials,
    consultant_phone: fields.consultantPhone,
    consultant_relation: fields.consultantRelation,
    consultant_wechat: fields.consultantWechat,
    consultant_address: fields.consultantAddress,
  }
}

const extraValues = (fields: object) => ({ extra: JSON.stringify(fieldsOf(ArchiveExtra, fields)) })
const healthValues = (fields: object) => {
  const { attention, ...health } = fieldsOf(ArchiveHealth, fields)
  return { health: JSON.stringify(health), attention: JSON.stringify(attention ?? []) }
}

const wholeBase = (sent: BaseFields, before: BaseFields | null): BaseFields => ({
  ...sent,
  phone: wholeNumber(sent.phone, [before?.phone], 'phone', 'phone'),
  idCard: wholeNumber(sent.idCard, [before?.idCard], 'card', 'idCard'),
})
const wholeConsultant = (sent: ConsultantFields, before: ConsultantFields | null): ConsultantFields => ({
  ...sent,
  consultantPhone: wholeNumber(sent.consultantPhone, [before?.consultantPhone], 'phone', 'consultantPhone'),
})

/** A first talk needs both its manner and its content. */
function firstTalk(input: Input<'add'>) {
  const { manner, content } = input
  if (!manner && !content) return null
  if (!manner) throw invalid('请选择沟通方式', 'manner')
  if (!content) throw invalid('请填写沟通内容', 'content')
  return { manner, content }
}

async function tellSale(tx: Tx, saleId: string, title: string, route: string): Promise<void> {
  if (saleId !== tx.by.userId) await notify(tx, [saleId], { kind: 'task', title, route })
}

export async function addConsultation(tx: Tx, who: Caller, input: Input<'add'>) {
  const base = withCard(wholeBase(baseOf(input), null))
  const consultant = wholeConsultant(consultantOf(input), null)
  const talk = firstTalk(input)
  const talkedAt = base.consultDate === todayText() ? nowText() : `${base.consultDate} 12:00:00`
  const { nextFollowAt = null } = input
  if (nextFollowAt && nextFollowAt <= (talk ? talkedAt : `${base.consultDate} 00:00:00`)) {
    throw invalid('下次跟进时间应晚于本次咨询', 'nextFollowAt')
  }
  await checkBase(tx, who, base, null)
  await checkConsultant(tx, consultant, null)
  await checkFields(tx, who, { ...fieldsOf(ArchiveExtra, input), ...fieldsOf(ArchiveHealth, input) })
  await refuseUnseenDouble(tx, who, base.idCard, input.duplicateSeen)
  const deptId = await departmentOfSale(tx, base.saleId)
  const consultationId = newId()
  const consultationNo = await nextNo(tx, 'ZX')
  const values = {
    org_id: tx.orgId,
    consultation_id: consultationId,
    consultation_no: consultationNo,
    status: ConsultationStatus.is.waiting,
    next_follow_at: nextFollowAt,
    ...baseValues(base, deptId),
    ...consultantValues(consultant),
    ...extraValues(input),
    ...healthValues(input),
  }
  const names = Object.keys(values)
  await tx.client.query({
    name: 'consultation_add',
    text: `insert into consultation (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    values: Object.values(values),
  })
  if (talk) {
    await insertInterview(tx, consultationId, {
      ...talk,
      visitAt: talkedAt,
      staffId: base.saleId,
      result: null,
      nextFollowAt,
    })
  }
  const row = { consultationId, consultationNo, oldmanName: base.oldmanName, deptId }
  tx.log({
    remark: `登记${named(row)}，咨询人“${consultant.consultantName}”`,
    targetType: 'consultation',
    targetId: consultationId,
  })
  await tellSale(
    tx,
    base.saleId,
    `${tx.by.name}登记了由您接待的咨询：${base.oldmanName}`,
    `/live/consult/detail/${consultationId}`,
  )
  sayChanged(tx, row)
  return { consultationId, consultationNo }
}

/** Writes the named columns and counts the version up. */
async function writeSection(tx: Tx, section: string, row: Stored, values: Readonly<Record<string, unknown>>) {
  const names = Object.keys(values)
  await tx.client.query({
    name: `consultation_save_${section}`,
    text: `update consultation set ${names.map((name, i) => `${name} = $${i + 3}`).join(', ')},
      version = version + 1, updated_at = now() where org_id = $1 and consultation_id = $2`,
    values: [tx.orgId, row.consultationId, ...Object.values(values)],
  })
}

interface Changed {
  section: string
  title: string
  before: object
  after: object
}

function logChange(tx: Tx, row: Stored, { title, before, after }: Omit<Changed, 'section'>): void {
  tx.log({
    remark: `修改${named(row)}：${title}`,
    targetType: 'consultation',
    targetId: row.consultationId,
    changes: changesBetween(before as Record<string, unknown>, after as Record<string, unknown>),
  })
  sayChanged(tx, row)
}

/** Asks the machine and the version; what is then written is the caller's business. */
async function lockToEdit(tx: Tx, who: Caller, input: { consultationId: string; version?: number | null }) {
  const row = await lockFor(tx, who, input.consultationId, 'edit')
  await refuseStale(tx, row.consultationId, input.version, row.version)
  return row
}

export async function saveBase(tx: Tx, who: Caller, input: Input<'saveBase'>) {
  const row = await lockToEdit(tx, who, input)
  const before = baseOf(row)
  const after = withCard(wholeBase(baseOf(input), before))
  await checkBase(tx, who, after, before)
  if (after.idCard !== before.idCard) {
    await refuseUnseenDouble(tx, who, after.idCard, input.duplicateSeen, row.consultationId)
  }
  const deptId = after.saleId === before.saleId ? row.deptId : await departmentOfSale(tx, after.saleId)
  await writeSection(tx, 'base', row, baseValues(after, deptId))
  logChange(tx, { ...row, oldmanName: after.oldmanName }, { title: '咨询信息', before, after })
  if (after.saleId !== before.saleId) {
    const route = `/live/consult/detail/${row.consultationId}`
    await tellSale(tx, after.saleId, `${tx.by.name}把咨询“${after.oldmanName}”转交给您`, route)
  }
  return storedConsultation(tx.client, { orgId: tx.orgId, deptIds: null }, row.consultationId)
}

export async function saveConsultant(tx: Tx, who: Caller, input: Input<'saveConsultant'>) {
  const row = await lockToEdit(tx, who, input)
  const before = consultantOf(row)
  const after = wholeConsultant(consultantOf(input), before)
  await checkConsultant(tx, after, before)
  await writeSection(tx, 'consultant', row, consultantValues(after))
  logChange(tx, row, { title: '咨询人', before, after })
  return { ...after, consultationId: row.consultationId, version: row.version + 1 }
}

export async function saveExtra(tx: Tx, who: Caller, input: Input<'saveExtra'>) {
  const row = await lockToEdit(tx, who, input)
  const before = extraOf(row)
  const after = fieldsOf(ArchiveExtra, input)
  await checkFields(tx, who, after, before)
  await writeSection(tx, 'extra', row, extraValues(after))
  logChange(tx, row, { title: '扩展信息', before, after })
  return { ...after, consultationId: row.consultationId, version: row.version + 1 }
}

export async function saveHealth(tx: Tx, who: Caller, input: Input<'saveHealth'>) {
  const row = await lockToEdit(tx, who, input)
  const before = healthOf(row)
  const after = fieldsOf(ArchiveHealth, input)
  await checkFields(tx, who, after, before)
  await writeSection(tx, 'health', row, healthValues(after))
  logChange(tx, row, { title: '健康信息', before, after })
  return { ...after, consultationId: row.consultationId, version: row.version + 1 }
}

interface Held {
  consultationId: string
  consultationNo: string
  oldmanName: string
  status: Stored['status']
  saleId: string
}

/** Everything of the list or nothing: one that has become an archive stays with whoever made it. */
export async function assign(tx: Tx, who: Caller, ids: readonly string[], saleId: string): Promise<number> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) throw invalid('请先选择要转交的咨询', 'consultationIds')
  const deptId = await departmentOfSale(tx, saleId)
  const found = await tx.client.query<Held>({
    name: 'consultation_lock_many',
    text: `select t.consultation_id as "consultationId", t.consultation_no as "consultationNo",
        t.oldman_name as "oldmanName", t.status, t.sale_id as "saleId"
      from consultation t where ${CONSULTATION_SCOPE} and t.consultation_id = any($3)
      order by t.consultation_id for update`,
    values: [who.orgId, who.deptIds, wanted],
  })
  if (found.rows.length !== wanted.length) throw notFound('咨询记录')
  for (const row of found.rows) {
    if (!consultationMoves.moves.edit.from.includes(row.status as 1)) {
      throw new Refusal('STATE_NOT_ALLOWED', { state: statusLabel(row.status), act: `转交${named(row)}` })
    }
  }
  const moved = found.rows.filter((row) => row.saleId !== saleId)
  await tx.client.query({
    name: 'consultation_assign',
    text: `update consultation set sale_id = $3, dept_id = $4, version = version + 1, updated_at = now()
      where org_id = $1 and consultation_id = any($2)`,
    values: [tx.orgId, moved.map((row) => row.consultationId), saleId, deptId],
  })
  for (const row of moved) {
    tx.log({
      remark: `转交${named(row)}`,
      targetType: 'consultation',
      targetId: row.consultationId,
      changes: { saleId: [row.saleId, saleId] },
    })
    sayChanged(tx, { ...row, deptId })
  }
  if (moved.length > 0) {
    await tellSale(tx, saleId, `${tx.by.name}转交给您 ${moved.length} 条咨询`, `/live/consult/base?saleId=${saleId}`)
  }
  return moved.length
}

export async function removeConsultation(tx: Tx, who: Caller, consultationId: string, reason: string | null) {
  const row = await lockFor(tx, who, consultationId, 'remove')
  if (!reason?.trim()) throw invalid('请填写删除原因', 'reason')
  // The visit took place; it only no longer belongs to this.
  await tx.client.query('update visit set consultation_id = null where org_id = $1 and consultation_id = $2', [
    tx.orgId,
    consultationId,
  ])
  await tx.client.query('delete from consultation where org_id = $1 and consultation_id = $2', [
    tx.orgId,
    consultationId,
  ])
  tx.log({
    remark: `删除${named(row)}，原因：${reason.trim()}`,
    targetType: 'consultation',
    targetId: consultationId,
    changes: changesBetween({ ...baseOf(row), ...consultantOf(row) }, null),
  })
  sayChanged(tx, row)
}
