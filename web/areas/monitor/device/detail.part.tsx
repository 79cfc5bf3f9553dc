// One device: what it is, where it hangs, how it is, and what it said that could not be understood.
import { Button } from 'antd'
import { type DeviceData, DeviceEnabled, device } from '#contract/monitor/device'
import { CallerType, CallFamily, DeviceKind, LastUpgrade, OnlineStatus, TagType } from '#contract/monitor/words'
import { WhyButton } from '#web/areas/monitor/why/why.part'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { Asides } from './asides.part.tsx'
import { Battery, BoundTo, ClockOffset } from './words.tsx'

export function DeviceDetail({ row, onClose }: { row: DeviceData | null; onClose(): void }) {
  const asked = useCall(device.calls.get, row ? { deviceId: row.deviceId } : null, { keepPrevious: true })
  const clear = useAct(device.calls.clearBad)
  const shown = asked.data ?? row
  if (!shown) return null
  const one = row && shown.deviceId !== row.deviceId ? row : shown
  return (
    <SideDrawer
      open={row !== null}
      width={720}
      title={`设备 ${one.deviceNo}`}
      about={
        <>
          <StatusTag option={OnlineStatus.find(one.online)!} />
          {one.enabled === DeviceEnabled.is.off && <StatusTag option={DeviceEnabled.find(DeviceEnabled.is.off)!} />}
        </>
      }
      extra={<WhyButton key={one.deviceId} of={{ deviceId: one.deviceId }} at={null} />}
      onClose={onClose}
    >
      <Facts
        facts={[
          { label: '种类', value: DeviceKind.label(one.kind) },
          { label: '型号', value: one.model },
          ...(one.kind === 'CALL'
            ? [
                { label: '呼叫设备', value: CallFamily.label(one.callFamily) },
                { label: '安装位置', value: CallerType.label(one.callerType) },
              ]
            : []),
          ...(one.kind === 'TAG' ? [{ label: '标签类型', value: TagType.label(one.tagType) }] : []),
          { label: '绑定', value: <BoundTo row={one} />, wide: true },
          { label: '部门', value: one.deptName },
          { label: '登记时间', value: one.createTime },
          { label: '最近通信', value: one.lastAt ?? '从未' },
          { label: '上报间隔', value: `${one.intervalS} 秒` },
          { label: '电量', value: <Battery percent={one.battery} /> },
          { label: '信号', value: one.signal === null ? null : `${one.signal} dBm` },
          { label: '固件版本', value: one.firmware },
          { label: '最近升级', value: <StatusTag option={LastUpgrade.find(one.lastUpgrade)!} /> },
          { label: '时钟', value: <ClockOffset seconds={one.clockOffsetS} long />, wide: true },
          {
            label: '接入密钥',
            value: one.hasSecret === 1 ? '已生成' : <span className="yy-amber">没有，设备还不能接入</span>,
          },
          { label: '备注', value: one.remark, wide: true },
        ]}
      />
      {one.badCount > 0 && (
        <PageCard
          title={`有 ${one.badCount} 条无法识别的消息`}
          sub="能看懂的部分已照常处理，按键不会因此漏掉；原文另存，供检查设备设置"
          style={{ marginTop: 16 }}
          extra={
            <Allowed needs={device.calls.clearBad.needs}>
              <Button size="small" loading={clear.running} onClick={() => void clear.run({ deviceId: one.deviceId })}>
                已处理，清零
              </Button>
            </Allowed>
          }
        >
          <Facts
            columns={1}
            facts={[
              { label: '最近一次', value: one.badAt },
              { label: '原因', value: one.badReason },
            ]}
          />
          <Asides deviceId={one.deviceId} total={one.badCount} />
        </PageCard>
      )}
    </SideDrawer>
  )
}
