// What comes of a day of somebody: one pure function from shift, clocking, leave and rules to the rows that are kept, the same
// for a punch that was just heard, an agreed correction and the night. Moments are milliseconds; a day is China's.
import { DAY_MS, momentOf } from '#contract/kit/clock'
import {
  AttendanceResult,
  type AttendanceResultValue,
  type ClockSideValue,
  isOutside,
  LeaveKind,
  type LeaveKindValue,
} from './attendanceWords.ts'
import { CLOCK_DEFAULTS, type ClockSettingsData } from './clockSetting.ts'
import type { CellKind } from './rosterWords.ts'
import { partsOn, type ShiftPart, type ShiftRules } from './shiftTime.ts'

const R = AttendanceResult.is
const MINUTE_MS = 60_000
/** A second press within this time is the same coming or going. */
const AGAIN_MS = 10 * MINUTE_MS

export interface ReckonShift extends ShiftRules {
  shiftPkId: string
  shiftName: string
  night: boolean
}

/** What the day holds. */
export type DayPlan =
  | { kind: typeof CellKind.is.SHIFT; shift: ReckonShift }
  | { kind: typeof CellKind.is.REST }
  | { kind: typeof CellKind.is.LEAVE }
  | { kind: typeof CellKind.is.TRAIN }
  /** Hours as one likes: minutes that are due on this day, 0 on a day of rest. */
  | { kind: 'FREE'; minutes: number }

export interface ReckonPunch {
  at: number
  /** Clocked elsewhere, as the group allows. */
  outside?: boolean
  /** An agreed correction says for which side of which part it is. */
  corrects?: { part: number; side: ClockSideValue }
}

export interface Absence {
  from: number
  to: number
  kind: LeaveKindValue
}

export interface ReckonInput {
  day: string
  now: number
  plan: DayPlan
  /** The parts of the shifts before and after: where windows meet, the nearer one has the punch. */
  before?: ShiftPart | null
  after?: ShiftPart | null
  punches: readonly ReckonPunch[]
  /** Agreed leave and work outside. */
  absences?: readonly Absence[]
  /** A day on which the house rests. */
  holiday?: boolean
  settings?: ClockSettingsData
}

export interface ReckonRow {
  part: number
  shiftPkId: string | null
  shiftName: string | null
  planOn: number | null
  planOff: number | null
  actualOn: number | null
  actualOff: number | null
  /** Null: not known yet. */
  onResult: AttendanceResultValue | null
  offResult: AttendanceResultValue | null
  due: boolean
  present: boolean
  night: boolean
  lateMin: number
  earlyMin: number
  overtimeMin: number
  workedMin: number
  leaveMin: number
  leaveKind: LeaveKindValue | null
  corrected: boolean
  outside: boolean
  remark: string | null
}

const EMPTY: Omit<ReckonRow, 'part'> = {
  shiftPkId: null,
  shiftName: null,
  planOn: null,
  planOff: null,
  actualOn: null,
  actualOff: null,
  onResult: null,
  offResult: null,
  due: false,
  present: false,
  night: false,
  lateMin: 0,
  earlyMin: 0,
  overtimeMin: 0,
  workedMin: 0,
  leaveMin: 0,
  leaveKind: null,
  corrected: false,
  outside: false,
  remark: null,
}

interface Span {
  from: number
  to: number
}

const overlap = (a: Span, b: Span) => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))
const wholeMinutes = (ms: number) => Math.floor(ms / MINUTE_MS)
const middle = (a: number, b: number) => (a + b) / 2

/** Beyond the least, in whole steps. */
function overtimeOf(minutes: number, { overtimeMinimum, overtimeStep }: ClockSettingsData): number {
  if (minutes <= 0 || minutes < overtimeMinimum) return 0
  return Math.floor(minutes / overtimeStep) * overtimeStep
}

/** The windows of a day beside those of its neighbours. */
export function windowsOf(
  parts: readonly ShiftPart[],
  before: ShiftPart | null | undefined,
  after: ShiftPart | null | undefined,
): ShiftPart[] {
  return parts.map((part, i) => {
    const clipped = { ...part }
    if (i === 0 && before && before.closes > part.opens) {
      clipped.opens = Math.max(part.opens, Math.min(middle(before.off, part.on), before.closes))
    }
    if (i === parts.length - 1 && after && part.closes > after.opens) {
      clipped.closes = Math.min(part.closes, Math.max(middle(part.off, after.on), after.opens))
    }
    return clipped
  })
}

