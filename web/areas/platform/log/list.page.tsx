import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { type LogRowData, log } from '#contract/platform/log'
import { send } from '#web/kit/call'
import { instant } from '#web/kit/fields/date'
import { departmentName } from '#web/kit/fields/department'
import { phone } from '#web/kit/fields/phone'
import { longText, person, suggesting } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { fetchToDisk } from '#web/kit/list/exporting'
import { ListPage } from '#web/kit/list/ListPage'
import { LogDrawer } from './detail.part.tsx'
import { VerifyDrawer } from './verify.part.tsx'

const cols = columns(log.calls.list, {
  empName: { title: '姓名', as: person, search: true },
  createTime: { title: '操作时间', as: instant, sort: true, search: { from: 'startDate', to: 'endDate', order: 0 } },
  module: { title: '功能模块', search: { field: 'module', order: 5 }, width: 100 },
  method: { title: '操作类型', search: { field: 'method', order: 6 }, width: 130 },
  // What the log is read for stands before what says more about the person: also on a narrow screen.
  remark: { title: '操作记录', as: longText, width: 320 },
  userName: { title: '账号', search: { field: 'userName', order: 3 }, width: 130 },
  deptName: { title: '部门', as: departmentName, search: { field: 'deptName', order: 4 } },
  source: { title: '操作终端', as: suggesting(['管理后台', '系统']), search: true, width: 100 },
  ipAddress: { title: 'IP 地址', search: true, width: 140 },
  roleName: { title: '角色', search: true, width: 140 },
  userPhone: { title: '手机号', as: phone, search: true },
})

export default function LogList() {
  const [opened, setOpened] = useState<LogRowData | null>(null)
  const [verifying, setVerifying] = useState(false)
  return (
    <ListPage
      call={log.calls.list}
      columns={cols}
      rowKey="id"
      title="操作日志"
      open={setOpened}
      actions={[{ title: '详情', onClick: setOpened }]}
      batch={[
        {
          title: '导出所选',
          needs: log.calls.export.needs,
          onClick: async (rows) => {
            const ids = rows.map((row) => row.id)
            fetchToDisk(await send(log.calls.export, { items: ids }, { loading: true }), '操作日志.xlsx')
          },
        },
      ]}
      tools={[
        {
          title: '校验',
          icon: <ShieldCheck size={15} aria-hidden />,
          needs: log.calls.verify.needs,
          onClick: () => setVerifying(true),
        },
      ]}
    >
      <LogDrawer row={opened} onClose={() => setOpened(null)} />
      <VerifyDrawer open={verifying} onClose={() => setVerifying(false)} />
    </ListPage>
  )
}
