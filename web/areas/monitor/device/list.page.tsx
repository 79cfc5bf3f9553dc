import { ListOrdered } from 'lucide-react'
import { useState } from 'react'
import { type CredentialData, type DeviceData, DeviceEnabled, DeviceTrouble, device } from '#contract/monitor/device'
import { CallerType, CallFamily, DeviceKind, LastUpgrade, OnlineStatus } from '#contract/monitor/words'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { longText, text } from '#web/kit/fields/text'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ImportDialog } from '#web/kit/list/ImportDialog'
import { ListPage } from '#web/kit/list/ListPage'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { type KeyFigure, KeyFigures } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { Credentials } from './credentials.part.tsx'
import { DeviceDetail } from './detail.part.tsx'
import { BindForm, CreateForms, EditForm } from './forms.part.tsx'
import { Battery, BoundTo, boundText, ClockOffset } from './words.tsx'
import './device.css'

const cols = columns(
  device.calls.list,
  {
    deviceNo: { title: '设备编号', width: 120, sort: true, search: true },
    kind: {
      title: '种类',
      as: DeviceKind,
      width: 150,
      cell: (_, row) =>
        row.kind === 'CALL'
          ? `${row.callFamily === 'R6R7' ? 'R6/R7' : (row.callFamily ?? '')} ${CallerType.label(row.callerType)}呼叫`
          : DeviceKind.label(row.kind),
    },
    online: { title: '在线', as: OnlineStatus, width: 90, search: true },
    bound: {
      title: '绑定',
      width: 250,
      search: true,
      cell: (_, row) => <BoundTo row={row} />,
      text: (_, row) => boundText(row),
    },
    battery: { title: '电量', as: int, width: 80, sort: true, cell: (value) => <Battery percent={value} /> },
    signal: { title: '信号', as: int, width: 90, cell: (value) => (value === null ? '—' : `${value} dBm`) },
    lastAt: { title: '最近通信', as: datetime, width: 160, sort: true },
    clockOffsetS: {
      title: '时钟',
      as: int,
      width: 120,
      align: 'left',
      cell: (value) => <ClockOffset seconds={value} />,
    },
    badCount: {
      title: '无效上报',
      as: int,
      width: 100,
      sort: true,
      cell: (value, row) =>
        value === 0 ? (
          '0'
        ) : (
          <span className="yy-amber" title={row.badReason ?? ''}>
            {value}
          </span>
        ),
    },
    firmware: { title: '固件', width: 90 },
    lastUpgrade: { title: '最近升级', as: LastUpgrade, width: 100 },
    hasSecret: {
      title: '接入密钥',
      as: int,
      width: 100,
      align: 'left',
      cell: (value) =>
        value === 1 ? <StatusTag family="green">已生成</StatusTag> : <StatusTag family="amber">没有</StatusTag>,
      text: (value) => (value === 1 ? '已生成' : '没有'),
    },
    enabled: { title: '启用', as: DeviceEnabled, width: 90, search: true },
    model: { title: '型号', width: 100 },
    deptName: { title: '部门', width: 130, search: { field: 'deptId', as: department } },
    createTime: { title: '登记时间', as: datetime, width: 160, sort: true, hidden: true },
    remark: { title: '备注', as: longText, width: 160 },
  },
  {
    place: { title: '位置', as: text, placeholder: '楼栋、房间或床位', order: 2 },
    oldmanName: { title: '老人或员工', as: text, placeholder: '姓名或拼音首字母', order: 3 },
    trouble: { title: '需要处理', as: DeviceTrouble, order: 4 },
    callFamily: { title: '呼叫设备', as: CallFamily },
  },
)

type Show = (filter: Record<string, unknown>) => void

