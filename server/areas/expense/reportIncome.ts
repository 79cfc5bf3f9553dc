// Handlers of the reports of what was earned and received by month.
import { reportIncome } from '#contract/expense/reportIncome'
import { implement } from '#server/kit/implement'
import { amountsOnly } from './amountsHidden.ts'
import { incomeReport } from './reportIncomeRows.ts'
import { monthInReport } from './reportMonthIn.ts'

export default amountsOnly(implement(reportIncome, { income: incomeReport, monthIn: monthInReport }))
