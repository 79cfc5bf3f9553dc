// 每日任务: how many there are by the hour before and after, and what it means for those who do them.
import { TriangleAlert } from 'lucide-react'
import type { RegradeRehearsal } from '#contract/live/regrade'
import { NumberedCard } from './card.part.tsx'
import { hours, monthDay, signed } from './words.ts'

const WIDE = 480
const HIGH = 150
const FOOT = 18
/** Room for the name of the shift. */
const TOP = 18
const LEFT = 22
const DAY_AND_NIGHT = 1_440

/** The shift whose hours are shaded: the one that begins in the morning. */
function dayShift(shifts: RegradeRehearsal['tasks']['shifts']): { name: string; from: number; to: number } | null {
  const starts = shifts.map((one) => Number(one.from.slice(0, 2)) + Number(one.from.slice(3)) / 60)
  const at = starts.findIndex((start) => start >= 5 && start < 12)
  if (at < 0) return null
  const next = starts[at + 1] ?? starts[0]!
  return { name: shifts[at]!.name, from: starts[at]!, to: next > starts[at]! ? next : 24 }
}

function Bars({ tasks }: { tasks: RegradeRehearsal['tasks'] }) {
  const top = Math.max(2, ...tasks.hours.flatMap((one) => [one.before, one.after]))
  const step = (WIDE - LEFT) / 24
  const x = (hour: number) => LEFT + hour * step
  const y = (count: number) => TOP + (HIGH - TOP) * (1 - count / top)
  const shaded = dayShift(tasks.shifts)
  const lines = top <= 5 ? Array.from({ length: top + 1 }, (_, i) => i) : [0, Math.round(top / 2), top]
  return (
    <svg
      viewBox={`0 0 ${WIDE} ${HIGH + FOOT}`}
      className="yy-regrade-bars"
      role="img"
      aria-label={`按小时的任务：现在 ${tasks.before} 项，批准后 ${tasks.after} 项`}
    >
      {shaded && (
        <>
          <rect
            x={x(shaded.from)}
            y={0}
            width={(shaded.to - shaded.from) * step}
            height={HIGH}
            className="yy-regrade-shift"
          />
          <text x={x((shaded.from + shaded.to) / 2)} y={13} textAnchor="middle" className="yy-regrade-shift-name">
            {shaded.name}
          </text>
        </>
      )}
      {lines.map((count) => (
        <g key={count}>
          <line x1={LEFT} x2={WIDE} y1={y(count)} y2={y(count)} className="yy-regrade-grid" />
          <text x={LEFT - 6} y={y(count) + 4} textAnchor="end" className="yy-regrade-axis">
            {count}
          </text>
        </g>
      ))}
      {tasks.hours.map(({ hour, before, after }) => (
        <g key={hour}>
          <rect
            x={x(hour) + 2}
            y={y(before)}
            width={step / 2 - 3}
            height={HIGH - y(before)}
            className="yy-regrade-before"
          />
          <rect
            x={x(hour) + step / 2}
            y={y(after)}
            width={step / 2 - 3}
            height={HIGH - y(after)}
            className="yy-regrade-after"
          />
          {hour % 2 === 0 && (
            <text x={x(hour) + step / 2} y={HIGH + 14} textAnchor="middle" className="yy-regrade-axis">
              {hour}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

interface FigureProps {
  label: string
  before: number | string
  after: number | string
  more?: string
}

const Figure = ({ label, before, after, more }: FigureProps) => (
  <div>
    <span className="yy-second yy-small">{label}</span>
    <b>
      {before} <span className="yy-second">→</span> {after} {more && <small className="yy-amber">{more}</small>}
    </b>
  </div>
)

export function TasksCard({ seen }: { seen: RegradeRehearsal }) {
  const { tasks, workers, unassigned } = seen
  // Whoever would need more than a day and a night stands for a whole shift on duty: it is shared out there.
  const own = workers.filter((one) => one.minutesAfter <= DAY_AND_NIGHT)
  const over = own.filter((one) => one.over)
  const shown = over.length > 0 ? over : own
  const limit = seen.workerDayMinutes === null ? '' : `（上限 ${hours(seen.workerDayMinutes)}）`
  const [first, second] = tasks.shifts
  return (
    <NumberedCard number={4} title="每日任务" sub={`按小时，批准后自 ${monthDay(tasks.day)} 生成`}>
      <div className="yy-regrade-figures">
        <Figure label="项 / 日" before={tasks.before} after={tasks.after} more={signed(tasks.after - tasks.before)} />
        <Figure
          label="分钟 / 日"
          before={tasks.minutesBefore}
          after={tasks.minutesAfter}
          more={signed(tasks.minutesAfter - tasks.minutesBefore)}
        />
        {first && second && (
          <Figure
            label={tasks.shifts.map((one) => one.name).join(' / ')}
            before={tasks.shifts.map((one) => one.before).join('/')}
            after={tasks.shifts.map((one) => one.after).join('/')}
          />
        )}
      </div>
      <div className="yy-row yy-gap-12 yy-small yy-above-8">
        <span className="yy-inline yy-gap-4">
          <i className="yy-regrade-key" aria-hidden /> 现在
        </span>
        <span className="yy-inline yy-gap-4">
          <i className="yy-regrade-key yy-regrade-key-after" aria-hidden /> 批准后
        </span>
      </div>
      <Bars tasks={tasks} />
      {shown.length > 0 && (
        <p
          className={
            over.length > 0
              ? 'yy-amber yy-no-margin yy-above-8 yy-flex yy-gap-6'
              : 'yy-soft-ink yy-no-margin yy-above-8'
          }
        >
          {over.length > 0 && <TriangleAlert size={15} aria-hidden className="yy-fixed" />}
          <span>
            {shown
              .slice(0, 3)
              .map(
                (one) =>
                  `${one.workerName} ${one.elders} 位老人，工时 ${hours(one.minutesBefore)} → ${hours(one.minutesAfter)} 小时${limit}`,
              )
              .join('；')}
            {shown.length > 3 && `；另有 ${shown.length - 3} 人`}。
          </span>
        </p>
      )}
      {own.length < workers.length && (
        <p className="yy-second yy-small yy-no-margin yy-above-8">其余任务由当班人员分担，不计到个人。</p>
      )}
      {unassigned > 0 && (
        <p className="yy-second yy-small yy-no-margin yy-above-8">
          其中 {unassigned} 项那天还没有排到人，按排班或固定护理员安排。
        </p>
      )}
    </NumberedCard>
  )
}
