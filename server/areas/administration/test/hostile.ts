// What a hostile request to the administration needs to get past the first checks.

import type { Knowledge } from '#server/kit/test/attacker'
import * as ask from './hostileAsk.ts'
import * as clock from './hostileClock.ts'
import * as notice from './hostileNotice.ts'
import * as remind from './hostileRemind.ts'
import * as roster from './hostileRoster.ts'
import * as rosterProposal from './hostileRosterProposal.ts'
import * as shift from './hostileShift.ts'
import * as staffFile from './hostileStaffFile.ts'
import * as todo from './hostileTodo.ts'
import * as training from './hostileTraining.ts'

const nouns = [ask, clock, notice, remind, roster, shift, staffFile, todo, training, rosterProposal]

export const recipes: Knowledge['recipes'] = Object.assign({}, ...nouns.map((one) => one.recipes))

export const places: Knowledge['places'] = Object.assign({}, ...nouns.map((one) => ('places' in one ? one.places : {})))

export const costly: Knowledge['costly'] = []
