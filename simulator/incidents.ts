// What can happen, as layers over what a device would say: somebody leaves the bed, the heart races, the bed is wet, a
// tag leaves the house, its strap opens, a device falls silent. Pure: a moment and a message in, a message out.
import type { Button, MattressReadingData, TagPositionData } from '#contract/monitor/payload'

export const INCIDENTS = [
  'exit',
  'heart',
  'breath',
  'wet',
  'restless',
  'still',
  'offline',
  'sos',
  'manual',
  'fence',
  'strap',
  'lowPower',
  'bedCall',
  'toiletCall',
  'reinforce',
] as const
export type IncidentKind = (typeof INCIDENTS)[number]

/** Which devices an incident happens to. */
export const DEVICE_OF: Readonly<Record<IncidentKind, 'MATTRESS' | 'TAG' | 'CALL' | 'ANY'>> = {
  exit: 'MATTRESS',
  heart: 'MATTRESS',
  breath: 'MATTRESS',
  wet: 'MATTRESS',
  restless: 'MATTRESS',
  still: 'MATTRESS',
  offline: 'ANY',
  sos: 'TAG',
  manual: 'TAG',
  fence: 'TAG',
  strap: 'TAG',
  lowPower: 'TAG',
  bedCall: 'CALL',
  toiletCall: 'CALL',
  reinforce: 'CALL',
}

/** How long it lasts when nobody says. */
export const USUAL_SECONDS: Readonly<Record<IncidentKind, number>> = {
  exit: 14 * 60,
  heart: 4 * 60,
  breath: 4 * 60,
  wet: 6 * 60,
  restless: 8 * 60,
  still: 150 * 60,
  offline: 12 * 60,
  sos: 0,
  manual: 0,
  fence: 3 * 60,
  strap: 90,
  lowPower: 10 * 60,
  bedCall: 120,
  toiletCall: 120,
  reinforce: 180,
}

export interface Incident {
  kind: IncidentKind
  /** Milliseconds since 1970; it lasts until just before `to`. */
  from: number
  to: number
}

export const incidentAt = (kind: IncidentKind, from: number, seconds = USUAL_SECONDS[kind]): Incident => ({
  kind,
  from,
  to: from + seconds * 1_000,
})

const holds = (one: Incident, at: number) => at >= one.from && at < one.to

const RISES = 45_000
/** Up within three quarters of a minute, and down again. */
function slope(one: Incident, at: number): number {
  return Math.min(1, (at - one.from) / RISES, (one.to - at) / RISES)
}

const HEART_TOP = 136
const BREATH_TOP = 36
const BIG = 2

const OUT = { inBed: 0, heart: 0, breath: 0, move: 0, turn: 0 } as const

/** null: the device says nothing. */
export function mattressIncidents(
  incidents: readonly Incident[],
  at: number,
  reading: MattressReadingData,
): MattressReadingData | null {
  let said: MattressReadingData = reading
  for (const one of incidents) {
    if (!holds(one, at)) continue
    if (one.kind === 'offline') return null
    if (one.kind === 'exit') said = { ...said, ...OUT }
    else if (one.kind === 'wet') said = { ...said, inBed: 1, wet: 1 }
    else if (one.kind === 'still') said = { ...said, inBed: 1, move: 0, turn: 0 }
    else if (one.kind === 'restless') said = { ...said, inBed: 1, move: BIG }
    else if (one.kind === 'heart') {
      const calm = said.heart || 72
      said = { ...said, inBed: 1, move: 0, heart: Math.round(calm + (HEART_TOP - calm) * slope(one, at)) }
    } else if (one.kind === 'breath') {
      const calm = said.breath || 16
      said = { ...said, inBed: 1, move: 0, breath: Math.round(calm + (BREATH_TOP - calm) * slope(one, at)) }
    }
  }
  return said
}

/** Where a tag goes that leaves: beyond the left edge of the picture. */
const AWAY = { x: -12, y: 5 } as const

export function tagIncidents(
  incidents: readonly Incident[],
  at: number,
  position: TagPositionData,
): TagPositionData | null {
  let said: TagPositionData = position
  for (const one of incidents) {
    if (!holds(one, at)) continue
    if (one.kind === 'offline') return null
    if (one.kind === 'strap') said = { ...said, strap: 0 }
    else if (one.kind === 'lowPower') said = { ...said, battery: 12 }
    else if (one.kind === 'fence') said = { ...said, ...AWAY }
  }
  return said
}

export const isSilent = (incidents: readonly Incident[], at: number) =>
  incidents.some((one) => one.kind === 'offline' && holds(one, at))

const PRESSED: Partial<Record<IncidentKind, Button>> = {
  sos: 'sos',
  manual: 'manual',
  bedCall: 'bed',
  toiletCall: 'toilet',
  reinforce: 'reinforce',
}

/** Buttons pressed after `from` up to `to`. A call that nobody answers is reset at the bed in the end. */
export function pressesBetween(incidents: readonly Incident[], from: number, to: number): Button[] {
  const within = (at: number) => at > from && at <= to
  return incidents.flatMap((one) => {
    const button = PRESSED[one.kind]
    if (!button) return []
    const presses: Button[] = within(one.from) ? [button] : []
    if (one.to > one.from && within(one.to)) presses.push('reset')
    return presses
  })
}
