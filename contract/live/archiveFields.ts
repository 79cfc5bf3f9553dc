// What an archive holds: the resident's own fields by section, the family, the files.
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { bool, date, int, merge, nul, obj, opt, type Static, str, type TSchema, text } from '#contract/kit/schema'
import { anyPhone, shownCard } from './numbers.ts'
import { residentFields, type SchemasOf } from './residentFields.ts'

/** The value of the dictionary idType that means 居民身份证; only its numbers have a check digit. */
export const ID_CARD_TYPE = '1'

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

const words = (title: string, max = 200) => opt(text(title, { max }))

const schemasOf = <F extends Record<string, { schema: TSchema }>>(fields: F) =>
  obj(Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as SchemasOf<F>)

/** 基本信息, 扩展信息 and 健康信息 as forms send them; declared in residentFields.ts. */
export const ArchiveBase = schemasOf(residentFields.base)
export const ArchiveExtra = schemasOf(residentFields.extra)
export const ArchiveHealth = schemasOf(residentFields.health)

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

/** Fields as the table holds them: all there, lists never null, single values where nothing is known. */
export type Stored<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends readonly unknown[] ? NonNullable<T[K]> : Exclude<T[K], undefined>
}

export const sections = { base: ArchiveBase, extra: ArchiveExtra, health: ArchiveHealth } as const

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
