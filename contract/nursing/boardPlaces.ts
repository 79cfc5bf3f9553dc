// Buildings and floors of a board, from the paths of the beds (松鹤楼>2层>203室>02床).
import type { BoardElderData, BoardPlaceData } from './task.ts'

type Lying = Pick<BoardElderData, 'bedPath'>

/** Each building, followed by its floors where it has more than one, in the order of the elders. */
export function placesOf(elders: readonly Lying[]): BoardPlaceData[] {
  const buildings = new Map<string, Map<string, number>>()
  for (const { bedPath } of elders) {
    const parts = bedPath?.split('>') ?? []
    if (parts.length < 3) continue
    const floors = buildings.get(parts[0]!) ?? new Map<string, number>()
    const floor = parts.length > 3 ? parts[1]! : ''
    floors.set(floor, (floors.get(floor) ?? 0) + 1)
    buildings.set(parts[0]!, floors)
  }
  return [...buildings].flatMap(([building, floors]) => {
    const count = [...floors.values()].reduce((sum, one) => sum + one, 0)
    const named = [...floors].filter(([floor]) => floor !== '')
    return [
      { value: building, label: building, count },
      ...(named.length > 1
        ? named.map(([floor, own]) => ({ value: `${building}>${floor}`, label: floor, count: own }))
        : []),
    ]
  })
}

export const liesIn = ({ bedPath }: Lying, place: string) => bedPath?.startsWith(`${place}>`) ?? false
