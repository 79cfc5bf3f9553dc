import { nurseCall } from '#contract/monitor/nurseCall'
import { CallConnect } from '#contract/monitor/words'
import { columns } from '#web/kit/list/columns'
import { after, before } from './callColumns.tsx'
import { CallsPage } from './callsPage.part.tsx'

const cols = columns(nurseCall.calls.r6r7, {
  ...before,
  connect: { title: '状态', as: CallConnect, width: 90 },
  ...after,
})

const tabs = { field: 'connect', set: CallConnect }

export default function Calls() {
  return <CallsPage family="R6R7" title="呼叫记录R6/R7" call={nurseCall.calls.r6r7} columns={cols} tabs={tabs} />
}
