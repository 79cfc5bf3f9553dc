// Ids of the administration that a plain sample does not reach.
import type { IdKnowledge } from '#server/kit/test/idKnowledge'
import ask from './idsAsk.ts'
import clock from './idsClock.ts'
import notice from './idsNotice.ts'
import remind from './idsRemind.ts'
import roster from './idsRoster.ts'
import rosterProposal from './idsRosterProposal.ts'
import shift from './idsShift.ts'
import staffFile from './idsStaffFile.ts'
import todo from './idsTodo.ts'
import training from './idsTraining.ts'

export default {
  samples: {
    ...ask.samples,
    ...clock.samples,
    ...notice.samples,
    ...remind.samples,
    ...roster.samples,
    ...shift.samples,
    ...staffFile.samples,
    ...todo.samples,
    ...training.samples,
    ...rosterProposal.samples,
  },
  anyDept: {
    ...ask.anyDept,
    ...clock.anyDept,
    ...notice.anyDept,
    ...remind.anyDept,
    ...shift.anyDept,
    ...todo.anyDept,
    ...training.anyDept,
  },
  unread: todo.unread,
} satisfies IdKnowledge
