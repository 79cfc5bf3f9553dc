// The positioning tags: whose they are, how they are, and the switch of the house.

import { Power } from 'lucide-react'
import { options } from '#contract/kit/options'
import { IN_HOUSE } from '#contract/live/resident'
import { alarm } from '#contract/monitor/alarm'
import { device } from '#contract/monitor/device'
import { positionDevice, type TagRowData } from '#contract/monitor/positionDevice'
import { POSITION_NEEDS } from '#contract/monitor/positionMap'
import { BatteryBand, LabelAlarm, LastUpgrade, LinkStatus, TagType, WorkStatus } from '#contract/monitor/words'
import { BedPath, residentOf } from '#web/areas/live/public'
import { PersonCell } from '#web/areas/monitor/personCell.part'
import { agoText } from '#web/areas/monitor/positionMap/live'
import { SwitchedOff, switchPositioning, usePositioning } from '#web/areas/monitor/positionMap/switchedOff.part'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { staff } from '#web/kit/fields/staff'
import { formOf } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { Battery } from './battery.part.tsx'

const TagHolder = options('TagHolder', '绑定', [
  ['ELDER', ['老人', 'blue']],
  ['STAFF', ['员工', 'teal']],
  ['NONE', ['未绑定', 'grey']],
])

const nameOf = (row: TagRowData) => row.name ?? row.deviceNo
const ago = (at: number | null) => agoText(at, Date.now())

const cols = columns(positionDevice.calls.list, {
  deviceNo: { title: '标签编号', search: true, sort: true, width: 120 },
  name: {
    title: '佩戴人',
    width: 240,
    sort: true,
    search: { field: 'name', placeholder: '姓名或拼音首字母' },
    cell: (_, row) => (
      <PersonCell
        row={{ ...row, oldmanName: row.name }}
        none={row.userId ? `${row.name}（${row.jobName ?? '员工'}）` : <None />}
      />
    ),
    text: (_, row) => row.name ?? '',
  },
  holder: {
    title: '绑定',
    search: { field: 'holder', as: TagHolder },
    width: 90,
    cell: (value) => <StatusTag option={TagHolder.find((value as 'ELDER' | null) ?? 'NONE')!} />,
    text: (value) => TagHolder.label((value as 'ELDER' | null) ?? 'NONE'),
  },
  tagType: { title: '标签类型', as: TagType, search: true, width: 90 },
  battery: {
    title: '电量',
    search: { field: 'battery', as: BatteryBand as never },
    sort: true,
    width: 110,
    cell: (value) => <Battery value={value} />,
    text: (value) => (value === null ? '' : `${value}%`),
  },
  communicationStatus: { title: '通信', as: LinkStatus, search: true, width: 90 },
  locationStatus: { title: '定位', as: LinkStatus, search: { field: 'locationStatus', title: '定位状态' }, width: 90 },
  labelAlarmStatus: {
    title: '标签告警',
    as: LabelAlarm,
    search: true,
    width: 110,
    cell: (value, row) =>
      value === 1 ? (
        <StatusTag family="red" solid>
          告警 {row.alarms}
        </StatusTag>
      ) : (
        <StatusTag option={LabelAlarm.find(LabelAlarm.is.normal)!} />
      ),
  },
  workStatus: { title: '工作状态', as: WorkStatus, search: true, width: 90 },
  mapName: { title: '最近位置', width: 120 },
  fixAt: { title: '最近定位', width: 110, cell: (value) => ago(value), text: (value) => ago(value) },
  heardAt: { title: '最近通信', width: 110, sort: true, cell: (value) => ago(value), text: (value) => ago(value) },
  bedPath: { title: '床位', width: 240, cell: (value) => <BedPath path={value} />, hidden: true },
  lastUpgrade: { title: '最近升级', as: LastUpgrade, search: true, width: 90 },
  firmware: { title: '固件', width: 90, hidden: true },
  fault: { title: '故障', width: 140, hidden: true },
  createTime: { title: '登记时间', as: datetime, sort: true, hidden: true },
})

const bindForm = (row: TagRowData) =>
  formOf(device.calls.bind, {
    title: `绑定标签 ${row.deviceNo}`,
    verb: '绑定',
    done: '标签已绑定',
    columns: 1,
    fields: {
      oldmanId: {
        title: '老人',
        as: residentOf({ statuses: IN_HOUSE }),
        hint: '老人和员工选一个；同一人同时只能佩戴一个标签',
        check: (value, values) =>
          value && values.userId ? '老人和员工只能选一个' : !value && !values.userId ? '请选择老人或员工' : null,
      },
      userId: { title: '员工', as: staff },
    },
    also: { deviceId: row.deviceId, version: row.version },
    touches: [positionDevice],
  })

async function unbind(row: TagRowData) {
  const done = await confirmAct({
    title: `解绑标签 ${row.deviceNo}（${nameOf(row)}）？`,
    effects: [`${nameOf(row)}不再显示在定位地图上，围栏和离线不再告警`, '已有的轨迹和告警记录保留'],
    verb: '解绑',
    safe: '不解绑',
    danger: true,
    run: (_, options) => send(device.calls.unbind, { deviceId: row.deviceId, version: row.version }, options),
  })
  if (done !== null) await invalidate(positionDevice, device)
}

async function check(row: TagRowData) {
  const answer = await send(positionDevice.calls.online, { deviceId: row.deviceId })
  const text = `${nameOf(row)}：${answer.words}`
  if (answer.communicationStatus === LinkStatus.is.online) toast.success(text)
  else toast.warning(text)
  await invalidate(positionDevice)
}

export default function Tags() {
  const on = usePositioning()
  return (
    <ListPage
      call={positionDevice.calls.list}
      columns={cols}
      rowKey="deviceId"
      title="定位标签"
      unit="个"
      heading={nameOf}
      refreshOn={[alarm.events.changed]}
      top={() => <SwitchedOff />}
      tools={[
        {
          title: on === false ? '开启定位' : '关闭定位',
          icon: <Power size={15} aria-hidden />,
          needs: positionDevice.calls.saveOpened.needs,
          onClick: () => void switchPositioning(on === false),
        },
      ]}
      actions={[
        { title: '在线检测', onClick: (row) => void check(row) },
        {
          title: '看位置',
          needs: POSITION_NEEDS.list,
          when: (row) => row.mapId !== null && row.holder !== null,
          onClick: (row) => openPage('/yunmuIot/position/map', { deviceId: row.deviceId }),
        },
        {
          title: '轨迹回放',
          needs: POSITION_NEEDS.trail,
          when: (row) => row.holder !== null,
          onClick: (row) => openPage('/yunmuIot/position/map', { deviceId: row.deviceId, replay: '1' }),
        },
        { title: '绑定', needs: device.calls.bind.needs, when: (row) => row.holder === null, form: bindForm },
        {
          title: '解绑',
          needs: device.calls.unbind.needs,
          danger: true,
          when: (row) => row.holder !== null,
          onClick: (row) => void unbind(row),
        },
      ]}
      empty={{ title: '还没有定位标签', text: '在“设备管理”里登记标签后，可在这里绑定老人或员工。' }}
    />
  )
}