/** Where limits lie when agreed absence covers one of them, and what stands in their place. */
interface Limits {
  on: number
  off: number
  /** The first or last hour is worked elsewhere or is leave: nothing has to be clocked there. */
  onFree: AttendanceResultValue | null
  offFree: AttendanceResultValue | null
  whole: boolean
}

function limitsOf(part: ShiftPart, absences: readonly Absence[]): Limits {
  const sorted = absences.filter((one) => one.from < part.off && one.to > part.on).toSorted((a, b) => a.from - b.from)
  const at = (moment: number, edge: 'from' | 'to') =>
    sorted.find((one) =>
      edge === 'from' ? one.from <= moment && one.to > moment : one.from < moment && one.to >= moment,
    )
  const resultOf = (one: Absence) => (isOutside(one.kind) ? R.outside : R.leave)
  let on = part.on
  for (let one = at(on, 'from'); one && on < part.off; one = at(on, 'from')) on = one.to
  let off = part.off
  for (let one = at(off, 'to'); one && off > part.on; one = at(off, 'to')) off = one.from
  const first = at(part.on, 'from')
  const last = at(part.off, 'to')
  if (on >= part.off) {
    return { on: part.on, off: part.off, onFree: resultOf(first!), offFree: resultOf(last!), whole: true }
  }
  // Whoever begins or ends outside clocks neither there nor when they come or go between.
  return {
    on,
    off,
    onFree: first && isOutside(first.kind) ? R.outside : null,
    offFree: last && isOutside(last.kind) ? R.outside : null,
    whole: false,
  }
}

interface Sides {
  on: ReckonPunch | null
  off: ReckonPunch | null
}

/** First in, last out; a single one belongs to the side it is nearer to. What an agreed correction says comes first. */
function sidesOf(punches: readonly ReckonPunch[], part: number, window: Span, limits: Span): Sides {
  const corrected = (side: ClockSideValue) =>
    punches.findLast((one) => one.corrects?.part === part && one.corrects.side === side) ?? null
  const own = punches
    .filter((one) => !one.corrects && one.at >= window.from && one.at <= window.to)
    .toSorted((a, b) => a.at - b.at)
  const half = middle(limits.from, limits.to)
  const first = own[0] ?? null
  const last = own.at(-1) ?? null
  let on = first && first.at <= half ? first : null
  let off = last && last.at > half ? last : null
  // Who came and went within one half: both, unless it was one press made twice.
  if (first && last && last.at - first.at >= AGAIN_MS) {
    if (on === null && off) on = first
    if (off === null && on && last.at > limits.from) off = last
  }
  on = corrected('ON') ?? on
  off = corrected('OFF') ?? off
  return { on, off }
}

function shiftRows(input: ReckonInput, shift: ReckonShift, settings: ClockSettingsData): ReckonRow[] {
  const { day, now, punches, absences = [] } = input
  const parts = windowsOf(partsOn(day, shift), input.before, input.after)
  const all = parts.reduce((sum, { on, off }) => sum + off - on, 0) / MINUTE_MS
  const share = all > 0 ? (all - shift.restMinutes) / all : 1
  return parts.map((part, at): ReckonRow => {
    const limits = limitsOf(part, absences)
    const { on, off } = sidesOf(punches, at, { from: part.opens, to: part.closes }, { from: limits.on, to: limits.off })
    const over = now > part.closes
    const row: ReckonRow = {
      ...EMPTY,
      part: at,
      shiftPkId: shift.shiftPkId,
      shiftName: shift.shiftName,
      planOn: part.on,
      planOff: part.off,
      actualOn: on?.at ?? null,
      actualOff: off?.at ?? null,
      due: at === 0,
      corrected: Boolean(on?.corrects || off?.corrects),
      outside: Boolean(on?.outside || off?.outside),
    }
    const cover = absences.filter((one) => one.from < part.off && one.to > part.on)
    const span = { from: part.on, to: part.off }
    const leave = cover.filter((one) => !isOutside(one.kind))
    const leaveMs = leave.reduce((sum, one) => sum + overlap(one, span), 0)
    row.leaveMin = Math.round(wholeMinutes(leaveMs) * share)
    row.leaveKind = leave[0]?.kind ?? cover[0]?.kind ?? null
    if (cover.some((one) => isOutside(one.kind))) row.outside = true

    if (limits.whole) {
      row.onResult = limits.onFree
      row.offResult = limits.offFree
      const outsideMs = cover
        .filter((one) => isOutside(one.kind))
        .reduce((sum, one) => sum + overlap(one, { from: part.on, to: Math.min(part.off, Math.max(now, part.on)) }), 0)
      row.workedMin = Math.round(wholeMinutes(outsideMs) * share)
      row.present = row.workedMin > 0
    } else {
      judgeSides(row, limits, shift, over)
      const worked = workedSpan(row, limits, now)
      if (worked) {
        const gone = leave.reduce((sum, one) => sum + overlap(one, worked), 0)
        row.workedMin = Math.max(0, Math.round(wholeMinutes(worked.to - worked.from - gone) * share))
      }
      row.present =
        row.onResult !== R.absent &&
        (row.actualOn !== null || row.actualOff !== null || limits.onFree !== null || limits.offFree !== null)
    }
    // Whoever stayed on; between two parts of a shift nobody is asked to.
    if (at === parts.length - 1 && row.actualOff !== null) {
      row.overtimeMin = overtimeOf(wholeMinutes(row.actualOff - part.off), settings)
    }
    if (input.holiday && settings.holidayShift) row.overtimeMin += row.workedMin
    row.night = shift.night && row.present && at === 0
    return row
  })
}

