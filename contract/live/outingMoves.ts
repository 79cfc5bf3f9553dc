// The states of an outing, what people call them, and the moves between them.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const OUTING_NEEDS = {
  list: 'live:outing:list',
  add: 'live:outing:add',
  backfill: 'live:outing:backfill',
  depart: 'live:outing:depart',
  affirm: 'live:outing:affirm',
  postpone: 'live:outing:postpone',
  cancel: 'live:outing:cancel',
  audits: 'live:outingAudit:list',
  decide: 'live:outingAudit:decide',
} as const

export const OutingState = options('OutingState', '外出状态', [
  [0, 'waiting', ['待审核', 'amber']],
  [1, 'passed', ['审核通过', 'blue']],
  [2, 'declined', ['已拒绝', 'grey']],
  [3, 'back', ['已返回', 'green']],
  [4, 'postponed', ['已延期', 'purple']],
  [5, 'cancelled', ['已取消', 'grey', 'hollow']],
  [6, 'overdue', ['逾期未归', 'red']],
])
export type OutingStateValue = Static<typeof OutingState.schema>

const { waiting, passed, declined, back, postponed, cancelled, overdue } = OutingState.is
/** Granted, and not yet noticed as late. */
export const OUTING_IN_TIME: readonly OutingStateValue[] = [passed, postponed]
/** Granted and not yet back. */
export const OUTING_GRANTED: readonly OutingStateValue[] = [...OUTING_IN_TIME, overdue]
/** Asked for or granted: it is still to come or goes on. */
export const OUTING_OPEN: readonly OutingStateValue[] = [waiting, ...OUTING_GRANTED]
/** Granted, back or not. */
export const OUTING_REAL: readonly OutingStateValue[] = [passed, back, postponed, overdue]

export const OutingPhase = options('OutingPhase', '外出状态', [
  ['audit', ['待审核', 'amber']],
  ['ready', ['待外出', 'blue']],
  ['out', ['外出中', 'purple']],
  ['late', ['逾期未归', 'red']],
  ['back', ['已返回', 'green']],
  ['declined', ['已拒绝', 'grey']],
  ['cancelled', ['已取消', 'grey', 'hollow']],
])
export type OutingPhaseValue = Static<typeof OutingPhase.schema>

export const OutingEntry = options('OutingEntry', '登记方式', [
  ['yes', ['补录', 'teal']],
  ['no', ['当时登记', 'slate']],
])

/** `late`: the planned return has passed, whether the clock job has noticed it or not. */
export function phaseOf(state: OutingStateValue, departed: boolean, late: boolean): OutingPhaseValue {
  switch (state) {
    case waiting:
      return 'audit'
    case declined:
      return 'declined'
    case back:
      return 'back'
    case cancelled:
      return 'cancelled'
    case overdue:
      return 'late'
    default:
      return departed ? (late ? 'late' : 'out') : 'ready'
  }
}

/**
 * Titles name the state a move leads to, so that a refusal names both. `backfill` comes from no state: what is typed in
 * afterwards has happened, and begins as returned or away.
 */
export const outingMoves = machine<OutingStateValue>()({
  backfill: { from: [], to: [back, passed], title: '补录外出', needs: OUTING_NEEDS.backfill },
  edit: {
    from: [waiting, passed, declined, postponed],
    to: [waiting, passed],
    title: '修改外出申请',
    needs: OUTING_NEEDS.add,
  },
  pass: { from: [waiting], to: passed, title: '审核通过（转为“待外出”）', needs: OUTING_NEEDS.decide },
  decline: { from: [waiting], to: declined, title: '拒绝（转为“已拒绝”）', needs: OUTING_NEEDS.decide },
  depart: { from: OUTING_IN_TIME, to: OUTING_IN_TIME, title: '登记离院（转为“外出中”）', needs: OUTING_NEEDS.depart },
  affirm: { from: OUTING_GRANTED, to: back, title: '登记返回（转为“已返回”）', needs: OUTING_NEEDS.affirm },
  postpone: { from: OUTING_GRANTED, to: postponed, title: '延期（转为“已延期”）', needs: OUTING_NEEDS.postpone },
  passPostpone: { from: OUTING_GRANTED, to: postponed, title: '通过延期（转为“已延期”）', needs: OUTING_NEEDS.decide },
  declinePostpone: { from: OUTING_GRANTED, to: OUTING_GRANTED, title: '拒绝延期', needs: OUTING_NEEDS.decide },
  cancel: {
    from: [waiting, passed, postponed],
    to: cancelled,
    title: '取消（转为“已取消”）',
    needs: OUTING_NEEDS.cancel,
  },
  overdue: { from: OUTING_IN_TIME, to: overdue, title: '转为“逾期未归”' },
})
export type OutingMove = keyof typeof outingMoves.moves

const beforeLeaving: readonly OutingMove[] = ['edit', 'depart', 'cancel']
const decisions: readonly OutingMove[] = ['pass', 'decline', 'passPostpone', 'declinePostpone', 'overdue']

/** What the buttons of the register offer: the machine's moves less what the facts exclude. The audit has its own page. */
export function outingCan(
  facts: { state: OutingStateValue; departed: boolean; asked: boolean },
  may: (needs: string) => boolean,
): OutingMove[] {
  return outingMoves.can(facts.state, may).filter((move) => {
    if (decisions.includes(move)) return false
    if (facts.departed) return !beforeLeaving.includes(move) && !(move === 'postpone' && facts.asked)
    return move !== 'affirm' && move !== 'postpone'
  })
}

export const OutingAuditKind = options('OutingAuditKind', '审核事项', [
  ['outing', ['外出申请', 'blue']],
  ['outingPostpone', ['外出延期', 'purple']],
])
export type OutingAuditKindValue = Static<typeof OutingAuditKind.schema>

/** What a nurse says of somebody who comes back, one click each. */
export const RETURN_HEALTH = [
  '身体状况良好',
  '略感疲劳，无其他不适',
  '有不适，已报告医生',
  '出院返回，需继续观察',
] as const
