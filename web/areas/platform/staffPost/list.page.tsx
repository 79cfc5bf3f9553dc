import { Tags } from 'lucide-react'
import { useState } from 'react'
import { type JobData, staffPost } from '#contract/platform/staffPost'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { keyword, person } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { jobTypeField } from './staffPostType.part.tsx'

const cols = columns(staffPost.calls.list, {
  jobName: {
    title: '岗位名称',
    as: person,
    width: 180,
    sort: true,
    search: { field: 'jobName', as: keyword, placeholder: '名称或拼音首字母' },
  },
  jobTypeName: { title: '岗位类型', width: 140, search: { field: 'jobTypeCode', as: jobTypeField } },
  empCount: { title: '人数', as: int, sum: true },
  createTime: { title: '创建时间', as: datetime, sort: true },
})

const fields = {
  jobName: { placeholder: '1 至 10 个汉字或数字，如 护理组长', wide: true },
  jobTypeCode: { as: jobTypeField, wide: true, hint: '其他页面按类型挑人，如只列出护士' },
} as const

const create = formOf(staffPost.calls.create, { title: '新增岗位', fields, done: '岗位已新增' })

const valuesOf = (row: JobData) => ({ jobName: row.jobName, jobTypeCode: row.jobTypeCode })

const edit = (row: JobData): FormRequest =>
  editOf(staffPost.calls.update, row, {
    title: '修改岗位',
    about: row.jobName,
    fields,
    values: valuesOf,
    also: (one) => ({ jobId: one.jobId, version: one.version }),
    again: () => send(staffPost.calls.get, { jobId: row.jobId }),
  })

export default function JobList() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  return (
    <ListPage
      call={staffPost.calls.list}
      columns={cols}
      rowKey="jobId"
      title="岗位"
      unit="个"
      create={create}
      tools={[
        {
          title: '岗位类型',
          icon: <Tags size={15} aria-hidden />,
          needs: staffPost.pages.types.needs,
          onClick: () => openPage(staffPost.pages.types.path),
        },
      ]}
      actions={[
        { title: '编辑', needs: staffPost.calls.update.needs, form: edit },
        recordLogAction(setRecord, (row: JobData) => ({ type: 'job', id: row.jobId, title: row.jobName })),
        actionOf(staffPost.calls.remove, {
          title: '删除',
          danger: true,
          input: (row: JobData) => ({ jobId: row.jobId }),
          confirm: (row) => ({
            title: `删除岗位“${row.jobName}”？`,
            effects: [
              row.empCount > 0 ? `现有 ${row.empCount} 名员工是这个岗位，要先给他们换岗` : '没有员工是这个岗位',
              '不能撤销，只能重新新增',
            ],
            verb: '删除岗位',
            safe: '不删除',
          }),
          done: (row) => `已删除“${row.jobName}”`,
        }),
      ]}
      empty={{ title: '还没有岗位', text: '岗位用在员工资料里，如护士长、护理员、会计。' }}
    >
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
