// 退款单: the paper of every refund, listed on the account it was paid from, printed and printed again.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, list, merge, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { ACCOUNT_NEEDS } from './account.ts'
import { RECEIPT_NEEDS } from './receipt.ts'

export const RefundNoteState = options('RefundNoteState', '退款单状态', [
  ['NORMAL', ['正常', 'green']],
  ['VOID', ['已作废', 'grey']],
])

const money = (title: string) => nul(fenSchema(title))

const Row = obj({
  refundId: str(),
  refundNo: str('退款单号'),
  day: str('日期'),
  createTime: str('退款时间'),
  oldmanId: str(),
  /** As printed: name and bed on that day. */
  printedName: str('老人'),
  bedPath: nul(str('床位')),
  /** What is given back, and below zero what is kept from it. */
  lines: list(obj({ item: str('项目'), month: nul(str('账期')), amountFen: money('金额') })),
  ways: list(obj({ name: str('退款方式'), amountFen: money('金额') })),
  /** What is paid out. */
  amountFen: money('退款金额'),
  /** Gift money that went back with it. */
  giftFen: money('收回赠送'),
  payee: nul(str('领款人')),
  reason: str('退款原因'),
  userName: str('经办人'),
  settleId: nul(str()),
  groupId: str(),
  printedTimes: int('打印次数'),
  state: RefundNoteState.schema,
})
export type RefundNoteData = Static<typeof Row>

const Print = obj({
  org: str('退款单位'),
  notes: list(merge(Row, obj({ printedBefore: int() }))),
})
export type RefundPrintData = Static<typeof Print>

const BASE = '/pims/web-pi/cost/refundNote'

export const refundNote = noun('expense', 'refundNote', {
  title: '退款单',
  calls: {
    list: call.get(BASE, {
      needs: `${RECEIPT_NEEDS.list}|${ACCOUNT_NEEDS.list}`,
      act: '退款单列表',
      query: pageQuery({
        oldmanId: opt(id('老人', { of: 'resident' })),
        settleId: opt(id('结算单', { of: 'settlement' })),
        refundId: opt(id('退款单', { of: 'refundNote' })),
      }),
      data: pageOf(Row),
      refuses: ['INVALID_INPUT'],
    }),
    /** Counts the prints: from the second on the paper says 补打. */
    print: call.post(`${BASE}/print`, {
      needs: `${RECEIPT_NEEDS.print}|${ACCOUNT_NEEDS.refund}`,
      act: '打印退款单',
      body: obj({ refundIds: list(id('退款单', { of: 'refundNote' }), 200) }),
      data: Print,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
  },
})
