// How times and values of the curves lie on the paper or the screen. Times are minutes from the beginning of the period.
import { localDate } from '#contract/kit/clock'

export interface Panel {
  top: number
  height: number
  min: number
  max: number
}

export const yOf = (panel: Panel, value: number) =>
  panel.top +
  panel.height * (1 - (Math.min(panel.max, Math.max(panel.min, value)) - panel.min) / (panel.max - panel.min))

const two = (part: number) => String(part).padStart(2, '0')

/** HH:mm in China of a moment in milliseconds. */
export function clockOf(ms: number): string {
  const minute = Math.floor(ms / 60_000 + 480) % 1440
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** 11-14 */
export function dayOf(ms: number): string {
  const day = localDate(ms)
  return `${two(day.getUTCMonth() + 1)}-${two(day.getUTCDate())}`
}

/** Lines through neighbouring values; a gap stays a gap. A value alone becomes a dot. */
export function linePath(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let path = ''
  let open = false
  for (const [index, value] of values.entries()) {
    if (value === null) {
      open = false
      continue
    }
    const [px, py] = [x(index).toFixed(1), y(value).toFixed(1)]
    path += open ? `L${px} ${py}` : `M${px} ${py}h0.01`
    open = true
  }
  return path
}

/** The area between two lines, in pieces where either has a gap. */
export function bandPath(
  low: readonly (number | null)[],
  high: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  const pieces: string[] = []
  let piece: number[] = []
  const close = () => {
    if (piece.length > 1) {
      const up = piece.map((i) => `${x(i).toFixed(1)} ${y(high[i]!).toFixed(1)}`)
      const down = [...piece].reverse().map((i) => `${x(i).toFixed(1)} ${y(low[i]!).toFixed(1)}`)
      pieces.push(`M${[...up, ...down].join('L')}Z`)
    }
    piece = []
  }
  for (let i = 0; i < low.length; i++) {
    if (low[i] == null || high[i] == null) close()
    else piece.push(i)
  }
  close()
  return pieces.join('')
}

/** Values smoothed over neighbours, for the edge of a band. */
export function smoothed(values: readonly (number | null)[], reach = 6): (number | null)[] {
  return values.map((value, i) => {
    if (value === null) return null
    let [sum, n] = [0, 0]
    for (let j = Math.max(0, i - reach); j <= Math.min(values.length - 1, i + reach); j++) {
      const one = values[j]
      if (one == null) continue
      sum += one
      n++
    }
    return sum / n
  })
}

/** Rough width of a text at 13 px: Chinese signs are square. */
export const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 255 ? 13 : 7.2), 0)

export interface Noted {
  x: number
  text: string
}

/** Each note gets the first row where it hides nothing; −1: only its line is shown. */
export function rowsFor(notes: readonly Noted[], rows: number, right: number): number[] {
  const ends = Array.from({ length: rows }, () => Number.NEGATIVE_INFINITY)
  return notes.map(({ x, text }) => {
    const width = widthOf(text) + 12
    const row = ends.findIndex((end) => x > end)
    if (row < 0 || x + width > right + 8) {
      // Near the right edge the words stand left of their line.
      const back = ends.findIndex((end) => x - width > end)
      if (back < 0) return -1
      ends[back] = x + 4
      return back
    }
    ends[row] = x + width
    return row
  })
}
