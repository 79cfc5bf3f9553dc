// Whether a press is one that was sent again. QoS 1 delivers a message twice when its acknowledgement is lost; the second
// carries the same button and the same time, soon after the first. Everything else is somebody pressing: when in doubt
// it counts, since a call that is shown twice costs a walk and a call that is lost may cost more.
import { isPossible } from './readingTime.ts'

/** Button, the time its device said, and when it arrived. */
export type HeardPress = [button: string, said: number, heard: number]

/** Devices connect again within seconds; a clock that stands still would swallow every press of a longer while. */
export const RETRY_MS = 2 * 60_000
/** Of a button that is pressed hundreds of times a second only the last ones are remembered. */
const REMEMBERED = 24

/** `said` is null when the device said no time, or one that cannot be: then nothing tells two presses apart. */
export function pressAgain(
  known: readonly HeardPress[] | undefined,
  button: string,
  said: number | null,
  heard: number,
): { again: boolean; presses: HeardPress[] } {
  // What an earlier version kept had another form.
  const before = Array.isArray(known) ? known.filter(([, , at]) => heard - at <= RETRY_MS) : []
  if (said === null || !isPossible(said, heard)) return { again: false, presses: before }
  if (before.some(([which, at]) => which === button && at === said)) return { again: true, presses: before }
  return { again: false, presses: [...before.slice(1 - REMEMBERED), [button, said, heard]] }
}
