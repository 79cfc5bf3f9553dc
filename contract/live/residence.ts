// The residence: reservation, trial, check-in, changes of bed and level, check-out, and back again. The moves are one
// machine; every form is one call that does the whole move or nothing.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { machine } from '#contract/kit/machine'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  anything,
  bool,
  date,
  id,
  int,
  list,
  merge,
  nothing,
  nul,
  num,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { AttentionNote, ResidenceStatus, type ResidenceStatusValue, ResidentMarks, ResidentSex } from './resident.ts'

const NEEDS = {
  list: 'live:residence:list',
  reserve: 'live:residence:reserve',
  checkIn: 'live:residence:checkIn',
  bed: 'live:residence:bed',
  level: 'live:residence:level',
  edit: 'live:residence:edit',
  checkOut: 'live:residence:checkOut',
  undo: 'live:residence:undo',
  remove: 'live:residence:remove',
  setting: 'live:residence:setting',
} as const

/** Titles name the status a move leads to, so that a refusal names both. */
export const residenceMoves = machine<ResidenceStatusValue>()({
  reserve: { from: [3, 6], to: 5, title: '预订床位（转为“已预订”）', needs: NEEDS.reserve },
  changeReserve: { from: [5], to: 5, title: '修改预订', needs: NEEDS.reserve },
  cancelReserve: { from: [5], to: 6, title: '取消预订（转为“取消预订”）', needs: NEEDS.reserve },
  waitAgain: { from: [6], to: 3, title: '退回待入住（转为“待入住”）', needs: NEEDS.reserve },
  trial: { from: [3, 5], to: 4, title: '办理试住（转为“试住”）', needs: NEEDS.checkIn },
  extendTrial: { from: [4], to: 4, title: '延长试住', needs: NEEDS.checkIn },
  checkIn: { from: [3, 5, 4], to: 1, title: '办理入住（转为“入住中”）', needs: NEEDS.checkIn },
  adjustBed: { from: [1, 4], to: [1, 4], title: '调床', needs: NEEDS.bed },
  exchangeBed: { from: [1, 4], to: [1, 4], title: '换床', needs: NEEDS.bed },
  changeLevel: { from: [1, 4], to: [1, 4], title: '变更护理等级', needs: NEEDS.level },
  checkOut: { from: [1, 4], to: 2, title: '办理退住（转为“已退住”）', needs: NEEDS.checkOut },
  undoCheckOut: { from: [2], to: [1, 4], title: '撤销退住（转回“入住中”或“试住”）', needs: NEEDS.undo },
  readmit: { from: [2], to: 3, title: '再次入住（转为“待入住”）', needs: NEEDS.checkIn },
  removeStay: { from: [1, 4], to: 3, title: '撤销入住登记（转为“待入住”）', needs: NEEDS.remove },
})
export type ResidenceMove = keyof typeof residenceMoves.moves

/** What the buttons and menus call a move. */
export const moveNames: Readonly<Record<ResidenceMove, string>> = {
  reserve: '预订床位',
  changeReserve: '修改预订',
  cancelReserve: '取消预订',
  waitAgain: '退回待入住',
  trial: '办理试住',
  extendTrial: '延长试住',
  checkIn: '办理入住',
  adjustBed: '调床',
  exchangeBed: '换床',
  changeLevel: '变更护理等级',
  checkOut: '办理退住',
  undoCheckOut: '撤销退住',
  readmit: '再次入住',
  removeStay: '撤销入住登记',
}

export const StayEventKind = options('StayEventKind', '变动类型', [
  ['archive', ['建档', 'slate']],
  ['reserve', ['预订', 'amber']],
  ['cancelReserve', ['取消预订', 'grey']],
  ['waitAgain', ['待入住', 'slate']],
  ['trial', ['试住', 'teal']],
  ['extendTrial', ['延长试住', 'teal']],
  ['checkIn', ['入住', 'blue']],
  ['convert', ['转正', 'blue']],
  ['adjustBed', ['调床', 'teal']],
  ['exchangeBed', ['换床', 'teal']],
  ['level', ['等级', 'amber']],
  ['edit', ['居住信息', 'slate']],
  ['outing', ['外出', 'purple']],
  ['return', ['返回', 'purple']],
  ['contract', ['合同', 'slate']],
  ['assessment', ['评估', 'blue']],
  ['checkOut', ['退住', 'grey']],
  ['undoCheckOut', ['撤销退住', 'orange']],
  ['readmit', ['再次入住', 'blue']],
  ['removeStay', ['撤销登记', 'orange']],
])

export const StayKind = options('StayKind', '居住类型', [
  ['TRIAL', ['试住', 'teal']],
  ['FORMAL', ['正式入住', 'blue']],
])

export const BookingMoney = options('BookingMoney', '订金处理', [
  ['REFUND', '全额退还'],
  ['KEEP', '不退'],
  ['TRANSFER', '转入余额'],
])

