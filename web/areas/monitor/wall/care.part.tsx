// A calm line of the wall: red vital signs that nobody has answered, and how late the care of each ward is. Alarms stay the
// loudest thing on the screen.
import type { DataOf } from '#contract/kit/call'
import { wall } from '#contract/monitor/wall'
import { vital } from '#contract/nursing/vital'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'

const AGAIN_MS = 60_000
/** More names do not fit a line. */
const NAMED = 4

type WallCareData = DataOf<typeof wall.calls.care>
type Red = WallCareData['reds'][number]
const placeOf = ({ roomName, bedName }: Red) =>
  roomName && bedName ? `${roomName.replace(/室$/, '')}-${bedName.replace(/床$/, '')}` : ''

/** Asked for when the beds stand; null while there is nothing to say. */
export function useWallCare(started: boolean): WallCareData | null {
  const { data, refetch } = useCall(wall.calls.care, {}, { enabled: started, silent: true, refetchInterval: AGAIN_MS })
  useEvent(vital.events.alert, () => started && void refetch())
  return data && data.wards.length + data.reds.length > 0 ? data : null
}

/** `of`: the building that is shown; null: all. */
export function WallCare({ data, of }: { data: WallCareData; of: string | null }) {
  // Wards are named after their building, as on the roster; where none is, all stand.
  const own = of === null ? [] : data.wards.filter((ward) => ward.deptName.startsWith(of))
  const wards = own.length > 0 ? own : data.wards
  return (
    <section className="yy-wall-care yy-row yy-wrap" aria-label="体征与护理">
      {data.reds.length > 0 && (
        <p role="status">
          <b className="is-red">危急体征未处理 {data.reds.length}</b>
          {data.reds.slice(0, NAMED).map((red) => (
            <span key={red.alertId}>
              {placeOf(red)} {red.oldmanName} {red.what} {red.openedAt.slice(11, 16)}
            </span>
          ))}
          {data.reds.length > NAMED && <span>等 {data.reds.length} 位</span>}
        </p>
      )}
      {wards.map((ward) => (
        <p key={ward.deptId}>
          {ward.deptName} 护理{' '}
          <b>
            {ward.done}/{ward.total}
          </b>
          {ward.late > 0 && <b className="is-amber">迟 {ward.late}</b>}
          {ward.missed > 0 && <span>漏 {ward.missed}</span>}
        </p>
      ))}
    </section>
  )
}
