// What was agreed for a resident's stays: which fee items, at what price, from when to when.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { bool, list, nul, num, obj, type Static, str } from '#contract/kit/schema'

const Line = obj({
  feeSetId: str(),
  projectChildId: str(),
  name: str('费用项目'),
  projectName: str('费用大类'),
  category: str(),
  cycle: str(),
  cycleName: str('计费周期'),
  /** Null where the reader may not see amounts. */
  priceFen: nul(fenSchema('单价')),
  quantity: num('数量'),
  fromDate: str('开始日期'),
  /** The first day it no longer counts. */
  toDate: nul(str('结束日期')),
  /** Counts today. */
  running: bool('生效中'),
})
export type FeeLineData = Static<typeof Line>

const StayFees = obj({
  stayId: str(),
  kind: str('居住类型'),
  startDate: str('入住日期'),
  endDate: nul(str('退住日期')),
  /** What the items that run today and are charged by the month come to. */
  monthFen: nul(fenSchema('每月合计')),
  fees: list(Line),
})
export type StayFeesData = Static<typeof StayFees>

export const feeSet = noun('expense', 'feeSet', {
  title: '老人费用项目',
  calls: {
    /** By stay, the newest first. */
    ofResident: call.get('/pims/web-pi/oldmans/costProject/{oldmanId}', {
      needs: 'live:archive:list|live:residence:list',
      act: '老人费用项目',
      data: list(StayFees),
      refuses: ['NOT_FOUND'],
    }),
  },
})
