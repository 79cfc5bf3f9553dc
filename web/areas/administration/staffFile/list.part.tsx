// A list of staff with the file beside it.
import { useEffect, useState } from 'react'
import { staffFile, staffNeeds } from '#contract/administration/staffFile'
import type { StaffFileData, StaffFileRow } from '#contract/administration/staffFileShape'
import { StaffStatus } from '#contract/platform/staff'
import { send } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import type { Columns } from '#web/kit/list/columns'
import { ImportDialog } from '#web/kit/list/ImportDialog'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import type { StatusTabs } from '#web/kit/list/tabCounts'
import { usePageParams, useReopened } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { chargeForm } from './chargeForms.tsx'
import { editForm } from './factsForm.tsx'
import { type FileTab, StaffDrawer, tabOf } from './file.part.tsx'
import { leaveForm, rehireForm } from './leaveForms.tsx'
import { addCertificateForm } from './paperForms.tsx'
import './staffFile.css'

type ListCall = typeof staffFile.calls.list

/** The act is made for the file as it is now. */
const fromFile =
  (make: (file: StaffFileData) => FormRequest): NonNullable<RowAction<StaffFileRow>['onClick']> =>
  async (row, list) => {
    const file = await send(staffFile.calls.get, { empId: row.empId }, { loading: true }).catch(() => null)
    if (file) list.openForm(make(file))
  }

const left = (row: Pick<StaffFileRow, 'status'>) => row.status === StaffStatus.is.left

const ACTIONS: readonly RowAction<StaffFileRow>[] = [
  { title: '编辑', needs: staffNeeds.update, onClick: fromFile(editForm) },
  {
    title: '登记证书',
    needs: staffNeeds.update,
    when: (row) => !left(row),
    onClick: fromFile((file) => addCertificateForm(file)),
  },
  {
    title: '分配老人',
    needs: staffNeeds.charge,
    when: (row) => !left(row) && row.empType === 'nursing',
    onClick: fromFile((file) => chargeForm(file, 'ELDER')),
  },
  { title: '办理复职', needs: staffNeeds.update, when: left, onClick: fromFile(rehireForm) },
  {
    title: '办理离职',
    needs: staffNeeds.update,
    danger: true,
    when: (row) => !left(row),
    onClick: fromFile(leaveForm),
  },
]

const TOUCHES = [staffFile] as const

interface Props {
  call: ListCall
  columns: Columns<ListCall>
  title: string
  tabs: StatusTabs
  /** What the import of facts asks for; absent: this list has none. */
  imports?: string
}

export function StaffList({ call, columns, title, tabs, imports }: Props) {
  const may = useMay()
  const { empId, tab } = usePageParams<'empId' | 'tab'>()
  const [opened, setOpened] = useState<{ empId: string; tab: FileTab } | null>(
    empId ? { empId, tab: tabOf(tab) } : null,
  )
  const [form, setForm] = useState<FormRequest | null>(null)
  const [importing, setImporting] = useState(false)
  const open = () => {
    if (empId) setOpened({ empId, tab: tabOf(tab) })
  }
  // A reminder opens the page for one of them, also when it stands there already.
  useEffect(open, [empId, tab])
  useReopened(open)
  return (
    <ListPage
      call={call}
      columns={columns}
      rowKey="empId"
      title={title}
      unit="人"
      tabs={tabs}
      open={(row) => setOpened({ empId: row.empId, tab: 'facts' })}
      heading={(row) => `${row.empName}・${StaffStatus.label(row.status)}`}
      {...(imports !== undefined && { onImport: { needs: imports, onClick: () => setImporting(true) } })}
      actions={ACTIONS}
      empty={{ title: `还没有${title}`, text: '新员工在“设置 › 用户账号”里添加账号后，档案就在这里。' }}
    >
      <StaffDrawer
        empId={opened?.empId ?? null}
        tab={opened?.tab ?? 'facts'}
        onForm={setForm}
        onClose={() => setOpened(null)}
      />
      <FormHost form={form} onClose={() => setForm(null)} />
      {imports !== undefined && may(imports) && (
        <ImportDialog
          open={importing}
          title="员工档案"
          unit="人"
          calls={staffFile.calls}
          touches={TOUCHES}
          notes={[
            '只更新已有员工的档案，不会新建账号；新员工请先在“用户账号”中添加',
            '按工号找人；没有工号的按姓名和手机号找',
            '空着的格子不改动原来的内容；填了健康证有效期的，会登记一张新健康证',
          ]}
          onClose={() => setImporting(false)}
        />
      )}
    </ListPage>
  )
}
