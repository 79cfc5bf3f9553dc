// A resident's fields, each declared once, section by section in the order of the form. From here come the schemas of the
// contract, what is read from and written to the table, forms, page and paper, the import, the placeholders of documents,
// how complete an archive is, and what the log of changes calls a field. docs/firstChanges.md adds one.
import { id, opt, type TSchema, text } from '#contract/kit/schema'
import type { DictionaryCode } from '#contract/systemSetting/dictionaryCodes'
import { choice, choices, type DeclaredField, day, type FieldKind, option, options, own, words } from './fieldKinds.ts'
import { anyPhone, paperNo } from './numbers.ts'
import { AttentionNote, ResidentSex, SelfCare } from './resident.ts'

/** 基本信息. The number of an identity card is checked against birthday and sex. */
const base = {
  oldmanName: own('姓名', text('姓名', { max: 50 }), {
    import: { width: 12, example: '王秀兰', required: true },
    placeholder: ['老人姓名', '王秀兰'],
  }),
  idType: choice('证件类型', 'idType', {
    import: { width: 18, example: '居民身份证', note: '不填按居民身份证处理。' },
  }),
  idCard: own('证件号码', paperNo('证件号码'), {
    weight: 10,
    import: {
      width: 24,
      example: '310104194402180027',
      note: '居民身份证填 18 位号码，会核对校验码；已有档案的号码不会重复导入。',
      required: true,
    },
    placeholder: ['老人身份证号', '310110194402182425'],
  }),
  sex: option(ResidentSex, {
    import: { width: 8, example: '女', note: '居民身份证可不填，由号码得出；其他证件必填。' },
    placeholder: ['老人性别', '女'],
  }),
  birthDate: day('出生日期', {
    import: { width: 14, example: '1944-02-18', note: '居民身份证可不填；其他证件必填，如 1944-02-18。' },
    placeholder: ['老人出生日期', '1944年2月18日'],
  }),
  phone: own('本人电话', opt(anyPhone('本人电话')), {
    weight: 2,
    import: { width: 16, example: '021-55668800', note: '11 位手机号，或带区号的座机。' },
    placeholder: ['老人电话', '13812342516'],
  }),
  nation: choice('民族', 'ethnicGroups', {
    weight: 2,
    import: { width: 12, example: '汉族' },
    placeholder: ['老人民族', '汉族'],
    brief: true,
  }),
  category: choice('老人类别', 'elderCategory', {
    weight: 3,
    import: { width: 18, example: '社会寄养' },
    placeholder: ['老人类别', '社会寄养'],
  }),
  region: own('户籍地区', opt(text('户籍地区', { max: 40 })), {
    weight: 3,
    import: { width: 20, example: '上海市徐汇区', note: '写到区县，如 上海市徐汇区、江苏省苏州市姑苏区。' },
    placeholder: ['老人户籍地区', '上海市杨浦区'],
  }),
  address: words('现住址', 200, {
    wide: true,
    weight: 4,
    import: { width: 30, example: '漕宝路 320 弄 15 号 602 室' },
    placeholder: ['老人住址', '上海市杨浦区国定路 300 弄 8 号 502 室'],
    brief: true,
  }),
  deptId: own('所属部门', opt(id('所属部门', { of: 'dept' })), {
    import: { width: 18, note: '不填归到导入人所在部门；同名部门写成“上级/下级”。' },
  }),
  saleId: own('接待人', opt(id('接待人', { of: 'account' }))),
  remark: words('备注', 500, { wide: true, import: { width: 24 }, brief: true }),
}

/** 扩展信息 */
const extra = {
  education: choice('文化程度', 'education', {
    weight: 2,
    import: { width: 14 },
    placeholder: ['老人文化程度', '小学'],
    brief: true,
  }),
  marital: choice('婚姻状况', 'maritalStatus', {
    weight: 2,
    import: { width: 12, example: '丧偶' },
    placeholder: ['老人婚姻状况', '丧偶'],
    brief: true,
  }),
  politicalStatus: choice('政治面貌', 'politicalStatus', {
    weight: 1,
    import: { width: 14 },
    placeholder: ['老人政治面貌', '群众'],
    brief: true,
  }),
  religion: choice('宗教信仰', 'religion', {
    weight: 1,
    import: { width: 12 },
    placeholder: ['老人宗教信仰', '无'],
    brief: true,
  }),
  living: choice('居住情况', 'livingArrangement', { weight: 2, import: { width: 16 }, brief: true }),
  householdType: choice('户籍性质', 'householdType', { import: { width: 12 } }),
  nativePlace: words('籍贯', 50),
  formerJob: words('退休前职业', 50, { weight: 1, import: { width: 14, example: '小学教师' } }),
  workUnit: words('退休前单位', 100),
  income: choices('经济来源', 'incomeSource', {
    weight: 2,
    import: { width: 20, example: '退休金/养老金' },
    placeholder: ['经济来源', '退休金/养老金'],
    brief: true,
  }),
  medicalPay: choices('医疗费用支付方式', 'medicalPayment', {
    weight: 3,
    import: { width: 24, example: '城镇职工基本医疗保险' },
    placeholder: ['医疗支付方式', '城镇职工基本医疗保险'],
    brief: true,
  }),
  medicalCardNo: words('医保卡号', 40, { weight: 4, import: { width: 18 } }),
  hobbies: words('兴趣爱好', 200, { wide: 'screen', weight: 1 }),
  character: words('性格特点', 200, { wide: 'screen' }),
}

