// What a tag's message means: raise, release, or nothing. A pure function; whoever calls it keeps the state. The rules'
// numbers (delays, reports, limits) come with the context, as the organisation has set them.

import { AlarmLevel, LocationAlarmType, type LocationAlarmTypeValue } from '#contract/monitor/words'
import type { Evaluated, Trace } from '#server/areas/monitor/alarmRule/evaluation'
import { pressAgain } from '#server/areas/monitor/ingest/pressAgain'
import { evaluateRails } from './positionRails.ts'
import {
  Evaluation,
  MINUTE,
  minutes,
  type PressRule,
  SECOND,
  type TagContext,
  type TagMessage,
  type TagState,
} from './positionRun.ts'

export { pointInPolygon, polygonFaults } from '#contract/monitor/polygon'

/** A tag that sleeps talks less: its silence is measured threefold. */
const SLEEP_FACTOR = 3

const seconds = (from: number, to: number) => Math.max(1, Math.round((to - from) / SECOND))

function evaluateSelf(run: Evaluation, next: TagState, message: TagMessage): void {
  const { at } = run
  const low = run.rule('lowPowerAlarm')
  if (typeof message.battery === 'number' && low) {
    const limit = low.threshold ?? 20
    if (message.battery <= limit) {
      next.lowSince ??= at
      next.lowReports = (next.lowReports ?? 0) + 1
      if (next.lowReports < low.reports) {
        if (run.trace)
          run.say('NOT_YET', low, { reports: next.lowReports, needReports: low.reports, value: message.battery })
      } else {
        const fact = { content: `电量低 ${message.battery}%`, value: message.battery, threshold: limit, unit: '%' }
        run.hold(low, { ...fact, startAt: next.lowSince })
      }
    } else {
      delete next.lowSince
      delete next.lowReports
      if (run.trace && run.open.lowPowerAlarm === undefined) run.say('NORMAL', low, { value: message.battery })
      if (message.battery >= (low.recoverThreshold ?? limit + 10)) {
        run.recover('lowPowerAlarm', `电量恢复到 ${message.battery}%`)
      }
    }
  }
  if (message.strap === 0) next.strapSince ??= at
  if (message.strap === 1) {
    delete next.strapSince
    run.recover('tamperAlarm', '腕带已扣好')
  }
  const tamper = run.rule('tamperAlarm')
  if (tamper && next.strapSince !== undefined) {
    if (at - next.strapSince >= tamper.delayS * SECOND) {
      run.hold(tamper, { content: `腕带松开 ${seconds(next.strapSince, at)} 秒`, startAt: next.strapSince })
    } else if (run.trace) run.say('NOT_YET', tamper, { since: next.strapSince, needS: tamper.delayS })
  }
  if (typeof message.fault === 'string') {
    const maintenance = run.rule('maintenanceAlarm')
    if (message.fault.trim() === '') {
      delete next.faultSince
      delete next.faultReports
      run.recover('maintenanceAlarm', '故障已排除')
    } else {
      next.faultSince ??= at
      next.faultReports = (next.faultReports ?? 0) + 1
      if (maintenance && next.faultReports < maintenance.reports) {
        if (run.trace) run.say('NOT_YET', maintenance, { reports: next.faultReports, needReports: maintenance.reports })
      } else if (maintenance) {
        run.hold(maintenance, { content: `标签故障：${message.fault.trim().slice(0, 60)}`, startAt: next.faultSince })
      }
    }
  }
}

function evaluateOffline(run: Evaluation, next: TagState, message: TagMessage): void {
  const { at } = run
  if (message.kind !== 'silence') {
    run.recover('communicationOffline', '标签恢复通信')
  } else {
    const silent = run.rule('communicationOffline')
    if (silent && next.heardAt !== undefined) {
      const need = silent.delayS * SECOND * (next.work === 'sleep' ? SLEEP_FACTOR : 1)
      const since = Math.max(next.heardAt, message.listening ?? 0)
      const lasted = minutes(since, at)
      if (at - since >= need) {
        run.hold(silent, {
          content: `标签 ${lasted} 分钟没有信号`,
          value: lasted,
          threshold: Math.round(need / MINUTE),
          unit: '分钟',
          startAt: since,
        })
      } else if (run.trace) run.say('NOT_YET', silent, { since, needS: need / SECOND })
    }
  }
  const lost = run.rule('locationOffline')
  if (message.kind === 'position' && next.noFixAt !== undefined && lost) {
    if (at - next.noFixAt < lost.delayS * SECOND) {
      if (run.trace) run.say('NOT_YET', lost, { since: next.noFixAt, needS: lost.delayS })
      return
    }
    const lasted = minutes(next.noFixAt, at)
    run.hold(lost, {
      content: `标签有信号，但 ${lasted} 分钟没有定位`,
      value: lasted,
      threshold: Math.round(lost.delayS / 60),
      unit: '分钟',
      startAt: next.noFixAt,
    })
  }
}

