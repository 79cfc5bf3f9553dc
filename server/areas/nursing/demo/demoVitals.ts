// A month of vital signs in the demo house: everybody in the morning, half of the house in the afternoon too, sugar and
// weight where they are looked after; a dozen abnormal ones that were followed, and two that wait for somebody.

import { judgeVital, NO_PAST, worstOf } from '#contract/nursing/vitalJudge'
import type { VitalValues } from '#contract/nursing/vitalKinds'
import { demoPart } from '#server/kit/demo'

/** Numbers that look like chance and are the same in every installation. */
const PICK = `(('x' || substr(md5(e.oldman_id || ':' || g.back || ':' || p.at), 1, 8))::bit(32)::bigint & 2147483647)`

const USUAL = `with residents as (
  select t.oldman_id, t.check_in_date, d.dept_name, row_number() over (order by t.oldman_id) as n
  from oldman t left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
  where t.org_id = $1 and t.status in (1, 4)
), made as (
  select e.oldman_id, e.n, e.dept_name, g.back, p.at, (current_date - g.back) + p.at + make_interval(mins => (${PICK} % 35)::int) as measured,
    ${PICK} as r
  from residents e cross join generate_series(0, 29) as g(back) cross join (values (time '07:00'), (time '15:00')) as p(at)
  where e.check_in_date <= current_date - g.back and (p.at < time '12:00' or e.n % 2 = 0)
)
insert into vital_sign (org_id, sign_id, oldman_id, measured_at, temperature, site, pulse, breathing, systolic, diastolic,
  arm, oxygen, glucose, glucose_timing, weight, height, stool, stool_shape, meal, source, worker_id, worker_name, grade, created_at)
select $1, md5('vital:' || m.oldman_id || ':' || m.back || ':' || m.at), m.oldman_id, m.measured,
  36.1 + (m.r % 10) / 10.0, 'armpit', 62 + (m.n * 7 + m.r % 9) % 30, 14 + m.r % 6, 108 + (m.n * 5 + m.r % 13) % 31,
  64 + (m.n * 3 + m.r % 9) % 24, case when m.n % 3 = 0 then 'right' else 'left' end,
  case when m.n % 2 = 0 then 95 + m.r % 5 end,
  case when m.n % 6 = 0 and m.at < time '12:00' then 4.6 + (m.r % 14) / 10.0 end,
  case when m.n % 6 = 0 and m.at < time '12:00' then 'fasting' end,
  case when m.back % 14 = 3 and m.at < time '12:00' then 46 + m.n % 27 + (m.r % 7) / 10.0 end,
  case when m.back % 14 = 3 and m.at < time '12:00' then round(sqrt((46 + m.n % 27) / 23.0) * 100) end,
  case when m.at < time '12:00' then 1 end, case when m.at < time '12:00' then 'formed' end,
  case when m.n % 4 = 0 and m.at < time '12:00' then 4 - (m.r % 5 = 0)::int end, 'table',
  case m.dept_name when '松鹤楼护理组' then $2 when '长青楼护理组' then $4 else $6 end,
  case m.dept_name when '松鹤楼护理组' then $3 when '长青楼护理组' then $5 else $7 end, 'normal',
  m.measured + interval '6 minutes'
from made m where m.measured < now() - interval '3 hours'`

interface Abnormal {
  /** Which elder, in the order of their ids. */
  n: number
  /** Hours before now. */
  hours: number
  values: VitalValues
  /** How it ended; null: it waits. */
  note: string | null
}

const ABNORMAL: readonly Abnormal[] = [
  { n: 3, hours: 0.4, values: { temperature: 38.6, pulse: 104 }, note: null },
  { n: 17, hours: 1.2, values: { systolic: 168, diastolic: 96, pulse: 88 }, note: null },
  { n: 3, hours: 216, values: { temperature: 38.2, pulse: 98 }, note: '物理降温，多饮水，已通知医生，按医嘱用药' },
  { n: 8, hours: 50, values: { systolic: 186, diastolic: 104 }, note: '卧床休息，补服降压药，30 分钟后复测' },
  { n: 12, hours: 75, values: { glucose: 3.4, glucoseTiming: 'fasting' }, note: '口服糖水 200 mL，15 分钟后复测 5.1' },
  { n: 12, hours: 410, values: { glucose: 9.6, glucoseTiming: 'fasting' }, note: '询问饮食，减少夜间加餐' },
  { n: 20, hours: 120, values: { oxygen: 89, breathing: 26 }, note: '半卧位吸氧 2 L/分，通知医生查看' },
  { n: 25, hours: 26, values: { pulse: 112 }, note: '活动后测量，休息 20 分钟后复测 86' },
  { n: 31, hours: 170, values: { temperature: 37.6 }, note: '多饮水，下午复测 36.8' },
  { n: 34, hours: 300, values: { systolic: 88, diastolic: 52 }, note: '平卧，测血糖正常，暂停晨间降压药，已告知医生' },
  { n: 40, hours: 96, values: { pain: 7 }, note: '膝关节疼痛，按医嘱给止痛药，1 小时后 3 分' },
  { n: 44, hours: 500, values: { temperature: 37.8 }, note: '更换薄被，30 分钟后复测 37.0' },
  { n: 52, hours: 33, values: { stool: 4, stoolShape: 'loose' }, note: '留样送检，餐食改半流质，观察出入量' },
  { n: 60, hours: 620, values: { systolic: 172, diastolic: 98 }, note: '情绪激动后测量，安抚后复测 146/86' },
]