function Figures({ show }: { show: Show }) {
  const { data } = useCall(device.calls.counts, {}, { keepPrevious: true })
  if (!data) return null
  const trouble = (label: string, value: number, name: string, tone: 'amber' | 'red'): KeyFigure => ({
    label,
    value,
    unit: '台',
    ...(value > 0 && { tone }),
    onOpen: () => show({ trouble: name }),
  })
  return (
    <div className="yy-below-12">
      <KeyFigures
        figures={[
          { label: '设备', value: data.total, unit: '台', onOpen: () => show({}) },
          { label: '在线', value: data.online, unit: '台', onOpen: () => show({ online: OnlineStatus.is.online }) },
          trouble('离线', data.offline, 'OFFLINE', 'red'),
          trouble('未绑定', data.unbound, 'UNBOUND', 'amber'),
          trouble('电量不足', data.low, 'LOW', 'amber'),
          trouble('时钟偏差', data.clock, 'CLOCK', 'amber'),
          trouble('无效上报', data.bad, 'BAD', 'amber'),
          trouble('没有密钥', data.secret, 'SECRET', 'amber'),
          ...(data.gone > 0 ? [trouble('佩戴人不在院', data.gone, 'GONE', 'amber')] : []),
        ]}
      />
    </div>
  )
}

/** Whoever may register devices learns that one speaks which nobody has registered. */
function Strangers() {
  const may = useMay()
  const { data } = useCall(device.calls.strangers, may(device.calls.strangers.needs) ? {} : null)
  const [last] = data ?? []
  if (!last) return null
  return (
    <p className="yy-device-note yy-amber">
      有设备在发消息，但还没有登记：{last.reason}（{last.arrivedAt}
      ）。请核对编号并登记，登记之前它的按键和读数都不会处理。
    </p>
  )
}

const unbind = actionOf(device.calls.unbind, {
  title: '解绑',
  when: (row: DeviceData) => row.bound !== null,
  input: (row) => ({ deviceId: row.deviceId, version: row.version }),
  confirm: (row) => ({
    title: `解绑设备 ${row.deviceNo}？`,
    effects: [`不再属于${boundText(row)}`, '解绑后它的上报不产生老人的告警，可以再绑定'],
    verb: '解绑',
    safe: '不解绑',
  }),
  done: (row) => `已解绑 ${row.deviceNo}`,
})

const switchOff = actionOf(device.calls.enable, {
  title: '停用',
  danger: true,
  when: (row: DeviceData) => row.enabled === DeviceEnabled.is.on,
  input: (row) => ({ deviceId: row.deviceId, enabled: DeviceEnabled.is.off, version: row.version }),
  confirm: (row) => ({
    title: `停用设备 ${row.deviceNo}？`,
    effects: ['设备将被断开，按铃和读数都不再接收', '历史记录保留，可以随时启用'],
    verb: '停用',
    safe: '不停用',
  }),
  done: (row) => `已停用 ${row.deviceNo}`,
})

const switchOn = actionOf(device.calls.enable, {
  title: '启用',
  when: (row: DeviceData) => row.enabled === DeviceEnabled.is.off,
  input: (row) => ({ deviceId: row.deviceId, enabled: DeviceEnabled.is.on, version: row.version }),
  confirm: (row) => ({
    title: `启用设备 ${row.deviceNo}？`,
    effects: ['设备可以用原来的密钥重新接入'],
    verb: '启用',
    safe: '不启用',
  }),
  done: (row) => `已启用 ${row.deviceNo}`,
})

const remove = actionOf(device.calls.remove, {
  title: '删除',
  danger: true,
  input: (row: DeviceData) => ({ deviceId: row.deviceId }),
  confirm: (row) => ({
    title: `删除设备 ${row.deviceNo}？`,
    effects: ['设备和它的接入密钥一起删除，不能恢复', '已绑定或有记录的设备不能删除，请解绑或停用'],
    verb: '删除',
    safe: '不删除',
  }),
  done: (row) => `已删除 ${row.deviceNo}`,
})

