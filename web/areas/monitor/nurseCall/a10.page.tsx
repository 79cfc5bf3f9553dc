import { nurseCall } from '#contract/monitor/nurseCall'
import { CallStatus } from '#contract/monitor/words'
import { columns } from '#web/kit/list/columns'
import { after, before } from './callColumns.tsx'
import { CallsPage } from './callsPage.part.tsx'

const cols = columns(nurseCall.calls.a10, {
  ...before,
  callStatus: { title: '状态', as: CallStatus, width: 90 },
  ...after,
})

const tabs = { field: 'callStatus', set: CallStatus }

export default function Calls() {
  return <CallsPage family="A10" title="呼叫记录A10" call={nurseCall.calls.a10} columns={cols} tabs={tabs} />
}
