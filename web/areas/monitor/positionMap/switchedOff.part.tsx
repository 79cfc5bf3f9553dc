// Positioning that the house has switched off: every page of it says so, and whoever may turns it on again.
import { Button } from 'antd'
import { PowerOff } from 'lucide-react'
import { positionDevice } from '#contract/monitor/positionDevice'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import './switchedOff.css'

/** undefined while it is being asked for. */
export function usePositioning(): boolean | undefined {
  return useCall(positionDevice.calls.opened, {}).data?.opened
}

export async function switchPositioning(on: boolean): Promise<void> {
  const done = await confirmAct(
    on
      ? {
          title: '开启室内定位？',
          effects: ['标签上报的位置立即按规则和围栏判断，可能马上产生告警'],
          verb: '开启定位',
          safe: '不开启',
          run: (_, options) => send(positionDevice.calls.saveOpened, { opened: true }, options),
        }
      : {
          title: '关闭室内定位？',
          effects: [
            '标签上的 SOS、一键呼叫、围栏和离线不再告警，请确认已有其他看护措施',
            '未处理的定位告警保留，需人工处理',
            '可以随时重新开启',
          ],
          verb: '关闭定位',
          safe: '不关闭',
          danger: true,
          run: (_, options) => send(positionDevice.calls.saveOpened, { opened: false }, options),
        },
  )
  if (done !== null) await invalidate(positionDevice)
}

export function SwitchedOff() {
  const on = usePositioning()
  const may = useMay()
  if (on !== false) return null
  return (
    <div className="yy-position-off yy-pad-8-16 yy-told yy-gap-10 yy-round-card yy-below-12 yy-row" role="status">
      <PowerOff size={18} aria-hidden />
      <span>
        <b>室内定位已关闭</b>
        　标签仍会上报，但不判断围栏、离线和 SOS，也不产生定位告警。
      </span>
      {may(positionDevice.calls.saveOpened.needs) ? (
        <Button type="primary" size="small" onClick={() => void switchPositioning(true)}>
          开启定位
        </Button>
      ) : (
        <span>需要开启请联系护士长或管理员。</span>
      )}
    </div>
  )
}
