import { ArrowDownUp } from 'lucide-react'
import { useState } from 'react'
import { StaffSex } from '#contract/platform/session'
import { FrozenState, StaffType, type UserRowData, UserStatus, user } from '#contract/platform/user'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { phone } from '#web/kit/fields/phone'
import { text } from '#web/kit/fields/text'
import type { FormRequest } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { ImportDialog } from '#web/kit/list/ImportDialog'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { usePageParams } from '#web/kit/open'
import { PersonCell } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { isMe, nameOf, remove, resetPassword, setStatus, unfreeze } from './acts.ts'
import { Marks, UserDrawer } from './detail.part.tsx'
import { job, role } from './fields.tsx'
import { createForm, editForm } from './form.ts'
import { PasswordHost } from './password.part.tsx'
import { UserSort } from './sort.part.tsx'
import './user.css'

const cols = columns(user.calls.list, {
  empName: {
    title: '姓名',
    as: text,
    width: 170,
    sort: true,
    search: { field: 'empName', title: '姓名', placeholder: '姓名或拼音首字母' },
    cell: (_, row) => <PersonCell name={nameOf(row)} photo={row.workingPicture} about={StaffSex.label(row.sex)} />,
  },
  userName: {
    title: '账号',
    width: 230,
    sort: true,
    search: true,
    cell: (value, row) => (
      <span className="yy-inline yy-gap-8">
        {value}
        <Marks one={row} />
      </span>
    ),
  },
  userStatus: { title: '状态', as: UserStatus },
  deptName: { title: '部门', width: 140, search: { field: 'deptId', as: department } },
  roleNames: { title: '角色', width: 160, search: { field: 'roleId', as: role } },
  jobName: { title: '岗位', width: 120, search: { field: 'jobId', as: job } },
  userTelephone: { title: '手机号', as: phone, search: true },
  userLastLoginTime: {
    title: '最近登录',
    as: datetime,
    sort: true,
    search: { from: 'loginStartTime', to: 'loginEndTime' },
  },
  createTime: { title: '创建时间', as: datetime, sort: true, search: { from: 'createStartTime', to: 'createEndTime' } },
  empKey: { title: '工号', width: 100 },
  empType: { title: '人员类别', as: StaffType, search: true },
  empTitle: { title: '职称', width: 140, hidden: true },
  sex: { title: '性别', as: StaffSex, search: true, hidden: true },
  isFrozen: { title: '登录状态', as: FrozenState, search: true, hidden: true },
  isAdmin: { title: '机构管理员', hidden: true },
  resetPassword: { title: '未改初始密码', hidden: true },
})

const TOUCHES = [user] as const

export default function Users() {
  const may = useMay()
  const { empId } = usePageParams<'empId'>()
  const [opened, setOpened] = useState<string | null>(() => empId ?? null)
  const [importing, setImporting] = useState(false)
  const [sorting, setSorting] = useState<{ deptId: string | null } | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const edit = async (userId: string) => setForm(await editForm(userId))
  const open = (row: UserRowData) => setOpened(row.userId)
  return (
    <ListPage
      call={user.calls.list}
      columns={cols}
      rowKey="userId"
      title="用户"
      unit="人"
      tabs={{ field: 'userStatus', set: UserStatus }}
      open={open}
      heading={(row) => `${nameOf(row)}・${UserStatus.label(row.userStatus)}`}
      create={{ title: '新增用户', needs: user.calls.create.needs, onClick: () => setForm(createForm()) }}
      onImport={{ needs: user.calls.importCommit.needs, onClick: () => setImporting(true) }}
      tools={[
        {
          title: '排序',
          icon: <ArrowDownUp size={15} aria-hidden />,
          needs: user.calls.sort.needs,
          onClick: (now) => setSorting({ deptId: (now.filter.deptId as string | null | undefined) ?? null }),
        },
      ]}
      actions={[
        { title: '详情', onClick: open },
        { title: '编辑', needs: user.calls.update.needs, onClick: (row) => void edit(row.userId) },
        {
          title: '重置密码',
          needs: user.calls.resetPassword.needs,
          when: (row) => !isMe(row),
          onClick: (row) => void resetPassword(row),
        },
        {
          title: '解除冻结',
          needs: user.calls.unfreeze.needs,
          when: (row) => row.isFrozen === FrozenState.is.frozen,
          onClick: (row) => void unfreeze(row),
        },
        {
          title: (row) => (row.userStatus === UserStatus.is.enabled ? '禁用' : '启用'),
          needs: user.calls.changeStatus.needs,
          when: (row) => !isMe(row),
          onClick: (row) =>
            void setStatus(
              [row],
              row.userStatus === UserStatus.is.enabled ? UserStatus.is.disabled : UserStatus.is.enabled,
            ),
        },
        {
          title: '删除',
          needs: user.calls.remove.needs,
          danger: true,
          when: (row) => !isMe(row),
          onClick: (row) => void remove([row]),
        },
      ]}
      batch={[
        {
          title: '启用',
          needs: user.calls.changeStatuses.needs,
          when: (rows) => rows.some((row) => row.userStatus === UserStatus.is.disabled),
          onClick: async (rows, now) => (await setStatus(rows, 1)) && now.clearSelection(),
        },
        {
          title: '禁用',
          needs: user.calls.changeStatuses.needs,
          when: (rows) => rows.some((row) => row.userStatus === UserStatus.is.enabled),
          onClick: async (rows, now) => (await setStatus(rows, 2)) && now.clearSelection(),
        },
        {
          title: '删除',
          needs: user.calls.remove.needs,
          danger: true,
          onClick: async (rows, now) => (await remove(rows)) && now.clearSelection(),
        },
      ]}
      empty={{ title: '还没有用户', text: '可以逐个新增，或下载模板填好后一次导入。' }}
    >
      <UserDrawer
        userId={opened}
        onClose={() => setOpened(null)}
        onEdit={(userId) => {
          setOpened(null)
          void edit(userId)
        }}
      />
      <UserSort open={sorting !== null} deptId={sorting?.deptId ?? null} onClose={() => setSorting(null)} />
      {may(user.calls.importCommit.needs) && (
        <ImportDialog
          open={importing}
          title="用户"
          unit="人"
          calls={user.calls}
          touches={TOUCHES}
          notes={[
            '部门、角色、岗位填写系统中已有的名称；同名部门写成“上级/下级”，多个角色用“、”隔开',
            '数据范围不填时为本人所属部门',
            '账号或手机号已存在的行不会重复导入，也不会改动原有用户',
          ]}
          onClose={() => setImporting(false)}
        />
      )}
      <FormHost form={form} onClose={() => setForm(null)} />
      <PasswordHost />
    </ListPage>
  )
}
