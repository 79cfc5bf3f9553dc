// Who should be back. The clock of the outings tells those concerned within minutes; here it is listed until they are back.
import { RemindType } from '#contract/kit/remindType'
import { outing } from '#contract/live/outing'
import type { ReminderSource } from '#server/kit/reminderSources'
import { OUT_LATE } from './outingUse.ts'

export const outingReminders: readonly ReminderSource[] = [
  {
    key: 'outingLate',
    type: RemindType.is.outing,
    title: '外出逾期未归',
    what: '过了应返回的时间还没有回来',
    leads: [0],
    needs: outing.calls.list.needs,
    act: '登记返回或延期',
    route: ({ recordId }) => `${outing.pages.register.path}?outId=${recordId}`,
    gone: '已返回、延期或外出已结束',
    sql: `select t.out_id::text as record_id, t.plan_return::date as due_day, o.dept_id, o.oldman_id, null::varchar as owner_id,
      o.oldman_name || '外出，应于 ' || to_char(t.plan_return, 'MM-DD HH24:MI') || ' 返回' as title,
      '请联系陪同人 ' || t.companion as content
    from outing t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
    where t.org_id = $1 and ${OUT_LATE}`,
    reads: ['oldman', 'outing'],
    toldElsewhere: '逾期后几分钟内由外出登记通知申请人、值班和审核人，这里不再重复通知',
  },
]
