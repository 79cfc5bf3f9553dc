// Changing a family. The resident's row is locked first, so that two editors cannot take away the last emergency contact
// between them. What changed stands in the resident's own record, also after the member is gone.

import { isIdCard } from '#contract/kit/formats'
import { maskedCard, maskedPhone } from '#contract/kit/privacy'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type FamilyFormData, FamilyRole, type FamilyRoleValue } from '#contract/live/family'
import { residence } from '#contract/live/residence'
import { IN_HOUSE, type ResidenceStatusValue } from '#contract/live/resident'
import { refreshCompleteness } from '#server/areas/live/archive/archiveCompleteness'
import { type LockedArchive, lockArchive } from '#server/areas/live/archive/archiveSave'
import { wholeNumber } from '#server/areas/live/archive/wholeNumber'
import { dictionaryLabels, requireValues } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { namePinyin } from '#server/kit/pinyin'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'

interface Stored {
  familyId: string
  name: string
  relation: string
  phone: string
  idCard: string | null
  address: string | null
  workUnit: string | null
  remark: string | null
  emergency: boolean
  payer: boolean
  guarantor: boolean
  guardian: boolean
  sort: number
  version: number
}
type Values = Omit<Stored, 'familyId' | 'sort' | 'version'>

const ALL = `select family_id as "familyId", name, relation, phone, id_card as "idCard", address, work_unit as "workUnit",
  remark, emergency, payer, guarantor, guardian, sort, version from oldman_family
where org_id = $1 and oldman_id = $2 order by sort, family_id for update`

/** One resident's family under its lock: what stands, and what is to stand. */
interface Household {
  resident: LockedArchive
  members: Stored[]
}

async function lockHousehold(tx: Tx, scope: Scope, oldmanId: string): Promise<Household> {
  const resident = await lockArchive(tx, scope, oldmanId)
  const found = await tx.client.query<Stored>({ name: 'family_lock', text: ALL, values: [tx.orgId, oldmanId] })
  return { resident, members: found.rows }
}

const OWNER = `select f.oldman_id as "oldmanId" from oldman_family f
join oldman o on o.org_id = f.org_id and o.oldman_id = f.oldman_id
where f.org_id = $1 and ${inDepts('o', '$2')} and f.family_id = $3`

