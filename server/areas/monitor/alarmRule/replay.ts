// A stored month once more, under other values of a rule: the readings of a resident run through the evaluator twice, as the
// rule stands and as it is tried. Pure; whoever reads the rows feeds them in.
import type { RuleKindValue } from '#contract/monitor/words'
import type { EffectiveRule } from './effectiveRules.ts'
import { evaluate, type MattressState, type Reading } from './evaluate.ts'

export interface Interval {
  from: number
  at: number
  /** null: it was still open at the end. */
  to: number | null
  content: string
}

export interface Runner {
  take(reading: Reading, muted: boolean): void
  raised(): Interval[]
}

/** What one rule raises among those of its kind. Nobody handles alarms in a replay: each lasts until it recovers. */
export function runner(kind: RuleKindValue, all: readonly EffectiveRule[], ruleId: string, intervalS: number): Runner {
  const rules = { [kind]: all.map((rule) => ({ ...rule, repeatS: 0 })) }
  let state: MattressState = {}
  let open: Interval | null = null
  const raised: Interval[] = []
  return {
    take(reading, muted) {
      const next = evaluate({ rules, muted, intervalS }, state, reading)
      state = next.state
      for (const event of next.events) {
        if (event.do === 'recover') {
          if (open) open.to = event.at
          open = null
        } else if (!open) {
          open = { from: event.startAt, at: event.at, to: null, content: event.content }
          if (event.ruleId === ruleId) raised.push(open)
        }
      }
    },
    raised: () => raised,
  }
}

export const meets = (a: { from: number; to: number | null }, b: { from: number; to: number | null }) =>
  a.from <= (b.to ?? Number.POSITIVE_INFINITY) && b.from <= (a.to ?? Number.POSITIVE_INFINITY)

export interface Compared {
  /** Only under the other values, and no longer under them. */
  added: Interval[]
  gone: Interval[]
}

export function compare(before: readonly Interval[], after: readonly Interval[]): Compared {
  return {
    added: after.filter((one) => !before.some((other) => meets(one, other))),
    gone: before.filter((one) => !after.some((other) => meets(one, other))),
  }
}
