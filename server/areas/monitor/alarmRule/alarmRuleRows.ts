// Rules of the mattresses as they are read and as they are stored.
import type pg from 'pg'
import { invalid, notFound } from '#contract/kit/refusal'
import type { AlarmRuleData } from '#contract/monitor/alarmRule'
import { hasLimits, type RuleWindow, ruleWords } from '#contract/monitor/ruleWords'
import {
  type AlarmLevelValue,
  MattressRuleStatus,
  mattressRuleOn,
  type RuleKindValue,
  type RuleScopeValue,
  type SwitchValue,
  TYPE_OF_KIND,
} from '#contract/monitor/words'
import { inWindows } from './evaluation.ts'
import { checkWindows, type HiddenScope, scopeIds, scopeNames, withHidden } from './ruleScope.ts'

/** `departments`: the caller's list; residents of other departments are counted, not named. */
export const ruleColumns = (departments: string) => `t.rule_id as "ruleId", t.rule_name as "ruleName", t.kind, t.scope,
  ${scopeIds(departments)}, t.windows, t.upper, t.lower, t.recover_upper as "recoverUpper", t.recover_lower as "recoverLower",
  t.duration_s as "durationS", t.recover_s as "recoverS", t.repeat_s as "repeatS", t.cooldown_s as "cooldownS", t.level,
  t.voice_times as "voiceTimes", t.status, t.remark, t.created_at as "createTime", t.version,
  ${scopeNames(departments)} as "scopeNames"`

export type KnownRule = AlarmRuleData & HiddenScope
export type RuleRow = Omit<KnownRule, 'type' | 'words' | 'active' | 'elsewhere'>

export function toRule(row: RuleRow, at = Date.now()): KnownRule {
  return {
    ...row,
    type: TYPE_OF_KIND[row.kind],
    words: ruleWords(row),
    active: mattressRuleOn(row.status) && inWindows(row.windows, at),
    elsewhere: row.hiddenIds.length,
  }
}

export async function ruleOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  ruleId: string,
  lock = '',
): Promise<KnownRule> {
  const { rows } = await client.query<RuleRow>(
    `select ${ruleColumns('$3')} from alarm_rule t where t.org_id = $1 and t.rule_id = $2 ${lock}`,
    [orgId, ruleId, deptIds],
  )
  if (!rows[0]) throw notFound('告警规则')
  return toRule(rows[0])
}

/** Every rule of the organisation, oldest first. */
export async function allRules(client: pg.Pool | pg.ClientBase, orgId: string): Promise<AlarmRuleData[]> {
  const { rows } = await client.query<RuleRow>({
    name: 'alarm-rules',
    text: `select ${ruleColumns('null')} from alarm_rule t where t.org_id = $1 order by t.created_at, t.rule_id`,
    values: [orgId],
  })
  return rows.map((row) => toRule(row))
}

export interface SentRule {
  ruleName: string
  kind: RuleKindValue
  scope?: RuleScopeValue | null
  scopeIds?: string[] | null
  windows?: RuleWindow[] | null
  upper?: number | null
  lower?: number | null
  recoverUpper?: number | null
  recoverLower?: number | null
  durationS: number
  recoverS?: number | null
  repeatS?: number | null
  cooldownS?: number | null
  level: AlarmLevelValue
  voiceTimes?: number | null
  status?: SwitchValue | null
  remark?: string | null
}

export type StoredRule = { [K in keyof SentRule]-?: Exclude<SentRule[K], undefined> } & {
  scope: RuleScopeValue
  scopeIds: string[]
  windows: RuleWindow[]
  recoverS: number
  repeatS: number
  cooldownS: number
  voiceTimes: number
  status: SwitchValue
}

const RECOVER_S = 60
const COOLDOWN_S = 300
const VOICE_TIMES = 3

/** Limits stand in order, the inner ones inside the outer: lower ≤ inner lower < inner upper ≤ upper. */
function limitsOf(sent: SentRule) {
  if (!hasLimits(sent.kind)) return { upper: null, lower: null, recoverUpper: null, recoverLower: null }
  const upper = sent.upper ?? null
  const lower = sent.lower ?? null
  if (upper === null && lower === null) throw invalid('上限和下限至少填写一个', 'upper')
  if (upper !== null && lower !== null && lower >= upper) throw invalid(`下限应小于上限 ${upper}`, 'lower')
  const recoverUpper = upper === null ? null : (sent.recoverUpper ?? upper)
  const recoverLower = lower === null ? null : (sent.recoverLower ?? lower)
  if (recoverUpper !== null && recoverUpper > upper!) throw invalid(`恢复上限不能大于上限 ${upper}`, 'recoverUpper')
  if (recoverLower !== null && recoverLower < lower!) throw invalid(`恢复下限不能小于下限 ${lower}`, 'recoverLower')
  if (recoverUpper !== null && lower !== null && recoverUpper <= lower) {
    throw invalid(`恢复上限应大于下限 ${lower}`, 'recoverUpper')
  }
  if (recoverUpper !== null && recoverLower !== null && recoverLower >= recoverUpper) {
    throw invalid(`恢复下限应小于恢复上限 ${recoverUpper}`, 'recoverLower')
  }
  return { upper, lower, recoverUpper, recoverLower }
}

/** As the database demands it too, but says what is wrong at its field. */
export function storedRule(sent: SentRule, before?: KnownRule): StoredRule {
  const ruleName = sent.ruleName.trim()
  if (!ruleName) throw invalid('请填写规则名称', 'ruleName')
  const scope = sent.scope ?? 'ALL'
  const windows = sent.windows ?? []
  checkWindows(windows)
  if (sent.durationS === 0 && sent.kind === 'STILL') throw invalid('请填写多久未翻身才告警', 'durationS')
  if (sent.durationS === 0 && sent.kind === 'MOVE') throw invalid('请填写体动累计多久才告警', 'durationS')
  return {
    ruleName,
    kind: sent.kind,
    scope,
    // A rule for nobody is allowed: the house names the residents later.
    scopeIds: scope === 'ALL' ? [] : withHidden({ scope, scopeIds: sent.scopeIds ?? [] }, before),
    windows,
    ...limitsOf(sent),
    durationS: sent.durationS,
    recoverS: sent.recoverS ?? before?.recoverS ?? RECOVER_S,
    repeatS: sent.repeatS ?? before?.repeatS ?? 0,
    cooldownS: sent.cooldownS ?? before?.cooldownS ?? COOLDOWN_S,
    level: sent.level,
    voiceTimes: sent.voiceTimes ?? before?.voiceTimes ?? VOICE_TIMES,
    status: sent.status ?? before?.status ?? MattressRuleStatus.is.on,
    remark: sent.remark ?? null,
  }
}

/** What the operation log compares. */
export const loggedRule = (row: StoredRule | AlarmRuleData) => ({
  ruleName: row.ruleName,
  kind: row.kind,
  scope: row.scope,
  scopeIds: row.scopeIds,
  windows: row.windows,
  upper: row.upper,
  lower: row.lower,
  recoverUpper: row.recoverUpper,
  recoverLower: row.recoverLower,
  durationS: row.durationS,
  recoverS: row.recoverS,
  repeatS: row.repeatS,
  cooldownS: row.cooldownS,
  level: row.level,
  voiceTimes: row.voiceTimes,
  status: row.status,
  remark: row.remark,
})
