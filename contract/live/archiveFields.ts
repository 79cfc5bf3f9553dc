// What an archive says about a resident, by section: the same fields in adding, editing, importing and printing.
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { hiddenAs, MASKED_PHONE } from '#contract/kit/privacy'
import { bool, date, id, int, list, merge, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { AttentionNote, ResidentSex } from './resident.ts'

/** The value of the dictionary idType that means 居民身份证; only its numbers have a check digit. */
export const ID_CARD_TYPE = '1'

export const SelfCare = options('SelfCare', '自理能力', [
  [1, '自理'],
  [2, '半自理'],
  [3, '不能自理'],
])

export const OldmanFileKind = options('OldmanFileKind', '附件类型', [
  ['idCard', '身份证'],
  ['householdBook', '户口簿'],
  ['healthReport', '体检报告'],
  ['insurance', '医保与长护险'],
  ['contract', '合同与协议'],
  ['photo', '照片'],
  ['other', '其他'],
])
export type OldmanFileKindValue = Static<typeof OldmanFileKind.schema>

/** A mobile number, a landline with its area code, or the number that stands there as it was shown. */
export const anyPhone = (title: string) =>
  hiddenAs(
    'phone',
    text(title, {
      max: 20,
      pattern: new RegExp(`^(1\\d{10}|0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?|\\d{7,8}|${MASKED_PHONE})$`),
      hint: '应为 11 位手机号，或带区号的座机，如 021-55668800',
    }),
  )

/** An identity card, or the number that stands there as it was shown. */
export const shownCard = (title: string) => hiddenAs('card', text(title, { max: 18, format: 'yiyuan-idcard-shown' }))

const words = (title: string, max = 200) => opt(text(title, { max }))
const value = (title: string) => opt(text(title, { max: 40 }))
const values = (title: string) => opt(list(text(title, { max: 40 }), 60))

/** 基本信息. The number of an identity card is checked against birthday and sex. */
export const ArchiveBase = obj({
  oldmanName: text('姓名', { max: 50 }),
  idType: value('证件类型'),
  idCard: hiddenAs(
    'card',
    text('证件号码', {
      min: 4,
      max: 30,
      // Stars: the number that stands there as it was shown.
      pattern: /^[0-9A-Za-z()（）*-]{4,30}$/,
      hint: '只能是字母、数字和短横线',
    }),
  ),
  sex: opt(ResidentSex.schema),
  birthDate: opt(date('出生日期')),
  nation: value('民族'),
  phone: opt(anyPhone('本人电话')),
  region: value('户籍地区'),
  address: words('现住址'),
  category: value('老人类别'),
  deptId: opt(id('所属部门', { of: 'dept' })),
  saleId: opt(id('接待人', { of: 'account' })),
  remark: words('备注', 500),
})

/** 扩展信息 */
export const ArchiveExtra = obj({
  education: value('文化程度'),
  marital: value('婚姻状况'),
  politicalStatus: value('政治面貌'),
  religion: value('宗教信仰'),
  living: value('居住情况'),
  householdType: value('户籍性质'),
  nativePlace: words('籍贯', 50),
  formerJob: words('退休前职业', 50),
  workUnit: words('退休前单位', 100),
  income: values('经济来源'),
  medicalPay: values('医疗费用支付方式'),
  medicalCardNo: words('医保卡号', 40),
  hobbies: words('兴趣爱好'),
  character: words('性格特点'),
})

/** 健康信息 */
export const ArchiveHealth = obj({
  selfCare: opt(SelfCare.schema),
  bloodAbo: value('ABO 血型'),
  bloodRh: value('Rh 血型'),
  diseases: values('慢性病'),
  allergies: values('过敏史'),
  diet: values('饮食'),
  attention: opt(list(AttentionNote.schema, 5)),
  sleep: value('睡眠情况'),
  aids: words('辅助器具'),
  infectious: words('传染病'),
  hospitalHistory: words('住院与手术史', 500),
  medication: words('长期用药', 500),
  healthReportDate: opt(date('体检日期')),
  healthReportExpire: opt(date('体检有效期至')),
  healthRemark: words('健康备注', 500),
})

/** One who answers for the resident; relations are a dictionary, the marks say what the person is to the contract. */
export const FamilyFields = obj({
  name: text('家属姓名', { max: 50 }),
  relation: text('与老人关系', { max: 40 }),
  phone: anyPhone('家属电话'),
  idCard: opt(shownCard('家属身份证号')),
  address: words('家属住址'),
  workUnit: words('工作单位', 100),
  remark: words('备注'),
  emergency: opt(bool('紧急联系人')),
  payer: opt(bool('付费人')),
  guarantor: opt(bool('担保人')),
  guardian: opt(bool('监护人')),
})
export type FamilyFieldsData = Static<typeof FamilyFields>

/** A file that was uploaded before and is put into the archive. */
export const FileFields = obj({
  kind: OldmanFileKind.schema,
  fileUrl: fileAddress('附件'),
  expireDate: opt(date('有效期至')),
  remark: words('附件备注'),
})
export type FileFieldsData = Static<typeof FileFields>

/** Everything a new archive may say at once. */
export const ArchiveFields = merge(merge(ArchiveBase, ArchiveExtra), ArchiveHealth)
export type ArchiveFieldsData = Static<typeof ArchiveFields>

export const sections = { base: ArchiveBase, extra: ArchiveExtra, health: ArchiveHealth } as const

/** Which dictionary a field's values come from. */
export const fieldDictionaries = {
  idType: 'idType',
  nation: 'ethnicGroups',
  category: 'elderCategory',
  education: 'education',
  marital: 'maritalStatus',
  politicalStatus: 'politicalStatus',
  religion: 'religion',
  living: 'livingArrangement',
  householdType: 'householdType',
  income: 'incomeSource',
  medicalPay: 'medicalPayment',
  bloodAbo: 'bloodTypeAbo',
  bloodRh: 'bloodTypeRh',
  diseases: 'chronicDisease',
  allergies: 'allergy',
  diet: 'dietaryRestriction',
  sleep: 'oldman_sleep',
} as const satisfies Partial<Record<keyof ArchiveFieldsData, string>>

export const FileRow = obj({
  fileId: str(),
  oldmanId: str(),
  kind: OldmanFileKind.schema,
  fileName: str('文件名'),
  fileUrl: str(),
  size: int('大小'),
  expireDate: nul(str('有效期至')),
  /** Past its day. */
  expired: bool(),
  remark: nul(str('备注')),
  userName: nul(str('上传人')),
  createTime: str('上传时间'),
})

export type FileRowData = Static<typeof FileRow>
