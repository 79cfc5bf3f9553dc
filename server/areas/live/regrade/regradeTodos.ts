// What waits for somebody who decides about changes of level.
import { regrade } from '#contract/live/regrade'
import { REGRADE_NEEDS } from '#contract/live/regradeWords'
import { REVIEW_TABLES } from '#server/areas/live/review/reviewers'
import type { Todo } from '#server/kit/todos'
import { waitingRegrades } from './regradeRead.ts'

export const regradeTodos: readonly Todo[] = [
  {
    key: 'regrade',
    title: '等级变更待审批',
    order: 18,
    needs: REGRADE_NEEDS.decide,
    route: `${regrade.pages.list.path}?mine=1`,
    tone: 'amber',
    reads: ['regrade', 'oldman', ...REVIEW_TABLES],
    personal: true,
    count: async (who) => {
      const { count, earliest } = await waitingRegrades(who)
      return { count, note: earliest ? `最早 ${earliest.slice(5, 16)}` : null }
    },
  },
]
