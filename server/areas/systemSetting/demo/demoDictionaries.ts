// What the demo organisation has made of the dictionaries: values of its own, some switched off, one dictionary added.

import { addDictionaries } from '#server/areas/systemSetting/dictionary/dictionarySeed'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { textPinyin } from '#server/kit/pinyin'

const OWN_VALUES: readonly (readonly [code: string, labels: readonly string[]])[] = [
  ['activityType', ['樱花茶会', '隔代同乐日']],
  ['consultationChannel', ['街道推荐']],
  ['complaintType', ['班车接送']],
]

const SWITCHED_OFF: readonly (readonly [code: string, label: string])[] = [['consultationChannel', '微信咨询']]

const SHUTTLE = {
  code: 'shuttleLine',
  name: '班车线路',
  remark: '每周三、周六开行，家属探视时登记',
  labels: ['1 号线：五角场—松鹤路', '2 号线：大柏树—松鹤路', '3 号线：江湾镇—松鹤路'],
}

export default demoPart(20, async (tx, demo) => {
  await addDictionaries(tx, demo.orgId)
  for (const [code, labels] of OWN_VALUES) await addValues(tx, demo, code, labels)
  for (const [code, label] of SWITCHED_OFF) {
    await tx.client.query(
      `update dictionary_value v set enabled = false from dictionary d where v.org_id = $1 and d.org_id = $1
         and d.dictionary_id = v.dictionary_id and d.dictionary_code = $2 and v.label = $3`,
      [demo.orgId, code, label],
    )
  }
  const { pinyin, initials } = textPinyin(SHUTTLE.name)
  await tx.client.query(
    `insert into dictionary (org_id, dictionary_id, dictionary_code, dictionary_name, model, remark, pinyin, initials,
       sort, created_at) values ($1, $2, $3, $4, 'other', $5, $6, $7, 900, $8)`,
    [
      demo.orgId,
      demo.id(`dictionary:${SHUTTLE.code}`),
      SHUTTLE.code,
      SHUTTLE.name,
      SHUTTLE.remark,
      pinyin,
      initials,
      demo.at(-120, '10:20'),
    ],
  )
  await addValues(tx, demo, SHUTTLE.code, SHUTTLE.labels)
  tx.log({
    remark: `新增字典“${SHUTTLE.name}”，共 ${SHUTTLE.labels.length} 个值`,
    targetType: 'dictionary',
    targetId: demo.id(`dictionary:${SHUTTLE.code}`),
  })
})

async function addValues(tx: Tx, demo: DemoContext, code: string, labels: readonly string[]): Promise<void> {
  const rows = labels.map((label, i) => ({
    id: demo.id(`dictionaryValue:${code}:${label}`),
    label,
    ...textPinyin(label),
    n: i + 1,
  }))
  await tx.client.query(
    `insert into dictionary_value (org_id, value_id, dictionary_id, value, label, pinyin, initials, sort)
     select d.org_id, v.id, d.dictionary_id, (last.value + v.n)::text, v.label, v.pinyin, v.initials, last.sort + v.n
       from dictionary d
       cross join lateral (select coalesce(max(x.value::int), 0) as value, coalesce(max(x.sort), 0) as sort
         from dictionary_value x where x.org_id = d.org_id and x.dictionary_id = d.dictionary_id) last
       cross join jsonb_to_recordset($3::jsonb) as v(id text, label text, pinyin text, initials text, n int)
      where d.org_id = $1 and d.dictionary_code = $2`,
    [demo.orgId, code, JSON.stringify(rows)],
  )
}