export const SettleState = options('SettleState', '结算状态', [
  ['OPEN', ['待结算', 'amber']],
  ['SUBMITTED', ['待确认', 'orange']],
  ['CONFIRMED', ['已结算', 'green']],
])

const Row = merge(
  ResidentMarks,
  obj({
    archiveNo: str('档案编号'),
    idCard: str('身份证号'),
    phone: nul(str('电话')),
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
    owedFen: fenSchema('欠费'),
    settleState: nul(SettleState.schema),
    contactName: nul(str('联系人')),
    contactRelation: nul(str('关系')),
    contactPhone: nul(str('联系人电话')),
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
  priceFen: fenSchema('单价'),
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
  depositFen: fenSchema('押金'),
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
  bookingFen: fenSchema('订金'),
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
    /** The active one, or null. */
    reservation: nul(Reservation),
    /** A change of bed that is agreed for a day to come. */
    plannedMove: nul(obj({ bedId: str(), bedPath: str(), fromDate: str() })),
    /** A change of level that is agreed for a day to come. */
    plannedLevel: nul(obj({ levelId: str(), levelName: str(), fromDate: str() })),
    totalDays: int('累计在住天数'),
  }),
)
export type ResidenceDetailData = Static<typeof Detail>

const EventRow = obj({
  eventId: str(),
  kind: StayEventKind.schema,
  day: str(),
  content: str(),
  reason: nul(str()),
  fromStatus: nul(ResidenceStatus.schema),
  toStatus: nul(ResidenceStatus.schema),
  userName: str(),
  createTime: str(),
})
export type StayEventData = Static<typeof EventRow>

const reason = (title: string) => text(title, { max: 200 })
const remark = opt(text('备注', { max: 500 }))
const version = opt(int())
const oldmanId = id('老人')
const bedId = id('床位')

/** Agreed at check-in; the price is the list price unless told. */
const FeeLine = obj({
  projectChildId: id('费用项目'),
  priceFen: fenSchema('单价', { min: 0, max: 100_000_000 }),
  quantity: opt(num('数量', { min: 0.001, max: 1000 })),
})
const fees = opt(list(FeeLine, 50))

export const ReserveBody = obj({
  oldmanId,
  bedId,
  reserveDate: opt(date('预订日期')),
  expectCheckIn: date('预计入住日期'),
  expireDate: date('保留至'),
  bookingFen: opt(fenSchema('订金', { min: 0, max: 100_000_000 })),
  saleId: opt(id('接待人')),
  remark,
  version,
})
export const CancelReserveBody = obj({ oldmanId, reason: reason('取消原因'), money: opt(BookingMoney.schema), version })
export const TrialBody = obj({
  oldmanId,
  bedId,
  trialStart: date('试住开始'),
  trialEnd: date('试住结束'),
  levelId: id('护理等级'),
  wholeRoom: opt(bool('包房')),
  fees,
  payerId: opt(id('付费人')),
  emergencyId: opt(id('紧急联系人')),
  custody: opt(bool('代管药品')),
  saleId: opt(id('接待人')),
  remark,
  version,
})
export const ExtendTrialBody = obj({
  oldmanId,
  trialEnd: date('新的试住结束日期'),
  reason: reason('延长原因'),
  version,
})
export const CheckInBody = obj({
  oldmanId,
  bedId,
  checkInDate: date('入住日期'),
  levelId: id('护理等级'),
  wholeRoom: opt(bool('包房')),
  fees,
  contractNo: opt(text('合同编号', { max: 40 })),
  contractStart: date('合同开始'),
  contractEnd: date('合同结束'),
  depositFen: opt(fenSchema('应收押金', { min: 0, max: 100_000_000 })),
  payDay: opt(int('缴费日', { min: 1, max: 28 })),
  payerId: id('付费人'),
  guarantorId: opt(id('担保人')),
  emergencyId: id('紧急联系人'),
  guardianId: opt(id('监护人')),
  custody: opt(bool('代管药品')),
  attention: opt(list(AttentionNote.schema, 5)),
  saleId: opt(id('接待人')),
  remark,
  /** Keys of the missing items that the clerk has seen and accepts; items set to block cannot be accepted. */
  accepted: opt(list(str(), 10)),
  version,
})
/** The present bed as target calls a change off that was agreed for a day to come. */
export const AdjustBedBody = obj({
  oldmanId,
  bedId: id('新床位'),
  effectiveDate: date('生效日期'),
  wholeRoom: opt(bool('包房')),
  levelId: opt(id('新护理等级')),
  /** What the new bed costs from that day on; the price agreed so far stays unless told. */
  bedFee: opt(FeeLine),
  reason: reason('调床原因'),
  version,
})
export const ExchangeBedBody = obj({
  oldmanId,
  otherOldmanId: id('对换的老人'),
  effectiveDate: date('生效日期'),
  /** What the beds cost from that day on; the prices agreed so far stay with their elders unless told. */
  bedFee: opt(FeeLine),
  otherBedFee: opt(FeeLine),
  reason: reason('换床原因'),
  version,
})
export const ChangeLevelBody = obj({
  oldmanId,
  levelId: id('护理等级'),
  effectiveDate: date('生效日期'),
  reason: reason('变更原因'),
  version,
})
export const CheckOutBody = obj({
  oldmanId,
  checkOutDate: date('退住日期'),
  checkoutReason: text('退住原因', { max: 20 }),
  checkoutTo: opt(text('去向', { max: 100 })),
  /** An open outing ends with the check-out instead of standing in its way. */
  closeOuting: opt(bool('同时结束外出')),
  remark,
  version,
})
export const WithReason = obj({ oldmanId, reason: reason('原因'), version })
export const LiveEditBody = obj({
  oldmanId,
  contractNo: opt(text('合同编号', { max: 40 })),
  contractStart: opt(date('合同开始')),
  contractEnd: opt(date('合同结束')),
  payDay: opt(int('缴费日', { min: 1, max: 28 })),
  payerId: opt(id('付费人')),
  guarantorId: opt(id('担保人')),
  emergencyId: opt(id('紧急联系人')),
  guardianId: opt(id('监护人')),
  custody: opt(bool('代管药品')),
  remark,
  /** Version of the stay. */
  version,
})

