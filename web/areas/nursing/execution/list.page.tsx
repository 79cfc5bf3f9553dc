// 护理执行: what was done, by whom and when; planned, done and recorded time side by side.
import { useState } from 'react'
import { type ExecutionData, ExecutionResult, execution, TAKE_BACK_MINUTES } from '#contract/nursing/execution'
import { careTask } from '#contract/nursing/task'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { usePageParams } from '#web/kit/open'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { executionColumns } from './columns.tsx'
import { ExecutionDrawer } from './detail.part.tsx'
import { addForm, supplementForm } from './forms.ts'

const refreshOn = [careTask.events.changed]
const tabs = { field: 'result', set: ExecutionResult }

const takeBack = (row: ExecutionData) =>
  confirmCall(execution.calls.remove, {
    input: { executionId: row.executionId },
    title: `撤回 ${row.oldmanName} 的“${row.projectName}”？`,
    effects: [
      row.taskId === null ? '这次按需执行不再计数' : '任务回到待执行；过了时限的算漏做，可以补录',
      ...(row.charged ? ['已计入的费用同时撤销'] : []),
      '撤回留有痕迹，在“已撤回”中可以查到',
    ],
    verb: '撤回记录',
    safe: '不撤回',
    danger: true,
    done: '已撤回',
    touches: [careTask],
  })

export default function Executions() {
  const { executionId } = usePageParams<'executionId'>()
  const [open, setOpen] = useState<string | null>(executionId ?? null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const actions: RowAction<ExecutionData>[] = [
    { title: '查看', onClick: (row) => setOpen(row.executionId) },
    { title: '补充说明和照片', link: '补充', move: 'edit', form: supplementForm },
    {
      title: `撤回（${TAKE_BACK_MINUTES} 分钟内）`,
      link: '撤回',
      move: 'takeBack',
      danger: true,
      onClick: (row) => void takeBack(row),
    },
  ]
  return (
    <ListPage
      call={execution.calls.list}
      columns={executionColumns}
      rowKey="executionId"
      title="护理执行"
      tabs={tabs}
      open={(row) => setOpen(row.executionId)}
      heading={(row) => `${row.oldmanName}・${row.projectName}`}
      create={{
        title: '新增按需执行',
        needs: execution.calls.add.needs,
        onClick: async (list) => list.openForm(await addForm()),
      }}
      actions={actions}
      refreshOn={refreshOn}
      empty={{
        title: '这段时间还没有执行记录',
        text: '护理员在“今日护理”或床旁点“完成”后，记录出现在这里。不选日期时显示最近 7 天。',
      }}
    >
      <ExecutionDrawer
        executionId={open}
        onSupplement={(row) => {
          setOpen(null)
          setForm(supplementForm(row))
        }}
        onTakeBack={async (row) => {
          if (await takeBack(row)) setOpen(null)
        }}
        onClose={() => setOpen(null)}
      />
      <FormHost form={form} onClose={() => setForm(null)} />
    </ListPage>
  )
}
