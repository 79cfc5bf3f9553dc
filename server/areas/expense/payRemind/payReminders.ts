// Bills past their day, one reminder for each family that owes. No amounts: who may read them sees them behind it.
import { payRemind, remindNeeds } from '#contract/expense/payRemind'
import { RemindType } from '#contract/kit/remindType'
import type { ReminderSource } from '#server/kit/reminderSources'

export const payReminders: readonly ReminderSource[] = [
  {
    key: 'billsDue',
    type: RemindType.is.payment,
    title: '账单待缴',
    what: '最早一张待缴账单的缴费日，逾期后继续提醒',
    leads: [0],
    repeatDays: 7,
    needs: remindNeeds.list,
    act: '提醒家属缴费',
    route: ({ oldmanId }) => `${payRemind.pages.detail.path}?oldmanId=${oldmanId}`,
    gone: '账单已缴清或已作废',
    sql: `select t.oldman_id::text as record_id, a.owed_since as due_day, t.dept_id, t.oldman_id, null::varchar as owner_id,
      t.oldman_name || '有账单待缴' as title, null::text as content
    from elder_account a join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
    where a.org_id = $1 and a.owed_fen > 0 and a.owed_since <= $2::date + $3::int`,
    reads: ['elder_account', 'oldman'],
  },
]
