// 家属管理: everybody who answers for somebody in the house.
import { useState } from 'react'
import { maskedPhone } from '#contract/kit/privacy'
import { FamilyBinding, FamilyRole, type FamilyRowData, family } from '#contract/live/family'
import { invitation } from '#contract/live/invitation'
import { residence } from '#contract/live/residence'
import { ResidenceStatus } from '#contract/live/resident'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { datetime } from '#web/kit/fields/date'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { InviteDrawer, type InviteRequest } from './invite.part.tsx'
import { addMemberForm, editMemberForm } from './memberForm.ts'
import { removeMember } from './removeMember.ts'
import './family.css'

const cols = columns(family.calls.list, {
  name: {
    title: '家属',
    as: person,
    width: 120,
    sort: true,
    cell: (name) => <b className="yy-name">{name}</b>,
    search: { field: 'keyword', as: keyword, placeholder: '姓名、首字母、电话', width: 200, order: 0 },
  },
  relationName: {
    title: '关系',
    width: 90,
    search: { field: 'relation', as: dictionaryOf('relationToElder'), order: 3 },
  },
  phone: {
    title: '电话',
    width: 160,
    cell: (phone, row) => <PhoneText phone={phone} of={row.oldmanId} />,
    text: (phone) => maskedPhone(phone),
  },
  oldmanName: {
    title: '老人',
    as: person,
    width: 280,
    sort: true,
    ownLink: true,
    cell: (_, row) => <ResidentCell row={row} link />,
    text: (name) => name,
    search: { field: 'oldman', as: keyword, placeholder: '姓名、首字母、档案号', width: 210, order: 1 },
  },
  roleText: {
    title: '身份',
    as: text,
    width: 290,
    cell: (_, row) => {
      const roles = FamilyRole.list.filter((role) => row[role.value])
      if (roles.length === 0) return <None />
      return (
        <span className="yy-roles yy-inline-flex yy-wrap yy-gap-4">
          {roles.map((role) => (
            <NoteTag key={role.value} family="slate">
              {role.label}
            </NoteTag>
          ))}
        </span>
      )
    },
    search: { field: 'role', as: FamilyRole as never, order: 2 },
  },
  status: {
    title: '老人状态',
    as: ResidenceStatus,
    search: { field: 'status', as: ResidenceStatus as never, order: 5 },
  },
  bedPath: {
    title: '床位',
    as: text,
    width: 220,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  binding: { title: '家属端', as: FamilyBinding, search: { field: 'binding', order: 4 } },
  lastContact: { title: '最近来往', width: 140 },
  address: { title: '住址', width: 200, hidden: true },
  workUnit: { title: '工作单位', width: 160, hidden: true },
  remark: { title: '备注', width: 160, hidden: true },
  createTime: { title: '登记时间', as: datetime, sort: true, hidden: true },
})

const follows = [residence.events.changed]

export default function Families() {
  const [invite, setInvite] = useState<InviteRequest | null>(null)
  const open = (row: FamilyRowData) => setInvite({ oldmanId: row.oldmanId, oldmanName: row.oldmanName, member: row })
  return (
    <ListPage
      call={family.calls.list}
      columns={cols}
      rowKey="familyId"
      title="家属"
      unit="人"
      create={addMemberForm()}
      refreshOn={follows}
      heading={(row) => `${row.name}・${row.oldmanName}的${row.relationName}`}
      actions={[
        { title: '编辑', needs: family.calls.save.needs, form: (row) => editMemberForm(row, row.oldmanName) },
        {
          title: '邀请',
          needs: invitation.calls.send.needs,
          when: (row) => row.status !== ResidenceStatus.is.left,
          onClick: open,
        },
        { title: '邀请记录', link: '记录', when: (row) => row.status === ResidenceStatus.is.left, onClick: open },
        {
          title: '删除',
          needs: family.calls.remove.needs,
          danger: true,
          onClick: (row) => void removeMember(row, row.oldmanName),
        },
      ]}
      empty={{
        title: '还没有家属',
        text: '在老人档案中，或用“新增家属”登记：谁是紧急联系人、付费人、监护人和担保人。',
      }}
    >
      <InviteDrawer request={invite} onClose={() => setInvite(null)} />
    </ListPage>
  )
}
