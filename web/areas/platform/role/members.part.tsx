// The people who hold a role: who is reached by a change of its rights, and what keeps it from being deleted.

import { Input, Table } from 'antd'
import { useState } from 'react'
import { insight } from '#contract/platform/insight'
import { type RoleData, role } from '#contract/platform/role'
import { UserStatus } from '#contract/platform/user'
import { openPage } from '#web/kit/open'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'

const SIZE = 20

function Members({ row, onLeave }: { row: RoleData; onLeave(): void }) {
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const may = useMay()
  const { data, error, isPending, refetch } = useCall(
    role.calls.members,
    { roleId: row.roleId, keyword, page, size: SIZE, orderBy: null },
    { keepPrevious: true },
  )
  if (error) return <ErrorBlock what="角色的用户" error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="yy-below-12 yy-flex yy-gap-12">
        <Input.Search
          allowClear
          placeholder="姓名、拼音首字母或账号"
          aria-label="姓名、拼音首字母或账号"
          onSearch={(text) => {
            setKeyword(text.trim())
            setPage(1)
          }}
        />
      </div>
      <Table
        size="small"
        rowKey="userId"
        loading={isPending}
        dataSource={data?.list ?? []}
        pagination={{
          current: page,
          pageSize: SIZE,
          total: data?.total ?? 0,
          onChange: setPage,
          hideOnSinglePage: true,
        }}
        locale={{
          emptyText: (
            <Empty
              title={keyword === '' ? '还没有人担任这个角色' : `没有找到“${keyword}”`}
              text={keyword === '' ? '在用户账号里给人分配角色。' : undefined}
            />
          ),
        }}
        columns={[
          { title: '姓名', dataIndex: 'empName', render: (name: string | null, one) => name ?? one.userName },
          { title: '账号', dataIndex: 'userName' },
          { title: '部门', dataIndex: 'deptName', render: (name: string | null) => name ?? '—' },
          ...(may(insight.calls.user.needs)
            ? [
                {
                  title: '权限',
                  key: 'insight',
                  width: 110,
                  render: (_: unknown, one: { userId: string }) => (
                    <button
                      type="button"
                      className="yy-link"
                      onClick={() => {
                        onLeave()
                        openPage(insight.pages.view.path, { userId: one.userId })
                      }}
                    >
                      能看到什么
                    </button>
                  ),
                },
              ]
            : []),
          {
            title: '状态',
            dataIndex: 'userStatus',
            width: 90,
            render: (status: number) =>
              status === UserStatus.is.enabled ? (
                <StatusTag family="green">启用</StatusTag>
              ) : (
                <StatusTag family="grey">停用</StatusTag>
              ),
          },
        ]}
      />
    </>
  )
}

export function MembersDrawer({ row, onClose }: { row: RoleData | null; onClose(): void }) {
  const shown = useShown(row)
  return (
    <SideDrawer
      open={row !== null}
      title={`角色的用户 · ${shown?.name ?? ''}`}
      about={shown && `${shown.userCount} 人`}
      onClose={onClose}
    >
      {shown && <Members key={shown.roleId} row={shown} onLeave={onClose} />}
    </SideDrawer>
  )
}
