// The form of one member of a family: adding for a resident, and changing.
import { isIdCard } from '#contract/kit/formats'
import { type FamilyMemberData, family } from '#contract/live/family'
import { residentPick } from '#web/areas/live/residentPick.part'
import { send } from '#web/kit/call'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { yesNo } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { FieldSpecs } from '#web/kit/form/SchemaForm'

const { add, save, detail } = family.calls
type Member = FieldSpecs<typeof save.body>

/** `known`: the masked number that stands there; it may stay as it is. */
const memberFields = (known: string | null = null): Omit<Member, 'familyId' | 'version'> => ({
  name: {},
  relation: { as: dictionaryOf('relationToElder') },
  phone: { placeholder: '手机号，或带区号的座机' },
  idCard: {
    hint: known ? '中间几位已隐藏；不改动就保持原来的号码' : undefined,
    check: (card) =>
      !card || card === known || isIdCard(card.toUpperCase()) ? null : '不是有效的 18 位身份证号，请核对',
  },
  emergency: { as: yesNo, hint: '有事先找他' },
  payer: { as: yesNo },
  guardian: { as: yesNo },
  guarantor: { as: yesNo, hint: '对费用负连带责任' },
  workUnit: {},
  address: { wide: true },
  remark: { as: longText, wide: true },
})

const SECTIONS = [
  { title: '家属', fields: ['name', 'relation', 'phone', 'idCard'] },
  { title: '身份', fields: ['emergency', 'payer', 'guardian', 'guarantor'] },
  { title: '其他', fields: ['workUnit', 'address', 'remark'] },
] as const

const touches = [
  { area: 'live', name: 'archiveSection' },
  { area: 'live', name: 'archive' },
  { area: 'live', name: 'residence' },
] as const

/** Without a resident the form asks for one. */
export function addMemberForm(resident?: { oldmanId: string; oldmanName: string }): FormRequest {
  const { ...fields } = memberFields()
  if (resident) {
    return formOf(add, {
      title: `新增家属・${resident.oldmanName}`,
      fields: fields as never,
      sections: SECTIONS as never,
      also: { oldmanId: resident.oldmanId },
      initial: { emergency: false, payer: false, guardian: false, guarantor: false },
      touches,
      done: '已新增家属',
    })
  }
  return formOf(add, {
    title: '新增家属',
    fields: { oldmanId: { as: residentPick, wide: true }, ...fields } as never,
    sections: [{ title: '老人', fields: ['oldmanId'] }, ...SECTIONS] as never,
    initial: { emergency: false, payer: false, guardian: false, guarantor: false },
    touches,
    done: '已新增家属',
  })
}

const valuesOf = ({
  name,
  relation,
  phone,
  idCard,
  emergency,
  payer,
  guardian,
  guarantor,
  workUnit,
  address,
  remark,
}: FamilyMemberData) => ({
  name,
  relation,
  phone,
  idCard,
  emergency,
  payer,
  guardian,
  guarantor,
  workUnit,
  address,
  remark,
})

export function editMemberForm(member: FamilyMemberData, oldmanName: string): FormRequest {
  return formOf(save, {
    title: `修改家属・${member.name}`,
    about: `${oldmanName}的${member.relationName}`,
    fields: memberFields(member.idCard) as never,
    sections: SECTIONS as never,
    initial: valuesOf(member),
    also: { familyId: member.familyId, version: member.version },
    reload: async () => {
      const now = await send(detail, { familyId: member.familyId })
      return { values: valuesOf(now), also: { version: now.version } }
    },
    touches,
  })
}
