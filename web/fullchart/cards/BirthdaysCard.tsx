import { useWall } from '#web/fullchart/useWall'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'

const when = (inDays: number, day: string) => (inDays === 0 ? '今天' : inDays === 1 ? '明天' : day.slice(5))

export default function BirthdaysCard() {
  const query = useWall()
  return (
    <WallFrame title="寿星" scope="7 天内">
      <WallRows query={{ ...query, data: query.data?.birthdays }} empty="7 天内没有老人过生日。">
        {(birthdays) => (
          <ul className="yy-wall-wishes">
            {birthdays.map((one, i) => (
              <li key={i} className={one.inDays === 0 ? 'today' : undefined}>
                <b>{one.name}</b>
                <span>{one.turns} 岁</span>
                <small>{one.place}</small>
                <em>{when(one.inDays, one.day)}</em>
              </li>
            ))}
          </ul>
        )}
      </WallRows>
    </WallFrame>
  )
}
