// Handlers of the reports line by line.
import { reportDetail } from '#contract/expense/reportDetail'
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import { implement } from '#server/kit/implement'
import { consumeReport } from './reportConsume.ts'
import { inDetailReport } from './reportInDetail.ts'
import { medicalReport } from './reportMedical.ts'

export default amountsOnly(
  implement(reportDetail, {
    inDetail: inDetailReport,
    consumeDetail: consumeReport,
    medical: medicalReport,
  }),
)
