import { useWall } from '#web/fullchart/useWall'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'

const when = (inDays: number, day: string) => (inDays === 0 ? '今天' : inDays === 1 ? '明天' : day.slice(5))

/** How many, never who: the wall hangs where visitors pass. */
export default function BirthdaysCard() {
  const query = useWall()
  const days = query.data?.birthdays
  const none = days?.every((one) => one.count === 0)
  return (
    <WallFrame title="寿星" scope="7 天内">
      <WallRows query={{ ...query, data: none ? [] : days }} empty="7 天内没有老人过生日。">
        {(birthdays) => (
          <ul className="yy-wall-wishes">
            {birthdays.map((one) => (
              <li key={one.day} className={one.count === 0 ? 'none' : one.inDays === 0 ? 'today' : undefined}>
                <b>
                  {one.count}
                  <small>位</small>
                </b>
                <span>{when(one.inDays, one.day)}</span>
              </li>
            ))}
          </ul>
        )}
      </WallRows>
    </WallFrame>
  )
}