export const RequirementLevel = options('RequirementLevel', '要求', [
  ['block', '必须'],
  ['warn', '提醒'],
  ['off', '不要求'],
])
/** What should be there before a check-in is confirmed. */
export const requirements = {
  assessment: '已完成能力评估',
  contract: '已签入住合同',
  healthReport: '有效的体检报告',
  riskNotice: '已签风险告知书',
  deposit: '已收押金',
  firstBill: '已出首期账单',
} as const
export type RequirementKey = keyof typeof requirements

export const ResidenceSetting = obj({
  assessment: RequirementLevel.schema,
  contract: RequirementLevel.schema,
  healthReport: RequirementLevel.schema,
  riskNotice: RequirementLevel.schema,
  deposit: RequirementLevel.schema,
  firstBill: RequirementLevel.schema,
  /** The day of leaving counts as a day of residence. */
  countCheckoutDay: bool('退住当天计入在住天数'),
  /** Leaving waits for the settlement. */
  settleBeforeCheckout: bool('先结算后退住'),
  /** A bed that was left is to be cleaned before it is free. */
  cleanAfterCheckout: bool('退住后床位待清洁'),
  /** Reservations past their day free the bed by themselves. */
  autoExpire: bool('预订到期自动释放床位'),
  trialDays: int('试住天数', { min: 1, max: 180 }),
  trialRemindDays: int('试住到期提前提醒（天）', { min: 0, max: 30 }),
  contractRemindDays: int('合同到期提前提醒（天）', { min: 0, max: 180 }),
  /** How far ahead a change of bed may be agreed. */
  moveAheadDays: int('调床可提前（天）', { min: 0, max: 90 }),
})
export type ResidenceSettingData = Static<typeof ResidenceSetting>

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
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const move = { data: Detail, refuses, repeatable: true } as const

