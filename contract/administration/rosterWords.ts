// The words of a roster: what a day of somebody holds, and how an exchange of two days goes.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const CellKind = options('CellKind', '排班内容', [
  ['SHIFT', ['班次', 'blue']],
  ['REST', ['休', 'grey', 'hollow']],
  ['LEAVE', ['假', 'slate']],
  ['TRAIN', ['训', 'teal']],
])
export type CellKindValue = Static<typeof CellKind.schema>

/** Which days a need for people is said for. */
export const NeedDays = options('NeedDays', '适用日期', [
  ['ALL', '每天'],
  ['WORK', '工作日'],
  ['OFF', '周末和节假日'],
])
export type NeedDaysValue = Static<typeof NeedDays.schema>

export const ExchangeState = options('ExchangeState', '换班状态', [
  ['WAIT_PARTNER', ['待对方同意', 'amber']],
  ['WAIT_AUDIT', ['待审批', 'orange']],
  ['AGREED', ['已同意', 'green']],
  ['REFUSED', ['已拒绝', 'red']],
  ['WITHDRAWN', ['已撤回', 'grey', 'hollow']],
])
export type ExchangeStateValue = Static<typeof ExchangeState.schema>
/** Neither ended nor carried out. */
export const EXCHANGE_OPEN: readonly ExchangeStateValue[] = [ExchangeState.is.WAIT_PARTNER, ExchangeState.is.WAIT_AUDIT]

export const exchangeMoves = machine<ExchangeStateValue>()({
  accept: { from: ['WAIT_PARTNER'], to: 'WAIT_AUDIT', title: '同意换班' },
  decline: { from: ['WAIT_PARTNER'], to: 'REFUSED', title: '不同意换班' },
  agree: { from: ['WAIT_AUDIT'], to: 'AGREED', title: '批准换班' },
  refuse: { from: ['WAIT_AUDIT'], to: 'REFUSED', title: '不批准换班' },
  withdraw: { from: ['WAIT_PARTNER', 'WAIT_AUDIT'], to: 'WITHDRAWN', title: '撤回申请' },
})
export type ExchangeMove = keyof typeof exchangeMoves.moves
