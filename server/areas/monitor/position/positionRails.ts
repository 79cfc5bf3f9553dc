// Fences: which are broken by where a tag is, for how long, and when that counts.
import { type Point, pointInPolygon } from '#contract/monitor/polygon'
import { inWindows, type Said } from '#server/areas/monitor/alarmRule/evaluation'
import {
  type Evaluation,
  type Fact,
  minutes,
  type RailState,
  SECOND,
  type TagRail,
  type TagRule,
  type TagState,
} from './positionRun.ts'

/** Which fences are broken by a fix. Fences that sleep now, or have no rule, are not. */
function broken(run: Evaluation, fix: NonNullable<TagState['fix']>): Map<string, TagRule> {
  const here: Point = [fix.x, fix.y]
  const awake = run.context.rails.flatMap((rail) => {
    const rule = run.context.rules.find(
      (one) => one.alarmType === 'railAlarm' && (one.railIds.length === 0 || one.railIds.includes(rail.railId)),
    )
    const { railId } = rail
    if (!rule) {
      run.trace?.push({ verdict: 'NO_RULE', type: 'railAlarm', kind: null, ruleId: null, railId })
      return []
    }
    if (inWindows(rail.windows, run.at) && inWindows(rule.windows, run.at)) return [{ rail, rule }]
    if (run.trace) run.say('WINDOW', rule, { railId })
    return []
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
  const of = { startAt: since, rail: { railId: rail.railId } }
  if (rail.kind === 'LEAVE') return { ...of, content: `越出围栏「${rail.railName}」` }
  if (rail.kind === 'ENTER') return { ...of, content: `进入禁区「${rail.railName}」` }
  const stayed = minutes(since, at)
  return {
    ...of,
    content: `在「${rail.railName}」停留 ${stayed} 分钟`,
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

const notYet = (rail: TagRail, rule: TagRule, one: RailState): Partial<Said> => ({
  railId: rail.railId,
  since: one.since,
  needS: rail.kind === 'STAY' ? (rail.stayS ?? 0) : rail.delayS,
  reports: one.fixes,
  ...(rail.kind !== 'STAY' && rail.delayS <= rule.delayS && { needReports: rule.reports }),
})

export function evaluateRails(run: Evaluation, state: TagState, fresh: boolean): Record<string, RailState> {
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
      const until = run.coolsUntil(rule)
      if (one.on) {
        if (run.trace) run.say('OPEN', rule, { railId: rail.railId, since: one.since })
      } else if (!counts(rail, rule, one, at)) {
        if (run.trace) run.say('NOT_YET', rule, notYet(rail, rule, one))
      } else if (until !== null) {
        if (run.trace) run.say('COOLING', rule, { railId: rail.railId, since: one.since, until })
      } else {
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
