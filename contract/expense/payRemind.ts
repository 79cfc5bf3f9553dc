// Payment reminders: who owes, since when, who pays for them, what was done about it.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { phoneNo } from '#contract/kit/privacy'
import { bool, id, int, list, merge, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentName } from '#contract/live/resident'
import { BillStanding } from './billWords.ts'

const BASE = '/pims/web-pi/cost/payRemind'

export const remindNeeds = { list: 'expense:payRemind:list', send: 'expense:payRemind:send' } as const

export const RemindChannel = options('RemindChannel', '提醒方式', [
  ['SMS', ['短信', 'blue']],
  ['PHONE', ['电话', 'teal']],
  ['WECHAT', ['微信', 'green']],
  ['PRINT', ['书面通知', 'slate']],
  ['FACE', ['当面告知', 'slate']],
])
export type RemindChannelValue = Static<typeof RemindChannel.schema>

export const RemindResult = options('RemindResult', '结果', [
  ['SENT', ['已提醒', 'green']],
  ['FAILED', ['未成功', 'red']],
])

/** Which of those who owe: past their day, to be reminded now, or before their day. */
export const RemindScope = options('RemindScope', '欠费情况', [
  ['LATE', '已逾期'],
  ['DUE', '待提醒'],
  ['COMING', '未到期'],
])

/** Reminded once, the family has so many days before it is asked again. */
export const REMIND_AGAIN_DAYS = 7

/** What a message may name; each is filled in for the resident it is about. */
export const remindPlaceholders = ['{机构}', '{老人}', '{账期}', '{金额}', '{逾期天数}', '{付费人}'] as const
export const REMIND_TEXT =
  '{付费人}您好：{老人}尚有 {账期} 的费用未缴，合计 {金额} 元，已逾期 {逾期天数} 天，请尽快到收费处或转账缴纳。如已缴费请忽略。{机构}'

/** Amounts are null where the reader may not see them. */
const Row = merge(
  ResidentName,
  obj({
    bedPath: nul(str('床位')),
    payerName: nul(str('付费人')),
    payerRelation: nul(str('关系')),
    payerPhone: nul(phoneNo('电话')),
    /** yyyy-MM, the oldest first. */
    months: list(str()),
    owedFen: nul(fenSchema('未缴金额')),
    /** Of it past the day. */
    lateFen: nul(fenSchema('逾期金额')),
    firstDue: str('最早到期'),
    daysLate: int('逾期天数'),
    balanceFen: nul(fenSchema('账户余额')),
    lastTime: nul(str('上次提醒')),
    lastChannel: nul(RemindChannel.schema),
    /** Since the oldest open bill fell due. */
    times: int('提醒次数'),
  }),
)
export type RemindRowData = Static<typeof Row>

const Amounts = obj({
  owedFen: fenSchema('未缴金额'),
  lateFen: fenSchema('逾期金额'),
  balanceFen: fenSchema('账户余额'),
})

const Bill = obj({
  billId: str(),
  billNo: str('账单号'),
  month: str('账期'),
  receivableFen: nul(fenSchema('应收')),
  paidFen: nul(fenSchema('已缴')),
  unpaidFen: nul(fenSchema('未缴')),
  dueDate: str('缴费期限'),
  daysLate: int('逾期天数'),
  standing: BillStanding.schema,
})
export type RemindBillData = Static<typeof Bill>

const Log = obj({
  remindId: str(),
  createTime: str('时间'),
  channel: RemindChannel.schema,
  result: RemindResult.schema,
  failure: nul(str('未成功原因')),
  payer: nul(str('付费人')),
  phone: nul(phoneNo('电话')),
  owedFen: nul(fenSchema('当时未缴')),
  months: str('账期'),
  daysLate: int('逾期天数'),
  /** What was said, which names the amount. */
  content: nul(str('内容')),
  userName: str('经办人'),
})
export type RemindLogData = Static<typeof Log>

/** What a letter says: the resident and the bills. Nobody writes one without seeing the amounts. */
const Letter = merge(merge(Row, Amounts), obj({ bills: list(Bill) }))
export type RemindLetterData = Static<typeof Letter>

const Detail = merge(Row, obj({ bills: list(Bill), logs: list(Log) }))
export type RemindDetailData = Static<typeof Detail>

const filters = {
  keyword: opt(str('老人')),
  scope: opt(RemindScope.schema),
  bed: opt(str('床位')),
  /** At least so many days late. */
  minDays: opt(int('逾期天数不少于', { min: 0, max: 3650 })),
}

export const payRemind = noun('expense', 'payRemind', {
  title: '缴费提醒',
  calls: {
    list: call.get(BASE, {
      needs: remindNeeds.list,
      act: '缴费提醒列表',
      query: pageQuery(filters),
      data: pageOf(Row),
    }),
    /** People and money of each scope, and of everything that is filtered. */
    counts: call.get(`${BASE}/counts`, {
      needs: remindNeeds.list,
      act: '欠费统计',
      query: obj(filters),
      data: obj({
        all: int(),
        late: int(),
        due: int(),
        coming: int(),
        owedFen: nul(fenSchema('未缴合计')),
        lateFen: nul(fenSchema('逾期合计')),
        /** Messages go to a gateway; otherwise they lie in the outbox. */
        smsReady: bool(),
      }),
    }),
    detail: call.get(`${BASE}/{oldmanId}`, {
      needs: remindNeeds.list,
      act: '提醒详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    /** For printing: 催缴通知单 of many residents. */
    letters: call.get(`${BASE}/letters`, {
      needs: remindNeeds.list,
      act: '催缴通知单',
      /** Joined by commas. */
      query: obj({ oldmanIds: text('老人', { max: 8000, of: 'resident' }) }),
      data: list(Letter),
    }),
    send: call.post(`${BASE}/send`, {
      needs: remindNeeds.send,
      act: '发送缴费提醒',
      body: obj({
        oldmanIds: list(id('老人', { of: 'resident' }), 200),
        channel: RemindChannel.schema,
        content: opt(text('提醒内容', { max: 300 })),
      }),
      data: obj({
        sent: int(),
        failed: int(),
        results: list(obj({ oldmanId: str(), oldmanName: str(), ok: bool(), reason: nul(str()) })),
      }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
  },
  pages: {
    list: {
      path: '/expense/paymentRemind',
      alias: '/charge/payRemindList',
      title: '缴费提醒',
      tab: true,
      needs: remindNeeds.list,
      ahead: 'list',
      menu: { rail: 'expense', group: '收费', order: 12 },
    },
    detail: {
      path: '/expense/paymentRemind/detail',
      title: '提醒详情',
      tab: false,
      needs: remindNeeds.list,
      ahead: 'detail',
    },
  },
})
