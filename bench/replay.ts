// A month of readings judged once more: as long for every reading, however many came before.
import { type Runner, runner } from '#server/areas/monitor/alarmRule/replay'

const LIMITS = { windows: [], upper: 120, lower: 45, recoverUpper: 115, recoverLower: 48, durationS: 60, recoverS: 60 }
const RULE = { ...LIMITS, ruleId: 'r', repeatS: 0, cooldownS: 300, level: 3, voiceTimes: 3 }

function judged(one: Runner, from: number, count: number): number {
  const began = performance.now()
  for (let i = from; i < from + count; i++) {
    one.take({ at: i * 5_000, inBed: 1, heart: 60 + (i % 20), breath: 15, move: 0, turn: 0, wet: 0 }, false)
  }
  return performance.now() - began
}

/** The last fifth of 500,000 readings against the first, and how long all took. */
export function replayTimes(): { ratio: number; ms: number } {
  const part = 100_000
  judged(runner('HEART', [RULE], 'r', 5), 0, part)
  const one = runner('HEART', [RULE], 'r', 5)
  const parts = Array.from({ length: 5 }, (_, i) => judged(one, i * part, part))
  return { ratio: parts[4]! / parts[0]!, ms: parts.reduce((sum, ms) => sum + ms, 0) }
}
