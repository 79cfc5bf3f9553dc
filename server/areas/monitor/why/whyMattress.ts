// Why a mattress raised nothing at a moment, or something: what was stored, judged once more.
import type pg from 'pg'
import type { RuleKindValue } from '#contract/monitor/words'
import { ruleAt } from '#server/areas/monitor/alarmRule/effectiveRules'
import { type MattressState, type Reading, silentAfter } from '#server/areas/monitor/alarmRule/evaluate'
import type { Said } from '#server/areas/monitor/alarmRule/evaluation'
import { type AskedDevice, recordLines, silenceLine } from './whyDevice.ts'
import type { HeldRule } from './whyHistory.ts'
import {
  type Outing,
  type Replayed,
  type ReplayOf,
  raises,
  replayMattress,
  type Segment,
  type Span,
} from './whyReplay.ts'
import { BACK_MS, byHand, type HeldAlarm, nextReading, outingsAround, readingsBefore } from './whyRows.ts'
import {
  deviceVersion,
  historyLines,
  type LeftOut,
  leftOut,
  type RuleHistory,
  residentAt,
  rulesAt,
  segmentsOf,
} from './whyRules.ts'
import { kindLine, type Line, line, type NamedRule, near, nearestLine, weightOf } from './whyWords.ts'

/** So many rules that did not count are tried as if they had. */
const MOST_TRIED = 20
const MINUTE_S = 60
const HOUR = 3_600_000

export interface MattressWhy {
  lines: Line[]
  gaps: Span[]
  away: Span[]
  readings: number
  readingsFrom: number | null
}

/** What was open, or closed by a person a while ago, when the readings begin. */
function startOf(alarms: readonly HeldAlarm[], from: number): MattressState {
  const kinds: NonNullable<MattressState['kinds']> = {}
  for (const one of alarms) {
    const ended = one.recoveredMs ?? (byHand(one) ? null : one.handledMs)
    if (one.kind === null || one.raisedMs >= from || (ended !== null && ended < from)) continue
    kinds[one.kind as RuleKindValue] = {
      open: true,
      raisedAt: one.raisedMs,
      since: one.startMs ?? one.raisedMs,
      toldAt: one.repeatedMs ?? one.raisedMs,
    }
  }
  return { kinds }
}

const closesOf = (alarms: readonly HeldAlarm[]) =>
  alarms
    .flatMap((one) => (byHand(one) && one.handledMs !== null ? [{ type: one.type, at: one.handledMs }] : []))
    .sort((a, b) => a.at - b.at)

/** The same readings under one rule that did not count: would it have come? */
function tried(out: LeftOut, replay: ReplayOf, intervalS: number, oldmanId: string): Line {
  const segment: Segment = { from: 0, intervalS, oldmanId, rules: { [out.rule.kind]: [out.as] } }
  const { said, last } = replayMattress({ ...replay, segments: [segment], closes: [], start: {} })
  const own = said.find((one) => one.kind === out.rule.kind)
  if (!own || !last || !(raises(own) || own.verdict === 'OPEN')) return out.line
  const would = out.line.reason === 'NOT_MADE' ? '若当时已有' : '若适用'
  return { ...out.line, text: `${out.line.text}；${would}，这一刻会在告警中`, weight: weightOf(out.line.reason) }
}

const nameRule = (
  rule: NonNullable<ReturnType<typeof ruleAt>>,
  kind: RuleKindValue,
  rules: readonly HeldRule[],
): NamedRule => ({
  ...rule,
  kind,
  ruleName: rules.find((one) => one.ruleId === rule.ruleId)?.ruleName ?? '',
})

/** 在床，心率 66 次/分，呼吸 16 次/分 */
const bodyText = ({ inBed, heart, breath }: Reading) =>
  [
    inBed === 1 ? '在床' : '离床',
    heart === null ? null : `心率 ${heart} 次/分`,
    breath === null ? null : `呼吸 ${breath} 次/分`,
  ]
    .filter(Boolean)
    .join('，')

