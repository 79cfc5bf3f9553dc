// What of assessments waits for a person: elders who changed, and those who are overdue. Counted as the list counts that its
// route opens.
import { ASSESS_NEEDS, AssessDue, type AssessDueValue } from '#contract/nursing/assessFields'
import { assessForm } from '#contract/nursing/assessForm'
import type { Scoped, Todo, TodoCount } from '#server/kit/todos'
import { dueCount } from './assessDue.ts'

const READS = ['assess_newest', 'assess_change', 'assess_kind', 'oldman']

const counted =
  (due: AssessDueValue) =>
  async (where: Scoped): Promise<TodoCount> => {
    const { count, first } = await dueCount(where, due)
    return { count, note: first && (count > 1 ? `${first}等 ${count} 项` : first) }
  }

export const assessTodos: readonly Todo[] = [
  {
    key: 'assessChanged',
    title: '情况变化待评估',
    order: 16,
    needs: ASSESS_NEEDS.fill,
    route: `${assessForm.pages.due.path}?due=${AssessDue.is.CHANGED}`,
    tone: 'red',
    reads: READS,
    count: counted(AssessDue.is.CHANGED),
  },
  {
    key: 'assessOverdue',
    title: '评估已逾期',
    order: 17,
    needs: ASSESS_NEEDS.fill,
    route: `${assessForm.pages.due.path}?due=${AssessDue.is.OVERDUE}`,
    tone: 'amber',
    reads: READS,
    count: counted(AssessDue.is.OVERDUE),
  },
]