/** The resident of a member; outside the scope there is no such member. */
export async function residentOfMember(tx: Tx, scope: Scope, familyId: string): Promise<string> {
  const found = await tx.client.query<{ oldmanId: string }>({
    name: 'family_owner',
    text: OWNER,
    values: [tx.orgId, scope.deptIds, familyId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('家属')
  return row.oldmanId
}

const words = (text: string | null | undefined) => text?.trim() || null

/** The number as sent; masked as it went out, or left out, it stays. */
function cardOf(form: FamilyFormData, before: Stored | null, at: (field: string) => string): string | null {
  if (form.idCard === undefined) return before?.idCard ?? null
  const card = form.idCard?.trim().toUpperCase() || null
  if (card === null) return null
  if (card.includes('*')) {
    if (before?.idCard && maskedCard(before.idCard) === card) return before.idCard
    throw invalid('身份证号不完整，请填写全部 18 位', at('idCard'))
  }
  if (!isIdCard(card)) throw invalid('身份证号不是有效的 18 位身份证号', at('idCard'))
  return card
}

/** Flags and texts that a client leaves out stay as they are. */
function valuesOf(form: FamilyFormData, before: Stored | null, at: (field: string) => string): Values {
  const flag = (role: FamilyRoleValue) => form[role] ?? (form[role] === undefined ? (before?.[role] ?? false) : false)
  const text = (field: 'address' | 'workUnit' | 'remark') =>
    form[field] === undefined ? (before?.[field] ?? null) : words(form[field])
  const name = form.name.trim()
  if (name === '') throw invalid('请填写家属姓名', at('name'))
  return {
    name,
    relation: form.relation,
    phone: wholeNumber(form.phone, [before?.phone], 'phone', at('phone')),
    idCard: cardOf(form, before, at),
    address: text('address'),
    workUnit: text('workUnit'),
    remark: text('remark'),
    emergency: flag('emergency'),
    payer: flag('payer'),
    guarantor: flag('guarantor'),
    guardian: flag('guardian'),
  }
}

const here = (field: string) => field

async function checkMember(
  tx: Tx,
  household: Household,
  values: Values,
  before: Stored | null,
  at: (field: string) => string,
): Promise<void> {
  const { resident, members } = household
  const twin = members.find(
    (one) => one.familyId !== before?.familyId && one.name === values.name && one.phone === values.phone,
  )
  if (twin) throw invalid(`${resident.oldmanName}已有家属“${values.name}”，电话也相同`, at('name'))
  if (values.idCard && values.idCard === resident.idCard) {
    throw invalid(`家属“${values.name}”的身份证号与老人相同`, at('idCard'))
  }
  await requireValues(tx, {
    dictionaryCode: 'relationToElder',
    values: [values.relation],
    before: [before?.relation],
    field: at('relation'),
    title: '与老人关系',
  })
}

interface NamedStay {
  startDate: string
  open: boolean
  roles: FamilyRoleValue[]
}

const IN_STAYS = `select start_date as "startDate", end_date is null as open,
  array_remove(array[case when payer_id = $3 then 'payer' end, case when guarantor_id = $3 then 'guarantor' end,
    case when emergency_id = $3 then 'emergency' end, case when guardian_id = $3 then 'guardian' end], null) as roles
from stay where org_id = $1 and oldman_id = $2 and $3 in (payer_id, guarantor_id, emergency_id, guardian_id)
order by start_date desc`

async function namedIn(tx: Tx, oldmanId: string, familyId: string): Promise<NamedStay[]> {
  const found = await tx.client.query<NamedStay>({
    name: 'family_in_stays',
    text: IN_STAYS,
    values: [tx.orgId, oldmanId, familyId],
  })
  return found.rows
}

const rolesText = (roles: readonly FamilyRoleValue[]) => roles.map((role) => FamilyRole.label(role)).join('、')

/** What the present stay names somebody as cannot be taken off here alone. */
async function refuseNamedRole(tx: Tx, resident: LockedArchive, before: Stored, values: Values): Promise<void> {
  const taken = FamilyRole.list.map((role) => role.value).filter((role) => before[role] && !values[role])
  if (taken.length === 0) return
  const open = (await namedIn(tx, resident.oldmanId, before.familyId)).find((stay) => stay.open)
  const role = taken.find((one) => open?.roles.includes(one))
  if (!role) return
  const label = FamilyRole.label(role)
  throw invalid(`${before.name}是当前居住登记的${label}，请先在“居住信息”中换人，再取消${label}`, role)
}

function refuseNoEmergency(household: Household, after: readonly Pick<Stored, 'emergency'>[], field?: string): void {
  const { resident, members } = household
  if (!IN_HOUSE.includes(resident.status as ResidenceStatusValue)) return
  if (!members.some((one) => one.emergency) || after.some((one) => one.emergency)) return
  throw invalid(`${resident.oldmanName}在住，至少要有一位紧急联系人，请先指定另一位`, field)
}

const INSERT = `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone, id_card, address, work_unit, remark,
  emergency, payer, guarantor, guardian, pinyin, initials, sort)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`
const UPDATE = `update oldman_family set name = $4, relation = $5, phone = $6, id_card = $7, address = $8, work_unit = $9,
  remark = $10, emergency = $11, payer = $12, guarantor = $13, guardian = $14, pinyin = $15, initials = $16, sort = $17,
  version = version + 1 where org_id = $1 and family_id = $2 and oldman_id = $3`
const DELETE = 'delete from oldman_family where org_id = $1 and family_id = $2'

async function write(tx: Tx, oldmanId: string, familyId: string, values: Values, sort: number, known: boolean) {
  const { pinyin, initials } = namePinyin(values.name)
  const { name, relation, phone, idCard, address, workUnit, remark, emergency, payer, guarantor, guardian } = values
  await tx.client.query({
    name: known ? 'family_update' : 'family_insert',
    text: known ? UPDATE : INSERT,
    values: [
      tx.orgId,
      familyId,
      oldmanId,
      name,
      relation,
      phone,
      idCard,
      address,
      workUnit,
      remark,
      emergency,
      payer,
      guarantor,
      guardian,
      pinyin,
      initials,
      sort,
    ],
  })
}

/** What the record says of a member, or of the fields that differ from `other`. */
function said(one: Values, relations: ReadonlyMap<string, string>, other: Values | null): string {
  const parts: [key: keyof Values, title: string, text: string][] = [
    ['name', '姓名', one.name],
    ['relation', '关系', relations.get(one.relation) ?? one.relation],
    ['phone', '电话', maskedPhone(one.phone)],
    ['idCard', '身份证号', one.idCard ? maskedCard(one.idCard) : '无'],
    ['address', '住址', one.address ?? '无'],
    ['workUnit', '工作单位', one.workUnit ?? '无'],
    ['remark', '备注', one.remark ?? '无'],
    ...FamilyRole.list.map((role): [keyof Values, string, string] => [
      role.value,
      role.label,
      one[role.value] ? '是' : '否',
    ]),
  ]
  if (other === null) {
    const roles = FamilyRole.list.filter((role) => one[role.value]).map((role) => role.label)
    return `${one.name}（${[relations.get(one.relation) ?? one.relation, maskedPhone(one.phone), ...roles].join('，')}）`
  }
  const differing = parts.filter(([key]) => one[key] !== other[key] && key !== 'name')
  return [one.name, ...differing.map(([, title, text]) => `${title} ${text}`)].join('，')
}

const same = (a: Values, b: Values) => (Object.keys(a) as (keyof Values)[]).every((key) => a[key] === b[key])

function finish(tx: Tx, resident: LockedArchive): Promise<void> {
  tx.emit(residence.events.changed, { bedIds: resident.bedId ? [resident.bedId] : [], oldmanIds: [resident.oldmanId] })
  return refreshCompleteness(tx, resident.oldmanId)
}

function note(
  tx: Tx,
  resident: LockedArchive,
  act: string,
  name: string,
  pair: readonly [string | null, string | null],
) {
  tx.log({
    remark: `${act}“${resident.oldmanName}”的家属“${name}”`,
    targetType: 'oldman',
    targetId: resident.oldmanId,
    changes: { family: pair },
  })
}

export async function addMember(tx: Tx, scope: Scope, oldmanId: string, form: FamilyFormData): Promise<string> {
  const household = await lockHousehold(tx, scope, oldmanId)
  const values = valuesOf(form, null, here)
  await checkMember(tx, household, values, null, here)
  const familyId = newId()
  const sort = Math.max(-1, ...household.members.map((one) => one.sort)) + 1
  await write(tx, oldmanId, familyId, values, sort, false)
  const relations = await dictionaryLabels(tx.client, tx.orgId, 'relationToElder')
  note(tx, household.resident, '新增', values.name, [null, said(values, relations, null)])
  await finish(tx, household.resident)
  return familyId
}

const LAST_EDITOR = `select coalesce(emp_name, user_name) as name from operation_log
where org_id = $1 and target_id = $2 and changes ? 'family' order by created_at desc, log_id desc limit 1`

async function refuseStaleMember(tx: Tx, oldmanId: string, sent: number | null | undefined, now: number) {
  if (sent === null || sent === undefined || sent === now) return
  const found = await tx.client.query<{ name: string | null }>(LAST_EDITOR, [tx.orgId, oldmanId])
  throw new Refusal('CHANGED_MEANWHILE', { who: found.rows[0]?.name ?? '他人' })
}

export async function saveMember(
  tx: Tx,
  scope: Scope,
  form: FamilyFormData & { familyId: string; version?: number | null },
): Promise<string> {
  const oldmanId = await residentOfMember(tx, scope, form.familyId)
  const household = await lockHousehold(tx, scope, oldmanId)
  const before = household.members.find((one) => one.familyId === form.familyId)
  if (!before) throw notFound('家属')
  await refuseStaleMember(tx, oldmanId, form.version, before.version)
  const values = valuesOf(form, before, here)
  await checkMember(tx, household, values, before, here)
  await refuseNamedRole(tx, household.resident, before, values)
  refuseNoEmergency(
    household,
    household.members.map((one) => (one === before ? values : one)),
    'emergency',
  )
  if (same(values, before)) return oldmanId
  await write(tx, oldmanId, form.familyId, values, before.sort, true)
  const relations = await dictionaryLabels(tx.client, tx.orgId, 'relationToElder')
  note(tx, household.resident, '修改', values.name, [said(before, relations, values), said(values, relations, before)])
  await finish(tx, household.resident)
  return oldmanId
}

async function refuseNamed(tx: Tx, resident: LockedArchive, member: Stored): Promise<void> {
  const stays = await namedIn(tx, resident.oldmanId, member.familyId)
  if (stays.length === 0) return
  const users = stays.map((stay) => `${stay.startDate} 起的居住登记中是${rolesText(stay.roles)}`).join('；')
  throw new Refusal('IN_USE', { what: `家属“${member.name}”`, users })
}

async function drop(tx: Tx, household: Household, member: Stored, relations: ReadonlyMap<string, string>) {
  await refuseNamed(tx, household.resident, member)
  await tx.client.query({ name: 'family_delete', text: DELETE, values: [tx.orgId, member.familyId] })
  note(tx, household.resident, '删除', member.name, [said(member, relations, null), null])
}

export async function removeMember(tx: Tx, scope: Scope, familyId: string): Promise<void> {
  const oldmanId = await residentOfMember(tx, scope, familyId)
  const household = await lockHousehold(tx, scope, oldmanId)
  const member = household.members.find((one) => one.familyId === familyId)
  if (!member) throw notFound('家属')
  refuseNoEmergency(
    household,
    household.members.filter((one) => one !== member),
  )
  await drop(tx, household, member, await dictionaryLabels(tx.client, tx.orgId, 'relationToElder'))
  await finish(tx, household.resident)
}

type Sent = FamilyFormData & { familyId?: string | null; version?: number | null }

/** The family as it is to be, in this order: who is not named goes, who has no id is added. */
export async function replaceFamily(tx: Tx, scope: Scope, oldmanId: string, sent: readonly Sent[]): Promise<void> {
  const household = await lockHousehold(tx, scope, oldmanId)
  const relations = await dictionaryLabels(tx.client, tx.orgId, 'relationToElder')
  const byId = new Map(household.members.map((one) => [one.familyId, one]))
  const kept = new Set(sent.flatMap((one) => (one.familyId ? [one.familyId] : [])))
  const planned: { values: Values; before: Stored | null }[] = []
  for (const [index, form] of sent.entries()) {
    const at = (field: string) => `family.${index}.${field}`
    const before = form.familyId ? byId.get(form.familyId) : null
    if (before === undefined) throw notFound('家属')
    if (before) await refuseStaleMember(tx, oldmanId, form.version, before.version)
    const values = valuesOf(form, before, at)
    if (planned.some((one) => one.values.name === values.name && one.values.phone === values.phone)) {
      throw invalid(`家属“${values.name}”重复了`, at('name'))
    }
    planned.push({ values, before })
    // Twins are looked for among those sent, not among those that are about to go.
    await checkMember(tx, { ...household, members: [] }, values, before, at)
    if (before) await refuseNamedRole(tx, household.resident, before, values)
  }
  refuseNoEmergency(
    household,
    planned.map((one) => one.values),
    'family',
  )
  for (const member of household.members) {
    if (!kept.has(member.familyId)) await drop(tx, household, member, relations)
  }
  for (const [sort, { values, before }] of planned.entries()) {
    if (before && same(values, before) && before.sort === sort) continue
    await write(tx, oldmanId, before?.familyId ?? newId(), values, sort, before !== null)
    if (before === null) note(tx, household.resident, '新增', values.name, [null, said(values, relations, null)])
    else if (!same(values, before)) {
      note(tx, household.resident, '修改', values.name, [
        said(before, relations, values),
        said(values, relations, before),
      ])
    }
  }
  await finish(tx, household.resident)
}
