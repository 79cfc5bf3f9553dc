import { ArrowDownUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type JobTypeData, staffPost } from '#contract/platform/staffPost'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { person } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useAct, useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'

const cols = columns(staffPost.calls.types, {
  jobTypeName: { title: '类型名称', as: person, width: 180, search: true },
  jobTypeCode: { title: '类型编码', width: 180, search: true },
  fixed: {
    title: '来源',
    width: 110,
    cell: (value) => <StatusTag family={value ? 'slate' : 'teal'}>{value ? '系统预设' : '本院添加'}</StatusTag>,
    text: (value) => (value ? '系统预设' : '本院添加'),
  },
  jobCount: { title: '岗位数', as: int },
  createTime: { title: '创建时间', as: datetime },
})

const shared = {
  jobTypeName: { placeholder: '最多 10 个字', wide: true },
  jobTypeCode: { placeholder: '如 rehabilitation', wide: true, hint: '给其他系统识别用，字母开头，全院不能重复' },
} as const

const create = formOf(staffPost.calls.createType, { title: '新增岗位类型', fields: shared, done: '岗位类型已新增' })

const valuesOf = (row: JobTypeData) => ({ jobTypeName: row.jobTypeName, jobTypeCode: row.jobTypeCode })

const edit = (row: JobTypeData): FormRequest =>
  editOf(staffPost.calls.updateType, row, {
    title: '修改岗位类型',
    about: row.jobTypeName,
    fields: row.fixed
      ? {
          jobTypeName: shared.jobTypeName,
          jobTypeCode: { disabled: true, wide: true, hint: '系统预设类型的编码不能修改' },
        }
      : shared,
    values: valuesOf,
    also: (one) => ({ jobTypeId: one.jobTypeId, version: one.version }),
    again: () => send(staffPost.calls.typeOne, { jobTypeId: row.jobTypeId }),
  })

function TypeOrder({ open, onClose }: { open: boolean; onClose(): void }) {
  const { data } = useCall(staffPost.calls.types, open ? { page: 1, size: 999 } : null)
  const items = useMemo(
    () => data?.list.map((row) => ({ id: row.jobTypeId, title: row.jobTypeName, note: row.jobTypeCode })),
    [data],
  )
  const sort = useAct(staffPost.calls.sortTypes, {
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  return (
    <SortDrawer
      open={open}
      title="岗位类型排序"
      items={items}
      saving={sort.running}
      onSave={(ids) => void sort.run({ sorts: ids.map((jobTypeId, i) => ({ jobTypeId, sort: i + 1 })) })}
      onClose={onClose}
    />
  )
}

export default function JobTypeList() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [sorting, setSorting] = useState(false)
  return (
    <ListPage
      call={staffPost.calls.types}
      columns={cols}
      rowKey="jobTypeId"
      title="岗位类型"
      unit="种"
      create={create}
      tools={[
        {
          title: '排序',
          icon: <ArrowDownUp size={15} aria-hidden />,
          needs: staffPost.calls.sortTypes.needs,
          onClick: () => setSorting(true),
        },
      ]}
      actions={[
        { title: '编辑', needs: staffPost.calls.updateType.needs, form: edit },
        recordLogAction(setRecord, (row: JobTypeData) => ({
          type: 'jobType',
          id: row.jobTypeId,
          title: row.jobTypeName,
        })),
        actionOf(staffPost.calls.removeType, {
          title: '删除',
          danger: true,
          when: (row: JobTypeData) => !row.fixed,
          input: (row: JobTypeData) => ({ jobTypeId: row.jobTypeId }),
          confirm: (row) => ({
            title: `删除岗位类型“${row.jobTypeName}”？`,
            effects: [
              row.jobCount > 0 ? `现有 ${row.jobCount} 个岗位属于它，要先改成别的类型` : '没有岗位属于它',
              '不能撤销，只能重新新增',
            ],
            verb: '删除类型',
            safe: '不删除',
          }),
          done: (row) => `已删除“${row.jobTypeName}”`,
        }),
      ]}
    >
      <TypeOrder open={sorting} onClose={() => setSorting(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
