// Assessments that are due again, read from the newest finished one of each elder and family.
import { RemindType } from '#contract/kit/remindType'
import { IN_HOUSE } from '#contract/live/resident'
import { allKinds } from '#contract/nursing/assess/kinds'
import { ASSESS_NEEDS } from '#contract/nursing/assessFields'
import { assessForm } from '#contract/nursing/assessForm'
import { ABILITY, familyOf } from '#server/areas/nursing/assessSetting/assessHouse'
import type { ReminderSource } from '#server/kit/reminderSources'

const NAMES = allKinds
  .filter((kind) => familyOf(kind) !== ABILITY)
  .map((kind) => `when '${kind.key}' then '${kind.name.replaceAll("'", "''")}'`)
  .join(' ')

export const assessReminders: readonly ReminderSource[] = [
  {
    key: 'assessDue',
    type: RemindType.is.assessment,
    title: '评估到期',
    what: '下次评估日期之前，到期后继续提醒',
    leads: [7, 0],
    repeatDays: 7,
    needs: ASSESS_NEEDS.fill,
    act: '开始评估',
    route: () => assessForm.pages.due.path,
    gone: '已完成新的评估，或不再需要',
    sql: `select n.oldman_id || ':' || n.family as record_id, n.next_date as due_day, t.dept_id, t.oldman_id,
      null::varchar as owner_id, t.oldman_name || ' ' || case n.family ${NAMES} else '能力评估' end as title, null::text as content
    from assess_newest n join oldman t on t.org_id = n.org_id and t.oldman_id = n.oldman_id
    where n.org_id = $1 and t.status in (${IN_HOUSE}) and n.next_date <= $2::date + $3::int
      and not exists (select from assess_kind k where k.org_id = n.org_id and k.kind = n.family and not k.enabled)`,
    reads: ['assess_kind', 'assess_newest', 'oldman'],
  },
]