function judgeSides(row: ReckonRow, limits: Limits, shift: ReckonShift, over: boolean): void {
  const { actualOn, actualOff } = row
  if (actualOn === null && actualOff === null && over && limits.onFree === null && limits.offFree === null) {
    row.onResult = R.absent
    row.offResult = R.absent
    return
  }
  const usual = row.outside ? R.outside : R.normal
  if (actualOn !== null) {
    const late = wholeMinutes(actualOn - limits.on)
    if (limits.onFree === null && late > shift.absentAfter) row.onResult = R.absent
    else if (limits.onFree === null && late > shift.lateGrace) {
      row.onResult = R.late
      row.lateMin = late
    } else row.onResult = usual
  } else if (limits.onFree !== null) row.onResult = limits.onFree
  else if (over) row.onResult = R.missing
  if (actualOff !== null) {
    const early = Math.ceil((limits.off - actualOff) / MINUTE_MS)
    if (limits.offFree === null && early > shift.earlyGrace) {
      row.offResult = R.early
      row.earlyMin = early
    } else row.offResult = usual
  } else if (limits.offFree !== null) row.offResult = limits.offFree
  else if (over) row.offResult = R.missing
}

/** From coming to going, within what was planned; a side that is missing is not worked. */
function workedSpan(row: ReckonRow, limits: Limits, now: number): Span | null {
  const from = row.actualOn ?? (limits.onFree === null ? null : row.planOn)
  const to = row.actualOff ?? (limits.offFree !== null && now >= row.planOff! ? row.planOff : null)
  if (from === null || to === null) return null
  const span = { from: Math.max(from, row.planOn!), to: Math.min(to, row.planOff!) }
  return span.to > span.from ? span : null
}

/** First and last of a day that has no shift, outside the windows of its neighbours. */
function dayPunches(input: ReckonInput): ReckonPunch[] {
  const from = momentOf(input.day)
  const first = Math.max(from, input.before ? input.before.closes + 1 : from)
  const last = Math.min(from + DAY_MS, input.after ? input.after.opens : from + DAY_MS)
  return input.punches
    .filter((one) => one.corrects || (one.at >= first && one.at < last))
    .toSorted((a, b) => a.at - b.at)
}

function restRow(input: ReckonInput, settings: ClockSettingsData): ReckonRow {
  const own = dayPunches(input)
  const on = own[0] ?? null
  const last = own.at(-1) ?? null
  const off = on && last && last.at - on.at >= AGAIN_MS ? last : null
  const row: ReckonRow = {
    ...EMPTY,
    part: 0,
    onResult: R.rest,
    offResult: R.rest,
    actualOn: on?.at ?? null,
    actualOff: off?.at ?? null,
    corrected: own.some((one) => one.corrects),
    outside: Boolean(on?.outside || off?.outside),
  }
  const worked = on && off ? wholeMinutes(off.at - on.at) : 0
  row.overtimeMin = overtimeOf(worked, settings)
  if (row.overtimeMin > 0) {
    row.onResult = R.overtime
    row.offResult = R.overtime
    row.workedMin = worked
    row.remark = input.holiday ? '节假日加班' : '休息日加班'
  } else if (on && !off) row.remark = '休息日有一次打卡'
  return row
}

