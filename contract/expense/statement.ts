// Statements: every movement of residents' money by trade class, and voiding one.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, merge, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentName } from '#contract/live/resident'
import { ACCOUNT_NEEDS } from './account.ts'
import { TradeClass, TradeType, TradeWay } from './tradeWords.ts'

export const TradeState = options('TradeState', '单据状态', [
  ['NORMAL', ['正常', 'green']],
  ['VOID', ['已作废', 'grey']],
  ['RED', ['红冲', 'red']],
])

const Row = merge(
  ResidentName,
  obj({
    tradeId: str(),
    bedPath: nul(str('床位')),
    /** Counts the entries of a resident. */
    seq: int('序号'),
    day: str('记账日期'),
    at: str('时间'),
    tradeClass: TradeClass.schema,
    tradeType: TradeType.schema,
    way: nul(TradeWay.schema),
    /** 现金, 赠送余额, 押金: how people call what it was paid from. */
    wayName: str('方式'),
    /** 1 more on the account or paid, −1 taken back or given out. */
    direction: int(),
    amountFen: nul(fenSchema('金额')),
    balanceFen: nul(fenSchema('余额变动')),
    giftFen: nul(fenSchema('赠送变动')),
    depositFen: nul(fenSchema('押金变动')),
    balanceAfter: nul(fenSchema('余额')),
    giftAfter: nul(fenSchema('赠送余额')),
    depositAfter: nul(fenSchema('押金')),
    billId: nul(str()),
    billMonth: nul(str('账期')),
    receiptId: nul(str()),
    receiptNo: nul(str('收据号')),
    groupId: str(),
    reversalOf: nul(str()),
    state: TradeState.schema,
    content: str('说明'),
    remark: nul(str('备注')),
    userName: str('经办人'),
    /** This reader may void it now. */
    canObsolete: bool(),
  }),
)
export type StatementRowData = Static<typeof Row>

export const statement = noun('expense', 'statement', {
  title: '账户流水',
  calls: {
    /** The class, several joined by commas (2,6), or 0 for all trades. */
    list: call.get('/pims/web-pi/cost/statement/{tradeClass}', {
      needs: ACCOUNT_NEEDS.list,
      act: '账户流水',
      query: pageQuery({
        oldmanId: opt(id('老人', { of: 'resident' })),
        keyword: opt(str('老人')),
        tradeType: opt(TradeType.schema),
        way: opt(TradeWay.schema),
        state: opt(TradeState.schema),
        dayFrom: opt(date('日期从')),
        dayTo: opt(date('日期到')),
        /** 1: with bills that were issued; of all trades they are left out. */
        bills: opt(int('含出账', { min: 0, max: 1 })),
      }),
      data: pageOf(Row),
      refuses: ['INVALID_INPUT'],
      exportNeeds: ACCOUNT_NEEDS.export,
    }),
    /** Takes back everything that was booked together with it. */
    obsolete: call.delete('/pims/web-pi/cost/statement/{tradeId}', {
      needs: ACCOUNT_NEEDS.obsolete,
      act: '作废流水',
      // Clients put what they send with a deletion into the address or into a form body.
      query: obj({ reason: opt(text('作废原因', { max: 200 })) }),
      body: obj({ reason: opt(text('作废原因', { max: 200 })) }),
      data: obj({ groupId: str(), entries: int(), redNos: list(str()) }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
  },
})
