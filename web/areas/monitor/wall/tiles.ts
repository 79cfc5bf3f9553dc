// The tiles of the wall, each updated alone: a thousand beds report every few seconds, and only what changed is drawn.

import { useSyncExternalStore } from 'react'
import type { TileData } from '#contract/monitor/mattress'
import type { WallBedData } from '#contract/monitor/wall'
import { OnlineStatus } from '#contract/monitor/words'
import { groupTaken } from '#web/areas/monitor/alarmGroups'
import type { Held } from '#web/areas/monitor/alarmOrder'

export type TileState =
  | 'alarm'
  | 'taken'
  | 'empty'
  | 'away'
  | 'bare'
  | 'offline'
  | 'watched'
  | 'out'
  | 'up'
  | 'in'
  | 'quiet'

export interface TileView {
  bed: WallBedData
  state: TileState
  /** The alarms of this bed and of whoever lies there, the most urgent first. */
  alarms: readonly Held[]
}

/** What a tile shows, the most urgent reason first. */
export function stateOf(bed: WallBedData, alarms: readonly Held[]): TileState {
  if (alarms.length > 0) return groupTaken(alarms) ? 'taken' : 'alarm'
  if (!bed.taken) return 'empty'
  if (bed.away) return 'away'
  if (bed.deviceId === null) return 'bare'
  if (bed.online === OnlineStatus.is.offline) return 'offline'
  if (bed.watching.some((kind) => kind !== 'EXIT' && kind !== 'STILL')) return 'watched'
  // By day nobody is missed in bed: only where a rule counts the time does a tile ask to be looked at.
  if (bed.inBed === 0) return bed.watching.includes('EXIT') ? 'out' : 'up'
  return bed.inBed === 1 ? 'in' : 'quiet'
}

export interface Counts {
  in: number
  out: number
  away: number
  offline: number
  empty: number
}

const COUNTED: Readonly<Record<TileState, keyof Counts | null>> = {
  alarm: null,
  taken: null,
  empty: 'empty',
  away: 'away',
  bare: null,
  offline: 'offline',
  watched: 'in',
  out: 'out',
  up: 'out',
  in: 'in',
  quiet: 'in',
}

const none: readonly Held[] = []
const same = (a: readonly Held[] = none, b: readonly Held[] = none) =>
  a.length === b.length && a.every((one, at) => one === b[at])

export function createTiles() {
  let views = new Map<string, TileView>()
  let bedOfDevice = new Map<string, string>()
  let alarms: ReadonlyMap<string, readonly Held[]> = new Map()
  let held: readonly Held[] = []
  let bedOfResident = new Map<string, string>()
  const byBed = new Map<string, Set<() => void>>()
  const all = new Set<() => void>()
  let counts = new Map<string | null, Counts>()

  const viewOf = (bed: WallBedData): TileView => {
    const own = alarms.get(bed.bedId) ?? none
    return { bed, alarms: own, state: stateOf(bed, own) }
  }
  /** A cry from a tag has no bed of its own: it stands at the bed of whoever wears it. */
  const bedOf = ({ card }: Held) =>
    card.bedId ?? (card.oldmanId === null ? null : (bedOfResident.get(card.oldmanId) ?? null))
  const byBeds = () => {
    const next = new Map<string, Held[]>()
    for (const one of held) {
      const bedId = bedOf(one)
      if (bedId !== null) next.set(bedId, [...(next.get(bedId) ?? []), one])
    }
    return next
  }
  const put = (bedId: string, bed: WallBedData) => {
    views.set(bedId, viewOf(bed))
    for (const listener of byBed.get(bedId) ?? []) listener()
  }
  const tellAll = () => {
    counts = new Map()
    for (const listener of all) listener()
  }

  return {
    /** The whole house, as the server told it. */
    reset(beds: readonly WallBedData[]) {
      bedOfResident = new Map(beds.flatMap((bed) => (bed.oldmanId ? [[bed.oldmanId, bed.bedId] as const] : [])))
      alarms = byBeds()
      views = new Map(beds.map((bed) => [bed.bedId, viewOf(bed)]))
      bedOfDevice = new Map(beds.flatMap((bed) => (bed.deviceId ? [[bed.deviceId, bed.bedId] as const] : [])))
      for (const listeners of byBed.values()) for (const listener of listeners) listener()
      tellAll()
    },
    /** What mattresses said since. */
    update(tiles: readonly TileData[]) {
      let counted = false
      for (const { deviceId, move: _, ...said } of tiles) {
        const bedId = bedOfDevice.get(deviceId)
        const view = bedId === undefined ? undefined : views.get(bedId)
        if (!view || bedId === undefined) continue
        put(bedId, { ...view.bed, ...said })
        counted ||= views.get(bedId)!.state !== view.state
      }
      if (counted) tellAll()
    },
    setAlarms(open: readonly Held[]) {
      const before = alarms
      held = open
      const next = byBeds()
      alarms = next
      for (const bedId of new Set([...before.keys(), ...next.keys()])) {
        const view = views.get(bedId)
        if (view && !same(before.get(bedId), next.get(bedId))) put(bedId, view.bed)
      }
      tellAll()
    },
    get: (bedId: string) => views.get(bedId) ?? null,
    ofDevice: (deviceId: string | null) => {
      const bedId = deviceId === null ? undefined : bedOfDevice.get(deviceId)
      return bedId === undefined ? null : (views.get(bedId) ?? null)
    },
    bedOfDevice: (deviceId: string | null) => (deviceId === null ? null : (bedOfDevice.get(deviceId) ?? null)),
    /** Of one building, or of all. */
    counts(key: string, belongs: (bed: WallBedData) => boolean): Counts {
      const known = counts.get(key)
      if (known) return known
      const made: Counts = { in: 0, out: 0, away: 0, offline: 0, empty: 0 }
      for (const { bed, state } of views.values()) {
        const counted = COUNTED[state]
        if (counted && belongs(bed)) made[counted]++
        // Somebody with an alarm still lies in or beside the bed.
        else if (counted === null && state !== 'bare' && belongs(bed)) made[bed.inBed === 0 ? 'out' : 'in']++
      }
      counts.set(key, made)
      return made
    },
    subscribe(bedId: string | null, listener: () => void): () => void {
      if (bedId === null) {
        all.add(listener)
        return () => void all.delete(listener)
      }
      const set = byBed.get(bedId) ?? new Set()
      byBed.set(bedId, set)
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0) byBed.delete(bedId)
      }
    },
  }
}
export type Tiles = ReturnType<typeof createTiles>

const nothing = () => () => undefined

export const useTile = (tiles: Tiles, bedId: string | null): TileView | null =>
  useSyncExternalStore(bedId === null ? nothing : (listener) => tiles.subscribe(bedId, listener), () =>
    bedId === null ? null : tiles.get(bedId),
  )

export const useCounts = (tiles: Tiles, key: string, belongs: (bed: WallBedData) => boolean): Counts =>
  useSyncExternalStore(
    (listener) => tiles.subscribe(null, listener),
    () => tiles.counts(key, belongs),
  )
