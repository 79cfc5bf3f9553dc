// The residence: reservation, trial, check-in, changes of bed and level, check-out, and back again. Every form is one
// call that does the whole move or nothing; the moves stand in residenceWords.ts, the forms in residenceForms.ts.
import { settleNeeds } from '#contract/expense/settlementWords'
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { cardNo, phoneNo, toldWords } from '#contract/kit/privacy'
import {
  anything,
  bool,
  date,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  num,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { OutingPhase } from './outingMoves.ts'
import { Application, ApplyKind } from './residenceApply.ts'
import {
  AdjustBedBody,
  CancelReserveBody,
  ChangeLevelBody,
  CheckInBody,
  CheckOutBody,
  ExchangeBedBody,
  ExtendTrialBody,
  LiveEditBody,
  RequirementLevel,
  ReserveBody,
  ResidenceSetting,
  SettleBookingBody,
  TrialBody,
  WithReason,
} from './residenceForms.ts'
import { BookingMoney, BookingTo, residenceNeeds, SettleState, StayEventKind, StayKind } from './residenceWords.ts'
import { NoteFilter, ResidenceStatus, ResidentMarks, ResidentSex } from './resident.ts'

const Row = merge(
  ResidentMarks,
  obj({
    archiveNo: str('档案编号'),
    idCard: cardNo('身份证号'),
    phone: nul(phoneNo('电话')),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    bedId: nul(str()),
    /** Of the bed lived in, or of the one reserved. */
    bedPath: nul(str('床位')),
    roomTypeName: nul(str('房型')),
    wholeRoom: bool('包房'),
    stayId: nul(str()),
    kind: nul(StayKind.schema),
    levelId: nul(str()),
    levelName: nul(str('护理等级')),
    startDate: nul(str('入住日期')),
    trialEnd: nul(str('试住到期')),
    contractEnd: nul(str('合同到期')),
    endDate: nul(str('退住日期')),
    /** Days in residence of the present or last stay; the day of leaving is not counted. */
    days: nul(int('在住天数')),
    expectCheckIn: nul(str('预计入住')),
    expireDate: nul(str('预订保留至')),
    /** 1: away now; 2: should be back already */
    outNow: int('外出'),
    planReturn: nul(str('预计返回')),
    /** A mark of 0 or 1 where amounts are hidden from the reader. */
    owedFen: fenSchema('欠费'),
    masked: bool(),
    settleState: nul(SettleState.schema),
    /** Booking money without a reservation. */
    bookingLoose: bool('订金待处理'),
    contactName: nul(str('联系人')),
    contactRelation: nul(str('关系')),
    contactPhone: nul(phoneNo('联系人电话')),
    /** Kinds of application of theirs that wait for a decision. */
    applied: list(ApplyKind.schema),
    /** Moves that this reader may make now. */
    can: list(str()),
    version: int(),
  }),
)
export type ResidenceRowData = Static<typeof Row>
const Fee = obj({
  feeSetId: str(),
  projectChildId: str(),
  name: str('费用项目'),
  projectName: str('费用大类'),
  cycle: str(),
  cycleName: str('计费周期'),
  /** Amounts are null where the reader may not see them. */
  priceFen: nul(fenSchema('单价')),
  quantity: num('数量'),
  fromDate: str('开始日期'),
  toDate: nul(str('结束日期')),
})
export type FeeData = Static<typeof Fee>
const Occupied = obj({
  bedId: str(),
  bedPath: str(),
  kind: str(),
  fromDate: str(),
  toDate: nul(str()),
  reason: nul(str()),
})

const Stay = obj({
  stayId: str(),
  kind: StayKind.schema,
  startDate: str(),
  trialStart: nul(str()),
  trialEnd: nul(str()),
  formalDate: nul(str()),
  endDate: nul(str()),
  days: int(),
  levelId: nul(str()),
  levelName: nul(str()),
  wholeRoom: bool(),
  contractNo: nul(str()),
  contractStart: nul(str()),
  contractEnd: nul(str()),
  depositFen: nul(fenSchema('押金')),
  payDay: int(),
  payerId: nul(str()),
  payerName: nul(str()),
  guarantorId: nul(str()),
  guarantorName: nul(str()),
  emergencyId: nul(str()),
  emergencyName: nul(str()),
  guardianId: nul(str()),
  guardianName: nul(str()),
  custody: bool(),
  saleId: nul(str()),
  saleName: nul(str()),
  checkoutReason: nul(str()),
  checkoutReasonName: nul(str()),
  checkoutTo: nul(str()),
  checkoutRemark: nul(str()),
  remark: nul(str()),
  settleState: nul(SettleState.schema),
  settleNo: nul(str()),
  version: int(),
  beds: list(Occupied),
  fees: list(Fee),
})
export type StayData = Static<typeof Stay>
const Reservation = obj({
  reserveId: str(),
  bedId: str(),
  bedPath: str(),
  reserveDate: str(),
  expectCheckIn: str(),
  expireDate: str(),
  bookingFen: nul(fenSchema('订金')),
  saleId: nul(str()),
  saleName: nul(str()),
  state: str(),
  cancelReason: nul(str()),
  cancelMoney: nul(BookingMoney.schema),
  remark: nul(str()),
  version: int(),
})
export type ReservationData = Static<typeof Reservation>
const Detail = merge(
  Row,
  obj({
    /** All stays, the newest first; the open one, if any, stands first. */
    stays: list(Stay),
    /** The active one; `lapsed`: the last one that is over, while its booking money still lies on the account. */
    reservation: nul(Reservation),
    lapsed: nul(Reservation),
    /** Booking money on the account without a reservation. */
    looseFen: nul(fenSchema('待处理订金')),
    /** Changes of bed and level that are agreed for a day to come. */
    plannedMove: nul(obj({ bedId: str(), bedPath: str(), fromDate: str() })),
    plannedLevel: nul(obj({ levelId: str(), levelName: str(), fromDate: str() })),
    totalDays: int('累计在住天数'),
    /** What waits for a second person, also where the resident is the other one of an exchange. */
    applications: list(Application),
    /** Whether such a move is applied for instead of done. */
    review: obj({ bedChange: bool('调床与换床需要审核'), checkOut: bool('退住需要审核') }),
    /** An outing that is asked for, agreed or under way: a check-out ends it or calls it off. */
    openOuting: nul(
      obj({
        outId: str(),
        outNo: str('外出单号'),
        phase: OutingPhase.schema,
        departed: bool(),
        planOut: str('计划外出'),
        planReturn: str('计划返回'),
      }),
    ),
  }),
)
export type ResidenceDetailData = Static<typeof Detail>

const EventRow = obj({
  eventId: str(),
  kind: StayEventKind.schema,
  day: str(),
  content: toldWords(),
  reason: nul(str()),
  fromStatus: nul(ResidenceStatus.schema),
  toStatus: nul(ResidenceStatus.schema),
  userName: str(),
  createTime: str(),
})
export type StayEventData = Static<typeof EventRow>

/** A bed that a form offers. */
const BedChoice = obj({
  bedId: str(),
  bedPath: str(),
  buildingName: str(),
  floorName: str(),
  roomId: str(),
  roomName: str(),
  bedName: str(),
  status: int(),
  /** Why it cannot be had, or a warning; null: free. */
  note: nul(str()),
  free: bool(),
  /** Sex of those who live in the room: 0, 1, 2 both, null nobody. */
  roomSex: nul(int()),
})
export type BedChoiceData = Static<typeof BedChoice>
const BASE = '/pims/web-pi/oldmans/live'
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'NEEDS_CONFIRM'] as const
const move = { data: Detail, refuses, repeatable: true } as const
/** With the receipt of the booking money, to be printed at once. */
const reserving = { ...move, data: merge(Detail, obj({ receiptId: nul(str()) })) } as const

