// States of bills and kinds of lines, as people call them.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const BILL_NEEDS = {
  list: 'expense:bill:list',
  generate: 'expense:bill:generate',
  edit: 'expense:bill:edit',
  issue: 'expense:bill:issue',
  pay: 'expense:account:pay',
  antiSettle: 'expense:bill:antiSettle',
  void: 'expense:bill:void',
} as const

export const BillState = options('BillState', '账单状态', [
  ['DRAFT', ['草稿', 'slate']],
  ['DUE', ['待缴', 'amber']],
  ['PART', ['部分缴', 'orange']],
  ['PAID', ['已缴', 'green']],
  ['VOID', ['已作废', 'grey']],
])
export type BillStateValue = Static<typeof BillState.schema>

/** As it is shown: 逾期 follows from the day. */
export const BillStanding = options('BillStanding', '账单状态', [
  ['DRAFT', ['草稿', 'slate']],
  ['DUE', ['待缴', 'amber']],
  ['PART', ['部分缴', 'orange']],
  ['LATE', ['逾期', 'red']],
  ['PAID', ['已缴', 'green']],
  ['VOID', ['已作废', 'grey']],
])
export type BillStandingValue = Static<typeof BillStanding.schema>

/** `dueDate` and `today` as yyyy-MM-dd. */
export const standingOf = (state: BillStateValue, dueDate: string, today: string): BillStandingValue =>
  (state === 'DUE' || state === 'PART') && today > dueDate ? 'LATE' : state

export const BillKind = options('BillKind', '账单类型', [
  ['MONTH', '月账单'],
  ['ONCE', '单次账单'],
  ['FINAL', '退住账单'],
])

export const LineSource = options('LineSource', '费用来源', [
  ['CYCLE', '周期'],
  ['ONCE', '一次性'],
  ['MEDICAL', '医疗'],
  ['SALOON', '消费'],
  ['ADJUST', '调整'],
  ['LEAVE', '请假减免'],
  ['CARRY', '上月差额'],
  ['DAMAGE', '赔偿'],
])
export type LineSourceValue = Static<typeof LineSource.schema>

export const billMoves = machine<BillStateValue>()({
  edit: { from: ['DRAFT'], to: 'DRAFT', title: '修改账单', needs: BILL_NEEDS.edit },
  issue: { from: ['DRAFT'], to: 'DUE', title: '出账', needs: BILL_NEEDS.issue },
  remove: { from: ['DRAFT'], to: 'DRAFT', title: '删除账单', needs: BILL_NEEDS.edit },
  pay: { from: ['DUE', 'PART'], to: ['PART', 'PAID'], title: '缴费', needs: BILL_NEEDS.pay },
  antiSettle: { from: ['PART', 'PAID'], to: 'DUE', title: '反结算', needs: BILL_NEEDS.antiSettle },
  void: { from: ['DUE'], to: 'VOID', title: '作废账单', needs: BILL_NEEDS.void },
})
export type BillMove = keyof typeof billMoves.moves
