// 护理人员: the same list of carers alone, for those who plan their work.
import { staffFile } from '#contract/administration/staffFile'
import { StaffStatus } from '#contract/platform/staff'
import { carerColumns } from './columns.tsx'
import { StaffList } from './list.part.tsx'

export default function Carers() {
  return (
    <StaffList
      call={staffFile.calls.carers as unknown as typeof staffFile.calls.list}
      columns={carerColumns}
      title="护理人员"
      tabs={{ field: 'status', set: StaffStatus }}
    />
  )
}