export const residence = noun('live', 'residence', {
  title: '居住管理',
  calls: {
    list: call.get(BASE, {
      needs: residenceNeeds.list,
      act: '居住列表',
      query: pageQuery({
        /** Name, pinyin, initials, number of the archive, identity card or phone. */
        keyword: opt(str('老人')),
        /** One status, or several joined by commas. */
        status: opt(str('入住状态')),
        sex: opt(ResidentSex.schema),
        levelId: opt(named('level', '护理等级')),
        deptId: opt(named('dept', '部门')),
        bed: opt(str('床位')),
        attention: opt(NoteFilter.schema),
        arrears: opt(int('欠费', { min: 0, max: 1 })),
        startFrom: opt(str('入住日期从')),
        startTo: opt(str('入住日期到')),
        endFrom: opt(str('退住日期从')),
        endTo: opt(str('退住日期到')),
        /** Why a person must look: trialEnding, reserveExpired, bookingLoose, contractEnding, outOverdue, toSettle, outNow */
        due: opt(str('待办')),
      }),
      data: pageOf(Row),
    }),
    /** How many stand in each status, with the same filters except the status. */
    counts: call.get(`${BASE}/counts`, {
      needs: residenceNeeds.list,
      act: '各状态人数',
      query: obj({ keyword: opt(str()), deptId: opt(named('dept')) }),
      data: list(obj({ status: ResidenceStatus.schema, count: int() })),
    }),
    detail: call.get(`${BASE}/{oldmanId}`, {
      needs: `${residenceNeeds.list}|live:archive:list`,
      act: '居住详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    record: call.get(`${BASE}/record/{oldmanId}`, {
      needs: `${residenceNeeds.list}|live:archive:list`,
      act: '居住变动记录',
      query: obj({ kind: opt(StayEventKind.schema) }),
      data: list(EventRow),
      refuses: ['NOT_FOUND'],
    }),
    /** Beds to choose from, on a day. With `for`: the bed this resident holds or reserves counts as free. */
    beds: call.get(`${BASE}/beds/choice`, {
      needs: `${residenceNeeds.reserve}|${residenceNeeds.checkIn}|${residenceNeeds.bed}`,
      act: '可选床位',
      query: obj({ day: opt(date('日期')), for: opt(id('老人', { of: 'resident' })) }),
      data: list(BedChoice),
    }),
    /** What is missing before this resident's check-in can be confirmed. */
    requirements: call.get(`${BASE}/requirements/{oldmanId}`, {
      needs: residenceNeeds.checkIn,
      act: '入住条件检查',
      /** What the form agrees on: the deposit is there only when the whole of it is. */
      query: obj({
        depositFen: opt(fenSchema('应收押金', { min: 0, max: 100_000_000 })),
        bookingTo: opt(BookingTo.schema),
      }),
      data: list(obj({ key: str(), title: str(), level: RequirementLevel.schema, met: bool(), note: nul(str()) })),
      refuses: ['NOT_FOUND'],
    }),
    reserve: call.post(`${BASE}/reserve`, {
      needs: residenceNeeds.reserve,
      act: '预订床位',
      body: ReserveBody,
      ...reserving,
    }),
    changeReserve: call.put(`${BASE}/reserve`, {
      needs: residenceNeeds.reserve,
      act: '修改预订',
      body: ReserveBody,
      ...reserving,
    }),
    cancelReserve: call.put(`${BASE}/reserve/cancel`, {
      needs: residenceNeeds.reserve,
      act: '取消预订',
      body: CancelReserveBody,
      ...move,
    }),
    waitAgain: call.put(`${BASE}/waitAgain`, {
      needs: residenceNeeds.reserve,
      act: '退回待入住',
      body: WithReason,
      ...move,
    }),
    /** Money of a reservation that is over: given back, kept or moved to the balance. */
    settleBooking: call.put(`${BASE}/reserve/money`, {
      needs: residenceNeeds.booking,
      act: '处理订金',
      body: SettleBookingBody,
      ...move,
    }),
    trial: call.post(`${BASE}/trial`, { needs: residenceNeeds.checkIn, act: '办理试住', body: TrialBody, ...move }),
    extendTrial: call.put(`${BASE}/trial/extend`, {
      needs: residenceNeeds.checkIn,
      act: '延长试住',
      body: ExtendTrialBody,
      ...move,
    }),
    checkIn: call.post(`${BASE}/checkIn`, {
      needs: residenceNeeds.checkIn,
      act: '办理入住',
      body: CheckInBody,
      ...move,
    }),
    adjustBed: call.put(`${BASE}/adjustBed`, { needs: residenceNeeds.bed, act: '调床', body: AdjustBedBody, ...move }),
    exchangeBed: call.put(`${BASE}/exchangeBed`, {
      needs: residenceNeeds.bed,
      act: '换床',
      body: ExchangeBedBody,
      ...move,
    }),
    changeLevel: call.put(`${BASE}/level`, {
      needs: residenceNeeds.level,
      act: '变更护理等级',
      body: ChangeLevelBody,
      ...move,
    }),
    checkOut: call.post(`${BASE}/checkOut`, {
      needs: residenceNeeds.checkOut,
      act: '办理退住',
      body: CheckOutBody,
      ...move,
    }),
    undoCheckOut: call.put(`${BASE}/checkOut/undo`, {
      needs: residenceNeeds.undo,
      act: '撤销退住',
      body: WithReason,
      ...move,
    }),
    readmit: call.put(`${BASE}/readmit`, { needs: residenceNeeds.checkIn, act: '再次入住', body: WithReason, ...move }),
    /** A check-in that was entered by mistake; refused once anything else hangs on it. */
    removeStay: call.delete(`${BASE}/{oldmanId}`, {
      needs: residenceNeeds.remove,
      act: '撤销入住登记',
      query: obj({ reason: opt(text('原因', { max: 200 })) }),
      data: nothing(),
      refuses,
    }),
    /** The same moves by the status they lead to, as the platform's clients ask for them; the body is that of the move. */
    changeStatus: call.put(`${BASE}/status/{oldmanStatusNew}`, {
      needs: `${residenceNeeds.reserve}|${residenceNeeds.checkIn}|${residenceNeeds.checkOut}|${residenceNeeds.undo}`,
      act: '变更入住状态',
      body: anything(),
      ...move,
    }),
    editLive: call.put('/pims/web-pi/oldmans/proFile/live', {
      needs: residenceNeeds.edit,
      act: '修改居住信息',
      body: LiveEditBody,
      data: Detail,
      refuses,
    }),
    /** Whoever settles must know whether that comes before or after leaving. */
    setting: call.get('/pims/web-org/live/setting', {
      needs: `${residenceNeeds.list}|${residenceNeeds.setting}|${settleNeeds.list}`,
      act: '居住设置',
      data: merge(ResidenceSetting, obj({ version: int() })),
    }),
    saveSetting: call.put('/pims/web-org/live/setting', {
      needs: residenceNeeds.setting,
      act: '修改居住设置',
      body: merge(ResidenceSetting, obj({ version: opt(int()) })),
      data: nothing(),
      refuses: ['CHANGED_MEANWHILE'],
    }),
  },
  events: {
    /** Something about these beds or residents changed; who shows them asks again. Carries no names. */
    changed: event('live.residence.changed', {
      needs: 'signedIn',
      screen: true,
      display: true,
      payload: obj({ bedIds: list(str()), oldmanIds: list(str()) }),
    }),
  },
  pages: {
    list: {
      path: '/live/live/list',
      title: '居住管理',
      tab: true,
      needs: residenceNeeds.list,
      ahead: 'list',
      menu: { rail: 'live', group: '老人', order: 11 },
    },
  },
})
