// Who can see one record, why, and who only just cannot.
import { Table } from 'antd'
import { useState } from 'react'
import { insight, type ReaderData } from '#contract/platform/insight'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { StatusTag } from '#web/kit/parts/StatusTag'

const EMPTY = {
  readers: '没有人能看到这条记录',
  lackDept: '没有“有权限但缺部门”的人',
  lackPermission: '没有“有部门但缺权限”的人',
} as const
type Part = keyof typeof EMPTY

export function RecordView({ type, id }: { type: string; id: string }) {
  const [part, setPart] = useState<Part>('readers')
  const { data, state } = useLoaded(
    insight.calls.record,
    { type, id },
    { what: '这条记录的可见范围', lines: 12, fresh: true, staleTime: 0 },
  )
  if (!data) return state
  const shown = data[part]
  return (
    <>
      <section className="yy-card yy-insight-head yy-row yy-wrap yy-pad-12-16">
        <span>{data.kindTitle}</span>
        <b>{data.title}</b>
        <span>{data.deptName ? `所属部门：${data.deptName}` : '不属于任何部门，有权限的人都能看到'}</span>
        <span>
          {data.needs.length === 0
            ? '所有登录用户都可以查看'
            : `需要：${data.needs.slice(0, 4).join(' / ')}${data.needs.length > 4 ? ` 等 ${data.needs.length} 项之一` : data.needs.length > 1 ? ' 之一' : ''}`}
        </span>
      </section>
      <section className="yy-card yy-insight-readers yy-hidden">
        <CountTabs<Part>
          label="可见范围"
          value={part}
          onChange={setPart}
          tabs={[
            { value: 'readers', label: '能看到', count: data.readers.total },
            { value: 'lackDept', label: '有权限，缺部门', count: data.lackDept.total },
            { value: 'lackPermission', label: '有部门，缺权限', count: data.lackPermission.total },
          ]}
        />
        <Table<ReaderData>
          size="small"
          rowKey={(reader) => reader.person.userId}
          dataSource={shown.list}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          locale={{ emptyText: <Empty title={EMPTY[part]} /> }}
          columns={[
            {
              title: '姓名',
              width: 180,
              render: (_, { person }) => (
                <span className="yy-inline yy-gap-8">
                  <b>{person.empName}</b>
                  {person.isAdmin && <StatusTag family="blue">管理员</StatusTag>}
                </span>
              ),
            },
            { title: '账号', width: 140, render: (_, { person }) => person.userName },
            { title: '部门', width: 140, render: (_, { person }) => person.deptName ?? '—' },
            { title: '角色', width: 160, render: (_, { person }) => person.roleNames.join('、') || '—' },
            {
              title: part === 'readers' ? '为什么能看到' : '差在哪里',
              render: (_, { reasons }) => reasons.map((reason) => <div key={reason}>{reason}</div>),
            },
          ]}
        />
        {shown.total > shown.list.length && (
          <p className="yy-insight-more yy-no-margin yy-second">
            共 {shown.total} 人，只列出前 {shown.list.length} 人
          </p>
        )}
      </section>
    </>
  )
}
