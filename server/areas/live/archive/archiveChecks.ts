// What an archive must fulfil beyond its schema: the identity card agrees with birthday and sex and belongs to nobody
// else, values stand in their dictionaries, the department is one of the caller's.

import type pg from 'pg'
import { dayText } from '#contract/kit/clock'
import { fileIdOf } from '#contract/kit/fileAddress'
import { idCardFacts } from '#contract/kit/formats'
import { invalid, Refusal } from '#contract/kit/refusal'
import { type ArchiveFieldsData, type FamilyFieldsData, ID_CARD_TYPE } from '#contract/live/archiveFields'
import { ResidenceStatus, type ResidenceStatusValue, ResidentSex } from '#contract/live/resident'
import { fieldList } from '#contract/live/residentFields'
import { requireValues } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import type { Scope } from '#server/kit/tenant'

type Fields = Partial<ArchiveFieldsData>

export interface Identity {
  idType: string
  idCard: string
  sex: 0 | 1
  birthDate: string
}

const OLDEST = 130
const today = () => dayText()

/** A number as it is stored: without blanks, letters large. */
export const plainCard = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** Birthday and sex come from the identity card; where they were given too, they must agree. */
export function identityOf(fields: Fields): Identity {
  const idType = fields.idType || ID_CARD_TYPE
  const idCard = plainCard(fields.idCard ?? '')
  if (idCard === '') throw invalid('请填写证件号码', 'idCard')
  if (idType === ID_CARD_TYPE) {
    const facts = idCardFacts(idCard)
    if (!facts) throw invalid('身份证号不正确，请核对 18 位号码和最后一位校验码', 'idCard')
    const sex = facts.male ? 0 : 1
    if (fields.birthDate && fields.birthDate !== facts.birthday) {
      throw invalid(`出生日期与身份证号不符，身份证上是 ${facts.birthday}`, 'birthDate')
    }
    if (fields.sex !== null && fields.sex !== undefined && fields.sex !== sex) {
      throw invalid(`性别与身份证号不符，身份证上是“${ResidentSex.label(sex)}”`, 'sex')
    }
    return refuseOddAge({ idType, idCard, sex, birthDate: facts.birthday })
  }
  if (fields.sex === null || fields.sex === undefined) throw invalid('请选择性别', 'sex')
  if (!fields.birthDate) throw invalid('请填写出生日期', 'birthDate')
  return refuseOddAge({ idType, idCard, sex: fields.sex, birthDate: fields.birthDate })
}

function refuseOddAge(identity: Identity): Identity {
  const now = today()
  const field = identity.idType === ID_CARD_TYPE ? 'idCard' : 'birthDate'
  if (identity.birthDate > now) throw invalid(`出生日期 ${identity.birthDate} 还没有到，请核对`, field)
  if (Number(now.slice(0, 4)) - Number(identity.birthDate.slice(0, 4)) > OLDEST) {
    throw invalid(`出生日期 ${identity.birthDate} 超过 ${OLDEST} 年，请核对`, field)
  }
  return identity
}

export interface KnownCard {
  oldmanId: string
  oldmanName: string
  status: ResidenceStatusValue
  idCard: string
  /** Within the asker's departments. */
  inScope: boolean
}

const BY_CARD = `select oldman_id as "oldmanId", oldman_name as "oldmanName", status, id_card as "idCard",
  ($3::text[] is null or dept_id is null or dept_id = any($3)) as "inScope"
from oldman where org_id = $1 and id_card = any($2)`

export async function archivesByCard(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  cards: readonly string[],
): Promise<KnownCard[]> {
  const found = await client.query<KnownCard>({
    name: 'archive_by_card',
    text: BY_CARD,
    values: [scope.orgId, cards, scope.deptIds],
  })
  return found.rows
}

/** Names the one who has the number, as far as the caller may know them. */
export const knownCardText = (known: KnownCard) =>
  known.inScope
    ? `已有档案：${known.oldmanName}，${ResidenceStatus.label(known.status)}`
    : '该证件号码已有档案，不在您的数据范围内'

export async function refuseKnownCard(tx: Tx, scope: Scope, idCard: string, except: string | null = null) {
  const [known] = await archivesByCard(tx.client, scope, [idCard])
  if (known && known.oldmanId !== except) throw invalid(knownCardText(known), 'idCard')
}

const asList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value === null || value === undefined ? [] : [String(value)]

/** The value 无 of the dictionary allergy. */
const NO_ALLERGY = '0'

