// The last night of the demo house, made when all its alarms are there: the minutes show what the alarms tell.

import { makeNights } from '#server/areas/monitor/healthRecord/healthJob'
import { lastFinished } from '#server/areas/monitor/healthRecord/healthNight'
import { demoPart } from '#server/kit/demo'

const OF = `from alarm_record a join device v on v.org_id = a.org_id and v.device_no = a.device_no
where a.org_id = $1 and a.source = 'MATTRESS' and a.raised_at > now() - interval '40 hours' and m.org_id = v.org_id
  and m.device_key = v.device_key and m.minute >= date_trunc('minute', coalesce(a.start_at, a.raised_at))`

/** A heart or breath that raised an alarm was that fast; what the curve has already stays. */
const rate = (kind: 'HEART' | 'BREATH', name: 'heart' | 'breath') => `update reading_minute m
set ${name}_sum = a.value * m.${name}_n, ${name}_min = least(m.${name}_min, a.value), ${name}_max = greatest(m.${name}_max, a.value)
${OF} and m.minute <= a.raised_at and a.kind = '${kind}' and a.value is not null and m.${name}_n > 0
  and not exists (select from reading_minute x where x.org_id = m.org_id and x.device_key = m.device_key
    and x.minute between m.minute - interval '2 minutes' and m.minute + interval '2 minutes' and a.value in (x.${name}_max, x.${name}_min))`

/** Who was missed was out of bed until somebody came. */
const EXIT = `update reading_minute m set in_bed_n = 0, heart_n = 0, heart_sum = 0, heart_min = null, heart_max = null, breath_n = 0,
  breath_sum = 0, breath_min = null, breath_max = null, turns = 0, big_moves = 0,
  exits = case when m.minute = date_trunc('minute', a.start_at) then 1 else 0 end
${OF} and m.minute < coalesce(a.handled_at, a.raised_at + interval '5 minutes') and a.kind = 'EXIT' and a.start_at is not null
  and m.in_bed_n > 0`

/** What an alarm tells of its course, for those that were made without steps. */
const STEPS = `insert into alarm_step (org_id, step_id, record_id, kind, user_id, user_name, note, at)
select $1::varchar, md5('step:' || a.record_id || s.kind), a.record_id, s.kind, e.emp_id, e.emp_name, s.note, s.at from alarm_record a
cross join lateral (values ('RAISED', null, a.content, a.raised_at), ('TAKEN', a.taker_id, null, a.taken_at),
  (case a.status when 3 then 'HANDLED' when 2 then 'IGNORED' else 'RELEASED' end, a.handler_id, a.result, a.handled_at)
) as s(kind, who, note, at) left join employee e on e.org_id = $1::varchar and e.emp_id = s.who
where a.org_id = $1::varchar and s.at is not null
  and not exists (select from alarm_step t where t.org_id = a.org_id and t.record_id = a.record_id)`

export default demoPart(67, async (tx, demo) => {
  // So many rows came in this very transaction that the planner takes the tables for empty and walks them per alarm.
  await tx.client.query('analyze reading_minute, alarm_record, device')
  for (const text of [rate('HEART', 'heart'), rate('BREATH', 'breath'), EXIT, STEPS])
    await tx.client.query(text, [demo.orgId])
  const made = await makeNights(tx.client, demo.orgId, lastFinished(Date.now()))
  tx.log({ remark: `生成 ${made} 位老人的夜间记录`, targetType: 'healthNight' })
})