/** Records are what happened; where the replay says otherwise, that is told. */
function compared(said: readonly Said[], records: readonly Line[], at: number): Line[] {
  const came = records.filter((one) => one.reason === 'RAISED' || one.reason === 'REPEATED')
  const again = said.filter(raises)
  const missing = again.filter((one) => !records.some((other) => other.type === one.type))
  const lines = missing.map((one) =>
    line('DIFFERS', `按保存的读数和规则重算，${near(at, at)} 应当告警，但没有告警记录；请把这条结果交给管理员`, {
      kind: one.kind,
      type: one.type,
      ruleId: one.ruleId,
      weight: weightOf('RAISED') + 0.5,
    }),
  )
  const alone = came.filter((one) => !again.some((other) => other.type === one.type))
  if (alone.length > 0) {
    lines.push(line('DIFFERS', '按保存的读数重算没有得到同样的结果：读数可能迟到或已不完整，以告警记录为准'))
  }
  return lines
}

function ruleLines(
  replayed: Replayed,
  segment: Segment,
  rules: readonly HeldRule[],
  records: readonly Line[],
  at: number,
): Line[] {
  const { said, last, nearest } = replayed
  if (!last) return []
  const lines: Line[] = []
  for (const one of said) {
    if (one.kind === null) continue
    const found = ruleAt(segment.rules[one.kind], last.at)
    const rule = found && nameRule(found, one.kind, rules)
    const told = kindLine(one, rule, last.at)
    const record = records.find((other) => other.type === one.type)
    // An alarm that is in the records has its number; one that only the replay knows is told as a difference.
    if (record && (raises(one) || one.verdict === 'OPEN')) lines.push({ ...told, recordId: record.recordId })
    else if (one.verdict === 'OPEN') {
      const text = '按保存的读数和规则重算，此前应当已经告警，但没有告警记录；请把这条结果交给管理员'
      lines.push(line('DIFFERS', text, { kind: one.kind, type: one.type, weight: weightOf('OPEN') }))
    } else if (!raises(one)) lines.push(told)
    const long = nearest.get(one.kind)
    if (rule && long && long.at < last.at && ['NORMAL', 'NO_VALUE'].includes(one.verdict)) {
      lines.push(nearestLine(long, rule, at))
    }
    for (const other of (segment.rules[one.kind] ?? []).filter((x) => x.ruleId !== rule?.ruleId)) {
      const by = nameRule(other, one.kind, rules)
      lines.push(
        line('NARROWER', `「${by.ruleName}」不判断这一刻：由更具体或正在时段内的「${rule?.ruleName ?? ''}」判断`, {
          ruleId: by.ruleId,
          ruleName: by.ruleName,
          kind: one.kind,
        }),
      )
    }
  }
  return lines
}

export interface AskedMattress {
  device: AskedDevice
  history: RuleHistory
  alarms: readonly HeldAlarm[]
  deaf: readonly Span[]
  at: number
}