function refuseContradictions(fields: Fields): void {
  if (fields.allergies && fields.allergies.length > 1 && fields.allergies.includes(NO_ALLERGY)) {
    throw invalid('过敏史选了“无”，不能同时选择其他', 'allergies')
  }
  const { healthReportDate: made, healthReportExpire: ends } = fields
  if (made && ends && ends < made) throw invalid('体检有效期不能早于体检日期', 'healthReportExpire')
  if (made && made > today()) throw invalid('体检日期不能晚于今天', 'healthReportDate')
}

async function refuseUnknownPlaces(tx: Tx, scope: Scope, fields: Fields, before: Fields | null): Promise<void> {
  const wanted = {
    region: fields.region && fields.region !== before?.region ? fields.region : null,
    dept: fields.deptId && fields.deptId !== before?.deptId ? fields.deptId : null,
    sale: fields.saleId && fields.saleId !== before?.saleId ? fields.saleId : null,
  }
  if (!wanted.region && !wanted.dept && !wanted.sale) return
  const found = await tx.client.query<Record<'region' | 'dept' | 'sale', boolean>>({
    name: 'archive_places',
    text: `select exists (select 1 from region where code = $2) as region,
      exists (select 1 from dept where org_id = $1 and dept_id = $3) as dept,
      exists (select 1 from employee where org_id = $1 and emp_id = $4) as sale`,
    values: [tx.orgId, wanted.region, wanted.dept, wanted.sale],
  })
  const known = found.rows[0]!
  if (wanted.region && !known.region) throw invalid('户籍地区不在可选范围内', 'region')
  if (wanted.dept && (!known.dept || !(scope.deptIds === null || scope.deptIds.includes(wanted.dept)))) {
    throw invalid('所属部门不存在，或不在您的数据范围内', 'deptId')
  }
  if (wanted.sale && !known.sale) throw invalid('接待人不存在', 'saleId')
}

const coded = fieldList.filter((field) => field.dictionary)

/** `before`: what the archive says now; a value that was switched off since may stay. */
export async function checkFields(tx: Tx, scope: Scope, fields: Fields, before: Fields | null = null): Promise<void> {
  refuseContradictions(before ? { ...before, ...fields } : fields)
  // Sent together: the connection answers them in one round trip.
  await Promise.all([
    ...coded.map(({ name, dictionary, title }) =>
      requireValues(tx, {
        dictionaryCode: dictionary!,
        values: asList(fields[name]),
        before: asList(before?.[name]),
        field: name,
        title,
      }),
    ),
    refuseUnknownPlaces(tx, scope, fields, before),
  ])
}

/** Members that come with a new archive; `at` names the field, as the form has several. */
export async function checkFamily(
  tx: Tx,
  members: readonly FamilyFieldsData[],
  resident: { idCard: string },
  at: (index: number, field: string) => string = (index, field) => `family.${index}.${field}`,
): Promise<void> {
  const seen = new Map<string, number>()
  for (const [i, member] of members.entries()) {
    const key = `${member.name.trim()}\n${member.phone}`
    if (seen.has(key)) throw invalid(`家属“${member.name}”重复了`, at(i, 'name'))
    seen.set(key, i)
    if (member.idCard && plainCard(member.idCard) === resident.idCard) {
      throw invalid(`家属“${member.name}”的身份证号与老人相同`, at(i, 'idCard'))
    }
  }
  await Promise.all(
    members.map((member, i) =>
      requireValues(tx, {
        dictionaryCode: 'relationToElder',
        values: [member.relation],
        field: at(i, 'relation'),
        title: '与老人关系',
      }),
    ),
  )
}

/** A picture or paper that this organisation has uploaded; refuses addresses of anything else. */
export async function storedFiles(
  tx: Tx,
  addresses: readonly string[],
  field: string,
): Promise<Map<string, { name: string; size: number; mime: string }>> {
  const ids = new Map(addresses.map((address) => [address, fileIdOf(address) ?? '']))
  const found = await tx.client.query<{ id: string; name: string; size: number; mime: string }>({
    name: 'archive_stored_files',
    text: `select file_id as id, name, size_b as size, mime from stored_file where org_id = $1 and file_id = any($2)`,
    values: [tx.orgId, [...ids.values()]],
  })
  const rows = new Map(found.rows.map((row) => [row.id, row]))
  return new Map(
    addresses.map((address) => {
      const row = rows.get(ids.get(address)!)
      if (!row) throw new Refusal('INVALID_INPUT', { message: '文件不存在或已被删除，请重新上传' }, field)
      return [address, { name: row.name, size: Number(row.size), mime: row.mime }] as const
    }),
  )
}

/** The head image must be a picture. */
export async function refuseNoPicture(tx: Tx, address: string): Promise<void> {
  const known = await storedFiles(tx, [address], 'head')
  if (!known.get(address)!.mime.startsWith('image/')) throw invalid('照片应为图片文件', 'head')
}
