import type { WallData } from '#contract/home/wall'
import { useWall } from '#web/fullchart/useWall'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'

interface Figure {
  title: string
  value: string
  unit: string
  note: string
  bad?: boolean
  /** Only some of them: the note alone is coloured. */
  late?: boolean
}

const figuresOf = (data: WallData): Figure[] => [
  { title: '在住老人', value: String(data.inHouse), unit: '人', note: `试住 ${data.trials} 人` },
  {
    title: '床位使用率',
    value: data.usage === null ? '—' : data.usage.toFixed(1),
    unit: '%',
    note: `${data.held} / ${data.beds} 床　空闲 ${data.free}`,
  },
  {
    title: '今日入住 / 退住',
    value: `${data.cameToday} / ${data.leftToday}`,
    unit: '人',
    note: `本月 入住 ${data.cameMonth}　退住 ${data.leftMonth}`,
  },
  {
    title: '外出在外',
    value: String(data.out),
    unit: '人',
    note: data.late > 0 ? `逾期未归 ${data.late}` : '没有逾期未归',
    late: data.late > 0,
  },
  {
    title: '今日护理',
    value: data.tasks === 0 ? '—' : `${data.tasksDone} / ${data.tasks}`,
    unit: data.tasks === 0 ? '' : '项',
    note: data.tasks === 0 ? '今天没有安排' : `完成 ${Math.round((data.tasksDone / data.tasks) * 100)}%`,
  },
  {
    title: '未处理告警',
    value: String(data.openAlarms),
    unit: '条',
    note: data.takenAlarms > 0 ? `另有处理中 ${data.takenAlarms}` : data.openAlarms > 0 ? '请立即处理' : '一切正常',
    bad: data.openAlarms > 0,
  },
]

export default function HouseCard() {
  const query = useWall()
  const rows = { ...query, data: query.data && figuresOf(query.data) }
  return (
    <WallFrame title="今天" scope="全院">
      <WallRows query={rows} empty="">
        {(figures) => (
          <dl className="yy-wall-figures">
            {figures.map((figure) => (
              <div key={figure.title} className={figure.bad ? 'bad' : figure.late ? 'late' : undefined}>
                <dt>{figure.title}</dt>
                <dd>
                  {figure.value}
                  {figure.unit && <small>{figure.unit}</small>}
                </dd>
                <p>{figure.note}</p>
              </div>
            ))}
          </dl>
        )}
      </WallRows>
    </WallFrame>
  )
}
