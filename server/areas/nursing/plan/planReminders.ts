// Care plans with a last day, while no other plan follows.
import { RemindType } from '#contract/kit/remindType'
import { IN_HOUSE } from '#contract/live/resident'
import { CARE_PLAN_NEEDS, CarePlanState, carePlan } from '#contract/nursing/plan'
import type { ReminderSource } from '#server/kit/reminderSources'

export const planReminders: readonly ReminderSource[] = [
  {
    key: 'carePlanEnding',
    type: RemindType.is.carePlan,
    title: '护理计划到期',
    what: '护理计划最后一天之前，之后还没有新计划',
    leads: [7, 1],
    needs: CARE_PLAN_NEEDS.edit,
    act: '延长或新建护理计划',
    route: ({ oldmanId }) => `${carePlan.pages.list.path}?oldmanId=${oldmanId}`,
    gone: '护理计划已延长、结束，或已有新的计划',
    sql: `select p.plan_id::text as record_id, p.end_date as due_day, t.dept_id, t.oldman_id, null::varchar as owner_id,
      t.oldman_name || '的护理计划' as title, null::text as content
    from care_plan p join oldman t on t.org_id = p.org_id and t.oldman_id = p.oldman_id
    where p.org_id = $1 and p.state = '${CarePlanState.is.ON}' and t.status in (${IN_HOUSE}) and p.end_date <= $2::date + $3::int
      and not exists (select from care_plan f where f.org_id = p.org_id and f.oldman_id = p.oldman_id and f.plan_id <> p.plan_id
        and f.state in ('${CarePlanState.is.ON}', '${CarePlanState.is.DRAFT}') and coalesce(f.end_date, 'infinity') > p.end_date)`,
    reads: ['care_plan', 'oldman'],
  },
]
