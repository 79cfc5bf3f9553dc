import { log } from '#contract/platform/log'
import { send } from '#web/kit/call'
import { instant } from '#web/kit/fields/date'
import { departmentName } from '#web/kit/fields/department'
import { person } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { fetchToDisk } from '#web/kit/list/exporting'
import { ListPage } from '#web/kit/list/ListPage'
import { StatusTag } from '#web/kit/parts/StatusTag'

/** The server says in words how a sign-in went; everything but 登录成功 is a refusal. */
const isGood = (status: string) => status.includes('成功')

const cols = columns(log.calls.loginList, {
  empName: { title: '姓名', as: person, search: true },
  loginTime: { title: '登录时间', as: instant, sort: true, search: { from: 'startDate', to: 'endDate', order: 0 } },
  userName: { title: '账号', search: true, width: 140 },
  deptName: { title: '部门', as: departmentName, search: true, width: 140 },
  loginStatus: {
    title: '结果',
    width: 220,
    cell: (value) => <StatusTag family={isGood(value) ? 'green' : 'red'}>{value}</StatusTag>,
  },
  loginApp: { title: '登录端', search: true, width: 110 },
  loginTerminal: { title: '终端', search: true, width: 160 },
  ipAddr: { title: 'IP 地址', width: 140 },
})

export default function LoginLogs() {
  return (
    <ListPage
      call={log.calls.loginList}
      columns={cols}
      rowKey="id"
      title="登录日志"
      batch={[
        {
          title: '导出所选',
          needs: log.calls.loginExport.needs,
          onClick: async (rows) => {
            const ids = rows.map((row) => row.id)
            fetchToDisk(await send(log.calls.loginExport, { items: ids }, { loading: true }), '登录日志.xlsx')
          },
        },
      ]}
    />
  )
}
