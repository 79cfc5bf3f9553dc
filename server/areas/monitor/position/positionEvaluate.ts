// What a tag's message means: raise, release, or nothing. A pure function; whoever calls it keeps the state. The rules'
// numbers (delays, reports, limits) come with the context, as the organisation has set them.
import { type Point, type Polygon, pointInPolygon } from '#contract/monitor/polygon'
import type { LocationAlarmTypeValue, RailKindValue } from '#contract/monitor/words'
import { type AlarmEvent, type Evaluated, inWindows } from '#server/areas/monitor/alarmRule/evaluation'
import { type HeardPress, pressAgain } from '#server/areas/monitor/ingest/pressAgain'
import type { Window } from '#server/areas/monitor/ruleTables'

export { pointInPolygon, polygonFaults } from '#contract/monitor/polygon'

export interface TagRule {
  ruleId: string
  alarmType: LocationAlarmTypeValue
  /** railAlarm: only these fences; empty: all. */
  railIds: readonly string[]
  windows: readonly Window[]
  threshold: number | null
  recoverThreshold: number | null
  delayS: number
  reports: number
  recoverS: number
  cooldownS: number
  level: number
  voiceTimes: number
}

export interface TagRail {
  railId: string
  railName: string
  mapId: string
  kind: RailKindValue
  polygon: Polygon
  windows: readonly Window[]
  delayS: number
  stayS: number | null
}

export interface TagContext {
  /** On and meant for this person, the narrowest first: the first that fits counts. */
  rules: readonly TagRule[]
  rails: readonly TagRail[]
  /** The resident is out: neither fence nor offline alarms. */
  muted: boolean
}

export interface TagMessage {
  /** Milliseconds since 1970; of a press its arrival, whatever its device says. */
  at: number
  /** When it arrived: silence is measured by it. Left out: `at`. */
  heard?: number | undefined
  /** Of a press: the time its device said, which tells a press from one that is sent again. */
  said?: number | null | undefined
  /** silence: the present time, when nothing was heard. */
  kind: 'position' | 'press' | 'silence'
  /** Of a silence: nobody could have heard anything before. */
  listening?: number | undefined
  mapId?: string | null | undefined
  x?: number | null | undefined
  y?: number | null | undefined
  battery?: number | null | undefined
  /** 1 closed, 0 open */
  strap?: number | null | undefined
  /** Empty: the fault is gone. */
  fault?: string | null | undefined
  work?: string | null | undefined
  button?: string | null | undefined
}

interface RailState {
  /** Since when, and in how many fixes, the fence is broken. */
  since: number
  fixes: number
  /** It counts: an alarm speaks of it. */
  on?: boolean
  /** Since when it is kept again. */
  back?: number
}

/** JSON, kept across restarts. Empty: a tag that was never heard. */
export interface TagState {
  /** Time of the newest report; older ones change nothing. */
  at?: number
  heardAt?: number
  /** The presses of the last minutes. */
  presses?: HeardPress[]
  fix?: { at: number; mapId: string; x: number; y: number }
  /** First report without a position since the last fix. */
  noFixAt?: number
  work?: string
  lowSince?: number
  lowReports?: number
  strapSince?: number
  faultSince?: number
  faultReports?: number
  rails?: Record<string, RailState>
  /** Types with an open alarm, and since when. */
  open?: Record<string, number>
  /** Types a person closed, and when; merged in by the caller. */
  closed?: Record<string, number>
}

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A tag that sleeps talks less: its silence is measured threefold. */
const SLEEP_FACTOR = 3

const minutes = (from: number, to: number) => Math.max(1, Math.floor((to - from) / MINUTE))
const seconds = (from: number, to: number) => Math.max(1, Math.round((to - from) / SECOND))

interface Fact {
  content: string
  startAt: number
  value?: number
  threshold?: number
  unit?: string
}

class Evaluation {
  readonly events: AlarmEvent[] = []
  readonly open: Record<string, number>
  readonly closed: Record<string, number>

  constructor(
    readonly context: TagContext,
    readonly state: TagState,
    readonly at: number,
  ) {
    this.open = { ...state.open }
    this.closed = { ...state.closed }
    // Whatever a person closed after it was raised is open no more.
    for (const [type, closedAt] of Object.entries(this.closed)) {
      const since = this.open[type]
      if (since !== undefined && closedAt >= since) delete this.open[type]
    }
  }

  rule(type: LocationAlarmTypeValue): TagRule | undefined {
    return this.context.rules.find((one) => one.alarmType === type)
  }

  cooling(rule: TagRule): boolean {
    const closedAt = this.closed[rule.alarmType]
    return closedAt !== undefined && this.at < closedAt + rule.cooldownS * SECOND
  }

  /** `again`: told although it is open, because something new happened. */
  raise(rule: PressRule, fact: Fact, again = false): boolean {
    const type = rule.alarmType
    if (this.open[type] !== undefined && !again) return false
    this.open[type] ??= this.at
    delete this.closed[type]
    this.events.push({
      do: 'raise',
      type,
      kind: null,
      ruleId: rule.ruleId,
      level: rule.level,
      content: fact.content,
      value: fact.value ?? null,
      threshold: fact.threshold ?? null,
      unit: fact.unit ?? null,
      voiceTimes: rule.voiceTimes,
      startAt: Math.min(fact.startAt, this.at),
      at: this.at,
    })
    return true
  }

  /** Raises what holds, unless the rule sleeps, cools down or has its alarm open. */
  hold(rule: TagRule, fact: Fact): void {
    if (!inWindows(rule.windows, this.at) || this.cooling(rule)) return
    this.raise(rule, fact)
  }

  recover(type: LocationAlarmTypeValue, note: string): void {
    if (this.open[type] === undefined) return
    delete this.open[type]
    this.events.push({ do: 'recover', type, kind: null, at: this.at, note })
  }
}

