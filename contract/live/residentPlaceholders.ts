// What a document can say about a resident by itself: the names written into templates as {老人姓名}. Documents already
// made keep their text, so a name may be added here but never takes another meaning.
import { REGRADE_PLACES, type RegradePlace } from './regradeWords.ts'
import { arranged, fieldList, type ResidentFieldName } from './residentFields.ts'

export interface Placeholder {
  group: '老人' | '家属/监护人' | '入住' | '合同' | '等级变更' | '机构' | '日期'
  /** Written in the template between braces; unique. */
  name: string
  /** The short label inside its group. */
  title: string
  /** Shown in previews when no resident is chosen. */
  sample: string
}

type Line = readonly [name: string, title: string, sample: string]

const group = (name: Placeholder['group'], lines: readonly Line[]): Placeholder[] =>
  lines.map(([placeholder, title, sample]) => ({ group: name, name: placeholder, title, sample }))

/** One member of the family in each of the four parts a contract knows. */
const member = (part: string, sample: readonly [name: string, relation: string, phone: string]): Line[] => [
  [`${part}姓名`, `${part}姓名`, sample[0]],
  [`${part}关系`, `${part}与老人关系`, sample[1]],
  [`${part}电话`, `${part}电话`, sample[2]],
  [`${part}身份证号`, `${part}身份证号`, '310110197203155217'],
  [`${part}住址`, `${part}住址`, '上海市杨浦区国定路 300 弄 8 号 502 室'],
]

const CHANGE_OF_LEVEL: Readonly<Record<RegradePlace, string>> = {
  原护理等级: '半护理（二级护理）',
  新护理等级: '全护理（一级护理）',
  等级变更日期: '2026-12-01',
  原护理费: '1,800.00 元/月',
  新护理费: '2,600.00 元/月',
  评估日期: '2026-11-16',
  评估结论: '重度失能',
  变更原因: '近一个月进食和如厕都要人协助',
  护理项目变化: '调整：喂食（每日 5 次）；新增：更换尿垫（每日 4 次）；取消：陪同散步',
}

/** The order in which documents usually ask. */
const told = arranged(
  fieldList.filter((field) => field.placeholder),
  [
    ['idCard', 'nation'],
    ...(['phone', 'address', 'region', 'category'] as const).map((name) => [name, 'income'] as const),
    ['income', null],
    ['medicalPay', 'income'],
    ['attention', 'medicalPay'],
    ['diseases', 'allergies'],
  ],
)

/** What is no field of its own, before the field it stands beside. */
const beside: Partial<Record<ResidentFieldName, readonly Line[]>> = {
  birthDate: [['老人年龄', '年龄', '82']],
  diseases: [
    ['档案编号', '档案编号', 'YL20250310001'],
    ['血型', '血型', 'A型 Rh阳性'],
  ],
}

export const residentPlaceholders: readonly Placeholder[] = [
  ...group(
    '老人',
    told.flatMap(({ name, title, placeholder }) => [
      ...(beside[name] ?? []),
      [placeholder![0], title, placeholder![1]] as const,
    ]),
  ),
  ...group('家属/监护人', [
    ...member('监护人', ['李建国', '儿子', '13901232516']),
    ...member('紧急联系人', ['李建国', '儿子', '13901232516']),
    ...member('付费人', ['李淑华', '女儿', '13901238801']),
    ...member('担保人', ['李淑华', '女儿', '13901238801']),
    ['全部家属', '全部家属', '李建国（儿子，13901232516）、李淑华（女儿，13901238801）'],
  ]),
  ...group('入住', [
    ['床位全称', '床位全称', '松鹤楼 › 2层 › 203室 › 02床'],
    ['房间', '房间', '203室'],
    ['床位', '床位', '02床'],
    ['所属部门', '所属部门', '松鹤楼护理组'],
    ['入住状态', '入住状态', '入住中'],
    ['入住日期', '入住日期', '2025年3月10日'],
    ['入住天数', '入住天数', '612'],
  ]),
  // In a contract document its own number and dates; elsewhere those of the resident's present stay.
  ...group('合同', [
    ['合同编号', '合同编号', 'HT202511010003'],
    ['合同开始日期', '开始日期', '2025年11月1日'],
    ['合同结束日期', '结束日期', '2026年10月31日'],
  ]),
  // Filled by the change of level that leaves the document (regradeWords.ts); elsewhere they are empty.
  ...group(
    '等级变更',
    REGRADE_PLACES.map((name) => [name, name, CHANGE_OF_LEVEL[name]] as const),
  ),
  ...group('机构', [
    ['机构名称', '机构名称', '松鹤康养中心'],
    ['机构地址', '机构地址', '上海市杨浦区松鹤路 88 号'],
    ['机构电话', '机构电话', '021-55668800'],
    ['机构联系人', '机构联系人', '孙丽华'],
    ['统一社会信用代码', '统一社会信用代码', '52310110MJ5678901K'],
    ['法定代表人', '法定代表人', '王建国'],
    ['机构备案号', '机构备案号', '沪杨民养备〔2024〕17号'],
    ['值班电话', '24 小时值班电话', '021-55668801'],
    ['经办人', '经办人', '刘敏'],
  ]),
  ...group('日期', [
    ['今天', '今天', '2026年11月12日'],
    ['今天大写', '今天（大写）', '二〇二六年十一月十二日'],
    ['年', '年', '2026'],
    ['月', '月', '11'],
    ['日', '日', '12'],
  ]),
]

/** Values for previews without a resident. */
export const samplePlaceholders: Readonly<Record<string, string>> = Object.fromEntries(
  residentPlaceholders.map(({ name, sample }) => [name, sample]),
)
