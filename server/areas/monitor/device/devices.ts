// What the server knows of every device while its messages come in: where it hangs, whose bed it is, which rules count.
// Kept per organisation for a few seconds, and dropped at once when something about it changes.

import type pg from 'pg'
import { OUTING_GRANTED } from '#contract/live/outingMoves'
import { residence } from '#contract/live/residence'
import { IN_HOUSE } from '#contract/live/resident'
import type { DeviceKindValue } from '#contract/monitor/words'
import { MattressRuleStatus } from '#contract/monitor/words'
import {
  type EffectiveRules,
  effectiveRules,
  type Override,
  type Rule,
} from '#server/areas/monitor/alarmRule/effectiveRules'
import { type LadderFacts, ladderFacts } from '#server/areas/monitor/ladder/ladderFacts'
import { positionContextOf } from '#server/areas/monitor/position/positionRules'
import type { TagContext } from '#server/areas/monitor/position/positionRun'
import type { AppContext } from '#server/kit/context'
import { EVENT } from '#server/kit/realtime'

export interface KnownDevice {
  orgId: string
  deviceId: string
  deviceKey: number
  deviceNo: string
  kind: DeviceKindValue
  enabled: boolean
  callFamily: string | null
  callerType: string | null
  bedId: string | null
  roomId: string | null
  /** Who lies in the bed now, or wears the tag. */
  oldmanId: string | null
  userId: string | null
  levelId: string | null
  /** Whose staff see it: the resident's department, or the room's. */
  deptId: string | null
  /** The resident has left the house. */
  away: boolean
  /** It is bound to somebody who no longer lives here. */
  gone: boolean
  intervalS: number
  online: number
  inBed: number | null
  battery: number | null
  clockOffsetS: number
}

/** Topic of the bus: { orgId } whose devices, bindings, rules, fences, duties or people changed. */
export const FORGET_DEVICES = 'monitor/forget'
/** For what is not announced, such as an outing that another process has seen end. */
const KEPT_MS = 10_000

const DEVICES = `select d.org_id as "orgId", d.device_id as "deviceId", d.device_key as "deviceKey", d.device_no as "deviceNo", d.kind, d.enabled,
  d.call_family as "callFamily", d.caller_type as "callerType", d.bed_id as "bedId", coalesce(b.room_id, d.room_id) as "roomId",
  o.oldman_id as "oldmanId", d.user_id as "userId", o.level_id as "levelId", coalesce(o.dept_id, r.dept_id) as "deptId",
  coalesce(away.out, false) as away,
  coalesce(o.status not in (${IN_HOUSE}), false) as gone, d.interval_s as "intervalS", d.online, d.in_bed as "inBed", d.battery,
  d.clock_offset_s as "clockOffsetS"
from device d
left join bed b on b.org_id = d.org_id and b.bed_id = d.bed_id
left join room r on r.org_id = d.org_id and r.room_id = coalesce(b.room_id, d.room_id)
left join oldman i on d.oldman_id is null and i.org_id = d.org_id and i.current_bed_id = d.bed_id
left join oldman o on o.org_id = d.org_id and o.oldman_id = coalesce(d.oldman_id, i.oldman_id)
left join lateral (select true as out from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id
  and u.state in (${OUTING_GRANTED}) and u.actual_out is not null and u.actual_return is null limit 1) away on true
where d.org_id = $1 and d.device_key > $2 order by d.device_key limit $3`

const RULES = `select rule_id as "ruleId", kind, scope, scope_ids as "scopeIds", windows, upper, lower,
  recover_upper as "recoverUpper", recover_lower as "recoverLower", duration_s as "durationS", recover_s as "recoverS",
  repeat_s as "repeatS", cooldown_s as "cooldownS", level, voice_times as "voiceTimes", status
from alarm_rule where org_id = $1 and status = ${MattressRuleStatus.is.on} order by created_at, rule_id`

const OVERRIDES = `select oldman_id as "oldmanId", kind, off, upper, lower, duration_s as "durationS"
from alarm_override where org_id = $1`

const MAPS = 'select map_id as "mapId", map_key as "mapKey" from floor_map where org_id = $1'

interface RuleSubject {
  oldmanId: string
  deptId: string | null
  levelId: string | null
}

async function ruleRows(pool: pg.Pool | pg.ClientBase, orgId: string) {
  const rules = (await pool.query<Rule>(RULES, [orgId])).rows
  return { rules, overrides: (await pool.query<Override>(OVERRIDES, [orgId])).rows }
}

/** The rules of the mattresses of an organisation, cut to a resident. */
export async function rulesOf(pool: pg.Pool | pg.ClientBase, orgId: string) {
  const { rules, overrides } = await ruleRows(pool, orgId)
  return (resident: RuleSubject): EffectiveRules => effectiveRules(rules, overrides, resident)
}

/** As long as no rule changes, a thousand residents are not cut to again with every load. */
interface Cuts {
  text: string
  of(resident: RuleSubject): EffectiveRules
}

