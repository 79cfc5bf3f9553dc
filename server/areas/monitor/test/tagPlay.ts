// A tag that lives through some seconds: what the positioning rules say to its messages.
import type { LocationAlarmTypeValue } from '#contract/monitor/words'
import { evaluateTag } from '#server/areas/monitor/position/positionEvaluate'
import { positionPresets } from '#server/areas/monitor/position/positionRules'
import type { TagContext, TagMessage, TagRail, TagRule, TagState } from '#server/areas/monitor/position/positionRun'

/** 2026-01-10 10:00:00 in China. */
export const T0 = Date.UTC(2026, 0, 10, 2, 0, 0)
export const S = 1000
export const MIN = 60 * S

export const rules: TagRule[] = positionPresets.map((one) => ({
  ...one,
  ruleId: one.alarmType,
  railIds: [],
  windows: [],
}))
export const withRule = (type: LocationAlarmTypeValue, change: Partial<TagRule>) =>
  rules.map((one) => (one.alarmType === type ? { ...one, ...change } : one))

export const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
]
export const rail = (change: Partial<TagRail>): TagRail => ({
  railId: 'r1',
  railName: '一层',
  mapId: 'm1',
  kind: 'LEAVE',
  polygon: square(0, 10),
  windows: [],
  delayS: 15,
  stayS: null,
  ...change,
})
export const context = (change: Partial<TagContext> = {}): TagContext => ({ rules, rails: [], muted: false, ...change })

export type Step = Omit<Partial<TagMessage>, 'at'> & { s: number; closes?: string }
/** Feeds the steps; answers what happened as "second:+type" or "second:-type", and the last state. */
export function play(known: TagContext, steps: readonly Step[], from: TagState = {}) {
  let state = from
  const said: string[] = []
  const contents: string[] = []
  for (const { s, closes, ...message } of steps) {
    if (closes) state = { ...state, closed: { ...state.closed, [closes]: T0 + s * S } }
    // Through JSON, as the state travels over a restart.
    const answer = evaluateTag(known, JSON.parse(JSON.stringify(state)) as TagState, {
      kind: 'position',
      ...message,
      at: T0 + s * S,
      said: T0 + s * S,
    })
    state = answer.state
    for (const event of answer.events) {
      said.push(`${s}:${event.do === 'raise' ? '+' : '-'}${event.type}`)
      contents.push(event.do === 'raise' ? event.content : event.note)
    }
  }
  return { said, contents, state }
}
export const inside = { mapId: 'm1', x: 5, y: 5 }
export const outside = { mapId: 'm1', x: 15, y: 5 }
export const every = (step: number, from: number, to: number, message: Omit<Step, 's'>): Step[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => ({ s: from + i * step, ...message }))
