// The demo organisation works with the levels and the catalogue every organisation begins with.

import { addLevels } from '#server/areas/nursing/level/levelPresets'
import { addCatalogue } from '#server/areas/nursing/project/cataloguePresets'
import { demoPart } from '#server/kit/demo'

/** Prices have stood for a while, and one is about to change. */
const SINCE = `update care_project_price set from_date = current_date - 300, user_name = '郑凯', created_at = now() - interval '300 days'
where org_id = $1`
const NEXT = `insert into care_project_price (org_id, project_id, from_date, price_fen, user_name)
select org_id, project_id, (date_trunc('month', current_date) + interval '1 month')::date, 2500, '郑凯'
from care_project where org_id = $1 and project_name = '理发'`

export default demoPart(22, async (tx, demo) => {
  await addLevels(tx, demo.orgId)
  tx.log({ remark: '设置护理等级及价格', targetType: 'nursingLevel' })
  await addCatalogue(tx, demo.orgId)
  await tx.client.query(SINCE, [demo.orgId])
  await tx.client.query(NEXT, [demo.orgId])
  tx.log({ remark: '设置护理项目及各等级的频次', targetType: 'careProject' })
})
