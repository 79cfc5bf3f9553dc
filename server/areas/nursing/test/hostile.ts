// What a hostile request to the calls of the care needs to get past the first checks, noun by noun.
import type { Knowledge } from '#server/kit/test/attacker'
import * as care from './hostileCare.ts'
import * as catalogue from './hostileCatalogue.ts'
import * as vital from './hostileVital.ts'

export const recipes: Knowledge['recipes'] = { ...catalogue.recipes, ...care.recipes, ...vital.recipes }

export const places: Knowledge['places'] = { ...catalogue.places, ...care.places, ...vital.places }

export const costly: Knowledge['costly'] = []