const rowsOf = () =>
  ABNORMAL.map(({ n, hours, values, note }) => {
    const judged = judgeVital(values, { limits: { own: {}, house: {} }, age: null, past: NO_PAST })
    const bad = judged.filter((one) => one.grade !== 'normal')
    return { n, hours, note, judged, bad, grade: worstOf(judged), ...values }
  })

const ADD = `with residents as (
  select t.oldman_id, row_number() over (order by t.oldman_id) as n from oldman t where t.org_id = $1 and t.status in (1, 4)
), given as (
  select e.oldman_id, md5('vital:abnormal:' || x.n || ':' || x.hours) as id, now() - make_interval(mins => (x.hours * 60)::int) as at, x.*
  from jsonb_to_recordset($2::jsonb) as x(n int, hours float8, note text, judged jsonb, bad jsonb, grade text,
    temperature numeric, pulse int, breathing int, systolic int, diastolic int, oxygen int, glucose numeric,
    "glucoseTiming" text, pain int, stool int, "stoolShape" text)
  join residents e on e.n = x.n
), signs as (
  insert into vital_sign (org_id, sign_id, oldman_id, measured_at, temperature, pulse, breathing, systolic, diastolic, oxygen,
    glucose, glucose_timing, pain, stool, stool_shape, source, worker_id, worker_name, grade, judged, created_at)
  select $1, g.id, g.oldman_id, g.at, g.temperature, g.pulse, g.breathing, g.systolic, g.diastolic, g.oxygen, g.glucose,
    g."glucoseTiming", g.pain, g.stool, g."stoolShape", 'entered', $3, $4, g.grade, g.judged, g.at + interval '2 minutes'
  from given g returning sign_id
)
insert into vital_alert (org_id, alert_id, oldman_id, sign_id, grade, judged, state, opened_at, recheck_by, note,
  answered_by, answered_name, answered_at, closed_at, closed_why)
select $1, md5('alert:' || g.id), g.oldman_id, g.id, g.grade, g.bad, case when g.note is null then 'OPEN' else 'CLOSED' end,
  g.at + interval '2 minutes', case when g.note is null then g.at + interval '32 minutes' end, g.note,
  case when g.note is not null then $5 end, case when g.note is not null then $6 end,
  case when g.note is not null then g.at + interval '20 minutes' end,
  case when g.note is not null then g.at + interval '50 minutes' end, case when g.note is not null then '复测正常' end
from given g join signs s on s.sign_id = g.id`

/** Elders whose doctor set limits of their own. */
const LIMITS = `with residents as (
  select t.oldman_id, row_number() over (order by t.oldman_id) as n from oldman t where t.org_id = $1 and t.status in (1, 4)
)
insert into vital_limit (org_id, limit_id, oldman_id, part, red_low, low, high, red_high, reason, user_name, created_at)
select $1, md5('limit:' || e.oldman_id || x.part), e.oldman_id, x.part, x.red_low, x.low, x.high, x.red_high, x.reason, $2,
  now() - interval '40 days'
from (values (20, 'oxygen', 88.0, 88.0, 92.0, null::numeric, '慢阻肺，目标 88–92%'),
  (12, 'glucoseFasting', 3.9, 4.4, 7.0, 16.7, '糖尿病，空腹控制 4.4–7.0'),
  (12, 'glucoseAfter', 3.9, 4.4, 10.0, 16.7, '糖尿病，餐后低于 10')) as x(n, part, red_low, low, high, red_high, reason)
join residents e on e.n = x.n`

export default demoPart(46, async (tx, demo) => {
  const names = ['张翠兰', '王桂香', '陈秀珍']
  const workers = names.flatMap((name) => [demo.staff(name), name])
  const made = await tx.client.query(USUAL, [demo.orgId, ...workers])
  await tx.client.query(LIMITS, [demo.orgId, '宋文博'])
  await tx.client.query(ADD, [
    demo.orgId,
    JSON.stringify(rowsOf()),
    demo.staff('李晓梅'),
    '李晓梅',
    demo.staff('何静'),
    '何静',
  ])
  tx.log({ remark: `录入体征 ${(made.rowCount ?? 0) + ABNORMAL.length} 条`, targetType: 'vitalSign' })
})
