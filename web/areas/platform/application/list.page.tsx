import { useState } from 'react'
import { type ApplicationData, application } from '#contract/platform/application'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { datetime } from '#web/kit/fields/date'
import { imagesOf } from '#web/kit/fields/image'
import { phone } from '#web/kit/fields/phone'
import { longText, person } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { approve, refuse } from './decide.ts'
import { ApplicationDrawer } from './detail.part.tsx'

const cols = columns(application.calls.list, {
  orgName: { title: '机构名称', as: person, search: true, sort: true, width: 200 },
  orgStatus: { title: '状态', as: OrgStatus },
  orgLevel: { title: '机构类型', as: OrgLevel },
  licenseNo: { title: '统一社会信用代码', width: 180 },
  licensePictures: { title: '证照', as: imagesOf(), screenOnly: true },
  contactName: { title: '联系人', width: 90 },
  contactPhone: { title: '联系电话', as: phone },
  address: { title: '地址', as: longText, width: 260 },
  userName: { title: '管理员账号', width: 130 },
  createTime: { title: '申请时间', as: datetime, sort: true },
  rejectReason: { title: '拒绝原因', as: longText, width: 200 },
})

const waiting = (row: ApplicationData) => row.orgStatus === OrgStatus.is.waiting

export default function Applications() {
  const [opened, setOpened] = useState<ApplicationData | null>(null)
  return (
    <ListPage
      call={application.calls.list}
      columns={cols}
      rowKey="orgId"
      title="入驻申请"
      unit="家"
      tabs={{ field: 'orgStatus', set: OrgStatus }}
      open={setOpened}
      heading={(row) => `${row.orgName}・${OrgStatus.label(row.orgStatus as 0)}`}
      actions={[
        { title: (row) => (waiting(row) ? '审核' : '详情'), onClick: setOpened },
        { title: '通过', needs: application.calls.decide.needs, when: waiting, onClick: (row) => void approve(row) },
        {
          title: '拒绝',
          needs: application.calls.decide.needs,
          when: waiting,
          danger: true,
          onClick: (row) => void refuse(row),
        },
      ]}
      empty={{ title: '还没有机构申请入驻', text: '机构在入驻页面提交资料后，会出现在这里等待审核。' }}
    >
      <ApplicationDrawer row={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
