// Fields of an archive as forms show them, by section. Adding and editing use the same.
import { idCardFacts, isIdCard } from '#contract/kit/formats'
import type { ArchiveBase, ArchiveExtra, ArchiveHealth } from '#contract/live/archiveFields'
import { ID_CARD_TYPE, SelfCare } from '#contract/live/archiveFields'
import { AttentionNote, ResidentSex } from '#contract/live/resident'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { dictionariesOf, dictionaryOf, lookupOf } from '#web/kit/fields/lookup'
import { manyOf, radioOf } from '#web/kit/fields/option'
import { phone } from '#web/kit/fields/phone'
import { region } from '#web/kit/fields/region'
import { longText } from '#web/kit/fields/text'
import type { FieldSpecs, Values } from '#web/kit/form/SchemaForm'
import { cardInput, knownOwner } from './idCard.part.tsx'

export const isCard = (values: Values) => (values.idType ?? ID_CARD_TYPE) === ID_CARD_TYPE

/** A valid identity card says birthday and sex; what depends on it follows. */
export function followCard(changed: Values, all: Values): Values | undefined {
  if (!('idCard' in changed || 'idType' in changed) || !isCard(all)) return undefined
  const facts = idCardFacts(all.idCard as string | null)
  return facts ? { sex: facts.male ? 0 : 1, birthDate: facts.birthday } : undefined
}

/** `oldmanId`: the archive that is being changed; its own card is no duplicate. */
export const baseFields = (oldmanId?: string): FieldSpecs<typeof ArchiveBase> => ({
  oldmanName: {},
  idType: { as: dictionaryOf('idType') },
  idCard: {
    as: cardInput(oldmanId),
    check: (card, values) => {
      if (!card) return null
      if (isCard(values) && !isIdCard(card.toUpperCase())) {
        return card.length === 18
          ? '身份证号不正确，请核对 18 位号码和最后一位校验码'
          : `身份证号应为 18 位，现为 ${card.length} 位`
      }
      return knownOwner(card, oldmanId)
    },
  },
  sex: {
    as: radioOf(ResidentSex),
    check: (sex, values) => {
      const facts = isCard(values) ? idCardFacts(values.idCard as string) : null
      if (sex === null || sex === undefined) return isCard(values) ? null : '请选择性别'
      return facts && sex !== (facts.male ? 0 : 1) ? '与身份证号不符' : null
    },
  },
  birthDate: {
    as: date,
    check: (day, values) => {
      const facts = isCard(values) ? idCardFacts(values.idCard as string) : null
      if (!day) return isCard(values) ? null : '请填写出生日期'
      return facts && day !== facts.birthday ? `与身份证号不符，身份证上是 ${facts.birthday}` : null
    },
  },
  phone: { as: phone, placeholder: '手机号，或带区号的座机' },
  nation: { as: dictionaryOf('ethnicGroups') },
  category: { as: dictionaryOf('elderCategory') },
  region: { as: region },
  address: { wide: true },
  deptId: { as: department, hint: '入住后随床位所在的部门' },
  saleId: { as: lookupOf('sale') },
  remark: { as: longText, wide: true },
})

export const extraFields: FieldSpecs<typeof ArchiveExtra> = {
  education: { as: dictionaryOf('education') },
  marital: { as: dictionaryOf('maritalStatus') },
  politicalStatus: { as: dictionaryOf('politicalStatus') },
  religion: { as: dictionaryOf('religion') },
  living: { as: dictionaryOf('livingArrangement') },
  householdType: { as: dictionaryOf('householdType') },
  nativePlace: {},
  formerJob: {},
  workUnit: {},
  income: { as: dictionariesOf('incomeSource') },
  medicalPay: { as: dictionariesOf('medicalPayment') },
  medicalCardNo: {},
  hobbies: { wide: true },
  character: { wide: true },
}

/** The value 无 of the dictionary allergy. */
const NO_ALLERGY = '0'

export const healthFields: FieldSpecs<typeof ArchiveHealth> = {
  attention: {
    title: '关注事项',
    as: manyOf(AttentionNote),
    wide: true,
    hint: '会跟在姓名后面，出现在每一个页面上',
  },
  selfCare: { as: radioOf(SelfCare) },
  bloodAbo: { as: dictionaryOf('bloodTypeAbo') },
  bloodRh: { as: dictionaryOf('bloodTypeRh') },
  allergies: {
    as: dictionariesOf('allergy'),
    check: (chosen) =>
      chosen && chosen.length > 1 && chosen.includes(NO_ALLERGY) ? '选了“无”，不能同时选择其他' : null,
  },
  sleep: { as: dictionaryOf('oldman_sleep') },
  infectious: { placeholder: '没有可不填' },
  diseases: { as: dictionariesOf('chronicDisease'), wide: true },
  diet: { as: dictionariesOf('dietaryRestriction'), wide: true },
  aids: { placeholder: '如 轮椅、助行器、老花镜' },
  healthReportDate: { as: date },
  healthReportExpire: {
    as: date,
    check: (ends, values) =>
      ends && values.healthReportDate && ends < String(values.healthReportDate) ? '不能早于体检日期' : null,
  },
  medication: { as: longText, wide: true, placeholder: '药名、剂量、用法' },
  hospitalHistory: { as: longText, wide: true },
  healthRemark: { as: longText, wide: true },
}
