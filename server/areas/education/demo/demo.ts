// Tags, in their categories, with which the demo organisation sorts its health-education articles.
import { demoPart } from '#server/kit/demo'

/** Name and parent. */
const CATEGORIES: readonly (readonly [string, string | null])[] = [
  ['慢病管理', null],
  ['日常照护', null],
  ['身心健康', null],
  ['安全', '日常照护'],
  ['饮食用药', '日常照护'],
]

const TAGS: readonly (readonly [string, string])[] = [
  ['高血压', '慢病管理'],
  ['糖尿病', '慢病管理'],
  ['防跌倒', '安全'],
  ['压疮预防', '日常照护'],
  ['合理用药', '饮食用药'],
  ['营养膳食', '饮食用药'],
  ['心理关怀', '身心健康'],
  ['认知症照护', '慢病管理'],
  ['康复锻炼', '身心健康'],
  ['口腔护理', '日常照护'],
]

export default demoPart(60, async (tx, demo) => {
  const categoryId = (name: string) => demo.id(`educationTagCategory:${name}`)
  await tx.client.query(
    `insert into education_tag_category (org_id, category_id, parent_id, category_name, created_at)
     select $1, t.id, t.parent, t.name, t.at::timestamptz
     from jsonb_to_recordset($2::jsonb) as t(id text, parent text, name text, at text)`,
    [
      demo.orgId,
      JSON.stringify(
        CATEGORIES.map(([name, parent], i) => ({
          id: categoryId(name),
          parent: parent && categoryId(parent),
          name,
          at: demo.at(-210, `09:${20 + i}`),
        })),
      ),
    ],
  )
  await tx.client.query(
    `insert into education_tag (org_id, tag_id, tag_name, category_id, created_at)
     select $1, t.id, t.name, t.category, t.at::timestamptz
     from jsonb_to_recordset($2::jsonb) as t(id text, name text, category text, at text)`,
    [
      demo.orgId,
      JSON.stringify(
        TAGS.map(([name, category], i) => ({
          id: demo.id(`educationTag:${name}`),
          name,
          category: categoryId(category),
          at: demo.at(-200 + i * 9, '09:20'),
        })),
      ),
    ],
  )
})
