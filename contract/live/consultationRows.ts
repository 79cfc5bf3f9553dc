// What the server says about consultations: a row of the list, the whole of one, its talks, the conversion.
import { fenSchema } from '#contract/kit/money'
import { cardNo, phoneNo, toldWords } from '#contract/kit/privacy'
import { bool, int, list, merge, nul, obj, type Static, str } from '#contract/kit/schema'
import { ArchiveExtra, ArchiveHealth } from './archiveFields.ts'
import { ConsultationBase, ConsultationStatus, InterviewManner } from './consultationFields.ts'
import { AttentionNote, ResidenceStatus, ResidentSex } from './resident.ts'

export const Interview = obj({
  interviewId: str(),
  consultationId: str(),
  visitAt: str('跟进时间'),
  staffId: str(),
  staffName: nul(str('跟进人')),
  manner: InterviewManner.schema,
  content: toldWords('沟通内容'),
  result: nul(str('结果')),
  nextFollowAt: nul(str('下次跟进时间')),
  version: int(),
  createTime: str('登记时间'),
})
export type InterviewData = Static<typeof Interview>

export const ConsultationRow = obj({
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
  consultantPhone: phoneNo('咨询人电话'),
  saleId: str(),
  saleName: nul(str('接待人')),
  /** Null once it is archived or lost: nobody has to call any more. */
  nextFollowAt: nul(str('下次跟进')),
  /** The agreed time has passed. */
  overdue: bool('逾期'),
  interviews: int('跟进次数'),
  lastAt: nul(str('最近跟进')),
  lastContent: nul(toldWords('最近沟通内容')),
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
export type ConsultationRowData = Static<typeof ConsultationRow>

export const ConsultationBaseAnswer = merge(
  ConsultationBase,
  obj({ consultationId: str(), consultationNo: str(), status: ConsultationStatus.schema, version: int() }),
)

export const ConsultationDetail = merge(
  ConsultationRow,
  obj({
    remark: nul(str('备注')),
    /** Whole for those who may change it, otherwise masked. */
    idCard: nul(cardNo('老人身份证号')),
    birthDate: nul(str('出生日期')),
    nation: nul(str()),
    nationName: nul(str('民族')),
    phone: nul(phoneNo('老人电话')),
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
export type ConsultationDetailData = Static<typeof ConsultationDetail>

export const ConsultationCheck = obj({
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
export type ConsultationCheckData = Static<typeof ConsultationCheck>

const Steps = obj({
  consult: int('咨询'),
  visited: int('参观'),
  assessed: int('评估'),
  archived: int('建档'),
  moved: int('入住'),
})
const StepRow = merge(obj({ key: str(), name: str() }), merge(Steps, obj({ lost: int('流失') })))
export type StepRowData = Static<typeof StepRow>

export const Funnel = obj({
  total: Steps,
  lost: int('流失'),
  /** From the consultation to the first day in the house, on average. */
  daysToMove: nul(int('平均入住天数')),
  channels: list(StepRow),
  sales: list(StepRow),
  reasons: list(obj({ key: str(), name: str(), count: int() })),
})
export type FunnelData = Static<typeof Funnel>
