// The ranges of every inbox of applications.
import { options } from '#contract/kit/options'

const ReviewRange = options('ReviewRange', '范围', [
  ['mine', '等我审核'],
  ['waiting', '全部待审核'],
  ['own', '我的申请'],
  ['done', '已审核'],
])
export const reviewTabs = { field: 'tab', set: ReviewRange, all: false }
