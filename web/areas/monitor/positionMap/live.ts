// Who is where: the people as the server knows them, moved on by the dots that come every second.

import { useCallback, useMemo, useRef, useState } from 'react'
import { mattress } from '#contract/monitor/mattress'
import { areaOf, type Point, pointInPolygon } from '#contract/monitor/polygon'
import { type PersonData, positionDevice } from '#contract/monitor/positionDevice'
import type { FloorMapData } from '#contract/monitor/positionMap'
import { LinkStatus, OnlineStatus } from '#contract/monitor/words'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'

/** Below this a dot gets its ring. */
export const LOW_BATTERY = 20

interface Moved {
  mapId: string | null
  x: number | null
  y: number | null
  at: number
  battery: number | null
  online: number
}

export interface LivePerson extends PersonData {
  online: boolean
}

const ASK_AGAIN_MS = 5_000

export interface Live {
  people: readonly LivePerson[]
  loading: boolean
  error: ReturnType<typeof useCall>['error']
  refetch(): void
}

export function useLive(): Live {
  const asked = useCall(positionDevice.calls.live, {}, { staleTime: 0 })
  const [moved, setMoved] = useState<ReadonlyMap<string, Moved>>(new Map())
  const known = useMemo(() => new Set(asked.data?.map((one) => one.deviceId)), [asked.data])
  const askedAt = useRef(0)
  useEvent(
    mattress.events.dots,
    useCallback(
      ({ dots }) => {
        setMoved((now) => {
          const next = new Map(now)
          for (const dot of dots) {
            const before = next.get(dot.deviceId)
            if (!before || before.at <= dot.at) next.set(dot.deviceId, dot)
          }
          return next
        })
        // A tag that was bound a moment ago.
        if (dots.some((dot) => !known.has(dot.deviceId)) && Date.now() - askedAt.current > ASK_AGAIN_MS) {
          askedAt.current = Date.now()
          void queryClient.invalidateQueries({ queryKey: callKey(positionDevice.calls.live) })
        }
      },
      [known],
    ),
  )
  const people = useMemo(
    () =>
      (asked.data ?? []).map((one): LivePerson => {
        const dot = moved.get(one.deviceId)
        const newer = dot && dot.at >= Math.max(one.fixAt ?? 0, one.heardAt ?? 0) ? dot : null
        if (!newer) return { ...one, online: one.communicationStatus === LinkStatus.is.online }
        const fix = newer.mapId !== null && newer.x !== null && newer.y !== null
        return {
          ...one,
          ...(fix && { mapId: newer.mapId, x: newer.x, y: newer.y, fixAt: newer.at }),
          heardAt: newer.at,
          battery: newer.battery ?? one.battery,
          online: newer.online === OnlineStatus.is.online,
        }
      }),
    [asked.data, moved],
  )
  return { people, loading: asked.isLoading, error: asked.error, refetch: () => void asked.refetch() }
}

export const isResident = (one: PersonData) => one.holder === 'ELDER'
export const isLow = (one: PersonData) => one.battery !== null && one.battery <= LOW_BATTERY
export const spotOf = (one: Pick<PersonData, 'x' | 'y'>): Point | null =>
  one.x === null || one.y === null ? null : [one.x, one.y]

/** The room a point lies in: the smallest zone around it. */
export function zoneAt(map: FloorMapData | undefined, at: Point | null): string | null {
  if (!map || !at) return null
  let best: { name: string; area: number } | null = null
  for (const zone of map.zones) {
    const polygon = zone.polygon as unknown as Point[]
    if (!pointInPolygon(at, polygon)) continue
    const area = areaOf(polygon)
    if (!best || area < best.area) best = { name: zone.name, area }
  }
  return best?.name ?? null
}

export interface Nearest {
  person: LivePerson
  metres: number
}

/** The member of staff nearest to a spot of a map, among those who can be reached. */
export function nearestStaff(people: readonly LivePerson[], mapId: string | null, at: Point | null): Nearest | null {
  if (!mapId || !at) return null
  let best: Nearest | null = null
  for (const person of people) {
    const spot = spotOf(person)
    if (person.holder !== 'STAFF' || !person.online || person.mapId !== mapId || !spot) continue
    const metres = Math.hypot(spot[0] - at[0], spot[1] - at[1])
    if (!best || metres < best.metres) best = { person, metres }
  }
  return best
}

export function agoText(at: number | null, now: number): string {
  if (at === null) return '从未'
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 2) return '刚刚'
  if (seconds < 60) return `${seconds} 秒前`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} 小时前` : `${Math.floor(seconds / 86_400)} 天前`
}
