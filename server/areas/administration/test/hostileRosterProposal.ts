// What a hostile request to proposals needs to get past the first checks.
import type { Knowledge } from '#server/kit/test/attacker'
import { rostered } from './idsRosterProposal.ts'

export const recipes: Knowledge['recipes'] = { 'administration.rosterProposal.start': rostered }