export const residence = noun('live', 'residence', {
  title: '居住管理',
  calls: {
    list: call.get(BASE, {
      needs: NEEDS.list,
      act: '居住列表',
      query: pageQuery({
        /** Name, pinyin, initials, number of the archive, identity card or phone. */
        keyword: opt(str('老人')),
        /** One status, or several joined by commas. */
        status: opt(str('入住状态')),
        sex: opt(ResidentSex.schema),
        levelId: opt(str('护理等级')),
        deptId: opt(str('部门')),
        bed: opt(str('床位')),
        attention: opt(AttentionNote.schema),
        arrears: opt(int('欠费', { min: 0, max: 1 })),
        startFrom: opt(str('入住日期从')),
        startTo: opt(str('入住日期到')),
        endFrom: opt(str('退住日期从')),
        endTo: opt(str('退住日期到')),
        /** Why a person must look: trialEnding, reserveExpired, contractEnding, outOverdue, toSettle, outNow */
        due: opt(str('待办')),
      }),
      data: pageOf(Row),
    }),
    /** How many stand in each status, with the same filters except the status. */
    counts: call.get(`${BASE}/counts`, {
      needs: NEEDS.list,
      act: '各状态人数',
      query: obj({ keyword: opt(str()), deptId: opt(str()) }),
      data: list(obj({ status: ResidenceStatus.schema, count: int() })),
    }),
    detail: call.get(`${BASE}/{oldmanId}`, {
      needs: `${NEEDS.list}|live:archive:list`,
      act: '居住详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    record: call.get(`${BASE}/record/{oldmanId}`, {
      needs: `${NEEDS.list}|live:archive:list`,
      act: '居住变动记录',
      query: obj({ kind: opt(StayEventKind.schema) }),
      data: list(EventRow),
      refuses: ['NOT_FOUND'],
    }),
    /** Beds to choose from, on a day. With `for`: the bed this elder holds or reserves counts as free. */
    beds: call.get(`${BASE}/beds/choice`, {
      needs: `${NEEDS.reserve}|${NEEDS.checkIn}|${NEEDS.bed}`,
      act: '可选床位',
      query: obj({ day: opt(date('日期')), for: opt(id('老人')) }),
      data: list(BedChoice),
    }),
    /** What is missing before this elder's check-in can be confirmed. */
    requirements: call.get(`${BASE}/requirements/{oldmanId}`, {
      needs: NEEDS.checkIn,
      act: '入住条件检查',
      data: list(obj({ key: str(), title: str(), level: RequirementLevel.schema, met: bool(), note: nul(str()) })),
      refuses: ['NOT_FOUND'],
    }),
    reserve: call.post(`${BASE}/reserve`, { needs: NEEDS.reserve, act: '预订床位', body: ReserveBody, ...move }),
    changeReserve: call.put(`${BASE}/reserve`, { needs: NEEDS.reserve, act: '修改预订', body: ReserveBody, ...move }),
    cancelReserve: call.put(`${BASE}/reserve/cancel`, {
      needs: NEEDS.reserve,
      act: '取消预订',
      body: CancelReserveBody,
      ...move,
    }),
    waitAgain: call.put(`${BASE}/waitAgain`, { needs: NEEDS.reserve, act: '退回待入住', body: WithReason, ...move }),
    trial: call.post(`${BASE}/trial`, { needs: NEEDS.checkIn, act: '办理试住', body: TrialBody, ...move }),
    extendTrial: call.put(`${BASE}/trial/extend`, {
      needs: NEEDS.checkIn,
      act: '延长试住',
      body: ExtendTrialBody,
      ...move,
    }),
    checkIn: call.post(`${BASE}/checkIn`, { needs: NEEDS.checkIn, act: '办理入住', body: CheckInBody, ...move }),
    adjustBed: call.put(`${BASE}/adjustBed`, { needs: NEEDS.bed, act: '调床', body: AdjustBedBody, ...move }),
    exchangeBed: call.put(`${BASE}/exchangeBed`, { needs: NEEDS.bed, act: '换床', body: ExchangeBedBody, ...move }),
    changeLevel: call.put(`${BASE}/level`, { needs: NEEDS.level, act: '变更护理等级', body: ChangeLevelBody, ...move }),
    checkOut: call.post(`${BASE}/checkOut`, { needs: NEEDS.checkOut, act: '办理退住', body: CheckOutBody, ...move }),
    undoCheckOut: call.put(`${BASE}/checkOut/undo`, { needs: NEEDS.undo, act: '撤销退住', body: WithReason, ...move }),
    readmit: call.put(`${BASE}/readmit`, { needs: NEEDS.checkIn, act: '再次入住', body: WithReason, ...move }),
    /** A check-in that was entered by mistake; refused once anything else hangs on it. */
    removeStay: call.delete(`${BASE}/{oldmanId}`, {
      needs: NEEDS.remove,
      act: '撤销入住登记',
      query: obj({ reason: opt(text('原因', { max: 200 })) }),
      data: nothing(),
      refuses,
    }),
    /** The same moves by the status they lead to, as the platform's clients ask for them; the body is that of the move. */
    changeStatus: call.put(`${BASE}/status/{oldmanStatusNew}`, {
      needs: `${NEEDS.reserve}|${NEEDS.checkIn}|${NEEDS.checkOut}|${NEEDS.undo}`,
      act: '变更入住状态',
      body: anything(),
      ...move,
    }),
    editLive: call.put('/pims/web-pi/oldmans/proFile/live', {
      needs: NEEDS.edit,
      act: '修改居住信息',
      body: LiveEditBody,
      data: Detail,
      refuses,
    }),
    setting: call.get('/pims/web-org/live/setting', {
      needs: `${NEEDS.list}|${NEEDS.setting}`,
      act: '居住设置',
      data: merge(ResidenceSetting, obj({ version: int() })),
    }),
    saveSetting: call.put('/pims/web-org/live/setting', {
      needs: NEEDS.setting,
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
      payload: obj({ bedIds: list(str()), oldmanIds: list(str()) }),
    }),
  },
  pages: {
    list: {
      path: '/live/live/list',
      title: '居住管理',
      tab: true,
      needs: NEEDS.list,
      menu: { rail: 'live', group: '老人', order: 11 },
    },
  },
})
