import { useWall } from '#web/fullchart/useWall'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'

export default function BirthdaysCard() {
  const query = useWall()
  return (
    <WallFrame title="今天生日" scope="祝福寿星">
      <WallRows query={{ ...query, data: query.data?.birthdays }} empty="今天没有老人过生日。">
        {(birthdays) => (
          <ul className="yy-wall-wishes">
            {birthdays.map((one, i) => (
              <li key={i}>
                <b>{one.name}</b>
                <span>{one.turns} 岁</span>
                <small>{one.place}</small>
              </li>
            ))}
          </ul>
        )}
      </WallRows>
    </WallFrame>
  )
}
