// The scripted night against the rules every house begins with: exactly the expected alarms, and each ends by itself.
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '#server/areas/monitor/alarmRule/defaultRules'
import { effectiveRules } from '#server/areas/monitor/alarmRule/effectiveRules'
import { evaluate, type MattressState, type Reading } from '#server/areas/monitor/alarmRule/evaluate'
import { bedReadings, type NightBed, type ScriptedNight, scriptedNight } from '#simulator/night'
import { dayOf } from '#simulator/sleeper'

const rulesOf = (bed: NightBed) =>
  effectiveRules(
    DEFAULT_RULES.map((rule, n) => ({
      ...rule,
      ruleId: `rule${n}`,
      scopeIds: (rule.kind === 'EXIT' && bed.fallRisk) || (rule.kind === 'STILL' && bed.bedBound) ? ['resident'] : [],
    })),
    [],
    { oldmanId: 'resident', deptId: null, levelId: null },
  )

const none = (value: number | null | undefined) => (value === undefined || value === 0 || value === 255 ? null : value)

interface Outcome {
  kind: string
  at: number
  ended: number | null
}

function play(night: ScriptedNight, bed: NightBed): Outcome[] {
  const context = { rules: rulesOf(bed), muted: false, intervalS: night.intervalS }
  let state: MattressState = {}
  const open = new Map<string, Outcome>()
  const all: Outcome[] = []
  for (const said of bedReadings(night, bed)) {
    const reading: Reading = {
      at: said.at,
      inBed: said.inBed as 0 | 1,
      heart: none(said.heart),
      breath: none(said.breath),
      move: said.move ?? 0,
      turn: said.turn ?? 0,
      wet: said.wet ?? 0,
    }
    const next = evaluate(context, state, reading)
    state = next.state
    for (const event of next.events) {
      const kind = event.kind!
      if (event.do === 'recover') {
        open.get(kind)!.ended = event.at
        open.delete(kind)
      } else if (!open.has(kind)) {
        const one: Outcome = { kind, at: event.at, ended: null }
        open.set(kind, one)
        all.push(one)
      }
    }
  }
  return all
}

const DAYS = [dayOf(Date.parse('2026-11-14T12:00:00+08:00')), dayOf(Date.parse('2026-02-28T12:00:00+08:00'))]

describe.each(DAYS)('the scripted night of day %d', (day) => {
  const night = scriptedNight(day)
  it.each(night.beds.map((bed) => [bed.story, bed] as const))('%s', (_, bed) => {
    const raised = play(night, bed)
    expect(raised.map((one) => one.kind)).toEqual(bed.expected.map((one) => one.kind))
    raised.forEach((one, i) => {
      const { from, to } = bed.expected[i]!
      expect(one.at).toBeGreaterThanOrEqual(from)
      expect(one.at).toBeLessThanOrEqual(to)
      expect(one.ended, 'ends by itself').not.toBeNull()
    })
  })

  it('is the same with readings twice as far apart', () => {
    const slow = scriptedNight(day, 10)
    for (const bed of slow.beds) {
      expect(play(slow, bed).map((one) => one.kind)).toEqual(bed.expected.map((one) => one.kind))
    }
  })
})
