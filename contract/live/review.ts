// What needs a second person: an application waits, somebody else passes or declines it, whoever asked may take it back.
// Outings, changes of bed and check-outs share these words, the shape of their inbox and the rules of who may decide.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import { bool, list, nul, obj, type Static, str } from '#contract/kit/schema'

export const ReviewResult = options('ReviewResult', '审核结果', [
  [0, 'waiting', ['待审核', 'amber']],
  [1, 'passed', ['通过', 'green']],
  [2, 'declined', ['拒绝', 'grey']],
  [3, 'withdrawn', ['已撤回', 'grey', 'hollow']],
  [4, 'lapsed', ['已失效', 'grey', 'hollow']],
])
export type ReviewResultValue = Static<typeof ReviewResult.schema>

const { waiting, passed, declined, withdrawn, lapsed } = ReviewResult.is

/** Nothing leads back from a decision. `lapse`: what was asked for lost its ground, the resident has left for instance. */
export const reviewMoves = machine<ReviewResultValue>()({
  pass: { from: [waiting], to: passed, title: '通过' },
  decline: { from: [waiting], to: declined, title: '拒绝' },
  withdraw: { from: [waiting], to: withdrawn, title: '撤回' },
  lapse: { from: [waiting], to: lapsed, title: '作废' },
})
export type ReviewMove = keyof typeof reviewMoves.moves

export const REVIEW_TABS = ['mine', 'waiting', 'own', 'done'] as const
/** mine: waits for this reader; waiting: for anybody; own: what this reader asked for; done: decided or over. */
export type ReviewTab = (typeof REVIEW_TABS)[number]

/** What every row of an inbox says of the application, whatever it is about. */
export const ReviewMarks = obj({
  auditId: str(),
  result: ReviewResult.schema,
  askedBy: nul(str('申请人')),
  askedAt: str('申请时间'),
  askedReason: str('申请原因'),
  decidedBy: nul(str('审核人')),
  decidedAt: nul(str('审核时间')),
  decidedRemark: nul(str('审核意见')),
  /** This reader may decide it. */
  mine: bool(),
})

/** What a reader sees of the decision of one application. */
export const ReviewStanding = obj({
  /** Who may take it, by name. */
  reviewers: list(str()),
  /** Why this reader may not; null: may. */
  whyNot: nul(str()),
})
