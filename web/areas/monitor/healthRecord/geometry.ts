// Where everything of the curves stands, for the width there is.
import type { HealthViewData } from '#contract/monitor/healthRecord'
import { clockOf, dayOf, type Panel } from './scale.ts'

export const LEFT = 58
export const RIGHT = 4
export const HEART_TICKS = 20
export const BREATH_TICKS = 10
export const CARE_ROWS = 2
export const CARE_ROW = 21

export interface Geometry {
  width: number
  /** x of minutes from the beginning. */
  x(minute: number): number
  heart: Panel
  breath: Panel
  axis: number
  bed: number
  turn: number
  move: number
  care: number
  height: number
}

const highest = (values: readonly (number | null)[], least: number) =>
  values.reduce<number>((max, value) => (value !== null && value > max ? value : max), least)
const lowest = (values: readonly (number | null)[], most: number) =>
  values.reduce<number>((min, value) => (value !== null && value < min ? value : min), most)

/** On paper the curves leave room for the tables and the signatures of the same page. */
export type Size = 'tall' | 'low' | 'paper'
const HEIGHTS: Readonly<Record<Size, readonly [heart: number, breath: number]>> = {
  tall: [286, 132],
  low: [216, 104],
  paper: [118, 56],
}

export function geometryOf(view: HealthViewData, width: number, size: Size): Geometry {
  const [heartHigh, breathHigh] = HEIGHTS[size]
  const total = (view.toMs - view.fromMs) / 60_000
  const peaks = view.alarms.filter((one) => one.kind === 'HEART').map((one) => one.value)
  const top =
    Math.ceil((highest([...view.heart, ...peaks, view.limits.heart.upper], 120) + 6) / HEART_TICKS) * HEART_TICKS
  const bottom = Math.floor(lowest([...view.heart, view.limits.heart.lower], 60) / HEART_TICKS) * HEART_TICKS
  const most =
    Math.ceil((highest([...view.breath, view.limits.breath.upper], 25) + 5) / BREATH_TICKS) * BREATH_TICKS - 5
  const heart = { top: 26, height: heartHigh, min: bottom, max: Math.max(top, bottom + 80) }
  const breath = { top: heart.top + heart.height + 34, height: breathHigh, min: 5, max: Math.max(35, most) }
  const axis = breath.top + breath.height
  const bed = axis + 30
  const turn = bed + 38 + 8
  const move = turn + 34 + 6
  const care = move + 22 + 6
  const inner = Math.max(60, width - LEFT - RIGHT)
  return {
    width,
    x: (minute) => LEFT + (inner * minute) / total,
    heart,
    breath,
    axis,
    bed,
    turn,
    move,
    care,
    height: care + CARE_ROWS * CARE_ROW + 6,
  }
}

/** Hours that are named below, every one, second or third, as there is room. */
export function hoursOf(view: HealthViewData, geometry: Geometry): { minute: number; text: string }[] {
  const total = (view.toMs - view.fromMs) / 60_000
  const hour = geometry.x(60) - geometry.x(0)
  const every = [1, 2, 3, 4, 6].find((one) => one * hour >= 54) ?? 6
  const first = (60 - ((view.fromMs / 60_000 + 480) % 60)) % 60
  const hours: { minute: number; text: string }[] = []
  for (let minute = first; minute <= total; minute += 60) {
    const clock = clockOf(view.fromMs + minute * 60_000)
    if (Number(clock.slice(0, 2)) % every !== 0) continue
    const midnight = clock === '00:00' && view.range === 'day'
    hours.push({ minute, text: midnight ? dayOf(view.fromMs + minute * 60_000) : clock })
  }
  return hours
}

export const ticks = (panel: Panel, step: number) =>
  Array.from({ length: Math.floor((panel.max - panel.min) / step) + 1 }, (_, i) => panel.min + i * step)
