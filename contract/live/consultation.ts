// Consultations: who asked about a place in the house, for whom, what was agreed, and what became of it. A consultation
// ends as an archive, once, or is lost with a reason and may come back.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { machine } from '#contract/kit/machine'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
  dateTime,
  id,
  idCard,
  int,
  list,
  merge,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  type TObject,
  type TProperties,
  text,
} from '#contract/kit/schema'
import { NewArchive } from './archive.ts'
import { ArchiveExtra, ArchiveHealth, anyPhone } from './archiveFields.ts'
import { AttentionNote, ResidenceStatus, ResidentSex } from './resident.ts'

export const consultationNeeds = {
  list: 'live:consultation:list',
  add: 'live:consultation:add',
  edit: 'live:consultation:edit',
  interview: 'live:consultation:interview',
  lose: 'live:consultation:lose',
  archive: 'live:consultation:archive',
  delete: 'live:consultation:delete',
} as const
const NEEDS = consultationNeeds

export const ConsultationStatus = options('ConsultationStatus', '咨询状态', [
  [1, ['待跟进', 'amber']],
  [2, ['跟进中', 'blue']],
  [3, ['已建档', 'green']],
  [4, ['已流失', 'grey']],
])
export type ConsultationStatusValue = Static<typeof ConsultationStatus.schema>

/** An archive ends it: from there on everything is read in the archive. */
export const consultationMoves = machine<ConsultationStatusValue>()({
  interview: { from: [1, 2], to: 2, title: '登记跟进（转为“跟进中”）', needs: NEEDS.interview },
  edit: { from: [1, 2, 4], to: [1, 2, 4], title: '修改咨询信息', needs: NEEDS.edit },
  archive: { from: [1, 2], to: 3, title: '建立档案（转为“已建档”）', needs: NEEDS.archive },
  lose: { from: [1, 2], to: 4, title: '登记流失（转为“已流失”）', needs: NEEDS.lose },
  reactivate: { from: [4], to: 2, title: '重新激活（转为“跟进中”）', needs: NEEDS.lose },
  remove: { from: [1, 2, 4], to: [1, 2, 4], title: '删除', needs: NEEDS.delete },
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
  ['assessed', '评估'],
  ['archived', '建档'],
  ['moved', '入住'],
])

const value = (title: string) => text(title, { max: 40 })
const words = (title: string, max: number) => opt(text(title, { max }))
const version = opt(int())

