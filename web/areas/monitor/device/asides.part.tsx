// The last messages of a device that could not be understood, as they came, for whoever sets it up.
import { device } from '#contract/monitor/device'
import { Loaded } from '#web/kit/parts/Loaded'
import { useCall } from '#web/kit/query'

const CHANNELS: Readonly<Record<string, string>> = {
  reading: '读数',
  position: '定位',
  press: '按键',
  status: '状态',
}

export function Asides({ deviceId, total }: { deviceId: string; total: number }) {
  // The count belongs to the question: one more message, and they are asked for again.
  const asked = useCall(device.calls.asides, { deviceId })
  if (asked.error || !asked.data) return <Loaded of={asked} what="消息原文没有取到" lines={3} fresh />
  if (asked.data.length === 0) return <p className="yy-none">原文已过保留期，只留下条数</p>
  return (
    <>
      <ol className="yy-device-asides yy-no-padding">
        {asked.data.map((one) => (
          <li key={one.asideNo}>
            <p className="yy-device-aside-head yy-no-margin yy-flex yy-wrap">
              <span>{one.arrivedAt}</span>
              <span>{CHANNELS[one.channel] ?? `通道 ${one.channel}`}</span>
              <span className="yy-amber">{one.reason}</span>
            </p>
            <code className="yy-block yy-soft-ink yy-above-4 yy-breaks">
              {one.text === '' ? '（空消息）' : one.text}
            </code>
          </li>
        ))}
      </ol>
      {total > asked.data.length && <p className="yy-none">只列出最近 {asked.data.length} 条</p>}
    </>
  )
}
