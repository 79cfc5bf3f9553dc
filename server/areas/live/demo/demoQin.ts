// 秦月娥 of the demonstration: 83 years old, in 松鹤楼, half care, with dementia diagnosed this autumn. Her assessments and what
// follows from them are told in the care's own part.
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { namePinyin } from '#server/kit/pinyin'

const WHO = `select t.oldman_id as "oldmanId" from oldman t join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id
join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
where t.org_id = $1 and t.status = 1 and t.sex = 1 and d.dept_name = '松鹤楼护理组' and l.level_name = '半护理（二级护理）'
  and t.check_in_date < current_date - 400
order by abs(extract(year from age(current_date, t.birth_date)) - 83), t.archive_no limit 1`
const NAME = `update oldman set oldman_name = $3, pinyin = $4, initials = $5, attention = '[1, 4]' where org_id = $1 and oldman_id = $2`
const SON = `update oldman_family set name = $3, pinyin = $4, initials = $5 where org_id = $1 and oldman_id = $2
  and sort = (select min(f.sort) from oldman_family f where f.org_id = $1 and f.oldman_id = $2)`

async function nameQin(tx: Tx, demo: DemoContext): Promise<void> {
  const found = await tx.client.query<{ oldmanId: string }>(WHO, [demo.orgId])
  const { oldmanId } = found.rows[0]!
  const [elder, son] = [namePinyin('秦月娥'), namePinyin('秦刚')]
  await tx.client.query(NAME, [demo.orgId, oldmanId, '秦月娥', elder.pinyin, elder.initials])
  await tx.client.query(SON, [demo.orgId, oldmanId, '秦刚', son.pinyin, son.initials])
  tx.log({ remark: '更正老人“秦月娥”的姓名', targetType: 'oldman', targetId: oldmanId })
}

export default demoPart(41, nameQin)
