// Applications for a change of bed or a check-out, where the organisation wants a second person to agree.
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, int, list, merge, nul, num, obj, type Static, str } from '#contract/kit/schema'
import { residenceNeeds } from './residenceWords.ts'
import { ResidentMarks } from './resident.ts'
import { ReviewMarks, ReviewStanding } from './review.ts'

/** The acts of the review settings that the residence knows. */
export const ApplyKind = options('ApplyKind', '申请事项', [
  ['bedChange', ['调床换床', 'teal']],
  ['checkOut', ['退住', 'grey']],
])
export type ApplyKindValue = Static<typeof ApplyKind.schema>

export const ApplyMove = options('ApplyMove', '申请内容', [
  ['adjustBed', ['调床', 'teal']],
  ['exchangeBed', ['换床', 'teal']],
  ['checkOut', ['退住', 'grey']],
])
export type ApplyMoveValue = Static<typeof ApplyMove.schema>

export const kindOfMove: Readonly<Record<ApplyMoveValue, ApplyKindValue>> = {
  adjustBed: 'bedChange',
  exchangeBed: 'bedChange',
  checkOut: 'checkOut',
}

export const applyNeeds = {
  list: 'live:residenceAudit:list',
  /** Agrees without being allowed to make the moves. */
  decide: 'live:residenceAudit:decide',
} as const

/** Who may decide: whoever makes such moves, and who has the permission for nothing but that. Never one's own. */
export const decideNeeds: Readonly<Record<ApplyKindValue, string>> = {
  bedChange: `${applyNeeds.decide}|${residenceNeeds.bed}`,
  checkOut: `${applyNeeds.decide}|${residenceNeeds.checkOut}`,
}

/** From what to what, in the words of the operation log. */
const Change = obj({ title: str(), from: nul(str()), to: nul(str()) })

/** One application, wherever the resident is shown. */
export const Application = merge(
  ReviewStanding,
  obj({
    applyId: str(),
    applyNo: str('申请单号'),
    kind: ApplyKind.schema,
    move: ApplyMove.schema,
    content: str('申请内容'),
    reason: str('原因'),
    askedBy: nul(str('申请人')),
    askedAt: str('申请时间'),
    /** Asked for by this reader, who may take it back. */
    own: bool(),
    version: int(),
  }),
)
export type ApplicationData = Static<typeof Application>

export const ApplyRow = merge(
  merge(ResidentMarks, ReviewMarks),
  obj({
    applyId: str(),
    applyNo: str('申请单号'),
    kind: ApplyKind.schema,
    move: ApplyMove.schema,
    content: str('申请内容'),
    /** From which day the change of bed holds, or the day of leaving. */
    day: str('日期'),
    otherName: nul(str('对换的老人')),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    bedPath: nul(str('床位')),
    owedFen: fenSchema('欠费'),
    /** Asked for by this reader, who may take it back while it waits. */
    own: bool(),
    version: int(),
  }),
)
export type ApplyRowData = Static<typeof ApplyRow>

/** What a bill would be made of, for each resident whose bed changes. */
const Assume = obj({
  oldmanId: str(),
  oldmanName: str(),
  day: str(),
  bedId: nul(str()),
  levelId: nul(str()),
  bedFee: nul(obj({ projectChildId: str(), priceFen: nul(fenSchema('单价')), quantity: nul(num('数量')) })),
})

export const ApplyDetail = merge(
  merge(ApplyRow, ReviewStanding),
  obj({
    changes: list(Change),
    assume: list(Assume),
    /** The day that would hold if it were passed today; it moves on while the application waits. */
    holdsFrom: str(),
    /** Version of the resident: what the reviewer has seen. */
    residentVersion: int(),
    closesOuting: bool('同时结束外出'),
  }),
)
export type ApplyDetailData = Static<typeof ApplyDetail>
