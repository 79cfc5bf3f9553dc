// Where an alarm is, in words: at a bed, where a tag was located, or, when it was not, where its wearer lives. Screens,
// voices and phone calls all take their words from here.
import { options } from '#contract/kit/options'

export const PlaceKind = options('PlaceKind', '位置依据', [
  ['BED', '床位'],
  ['SPOT', '定位'],
  ['HOME', '所住床位'],
])
export type PlaceKindValue = 'BED' | 'SPOT' | 'HOME'

export interface AlarmPlace {
  placeKind: PlaceKindValue | null
  /** 404室 03床; 1层 餐厅; without the building. */
  spot: string | null
  buildingName: string | null
  /** The building the wearer of a tag lives in. */
  homeBuilding: string | null
  userName: string | null
  oldmanName: string | null
  deviceNo: string
}

/** A tag in a building that is not its wearer's is told with it to everybody: nobody would look there. */
const namesBuilding = (one: AlarmPlace, several: boolean) =>
  several || (one.placeKind === 'SPOT' && one.homeBuilding !== null && one.homeBuilding !== one.buildingName)

const BESIDE = ' '

/** 松鹤楼 404室 03床; without the building for who serves only one. Null: nobody knows where. */
export function whereText(one: AlarmPlace, several: boolean): string | null {
  if (one.spot === null) return null
  const place = [namesBuilding(one, several) ? one.buildingName : null, one.spot].filter(Boolean).join(BESIDE)
  return one.placeKind === 'HOME' ? `住 ${place}` : place
}

/** What a card is headed with; where there is no place, whoever or whatever it is about. */
export const placeHeading = (one: AlarmPlace, several: boolean): string =>
  whereText(one, several) ?? one.oldmanName ?? one.userName ?? one.deviceNo
