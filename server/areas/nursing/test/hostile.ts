// What a hostile request to the calls of the care needs to get past the first checks, noun by noun.
import type { Knowledge } from '#server/kit/test/attacker'
import * as assess from './hostileAssess.ts'
import * as care from './hostileCare.ts'
import * as catalogue from './hostileCatalogue.ts'
import * as dish from './hostileDish.ts'
import * as handover from './hostileHandover.ts'
import * as meal from './hostileMeal.ts'
import * as vital from './hostileVital.ts'

const nouns = [catalogue, care, vital, handover, assess, dish, meal]

export const recipes: Knowledge['recipes'] = Object.assign({}, ...nouns.map((one) => one.recipes))

export const places: Knowledge['places'] = Object.assign({}, ...nouns.map((one) => one.places))

export const costly: Knowledge['costly'] = []
