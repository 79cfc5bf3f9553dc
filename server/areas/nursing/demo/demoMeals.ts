// Meals of the demo house: orders of a week gone by and of the running one, how they were eaten, who eats little, samples and
// guests.
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { addDays, mondayOf, weekDays } from '#contract/nursing/dishWeek'
import { bringMealsInLine } from '#server/areas/nursing/mealOrder/mealInLine'
import { demoPart } from '#server/kit/demo'

const CARER = '李晓梅'
const COOK = '解宏伟'

const luck = (of: string) => `('x' || substr(md5(${of}), 1, 6))::bit(24)::int % 1000`

/** Three of ten want the second dish of a choice. */
const CHOICES = `insert into meal_choice (org_id, day, meal, choice, oldman_id, dish_id, via, by_name, at)
select i.org_id, i.day, i.meal, i.choice, o.oldman_id, (array_agg(i.dish_id order by i.sort))[2], 'WARD', '${CARER}', i.day - interval '1 day' + interval '10 hours'
from dish_plan_item i join dish_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id and p.state = 'PUBLISHED'
join oldman o on o.org_id = i.org_id and o.status in (1, 4)
where i.org_id = $1 and i.choice is not null and i.day between $2 and $3 and ${luck(`o.oldman_id || i.day || i.meal`)} < 300
group by i.org_id, i.day, i.meal, i.choice, o.oldman_id having count(*) > 1`
const LIVED = `select s.oldman_id as id from stay s where s.org_id = $1 and s.start_date <= $2 and s.end_date is null order by 1`

/** What was looked at: nine of ten meals that are over. */
const EATEN_LUCK = luck(`o.oldman_id || o.day || o.meal || 'eaten'`)
const EATEN = `update meal_order o set handed_at = x.at, handed_by = $3, eaten = case when ${EATEN_LUCK} < 640 then 4
    when ${EATEN_LUCK} < 880 then 3 when ${EATEN_LUCK} < 975 then 2 else 1 end, eaten_at = x.at + interval '40 minutes', eaten_by = $3
from (select day, meal, oldman_id, day + case meal when 1 then time '07:10' when 2 then time '09:40' when 3 then time '11:40'
    when 4 then time '14:40' when 5 then time '17:40' else time '20:10' end as at from meal_order where org_id = $1) x
where o.org_id = $1 and o.day = x.day and o.meal = x.meal and o.oldman_id = x.oldman_id and o.state = 'ON' and x.at + interval '40 minutes' < $2::timestamptz
  and ${luck(`o.oldman_id || o.day || o.meal || 'looked'`)} < 900`
/** Two who have lost their appetite. */
const POOR = `with few as (select o.oldman_id from oldman o join meal_order m on m.org_id = o.org_id and m.oldman_id = o.oldman_id
    where o.org_id = $1 and o.status = 1 and m.eaten is not null and m.meal in (1, 3, 5) and m.day > current_date - 4 and o.dept_id is not null
    group by 1 having count(*) >= 6 order by md5(o.oldman_id) limit 2),
last as (select m.day, m.meal, m.oldman_id, row_number() over (partition by m.oldman_id order by m.day desc, m.meal desc) as n
  from meal_order m join few on few.oldman_id = m.oldman_id where m.org_id = $1 and m.meal in (1, 3, 5) and m.eaten is not null)
update meal_order m set eaten = case when l.n = 2 then 1 else 2 end, eaten_remark = case when l.n = 1 then '说没有胃口' end
from last l where m.org_id = $1 and l.n <= 3 and m.day = l.day and m.meal = l.meal and m.oldman_id = l.oldman_id returning m.oldman_id as id`
const ALERTS = `insert into meal_alert (org_id, alert_id, oldman_id, meals, raised_at)
select $1::text, md5('meal_alert' || m.oldman_id), m.oldman_id, string_agg(to_char(m.day, 'MM-DD') || ' ' || (array['早餐','早点','午餐','午点','晚餐','夜宵'])[m.meal]
  || ' ' || (array['未进','少量','一半','大部分','全部'])[m.eaten + 1], '、' order by m.day desc, m.meal desc), max(m.eaten_at)
from (select x.*, row_number() over (partition by x.oldman_id order by x.day desc, x.meal desc) as n from meal_order x
  where x.org_id = $1::text and x.oldman_id = any($2::text[]) and x.meal in (1, 3, 5) and x.eaten is not null) m where m.n <= 3 group by m.oldman_id`
