// What a batch will make, while it is being filled in: first and last names, how many, and what is in the way.
import { type NamePlan, nameRange, namesInWords, placeNames, planProblem } from '#contract/platform/placeNames'
import './naming.css'

interface NamingResultProps {
  noun: '房间' | '床位'
  unit: '间' | '张'
  plan: NamePlan
  /** Names that stand there already; undefined while they are being looked up. */
  existing: readonly string[] | undefined
}

export function NamingResult({ noun, unit, plan, existing }: NamingResultProps) {
  const standing = existing && existing.length > 0 && (
    <small>
      这里已有 {existing.length} {unit}，末尾是 {existing.slice(-3).join('、')}
    </small>
  )
  if (!Number.isInteger(plan.count) || plan.count < 1) {
    return (
      <span className="yy-naming">
        填好数量后，这里预览名称
        {standing}
      </span>
    )
  }
  const problem = planProblem(plan, noun)
  const taken = problem ? [] : conflicts(plan, existing)
  return (
    <span className="yy-naming" aria-live="polite">
      将新增 <b>{plan.count}</b> {unit}：{nameRange(plan)}
      {standing}
      {problem && <em>{problem}</em>}
      {taken.length > 0 && <em>已有 {namesInWords(taken, 5)}，请改前缀或起始号</em>}
    </span>
  )
}

/** Names of the plan that exist already. */
export function conflicts(plan: NamePlan, existing: readonly string[] | undefined): string[] {
  if (!existing || plan.count > 9999) return []
  const known = new Set(existing)
  return placeNames(plan).filter((name) => known.has(name))
}
