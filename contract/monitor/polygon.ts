// Geometry of fences, the same on the page that draws them and on the server that keeps and watches them.

export type Point = readonly [x: number, y: number]
export type Polygon = readonly Point[]

/** Whether a point lies inside; a point on a side counts as inside, so that nobody leaves by standing at the wall. */
export function pointInPolygon([x, y]: Point, polygon: Polygon): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!
    const [bx, by] = polygon[j]!
    if (onSide(x, y, ax, ay, bx, by)) return true
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

function onSide(x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean {
  const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
  if (Math.abs(cross) > 1e-9 * (Math.abs(bx - ax) + Math.abs(by - ay) + 1)) return false
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by)
}

/** Square metres. */
export function areaOf(polygon: Polygon): number {
  let sum = 0
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    sum += polygon[j]![0] * polygon[i]![1] - polygon[i]![0] * polygon[j]![1]
  }
  return Math.abs(sum) / 2
}

/** A place inside for a label: the middle of the corners, or of the widest line through it where that lies outside. */
export function middleOf(polygon: Polygon): Point {
  const n = Math.max(1, polygon.length)
  const x = polygon.reduce((sum, one) => sum + one[0], 0) / n
  const y = polygon.reduce((sum, one) => sum + one[1], 0) / n
  if (polygon.length < 3 || pointInPolygon([x, y], polygon)) return [x, y]
  const cuts: number[] = []
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!
    const [bx, by] = polygon[j]!
    if (ay > y !== by > y) cuts.push(((bx - ax) * (y - ay)) / (by - ay) + ax)
  }
  cuts.sort((a, b) => a - b)
  let best: Point = [x, y]
  let width = -1
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    const span = cuts[i + 1]! - cuts[i]!
    if (span > width) {
      width = span
      best = [(cuts[i]! + cuts[i + 1]!) / 2, y]
    }
  }
  return best
}

const turn = (a: Point, b: Point, c: Point) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const between = (a: Point, b: Point, c: Point) =>
  c[0] >= Math.min(a[0], b[0]) &&
  c[0] <= Math.max(a[0], b[0]) &&
  c[1] >= Math.min(a[1], b[1]) &&
  c[1] <= Math.max(a[1], b[1])

/** Whether two sides cross or touch. */
function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && between(a, b, c)) ||
    (abd === 0 && between(a, b, d)) ||
    (cda === 0 && between(c, d, a)) ||
    (cdb === 0 && between(c, d, b))
  )
}

export const MAX_CORNERS = 60
/** Smaller is a slip of the mouse. */
const MIN_AREA = 0.25

/** What is wrong with a fence, as a sentence; null: nothing. */
export function polygonFaults(polygon: Polygon): string | null {
  const n = polygon.length
  if (n < 3) return '围栏至少要有 3 个角点'
  if (n > MAX_CORNERS) return `围栏最多 ${MAX_CORNERS} 个角点`
  if (polygon.some(([x, y]) => !Number.isFinite(x) || !Number.isFinite(y))) return '围栏的角点坐标不完整'
  for (let i = 0; i < n; i++) {
    const [a, b] = [polygon[i]!, polygon[(i + 1) % n]!]
    if (a[0] === b[0] && a[1] === b[1]) return `第 ${i + 1} 个和第 ${((i + 1) % n) + 1} 个角点重合，请移开或删除一个`
  }
  for (let i = 0; i < n; i++) {
    const [a, b] = [polygon[i]!, polygon[(i + 1) % n]!]
    for (let j = i + 1; j < n; j++) {
      const [c, d] = [polygon[j]!, polygon[(j + 1) % n]!]
      if (j === i + 1 || (i === 0 && j === n - 1)) {
        // Neighbours share a corner; they overlap when both lead away from it in one direction.
        const [shared, one, other] = j === i + 1 ? [b, a, d] : [a, b, c]
        const along = (one[0] - shared[0]) * (other[0] - shared[0]) + (one[1] - shared[1]) * (other[1] - shared[1])
        if (turn(shared, one, other) === 0 && along > 0) return `第 ${i + 1} 条边和第 ${j + 1} 条边重叠，请移动角点`
        continue
      }
      if (meet(a, b, c, d)) return `第 ${i + 1} 条边和第 ${j + 1} 条边交叉，请移动角点，使围栏的边互不相交`
    }
  }
  if (areaOf(polygon) < MIN_AREA) return '围栏太小或成了一条线，请重新画'
  return null
}
