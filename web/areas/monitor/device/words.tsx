// How a device is, in words: battery, clock, and what it hangs on.
import { CLOCK_LIMIT_S, type DeviceData } from '#contract/monitor/device'
import { PersonCell } from '#web/areas/monitor/personCell.part'
import { nearText } from '#web/areas/monitor/several'
import { PlacePath } from '#web/kit/fields/place'
import { StatusTag } from '#web/kit/parts/StatusTag'

const LOW = 20
const HOUR = 3600
const YEAR = 365 * 24 * HOUR

/** +1 小时, −8 分钟 */
export function offsetText(seconds: number): string {
  const size = Math.abs(seconds)
  const sign = seconds < 0 ? '−' : '+'
  // A clock that was never set, or counts in other units.
  if (size >= YEAR) return `${sign}${Math.round(size / YEAR)} 年`
  if (size >= HOUR) return `${sign}${Math.round((size / HOUR) * 10) / 10} 小时`
  return size >= 60 ? `${sign}${Math.round(size / 60)} 分钟` : `${sign}${size} 秒`
}

export function ClockOffset({ seconds, long }: { seconds: number; long?: boolean }) {
  if (Math.abs(seconds) <= CLOCK_LIMIT_S) return long ? `正常（${offsetText(seconds)}）` : '正常'
  return (
    <span className="yy-amber" title="设备自己的时间不可信">
      {long ? `时钟偏差 ${offsetText(seconds)}，按到达时间记录` : `偏差 ${offsetText(seconds)}`}
    </span>
  )
}

export function Battery({ percent }: { percent: number | null }) {
  if (percent === null) return <span className="yy-none">—</span>
  return <span className={percent < LOW ? 'yy-red' : undefined}>{percent}%</span>
}

export function BoundTo({ row }: { row: DeviceData }) {
  if (row.bound === null) return <span className="yy-amber">未绑定</span>
  if (row.bound === 'STAFF')
    return (
      <span className="yy-gap-8 yy-narrow yy-inline">
        <StatusTag family="purple">员工</StatusTag>
        {row.userName}
      </span>
    )
  if (row.bound === 'ELDER' && row.oldmanId) return <PersonCell row={row} />
  return row.place ? <PlacePath path={row.place} strong={2} /> : '—'
}

/** 203室 02床 (松鹤楼 203室 02床 for who serves several buildings), 王秀英, 李晓梅 */
export const boundText = (row: DeviceData) => {
  if (row.bound === null) return '未绑定'
  if (row.bound === 'STAFF') return row.userName ?? '员工'
  if (row.bound === 'ELDER') return row.oldmanName ?? '老人'
  return row.place ? nearText(row.place, 2) : ''
}