/** 咨询信息 and who it is for. */
export const ConsultationBase = obj({
  consultDate: date('咨询日期'),
  channel: value('咨询渠道'),
  intention: opt(value('入住意向')),
  saleId: id('接待人'),
  expectDate: opt(date('期望入住日期')),
  expectRoomType: opt(value('期望房型')),
  budgetFen: opt(fenSchema('每月预算', { min: 0, max: 100_000_000 })),
  remark: words('备注', 500),
  oldmanName: text('老人姓名', { max: 50 }),
  sex: ResidentSex.schema,
  idCard: opt(idCard('老人身份证号')),
  birthDate: opt(date('出生日期')),
  /** Where the birthday is not known. */
  age: opt(int('大约年龄', { min: 1, max: 130 })),
  nation: opt(value('民族')),
  phone: opt(anyPhone('老人电话')),
  region: opt(value('户籍地区')),
  address: words('现住址', 200),
  head: words('照片', 300),
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
const duplicateSeen = opt(bool('已核对，仍要登记'))

const AddBody = obj({
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

const own = obj({ consultationId: str(), version: int() })
const key = obj({ consultationId: id('咨询'), version })

export const InterviewFields = obj({
  visitAt: dateTime('跟进时间'),
  /** The caller unless told. */
  staffId: opt(id('跟进人')),
  manner: InterviewManner.schema,
  content: text('沟通内容', { max: 1000 }),
  result: words('结果', 200),
  nextFollowAt: opt(dateTime('下次跟进时间')),
})

const Interview = obj({
  interviewId: str(),
  consultationId: str(),
  visitAt: str('跟进时间'),
  staffId: str(),
  staffName: nul(str('跟进人')),
  manner: InterviewManner.schema,
  content: str('沟通内容'),
  result: nul(str('结果')),
  nextFollowAt: nul(str('下次跟进时间')),
  version: int(),
  createTime: str('登记时间'),
})
export type InterviewData = Static<typeof Interview>

const Row = obj({
  consultationId: str(),
  consultationNo: str('咨询编号'),
  consultDate: str('咨询日期'),
  status: ConsultationStatus.schema,
  oldmanName: str('老人'),
  sex: ResidentSex.schema,
  /** From the birthday, or as it was told. */
  age: nul(int('年龄')),
  head: nul(str('照片')),
  attention: list(AttentionNote.schema),
  channel: str(),
  channelName: str('咨询渠道'),
  intention: nul(str()),
  intentionName: nul(str('入住意向')),
  consultantName: str('咨询人'),
  consultantRelation: str(),
  relationName: str('与老人关系'),
  consultantPhone: str('咨询人电话'),
  saleId: str(),
  saleName: nul(str('接待人')),
  /** Null once it is archived or lost: nobody has to call any more. */
  nextFollowAt: nul(str('下次跟进')),
  /** The agreed time has passed. */
  overdue: bool('逾期'),
  interviews: int('跟进次数'),
  lastAt: nul(str('最近跟进')),
  lastContent: nul(str('最近沟通内容')),
  expectDate: nul(str('期望入住日期')),
  expectRoomType: nul(str()),
  roomTypeName: nul(str('期望房型')),
  budgetFen: nul(fenSchema('每月预算')),
  visitedAt: nul(str('参观时间')),
  lossReason: nul(str()),
  lossReasonName: nul(str('流失原因')),
  lossRemark: nul(str('流失说明')),
  lostAt: nul(str('流失时间')),
  oldmanId: nul(str()),
  archivedAt: nul(str('建档时间')),
  /** Of the archive that was made. */
  residence: nul(ResidenceStatus.schema),
  createTime: str('登记时间'),
  /** Moves that this reader may make now. */
  can: list(str()),
  version: int(),
})
export type ConsultationRowData = Static<typeof Row>

const BaseAnswer = merge(
  ConsultationBase,
  obj({ consultationId: str(), consultationNo: str(), status: ConsultationStatus.schema, version: int() }),
)

const Detail = merge(
  Row,
  obj({
    remark: nul(str('备注')),
    /** Whole for those who may change it, otherwise masked. */
    idCard: nul(str('老人身份证号')),
    birthDate: nul(str('出生日期')),
    nation: nul(str()),
    nationName: nul(str('民族')),
    phone: nul(str('老人电话')),
    region: nul(str()),
    regionName: nul(str('户籍地区')),
    address: nul(str('现住址')),
    consultantWechat: nul(str('微信号')),
    consultantAddress: nul(str('咨询人住址')),
    extra: ArchiveExtra,
    health: ArchiveHealth,
    interviewList: list(Interview),
    /** Visits of the house that belong to it. */
    visits: list(obj({ visitId: str(), visitNo: str(), visitor: str(), inTime: str(), outTime: nul(str()) })),
  }),
)
export type ConsultationDetailData = Static<typeof Detail>

const Check = obj({
  /** free: nobody has this card yet. */
  state: str(),
  /** Without an id it lies outside the reader's departments. */
  consultation: nul(
    obj({
      consultationId: nul(str()),
      consultationNo: nul(str()),
      oldmanName: nul(str()),
      consultDate: str(),
      saleName: nul(str()),
      status: ConsultationStatus.schema,
    }),
  ),
  archive: nul(obj({ oldmanId: nul(str()), oldmanName: nul(str()), status: ResidenceStatus.schema })),
})
export type ConsultationCheckData = Static<typeof Check>

const filters = {
  status: opt(ConsultationStatus.schema),
  /** Elder or consultant by name, pinyin, initials or phone; number of the consultation. */
  keyword: opt(str('老人或咨询人')),
  channel: opt(str('咨询渠道')),
  saleId: opt(str('接待人')),
  intention: opt(str('入住意向')),
  lossReason: opt(str('流失原因')),
  followFrom: opt(str('下次跟进从')),
  followTo: opt(str('下次跟进到')),
  consultFrom: opt(str('咨询日期从')),
  consultTo: opt(str('咨询日期到')),
  due: opt(ConsultationDue.schema),
  /** Those who have reached a step of the conversion. */
  step: opt(ConsultationStep.schema),
}

const Steps = obj({
  consult: int('咨询'),
  visited: int('参观'),
  assessed: int('评估'),
  archived: int('建档'),
  moved: int('入住'),
})
const StepRow = merge(obj({ key: str(), name: str() }), merge(Steps, obj({ lost: int('流失') })))
export type StepRowData = Static<typeof StepRow>

const Funnel = obj({
  total: Steps,
  lost: int('流失'),
  /** From the consultation to the first day in the house, on average. */
  daysToMove: nul(int('平均入住天数')),
  channels: list(StepRow),
  sales: list(StepRow),
  reasons: list(obj({ key: str(), name: str(), count: int() })),
})
export type FunnelData = Static<typeof Funnel>

/** All fields of an object, none of them asked for. */
const partial = <P extends TProperties>(of: TObject<P>) =>
  obj(
    Object.fromEntries(Object.entries(of.properties).map(([name, schema]) => [name, opt(schema)])) as TProperties,
  ) as unknown as TObject<{ [K in keyof P]: ReturnType<typeof opt<P[K]>> }>

const BASE = '/pims/web-org/consultations'
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const read = { needs: NEEDS.list, refuses: ['NOT_FOUND'] } as const

export const consultation = noun('live', 'consultation', {
  title: '咨询登记',
  calls: {
    list: call.get(BASE, { needs: NEEDS.list, act: '咨询列表', query: pageQuery(filters), data: pageOf(Row) }),
    /** What became of the consultations of a period. */
    funnel: call.get(`${BASE}/funnel`, {
      needs: NEEDS.list,
      act: '咨询转化统计',
      query: obj({
        consultFrom: opt(str('咨询日期从')),
        consultTo: opt(str('咨询日期到')),
        channel: opt(str('咨询渠道')),
        saleId: opt(str('接待人')),
      }),
      data: Funnel,
    }),
    /** Free, already a consultation, already an archive. */
    check: call.get(`${BASE}/check`, {
      needs: `${NEEDS.add}|${NEEDS.edit}|${NEEDS.list}`,
      act: '检查老人身份证号',
      query: obj({
        oldmanIdCard: text('老人身份证号', { max: 30 }),
        /** Itself does not count. */
        consultationId: opt(id('咨询')),
      }),
      data: Check,
    }),
    /** Open consultations, for those who register a visitor. */
    choices: call.get(`${BASE}/choices`, {
      needs: `${NEEDS.list}|live:visit:add|live:visit:edit`,
      act: '咨询选择列表',
      query: pageQuery({ keyword: opt(str('老人或咨询人')) }),
      data: pageOf(
        obj({
          consultationId: str(),
          consultationNo: str(),
          oldmanName: str(),
          consultantName: str(),
          consultantPhone: str(),
          consultDate: str(),
        }),
      ),
    }),
    detail: call.get(`${BASE}/{consultationId}`, { ...read, act: '咨询详情', data: Detail }),
    add: call.post(BASE, {
      needs: NEEDS.add,
      act: '登记咨询',
      body: AddBody,
      data: obj({ consultationId: str(), consultationNo: str() }),
      refuses: ['INVALID_INPUT', 'ALREADY_EXISTS'],
      repeatable: true,
    }),
    base: call.get(`${BASE}/base/{consultationId}`, { ...read, act: '咨询信息', data: BaseAnswer }),
    saveBase: call.put(`${BASE}/base`, {
      needs: NEEDS.edit,
      act: '修改咨询信息',
      body: merge(merge(ConsultationBase, obj({ duplicateSeen })), key),
      data: BaseAnswer,
      refuses,
    }),
    consultant: call.get(`${BASE}/consultant/{consultationId}`, {
      ...read,
      act: '咨询人',
      data: merge(Consultant, own),
    }),
    saveConsultant: call.put(`${BASE}/consultant`, {
      needs: NEEDS.edit,
      act: '修改咨询人',
      body: merge(Consultant, key),
      data: merge(Consultant, own),
      refuses,
    }),
    extra: call.get(`${BASE}/extra/{consultationId}`, { ...read, act: '扩展信息', data: merge(ArchiveExtra, own) }),
    saveExtra: call.put(`${BASE}/extra`, {
      needs: NEEDS.edit,
      act: '修改扩展信息',
      body: merge(ArchiveExtra, key),
      data: merge(ArchiveExtra, own),
      refuses,
    }),
    health: call.get(`${BASE}/health/{consultationId}`, { ...read, act: '健康信息', data: merge(ArchiveHealth, own) }),
    saveHealth: call.put(`${BASE}/health`, {
      needs: NEEDS.edit,
      act: '修改健康信息',
      body: merge(ArchiveHealth, key),
      data: merge(ArchiveHealth, own),
      refuses,
    }),
    interviews: call.get(`${BASE}/interviewer/{consultationId}`, {
      ...read,
      act: '跟进记录',
      data: list(Interview),
    }),
    addInterview: call.post(`${BASE}/interviewer`, {
      needs: NEEDS.interview,
      act: '登记跟进',
      body: merge(InterviewFields, obj({ consultationId: id('咨询') })),
      data: Interview,
      refuses,
      repeatable: true,
    }),
    saveInterview: call.put(`${BASE}/interviewer`, {
      needs: NEEDS.interview,
      act: '修改跟进记录',
      body: merge(InterviewFields, obj({ interviewId: id('跟进记录'), version })),
      data: Interview,
      refuses,
    }),
    removeInterview: call.delete(`${BASE}/interviewer/{id}`, {
      needs: NEEDS.interview,
      act: '删除跟进记录',
      data: nothing(),
      refuses,
    }),
    /** The next call at another time, without a talk. */
    follow: call.put(`${BASE}/follow`, {
      needs: NEEDS.interview,
      act: '改约跟进时间',
      body: merge(key, obj({ nextFollowAt: opt(dateTime('下次跟进时间')) })),
      data: nothing(),
      refuses,
    }),
    lose: call.put(`${BASE}/lose`, {
      needs: NEEDS.lose,
      act: '登记流失',
      body: merge(key, obj({ lossReason: value('流失原因'), lossRemark: words('说明', 500) })),
      data: nothing(),
      refuses,
      repeatable: true,
    }),
    reactivate: call.put(`${BASE}/reactivate`, {
      needs: NEEDS.lose,
      act: '重新激活',
      body: merge(key, obj({ reason: text('激活原因', { max: 200 }), nextFollowAt: dateTime('下次跟进时间') })),
      data: nothing(),
      refuses,
      repeatable: true,
    }),
    /** Work of somebody who leaves goes on with somebody else. */
    assign: call.put(`${BASE}/assign`, {
      needs: NEEDS.edit,
      act: '转交咨询',
      body: obj({ consultationIds: list(id('咨询'), 500), saleId: id('接待人') }),
      data: obj({ count: int() }),
      refuses,
    }),
    /** A registration by mistake; one that became an archive stays. */
    remove: call.delete(`${BASE}/{consultationId}`, {
      needs: NEEDS.delete,
      act: '删除咨询',
      query: obj({ reason: words('删除原因', 200) }),
      body: obj({ reason: words('删除原因', 200) }),
      data: nothing(),
      refuses,
    }),
    /** The archive as the consultation would make it, for checking before it is made. */
    archiveDraft: call.get(`${BASE}/archive/{consultationId}`, {
      needs: NEEDS.archive,
      act: '咨询转档案预览',
      data: merge(
        partial(NewArchive),
        obj({ consultationId: str(), consultationNo: str(), status: ConsultationStatus.schema, version: int() }),
      ),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    /** Fields that are not sent are taken from the consultation. */
    archive: call.post(`${BASE}/archive/{consultationId}`, {
      needs: NEEDS.archive,
      act: '咨询建立档案',
      body: merge(partial(NewArchive), obj({ version })),
      data: obj({ oldmanId: str(), archiveNo: str(), completeness: int() }),
      refuses: [...refuses, 'ALREADY_EXISTS'],
      repeatable: true,
    }),
  },
  events: {
    /** Lists of others follow; carries no names. */
    changed: event('live.consultation.changed', { needs: NEEDS.list, payload: obj({ consultationId: str() }) }),
  },
  pages: {
    base: {
      path: '/live/consult/base',
      alias: '/reception/registerList',
      title: '咨询登记',
      tab: true,
      needs: NEEDS.list,
      menu: { rail: 'live', group: '接待', order: 20 },
    },
    detail: { path: '/live/consult/detail/:consultationId', title: '咨询详情', tab: false, needs: NEEDS.list },
    archivesAdd: { path: '/live/consult/archivesAdd', title: '咨询建档', tab: false, needs: NEEDS.archive },
  },
})
