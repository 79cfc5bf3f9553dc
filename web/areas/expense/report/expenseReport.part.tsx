// A report of the fees: the kit's page with the drawer of ledger entries and bill lines.
import type { Call } from '#contract/kit/call'
import { ReportPage, type ReportPageProps } from '#web/kit/report/ReportPage'
import { DrillDrawer, type DrillRequest } from './drill.part.tsx'
import { openDiffering } from './links.ts'
import './operators.ts'
import './report.css'

export function ExpenseReport<C extends Call>(props: Omit<ReportPageProps<C, DrillRequest>, 'drawer' | 'differs'>) {
  return (
    <ReportPage<C, DrillRequest>
      {...props}
      drawer={(request, close) => <DrillDrawer request={request} onClose={close} />}
      differs={openDiffering}
    />
  )
}
