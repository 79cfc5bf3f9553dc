// The order of people inside one department, as rosters and pickers show them.
import { useMemo, useState } from 'react'
import { user } from '#contract/platform/user'
import { department } from '#web/kit/fields/department'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useAct, useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import './user.css'

const NONE: readonly never[] = []

export function UserSort({ open, deptId, onClose }: { open: boolean; deptId: string | null; onClose(): void }) {
  const own = useSession((state) => state.user?.empInfo.deptId ?? state.user?.dataDeptInfoList[0]?.deptId ?? null)
  const [chosen, setChosen] = useState<string | null>(null)
  const dept = chosen ?? deptId ?? own
  const { data, error } = useCall(user.calls.list, open && dept ? { deptId: dept, page: 1, size: 1000 } : null, {
    staleTime: 0,
  })
  const items = useMemo(
    () =>
      data?.list.map((row) => ({
        id: row.userId,
        title: row.empName ?? row.userName,
        note: [row.jobName, row.userName].filter(Boolean).join(' · '),
      })),
    [data],
  )
  const save = useAct(user.calls.sort, {
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  return (
    <SortDrawer
      open={open}
      title="部门内排序"
      items={error || !dept ? NONE : items}
      saving={save.running}
      head={
        <div className="yy-user-sort-head yy-below-12 yy-row yy-gap-8">
          <span>部门</span>
          {department.input({ value: dept, onChange: (next) => setChosen(next), 'aria-label': '部门' })}
        </div>
      }
      onSave={(ids) => void save.run({ sorts: ids.map((userId, i) => ({ userId, sort: i + 1 })), deptId: dept })}
      onClose={onClose}
    />
  )
}
