// Which building and which floor are on the screen. The building is kept for the user on the server, so that the next
// desk begins where this one ended.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type BuildingData, type FloorMapData, positionMap } from '#contract/monitor/positionMap'
import { send } from '#web/kit/call'
import { usePageState } from '#web/kit/open'
import { useCall } from '#web/kit/query'

export interface Chosen {
  buildings: readonly BuildingData[]
  building: BuildingData | undefined
  maps: readonly FloorMapData[]
  /** Every map of the house, by id. */
  byId: ReadonlyMap<string, FloorMapData>
  map: FloorMapData | undefined
  loading: boolean
  error: ReturnType<typeof useCall>['error']
  chooseBuilding(buildingId: string): void
  chooseMap(mapId: string): void
  refetch(): void
}

export function useChosenMap(): Chosen {
  const buildings = useCall(positionMap.calls.buildings, {})
  const maps = useCall(positionMap.calls.list, {})
  const kept = useCall(positionMap.calls.userBuilding, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [mapId, setMapId] = usePageState<string | null>('map', null)
  const [buildingId, setBuildingId] = useState<string | null>(null)

  const byId = useMemo(() => new Map((maps.data ?? []).map((one) => [one.mapId, one])), [maps.data])
  const standing = mapId ? byId.get(mapId) : undefined
  const wanted = buildingId ?? standing?.buildingId ?? kept.data?.buildingId
  const all = buildings.data ?? []
  const building =
    all.find((one) => one.buildingId === wanted) ??
    all.find((one) => one.maps > 0) ??
    (all[0] as BuildingData | undefined)
  const ofBuilding = useMemo(
    () => (maps.data ?? []).filter((one) => one.buildingId === building?.buildingId),
    [maps.data, building?.buildingId],
  )
  const map = ofBuilding.find((one) => one.mapId === mapId) ?? ofBuilding[0]

  const remember = useCallback((id: string) => {
    // The map changes all the same; a choice that could not be kept is told.
    void send(positionMap.calls.saveUserBuilding, { buildingId: id }).catch(() => undefined)
  }, [])
  const chooseBuilding = useCallback(
    (id: string) => {
      setBuildingId(id)
      setMapId(null)
      remember(id)
    },
    [remember, setMapId],
  )
  const chooseMap = useCallback(
    (id: string) => {
      setMapId(id)
      setBuildingId(null)
    },
    [setMapId],
  )
  const shown = map?.mapId
  useEffect(() => {
    if (shown) setMapId(shown)
  }, [shown, setMapId])
  return {
    buildings: all,
    building,
    maps: ofBuilding,
    byId,
    map,
    loading: buildings.isLoading || maps.isLoading || kept.isLoading,
    error: buildings.error ?? maps.error,
    chooseBuilding,
    chooseMap,
    refetch: () => {
      void buildings.refetch()
      void maps.refetch()
    },
  }
}
