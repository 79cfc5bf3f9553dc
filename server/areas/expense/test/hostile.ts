// What a hostile request to the calls of the fees needs to get past the first checks, noun by noun.
import type { Knowledge } from '#server/kit/test/attacker'
import * as account from './hostileAccount.ts'
import * as bill from './hostileBill.ts'
import * as items from './hostileItems.ts'
import * as report from './hostileReport.ts'
import * as settle from './hostileSettle.ts'

export const recipes: Knowledge['recipes'] = {
  ...report.recipes,
  ...account.recipes,
  ...bill.recipes,
  ...items.recipes,
  ...settle.recipes,
}

export const places: Knowledge['places'] = {
  ...account.places,
  ...bill.places,
  ...items.places,
  ...settle.places,
}

export const costly: Knowledge['costly'] = [...account.costly, ...bill.costly, ...items.costly]
