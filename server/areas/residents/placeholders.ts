// What documents say about one resident: a value for every placeholder the contract names, the empty text for what
// the archive does not know.

import type pg from 'pg'
import type { FamilyRoleValue } from '#contract/live/family'
import { saidText } from '#contract/live/fieldKinds'
import { ResidenceStatus } from '#contract/live/resident'
import { fieldList } from '#contract/live/residentFields'
import { residentPlaceholders } from '#contract/live/residentPlaceholders'
import { pathWords } from '#contract/platform/placeNames'
import type { SessionUser } from '#server/kit/sessionUser'
import { archiveOf, type FamilyMember, type ResidentArchive } from './residentArchive.ts'

interface OrgRow {
  name: string
  address: string | null
  phone: string | null
  contact: string | null
  licence: string | null
  profile: { legalPerson?: string; recordNo?: string; dutyPhone?: string }
  today: string
}

const ORG = `select org_name as name, address, contact_phone as phone, contact_name as contact, license_no as licence,
  profile, current_date as today from organization where org_id = $1`

interface StayRow {
  no: string | null
  start: string | null
  end: string | null
  payer: string | null
  guarantor: string | null
  emergency: string | null
  guardian: string | null
}

const STAY = `select contract_no as no, contract_start as start, contract_end as "end", payer_id as payer,
  guarantor_id as guarantor, emergency_id as emergency, guardian_id as guardian from stay
  where org_id = $1 and oldman_id = $2 and end_date is null`

/** 2026-11-02 → 2026年11月2日 */
export function dayText(day: string | null): string {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  return year && month && date ? `${year}年${month}月${date}日` : ''
}

const DIGITS = '〇一二三四五六七八九'
const under100 = (value: number) => {
  const tens = Math.floor(value / 10)
  const ones = value % 10
  return `${tens > 1 ? DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? DIGITS[ones] : ''}`
}

/** 2026-11-02 → 二〇二六年十一月二日 */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-') as [string, string, string]
  const digits = [...year].map((digit) => DIGITS[Number(digit)]).join('')
  return `${digits}年${under100(Number(month))}月${under100(Number(date))}日`
}

function memberValues(part: string, member: FamilyMember | undefined): Record<string, string> {
  return {
    [`${part}姓名`]: member?.name ?? '',
    [`${part}关系`]: member?.relationName ?? '',
    [`${part}电话`]: member?.phone ?? '',
    [`${part}身份证号`]: member?.idCard ?? '',
    [`${part}住址`]: member?.address ?? '',
  }
}

const joined = (words: readonly string[]) => words.join('、')

/** What the fields of the archive say; codes of dictionaries are words already. */
const fieldValues = (one: ResidentArchive): Record<string, string> =>
  Object.fromEntries(
    fieldList.flatMap(({ name, kind, set, placeholder }) => {
      if (!placeholder) return []
      const value = one[name]
      if (kind === 'day') return [[placeholder[0], dayText(value as string | null)]]
      const said =
        set && value !== null ? ([value].flat() as (string | number)[]).map((code) => set.label(code)) : value
      return [[placeholder[0], saidText(said) ?? '']]
    }),
  )

/** Values by placeholder name. A resident outside the caller's scope is refused as not there. */
export async function placeholderValues(
  pool: pg.Pool | pg.ClientBase,
  who: Pick<SessionUser, 'orgId' | 'deptIds' | 'empName'>,
  oldmanId: string,
): Promise<Record<string, string>> {
  const [one, found, stays] = await Promise.all([
    archiveOf(pool, who, oldmanId),
    pool.query<OrgRow>({ name: 'placeholder_org', text: ORG, values: [who.orgId] }),
    pool.query<StayRow>({ name: 'placeholder_stay', text: STAY, values: [who.orgId, oldmanId] }),
  ])
  const org = found.rows[0]!
  const stay = stays.rows[0]
  const { family } = one
  /** Whom the present stay names; else whoever has the role in the family. */
  const inRole = (role: FamilyRoleValue) =>
    family.find((member) => member.familyId === stay?.[role]) ?? family.find((member) => member[role])
  const [year, month, date] = org.today.split('-') as [string, string, string]
  const values: Record<string, string> = {
    ...fieldValues(one),
    老人年龄: String(one.age),
    老人户籍地区: one.regionName ?? '',
    老人类别: one.categoryName ?? '',
    档案编号: one.archiveNo,
    血型: one.blood ?? '',
    ...memberValues('监护人', inRole('guardian')),
    ...memberValues('紧急联系人', inRole('emergency')),
    ...memberValues('付费人', inRole('payer')),
    ...memberValues('担保人', inRole('guarantor')),
    全部家属: joined(family.map(({ name, relationName, phone }) => `${name}（${relationName}，${phone}）`)),
    床位全称: pathWords(one.bedPath),
    房间: one.roomName ?? '',
    床位: one.bedName ?? '',
    所属部门: one.deptName ?? '',
    入住状态: ResidenceStatus.label(one.status),
    入住日期: dayText(one.checkInDate),
    入住天数: one.days === null ? '' : String(one.days),
    合同编号: stay?.no ?? '',
    合同开始日期: dayText(stay?.start ?? null),
    合同结束日期: dayText(stay?.end ?? null),
    机构名称: org.name,
    机构地址: org.address ?? '',
    机构电话: org.phone ?? '',
    机构联系人: org.contact ?? '',
    统一社会信用代码: org.licence ?? '',
    法定代表人: org.profile.legalPerson ?? '',
    机构备案号: org.profile.recordNo ?? '',
    值班电话: org.profile.dutyPhone ?? '',
    经办人: who.empName,
    今天: dayText(org.today),
    今天大写: dayInWords(org.today),
    年: year,
    月: String(Number(month)),
    日: String(Number(date)),
  }
  // A name the contract lists must never come out as it stands in the template.
  return Object.fromEntries(residentPlaceholders.map(({ name }) => [name, values[name] ?? '']))
}
