// 外呼记录: calls that wait for a person, and what became of the others.
import { alarm } from '#contract/monitor/alarm'
import { type VmsOutboxData, VmsProvider, VmsState, vms } from '#contract/monitor/vms'
import { BedPath, bedPathText } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { instant } from '#web/kit/fields/date'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const cols = columns(vms.calls.outbox, {
  userName: { title: '接听人', search: true, width: 100 },
  phone: { title: '电话', search: true, width: 140 },
  state: { title: '状态', as: VmsState, width: 120 },
  content: { title: '通话内容', width: 240 },
  place: { title: '位置', width: 220, cell: (place) => <BedPath path={place} />, text: bedPathText },
  sceneName: { title: '场景', width: 120 },
  createTime: { title: '发起时间', as: instant, sort: true, search: 'range' },
  sentAt: { title: '拨打时间', as: instant },
  provider: { title: '方式', as: VmsProvider, width: 180 },
  tries: { title: '次数', width: 70 },
  error: { title: '失败原因', width: 220 },
})

async function dialled(row: VmsOutboxData) {
  await send(vms.calls.dialled, { outboxId: row.outboxId })
  toast.success(`已记下：${row.userName ?? ''} ${row.phone} 已拨打`)
  await invalidate(vms)
}

async function retry(row: VmsOutboxData) {
  const call = await send(vms.calls.retry, { outboxId: row.outboxId })
  toast.success(call.provider === 'outbox' ? '已放回待拨打' : '正在重新拨打')
  await invalidate(vms)
}

const waits = (row: VmsOutboxData) => row.state === 'WAITING' || row.state === 'FAILED'
const ignore = () => undefined

export function OutboxTab() {
  return (
    <ListPage
      call={vms.calls.outbox}
      columns={cols}
      rowKey="outboxId"
      title="外呼记录"
      tabs={{ field: 'state', set: VmsState }}
      refreshOn={[alarm.events.changed]}
      heading={(row) => `${row.userName ?? ''} ${row.phone}`}
      actions={[
        {
          title: '已拨打',
          needs: vms.calls.dialled.needs,
          when: waits,
          onClick: (row) => void dialled(row).catch(ignore),
        },
        {
          title: '重试',
          needs: vms.calls.retry.needs,
          when: (row) => row.state !== 'DROPPED' && row.state !== 'WAITING',
          onClick: (row) => void retry(row).catch(ignore),
        },
      ]}
      empty={{ title: '还没有外呼', text: '告警升级到电话通知一级时，这里会出现要拨打的电话。' }}
    />
  )
}
