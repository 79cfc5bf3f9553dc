// Who reviews, in words.
import type { ReviewRuleData } from '#contract/systemSetting/checkConfig'

/** 护士长（2 人）、孙丽华 */
export const peopleOf = (rule: ReviewRuleData) =>
  [
    ...rule.roles.map((role) => `${role.name}（${role.people} 人）`),
    ...rule.users.map((user) => (user.enabled ? user.empName : `${user.empName}（已停用）`)),
  ].join('、')

export function whoReviews(rule: ReviewRuleData): string {
  if (rule.roles.length + rule.users.length === 0) return '由有审核权限的人审核'
  return `由${peopleOf(rule)}审核`
}