export async function whyMattress(
  pool: pg.Pool,
  { device, history, alarms, deaf, at }: AskedMattress,
): Promise<MattressWhy> {
  const { orgId, deviceKey } = device
  const [{ readings, byMinute }, next] = await Promise.all([
    readingsBefore(pool, orgId, deviceKey, at),
    nextReading(pool, orgId, deviceKey, at),
  ])
  const from = readings[0]?.at ?? at - BACK_MS
  const plain = segmentsOf(history, from, at + 999)
  const segments = byMinute ? plain.map((one) => ({ ...one, intervalS: Math.max(one.intervalS, MINUTE_S) })) : plain
  const sleepers = [...new Set(segments.flatMap((one) => one.oldmanId ?? []))]
  const outings: Outing[] = sleepers.length === 0 ? [] : await outingsAround(pool, orgId, sleepers, at)
  const mattressAlarms = alarms.filter((one) => one.source === 'MATTRESS')
  const replay: ReplayOf = {
    readings,
    segments,
    away: outings,
    closes: closesOf(mattressAlarms),
    start: startOf(mattressAlarms, from),
    at,
  }
  const replayed = replayMattress(replay)
  const segment = segments.at(-1)!
  const resident = residentAt(history, at)
  const out = leftOut(history, resident, at)
  const records = recordLines(alarms, at)
  const lines: Line[] = [...records, ...compared(replayed.said, records, at)]
  const registered = device.createdMs <= at + 999
  if (registered && !deviceVersion(history, at)?.row?.bed_id) {
    lines.push(line('NOBODY', '设备当时没有绑定床位，不告警；请在设备管理里绑定'))
  } else if (registered && !resident) lines.push(line('NOBODY', '床位上当时没有老人，不告警'))
  const outing = outings.find((one) => one.oldmanId === resident?.oldmanId && at >= one.from && at < one.to)
  if (outing) {
    const until = outing.to > Date.now() ? '还没有登记返回' : `${near(outing.to, at)} 返回`
    lines.push(
      line('MUTED', `老人 ${near(outing.from, at)} 登记外出，${until}，期间床垫不告警`, {
        sinceMs: outing.from,
        untilMs: outing.to > 8e15 ? null : outing.to,
      }),
    )
  }
  const silence = silenceLine({
    last: replayed.last?.at ?? null,
    next,
    silentMs: silentAfter(segment.intervalS),
    deaf,
    at,
  })
  if (silence) lines.push(silence)
  const rules = rulesAt(history, at)
  const told = ruleLines(replayed, segment, rules, records, at)
  // What the rules said before a silence is beside the point.
  lines.push(...told.map((one) => (silence ? { ...one, weight: Math.max(one.weight, weightOf('NARROWER')) } : one)))
  const names = new Set(lines.flatMap((one) => one.ruleId ?? []))
  if (resident && !silence) {
    lines.push(
      ...out.map((one, n) => (n < MOST_TRIED ? tried(one, replay, segment.intervalS, resident.oldmanId) : one.line)),
    )
  } else lines.push(...out.map((one) => one.line))
  if (replayed.last && !silence) {
    lines.push(
      line('NORMAL', `读数没有达到任何规则的条件（${bodyText(replayed.last)}）`, {
        weight: weightOf('RECOVERED') + 0.5,
      }),
    )
  }
  if (byMinute && readings.length > 0) {
    lines.push(
      line('ASSUMED', '这段时间没有原始读数（可能已过保留天数），按每分钟的汇总重算，几十秒以内的情形看不出来'),
    )
  }
  lines.push(...historyLines(history, names, at))
  const silent = silentAfter(segment.intervalS)
  return {
    lines: withoutNoise(lines),
    gaps: gapsOf(readings, next, silent, at),
    away: outings.filter((one) => one.oldmanId === resident?.oldmanId),
    readings: readings.length,
    readingsFrom: readings[0]?.at ?? null,
  }
}

/** The summary stands only where nothing else is the answer; a record and its rule are told once. */
function withoutNoise(lines: readonly Line[]): Line[] {
  const summary = weightOf('RECOVERED') + 0.5
  const better = lines.some((one) => one.weight < weightOf('LIMITED'))
  const kept = better ? lines.filter((one) => one.weight !== summary) : lines
  const doubled = (one: Line) =>
    one.ruleName === null &&
    one.recordId !== null &&
    kept.some((other) => other.recordId === one.recordId && other.reason === one.reason && other.ruleName !== null)
  return kept.filter((one) => !doubled(one))
}

function gapsOf(readings: readonly Reading[], next: number | null, silentMs: number, at: number): Span[] {
  const gaps: Span[] = []
  let before: number | null = null
  for (const one of readings) {
    if (before !== null && one.at - before > silentMs) gaps.push({ from: before, to: one.at })
    before = one.at
  }
  if (before !== null && at - before > silentMs)
    gaps.push({ from: before, to: next ?? Math.min(Date.now(), at + HOUR) })
  return gaps
}
