// The words a consultation is said in: its states and moves, the choices of its forms, and its sections.
import { fileAddress } from '#contract/kit/fileAddress'
import { machine } from '#contract/kit/machine'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, date, dateTime, id, int, obj, opt, type Static, text } from '#contract/kit/schema'
import { ArchiveExtra, ArchiveHealth } from './archiveFields.ts'
import { anyPhone, shownCard } from './numbers.ts'
import { ResidentSex } from './resident.ts'

export const consultationNeeds = {
  list: 'live:consultation:list',
  add: 'live:consultation:add',
  edit: 'live:consultation:edit',
  interview: 'live:consultation:interview',
  lose: 'live:consultation:lose',
  archive: 'live:consultation:archive',
  delete: 'live:consultation:delete',
} as const

export const ConsultationStatus = options('ConsultationStatus', '咨询状态', [
  [1, 'waiting', ['待跟进', 'amber']],
  [2, 'following', ['跟进中', 'blue']],
  [3, 'archived', ['已建档', 'green']],
  [4, 'lost', ['已流失', 'grey']],
])
export type ConsultationStatusValue = Static<typeof ConsultationStatus.schema>

const { waiting, following, archived, lost } = ConsultationStatus.is
/** Neither archived nor lost. */
export const CONSULTATION_OPEN: readonly ConsultationStatusValue[] = [waiting, following]
const NOT_ARCHIVED: readonly ConsultationStatusValue[] = [...CONSULTATION_OPEN, lost]

/** An archive ends it: from there on everything is read in the archive. */
export const consultationMoves = machine<ConsultationStatusValue>()({
  interview: {
    from: CONSULTATION_OPEN,
    to: following,
    title: '登记跟进（转为“跟进中”）',
    needs: consultationNeeds.interview,
  },
  edit: { from: NOT_ARCHIVED, to: NOT_ARCHIVED, title: '修改咨询信息', needs: consultationNeeds.edit },
  archive: {
    from: CONSULTATION_OPEN,
    to: archived,
    title: '建立档案（转为“已建档”）',
    needs: consultationNeeds.archive,
  },
  lose: { from: CONSULTATION_OPEN, to: lost, title: '登记流失（转为“已流失”）', needs: consultationNeeds.lose },
  reactivate: { from: [lost], to: following, title: '重新激活（转为“跟进中”）', needs: consultationNeeds.lose },
  remove: { from: NOT_ARCHIVED, to: NOT_ARCHIVED, title: '删除', needs: consultationNeeds.delete },
})
export type ConsultationMove = keyof typeof consultationMoves.moves

export const InterviewManner = options('InterviewManner', '跟进方式', [
  ['PHONE', ['电话', 'blue']],
  ['COME', ['到访参观', 'teal']],
  ['HOME', ['上门', 'purple']],
  ['OTHER', ['微信等其他', 'slate']],
])

/** Why a person should look at it now. */
export const ConsultationDue = options('ConsultationDue', '跟进提醒', [
  ['overdue', '逾期未跟进'],
  ['today', '今天要跟进'],
  ['week', '7 天内要跟进'],
  ['none', '没有约下次跟进'],
])

/** Steps of the conversion, each a fact of its own: an archive may be made without a visit. */
export const ConsultationStep = options('ConsultationStep', '转化步骤', [
  ['consult', '咨询'],
  ['visited', '参观'],
  ['archived', '建档'],
  ['assessed', '评估'],
  ['moved', '入住'],
])

export const value = (title: string) => text(title, { max: 40 })
export const words = (title: string, max: number) => opt(text(title, { max }))

/** 咨询信息 and who it is for. */
export const ConsultationBase = obj({
  consultDate: date('咨询日期'),
  channel: value('咨询渠道'),
  intention: opt(value('入住意向')),
  saleId: id('接待人', { of: 'account' }),
  expectDate: opt(date('期望入住日期')),
  expectRoomType: opt(value('期望房型')),
  budgetFen: opt(fenSchema('每月预算', { min: 0, max: 100_000_000 })),
  remark: words('备注', 500),
  oldmanName: text('老人姓名', { max: 50 }),
  sex: ResidentSex.schema,
  idCard: opt(shownCard('老人身份证号')),
  birthDate: opt(date('出生日期')),
  /** Where the birthday is not known. */
  age: opt(int('大约年龄', { min: 1, max: 130 })),
  nation: opt(value('民族')),
  phone: opt(anyPhone('老人电话')),
  region: opt(value('户籍地区')),
  address: words('现住址', 200),
  head: opt(fileAddress('照片')),
})

/** 咨询人 */
export const Consultant = obj({
  consultantName: text('咨询人', { max: 50 }),
  consultantPhone: anyPhone('咨询人电话'),
  consultantRelation: value('与老人关系'),
  consultantWechat: words('微信号', 50),
  consultantAddress: words('咨询人住址', 200),
})

/** Two consultations for one card happen; the clerk must have seen the first. */
export const duplicateSeen = opt(bool('已核对，仍要登记'))

export const ConsultationAdd = obj({
  ...Consultant.properties,
  ...ConsultationBase.properties,
  ...ArchiveExtra.properties,
  ...ArchiveHealth.properties,
  /** The first talk, when it took place with the registration. */
  manner: opt(InterviewManner.schema),
  content: words('沟通内容', 1000),
  nextFollowAt: opt(dateTime('下次跟进时间')),
  duplicateSeen,
})

export const InterviewFields = obj({
  visitAt: dateTime('跟进时间'),
  /** The caller unless told. */
  staffId: opt(id('跟进人', { of: 'account' })),
  manner: InterviewManner.schema,
  content: text('沟通内容', { max: 1000 }),
  result: words('结果', 200),
  nextFollowAt: opt(dateTime('下次跟进时间')),
})
