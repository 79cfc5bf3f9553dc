// Birthdays of those who live here. Who was born on 29 February has it on the 28th where a year has no 29th.
import { RemindType } from '#contract/kit/remindType'
import { archiveNeeds } from '#contract/live/archive'
import { IN_HOUSE } from '#contract/live/resident'
import type { ReminderSource } from '#server/kit/reminderSources'

export const residentReminders: readonly ReminderSource[] = [
  {
    key: 'residentBirthday',
    type: RemindType.is.birthday,
    title: '老人生日',
    what: '在院老人生日前和当天',
    leads: [3, 0],
    needs: archiveNeeds.list,
    act: '查看档案',
    route: ({ oldmanId }) => `/live/archives/detail/${oldmanId}`,
    gone: '生日已过',
    sql: `select t.oldman_id::text as record_id, b.day as due_day, t.dept_id, t.oldman_id, null::varchar as owner_id,
      t.oldman_name || ' ' || b.years || ' 岁生日' as title, null::text as content
    from oldman t cross join lateral (
      select (t.birth_date + make_interval(years => n))::date as day, n as years
      from (values (extract(year from $4::date)::int - extract(year from t.birth_date)::int),
        (extract(year from $4::date)::int - extract(year from t.birth_date)::int + 1)) y(n)) b
    where t.org_id = $1 and t.status in (${IN_HOUSE}) and b.years > 0 and b.day between $4::date and $2::date + $3::int`,
    reads: ['oldman'],
    passes: true,
  },
]
