import { KEPT_BEATS, SLOW_MS, useBeats } from '#web/fullchart/beats'
import { WallFrame } from '#web/fullchart/WallFrame'
import { useConnection } from '#web/kit/realtime'

const WORDS = { off: '未连接', connecting: '正在连接', open: '已连接', lost: '连接中断' } as const
const ms = (value: number | null) => (value === null ? '—' : value < 10 ? value.toFixed(1) : String(Math.round(value)))

const WIDTH = 600
const HEIGHT = 120

/** Round trips as bars: a missing one is a gap, never a zero. */
function Bars({ list }: { list: readonly number[] }) {
  const top = Math.max(20, ...list) * 1.15
  const step = WIDTH / KEPT_BEATS
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label="往返时间">
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} stroke="#2A3B4E" vectorEffect="non-scaling-stroke" />
      {list.map((value, i) => {
        const height = Math.max(2, (value / top) * HEIGHT)
        const x = (KEPT_BEATS - list.length + i) * step
        return (
          <rect
            key={i}
            x={x + 1}
            y={HEIGHT - height}
            width={step - 2}
            height={height}
            fill={value > SLOW_MS ? '#E59A0B' : '#2F9E86'}
          />
        )
      })}
    </svg>
  )
}

export default function ConnectionCard() {
  const state = useConnection((now) => now.state)
  const beats = useBeats()
  return (
    <WallFrame title="实时通道" scope={`最近 ${KEPT_BEATS} 次心跳`}>
      <div className={`yy-wall-link ${state}`}>
        <dl>
          <div>
            <dt>{WORDS[state]}</dt>
            <dd>
              <b>{ms(beats.last)}</b> ms
            </dd>
          </div>
          <div>
            <dt>中位</dt>
            <dd>{ms(beats.middle)} ms</dd>
          </div>
          <div>
            <dt>最慢</dt>
            <dd>{ms(beats.worst)} ms</dd>
          </div>
        </dl>
        <Bars list={beats.list} />
      </div>
    </WallFrame>
  )
}
