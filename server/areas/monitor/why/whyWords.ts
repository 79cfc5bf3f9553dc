// The reasons in sentences, and which of them is the answer.
import { localDate } from '#contract/kit/clock'
import { conditionText, limitsText, spanText, windowsText } from '#contract/monitor/ruleWords'
import { type WhyData, type WhyLineData, WhyReason, type WhyReasonValue } from '#contract/monitor/why'
import type { RuleKindValue } from '#contract/monitor/words'
import type { EffectiveRule } from '#server/areas/monitor/alarmRule/effectiveRules'
import type { Said } from '#server/areas/monitor/alarmRule/evaluation'

const text = (at: number) => localDate(at).toISOString()
/** 2026-11-18 02:17:05 */
export const wire = (at: number) => text(at).slice(0, 19).replace('T', ' ')
/** 02:17 */
export const clock = (at: number) => text(at).slice(11, 16)
/** 11-18 02:17 */
export const moment = (at: number) => `${text(at).slice(5, 10)} ${clock(at)}`
/** Of the same day only the time. */
export const near = (at: number, to: number) =>
  text(at).slice(0, 10) === text(to).slice(0, 10) ? clock(at) : moment(at)

/** 12 分钟, 40 秒, 1 小时 5 分: how long something had lasted. */
export function lasted(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds < 600 && seconds % 60 > 0 ? `${minutes} 分 ${seconds % 60} 秒` : `${minutes} 分钟`
  return minutes % 60 === 0 ? `${minutes / 60} 小时` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`
}

/** A line before it has its place; `weight` moves it among the reasons. */
export interface Line extends WhyLineData {
  weight: number
}

const ORDER = new Map(WhyReason.list.map((one, at) => [one.value, at]))

export function line(reason: WhyReasonValue, sentence: string, more: Partial<Line> = {}): Line {
  return {
    reason,
    text: sentence,
    ruleId: null,
    ruleName: null,
    kind: null,
    type: null,
    windows: [],
    upper: null,
    lower: null,
    value: null,
    forS: null,
    needS: null,
    sinceMs: null,
    untilMs: null,
    recordId: null,
    weight: ORDER.get(reason)!,
    ...more,
  }
}

export const weightOf = (reason: WhyReasonValue) => ORDER.get(reason)!

const WHAT: Readonly<Record<RuleKindValue, string>> = {
  EXIT: '离床',
  MOVE: '大幅体动',
  STILL: '未翻身',
  BREATH: '呼吸异常',
  HEART: '心率异常',
  WET: '尿湿',
}

export interface NamedRule extends EffectiveRule {
  ruleName: string
  kind: RuleKindValue
}

/** （22:00–06:00 离床告警） */
export const named = (rule: { ruleName: string; windows: EffectiveRule['windows'] }) =>
  `（${windowsText(rule.windows)} ${rule.ruleName}）`

/** 心率 128 次/分, 离床 12 分钟 */
function measured(kind: RuleKindValue, said: Said, at: number): string {
  if (kind === 'HEART' || kind === 'BREATH') {
    const what = kind === 'HEART' ? '心率' : '呼吸'
    const now = said.value === null || said.value === undefined ? '' : ` ${said.value} 次/分`
    return said.since === undefined ? `${what}${now}` : `${what}${now}已持续 ${lasted(secondsOf(said, at))}`
  }
  if (kind === 'WET' || said.since === undefined) {
    const minutes = kind === 'EXIT' || kind === 'STILL' ? said.value : null
    return minutes === null || minutes === undefined ? WHAT[kind] : `${WHAT[kind]} ${minutes} 分钟`
  }
  return `${WHAT[kind]} ${lasted(secondsOf(said, at))}`
}

const secondsOf = (said: Said, at: number) => Math.max(0, Math.floor((at - (said.since ?? at)) / 1_000))

function normalText(kind: RuleKindValue, rule: NamedRule, said: Said): string {
  switch (kind) {
    case 'HEART':
    case 'BREATH':
      return said.value === null || said.value === undefined
        ? `${kind === 'HEART' ? '心率' : '呼吸'}：已离床，不判断`
        : `${kind === 'HEART' ? '心率' : '呼吸'} ${said.value} 次/分，${limitsText(rule.upper, rule.lower)}才告警`
    case 'EXIT':
      return `在床，${conditionText(rule)}才告警`
    case 'MOVE':
      return `大幅体动没有累计到 ${spanText(rule.durationS)}`
    case 'STILL':
      return `距上次翻身或上床 ${said.value ?? 0} 分钟，满 ${spanText(rule.durationS)}才告警`
    case 'WET':
      return '没有尿湿'
  }
}

const reached = ({ durationS }: NamedRule) =>
  durationS === 0 ? '规则要求立即告警' : `达到规则 ${spanText(durationS)}的要求`

/** What one kind said to the reading at `at`, as a line. */
export function kindLine(said: Said, rule: NamedRule | undefined, at: number): Line {
  const kind = said.kind!
  if (!rule) return line('NO_RULE', `${WHAT[kind]}：当时没有对这位老人启用的规则`, { kind, type: said.type })
  const facts: Partial<Line> = {
    ruleId: rule.ruleId,
    ruleName: rule.ruleName,
    kind,
    type: said.type,
    windows: rule.windows.map(({ from, to }) => ({ from, to })),
    upper: rule.upper,
    lower: rule.lower,
    value: said.value ?? null,
    forS: said.since === undefined ? null : secondsOf(said, at),
    needS: rule.durationS,
    sinceMs: said.since ?? null,
    untilMs: said.until ?? null,
  }
  const what = measured(kind, said, at)
  const by = named(rule)
  const anew = said.gap && said.since === at ? '；此前读数中断，计时从恢复后重新开始' : ''
  switch (said.verdict) {
    case 'RAISED':
      return line('RAISED', `${what}，${reached(rule)}${by}`, facts)
    case 'REPEATED':
      return line('REPEATED', `${WHAT[kind]}仍未结束，按规则再次提醒${by}`, facts)
    case 'OPEN':
      return line(
        'OPEN',
        `${WHAT[kind]}告警 ${said.since ? `${near(said.since, at)} 起` : ''}已在告警中，不再另起一条${by}`,
        facts,
      )
    case 'RECOVERED':
      return line('RECOVERED', `${WHAT[kind]}告警此时恢复${by}`, facts)
    case 'MUTED':
      return line('MUTED', `${WHAT[kind]}：老人不在床位，不告警${by}`, { ...facts, weight: weightOf('NORMAL') })
    case 'COOLING':
      return line('COOLING', `${what}，但这类告警刚被人处理过，${near(said.until!, at)} 前不再告警${by}`, facts)
    case 'NOT_YET':
      return line('NOT_YET', `${what}，规则要求 ${spanText(rule.durationS)}${by}${anew}`, facts)
    case 'WINDOW':
      return line('WINDOW', `${what}，但 ${clock(at)} 不在规则的时段内${by}`, facts)
    case 'NO_VALUE':
      return line('NO_VALUE', `${WHAT[kind]}：刚上床、动作大或没有测到，这一刻没有数值${by}`, facts)
    default:
      return line('NORMAL', `${normalText(kind, rule, said)}${by}`, facts)
  }
}

const RECENT_MS = 30 * 60_000

/** 此前到 02:22 为止：离床 12 分钟，规则要求 30 分钟 */
export function nearestLine(said: Said & { at: number }, rule: NamedRule, at: number): Line {
  const told = kindLine(said, rule, said.at)
  // What is longer ago is told, but is no answer to the moment.
  const weight = at - said.at <= RECENT_MS ? weightOf('WINDOW') + 0.5 : weightOf('RECOVERED') + 0.6
  return { ...told, text: `此前到 ${near(said.at, at)} 为止：${told.text}`, weight }
}

/** 已告警：…, 没有告警：… */
export function answerOf(lines: readonly Line[]): Pick<WhyData, 'alarmed' | 'answer' | 'lines'> {
  const sorted = lines.toSorted((a, b) => a.weight - b.weight)
  const first = sorted[0]!
  const came = first.reason === 'RAISED' || first.reason === 'REPEATED'
  const begin = came ? '已告警' : first.reason === 'OPEN' ? '没有新的告警' : '没有告警'
  return {
    alarmed: came || first.reason === 'OPEN',
    answer: `${begin}：${first.text}`,
    lines: sorted.map(({ weight: _, ...rest }) => rest),
  }
}
