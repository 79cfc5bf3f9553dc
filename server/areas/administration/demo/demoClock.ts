// Clocking of last month and this one up to now, as people do it: mostly a few minutes before, sometimes late, now and then
// forgotten; then all of it is reckoned as the product does. The same in every installation, for the chance is in the names.
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { type PersonDay, reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { sha256 } from '#server/kit/ids'

/** The device prints its own name; its key is made anew by whoever wants to try it. */
const DEVICES = [
  ['KQ-01', '松鹤楼考勤机'],
  ['KQ-02', '长青楼考勤机'],
  ['KQ-03', '康宁楼考勤机'],
  ['KQ-04', '大厅考勤机'],
] as const

const ADD_DEVICE = `insert into clock_device (org_id, device_id, device_no, name, hash, key_end, heard_at)
select $1, d.id, d.no, d.name, d.hash, '----', now() - interval '3 minutes' from jsonb_to_recordset($2::jsonb) as d(id text, no text, name text, hash text)`

/** What is planned for each: the published roster, or the days of the week of a fixed group; hours of one's own as nine to five. */
const PUNCHES = `with planned as (
  select m.emp_id, d.day::date as day, p.n as part, p.part as period, s.close_after, coalesce(
      (select x.device_no from attendance_place x where x.org_id = g.org_id and x.attendance_group_pk_id = g.attendance_group_pk_id and x.kind = 'DEVICE'
        order by x.sort limit 1), 'KQ-04') as device, g.mode
  from attendance_member m
  join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
  cross join lateral generate_series(greatest($2::date, m.from_day)::timestamp, least($3::date, coalesce(m.to_day - 1, $3::date))::timestamp, interval '1 day') d(day)
  left join roster_cell c on c.org_id = m.org_id and c.emp_id = m.emp_id and c.day = d.day::date and g.mode = 'ROSTER' and c.kind = 'SHIFT'
  left join attendance_holiday h on h.org_id = m.org_id and h.day = d.day::date and h.kind = 'HOLIDAY' and g.holidays
  left join attendance_shift s on s.org_id = m.org_id and s.shift_pk_id = coalesce(c.shift_pk_id,
    case when g.mode = 'FIXED' and h.day is null then g.pattern->'weekly'->>(extract(isodow from d.day)::int - 1) end)
  cross join lateral (select n, part from jsonb_array_elements(case when g.mode = 'FREE' and extract(isodow from d.day) < 6 and h.day is null
    then '[{"on": "09:00", "off": "16:40", "crossDay": false}]'::jsonb else coalesce(s.work_period, '[]'::jsonb) end) with ordinality x(part, n)) p
  where m.org_id = $1),
sides as (
  select emp_id, day, part, side, device, mode, close_after, ('x' || substr(md5(emp_id || day || part || side), 1, 7))::bit(28)::int % 1000 as chance,
    case side when 'ON' then day + (period->>'on')::time
      else day + (period->>'off')::time + case when (period->>'crossDay')::boolean then interval '1 day' else interval '0' end end as due
  from planned cross join unnest(array['ON', 'OFF']) side),
made as (select *, case side
    when 'ON' then due + make_interval(mins => case when chance < 30 then 7 + chance % 25 when chance < 34 then 70 else -(2 + chance % 22) end, secs => chance % 60)
    else due + make_interval(mins => case when chance < 12 then -(8 + chance % 20) when chance < 50 and close_after >= 60 then 31 + chance % 28 else 1 + chance % 14 end, secs => chance % 60) end as at
  from sides where chance < 988)
insert into clock_punch (org_id, punch_id, emp_id, at, heard_at, source, number, place_name, device_no, lng, lat, distance)
select $1, '0000' || substr(md5('demo punch ' || emp_id || day || part || side), 5), emp_id, at at time zone 'Asia/Shanghai', at at time zone 'Asia/Shanghai',
  case when mode = 'FREE' or chance % 7 = 0 then 'PHONE' else 'DEVICE' end, 'demo:' || emp_id || ':' || day || ':' || part || ':' || side,
  case when mode = 'FREE' or chance % 7 = 0 then '松鹤康养中心' end, case when mode = 'FREE' or chance % 7 = 0 then null else device end,
  case when mode = 'FREE' or chance % 7 = 0 then 121.5243 end, case when mode = 'FREE' or chance % 7 = 0 then 31.2751 end,
  case when mode = 'FREE' or chance % 7 = 0 then chance % 90 end
from made where at at time zone 'Asia/Shanghai' <= now() - interval '1 minute'
  and not exists (select from attendance_leave l where l.org_id = $1 and l.emp_id = made.emp_id and l.state = 'AGREED'
    and l.from_at <= made.due at time zone 'Asia/Shanghai' and l.to_at >= made.due at time zone 'Asia/Shanghai')
on conflict do nothing`

const ASIDE = `insert into clock_aside (org_id, aside_id, device_id, device_no, number, card, at, heard_at, reason)
select $1, $2, $3, 'KQ-01', 'demo:aside', '0007719204', now() - interval '5 hours', now() - interval '5 hours', '没有员工用这个卡号'`

const MEMBERS = `select m.emp_id as "empId", m.from_day as "fromDay", m.to_day as "toDay" from attendance_member m
where m.org_id = $1 and m.from_day <= $3::date and (m.to_day is null or m.to_day > $2::date) order by m.emp_id, m.from_day`

const deviceId = (demo: DemoContext, no: string) => demo.id(`clockDevice:${no}`)

export default demoPart(74, async (tx, demo) => {
  const { orgId, today } = demo
  await tx.client.query(ADD_DEVICE, [
    orgId,
    JSON.stringify(
      DEVICES.map(([no, name]) => ({ id: deviceId(demo, no), no, name, hash: sha256(`no key yet ${orgId} ${no}`) })),
    ),
  ])
  const thisMonth = `${today.slice(0, 7)}-01`
  const from = `${dayText(momentOf(thisMonth) - DAY_MS).slice(0, 7)}-01`
  await tx.client.query(PUNCHES, [orgId, from, today])
  await tx.client.query(ASIDE, [orgId, demo.id('clockAside:1'), deviceId(demo, 'KQ-01')])
  const members = await tx.client.query<{ empId: string; fromDay: string; toDay: string | null }>(MEMBERS, [
    orgId,
    from,
    today,
  ])
  const pairs: PersonDay[] = []
  for (const { empId, fromDay, toDay } of members.rows) {
    for (let at = momentOf(from); dayText(at) <= today; at += DAY_MS) {
      const day = dayText(at)
      if (day >= fromDay && (toDay === null || day < toDay)) pairs.push({ empId, day })
    }
  }
  await reckonDays(tx, orgId, pairs)
})
