// What a hostile request to the administration needs to get past the first checks.

import type { Knowledge } from '#server/kit/test/attacker'
import * as notice from './hostileNotice.ts'
import * as remind from './hostileRemind.ts'
import * as todo from './hostileTodo.ts'

const nouns = [notice, remind, todo]

export const recipes: Knowledge['recipes'] = Object.assign({}, ...nouns.map((one) => one.recipes))

export const places: Knowledge['places'] = Object.assign({}, ...nouns.map((one) => one.places))

export const costly: Knowledge['costly'] = []
