// Handlers of the reports of what bills ask for.
import { reportBills } from '#contract/expense/reportBills'
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import { implement } from '#server/kit/implement'
import { chargeProjectReport } from './reportChargeProject.ts'
import { differenceReport } from './reportDifference.ts'
import { receivableReport } from './reportReceivable.ts'
import { rentReport } from './reportRent.ts'

export default amountsOnly(
  implement(reportBills, {
    receivalbe: receivableReport,
    chargeProject: chargeProjectReport,
    difference: differenceReport,
    rent: rentReport,
  }),
)
