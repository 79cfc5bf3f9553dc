// Reports on paper, one or many in one job.
import type { ReactNode } from 'react'
import { type AssessDetail, assessForm } from '#contract/nursing/assessForm'
import { send } from '#web/kit/call'
import { printSheet } from '#web/kit/print/printSheet'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { houseKind } from './houseKind.ts'
import { ReportSheet } from './reportSheet.part.tsx'

export const orgName = () => useSession.getState().user?.orgInfo.orgName ?? ''

export async function printReports(all: readonly AssessDetail[], { blank = false } = {}): Promise<void> {
  const org = orgName()
  const papers = all.flatMap((one): ReactNode[] => {
    const kind = houseKind(one)
    return kind ? [<ReportSheet key={one.assessmentId} one={one} kind={kind} org={org} blank={blank} />] : []
  })
  const [first] = all
  return printSheet({
    title:
      all.length === 1
        ? `${first!.oldmanName ?? ''} ${first!.assessDate} ${first!.kindName}`
        : `评估报告 ${all.length} 份`,
    paper: 'A4',
    many: papers.length > 1,
    render: () => papers,
  })
}

export async function printSeveral(ids: readonly string[]): Promise<void> {
  const all = await send(assessForm.calls.reports, { assessmentIds: ids.join(',') }, { loading: true })
  if (all.length === 0) toast.warning('没有可以打印的报告')
  else await printReports(all)
}
