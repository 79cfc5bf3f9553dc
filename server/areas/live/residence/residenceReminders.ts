// Trials and reservations that run out. Whoever received the resident hears of it before others do.
import { RemindType } from '#contract/kit/remindType'
import { residence } from '#contract/live/residence'
import { residenceNeeds } from '#contract/live/residenceWords'
import { ResidenceStatus } from '#contract/live/resident'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { ReminderSource } from '#server/kit/reminderSources'

const LIST = residence.pages.list.path

export const residenceReminders: readonly ReminderSource[] = [
  {
    key: 'trialEnding',
    type: RemindType.is.trial,
    title: '试住到期',
    what: '试住最后一天之前，到期后继续提醒',
    leads: [3, 0],
    leadsOf: async (client, orgId) => [(await residenceSettingOf(client, orgId)).trialRemindDays, 0],
    repeatDays: 3,
    needs: residenceNeeds.checkIn,
    act: '办理转正、延长或退住',
    route: () => `${LIST}?due=trialEnding`,
    gone: '试住已转正、延长或结束',
    sql: `select s.stay_id::text as record_id, s.trial_end as due_day, t.dept_id, t.oldman_id,
      coalesce(s.sale_id, t.sale_id) as owner_id, t.oldman_name || '试住' as title,
      '请与家属确认：转为正式入住、延长试住，或办理退住。' as content
    from stay s join oldman t on t.org_id = s.org_id and t.oldman_id = s.oldman_id
    where s.org_id = $1 and s.end_date is null and s.kind = 'TRIAL' and s.trial_end <= $2::date + $3::int`,
    reads: ['oldman', 'stay'],
  },
  {
    key: 'reserveExpiring',
    type: RemindType.is.reservation,
    title: '预订保留期到期',
    what: '预订的床位保留到期之前，过期后继续提醒',
    leads: [1, 0],
    repeatDays: 3,
    needs: residenceNeeds.reserve,
    act: '办理入住、延长或取消',
    route: () => `${LIST}?status=${ResidenceStatus.is.reserved}`,
    gone: '预订已入住、延长、取消或释放',
    sql: `select v.reserve_id::text as record_id, v.expire_date as due_day, t.dept_id, t.oldman_id,
      coalesce(v.sale_id, t.sale_id) as owner_id, t.oldman_name || '预订的床位' as title,
      '请联系家属后办理入住、延长或取消预订。' as content
    from reservation v join oldman t on t.org_id = v.org_id and t.oldman_id = v.oldman_id
    where v.org_id = $1 and v.state = 'ACTIVE' and v.expire_date <= $2::date + $3::int`,
    reads: ['oldman', 'reservation'],
  },
]
