// The rules of the mattresses every organisation begins with. They are care prompts, not medical limits. The two for
// single residents begin without anybody: the house names who is at risk of falling and who cannot turn in bed.

import type { AlarmLevelValue, RuleKindValue, RuleScopeValue } from '#contract/monitor/words'
import { MattressRuleStatus } from '#contract/monitor/words'
import type { Window } from '#server/areas/monitor/ruleTables'

export interface NewRule {
  ruleName: string
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
  level: AlarmLevelValue
  voiceTimes: number
  /** 0 on, 1 off */
  status: 0 | 1
  remark: string | null
}

const MINUTE = 60
const NIGHT: readonly Window[] = [{ from: '21:00', to: '06:00' }]

const rule = (
  ruleName: string,
  kind: RuleKindValue,
  level: AlarmLevelValue,
  times: { durationS: number; recoverS: number },
  more: Partial<NewRule> = {},
): NewRule => ({
  ruleName,
  kind,
  level,
  ...times,
  scope: 'ALL',
  scopeIds: [],
  windows: [],
  upper: null,
  lower: null,
  recoverUpper: null,
  recoverLower: null,
  repeatS: 0,
  cooldownS: 5 * MINUTE,
  voiceTimes: 3,
  status: MattressRuleStatus.is.on,
  remark: null,
  ...more,
})

export const DEFAULT_RULES: readonly NewRule[] = [
  rule('夜间离床', 'EXIT', 3, { durationS: 10 * MINUTE, recoverS: 30 }, { windows: NIGHT, repeatS: 10 * MINUTE }),
  rule(
    '夜间离床（跌倒高风险）',
    'EXIT',
    3,
    { durationS: MINUTE, recoverS: 30 },
    { scope: 'ELDER', windows: NIGHT, repeatS: 5 * MINUTE, remark: '适用于有跌倒风险的老人，请在“适用范围”中选择老人' },
  ),
  rule('夜间体动频繁', 'MOVE', 2, { durationS: 5 * MINUTE, recoverS: 2 * MINUTE }, { windows: NIGHT }),
  rule(
    '长时间未翻身（卧床）',
    'STILL',
    2,
    { durationS: 120 * MINUTE, recoverS: 0 },
    { scope: 'ELDER', repeatS: 30 * MINUTE, remark: '适用于不能自己翻身的老人，请在“适用范围”中选择老人' },
  ),
  rule(
    '呼吸异常',
    'BREATH',
    3,
    { durationS: MINUTE, recoverS: MINUTE },
    { upper: 30, lower: 8, recoverUpper: 28, recoverLower: 9, repeatS: 5 * MINUTE },
  ),
  rule(
    '心率异常',
    'HEART',
    3,
    { durationS: MINUTE, recoverS: MINUTE },
    { upper: 120, lower: 45, recoverUpper: 115, recoverLower: 48, repeatS: 5 * MINUTE },
  ),
  rule('尿湿', 'WET', 2, { durationS: 30, recoverS: MINUTE }, { repeatS: 15 * MINUTE }),
]