/** Which fences are broken by a fix. Fences that sleep now, or have no rule, are not. */
function broken(run: Evaluation, fix: NonNullable<TagState['fix']>): Map<string, TagRule> {
  const here: Point = [fix.x, fix.y]
  const awake = run.context.rails.flatMap((rail) => {
    const rule = run.context.rules.find(
      (one) => one.alarmType === 'railAlarm' && (one.railIds.length === 0 || one.railIds.includes(rail.railId)),
    )
    return rule && inWindows(rail.windows, run.at) && inWindows(rule.windows, run.at) ? [{ rail, rule }] : []
  })
  // Somebody kept in on several floors may change floors; on a floor without such a fence he has left.
  const keptHere = awake.some(({ rail }) => rail.kind === 'LEAVE' && rail.mapId === fix.mapId)
  const found = new Map<string, TagRule>()
  let away = false
  for (const { rail, rule } of awake) {
    if (rail.mapId === fix.mapId) {
      if (pointInPolygon(here, rail.polygon) !== (rail.kind === 'LEAVE')) found.set(rail.railId, rule)
    } else if (rail.kind === 'LEAVE' && !keptHere && !away) {
      away = true
      found.set(rail.railId, rule)
    }
  }
  return found
}

function railFact(rail: TagRail, since: number, at: number): Fact {
  if (rail.kind === 'LEAVE') return { content: `越出围栏「${rail.railName}」`, startAt: since }
  if (rail.kind === 'ENTER') return { content: `进入禁区「${rail.railName}」`, startAt: since }
  const stayed = minutes(since, at)
  return {
    content: `在「${rail.railName}」停留 ${stayed} 分钟`,
    startAt: since,
    value: stayed,
    threshold: Math.round((rail.stayS ?? 0) / 60),
    unit: '分钟',
  }
}

/** Long enough: the stay, the delay, or (where the fence asks for no longer delay of its own) enough fixes. */
function counts(rail: TagRail, rule: TagRule, one: RailState, at: number): boolean {
  const lasted = at - one.since
  if (rail.kind === 'STAY') return lasted > (rail.stayS ?? 0) * SECOND
  return lasted >= rail.delayS * SECOND || (rail.delayS <= rule.delayS && one.fixes >= rule.reports)
}

function evaluateRails(run: Evaluation, state: TagState, fresh: boolean): Record<string, RailState> {
  const { at, context } = run
  const rails: Record<string, RailState> = {}
  const fix = state.fix
  if (!fix) return rails
  const now = broken(run, fix)
  let left = ''
  for (const rail of context.rails) {
    const before = state.rails?.[rail.railId]
    const rule = now.get(rail.railId)
    if (rule) {
      const one: RailState = before
        ? { since: before.since, fixes: before.fixes + (fresh ? 1 : 0), ...(before.on && { on: true }) }
        : { since: fix.at, fixes: 1 }
      rails[rail.railId] = one
      const known = run.open.railAlarm !== undefined
      // Closed by a person: the same breach speaks again only after the cool-down.
      if (one.on && !known) delete one.on
      if (!one.on && counts(rail, rule, one, at) && !run.cooling(rule)) {
        one.on = true
        run.raise(rule, railFact(rail, one.since, at), known)
      }
    } else if (before && (before.on || rail.kind === 'STAY')) {
      // Back, but not yet for long enough; without a fix nobody knows.
      const back = before.back ?? at
      const need = (run.rule('railAlarm')?.recoverS ?? 0) * SECOND
      if (fresh && at - back >= need) left = rail.railName
      else rails[rail.railId] = { ...before, back }
    }
  }
  if (!Object.values(rails).some((one) => one.on)) {
    run.recover('railAlarm', left ? `已回到「${left}」允许的范围` : '围栏已停用或不在时段内')
  }
  return rails
}

function evaluateSelf(run: Evaluation, next: TagState, message: TagMessage): void {
  const { at } = run
  const low = run.rule('lowPowerAlarm')
  if (typeof message.battery === 'number' && low) {
    const limit = low.threshold ?? 20
    if (message.battery <= limit) {
      next.lowSince ??= at
      next.lowReports = (next.lowReports ?? 0) + 1
      if (next.lowReports >= low.reports) {
        const fact = { content: `电量低 ${message.battery}%`, value: message.battery, threshold: limit, unit: '%' }
        run.hold(low, { ...fact, startAt: next.lowSince })
      }
    } else {
      delete next.lowSince
      delete next.lowReports
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
  if (tamper && next.strapSince !== undefined && at - next.strapSince >= tamper.delayS * SECOND) {
    run.hold(tamper, { content: `腕带松开 ${seconds(next.strapSince, at)} 秒`, startAt: next.strapSince })
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
      if (maintenance && next.faultReports >= maintenance.reports) {
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
      }
    }
  }
  const lost = run.rule('locationOffline')
  if (message.kind === 'position' && next.noFixAt !== undefined && lost && at - next.noFixAt >= lost.delayS * SECOND) {
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

type PressRule = Omit<TagRule, 'ruleId'> & { ruleId: string | null }

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
  level: 3,
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

export function evaluateTag(context: TagContext, state: TagState, message: TagMessage): Evaluated<TagState> {
  if (isLate(state, message)) return { state, events: [] }
  const heard = message.heard ?? message.at
  const next: TagState = { ...state }
  if (message.kind === 'press') {
    const { again, presses } = pressAgain(state.presses, message.button ?? '', message.said ?? null, heard)
    if (again) return { state, events: [] }
    next.presses = presses
  }
  const run = new Evaluation(context, state, message.at)
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
  next.open = run.open
  next.closed = run.closed
  return { state: next, events: run.events }
}
