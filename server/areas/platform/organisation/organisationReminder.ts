// Licences that run out, told to administrators and those who keep the archive 90, 60 and 30 days before and after it.
import { RemindType } from '#contract/kit/remindType'
import { organisation } from '#contract/platform/organisation'
import type { ReminderSource } from '#server/kit/reminderSources'

export const licenceReminders: readonly ReminderSource[] = [
  {
    key: 'licenceExpiring',
    type: RemindType.is.licence,
    title: '机构证照到期',
    what: '机构档案中的证照有效期到期之前，过期后继续提醒',
    leads: [90, 60, 30, 0],
    repeatDays: 7,
    needs: 'platform:organisation:update',
    adminsToo: true,
    act: '换证并更新有效期',
    route: () => organisation.pages.list.path,
    gone: '证照已更新有效期或已删除',
    sql: `select q.qualification_id::text as record_id, q.valid_to as due_day, null::varchar as dept_id, null::varchar as oldman_id,
      null::varchar as owner_id, '证照“' || q.name || '”' as title, '请尽快换证，并在机构档案中更新有效期。' as content
    from org_qualification q where q.org_id = $1 and q.valid_to <= $2::date + $3::int`,
    reads: ['org_qualification'],
  },
]
