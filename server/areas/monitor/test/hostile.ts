// What a hostile request to the calls of the monitoring needs to get past the first checks, noun by noun.
import type { Knowledge } from '#server/kit/test/attacker'
import * as alarm from './hostileAlarm.ts'
import * as calls from './hostileCalls.ts'
import * as devices from './hostileDevices.ts'
import * as health from './hostileHealth.ts'
import * as position from './hostilePosition.ts'
import * as wall from './hostileWall.ts'

const all = [alarm, calls, devices, health, position, wall]

export const recipes: Knowledge['recipes'] = Object.assign({}, ...all.map((one) => one.recipes))
export const places: Knowledge['places'] = Object.assign({}, ...all.map((one) => one.places))
export const costly: Knowledge['costly'] = all.flatMap((one) => one.costly ?? [])
