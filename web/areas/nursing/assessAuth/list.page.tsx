// 评估权限: who may assess; granted and taken away by department in a tree.
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { type AssessorData, assessAuth } from '#contract/nursing/assessAuth'
import { assessForm } from '#contract/nursing/assessForm'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { keyword, person, text } from '#web/kit/fields/text'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { RightsTree } from './tree.part.tsx'

const cols = columns(assessAuth.calls.list, {
  empName: {
    title: '姓名',
    as: person as never,
    width: 150,
    cell: (name, row) => (
      <span className="yy-inline yy-gap-6">
        {name ?? row.userName}
        {row.lacksPermission === 1 && (
          <span title="在名单上，但角色没有“评估”权限，看不到新建按钮">
            <StatusTag family="amber">缺角色权限</StatusTag>
          </span>
        )}
      </span>
    ),
    text: (name, row) => name ?? row.userName,
    search: { field: 'keyword', as: keyword as never, placeholder: '姓名或账号', width: 180, order: 0 },
  },
  userName: { title: '账号', width: 120 },
  deptName: {
    title: '部门',
    as: text as never,
    width: 160,
    search: { field: 'deptId', as: department as never, order: 1 },
  },
  jobName: { title: '岗位', width: 110 },
  finished: { title: '近一年完成', as: int, width: 100 },
  drafts: { title: '未完成', as: int, width: 80 },
  grantedName: { title: '授权人', width: 110 },
  grantedAt: { title: '授权时间', as: datetime },
})

export default function AssessRights() {
  const [tree, setTree] = useState(false)
  return (
    <ListPage
      call={assessAuth.calls.list}
      columns={cols}
      rowKey="userId"
      title="评估权限"
      unit="人"
      create={{
        title: '按部门授权',
        icon: <UserCheck size={16} aria-hidden />,
        needs: assessAuth.calls.add.needs,
        onClick: () => setTree(true),
      }}
      actions={[
        {
          title: '做过的评估',
          needs: assessForm.pages.list.needs,
          onClick: (row: AssessorData) => openPage(assessForm.pages.list.path, { assessorId: row.userId }),
        },
        actionOf(assessAuth.calls.remove, {
          title: '取消授权',
          danger: true,
          input: (row: AssessorData) => ({ userId: row.userId }),
          confirm: (row) => ({
            title: `取消${row.empName ?? row.userName}的评估权限？`,
            effects: [
              '看不到新建评估的按钮，也不能再填写评估',
              ...(row.drafts > 0 ? [`手上 ${row.drafts} 份没完成的评估由另一位评估员继续`] : []),
              '已完成的评估不变；以后可以再授权',
            ],
            verb: '取消授权',
            safe: '不取消',
          }),
          done: (row) => `已取消${row.empName ?? row.userName}的评估权限`,
        }),
      ]}
      empty={{ title: '还没有人可以评估', text: '点“按部门授权”，在人员树里勾选经过培训的评估员。' }}
    >
      <RightsTree open={tree} onClose={() => setTree(false)} />
    </ListPage>
  )
}
