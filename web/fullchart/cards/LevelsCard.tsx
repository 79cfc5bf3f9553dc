import { useWall } from '#web/fullchart/useWall'
import { WallBars } from '#web/fullchart/WallBars'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'

export default function LevelsCard() {
  const query = useWall()
  return (
    <WallFrame title="护理等级" scope="在住老人">
      <WallRows query={{ ...query, data: query.data?.levels }} empty="还没有在住老人。">
        {(parts) => <WallBars parts={parts} />}
      </WallRows>
    </WallFrame>
  )
}
