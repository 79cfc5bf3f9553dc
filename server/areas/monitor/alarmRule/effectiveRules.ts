// Which rules count for a resident: of every kind those that are switched on, the narrowest first, with the resident's own
// limits on top. At any moment the narrowest whose window holds decides, so a rule for the afternoon does not end the
// house's rule for the night.
import { mattressRuleOn, type RuleKindValue, type RuleScopeValue } from '#contract/monitor/words'
import type { Window } from '#server/areas/monitor/ruleTables'
import { inWindows } from './evaluation.ts'

export interface Rule {
  ruleId: string
  kind: RuleKindValue
  scope: RuleScopeValue
  scopeIds: readonly string[]
  windows: readonly Window[]
  upper: number | null
  lower: number | null
  recoverUpper: number | null
  recoverLower: number | null
  durationS: number
  recoverS: number
  repeatS: number
  cooldownS: number
  level: number
  voiceTimes: number
  /** 0 on, 1 off */
  status: number
}

export interface Override {
  oldmanId: string
  kind: RuleKindValue
  off: boolean
  upper: number | null
  lower: number | null
  durationS: number | null
}

export interface RuledResident {
  oldmanId: string
  deptId: string | null
  levelId: string | null
}

export type EffectiveRule = Omit<Rule, 'scope' | 'scopeIds' | 'status' | 'kind'>
/** Narrowest first. */
export type EffectiveRules = Partial<Record<RuleKindValue, EffectiveRule[]>>

const WIDTH: Readonly<Record<RuleScopeValue, number>> = { ALL: 0, DEPT: 1, LEVEL: 2, ELDER: 3 }

/** Whether a rule or a fence is meant for this resident. */
export function concerns(scope: RuleScopeValue, ids: readonly string[], resident: RuledResident): boolean {
  switch (scope) {
    case 'ALL':
      return true
    case 'DEPT':
      return resident.deptId !== null && ids.includes(resident.deptId)
    case 'LEVEL':
      return resident.levelId !== null && ids.includes(resident.levelId)
    case 'ELDER':
      return ids.includes(resident.oldmanId)
  }
}

/** A recovery limit outside the resident's own limit would never be reached: it follows the limit. */
function inside(recover: number | null, limit: number | null, upper: boolean): number | null {
  if (recover === null || limit === null) return recover
  return upper ? Math.min(recover, limit) : Math.max(recover, limit)
}

/** Rules in the order of their making: of two equally narrow ones the later counts. */
export function effectiveRules(
  rules: readonly Rule[],
  overrides: readonly Override[],
  resident: RuledResident,
): EffectiveRules {
  const meant = rules
    .filter((rule) => mattressRuleOn(rule.status) && concerns(rule.scope, rule.scopeIds, resident))
    .map((rule, made) => ({ rule, made }))
    .sort((a, b) => WIDTH[b.rule.scope] - WIDTH[a.rule.scope] || b.made - a.made)
  const own = new Map(overrides.filter((one) => one.oldmanId === resident.oldmanId).map((one) => [one.kind, one]))
  const effective: EffectiveRules = {}
  for (const { rule } of meant) {
    const special = own.get(rule.kind)
    if (special?.off) continue
    const { scope: _scope, scopeIds: _ids, status: _status, kind, ...kept } = rule
    const upper = special?.upper ?? rule.upper
    const lower = special?.lower ?? rule.lower
    effective[kind] = [
      ...(effective[kind] ?? []),
      {
        ...kept,
        upper,
        lower,
        recoverUpper: inside(rule.recoverUpper, upper, true),
        recoverLower: inside(rule.recoverLower, lower, false),
        durationS: special?.durationS ?? rule.durationS,
      },
    ]
  }
  return effective
}

/** The one that decides at a moment; when no window holds, the narrowest, which then says no. */
export const ruleAt = (rules: readonly EffectiveRule[] | undefined, at: number): EffectiveRule | undefined =>
  rules?.find((one) => inWindows(one.windows, at)) ?? rules?.[0]
