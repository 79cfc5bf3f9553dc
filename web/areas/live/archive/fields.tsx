// Fields of an archive as forms show them, by section: each as its kind is asked for, with what is special about some.
// Adding and editing use the same.
import { idCardFacts, isIdCard } from '#contract/kit/formats'
import type { TObject } from '#contract/kit/schema'
import type { ArchiveBase, ArchiveExtra, ArchiveHealth } from '#contract/live/archiveFields'
import { ID_CARD_TYPE } from '#contract/live/archiveFields'
import { type FieldSection, fieldsIn, type ResidentField } from '#contract/live/residentFields'
import { department } from '#web/kit/fields/department'
import { dictionariesOf, dictionaryOf, lookupOf } from '#web/kit/fields/lookup'
import { manyOf, radioOf } from '#web/kit/fields/option'
import { phone } from '#web/kit/fields/phone'
import { region } from '#web/kit/fields/region'
import type { FieldSpec, FieldSpecs, Values } from '#web/kit/form/SchemaForm'
import { cardInput, knownOwner } from './idCard.part.tsx'

export const isCard = (values: Values) => (values.idType ?? ID_CARD_TYPE) === ID_CARD_TYPE

/** A valid identity card says birthday and sex; what depends on it follows. */
export function followCard(changed: Values, all: Values): Values | undefined {
  if (!('idCard' in changed || 'idType' in changed) || !isCard(all)) return undefined
  const facts = idCardFacts(all.idCard as string | null)
  return facts ? { sex: facts.male ? 0 : 1, birthDate: facts.birthday } : undefined
}

/** How a kind is asked for; null: as its schema says. */
function faceOf({ kind, dictionary, set }: ResidentField) {
  if (kind === 'choice') return dictionaryOf(dictionary!)
  if (kind === 'choices') return dictionariesOf(dictionary!)
  if (kind === 'option') return radioOf(set!)
  return kind === 'options' ? manyOf(set!) : null
}

/** All fields of a section in their order; `special`: what is said here beyond the declaration. */
function specsOf<S extends TObject>(section: FieldSection, special: FieldSpecs<S>): FieldSpecs<S> {
  const own = special as Readonly<Record<string, FieldSpec<unknown>>>
  return Object.fromEntries(
    fieldsIn(section).map((field) => {
      const face = faceOf(field)
      return [
        field.name,
        { title: field.title, ...(face && { as: face }), ...(field.wide && { wide: true }), ...own[field.name] },
      ]
    }),
  ) as FieldSpecs<S>
}

/** `oldmanId`: the archive that is being changed; its own card is no duplicate. */
export const baseFields = (oldmanId?: string) =>
  specsOf<typeof ArchiveBase>('base', {
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
      check: (sex, values) => {
        const facts = isCard(values) ? idCardFacts(values.idCard as string) : null
        if (sex === null || sex === undefined) return isCard(values) ? null : '请选择性别'
        return facts && sex !== (facts.male ? 0 : 1) ? '与身份证号不符' : null
      },
    },
    birthDate: {
      check: (day, values) => {
        const facts = isCard(values) ? idCardFacts(values.idCard as string) : null
        if (!day) return isCard(values) ? null : '请填写出生日期'
        return facts && day !== facts.birthday ? `与身份证号不符，身份证上是 ${facts.birthday}` : null
      },
    },
    phone: { as: phone, placeholder: '手机号，或带区号的座机' },
    region: { as: region },
    deptId: { as: department, hint: '入住后随床位所在的部门' },
    saleId: { as: lookupOf('sale') },
  })

export const extraFields = specsOf<typeof ArchiveExtra>('extra', {})

/** The value 无 of the dictionary allergy. */
const NO_ALLERGY = '0'

export const healthFields = specsOf<typeof ArchiveHealth>('health', {
  attention: { wide: true, hint: '会跟在姓名后面，出现在每一个页面上' },
  allergies: {
    check: (chosen) =>
      chosen && chosen.length > 1 && chosen.includes(NO_ALLERGY) ? '选了“无”，不能同时选择其他' : null,
  },
  infectious: { placeholder: '没有可不填' },
  aids: { placeholder: '如 轮椅、助行器、老花镜' },
  healthReportExpire: {
    check: (ends, values) =>
      ends && values.healthReportDate && ends < String(values.healthReportDate) ? '不能早于体检日期' : null,
  },
  medication: { placeholder: '药名、剂量、用法' },
})
