// Reminders of the demo house: what its residents, contracts and bills give on the first day, some dealt with and some ignored
// the days before, and what people set for themselves and others.
import { RemindRepeat } from '#contract/administration/remind'
import { RemindType } from '#contract/kit/remindType'
import { type DemoContext, demoPart } from '#server/kit/demo'

interface Own {
  key: string
  by: string
  people: string[]
  title: string
  content: string | null
  repeat: string
  first: string
  ahead: number
  end?: string
}

const own = (demo: DemoContext): Own[] => [
  {
    key: 'meeting',
    by: '何静',
    people: ['何静'],
    title: '准备护理例会材料',
    content: '上周跌倒、压疮和交接班情况',
    repeat: RemindRepeat.is.WEEKLY,
    first: demo.at(1, '15:00'),
    ahead: 0,
  },
  {
    key: 'fire',
    by: '郑凯',
    people: ['郑凯', '刘敏'],
    title: '每月消防器材检查',
    content: '灭火器压力、疏散通道、应急灯，检查后拍照留档',
    repeat: RemindRepeat.is.MONTHLY,
    first: demo.at(3, '09:30'),
    ahead: 1,
  },
  {
    key: 'family',
    by: '刘敏',
    people: ['刘敏'],
    title: '给来访咨询的家属回电话',
    content: null,
    repeat: RemindRepeat.is.ONCE,
    first: demo.at(0, '17:00'),
    ahead: 0,
  },
  {
    key: 'cash',
    by: '方芳',
    people: ['方芳'],
    title: '核对本周现金日记账',
    content: null,
    repeat: RemindRepeat.is.WEEKLY,
    first: demo.at(2, '16:30'),
    ahead: 0,
  },
]

const SERIES = `insert into remind_series (org_id, series_id, title, content, first_at, repeat, end_day, ahead_days, turn_at, last_day, created_by, created_name)
select $1, x.id, x.title, x.content, x.first, x.repeat, null, x.ahead,
  case when x.repeat = 'ONCE' then null else x.first - make_interval(days => x.ahead) end, x.first::date, x.by, x.name
from jsonb_to_recordset($2::jsonb) as x(id text, title text, content text, first timestamptz, repeat text, ahead int, by text, name text)`
const PEOPLE = `insert into remind_person (org_id, series_id, user_id)
select $1, x.id, p from jsonb_to_recordset($2::jsonb) as x(id text, people jsonb), jsonb_array_elements_text(x.people) p`
const ROWS = `insert into remind (org_id, remind_id, source, type, record_id, due_day, due_at, show_at, series_id, title, content, told_on)
select $1, md5('demo:remind:' || x.id), 'own', ${RemindType.is.own}, x.id, x.first::date, x.first, x.first - make_interval(days => x.ahead), x.id, x.title,
  x.content, case when x.first <= now() then current_date end
from jsonb_to_recordset($2::jsonb) as x(id text, title text, content text, first timestamptz, ahead int)`

/** What was dealt with: the birthdays of the last weeks, and a contract somebody ignored. */
const PASSED = `insert into remind (org_id, remind_id, source, type, record_id, due_day, due_at, dept_id, oldman_id, title, state, by_system, reason,
  dealt_by, dealt_name, dealt_at, gone_at, told_on, told_times, created_at)
select $1, md5('demo:remind:' || b.oldman_id), 'residentBirthday', ${RemindType.is.birthday}, b.oldman_id, b.day, b.day::timestamptz, b.dept_id, b.oldman_id,
  b.oldman_name || ' ' || b.years || ' 岁生日', 1, b.n % 3 <> 0, case when b.n % 3 <> 0 then '生日已过' else '已送长寿面和贺卡' end,
  case when b.n % 3 = 0 then $2::varchar end, case when b.n % 3 = 0 then '何静' end, b.day + interval '15 hours', b.day + interval '31 hours',
  b.day, 1, b.day - interval '65 hours'
from (select t.*, extract(year from age(current_date, t.birth_date))::int as years, row_number() over (order by t.oldman_id) as n,
    (t.birth_date + make_interval(years => extract(year from age(current_date, t.birth_date))::int))::date as day
  from oldman t where t.org_id = $1 and t.status in (1, 4) and t.birth_date is not null) b
where b.day between current_date - 25 and current_date - 2`

export default demoPart(900, async (tx, demo) => {
  const rows = own(demo).map((one) => ({
    id: demo.id(`remind:${one.key}`),
    title: one.title,
    content: one.content,
    first: one.first,
    repeat: one.repeat,
    ahead: one.ahead,
    by: demo.staff(one.by),
    name: one.by,
    people: one.people.map((name) => demo.staff(name)),
  }))
  const values = [demo.orgId, JSON.stringify(rows)]
  await tx.client.query(SERIES, values)
  await tx.client.query(PEOPLE, values)
  await tx.client.query(ROWS, values)
  await tx.client.query(PASSED, [demo.orgId, demo.staff('何静')])
  tx.log({ remark: `建立示例提醒 ${rows.length} 条`, targetType: 'remind' })
})