const PRESSED: Readonly<Record<string, LocationAlarmTypeValue>> = { sos: 'sos', manual: 'manualAlarm' }

/** Where no rule speaks of this person's button, or all of positioning is switched off: somebody still cries for help. */
const ALWAYS = (alarmType: LocationAlarmTypeValue): PressRule => ({
  ruleId: null,
  alarmType,
  railIds: [],
  windows: [],
  threshold: null,
  recoverThreshold: null,
  delayS: 0,
  reports: 1,
  recoverS: 0,
  cooldownS: 0,
  level: AlarmLevel.is.high,
  voiceTimes: 5,
})

/** Somebody asks for help: at once, at any hour, as often as it is pressed. */
function evaluatePress(run: Evaluation, button: string): void {
  const type = PRESSED[button]
  if (!type) return
  const rule = run.rule(type) ?? ALWAYS(type)
  run.raise(rule, { content: type === 'sos' ? 'SOS 求救' : '一键呼叫', startAt: run.at }, true)
}

/** Old news: a message that was delivered twice, or after a newer one. A press is judged by its arrival and never late. */
function isLate(state: TagState, message: TagMessage): boolean {
  if (message.kind === 'press') return false
  if (message.kind === 'silence') return message.at < (state.heardAt ?? 0)
  return message.at <= (state.at ?? Number.NEGATIVE_INFINITY)
}

const ALL_TYPES = LocationAlarmType.list.map((one) => one.value)

/** A type nothing was said of: its rule is not there, or this message is not about it. */
function completeTrace(run: Evaluation, trace: Trace): void {
  const named = new Set(trace.map((one) => one.type))
  for (const type of ALL_TYPES) {
    if (named.has(type)) continue
    const rule = run.rule(type)
    const since = run.open[type]
    const verdict = since !== undefined ? 'OPEN' : rule ? 'NO_VALUE' : 'NO_RULE'
    trace.push({ verdict, type, kind: null, ruleId: rule?.ruleId ?? null, ...(since !== undefined && { since }) })
  }
}

/** `trace`: what the rules of every type said to this message, for whoever asks why. */
export function evaluateTag(
  context: TagContext,
  state: TagState,
  message: TagMessage,
  trace?: Trace,
): Evaluated<TagState> {
  if (isLate(state, message)) {
    trace?.push({ verdict: 'LATE', type: null, kind: null, ruleId: null })
    return { state, events: [] }
  }
  const heard = message.heard ?? message.at
  const next: TagState = { ...state }
  if (message.kind === 'press') {
    const { again, presses } = pressAgain(state.presses, message.button ?? '', message.said ?? null, heard)
    if (again) {
      trace?.push({ verdict: 'SAME_PRESS', type: PRESSED[message.button ?? ''] ?? null, kind: null, ruleId: null })
      return { state, events: [] }
    }
    next.presses = presses
  }
  const run = new Evaluation(context, state, message.at, trace)
  if (message.kind !== 'silence') next.heardAt = Math.max(state.heardAt ?? 0, heard)
  const { mapId, x, y } = message
  const fresh = message.kind === 'position' && !!mapId && typeof x === 'number' && typeof y === 'number'
  if (message.kind === 'position') {
    next.at = message.at
    if (message.work) next.work = message.work
    if (fresh) {
      next.fix = { at: message.at, mapId, x, y }
      delete next.noFixAt
      run.recover('locationOffline', '标签恢复定位')
    } else {
      next.noFixAt ??= message.at
    }
  }
  if (message.kind === 'press') evaluatePress(run, message.button ?? '')
  evaluateSelf(run, next, message)
  if (context.muted) {
    // Out with the family: what was open about the whereabouts has its explanation.
    for (const type of ['railAlarm', 'locationOffline', 'communicationOffline'] as const) {
      run.recover(type, '老人已登记外出')
      const rule = trace && run.rule(type)
      if (rule) run.say('MUTED', rule)
    }
    delete next.rails
    delete next.noFixAt
  } else {
    evaluateOffline(run, next, message)
    next.rails = evaluateRails(run, next, fresh)
  }
  for (const type of Object.keys(run.open) as LocationAlarmTypeValue[]) {
    const byHand = type === 'sos' || type === 'manualAlarm'
    if (!byHand && !run.rule(type)) run.recover(type, '告警规则已停用')
  }
  if (trace) completeTrace(run, trace)
  next.open = run.open
  next.closed = run.closed
  return { state: next, events: run.events }
}
