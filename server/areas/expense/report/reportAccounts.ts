// Handlers of the reports of what the house keeps for its residents.
import { reportAccounts } from '#contract/expense/reportAccounts'
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import { implement } from '#server/kit/implement'
import { balanceDepositReport, balanceReport, depositReport } from './reportBalance.ts'
import { refundableReport } from './reportRefundable.ts'

export default amountsOnly(
  implement(reportAccounts, {
    balance: balanceReport,
    deposit: depositReport,
    balanceDeposit: balanceDepositReport,
    refundable: refundableReport,
  }),
)
