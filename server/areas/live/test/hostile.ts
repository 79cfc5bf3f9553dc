// What a hostile request to the calls of the residents' area needs to get past the first checks, noun by noun.
import type { Knowledge } from '#server/kit/test/attacker'
import * as archive from './hostileArchive.ts'
import * as archiveSection from './hostileArchiveSection.ts'
import * as contract from './hostileContract.ts'
import * as familyNotice from './hostileFamilyNotice.ts'
import * as outing from './hostileOuting.ts'
import * as reception from './hostileReception.ts'
import * as regrade from './hostileRegrade.ts'
import * as residence from './hostileResidence.ts'

export const recipes: Knowledge['recipes'] = {
  ...archive.recipes,
  ...archiveSection.recipes,
  ...contract.recipes,
  ...familyNotice.recipes,
  ...outing.recipes,
  ...reception.recipes,
  ...regrade.recipes,
  ...residence.recipes,
}

export const places: Knowledge['places'] = {
  ...archive.places,
  ...archiveSection.places,
  ...contract.places,
  ...familyNotice.places,
  ...outing.places,
  ...reception.places,
  ...residence.places,
}

export const costly: Knowledge['costly'] = [...contract.costly]
