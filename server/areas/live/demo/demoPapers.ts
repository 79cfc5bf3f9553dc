// What the demo's papers say about its residents: the values of the placeholders for all of them at once.

import { ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { pathWords } from '#contract/platform/placeNames'
import { BED_PATH, dayText } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import type { DemoContext } from '#server/kit/demo'

export interface PaperPerson {
  oldmanId: string
  name: string
  status: 1 | 2 | 3 | 4 | 5 | 6
  checkIn: string | null
  guardian: string | null
  values: Record<string, string>
}

interface Row {
  oldmanId: string
  archiveNo: string
  name: string
  sex: 0 | 1
  birthDate: string
  idCard: string
  phone: string | null
  address: string | null
  status: PaperPerson['status']
  checkIn: string | null
  bedPath: string | null
  deptName: string | null
  diseases: string | null
  allergies: string | null
  diet: string | null
  medicalPay: string | null
  income: string | null
  guardian: string | null
  relation: string | null
  guardianPhone: string | null
}

const labels = (code: string, column: string) => `(select string_agg(v.label, '、' order by x.n)
  from jsonb_array_elements_text(t.${column}) with ordinality as x(value, n)
  join dictionary d on d.org_id = t.org_id and d.dictionary_code = '${code}'
  join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id and v.value = x.value)`

const PEOPLE = `select t.oldman_id as "oldmanId", t.archive_no as "archiveNo", t.oldman_name as name, t.sex,
  t.birth_date as "birthDate", t.id_card as "idCard", t.phone, t.address, t.status, t.check_in_date as "checkIn",
  ${BED_PATH} as "bedPath", p.dept_name as "deptName", ${labels('chronicDisease', 'diseases')} as diseases,
  ${labels('allergy', 'allergies')} as allergies, ${labels('dietaryRestriction', 'diet')} as diet,
  ${labels('medicalPayment', 'medical_pay')} as "medicalPay", ${labels('incomeSource', 'income')} as income,
  f.name as guardian, f.phone as "guardianPhone",
  (select v.label from dictionary d join dictionary_value v on v.org_id = d.org_id
    and v.dictionary_id = d.dictionary_id and v.value = f.relation
    where d.org_id = t.org_id and d.dictionary_code = 'relationToElder') as relation
from oldman t left join dept p on p.org_id = t.org_id and p.dept_id = t.dept_id
  left join lateral (select m.name, m.phone, m.relation from oldman_family m
    where m.org_id = t.org_id and m.oldman_id = t.oldman_id order by m.guardian desc, m.sort limit 1) f on true
where t.org_id = $1 order by t.archive_no, t.oldman_id`

const PARTS = ['监护人', '紧急联系人', '付费人', '担保人']

export async function paperPeople(tx: Tx, demo: DemoContext): Promise<PaperPerson[]> {
  const [people, orgs] = [
    await tx.client.query<Row>(PEOPLE, [demo.orgId]),
    await tx.client.query<Record<string, string | null>>(
      `select org_name as 机构名称, address as 机构地址, contact_phone as 机构电话, contact_name as 机构联系人,
         license_no as 统一社会信用代码, profile ->> 'legalPerson' as 法定代表人, profile ->> 'recordNo' as 机构备案号,
         profile ->> 'dutyPhone' as 值班电话 from organization where org_id = $1`,
      [demo.orgId],
    ),
  ]
  const org = Object.fromEntries(Object.entries(orgs.rows[0]!).map(([name, value]) => [name, value ?? '']))
  const age = (birth: string) => Math.floor((Date.parse(demo.today) - Date.parse(birth)) / (365.25 * 86_400_000))
  return people.rows.map((one) => ({
    oldmanId: one.oldmanId,
    name: one.name,
    status: one.status,
    checkIn: one.checkIn,
    guardian: one.guardian,
    values: {
      ...org,
      老人姓名: one.name,
      老人性别: ResidentSex.label(one.sex),
      老人年龄: String(age(one.birthDate)),
      老人出生日期: dayText(one.birthDate),
      老人身份证号: one.idCard,
      老人电话: one.phone ?? '',
      老人住址: one.address ?? '',
      档案编号: one.archiveNo,
      慢性病: one.diseases ?? '',
      过敏史: one.allergies ?? '',
      饮食要求: one.diet ?? '',
      医疗支付方式: one.medicalPay ?? '',
      经济来源: one.income ?? '',
      ...Object.fromEntries(
        PARTS.flatMap((part) => [
          [`${part}姓名`, one.guardian ?? ''],
          [`${part}关系`, one.relation ?? ''],
          [`${part}电话`, one.guardianPhone ?? ''],
        ]),
      ),
      床位全称: pathWords(one.bedPath),
      所属部门: one.deptName ?? '',
      入住状态: ResidenceStatus.label(one.status),
      入住日期: dayText(one.checkIn),
      入住天数: one.checkIn ? String(Math.round((Date.parse(demo.today) - Date.parse(one.checkIn)) / 86_400_000)) : '',
      经办人: '刘敏',
    },
  }))
}
