// Readings become minutes: the sums that charts and nights are made of. A minute is kept with the device's state while
// it lasts and written when the next one begins.
import type { Reading } from '#server/areas/monitor/alarmRule/evaluate'

export interface Minute {
  /** Number of the minute since 1970. */
  m: number
  n: number
  bed: number
  hn: number
  hs: number
  hlo: number | null
  hhi: number | null
  bn: number
  bs: number
  blo: number | null
  bhi: number | null
  turns: number
  moves: number
  exits: number
  wet: number
}

/** A device that speaks a thousand times a second fills a column, and no more. */
export const MOST = 32_000
const upTo = (value: number) => Math.min(value, MOST)

const MINUTE = 60_000
const LARGE = 2

const lower = (a: number | null, b: number) => (a === null || b < a ? b : a)
const higher = (a: number | null, b: number) => (a === null || b > a ? b : a)

const begun = (m: number): Minute => ({
  m,
  n: 0,
  bed: 0,
  hn: 0,
  hs: 0,
  hlo: null,
  hhi: null,
  bn: 0,
  bs: 0,
  blo: null,
  bhi: null,
  turns: 0,
  moves: 0,
  exits: 0,
  wet: 0,
})

/** The minute with one more reading; `done` is the one before, when this reading begins another. */
export function addToMinute(
  running: Minute | undefined,
  reading: Reading,
  leftBed: boolean,
): { running: Minute; done: Minute | null } {
  const m = Math.floor(reading.at / MINUTE)
  const same = running?.m === m
  const now = same ? running : begun(m)
  const { heart, breath } = reading
  return {
    done: running && !same ? running : null,
    running: {
      m,
      n: upTo(now.n + 1),
      bed: upTo(now.bed + reading.inBed),
      hn: upTo(now.hn + (heart === null ? 0 : 1)),
      hs: now.hs + (now.hn < MOST ? (heart ?? 0) : 0),
      hlo: heart === null ? now.hlo : lower(now.hlo, heart),
      hhi: heart === null ? now.hhi : higher(now.hhi, heart),
      bn: upTo(now.bn + (breath === null ? 0 : 1)),
      bs: now.bs + (now.bn < MOST ? (breath ?? 0) : 0),
      blo: breath === null ? now.blo : lower(now.blo, breath),
      bhi: breath === null ? now.bhi : higher(now.bhi, breath),
      turns: upTo(now.turns + reading.turn),
      moves: upTo(now.moves + (reading.move === LARGE ? 1 : 0)),
      exits: upTo(now.exits + (leftBed ? 1 : 0)),
      wet: Math.max(now.wet, reading.wet),
    },
  }
}
