// The price list of the demo organisation.

import { addFees } from '#server/areas/expense/fee/feePresets'
import { demoPart } from '#server/kit/demo'

export default demoPart(23, async (tx, demo) => {
  await addFees(tx, demo.orgId)
  tx.log({ remark: '设置费用项目及价格', targetType: 'feeProject' })
})
