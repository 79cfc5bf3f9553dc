import type { Knowledge } from '#server/kit/test/attacker'
import { roomMapPlaces, roomMapRecipes } from './hostileRoomMap.ts'

export const recipes: Knowledge['recipes'] = { ...roomMapRecipes }
export const places: Knowledge['places'] = { ...roomMapPlaces }
export const costly: Knowledge['costly'] = []
