// The price list of the demo organisation.
import { demoPart } from '#server/kit/demo'
import { addFees } from './feePresets.ts'

export default demoPart(23, async (tx, demo) => {
  await addFees(tx, demo.orgId)
  tx.log({ remark: '设置费用项目及价格', targetType: 'feeProject' })
})