async function issue(rows: readonly DeviceData[], done: (all: readonly CredentialData[]) => void): Promise<void> {
  const had = rows.filter((row) => row.hasSecret === 1).length
  const one = rows.length === 1 ? rows[0]! : null
  let made: readonly CredentialData[] = []
  const sure = await confirmAct({
    title: one ? `为设备 ${one.deviceNo} ${had > 0 ? '重新' : ''}生成密钥？` : `为 ${rows.length} 台设备生成密钥？`,
    effects: [
      ...(had > 0 ? [`${one ? '' : `其中 ${had} 台`}原来的密钥立即失效，设备会断开，必须用新密钥重新设置`] : []),
      '新密钥只显示一次',
    ],
    verb: '生成密钥',
    safe: '不生成',
    danger: had > 0,
    run: async (_, options) => {
      const answer = await send(device.calls.secrets, { deviceIds: rows.map((row) => row.deviceId) }, options)
      made = answer.credentials
    },
  })
  if (sure === null) return
  done(made)
  void invalidate(device)
}

export default function Devices() {
  const [creating, setCreating] = useState<'one' | 'range' | null>(null)
  const [importing, setImporting] = useState(false)
  const [opened, setOpened] = useState<DeviceData | null>(null)
  const [editing, setEditing] = useState<DeviceData | null>(null)
  const [binding, setBinding] = useState<DeviceData | null>(null)
  const [credentials, setCredentials] = useState<readonly CredentialData[] | null>(null)
  return (
    <ListPage
      call={device.calls.list}
      columns={cols}
      rowKey="deviceId"
      title="设备"
      unit="台"
      tabs={{ field: 'kind', set: DeviceKind }}
      top={(list) => (
        <>
          <Figures show={list.show} />
          <Strangers />
        </>
      )}
      create={{ title: '登记设备', needs: device.calls.create.needs, onClick: () => setCreating('one') }}
      onImport={{ needs: device.calls.importCommit.needs, onClick: () => setImporting(true) }}
      tools={[
        {
          title: '按号段登记',
          icon: <ListOrdered size={15} aria-hidden />,
          needs: device.calls.createRange.needs,
          onClick: () => setCreating('range'),
        },
      ]}
      open={setOpened}
      heading={(row) => `${row.deviceNo}・${boundText(row)}`}
      actions={[
        { title: '详情', onClick: setOpened },
        {
          title: (row) => (row.bound === null ? '绑定' : '换绑'),
          needs: device.calls.bind.needs,
          onClick: setBinding,
        },
        unbind,
        { title: '修改', needs: device.calls.save.needs, onClick: setEditing },
        {
          title: (row) => (row.hasSecret === 1 ? '重新生成密钥…' : '生成密钥…'),
          needs: device.calls.secrets.needs,
          onClick: (row) => void issue([row], setCredentials),
        },
        switchOn,
        switchOff,
        remove,
      ]}
      batch={[
        {
          title: '生成密钥',
          needs: device.calls.secrets.needs,
          onClick: (rows, list) => void issue(rows, setCredentials).then(list.clearSelection),
        },
      ]}
      empty={{ title: '还没有登记设备', text: '登记床垫、呼叫器和定位标签，绑定到床位、房间或人，再把密钥填入设备。' }}
    >
      <DeviceDetail row={opened} onClose={() => setOpened(null)} />
      <CreateForms open={creating} onDone={setCredentials} onClose={() => setCreating(null)} />
      <EditForm row={editing} onClose={() => setEditing(null)} />
      <BindForm row={binding} onClose={() => setBinding(null)} />
      <Credentials all={credentials} onClose={() => setCredentials(null)} />
      <ImportDialog
        open={importing}
        title="设备"
        unit="台"
        calls={device.calls}
        touches={[device]}
        notes={[
          '床位写全：松鹤楼/2层/203室/02床；卫生间、门口呼叫器填“房间”和“安装位置”',
          '标签填老人姓名或档案编号，或员工姓名；没有绑定的可以留空',
          '导入后在列表勾选设备，点“生成密钥”',
        ]}
        onClose={() => setImporting(false)}
      />
    </ListPage>
  )
}
