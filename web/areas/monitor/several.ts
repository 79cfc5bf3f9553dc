// Whether whoever sits here serves more than one building, as the server has decided it: then places are told with theirs.
import { useSession } from '#web/kit/session'

export const severalNow = () => useSession.getState().user?.severalBuildings ?? false
export const useSeveral = () => useSession((state) => state.user?.severalBuildings ?? false)

/** The last parts of 松鹤楼>2层>203室>02床, after the building for who serves several. */
export function nearText(path: string, last: number, several = severalNow()): string {
  const parts = path.split('>')
  return [...(several && parts.length > last ? [parts[0]] : []), ...parts.slice(-last)].join(' ')
}

/** 松鹤楼 404室 03床 of a call; a point that hangs nowhere is known by its number. */
export const callPlace = (
  one: { roomName: string | null; bedName: string | null; buildingName: string | null; deviceNo: string },
  several: boolean,
): string => {
  const spot = [one.roomName, one.bedName].filter(Boolean).join(' ')
  return spot === '' ? one.deviceNo : [several ? one.buildingName : null, spot].filter(Boolean).join(' ')
}
