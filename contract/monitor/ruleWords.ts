// A rule of the mattresses in one sentence, the same in the list, in the form and in the operation log.
import { AlarmLevel, type AlarmLevelValue, type RuleKindValue } from './words.ts'

export interface RuleWindow {
  from: string
  to: string
}

export interface WordedRule {
  kind: RuleKindValue
  windows: readonly RuleWindow[]
  upper: number | null
  lower: number | null
  durationS: number
  level: AlarmLevelValue
  voiceTimes: number
}

const MINUTE = 60
const HOUR = 3600

/** 90 → 1 分 30 秒, 600 → 10 分钟, 7200 → 2 小时 */
export function spanText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} 秒`
  if (seconds % HOUR === 0) return `${seconds / HOUR} 小时`
  const minutes = Math.floor(seconds / MINUTE)
  const rest = seconds % MINUTE
  return rest === 0 ? `${minutes} 分钟` : `${minutes} 分 ${rest} 秒`
}

export const windowText = (one: RuleWindow) => `${one.from}–${one.to}`

/** 21:00–06:00、13:00–14:00; none: 全天 */
export const windowsText = (windows: readonly RuleWindow[]) =>
  windows.length === 0 ? '全天' : windows.map(windowText).join('、')

/** Kinds that compare a number with limits. */
export const hasLimits = (kind: RuleKindValue) => kind === 'HEART' || kind === 'BREATH'

const MEASURED: Partial<Record<RuleKindValue, string>> = { HEART: '心率', BREATH: '呼吸' }

/** 高于 120 或低于 45 次/分 */
export function limitsText(upper: number | null, lower: number | null): string {
  const parts = [upper === null ? null : `高于 ${upper}`, lower === null ? null : `低于 ${lower}`].filter(Boolean)
  return parts.length === 0 ? '' : `${parts.join(' 或')} 次/分`
}

/** 离床超过 10 分钟; 心率高于 120 或低于 45 次/分持续 1 分钟 */
export function conditionText(rule: Pick<WordedRule, 'kind' | 'upper' | 'lower' | 'durationS'>): string {
  const span = spanText(rule.durationS)
  const holds = rule.durationS === 0 ? '' : `持续 ${span}`
  switch (rule.kind) {
    case 'EXIT':
      return rule.durationS === 0 ? '离床即告警' : `离床超过 ${span}`
    case 'MOVE':
      return `大幅体动累计 ${span}`
    case 'STILL':
      return `在床超过 ${span}未翻身`
    case 'WET':
      return `床垫尿湿${holds}`
    default: {
      const limits = limitsText(rule.upper, rule.lower)
      return limits ? `${MEASURED[rule.kind]}${limits}${holds}` : `${MEASURED[rule.kind]}界限未设置`
    }
  }
}

/** 21:00–06:00 离床超过 10 分钟，高级告警，播报 3 次 */
export function ruleWords(rule: WordedRule): string {
  const voice = rule.voiceTimes === 0 ? '不播报' : `播报 ${rule.voiceTimes} 次`
  return `${windowsText(rule.windows)} ${conditionText(rule)}，${AlarmLevel.label(rule.level)}级告警，${voice}`
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * MINUTE + Number(clock.slice(3, 5))

/** Whether two windows of one day share a minute; either may cross midnight. */
export function windowsOverlap(a: RuleWindow, b: RuleWindow): boolean {
  const pieces = ({ from, to }: RuleWindow): [number, number][] => {
    const [start, end] = [minutesOf(from), minutesOf(to)]
    return start < end
      ? [[start, end]]
      : [
          [start, 24 * MINUTE],
          [0, end],
        ]
  }
  return pieces(a).some(([s, e]) => pieces(b).some(([s2, e2]) => s < e2 && s2 < e))
}
