// Below the curves: in and out of bed, turn-overs, large movement, and what was done.
import { momentOf } from '#contract/kit/clock'
import type { HealthViewData } from '#contract/monitor/healthRecord'
import { AlarmStage, AlarmStatus, type AlarmStatusValue, stageOf } from '#contract/monitor/words'
import { CARE_ROW, CARE_ROWS, type Geometry, LEFT, RIGHT } from './geometry.ts'
import { clockOf, type Noted, rowsFor, widthOf } from './scale.ts'

export const doneText = (one: HealthViewData['alarms'][number]) =>
  one.status === AlarmStatus.is.cleared
    ? '已恢复'
    : AlarmStage.label(stageOf({ ...one, status: one.status as AlarmStatusValue }))

function LaneName({ y, children }: { y: number; children: string }) {
  return (
    <text className="yy-hc-name" x={0} y={y}>
      {children}
    </text>
  )
}

interface CareNote {
  ms: number
  text: string
}

/** To bed, up, calls and alarms with what was done about them. */
export function careOf(view: HealthViewData): CareNote[] {
  const notes: CareNote[] = []
  const night = view.range === 'night' ? view.summary?.night : null
  if (night?.bedAt) notes.push({ ms: momentOf(night.bedAt), text: '上床' })
  if (night?.riseAt) notes.push({ ms: momentOf(night.riseAt), text: '起床' })
  for (const one of view.alarms) {
    const what =
      one.source === 'CALL' ? one.content : one.kind === 'HEART' || one.kind === 'BREATH' ? '处理告警' : one.content
    const done = one.remark || one.result
    if (one.status === AlarmStatus.is.handled && one.handledAt)
      notes.push({ ms: momentOf(one.handledAt), text: done ? `${what}：${done}` : what })
    else notes.push({ ms: momentOf(one.at), text: `${what}（${doneText(one)}）` })
  }
  return notes.filter((one) => one.ms >= view.fromMs && one.ms < view.toMs).sort((a, b) => a.ms - b.ms)
}

const cut = (text: string) => (text.length > 16 ? `${text.slice(0, 15)}…` : text)

export function Lanes({ view, geometry }: { view: HealthViewData; geometry: Geometry }) {
  const { x, width, bed, turn, move, care } = geometry
  const room = width - LEFT - RIGHT
  const notes = careOf(view)
  const placed: Noted[] = notes.map(({ ms, text }) => ({
    x: x((ms - view.fromMs) / 60_000),
    text: `${clockOf(ms)} ${cut(text)}`,
  }))
  const rows = rowsFor(placed, CARE_ROWS, width - RIGHT)
  return (
    <g>
      <LaneName y={bed + 24}>在离床</LaneName>
      <rect className="yy-hc-lane" x={LEFT} y={bed} width={room} height={38} />
      {view.spans.map((one) => (
        <rect
          key={one.from}
          className={one.inBed === 1 ? 'yy-hc-in' : 'yy-hc-out'}
          x={x(one.from)}
          y={one.inBed === 1 ? bed : bed + 26}
          width={Math.max(1, x(one.to) - x(one.from))}
          height={one.inBed === 1 ? 38 : 12}
        />
      ))}
      <LaneName y={turn + 22}>翻身</LaneName>
      <rect className="yy-hc-lane" x={LEFT} y={turn} width={room} height={34} />
      {view.turns.map((one) => (
        <rect key={one.at} className="yy-hc-turn" x={x(one.at + 0.5) - 1.5} y={turn + 7} width={3} height={20} />
      ))}
      <LaneName y={move + 16}>大体动</LaneName>
      <rect className="yy-hc-lane" x={LEFT} y={move} width={room} height={22} />
      {view.moves.map((one) => (
        <rect
          key={one.from}
          className="yy-hc-move"
          x={x(one.from)}
          y={move + 3}
          width={Math.max(2, x(one.to) - x(one.from))}
          height={16}
        />
      ))}
      <LaneName y={care + CARE_ROW}>护理</LaneName>
      <rect className="yy-hc-lane" x={LEFT} y={care} width={room} height={CARE_ROWS * CARE_ROW + 4} />
      {placed.map((one, i) => {
        const row = rows[i]!
        const y = care + Math.max(0, row) * CARE_ROW
        const back = one.x + widthOf(one.text) + 8 > width
        return (
          <g key={`${one.x}${one.text}`}>
            <line className="yy-hc-care" x1={one.x} x2={one.x} y1={y + 2} y2={y + CARE_ROW} />
            {row >= 0 && (
              <text
                className="yy-hc-care-text"
                x={back ? one.x - 5 : one.x + 5}
                y={y + 16}
                textAnchor={back ? 'end' : 'start'}
              >
                {one.text}
              </text>
            )}
            <title>{`${clockOf(notes[i]!.ms)} ${notes[i]!.text}`}</title>
          </g>
        )
      })}
    </g>
  )
}