function leaveRow(input: ReckonInput, settings: ClockSettingsData): ReckonRow {
  const from = momentOf(input.day)
  const cover = (input.absences ?? []).filter((one) => overlap(one, { from, to: from + DAY_MS }) > 0)
  const ms = cover.reduce((sum, one) => sum + overlap(one, { from, to: from + DAY_MS }), 0)
  const outside = cover.length > 0 && cover.every((one) => isOutside(one.kind))
  const minutes = cover.length > 0 ? Math.min(settings.dayMinutes, wholeMinutes(ms)) : settings.dayMinutes
  return {
    ...EMPTY,
    part: 0,
    due: true,
    onResult: outside ? R.outside : R.leave,
    offResult: outside ? R.outside : R.leave,
    present: outside,
    outside,
    workedMin: outside ? minutes : 0,
    leaveMin: outside ? 0 : minutes,
    leaveKind: cover[0]?.kind ?? LeaveKind.is.PERSONAL,
  }
}

function freeRow(input: ReckonInput, minutes: number, settings: ClockSettingsData): ReckonRow {
  const from = momentOf(input.day)
  const span = { from, to: from + DAY_MS }
  const cover = (input.absences ?? []).filter((one) => overlap(one, span) > 0)
  const sum = (some: readonly Absence[]) => wholeMinutes(some.reduce((ms, one) => ms + overlap(one, span), 0))
  const away = Math.min(minutes, sum(cover.filter((one) => !isOutside(one.kind))))
  const elsewhere = Math.min(minutes - away, sum(cover.filter((one) => isOutside(one.kind))))
  const own = dayPunches(input)
  const on = own[0] ?? null
  const last = own.at(-1) ?? null
  const off = on && last && last.at - on.at >= AGAIN_MS ? last : null
  const over = input.now >= span.to
  const inHouse = on && off ? wholeMinutes(off.at - on.at) : 0
  const row: ReckonRow = {
    ...EMPTY,
    part: 0,
    due: true,
    shiftName: '自由工时',
    actualOn: on?.at ?? null,
    actualOff: off?.at ?? null,
    leaveMin: away,
    leaveKind: cover[0]?.kind ?? null,
    workedMin: inHouse + elsewhere,
    present: on !== null || elsewhere > 0,
    corrected: own.some((one) => one.corrects),
    outside: elsewhere > 0 || Boolean(on?.outside || off?.outside),
  }
  const usual = row.outside ? R.outside : R.normal
  const left = minutes - away - row.workedMin
  if (on === null && away + elsewhere >= minutes) {
    row.onResult = away > 0 ? R.leave : R.outside
    row.offResult = row.onResult
  } else if (on === null) {
    row.onResult = over ? (elsewhere > 0 ? R.outside : R.absent) : null
    row.offResult = over ? (elsewhere > 0 ? R.early : R.absent) : null
    if (row.offResult === R.early) row.earlyMin = left
  } else {
    row.onResult = usual
    if (off === null) row.offResult = over ? (left <= 0 ? usual : R.missing) : null
    else if (left > 0) {
      row.offResult = over ? R.early : null
      row.earlyMin = over ? left : 0
    } else row.offResult = usual
  }
  row.overtimeMin = overtimeOf(row.workedMin + away - minutes, settings)
  return row
}

/** The rows of a day; none for a day that has not come, unless somebody clocked for it already. */
export function reckonDay(input: ReckonInput): ReckonRow[] {
  const settings = input.settings ?? CLOCK_DEFAULTS
  const begins = momentOf(input.day)
  const { plan } = input
  if (plan.kind === 'SHIFT') {
    const rows = shiftRows(input, plan.shift, settings)
    return begins > input.now && rows.every((row) => row.actualOn === null && row.actualOff === null) ? [] : rows
  }
  if (begins > input.now) return []
  if (plan.kind === 'FREE') {
    return [plan.minutes > 0 ? freeRow(input, plan.minutes, settings) : restRow(input, settings)]
  }
  if (plan.kind === 'LEAVE') return [leaveRow(input, settings)]
  if (plan.kind === 'TRAIN') {
    return [
      {
        ...EMPTY,
        part: 0,
        due: true,
        present: true,
        onResult: R.normal,
        offResult: R.normal,
        workedMin: settings.dayMinutes,
        remark: '培训',
      },
    ]
  }
  return [restRow(input, settings)]
}
