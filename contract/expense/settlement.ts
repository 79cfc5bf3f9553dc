// The settlement that a check-out opens. Its bills and payments belong to the fees; here it is confirmed when nothing
// is left to settle.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { id, int, nul, obj, opt, type Static, str } from '#contract/kit/schema'

const Settlement = obj({
  settleId: str(),
  settleNo: str('结算单号'),
  oldmanId: str(),
  oldmanName: str('老人'),
  checkoutDate: str('退住日期'),
  state: str('状态'),
  balanceFen: fenSchema('余额'),
  giftFen: fenSchema('赠送余额'),
  depositFen: fenSchema('押金'),
  owedFen: fenSchema('欠费'),
  confirmTime: nul(str('确认时间')),
  version: int(),
})
export type SettlementData = Static<typeof Settlement>

export const settlement = noun('expense', 'settlement', {
  title: '退住结算',
  calls: {
    /** Refused while the account owes or still holds money, naming what. */
    confirm: call.put('/pims/web-pi/cost/settle/confirm', {
      needs: 'expense:settle:confirm',
      act: '确认退住结算',
      body: obj({ oldmanId: id('老人'), version: opt(int()) }),
      data: Settlement,
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
      repeatable: true,
    }),
  },
})
