// What a hostile request to reminders needs to get past the first checks.
import type { Knowledge } from '#server/kit/test/attacker'
import { rowOwn, tomorrow } from './remindRows.ts'

const rule = { enabled: true, leads: [3, 0], repeatDays: 7, holders: true, bell: true, sms: false, version: null }
const own = {
  title: '试',
  dueTime: tomorrow(),
  repeat: 'MONTHLY',
  interval: 1,
  aheadDays: 0,
  endDate: null,
  oldmanId: null,
  userIds: null,
}

export const recipes: Knowledge['recipes'] = {
  'administration.remind.add': () => own,
  'administration.remind.save': () => ({ ...own, version: null }),
  'administration.remind.saveRule': () => ({ ...rule, roleIds: null, postIds: null, userIds: null }),
  'administration.remind.editStatus': () => ({ status: 1, version: null }),
  'administration.remind.batch': async (product) => ({ remindIds: [(await rowOwn(product)).remindId], status: 1 }),
}

const ownPlace = async (product: Parameters<typeof rowOwn>[0]) => ({ remindId: (await rowOwn(product)).remindId })

export const places: Knowledge['places'] = {
  'administration.remind.get': ownPlace,
  'administration.remind.save': ownPlace,
  'administration.remind.remove': ownPlace,
  'administration.remind.editStatus': ownPlace,
  'administration.remind.saveRule': () => ({ source: 'billsDue' }),
  'administration.remind.resetRule': () => ({ source: 'billsDue' }),
}
