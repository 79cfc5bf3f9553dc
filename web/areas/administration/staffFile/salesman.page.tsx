// 销售人员: who receives people, what they have in hand and what came of it; their files beside it.
import { useState } from 'react'
import { staffFile, staffNeeds } from '#contract/administration/staffFile'
import type { StaffSaleRow } from '#contract/administration/staffFileShape'
import { StaffStatus } from '#contract/platform/staff'
import { send } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { saleColumns } from './columns.tsx'
import { editForm } from './factsForm.tsx'
import { StaffDrawer } from './file.part.tsx'
import { leaveForm } from './leaveForms.tsx'

const CONSULT_NEEDS = 'live:consultation:list'

const fileOf = (row: StaffSaleRow) =>
  send(staffFile.calls.get, { empId: row.empId }, { loading: true }).catch(() => null)

const actions: readonly RowAction<StaffSaleRow>[] = [
  {
    title: '编辑',
    needs: staffNeeds.update,
    onClick: async (row, list) => {
      const file = await fileOf(row)
      if (file) list.openForm(editForm(file))
    },
  },
  { title: '看咨询', needs: CONSULT_NEEDS, onClick: (row) => openPage(`/live/consult/base?saleId=${row.empId}`) },
  {
    title: '办理离职',
    needs: staffNeeds.update,
    danger: true,
    when: (row) => row.status !== StaffStatus.is.left,
    onClick: async (row, list) => {
      const file = await fileOf(row)
      if (file) list.openForm(leaveForm(file))
    },
  },
]

export default function Salesmen() {
  const [opened, setOpened] = useState<string | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  return (
    <ListPage
      call={staffFile.calls.sales}
      columns={saleColumns}
      rowKey="empId"
      title="销售人员"
      unit="人"
      tabs={{ field: 'status', set: StaffStatus }}
      open={(row) => setOpened(row.empId)}
      heading={(row) => `${row.empName}・${StaffStatus.label(row.status)}`}
      actions={actions}
      empty={{ title: '还没有销售人员', text: '在员工档案里把人员类别改为“销售顾问”，就会出现在这里。' }}
    >
      <StaffDrawer empId={opened} onForm={setForm} onClose={() => setOpened(null)} />
      <FormHost form={form} onClose={() => setForm(null)} />
    </ListPage>
  )
}
