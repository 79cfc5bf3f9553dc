// Outings: asked for, audited, left, postponed, late, back. The stored state is the machine's; what a person calls it
// (待外出, 外出中) follows from the state and from whether the resident has left.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { MASKED_PHONE, phoneNo } from '#contract/kit/privacy'
import {
  bool,
  dateTime,
  id,
  int,
  list,
  merge,
  named,
  nul,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { OUTING_NEEDS as NEEDS, OutingAuditKind, OutingEntry, OutingPhase, OutingState } from './outingMoves.ts'
import { ResidentMarks } from './resident.ts'
import { ReviewMarks, ReviewResult, ReviewStanding } from './review.ts'

export {
  OutingAuditKind,
  type OutingAuditKindValue,
  OutingEntry,
  type OutingMove,
  OutingPhase,
  type OutingPhaseValue,
  OutingState,
  type OutingStateValue,
  outingCan,
  outingMoves,
  phaseOf,
  RETURN_HEALTH,
} from './outingMoves.ts'

const Medicine = obj({
  name: text('药品名称', { max: 50 }),
  amount: text('数量', { max: 30 }),
  remark: opt(text('用法', { max: 100 })),
})
export type OutingMedicine = Static<typeof Medicine>

const Asked = obj({
  newReturn: str('申请返回时间'),
  reason: str('延期原因'),
  byId: str(),
  byName: str(),
  at: str(),
})
export type OutingAsked = Static<typeof Asked>

const Postpone = obj({
  oldReturn: str(),
  newReturn: str(),
  reason: str(),
  byId: str(),
  byName: str(),
  at: str(),
  /** NONE: no audit was needed. */
  result: str(),
  auditorId: nul(str()),
  auditorName: nul(str()),
  auditAt: nul(str()),
  auditRemark: nul(str()),
})
export type OutingPostpone = Static<typeof Postpone>

const Row = merge(
  ResidentMarks,
  obj({
    outId: str(),
    outNo: str('外出单号'),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    bedPath: nul(str('床位')),
    owedFen: fenSchema('欠费'),
    outType: str('外出类型'),
    outTypeName: str('外出类型'),
    reason: str('事由'),
    planOut: str('计划外出'),
    planReturn: str('计划返回'),
    actualOut: nul(str('离院时间')),
    actualReturn: nul(str('返回时间')),
    companion: str('陪同人'),
    companionPhone: phoneNo('陪同人电话'),
    companionRelation: str('与老人关系'),
    companionRelationName: str('与老人关系'),
    destination: nul(str('去向')),
    medicines: list(obj({ name: str(), amount: str(), remark: nul(str()) })),
    mealStop: bool('停餐'),
    state: OutingState.schema,
    phase: OutingPhase.schema,
    /** Minutes since leaving, or away in all. */
    outMinutes: nul(int('外出时长')),
    /** Minutes past the planned return; 0 in time. */
    lateMinutes: int('逾期'),
    asked: nul(Asked),
    postpones: list(Postpone),
    /** Typed in after it happened: from where. Who and when are the applicant and the time of entry. */
    backfillReason: nul(str('补录说明')),
    applicantId: str(),
    applicantName: nul(str('登记人')),
    auditorName: nul(str('审核人')),
    auditAt: nul(str('审核时间')),
    auditRemark: nul(str('审核意见')),
    cancelReason: nul(str('取消原因')),
    returnHealth: nul(str('返回时状况')),
    createTime: str('登记时间'),
    version: int(),
    /** Moves that this reader may make now. */
    can: list(str()),
  }),
)
export type OutingData = Static<typeof Row>

const Past = obj({
  outId: str(),
  outNo: str(),
  outTypeName: str(),
  reason: str(),
  planOut: str(),
  planReturn: str(),
  actualOut: nul(str()),
  actualReturn: nul(str()),
  companion: str(),
  phase: OutingPhase.schema,
  lateMinutes: int(),
  returnHealth: nul(str()),
})
export type PastOuting = Static<typeof Past>

const Companion = obj({
  name: str(),
  relation: str(),
  relationName: str(),
  phone: phoneNo(),
  /** Stands in the archive; otherwise somebody who went along before. */
  family: bool(),
  /** 紧急联系人, 监护人, 曾陪同外出 */
  note: nul(str()),
})
export type OutingCompanion = Static<typeof Companion>

/** What whoever decides about a resident's outing should know. */
const Resident = obj({
  levelName: nul(str('护理等级')),
  selfCare: nul(int()),
  diseases: list(str()),
  allergies: list(str()),
  medication: nul(str()),
  companions: list(Companion),
  /** The latest outings, this one left out. */
  history: list(Past),
  /** Of the last twelve months. */
  yearTimes: int(),
  yearDays: int(),
  yearLate: int(),
})
export type OutingResident = Static<typeof Resident>

const Detail = merge(
  merge(Row, ReviewStanding),
  obj({
    resident: Resident,
    /** Something waits for a decision. */
    waiting: nul(OutingAuditKind.schema),
  }),
)
export type OutingDetailData = Static<typeof Detail>

const AuditRow = merge(
  merge(Row, ReviewMarks),
  obj({
    kind: OutingAuditKind.schema,
    oldReturn: nul(str('原返回时间')),
    newReturn: nul(str('新返回时间')),
  }),
)
export type OutingAuditData = Static<typeof AuditRow>

export const PHONE_RULE = new RegExp(`^(1\\d{10}|0\\d{2,3}-?\\d{7,8}|${MASKED_PHONE})$`)

const about = {
  outType: text('外出类型', { max: 20 }),
  reason: text('事由', { max: 200 }),
  destination: opt(text('去向', { max: 100 })),
  companion: text('陪同人', { max: 30 }),
  companionRelation: text('与老人关系', { max: 20 }),
  companionPhone: text('联系电话', { max: 20, pattern: PHONE_RULE, hint: '应为 11 位手机号，或带区号的固定电话' }),
  mealStop: opt(bool('外出期间停餐')),
  medicines: opt(list(Medicine, 20)),
}
const fields = { ...about, planOut: dateTime('计划外出时间'), planReturn: dateTime('计划返回时间') }

export const RegisterBody = obj({ oldmanId: id('老人', { of: 'resident' }), ...fields })
/** From a paper register. Who is still away has no return yet, and needs the one that was planned. */
export const BackfillBody = obj({
  oldmanId: id('老人', { of: 'resident' }),
  ...about,
  actualOut: dateTime('离院时间'),
  actualReturn: opt(dateTime('返回时间')),
  planReturn: opt(dateTime('计划返回时间')),
  returnHealth: opt(text('返回时状况', { max: 200 })),
  backfillReason: text('补录说明', { max: 100 }),
})
export const EditBody = obj({ outId: id('外出单', { of: 'outing' }), ...fields, version: opt(int()) })
export const DepartBody = obj({
  outId: id('外出单', { of: 'outing' }),
  actualOut: opt(dateTime('离院时间')),
  version: opt(int()),
})
export const AffirmBody = obj({
  outId: id('外出单', { of: 'outing' }),
  actualReturn: opt(dateTime('返回时间')),
  returnHealth: opt(text('返回时状况', { max: 200 })),
  /** For those who register only the return: when the resident left. The planned time unless told. */
  actualOut: opt(dateTime('离院时间')),
  version: opt(int()),
})
export const PostponeBody = obj({
  outId: id('外出单', { of: 'outing' }),
  newReturn: dateTime('新的返回时间'),
  reason: text('延期原因', { max: 200 }),
  version: opt(int()),
})
export const CancelBody = obj({
  outId: id('外出单', { of: 'outing' }),
  reason: text('取消原因', { max: 200 }),
  version: opt(int()),
})

/** One, or several at once. */
const which = { outId: opt(id('外出单', { of: 'outing' })), outIds: opt(list(id('外出单', { of: 'outing' }), 100)) }
export const PassBody = obj({ ...which, auditRemark: opt(text('审核意见', { max: 200 })), version: opt(int()) })
export const DeclineBody = obj({
  outId: id('外出单', { of: 'outing' }),
  auditRemark: text('拒绝原因', { max: 200 }),
  version: opt(int()),
})

const BASE = '/pims/web-org/oldmanOut'
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const move = { data: Row, refuses, repeatable: true } as const
const reads = `${NEEDS.list}|${NEEDS.audits}`

const filters = {
  /** Name, pinyin or initials. */
  oldmanName: opt(str('老人')),
  oldmanId: opt(named('resident')),
  outType: opt(str('外出类型')),
  deptId: opt(named('dept', '部门')),
}

export const outing = noun('live', 'outing', {
  title: '外出',
  calls: {
    list: call.get(BASE, {
      needs: NEEDS.list,
      act: '外出列表',
      query: pageQuery({
        ...filters,
        outId: opt(named('outing')),
        outNo: opt(str('外出单号')),
        phase: opt(OutingPhase.schema),
        state: opt(OutingState.schema),
        companion: opt(str('陪同人')),
        /** yes: typed in afterwards; no: at the time. */
        backfilled: opt(OutingEntry.schema),
        startDate: opt(str('计划外出从')),
        endDate: opt(str('计划外出到')),
        /** Why a person must look: outNow (away now, late or not), dueToday, backToday, notLeft (plan passed, never left) */
        due: opt(str('待办')),
      }),
      data: pageOf(Row),
    }),
    register: call.post(BASE, { needs: NEEDS.add, act: '登记外出', body: RegisterBody, ...move }),
    backfill: call.post(`${BASE}/backfill`, { needs: NEEDS.backfill, act: '补录外出', body: BackfillBody, ...move }),
    edit: call.put(BASE, { needs: NEEDS.add, act: '修改外出申请', body: EditBody, ...move }),
    detail: call.get(`${BASE}/{outId}`, { needs: reads, act: '外出详情', data: Detail, refuses: ['NOT_FOUND'] }),
    depart: call.put(`${BASE}/depart`, { needs: NEEDS.depart, act: '登记离院', body: DepartBody, ...move }),
    affirm: call.put(`${BASE}/affirm`, { needs: NEEDS.affirm, act: '登记返回', body: AffirmBody, ...move }),
    postpone: call.put(`${BASE}/postpone`, { needs: NEEDS.postpone, act: '外出延期', body: PostponeBody, ...move }),
    cancellation: call.put(`${BASE}/cancellation`, { needs: NEEDS.cancel, act: '取消外出', body: CancelBody, ...move }),
    /** How many stand in each phase, who is away now and who came back today. */
    counts: call.get(`${BASE}/counts`, {
      needs: reads,
      act: '外出人数',
      data: obj({
        audit: int('待审核'),
        ready: int('待外出'),
        out: int('外出中'),
        late: int('逾期未归'),
        outNow: int('现在在外'),
        dueToday: int('今日应返回'),
        backToday: int('今日已返回'),
        notLeft: int('过期未离院'),
      }),
    }),
    /** Who is away now, those who are late first. */
    now: call.get(`${BASE}/now`, { needs: reads, act: '现在在外的老人', data: list(Row) }),
    /** For the form: what is to be known of the resident who goes out, and who may go along. */
    resident: call.get(`${BASE}/elder/{oldmanId}`, {
      needs: `${NEEDS.add}|${NEEDS.backfill}`,
      act: '外出老人信息',
      data: merge(
        ResidentMarks,
        obj({
          bedPath: nul(str()),
          owedFen: fenSchema('欠费'),
          resident: Resident,
          /** An outing that is still open stands in the way. */
          open: nul(Past),
        }),
      ),
      refuses: ['NOT_FOUND'],
    }),
    audits: call.get(`${BASE}/audit`, {
      needs: `${NEEDS.audits}|${NEEDS.decide}`,
      act: '外出审核列表',
      query: pageQuery({
        ...filters,
        /** mine, waiting, own, done: see review.ts */
        tab: opt(str('范围')),
        kind: opt(OutingAuditKind.schema),
        result: opt(ReviewResult.schema),
        startDate: opt(str('申请时间从')),
        endDate: opt(str('申请时间到')),
      }),
      data: pageOf(AuditRow),
    }),
    audit: call.get(`${BASE}/audit/{outId}`, {
      needs: `${NEEDS.audits}|${NEEDS.decide}`,
      act: '外出审核详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    pass: call.put(`${BASE}/audit/pass`, {
      needs: NEEDS.decide,
      act: '通过外出审核',
      body: PassBody,
      data: obj({ passed: int() }),
      refuses,
      repeatable: true,
    }),
    decline: call.put(`${BASE}/audit/decline`, {
      needs: NEEDS.decide,
      act: '拒绝外出审核',
      body: DeclineBody,
      ...move,
    }),
  },
  pages: {
    register: {
      path: '/live/Outing/register',
      alias: '/oldman/oldmanOutList',
      title: '外出登记',
      tab: true,
      needs: NEEDS.list,
      ahead: 'list',
      menu: { rail: 'live', group: '外出', order: 30 },
    },
    audit: {
      path: '/live/Outing/audit',
      alias: '/oldman/outCheckList',
      title: '外出审核',
      tab: true,
      ahead: { call: 'audits', start: { tab: 'mine' } },
      needs: `${NEEDS.audits}|${NEEDS.decide}`,
      menu: { rail: 'live', group: '外出', order: 31 },
    },
  },
})
