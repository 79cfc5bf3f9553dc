import type { Family } from '#contract/kit/options'
import { application } from '#contract/platform/application'
import { type OrgRowData, organisation } from '#contract/platform/organisation'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { PasswordHost } from '#web/areas/platform/user/password.part'
import { datetime } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { phone } from '#web/kit/fields/phone'
import { longText, person, secret } from '#web/kit/fields/text'
import { formOf } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { freeze, unfreeze } from './freeze.ts'
import { resetAdmin } from './resetAdmin.ts'

const counted = (count: number, family: Family) =>
  count === 0 ? <None /> : <StatusTag family={family}>{`${count} 项`}</StatusTag>

const cols = columns(
  organisation.calls.list,
  {
    orgName: { title: '机构名称', as: person, search: { field: 'orgName', order: 0 }, sort: true, width: 190 },
    orgStatus: { title: '状态', as: OrgStatus, search: true },
    orgLevel: { title: '机构类型', as: OrgLevel, search: true },
    beds: { title: '床位', as: int, width: 80 },
    residents: { title: '在住老人', as: int, width: 90 },
    staff: { title: '员工', as: int, width: 80 },
    expired: { title: '过期证照', align: 'left', width: 110, cell: (count) => counted(count, 'red') },
    expiring: { title: '将到期证照', align: 'left', width: 110, cell: (count) => counted(count, 'amber') },
    contactName: { title: '联系人', width: 90 },
    contactPhone: { title: '联系电话', as: phone, width: 130 },
    userName: { title: '管理员账号', width: 120 },
    licenseNo: { title: '统一社会信用代码', width: 180 },
    orgCode: { title: '机构代码', width: 100, search: true, sort: true },
    address: { title: '地址', as: longText, width: 240 },
    createTime: { title: '创建时间', as: datetime, sort: true, search: 'range' },
    rejectReason: { title: '拒绝原因', as: longText, hidden: true },
  },
  { contact: { title: '联系人', placeholder: '姓名或电话' } },
)

const create = formOf(organisation.calls.create, {
  title: '新增机构',
  verb: '新增机构',
  columns: 2,
  width: 720,
  done: '机构已新增，管理员可以登录',
  initial: { orgLevel: OrgLevel.is.care },
  sections: [
    { title: '机构', fields: ['orgName', 'orgLevel', 'licenseNo', 'address'] },
    { title: '管理员', fields: ['contactName', 'contactPhone', 'userName', 'userPassword'] },
  ],
  fields: {
    orgName: {},
    orgLevel: {
      check: (value) => (value === 1 ? '不能新增运营平台' : null),
    },
    licenseNo: { placeholder: '18 位' },
    address: {},
    contactName: { title: '姓名', hint: '管理员的姓名，也是机构联系人' },
    contactPhone: { title: '电话', hint: '填手机号时，管理员也可以用它登录' },
    userName: { hint: '字母或数字，至少 2 位' },
    userPassword: { as: secret, hint: '8 至 20 位，同时有字母和数字，首次登录时必须修改' },
  },
})

const open = (row: OrgRowData) => openPage('/archives/manager1/detail', { orgId: row.orgId })

export function OperatorList() {
  return (
    <>
      <ListPage
        call={organisation.calls.list}
        columns={cols}
        rowKey="orgId"
        title="机构列表"
        unit="家"
        tabs={{ field: 'orgStatus', set: OrgStatus, values: [1, 0, 3, 2] }}
        create={create}
        open={open}
        heading={(row) => `${row.orgName}・${OrgStatus.label(row.orgStatus)}`}
        actions={[
          { title: '详情', onClick: open },
          {
            title: '审核',
            needs: application.calls.decide.needs,
            when: (row) => row.orgStatus === OrgStatus.is.waiting,
            onClick: (row) => openPage('/systemmanage/applications', { orgName: row.orgName }),
          },
          {
            title: '重置管理员密码',
            needs: organisation.calls.resetAdmin.needs,
            onClick: (row) => void resetAdmin(row),
          },
          { title: '解除冻结', move: 'unfreeze', onClick: (row) => void unfreeze(row) },
          { title: '冻结', move: 'freeze', danger: true, onClick: (row) => void freeze(row) },
        ]}
        empty={{ title: '还没有机构', text: '机构申请入驻通过后，或在这里新增后，会出现在列表里。' }}
      />
      <PasswordHost />
    </>
  )
}
