// Forms of the drug dictionary.
import { type DrugData, drugDict } from '#contract/drug/dict'
import { DrugStorage, HighAlert, isQty, qtyText } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import { send } from '#web/kit/call'
import { imageOf } from '#web/kit/fields/image'
import { dictionariesOf, dictionaryOf } from '#web/kit/fields/lookup'
import { int, number } from '#web/kit/fields/number'
import { onOff, optionField, yesNo } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'

const units = dictionaryOf('drug_min_spec')

const fields = {
  drugName: { placeholder: '通用名，如 阿司匹林肠溶片' },
  tradeName: { placeholder: '如 拜阿司匹灵' },
  spec: { placeholder: '如 100mg×30片' },
  substance: { placeholder: '如 阿司匹林', hint: '用来发现同一成分重复用药' },
  form: { as: dictionaryOf('drug_form') },
  drugType: { as: dictionaryOf('drug_type') },
  manageClass: { as: dictionaryOf('drugManageClass') },
  maker: {},
  approvalNo: { placeholder: '国药准字…' },
  minUnit: { as: units, hint: '存药和用量都按它计数' },
  packUnit: { placeholder: '盒' },
  packFactor: {
    as: number,
    hint: '一个包装里有几个最小单位',
    check: (value: number | null | undefined) =>
      value === null || value === undefined || (value > 0 && isQty(value)) ? null : '要大于 0，最多三位小数',
  },
  strength: { as: number, hint: '每个最小单位含多少' },
  strengthUnit: { placeholder: 'mg' },
  storage: { as: optionField(DrugStorage) },
  openDays: { as: int, props: { unit: '天' }, hint: '滴眼液、胰岛素、糖浆等；不限就不填' },
  highAlert: { as: optionField(HighAlert), hint: '高警示药品要双人核对' },
  lookAlike: { placeholder: '容易与哪种药混淆' },
  lightProof: { as: yesNo },
  noCrush: { as: yesNo, hint: '缓释、控释、肠溶' },
  allergies: { as: dictionariesOf('allergy'), wide: true, hint: '档案里有这些过敏史的老人，存入和用药时会提醒' },
  picture: { as: imageOf({ max: 1 }), wide: true },
  remark: { as: longText, wide: true },
  enabled: { as: onOff, hint: '停用后不能再存入和新设用药，已有的不变' },
} as const

const sections = [
  {
    title: '药品',
    fields: ['drugName', 'tradeName', 'spec', 'substance', 'form', 'drugType', 'manageClass', 'maker', 'approvalNo'],
  },
  { title: '单位与包装', fields: ['minUnit', 'packUnit', 'packFactor', 'strength', 'strengthUnit'] },
  {
    title: '保管与警示',
    fields: [
      'storage',
      'openDays',
      'highAlert',
      'lookAlike',
      'lightProof',
      'noCrush',
      'allergies',
      'picture',
      'remark',
      'enabled',
    ],
  },
] as const

const PIECES: Readonly<Record<string, string>> = { 1: '片', 2: '粒', 3: '丸', 4: '袋', 5: '支', 6: '瓶' }

/** 1 盒 = 30 片，每片 100 mg */
const packing = (values: Values) => {
  const { packUnit, packFactor, minUnit, strength, strengthUnit } = values as Partial<DrugData>
  const unit = (minUnit && PIECES[minUnit]) || (minUnit ? '个单位' : null)
  if (!unit || typeof packFactor !== 'number' || packFactor <= 0) return null
  const content = strength && strengthUnit ? `，每${unit} ${qtyText(strength)} ${strengthUnit}` : ''
  return `1 ${packUnit || '盒'} = ${qtyText(packFactor)} ${unit}${content}`
}

const shape = { width: 960, columns: 3, fields, sections, result: packing } as const

export const newDrug = (): FormRequest =>
  formOf(drugDict.calls.add, {
    ...shape,
    title: '新增药品',
    initial: { packUnit: '盒', storage: DrugStorage.is.room, lightProof: false, noCrush: false, enabled: true },
    touches: [drugKeep],
    done: '药品已新增',
  })

const valuesOf = (row: DrugData) => ({
  drugName: row.drugName,
  tradeName: row.tradeName,
  substance: row.substance,
  form: row.form,
  drugType: row.drugType,
  manageClass: row.manageClass,
  spec: row.spec,
  minUnit: row.minUnit,
  packUnit: row.packUnit,
  packFactor: row.packFactor,
  strength: row.strength,
  strengthUnit: row.strengthUnit,
  maker: row.maker,
  approvalNo: row.approvalNo,
  storage: row.storage,
  lightProof: row.lightProof,
  highAlert: row.highAlert,
  lookAlike: row.lookAlike,
  noCrush: row.noCrush,
  openDays: row.openDays,
  allergies: row.allergies,
  picture: row.picture,
  remark: row.remark,
  enabled: row.enabled,
})

export const editDrug = (row: DrugData): FormRequest =>
  editOf(drugDict.calls.save, row, {
    ...shape,
    title: '修改药品',
    about: `${row.drugName} ${row.spec}`,
    values: valuesOf,
    also: (one) => ({ drugId: one.drugId, version: one.version }),
    again: () => send(drugDict.calls.get, { drugId: row.drugId }),
    touches: [drugKeep],
    done: '药品已保存',
  })
