// What the kitchen of the demo house knows of its elders besides their archives. It stands before the menu, which is decided
// upon it.
import { demoPart } from '#server/kit/demo'

/** 0 to 999, always the same for the same elder. */
const luck = (salt: string) => `('x' || substr(md5(o.oldman_id || '${salt}'), 1, 6))::bit(24)::int % 1000`

const PEOPLE = `insert into meal_person (org_id, oldman_id, allergens, help, portion, dislikes, remark, created_at)
select o.org_id, o.oldman_id,
  case when ${luck('allergen')} < 12 then array['P'] when ${luck('allergen')} < 24 then array['M'] when ${luck('allergen')} < 30 then array['E']
    else '{}' end,
  case when o.diet @> '["1-5"]' or o.diet @> '["1-6"]' then 'FEED' when o.diet @> '["1-3"]' or o.diet @> '["1-4"]' then 'ASSIST'
    when o.notes @> '[4]' then 'WATCH' else 'SELF' end,
  case when ${luck('portion')} < 90 then 'SMALL' when ${luck('portion')} < 130 then 'LARGE' else 'NORMAL' end,
  case when ${luck('dislike')} < 40 then '不吃香菜' when ${luck('dislike')} < 80 then '不吃肥肉' when ${luck('dislike')} < 110 then '不爱吃甜'
    when ${luck('dislike')} < 130 then '不吃胡萝卜' end,
  case when ${luck('remark')} < 25 then '义齿，饭菜切小' when ${luck('remark')} < 45 then '用防滑碗和弯柄勺' end,
  now() - interval '60 days'
from oldman o where o.org_id = $1 and o.status in (1, 4) and (${luck('allergen')} < 30 or ${luck('portion')} < 130 or ${luck('dislike')} < 130
  or ${luck('remark')} < 45 or o.diet @> '["1-3"]' or o.diet @> '["1-4"]' or o.diet @> '["1-5"]' or o.diet @> '["1-6"]' or o.notes @> '[4]')`

export default demoPart(61, async (tx, demo) => {
  await tx.client.query(PEOPLE, [demo.orgId])
  tx.log({ remark: '登记老人的份量、进食协助和食物过敏', targetType: 'mealPerson' })
})
