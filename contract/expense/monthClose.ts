// Closing a month: nothing is entered, taken back or backdated into it any more. It opens again only when one person asks
// with a reason and another agrees.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, id, int, list, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

const BASE = '/pims/web-pi/cost/monthClose'

export const monthCloseNeeds = {
  list: 'expense:monthClose:list',
  close: 'expense:monthClose:close',
  ask: 'expense:monthClose:ask',
  agree: 'expense:monthClose:agree',
} as const

export const MonthState = options('MonthState', '结账状态', [
  ['RUNNING', ['本月', 'blue']],
  ['OPEN', ['未结账', 'amber']],
  ['CLOSED', ['已结账', 'green']],
  ['ASKED', ['申请反结账', 'orange']],
])
export type MonthStateValue = Static<typeof MonthState.schema>

export const ReopenState = options('ReopenState', '申请状态', [
  ['ASKED', ['待同意', 'orange']],
  ['AGREED', ['已同意', 'green']],
  ['REFUSED', ['未同意', 'grey']],
])

export const monthText = (title: string) =>
  text(title, { min: 7, max: 7, pattern: /^(?:19|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])$/, hint: '应为 年-月' })

const Request = obj({
  requestId: str(),
  month: str('月份'),
  reason: str('原因'),
  state: ReopenState.schema,
  askedBy: str(),
  askedName: str('申请人'),
  askedTime: str('申请时间'),
  decidedName: nul(str('处理人')),
  decidedTime: nul(str('处理时间')),
  decision: nul(str('处理意见')),
})
export type ReopenRequestData = Static<typeof Request>

const Month = obj({
  month: str('月份'),
  state: MonthState.schema,
  entries: int('流水笔数'),
  /** Bills issued, before reductions. */
  incomeFen: fenSchema('应收（出账）'),
  reducedFen: fenSchema('优惠与补贴'),
  /** Money that came in by outside ways, and went out. */
  cashInFen: fenSchema('收款'),
  cashOutFen: fenSchema('退款'),
  /** Owed by everybody at the end of the month. */
  owedFen: fenSchema('月末未缴'),
  closedName: nul(str('结账人')),
  closedTime: nul(str('结账时间')),
  request: nul(Request),
  /** close, ask, agree: what this reader may do with it. */
  can: list(str()),
})
export type MonthRowData = Static<typeof Month>

const Check = obj({
  key: str(),
  title: str('检查项'),
  ok: bool(),
  /** Must be put right first; others are passed by saying that they were seen. */
  blocks: bool(),
  note: str('情况'),
  /** Where it is put right. */
  route: nul(str()),
  /** The month to be closed before this one. */
  month: nul(str('月份')),
})
export type MonthCheckData = Static<typeof Check>

const month = monthText('月份')
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const

export const monthClose = noun('expense', 'monthClose', {
  title: '月度结账',
  calls: {
    /** The months of a year in which something happened, the newest first. */
    list: call.get(BASE, {
      needs: monthCloseNeeds.list,
      act: '月度结账列表',
      query: obj({ year: opt(int('年份', { min: 2000, max: 2100 })) }),
      /** `open`: months of all years that wait to be closed, the earliest first. */
      data: obj({ years: list(int()), months: list(Month), open: list(str()) }),
    }),
    check: call.get(`${BASE}/check`, {
      needs: `${monthCloseNeeds.list}|${monthCloseNeeds.close}`,
      act: '结账检查',
      query: obj({ month }),
      data: list(Check),
      refuses: ['INVALID_INPUT'],
    }),
    requests: call.get(`${BASE}/requests`, {
      needs: monthCloseNeeds.list,
      act: '反结账申请记录',
      query: obj({ month: opt(month) }),
      data: list(Request),
    }),
    close: call.post(`${BASE}/close`, {
      needs: monthCloseNeeds.close,
      act: '月度结账',
      /** Keys of the warnings that were seen. */
      body: obj({ month, accepted: opt(list(str(), 20)) }),
      data: Month,
      refuses,
      repeatable: true,
    }),
    /** All open months up to this one, in their order; stops at the first that does not pass its checks. */
    closeUntil: call.post(`${BASE}/closeUntil`, {
      needs: monthCloseNeeds.close,
      act: '依次结账',
      body: obj({ month, accepted: opt(list(str(), 20)) }),
      data: obj({ runId: str() }),
      refuses,
      repeatable: true,
    }),
    ask: call.post(`${BASE}/reopen`, {
      needs: monthCloseNeeds.ask,
      act: '申请反结账',
      body: obj({ month, reason: text('反结账原因', { max: 200 }) }),
      data: Month,
      refuses,
      repeatable: true,
    }),
    decide: call.put(`${BASE}/reopen`, {
      needs: monthCloseNeeds.agree,
      act: '处理反结账申请',
      body: obj({
        requestId: id('申请', { of: 'monthRequest' }),
        agree: bool('同意'),
        decision: opt(text('处理意见', { max: 200 })),
      }),
      data: Month,
      refuses,
      repeatable: true,
    }),
  },
  pages: {
    list: {
      path: '/expense/monthClose',
      title: '月度结账',
      tab: true,
      needs: monthCloseNeeds.list,
      menu: { rail: 'expense', group: '设置', order: 23 },
    },
  },
})
