// Handlers of the reports of what was earned and received by month.
import { reportIncome } from '#contract/expense/reportIncome'
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import { implement } from '#server/kit/implement'
import { incomeReport } from './reportIncomeRows.ts'
import { monthInReport } from './reportMonthIn.ts'

export default amountsOnly(implement(reportIncome, { income: incomeReport, monthIn: monthInReport }))