const ANSWERED = `insert into meal_alert (org_id, alert_id, oldman_id, meals, raised_at, handled_at, handled_by, note)
select o.org_id, md5('meal_alert_done' || o.oldman_id), o.oldman_id, '早餐 少量、昨日晚餐 一半、昨日午餐 一半', now() - interval '9 days', now() - interval '9 days' + interval '50 minutes',
  '${CARER}', '口腔溃疡，已请医生看过，三天内改半流质' from oldman o where o.org_id = $1 and o.status = 1 and not o.oldman_id = any($2::text[]) order by md5(o.oldman_id || 'done') limit 1`
const SAMPLES = `insert into meal_sample (org_id, sample_id, day, meal, dish_id, grams, kept_at, kept_by, place, keep_until, destroyed_at, destroyed_by)
select $1::text, md5('sample' || s.day || s.meal || s.dish_id), s.day, s.meal, s.dish_id, 125 + (s.n % 3) * 5, s.at, '${COOK}', '留样冰箱 ' || (s.n % 3 + 1) || ' 层',
  s.at + interval '48 hours', case when s.at + interval '50 hours' < now() then s.at + interval '50 hours' end,
  case when s.at + interval '50 hours' < now() then '${COOK}' end
from (select d.*, row_number() over (partition by day, meal order by dish_id) as n,
    day + case meal when 1 then time '06:50' when 3 then time '11:20' else time '17:20' end as at
  from (select distinct m.day, m.meal, x.dish_id from meal_order m, unnest(m.dish_ids) as x(dish_id)
    where m.org_id = $1::text and m.meal in (1, 3, 5) and m.day > current_date - 6 and m.state = 'ON') d) s where s.at < now()`
/** Whom the house invites costs nothing. */
const GUESTS = `insert into meal_guest (org_id, guest_id, oldman_id, day, meal, texture, portions, price_fen, ward, remark, by_name, created_at)
select m.org_id, md5('guest' || m.oldman_id), m.oldman_id, m.day, m.meal, 1, 2, 0, m.ward, '老人生日，院方招待家属', '${CARER}', now() - interval '1 day'
from meal_order m where m.org_id = $1 and m.day in (current_date, current_date - 2) and m.meal = 3 and m.state = 'ON' and m.ward <> ''
order by md5(m.oldman_id || m.day) limit 3`

/** Families of the demo house choose along. */
const SETTING = `insert into meal_setting (org_id, closings, prices, family_chooses) values ($1, '[]', '[]', true)
on conflict (org_id) do update set family_chooses = true`

export default demoPart(66, async (tx, demo) => {
  await tx.client.query(SETTING, [demo.orgId])
  const monday = mondayOf(demo.today)
  const sunday = addDays(monday, 6)
  const first = addDays(demo.today, -7)
  await tx.client.query(CHOICES, [demo.orgId, first, sunday])
  // Of days gone by as it was then; what is to come as it is now.
  const past = weekDays(first).filter((day) => day < demo.today)
  const lived = await tx.client.query<{ id: string }>(LIVED, [demo.orgId, first])
  const oldmanIds = lived.rows.map((row) => row.id)
  await bringMealsInLine(tx.client, demo.orgId, { days: past, oldmanIds, now: momentOf(first) - 2 * DAY_MS })
  const coming = weekDays(monday).filter((day) => day >= demo.today)
  await bringMealsInLine(tx.client, demo.orgId, { days: coming, now: momentOf(dayText()) - DAY_MS })
  await tx.client.query(EATEN, [demo.orgId, timeText(), demo.staff(CARER)])
  const poor = await tx.client.query<{ id: string }>(POOR, [demo.orgId])
  const ids = [...new Set(poor.rows.map((row) => row.id))]
  await tx.client.query(ALERTS, [demo.orgId, ids])
  await tx.client.query(ANSWERED, [demo.orgId, ids])
  await tx.client.query(SAMPLES, [demo.orgId])
  await tx.client.query(GUESTS, [demo.orgId])
  tx.log({ remark: '按菜谱点餐，登记送餐、进食和留样', targetType: 'mealOrder' })
})
