// What a hostile request to the calls of medication needs to get past the first checks, noun by noun.
import type { Knowledge } from '#server/kit/test/attacker'
import * as keep from './hostileKeep.ts'
import * as use from './hostileUse.ts'

const nouns = [keep, use]

export const recipes: Knowledge['recipes'] = Object.assign({}, ...nouns.map((one) => one.recipes))

export const places: Knowledge['places'] = Object.assign({}, ...nouns.map((one) => one.places))

export const costly: Knowledge['costly'] = []
