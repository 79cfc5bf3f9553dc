// Strokes of a signature, in the size of the pad they were drawn on.

export type Point = readonly [x: number, y: number]
export interface Size {
  width: number
  height: number
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))

/**
 * The same strokes on a pad of another size, in the same place and shape: as much larger as the pad is wider, and smaller
 * where they would not find room. Going there and back leaves them as they were.
 */
export function fitted(strokes: readonly (readonly Point[])[], from: Size, to: Size): Point[][] {
  const points = strokes.flat()
  if (points.length === 0) return []
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const [width, height] = [right - left, bottom - top]
  const scale = Math.min(to.width / from.width, to.width / Math.max(width, 1), to.height / Math.max(height, 1))
  // Where its middle was, as far as it fits there.
  const place = (start: number, length: number, was: number, is: number) =>
    between(0, ((start + length / 2) * is) / was - (length * scale) / 2, is - length * scale)
  const x0 = place(left, width, from.width, to.width)
  const y0 = place(top, height, from.height, to.height)
  return strokes.map((stroke) => stroke.map(([x, y]): Point => [x0 + (x - left) * scale, y0 + (y - top) * scale]))
}
