// The demo organisation works with the levels every organisation begins with.

import { addLevels } from '#server/areas/nursing/level/levelPresets'
import { demoPart } from '#server/kit/demo'

export default demoPart(22, async (tx, demo) => {
  await addLevels(tx, demo.orgId)
  tx.log({ remark: '设置护理等级及价格', targetType: 'nursingLevel' })
})
