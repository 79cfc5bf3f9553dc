// Handlers of the reports of what the house keeps for its residents.
import { reportAccounts } from '#contract/expense/reportAccounts'
import { implement } from '#server/kit/implement'
import { amountsOnly } from './amountsHidden.ts'
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
