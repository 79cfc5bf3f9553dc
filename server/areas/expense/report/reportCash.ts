// Handlers of the reports of money that came in and went out.
import { reportCash } from '#contract/expense/reportCash'
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import { implement } from '#server/kit/implement'
import { collectReport } from './reportCollect.ts'
import { advanceReport, paymentReport } from './reportPayment.ts'
import { refundReport } from './reportRefund.ts'

export default amountsOnly(
  implement(reportCash, {
    payment: paymentReport,
    refund: refundReport,
    advance: advanceReport,
    collectFees: collectReport,
  }),
)
