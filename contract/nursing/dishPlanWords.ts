// States and rights of the week plan.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const DISH_PLAN_NEEDS = {
  list: 'nursing:dishPlan:list',
  edit: 'nursing:dishPlan:edit',
  publish: 'nursing:dishPlan:publish',
  setting: 'nursing:dishPlan:setting',
} as const
/** Whoever plans or publishes may read. */
export const READ_DISH_PLANS = Object.values(DISH_PLAN_NEEDS).join('|')

export const DishPlanState = options('DishPlanState', '排餐状态', [
  ['DRAFT', ['草稿', 'slate']],
  ['SUBMITTED', ['待审核', 'amber']],
  ['PUBLISHED', ['已发布', 'green']],
])
export type DishPlanStateValue = Static<typeof DishPlanState.schema>

const { DRAFT, SUBMITTED, PUBLISHED } = DishPlanState.is
const { edit, publish } = DISH_PLAN_NEEDS

export const dishPlanMoves = machine<DishPlanStateValue>()({
  edit: { from: [DRAFT], to: DRAFT, title: '修改菜谱（送审后请先撤回，发布后由审核的人调整）', needs: edit },
  answer: { from: [DRAFT, SUBMITTED, PUBLISHED], to: DRAFT, title: '处理冲突', needs: `${edit}|${publish}` },
  submit: { from: [DRAFT], to: SUBMITTED, title: '送营养师审核', needs: edit },
  recall: { from: [SUBMITTED], to: DRAFT, title: '撤回送审', needs: edit },
  sendBack: { from: [SUBMITTED], to: DRAFT, title: '退回', needs: publish },
  publish: { from: [SUBMITTED], to: PUBLISHED, title: '发布', needs: publish },
  /** Days to come of a week that is published already; nothing that conflicts comes in. */
  adjust: { from: [PUBLISHED], to: PUBLISHED, title: '调整已发布的菜谱', needs: publish },
  remove: { from: [DRAFT], to: DRAFT, title: '删除（只有草稿可以删除）', needs: edit },
})
export type DishPlanMove = keyof typeof dishPlanMoves.moves

/** What is done about a conflict. */
export const ConflictAnswer = options('ConflictAnswer', '冲突处理', [
  ['SWAP', ['换菜', 'teal']],
  ['SKIP', ['不配这道菜', 'slate']],
  ['ACK', ['照常供应', 'amber']],
])
export type ConflictAnswerValue = Static<typeof ConflictAnswer.schema>

/** Why a dish is not for somebody. */
export const ConflictKind = options('ConflictKind', '冲突', [
  ['ALLERGY', ['过敏', 'red']],
  ['TABOO', ['忌口', 'red']],
  ['THERAPY', ['治疗饮食', 'orange']],
])
export type ConflictKindValue = Static<typeof ConflictKind.schema>