/** 健康信息 */
const health = {
  attention: options(AttentionNote, {
    import: { width: 18, example: '长护险' },
    placeholder: ['关注事项', '失智、长护险'],
  }),
  selfCare: option(SelfCare, { weight: 4, import: { width: 12, example: '半自理' } }),
  bloodAbo: choice('ABO 血型', 'bloodTypeAbo', { weight: 2, import: { width: 10, example: 'A型' } }),
  bloodRh: choice('Rh 血型', 'bloodTypeRh', { import: { width: 10 } }),
  allergies: choices('过敏史', 'allergy', {
    weight: 5,
    import: { width: 16, example: '无' },
    placeholder: ['过敏史', '青霉素类'],
    brief: true,
  }),
  sleep: choice('睡眠情况', 'oldman_sleep', { weight: 1 }),
  infectious: words('传染病', 200),
  diseases: choices('慢性病', 'chronicDisease', {
    wide: true,
    weight: 4,
    import: { width: 24, example: '高血压病、冠心病' },
    placeholder: ['慢性病', '高血压病、冠心病'],
    brief: true,
  }),
  diet: choices('饮食', 'dietaryRestriction', {
    wide: true,
    weight: 3,
    import: { width: 20, example: '低盐、软食' },
    placeholder: ['饮食要求', '软食、低盐'],
    brief: true,
  }),
  aids: words('辅助器具', 200),
  healthReportDate: day('体检日期', { weight: 6 }),
  healthReportExpire: day('体检有效期至'),
  medication: words('长期用药', 500, { wide: true, weight: 2, import: { width: 24 } }),
  hospitalHistory: words('住院与手术史', 500, { wide: true }),
  healthRemark: words('健康备注', 500, { wide: true }),
}

export const residentFields = { base, extra, health } as const

export type FieldSection = keyof typeof residentFields
export type ResidentFields = typeof base & typeof extra & typeof health
export type ResidentFieldName = keyof ResidentFields

/** The names of those that are declared so: { kind: 'choices' }, { brief: true }. */
export type FieldsWith<Declared> = {
  [K in ResidentFieldName]: ResidentFields[K] extends Declared ? K : never
}[ResidentFieldName]
export type FieldsOfKind<K extends FieldKind> = FieldsWith<{ kind: K }>

export interface ResidentField extends DeclaredField {
  name: ResidentFieldName
  section: FieldSection
  /** Of the table `oldman`. */
  column: string
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const fieldsIn = (section: FieldSection): readonly ResidentField[] =>
  Object.entries<DeclaredField>(residentFields[section]).map(([name, field]) => ({
    ...field,
    name: name as ResidentFieldName,
    section,
    column: columnOf(name),
  }))

/** All of them, in the order of the form. */
export const fieldList: readonly ResidentField[] = (['base', 'extra', 'health'] as const).flatMap(fieldsIn)

const byName = new Map<string, ResidentField>(fieldList.map((field) => [field.name, field]))
export const fieldNamed = (name: ResidentFieldName): ResidentField => byName.get(name)!

/** Which dictionary a field's values come from. */
export const fieldDictionaries = Object.fromEntries(
  fieldList.flatMap(({ name, dictionary }) => (dictionary ? [[name, dictionary]] : [])),
) as { readonly [K in FieldsOfKind<'choice' | 'choices'>]: DictionaryCode }

/** The schema of one section, or of several, as forms send them. */
export type SchemasOf<F extends Record<string, { schema: TSchema }>> = { [K in keyof F]: F[K]['schema'] }

/** Before which other one a field stands where the order is not that of the form; null: at the end. */
export type Move = readonly [field: ResidentFieldName, before: ResidentFieldName | null]

/** The fields as they are given, those that are moved put into their places one after the other. */
export function arranged(fields: readonly ResidentField[], moves: readonly Move[]): ResidentField[] {
  const order = [...fields]
  const placeOf = (name: ResidentFieldName) => {
    const at = order.findIndex((field) => field.name === name)
    if (at < 0) throw new Error(`${name} is not among these fields`)
    return at
  }
  for (const [name, before] of moves) {
    const [moved] = order.splice(placeOf(name), 1)
    order.splice(before === null ? order.length : placeOf(before), 0, moved!)
  }
  return order
}
