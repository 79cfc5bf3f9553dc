// The last minutes as a line, with the limit it passed. No reading is a gap.
import type { WallDetailData } from '#contract/monitor/wall'

const W = 220
const H = 84
const PAD = 6

export function Curve({ points, limit }: { points: WallDetailData['curve']; limit: number | null }) {
  const values = points.flatMap((one) => (one.value === null ? [] : [one.value]))
  if (values.length < 2) return null
  const all = limit === null ? values : [...values, limit]
  const [low, high] = [Math.min(...all) - 3, Math.max(...all) + 3]
  const [from, to] = [points[0]!.at, points.at(-1)!.at]
  const x = (at: number) => PAD + ((at - from) / Math.max(1, to - from)) * (W - 2 * PAD)
  const y = (value: number) => H - PAD - ((value - low) / Math.max(1, high - low)) * (H - 2 * PAD)
  let pen = 'M'
  const path = points
    .map((one) => {
      if (one.value === null) {
        pen = 'M'
        return ''
      }
      const step = `${pen}${x(one.at).toFixed(1)} ${y(one.value).toFixed(1)}`
      pen = 'L'
      return step
    })
    .join('')
  return (
    <svg className="yy-wall-curve" viewBox={`0 0 ${W} ${H}`} aria-hidden>
      {limit !== null && (
        <>
          <line x1={PAD} x2={W - PAD} y1={y(limit)} y2={y(limit)} strokeDasharray="4 4" />
          <text x={PAD} y={Math.max(13, y(limit) - 5)}>
            界限 {limit}
          </text>
        </>
      )}
      <path d={path} />
    </svg>
  )
}
