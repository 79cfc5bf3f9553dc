// Ways of paying an organisation offers: where one resident pays (normal) and where many are paid at once (batch).
import { call, noun } from '#contract/kit/call'
import { bool, int, list, obj, opt, type Static, str } from '#contract/kit/schema'
import { COST_SET_NEEDS } from './costSet.ts'
import { TradeWay } from './tradeWords.ts'

const Offered = obj({ tradeWay: int('收款方式'), tradeWayName: str('收款方式') })
export type OfferedWayData = Static<typeof Offered>

const Way = obj({
  tradeWay: TradeWay.schema,
  tradeWayName: str('收款方式'),
  normal: bool('单人收款'),
  batch: bool('批量缴费'),
  /** A scanned code is one payer's: it is never offered for many residents. */
  canBatch: bool(),
  sort: int('顺序'),
})
export type TradeWayData = Static<typeof Way>

const Ways = obj({ normal: list(Offered), batch: list(Offered), ways: list(Way) })

const PATH = '/pims/web-pi/cost/set/tradeWay'

export const tradeWay = noun('expense', 'tradeWay', {
  title: '收款方式',
  calls: {
    list: call.get(PATH, {
      needs: `${COST_SET_NEEDS.list}|${COST_SET_NEEDS.edit}`,
      act: '收款方式设置',
      data: Ways,
    }),
    /** All ways in their new order. */
    save: call.post(PATH, {
      needs: COST_SET_NEEDS.edit,
      act: '修改收款方式',
      body: obj({
        ways: list(obj({ tradeWay: TradeWay.schema, normal: bool('单人收款'), batch: bool('批量缴费') }), 20),
      }),
      data: Ways,
      refuses: ['INVALID_INPUT'],
    }),
    /** What a payment form offers; `batch` 1 or true for many residents at once. */
    show: call.get(`${PATH}/show`, {
      needs: 'signedIn',
      act: '可用收款方式',
      query: obj({ batch: opt(str('批量')) }),
      data: list(Offered),
    }),
  },
})
