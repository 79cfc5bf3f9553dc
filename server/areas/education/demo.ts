// Tags with which the demo organisation sorts its health-education articles.
import { demoPart } from '#server/kit/demo'

const TAGS = [
  '高血压',
  '糖尿病',
  '防跌倒',
  '压疮预防',
  '合理用药',
  '营养膳食',
  '心理关怀',
  '认知症照护',
  '康复锻炼',
  '口腔护理',
]

export default demoPart(60, async (tx, demo) => {
  await tx.client.query(
    `insert into education_tag (org_id, tag_id, tag_name, created_at)
     select $1, t.id, t.name, t.at::timestamptz from jsonb_to_recordset($2::jsonb) as t(id text, name text, at text)`,
    [
      demo.orgId,
      JSON.stringify(
        TAGS.map((name, i) => ({ id: demo.id(`educationTag:${name}`), name, at: demo.at(-200 + i * 9, '09:20') })),
      ),
    ],
  )
})
