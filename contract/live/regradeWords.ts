// A change of level that is proposed, shown whole, and agreed to once: its states, who may do what, what it says of itself.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const REGRADE_NEEDS = {
  list: 'nursing:regrade:list',
  propose: 'nursing:regrade:propose',
  decide: 'nursing:regrade:decide',
} as const
/** Whoever proposes or decides may read. */
export const READ_REGRADES = Object.values(REGRADE_NEEDS).join('|')

export const RegradeState = options('RegradeState', '状态', [
  [0, 'draft', ['草稿', 'slate', 'hollow']],
  [1, 'waiting', ['待审批', 'amber']],
  [2, 'approved', ['已批准', 'green']],
  [3, 'returned', ['已退回', 'orange']],
  [4, 'discarded', ['已作废', 'grey', 'hollow']],
  [5, 'takenBack', ['已撤销', 'grey']],
  [6, 'lapsed', ['已失效', 'grey', 'hollow']],
])
export type RegradeStateValue = Static<typeof RegradeState.schema>

const { draft, waiting, approved, returned, discarded, takenBack, lapsed } = RegradeState.is

/** Nothing is decided yet: an elder has one of these at a time. */
export const REGRADE_OPEN: readonly RegradeStateValue[] = [draft, waiting, returned]

export const regradeMoves = machine<RegradeStateValue>()({
  edit: { from: [draft, returned], to: [draft, returned], title: '修改', needs: REGRADE_NEEDS.propose },
  submit: { from: [draft, returned], to: waiting, title: '提交', needs: REGRADE_NEEDS.propose },
  withdraw: { from: [waiting], to: draft, title: '撤回修改', needs: REGRADE_NEEDS.propose },
  discard: { from: [draft, returned], to: discarded, title: '作废', needs: REGRADE_NEEDS.propose },
  approve: { from: [waiting], to: approved, title: '批准', needs: REGRADE_NEEDS.decide },
  sendBack: { from: [waiting], to: returned, title: '退回修改', needs: REGRADE_NEEDS.decide },
  takeBack: { from: [approved], to: takenBack, title: '撤销', needs: REGRADE_NEEDS.decide },
  lapse: { from: REGRADE_OPEN, to: lapsed, title: '失效' },
  rehearse: { from: REGRADE_OPEN, to: REGRADE_OPEN, title: '试算' },
})
export type RegradeMove = keyof typeof regradeMoves.moves

/** What becomes of a project, and what of the package of the new level is left out on purpose. */
export const ItemChange = options('RegradeItemChange', '变化', [
  ['added', ['新增', 'green']],
  ['changed', ['调整', 'amber']],
  ['gone', ['取消', 'red']],
  ['left', ['不采用', 'grey', 'hollow']],
  ['same', ['不变', 'grey']],
])
export type ItemChangeValue = Static<typeof ItemChange.schema>

/** Names that the template of the addendum may use besides those of the archive: {新护理等级}. */
export const REGRADE_PLACES = [
  '原护理等级',
  '新护理等级',
  '等级变更日期',
  '原护理费',
  '新护理费',
  '评估日期',
  '评估结论',
  '变更原因',
  '护理项目变化',
] as const
export type RegradePlace = (typeof REGRADE_PLACES)[number]