async function cutsOf(pool: pg.Pool, orgId: string, before: Cuts | undefined): Promise<Cuts> {
  const { rules, overrides } = await ruleRows(pool, orgId)
  const text = JSON.stringify([rules, overrides])
  if (before?.text === text) return before
  const known = new Map<string, EffectiveRules>()
  /** Most residents have the same: each is kept once. */
  const different = new Map<string, EffectiveRules>()
  function cut(resident: RuleSubject): EffectiveRules {
    const made = effectiveRules(rules, overrides, resident)
    const words = JSON.stringify(made)
    const same = different.get(words) ?? made
    different.set(words, same)
    return same
  }
  return {
    text,
    of(resident) {
      const key = `${resident.oldmanId} ${resident.deptId} ${resident.levelId}`
      let rulesOfResident = known.get(key)
      if (!rulesOfResident) known.set(key, (rulesOfResident = cut(resident)))
      return rulesOfResident
    },
  }
}

export interface House {
  cuts: Cuts
  devices: ReadonlyMap<string, KnownDevice>
  /** Numbers of the floor maps, by id. */
  mapKeys: ReadonlyMap<string, number>
  /** Whom an alarm that begins tells; later steps ask again. */
  ladder: LadderFacts
  rulesFor(device: KnownDevice): EffectiveRules
  /** null: positioning is switched off. */
  tagContext(device: KnownDevice): TagContext | null
}

const NO_RULES: EffectiveRules = {}

/** A thousand devices read at once would hold up an alarm; whoever has no house yet waits for all of them anyway. */
const SLICE = 100
const BETWEEN_SLICES_MS = 40

async function loadDevices(pool: pg.Pool, orgId: string, slice: number): Promise<Map<string, KnownDevice>> {
  const devices = new Map<string, KnownDevice>()
  for (let after = 0; ; await new Promise((resolve) => setTimeout(resolve, BETWEEN_SLICES_MS))) {
    const values = [orgId, after, slice]
    const { rows } = await pool.query<KnownDevice>({ name: 'monitor-devices', text: DEVICES, values })
    for (const row of rows) devices.set(row.deviceId, row)
    if (rows.length < slice) return devices
    after = rows.at(-1)!.deviceKey
  }
}

async function loadHouse(pool: pg.Pool, orgId: string, before?: House): Promise<House> {
  const [devices, cuts, positioning, maps, ladders] = await Promise.all([
    loadDevices(pool, orgId, before ? SLICE : Number.MAX_SAFE_INTEGER),
    cutsOf(pool, orgId, before?.cuts),
    positionContextOf(pool, orgId),
    pool.query<{ mapId: string; mapKey: number }>(MAPS, [orgId]),
    ladderFacts(pool, [orgId]),
  ])
  const tags = new Map<string, TagContext | null>()
  const kept = <T>(map: Map<string, T>, key: string, make: () => T): T => {
    if (!map.has(key)) map.set(key, make())
    return map.get(key) as T
  }
  return {
    cuts,
    devices,
    ladder: ladders.get(orgId)!,
    mapKeys: new Map(maps.rows.map((row) => [row.mapId, row.mapKey])),
    rulesFor: ({ oldmanId, deptId, levelId }) =>
      oldmanId === null ? NO_RULES : cuts.of({ oldmanId, deptId, levelId }),
    tagContext: ({ deviceId, oldmanId, userId, deptId, levelId, away }) =>
      kept(tags, deviceId, () => positioning.contextFor({ oldmanId, userId, deptId, levelId, muted: away })),
  }
}

export interface Houses {
  of(orgId: string): Promise<House>
  /** Without waiting: null when it must be read first. */
  known(orgId: string): House | null
  forget(orgId: string): void
}

interface Known {
  house: Promise<House>
  loaded: House | null
  until: number
}

export function createHouses(app: Pick<AppContext, 'pool' | 'bus'>): Houses {
  const houses = new Map<string, Known>()
  const forget = (orgId: string) => void houses.delete(orgId)
  /** Meanwhile the old one serves: nobody has said that it is wrong, and messages do not wait. */
  function renew(orgId: string, known: Known): void {
    known.until = Date.now() + KEPT_MS
    const load = async () => loadHouse(app.pool, orgId, await known.house)
    load().then(
      (house) => {
        if (houses.get(orgId) !== known) return
        known.house = Promise.resolve(house)
        known.loaded = house
      },
      () => {
        known.until = 0
      },
    )
  }
  app.bus.subscribe(FORGET_DEVICES, (message) => forget((message as { orgId: string }).orgId))
  // Who lies where and who is out: everything that alters the room map says so.
  app.bus.subscribe(`${EVENT}/${residence.events.changed.name}`, (message) =>
    forget((message as { orgId: string }).orgId),
  )
  function find(orgId: string): Known | undefined {
    const known = houses.get(orgId)
    if (known && known.until <= Date.now()) renew(orgId, known)
    return known
  }
  function load(orgId: string): Promise<House> {
    const known: Known = { house: loadHouse(app.pool, orgId), loaded: null, until: Date.now() + KEPT_MS }
    houses.set(orgId, known)
    known.house.then(
      (house) => {
        known.loaded = house
      },
      // A failed load is tried again with the next message.
      () => {
        if (houses.get(orgId) === known) forget(orgId)
      },
    )
    return known.house
  }
  return {
    of: (orgId) => find(orgId)?.house ?? load(orgId),
    known: (orgId) => find(orgId)?.loaded ?? null,
    forget,
  }
}
