// Ids of reminders that a plain sample does not reach.
import type { IdKnowledge } from '#server/kit/test/idKnowledge'
import { rowOwn, tomorrow } from './remindRows.ts'

const own = {
  title: '试',
  dueTime: tomorrow(),
  repeat: 'ONCE',
  endDate: null,
  interval: 1,
  aheadDays: 0,
  oldmanId: null,
  userIds: null,
}
const rule = {
  source: 'billsDue',
  enabled: true,
  leads: [0],
  holders: true,
  bell: true,
  sms: false,
  repeatDays: null,
  roleIds: null,
  postIds: null,
  userIds: null,
  version: null,
}

export default {
  samples: {
    'administration.remind.list query.oldmanId': () => ({
      keyword: null,
      status: null,
      type: null,
      source: null,
      due: null,
      mine: null,
      startDate: null,
      endDate: null,
    }),
    'administration.remind.add': () => own,
    'administration.remind.save': async (product) => ({ ...own, ...(await rowOwn(product)) }),
    'administration.remind.save path.remindId': () => ({ ...own, version: null }),
    'administration.remind.saveRule': () => rule,
    'administration.remind.editStatus': () => ({ status: 2, reason: '试', version: null }),
    'administration.remind.batch': () => ({ status: 2, reason: '试' }),
  },
  anyDept: {
    'administration.remind.list query.oldmanId':
      'a filter on what one sees anyway: remind.test.ts looks for reminders of another department',
    'administration.remind.save body.oldmanId':
      'only who set it may change it; the elder is asked for as in a new one, which is tried',
  },
} satisfies IdKnowledge
