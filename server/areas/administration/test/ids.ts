// Ids of the administration that a plain sample does not reach.
import type { IdKnowledge } from '#server/kit/test/idKnowledge'
import notice from './idsNotice.ts'
import remind from './idsRemind.ts'
import todo from './idsTodo.ts'

export default {
  samples: { ...notice.samples, ...remind.samples, ...todo.samples },
  anyDept: { ...notice.anyDept, ...remind.anyDept, ...todo.anyDept },
  unread: todo.unread,
} satisfies IdKnowledge
