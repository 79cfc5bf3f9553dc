import { useWall } from '#web/fullchart/useWall'
import { WallBars } from '#web/fullchart/WallBars'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'

export default function AgesCard() {
  const query = useWall()
  return (
    <WallFrame title="年龄" scope="在住老人">
      <WallRows query={{ ...query, data: query.data?.ages }} empty="还没有在住老人。">
        {(parts) => <WallBars parts={parts} />}
      </WallRows>
    </WallFrame>
  )
}
