import { useState } from 'react'
import type { DataOf } from '#contract/kit/call'
import { type RoleData, RoleLevel, role } from '#contract/platform/role'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { longText, person } from '#web/kit/fields/text'
import { actionOf, type ListHandle } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { MembersDrawer } from './members.part.tsx'
import { copyName, type EndTree } from './rights.ts'
import { RightsEditor } from './rightsEditor.part.tsx'
import { Risks } from './risks.part.tsx'
import { createForm, editForm, loadRole, loadTrees } from './roleForm.tsx'

const isPreset = (row: Pick<RoleData, 'roleLevel'>) => row.roleLevel === RoleLevel.is.preset

const cols = columns(role.calls.list, {
  name: { title: '角色名称', as: person, search: true, sort: true, width: 150 },
  roleLevel: { title: '类型', as: RoleLevel },
  roleDesc: { title: '说明', as: longText, width: 190 },
  userCount: { title: '用户数', as: int, width: 90 },
  authorityCount: { title: '权限数', as: int, width: 90 },
  risks: {
    title: '权限提醒',
    as: longText as never,
    width: 240,
    cell: (risks, row) =>
      risks.length > 0 ? (
        <span className="yy-role-risky" title={risks.map((one) => `${one.title}：${one.why}`).join('\n')}>
          {risks.map((one) => one.title).join('；')}
        </span>
      ) : isPreset(row) ? (
        <span className="yy-none">拥有全部权限，请勿用来收款</span>
      ) : (
        <None />
      ),
    text: (risks) => risks.map((one) => one.title).join('；'),
  },
  createTime: { title: '创建时间', as: datetime, sort: true },
})

interface Viewed {
  detail: DataOf<typeof role.calls.detail>
  trees: readonly EndTree[]
}

export default function Roles() {
  const [members, setMembers] = useState<RoleData | null>(null)
  const [viewed, setViewed] = useState<Viewed | null>(null)
  const [viewing, setViewing] = useState(false)
  const [logged, setLogged] = useState<NamedRecord | null>(null)

  const add = async (list: ListHandle) => list.openForm(createForm(await loadTrees()))
  const edit = async (row: RoleData, list: ListHandle) => {
    const [trees, detail] = await Promise.all([loadTrees(), loadRole(row.roleId)])
    list.openForm(editForm(trees, detail))
  }
  const copy = async (row: RoleData, list: ListHandle) => {
    const [trees, detail, all] = await Promise.all([
      loadTrees(),
      loadRole(row.roleId),
      send(role.calls.list, { page: 1, size: 999, orderBy: null, name: null }),
    ])
    const taken = all.list.map((one) => one.name)
    list.openForm(createForm(trees, { detail, name: copyName(detail.name, taken) }))
  }
  const view = async (row: RoleData) => {
    const [trees, detail] = await Promise.all([loadTrees(), loadRole(row.roleId)])
    setViewed({ trees, detail })
    setViewing(true)
  }
  const removeMany = async (rows: readonly RoleData[], list: ListHandle) => {
    const names = rows.map((row) => `“${row.name}”`).join('、')
    const done = await confirmCall(role.calls.remove, {
      input: { roleIds: rows.map((row) => row.roleId).join(',') },
      title: `删除 ${rows.length} 个角色？`,
      effects: [names, '删除后不能恢复，需要时只能重新添加'],
      verb: '删除角色',
      safe: '不删除',
      danger: true,
      done: `已删除 ${rows.length} 个角色`,
    })
    if (done) list.clearSelection()
  }

  return (
    <ListPage
      call={role.calls.list}
      columns={cols}
      rowKey="roleId"
      title="角色"
      unit="个"
      create={{ title: '添加角色', needs: role.calls.create.needs, onClick: (list) => void add(list) }}
      open={(row) => void view(row)}
      heading={(row) => `${row.name}・${RoleLevel.label(row.roleLevel as 0)}`}
      actions={[
        {
          title: '编辑',
          needs: role.calls.update.needs,
          when: (row) => !isPreset(row),
          onClick: (row, list) => void edit(row, list),
        },
        { title: '用户', needs: role.calls.members.needs, onClick: setMembers },
        { title: '查看权限', needs: role.calls.detail.needs, onClick: (row) => void view(row) },
        { title: '复制', needs: role.calls.create.needs, onClick: (row, list) => void copy(row, list) },
        recordLogAction(setLogged, (row: RoleData) => ({ type: 'role', id: row.roleId, title: row.name })),
        actionOf(role.calls.remove, {
          title: '删除',
          danger: true,
          when: (row: RoleData) => !isPreset(row),
          input: (row) => ({ roleIds: row.roleId }),
          confirm: (row) => ({
            title: `删除角色“${row.name}”？`,
            effects: [
              row.userCount > 0 ? `还有 ${row.userCount} 人担任它，须先给他们换角色` : '没有人担任它',
              '删除后不能恢复，需要时只能重新添加',
            ],
            verb: '删除角色',
            safe: '不删除',
          }),
          done: (row) => `已删除角色“${row.name}”`,
        }),
      ]}
      batch={[
        {
          title: '删除',
          needs: role.calls.remove.needs,
          danger: true,
          when: (rows) => rows.every((row) => !isPreset(row)),
          onClick: (rows, list) => void removeMany(rows, list),
        },
      ]}
      empty={{ title: '还没有角色', text: '角色决定一类人能打开哪些页面、按哪些按钮。' }}
    >
      <RecordLogDrawer record={logged} onClose={() => setLogged(null)} />
      <MembersDrawer row={members} onClose={() => setMembers(null)} />
      <SideDrawer
        open={viewing}
        width={1360}
        title={`角色的权限 · ${viewed?.detail.name ?? ''}`}
        about={
          viewed?.detail.roleLevel === RoleLevel.is.preset
            ? '系统预设角色，拥有全部权限，不能修改'
            : viewed?.detail.roleDesc
        }
        onClose={() => setViewing(false)}
      >
        {viewed && <Risks risks={viewed.detail.risks} />}
        {viewed && <RightsEditor trees={viewed.trees} value={viewed.detail.landingEndAuthIds} disabled />}
      </SideDrawer>
    </ListPage>
  )
}
