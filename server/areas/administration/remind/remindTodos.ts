// Reminders that wait for somebody: exactly what the list shows that the count opens.
import { REMIND_NEEDS, RemindState, remind } from '#contract/administration/remind'
import type { Todo } from '#server/kit/todos'
import { freshen } from './remindMake.ts'
import { countWaiting } from './remindRead.ts'

export const remindTodos: readonly Todo[] = [
  {
    key: 'reminders',
    title: '待处理提醒',
    order: 40,
    needs: REMIND_NEEDS.list,
    route: `${remind.pages.list.path}?status=${RemindState.is.waiting}`,
    tone: 'amber',
    reads: ['remind', 'remind_person', 'remind_series'],
    personal: true,
    prepare: (who) => freshen(who.app, who.orgId),
    count: async (who) => {
      const { count, late, first, until } = await countWaiting(who)
      return { count, late, note: first && (late > 0 ? `${late} 条已过期，最早 ${first}` : first), until }
    },
  },
]
