// 员工列表: everybody's file within one's departments.
import { staffFile, staffNeeds } from '#contract/administration/staffFile'
import { StaffStatus } from '#contract/platform/staff'
import { staffColumns } from './columns.tsx'
import { StaffList } from './list.part.tsx'

export default function Staff() {
  return (
    <StaffList
      call={staffFile.calls.list}
      columns={staffColumns}
      title="员工"
      imports={staffNeeds.update}
      tabs={{ field: 'status', set: StaffStatus }}
    />
  )
}
