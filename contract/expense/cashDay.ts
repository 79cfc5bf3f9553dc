// A cashier's day: what came in and went out by each way as the ledger says, what was handed over, and to whom.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { bool, date, id, int, list, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { TradeWay } from './tradeWords.ts'

const BASE = '/pims/web-pi/cost/cashDay'

export const cashDayNeeds = {
  list: 'expense:cashDay:list',
  /** One's own day. */
  hand: 'expense:cashDay:hand',
  /** Also the days of others. */
  handAll: 'expense:cashDay:handAll',
} as const

const Way = obj({
  way: TradeWay.schema,
  wayName: str('方式'),
  count: int('笔数'),
  inFen: fenSchema('收款'),
  outFen: fenSchema('退款'),
  netFen: fenSchema('净额'),
  /** At the hand-over: what the ledger said, what was counted. Null before it, and for days handed over as one sum. */
  handedDueFen: nul(fenSchema('交款时应交')),
  countedFen: nul(fenSchema('实交款')),
  differenceFen: nul(fenSchema('差额')),
})
export type CashWayData = Static<typeof Way>

const Day = obj({
  day: str('日期'),
  userId: str(),
  userName: str('收款人'),
  count: int('笔数'),
  inFen: fenSchema('收款合计'),
  outFen: fenSchema('退款合计'),
  /** What is to be handed over now. */
  dueFen: fenSchema('应交款'),
  /** What it was when it was handed over; later trades of the day make it differ. */
  handedDueFen: nul(fenSchema('交款时应交')),
  countedFen: nul(fenSchema('实交款')),
  differenceFen: nul(fenSchema('差额')),
  handedTo: nul(str()),
  handedName: nul(str('接收人')),
  handedTime: nul(str('交款时间')),
  remark: nul(str('备注')),
  /** Handed over, and nothing was traded since. */
  balanced: bool('已平'),
  can: list(str()),
  version: int(),
})
export type CashDayRowData = Static<typeof Day>

/** Somebody a day may be handed over to: names only, because a cashier need not know the staff's archives. */
const Taker = obj({ empId: str(), empName: str('姓名'), deptName: nul(str('部门')) })
export type CashTakerData = Static<typeof Taker>

const Detail = obj({ ...Day.properties, ways: list(Way) })
export type CashDayData = Static<typeof Detail>

export const cashDay = noun('expense', 'cashDay', {
  title: '交款',
  calls: {
    /** One row for every cashier and day with money. */
    list: call.get(BASE, {
      needs: `${cashDayNeeds.list}|${cashDayNeeds.hand}`,
      act: '交款列表',
      query: obj({
        from: date('日期从'),
        to: date('日期到'),
        userId: opt(id('收款人', { of: 'account' })),
        open: opt(bool('只看未交款')),
      }),
      data: list(Day),
      refuses: ['INVALID_INPUT'],
    }),
    detail: call.get(`${BASE}/{userId}`, {
      needs: `${cashDayNeeds.list}|${cashDayNeeds.hand}`,
      act: '一日交款',
      /** Today unless told. */
      query: obj({ day: opt(date('日期')) }),
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    takers: call.get('/pims/web-pi/cost/cashDayTakers', {
      needs: `${cashDayNeeds.hand}|${cashDayNeeds.handAll}`,
      act: '交款接收人',
      data: list(Taker),
    }),
    hand: call.post(`${BASE}/hand`, {
      needs: `${cashDayNeeds.hand}|${cashDayNeeds.handAll}`,
      act: '交款',
      body: obj({
        day: date('日期'),
        /** One's own unless told. */
        userId: opt(id('收款人', { of: 'account' })),
        /** Each way that has something to hand over, counted by itself: cash in the box, the others by their statements. */
        ways: list(
          obj({ way: TradeWay.schema, countedFen: fenSchema('实交款', { min: -100_000_000_00, max: 100_000_000_00 }) }),
          20,
        ),
        handedTo: id('接收人', { of: 'account' }),
        /** Needed where one of the ways differs. */
        remark: opt(text('备注', { max: 200 })),
        version: opt(int()),
      }),
      data: Detail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
  },
})
