// Exchange of shifts: one asks for a colleague's day and gives a day of their own, the colleague agrees, somebody else
// approves, and both rosters swap on both days at once.
import { ShiftTone } from '#contract/administration/attendanceWords'
import { CellKind, ExchangeState } from '#contract/administration/rosterWords'
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const exchangeNeeds = {
  list: 'administration:shiftExchange:list',
  decide: 'administration:shiftExchange:decide',
} as const

/** What a day of somebody holds. A kind that is null was never planned. */
export const ExchangeCell = obj({
  kind: nul(CellKind.schema),
  shiftPkId: nul(str()),
  shiftName: nul(str('班次')),
  shortName: nul(str()),
  tone: nul(ShiftTone.schema),
  /** 07:30–19:30; of a night 19:30–次日07:30 */
  times: nul(str()),
})
export type ExchangeCellData = Static<typeof ExchangeCell>

const Swap = obj({
  empId: str(),
  empName: str('姓名'),
  day: str('日期'),
  before: ExchangeCell,
  after: ExchangeCell,
})
export type ExchangeSwapData = Static<typeof Swap>

/** What the rules say of an exchange. Red ones forbid it. */
const Check = obj({
  ok: bool('可以换'),
  /** 两人工时不变，无冲突，每日人数不变 */
  text: str('检查结果'),
  faults: list(obj({ empId: nul(str()), day: nul(str()), text: str(), red: bool() })),
})
export type ExchangeCheckData = Static<typeof Check>

const Row = obj({
  exchangeId: str(),
  state: ExchangeState.schema,
  applicantId: str(),
  applicantName: str('申请人'),
  partnerId: str(),
  partnerName: str('对方'),
  deptName: nul(str('部门')),
  /** The day the applicant gives, and the partner's day that comes for it. */
  applicantDay: str('申请人让出'),
  partnerDay: str('对方让出'),
  /** What is given and what comes for it, as it was when it was asked. */
  gives: ExchangeCell,
  takes: ExchangeCell,
  /** Everything that changes, person by person: both swap on both days. */
  swaps: list(Swap),
  reason: str('换班原因'),
  createTime: str('申请时间'),
  partnerAt: nul(str('对方同意时间')),
  decidedName: nul(str('审批人')),
  decidedAt: nul(str('审批时间')),
  /** Why it was refused or ended, or what the approver said. */
  note: nul(str('说明')),
  /** Only while it is open: what the rules say of the rosters as they are now. */
  check: nul(Check),
  /** accept, decline, agree, refuse, withdraw, remind */
  can: list(str()),
  version: int(),
})
export type ShiftExchangeRow = Static<typeof Row>

/** A day of a colleague that could be had for one's own. */
const Offer = obj({ day: str('日期'), cell: ExchangeCell, mine: ExchangeCell, check: Check })
export type ExchangeOfferData = Static<typeof Offer>
const Partner = obj({ empId: str(), empName: str('姓名'), team: nul(str('班组')), offers: list(Offer) })
export type ExchangePartnerData = Static<typeof Partner>

export const ExchangeSide = options('ExchangeSide', '我的换班', [
  ['asked', '我申请的'],
  ['forMe', '找我换的'],
])

/** The moves that PUT carries; withdrawing is the deletion. */
export const ExchangeAct = options('ExchangeAct', '换班处理', [
  ['accept', '同意换班'],
  ['decline', '不同意换班'],
  ['agree', '批准换班'],
  ['refuse', '不批准换班'],
])
export type ExchangeActValue = Static<typeof ExchangeAct.schema>

const filters = {
  state: opt(ExchangeState.schema),
  keyword: opt(str('姓名')),
  deptId: opt(named('dept', '部门')),
  attendanceGroupPkId: opt(named('attendanceGroup', '考勤组')),
  /** One of its two days lies between these. */
  dayFrom: opt(str('日期从')),
  dayTo: opt(str('日期到')),
}

const exchangeId = id('换班申请', { of: 'shiftExchange' })
const some = { pattern: /\S/, hint: '不能为空' } as const
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'NO_PERMISSION'] as const
const act = { needs: 'signedIn', data: Row, refuses, repeatable: true } as const

const BASE = '/pims/web-org/shiftExchange'

export const shiftExchange = noun('administration', 'shiftExchange', {
  title: '换班申请',
  calls: {
    list: call.get(BASE, {
      needs: exchangeNeeds.list,
      act: '换班申请列表',
      query: pageQuery(filters),
      data: pageOf(Row),
    }),
    counts: call.get(`${BASE}/counts`, {
      needs: exchangeNeeds.list,
      act: '各状态换班数',
      query: obj(filters),
      data: list(obj({ state: ExchangeState.schema, count: int() })),
    }),
    /** What one asked for oneself, and what one is asked for. */
    mine: call.get(`${BASE}/mine`, {
      needs: 'signedIn',
      act: '我的换班',
      query: pageQuery({ side: opt(ExchangeSide.schema) }),
      data: pageOf(Row),
    }),
    /** Colleagues of one's group with the days they could give for this one, the good ones first. */
    partners: call.get(`${BASE}/partners`, {
      needs: 'signedIn',
      act: '可以换班的同事',
      query: obj({ day: date('我让出的日期') }),
      data: obj({ day: str(), mine: ExchangeCell, partners: list(Partner) }),
      refuses: ['INVALID_INPUT'],
    }),
    get: call.get(`${BASE}/{exchangeId}`, { needs: 'signedIn', act: '换班详情', data: Row, refuses: ['NOT_FOUND'] }),
    add: call.post(BASE, {
      ...act,
      act: '申请换班',
      body: obj({
        applicantDay: date('我让出的日期'),
        partnerId: id('换班对象', { of: 'account' }),
        partnerDay: date('对方让出的日期'),
        reason: text('换班原因', { max: 200, ...some }),
      }),
    }),
    /** The partner accepts or declines; who approves agrees or refuses. */
    move: call.put(BASE, {
      ...act,
      act: '处理换班',
      aliases: [`${BASE}/{exchangeId}`],
      body: obj({
        exchangeId: opt(exchangeId),
        act: ExchangeAct.schema,
        note: opt(text('说明', { max: 200 })),
        version: opt(int()),
      }),
    }),
    /** Tells the partner, or who approves, that somebody waits; once a day. */
    remind: call.put(`${BASE}/remind`, { ...act, act: '提醒处理换班', body: obj({ exchangeId }) }),
    withdraw: call.delete(`${BASE}/{exchangeId}`, {
      needs: 'signedIn',
      act: '撤回换班',
      data: nothing(),
      refuses,
    }),
  },
  events: {
    /** Something of it is otherwise. Carries no words. */
    changed: event('administration.shiftExchange.changed', {
      needs: 'signedIn',
      payload: obj({ exchangeId: str() }),
    }),
  },
})
