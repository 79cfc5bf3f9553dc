// The rules of the mattresses as they were: those that counted for whoever lay in the bed, segment by segment, and the
// others with why they did not.
import type pg from 'pg'
import { windowsText } from '#contract/monitor/ruleWords'
import { MattressRuleStatus, RuleScope } from '#contract/monitor/words'
import {
  concerns,
  type EffectiveRule,
  effectiveRules,
  type RuledResident,
} from '#server/areas/monitor/alarmRule/effectiveRules'
import {
  changedAfter,
  type DeviceRow,
  type HeldRule,
  type OverrideRow,
  overrideOf,
  type ResidentRow,
  type RuleRow,
  residentOf,
  ruleOf,
  sleepersOf,
  type Version,
  versionsAt,
  versionsOf,
} from './whyHistory.ts'
import type { Segment } from './whyReplay.ts'
import { type Line, line, moment, weightOf } from './whyWords.ts'

export interface RuleHistory {
  rules: Version<RuleRow>[]
  overrides: Version<OverrideRow>[]
  device: Version<DeviceRow>[]
  residents: Version<ResidentRow>[]
}

export async function ruleHistory(pool: pg.Pool, orgId: string, deviceId: string, from: number): Promise<RuleHistory> {
  const device = await versionsOf<DeviceRow>(pool, orgId, 'device', from, [deviceId])
  const beds = [...new Set(device.flatMap((one) => one.row?.bed_id ?? []))]
  const sleepers = beds.length === 0 ? [] : await sleepersOf(pool, orgId, beds)
  const [rules, residents] = await Promise.all([
    versionsOf<RuleRow>(pool, orgId, 'rule', from),
    versionsOf<ResidentRow>(pool, orgId, 'resident', from, sleepers),
  ])
  const kinds = ['EXIT', 'MOVE', 'STILL', 'BREATH', 'HEART', 'WET']
  const ids = sleepers.flatMap((oldmanId) => kinds.map((kind) => `${oldmanId}:${kind}`))
  return { rules, residents, device, overrides: await versionsOf<OverrideRow>(pool, orgId, 'override', from, ids) }
}

/** In the order of their making, as the ingest has them. */
export function rulesAt(history: RuleHistory, at: number): HeldRule[] {
  return [...versionsAt(history.rules, at).values()]
    .flatMap((one) => (one.row ? [ruleOf(one.row)] : []))
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.ruleId < b.ruleId ? -1 : 1))
}

const overridesAt = (history: RuleHistory, at: number) =>
  [...versionsAt(history.overrides, at).values()].flatMap((one) => (one.row ? [overrideOf(one.row)] : []))

export const deviceVersion = (history: RuleHistory, at: number) => [...versionsAt(history.device, at).values()][0]

export function residentAt(history: RuleHistory, at: number): RuledResident | null {
  const bed = deviceVersion(history, at)?.row?.bed_id
  if (!bed) return null
  for (const [id, one] of versionsAt(history.residents, at)) {
    if (one.row?.current_bed_id === bed) return residentOf(id, one.row)
  }
  return null
}

const INTERVAL_S = 5

/** From `from` to `to`: a new one with every change. */
export function segmentsOf(history: RuleHistory, from: number, to: number): Segment[] {
  const changes = [...history.rules, ...history.overrides, ...history.device, ...history.residents].map((one) => one.at)
  const begins = [from, ...new Set(changes.filter((at) => at > from && at <= to))].sort((a, b) => a - b)
  return begins.map((at) => {
    const resident = residentAt(history, at)
    return {
      from: at,
      oldmanId: resident?.oldmanId ?? null,
      intervalS: deviceVersion(history, at)?.row?.interval_s ?? INTERVAL_S,
      rules: resident ? effectiveRules(rulesAt(history, at), overridesAt(history, at), resident) : {},
    }
  })
}

export interface LeftOut {
  rule: HeldRule
  /** As it would have counted. */
  as: EffectiveRule
  line: Line
}

const asEffective = ({ scope: _s, scopeIds: _i, status: _t, kind: _k, ...rule }: HeldRule): EffectiveRule => rule

const factsOf = (rule: HeldRule): Partial<Line> => ({
  ruleId: rule.ruleId,
  ruleName: rule.ruleName,
  kind: rule.kind,
  windows: rule.windows.map(({ from, to }) => ({ from, to })),
  upper: rule.upper,
  lower: rule.lower,
  needS: rule.durationS,
  weight: weightOf('NO_RULE') + 0.5,
})

/** Rules that were not asked at that moment, and why. */
export function leftOut(history: RuleHistory, resident: RuledResident | null, at: number): LeftOut[] {
  if (!resident) return []
  const off = new Set(
    overridesAt(history, at).flatMap((one) => (one.oldmanId === resident.oldmanId && one.off ? [one.kind] : [])),
  )
  const out: LeftOut[] = []
  const add = (rule: HeldRule, reason: 'RULE_OFF' | 'NOT_FOR' | 'PERSONAL_OFF' | 'NOT_MADE', text: string) =>
    out.push({
      rule,
      as: asEffective(rule),
      line: line(reason, `${text}（${windowsText(rule.windows)}）`, factsOf(rule)),
    })
  for (const rule of rulesAt(history, at)) {
    if (rule.status !== MattressRuleStatus.is.on) {
      const since = versionsAt(history.rules, at).get(rule.ruleId)!.at
      add(rule, 'RULE_OFF', `「${rule.ruleName}」当时已停用（${moment(since)} 最后修改）`)
    } else if (!concerns(rule.scope, rule.scopeIds, resident)) {
      add(rule, 'NOT_FOR', `「${rule.ruleName}」${RuleScope.label(rule.scope)}，不包括这位老人`)
    } else if (off.has(rule.kind)) {
      add(rule, 'PERSONAL_OFF', `「${rule.ruleName}」对这位老人设了“不告警”`)
    }
  }
  const known = versionsAt(history.rules, at)
  for (const one of history.rules) {
    if (!one.row || known.has(one.id) || out.some((other) => other.rule.ruleId === one.id)) continue
    const rule = ruleOf(one.row)
    if (concerns(rule.scope, rule.scopeIds, resident))
      add(rule, 'NOT_MADE', `「${rule.ruleName}」${moment(one.at)} 才建立`)
  }
  return out
}

/** Where what is known of a rule does not reach back to the moment, or it has changed since. */
export function historyLines(history: RuleHistory, ruleIds: ReadonlySet<string>, at: number): Line[] {
  const lines: Line[] = []
  for (const [id, one] of versionsAt(history.rules, at)) {
    if (!one.row || !ruleIds.has(id)) continue
    const rule = ruleOf(one.row)
    if (one.writtenAt > at + 1_000) {
      lines.push(line('ASSUMED', `「${rule.ruleName}」${moment(one.writtenAt)} 以前的改动没有记录，按那时的内容判断`))
    }
    const changed = changedAfter(history.rules, id, at)
    if (changed) lines.push(line('ASSUMED', `「${rule.ruleName}」${moment(changed)} 改过，这里按改动以前的内容判断`))
  }
  return lines
}
