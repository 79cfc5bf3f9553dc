// The data of the map and how it follows the house: a pushed change asks again for the beds it names, and only those.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type MapRoomData, roomMap } from '#contract/home/roomMap'
import { residence } from '#contract/live/residence'
import { bed } from '#contract/platform/bed'
import { send } from '#web/kit/call'
import { useReopened } from '#web/kit/open'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { bedsOf } from './layout.ts'
import { mergeBeds } from './merge.ts'

const ALL = {}
const KEY = callKey(roomMap.calls.bedInfos, ALL)
/** Several messages of one act are answered with one question. */
const GATHER = 60
/** More beds than this are asked for as a whole. */
const MOST = 200

export interface Changed {
  /** Grows with every change, so that the same beds may change again. */
  round: number
  bedIds: readonly string[]
}

export function useMapData() {
  const rooms = useCall(roomMap.calls.bedInfos, ALL)
  const buildings = useCall(roomMap.calls.buildings, ALL)
  const config = useCall(roomMap.calls.config, ALL)
  const [changed, setChanged] = useState<Changed>({ round: 0, bedIds: [] })
  const waiting = useRef({ beds: new Set<string>(), residents: new Set<string>(), timer: 0 })

  const refetchAll = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: callKey(roomMap.calls.bedInfos) })
    void queryClient.invalidateQueries({ queryKey: callKey(roomMap.calls.buildings) })
    void queryClient.invalidateQueries({ queryKey: callKey(roomMap.calls.card) })
  }, [])

  const ask = useCallback(async () => {
    const { beds, residents } = waiting.current
    waiting.current = { beds: new Set(), residents: new Set(), timer: 0 }
    const known = queryClient.getQueryData<MapRoomData[]>(KEY)
    if (!known) return
    // A resident's name, level or debt is drawn wherever the resident is on the map now.
    for (const { bed: one } of bedsOf(known)) {
      if ([one.occupant, one.holder, one.next].some((who) => who?.oldmanId && residents.has(who.oldmanId)))
        beds.add(one.bedId)
    }
    if (beds.size === 0) return
    if (beds.size > MOST) return refetchAll()
    void queryClient.invalidateQueries({ queryKey: callKey(roomMap.calls.card) })
    try {
      const answer = await send(roomMap.calls.bedInfos, { bedIds: [...beds].join(',') }, { silent: true })
      const now = queryClient.getQueryData<MapRoomData[]>(KEY)
      if (!now) return
      const merged = mergeBeds(now, answer, beds)
      queryClient.setQueryData(KEY, merged.rooms)
      if (merged.changed.length > 0) setChanged(({ round }) => ({ round: round + 1, bedIds: merged.changed }))
      if (merged.unknown) refetchAll()
    } catch {
      // The line may be down for a moment; what could not be asked bed by bed is asked for as a whole.
      refetchAll()
    }
  }, [refetchAll])

  const later = useCallback(() => {
    if (waiting.current.timer === 0) waiting.current.timer = window.setTimeout(() => void ask(), GATHER)
  }, [ask])
  useEffect(() => () => window.clearTimeout(waiting.current.timer), [])

  useEvent(residence.events.changed, ({ bedIds, oldmanIds }) => {
    for (const one of bedIds) waiting.current.beds.add(one)
    for (const one of oldmanIds) waiting.current.residents.add(one)
    later()
  })
  // A bed that is taken or left is told by the residence as well; here it is about the places themselves.
  useEvent(bed.events.placesChanged, ({ kind }) => {
    if (kind !== 'use') refetchAll()
  })
  useEvent(roomMap.events.configChanged, () => void config.refetch())
  useReopened(refetchAll)

  return { rooms, buildings, config, changed, refetchAll }
}
