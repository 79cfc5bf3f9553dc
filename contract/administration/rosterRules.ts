// What is wrong with somebody's days: pure, the same for the page, publication, exchange and proposal. A shift belongs to
// the day it begins on, so a night lies across midnight and is judged against whatever comes after it.
import { bool, int, obj, type Static } from '#contract/kit/schema'
import { isOutside, LeaveKind, type LeaveKindValue } from './attendanceWords.ts'
import { CellKind, type CellKindValue } from './rosterWords.ts'

/** What a house decided; stored as attendance_setting 'roster'. */
export const RosterRulesForm = obj({
  restHours: int('两班之间至少休息（小时）', { min: 8, max: 24 }),
  nightsInRow: int('最多连上夜班（个）', { min: 1, max: 15 }),
  daysInRow: int('最多连续上班（天）', { min: 1, max: 31 }),
  monthHours: int('每月工时上限（小时）', { min: 80, max: 400 }),
  healthForbids: bool('健康证过期不能排班'),
})
export type RosterRules = Static<typeof RosterRulesForm>

/** 210: twelve months of 174 hours by the law, with the 36 hours of overtime that it allows a month. */
export const ROSTER_RULES: RosterRules = {
  restHours: 11,
  nightsInRow: 3,
  daysInRow: 6,
  monthHours: 210,
  healthForbids: true,
}
/** Less than that between two shifts is refused, whatever a house decides. */
export const HARD_REST_HOURS = 8

export interface RuleShift {
  shiftName: string
  startMinute: number
  endMinute: number
  workMinutes: number
  night: boolean
}

/** A day that holds something; days of rest and days never planned may be left out. */
export interface RuleCell {
  day: string
  kind: CellKindValue
  /** Of SHIFT only. */
  shift: RuleShift | null
}

export interface RuleLeave {
  kind: LeaveKindValue
  /** yyyy-MM-dd HH:mm:ss, the end excluded. */
  fromAt: string
  toAt: string
}

export interface RulePerson {
  leaves: readonly RuleLeave[]
  /** The last day of the newest health certificate; null: none is known, so none is judged. */
  healthTo: string | null
  noNightFrom: string | null
  noNightTo: string | null
  noNightReason: string | null
  leftOn: string | null
}

export type RosterFaultCode =
  | 'OVERLAP'
  | 'REST'
  | 'NIGHTS'
  | 'DAYS'
  | 'HOURS'
  | 'LEAVE'
  | 'HEALTH'
  | 'NO_NIGHT'
  | 'LEFT'

export interface RosterFault {
  code: RosterFaultCode
  /** Where it shows: of two shifts the later one, of a row the first day too many. */
  day: string
  /** Every day it is about. */
  days: string[]
  text: string
  /** Refused; false: it warns, and whoever publishes confirms it. */
  forbids: boolean
}

const DAY_MS = 86_400_000
const DAY_MINUTES = 1_440

export const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayOfNumber = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)
export const addDays = (day: string, count: number) => dayOfNumber(dayNumber(day) + count)

const short = (day: string) => day.slice(5)
const two = (value: number) => String(value).padStart(2, '0')
const clockOf = (minute: number) => `${two(Math.floor((minute % DAY_MINUTES) / 60))}:${two(minute % 60)}`
/** 11-20 07:30 */
const momentWords = (number: number, minute: number) =>
  `${short(dayOfNumber(number + Math.floor(minute / DAY_MINUTES)))} ${clockOf(minute)}`
export const shiftWords = (name: string) => (name.endsWith('班') ? name : `${name}班`)
const hours = (minutes: number) => String(Math.round(minutes / 6) / 10)
/** Minutes by the clock of the house, counted as days are. */
const minuteOf = (text: string) =>
  dayNumber(text.slice(0, 10)) * DAY_MINUTES + Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))

interface Placed {
  cell: RuleCell
  number: number
  /** A training takes the day, without hours that could be judged. */
  shift: RuleShift | null
}

const isWork = (cell: RuleCell) => cell.kind === CellKind.is.SHIFT || cell.kind === CellKind.is.TRAIN

function between(before: Placed, after: Placed, rules: RosterRules): RosterFault | null {
  if (!before.shift || !after.shift) return null
  const end = before.number * DAY_MINUTES + before.shift.endMinute
  const start = after.number * DAY_MINUTES + after.shift.startMinute
  const rest = start - end
  if (rest >= rules.restHours * 60) return null
  const days = [before.cell.day, after.cell.day]
  const first = `${short(before.cell.day)} ${shiftWords(before.shift.shiftName)}到 ${momentWords(before.number, before.shift.endMinute)}`
  const next = shiftWords(after.shift.shiftName)
  if (rest < 0) {
    const text = `${first}，与 ${momentWords(after.number, after.shift.startMinute)} 开始的${next}重叠`
    return { code: 'OVERLAP', day: after.cell.day, days, text, forbids: true }
  }
  const text =
    rest === 0
      ? `${first}，接着上${next}`
      : `${first}，${momentWords(after.number, after.shift.startMinute)} 又上${next}，只休息 ${hours(rest)} 小时`
  return { code: 'REST', day: after.cell.day, days, text, forbids: rest < HARD_REST_HOURS * 60 }
}

/** Rows of days that follow one another and fit; each longer than `most` is one fault. */
function rows(placed: readonly Placed[], most: number, fits: (one: Placed) => boolean): Placed[][] {
  const found: Placed[][] = []
  let row: Placed[] = []
  const end = () => {
    if (row.length > most) found.push(row)
    row = []
  }
  for (const one of placed) {
    if (!fits(one)) end()
    else if (row.length > 0 && row.at(-1)!.number + 1 !== one.number) {
      end()
      row.push(one)
    } else row.push(one)
  }
  end()
  return found
}

const dayOf = (one: Placed) => one.cell.day

function tooMany(placed: readonly Placed[], rules: RosterRules): RosterFault[] {
  const nights = rows(placed, rules.nightsInRow, (one) => one.shift?.night === true).map(
    (row): RosterFault => ({
      code: 'NIGHTS',
      day: row[rules.nightsInRow]!.cell.day,
      days: row.slice(rules.nightsInRow).map(dayOf),
      text: `${short(row[0]!.cell.day)} 起连上 ${row.length} 个夜班，最多 ${rules.nightsInRow} 个`,
      forbids: false,
    }),
  )
  const days = rows(placed, rules.daysInRow, () => true).map(
    (row): RosterFault => ({
      code: 'DAYS',
      day: row[rules.daysInRow]!.cell.day,
      days: row.slice(rules.daysInRow).map(dayOf),
      text: `${short(row[0]!.cell.day)} 起连续上班 ${row.length} 天，最多 ${rules.daysInRow} 天`,
      forbids: false,
    }),
  )
  return [...nights, ...days]
}

function tooLong(placed: readonly Placed[], rules: RosterRules): RosterFault[] {
  const months = new Map<string, { minutes: number; over: string[] }>()
  for (const { cell, shift } of placed) {
    if (!shift) continue
    const month = cell.day.slice(0, 7)
    const sum = months.get(month) ?? { minutes: 0, over: [] }
    sum.minutes += shift.workMinutes
    if (sum.minutes > rules.monthHours * 60) sum.over.push(cell.day)
    months.set(month, sum)
  }
  return [...months].flatMap(([month, { minutes, over }]): RosterFault[] =>
    over.length === 0
      ? []
      : [
          {
            code: 'HOURS',
            day: over[0]!,
            days: over,
            text: `${Number(month.slice(5))} 月共 ${hours(minutes)} 小时，超过每月 ${rules.monthHours} 小时`,
            forbids: false,
          },
        ],
  )
}

/** What speaks against the day alone: leave, certificate, nights that are not allowed, having left. */
function ofDay({ cell, number, shift }: Placed, person: RulePerson, rules: RosterRules): RosterFault[] {
  const found: RosterFault[] = []
  const what = shift ? shiftWords(shift.shiftName) : '培训'
  const fault = (code: RosterFaultCode, text: string, forbids = true) =>
    found.push({ code, day: cell.day, days: [cell.day], text, forbids })
  if (person.leftOn !== null && cell.day > person.leftOn)
    fault('LEFT', `${short(person.leftOn)} 已离职，${short(cell.day)} 不能排${what}`)
  const from = number * DAY_MINUTES + (shift?.startMinute ?? 0)
  const to = number * DAY_MINUTES + (shift?.endMinute ?? DAY_MINUTES)
  const leave = person.leaves.find(
    (one) => !isOutside(one.kind) && minuteOf(one.fromAt) < to && minuteOf(one.toAt) > from,
  )
  if (leave) fault('LEAVE', `${short(cell.day)} 已批准${LeaveKind.label(leave.kind)}，不能排${what}`)
  if (person.healthTo !== null && person.healthTo < cell.day) {
    const text = `健康证已于 ${person.healthTo} 到期，${short(cell.day)} ${rules.healthForbids ? '不能' : '仍'}排${what}`
    fault('HEALTH', text, rules.healthForbids)
  }
  if (
    shift?.night &&
    person.noNightFrom !== null &&
    person.noNightTo !== null &&
    cell.day >= person.noNightFrom &&
    cell.day <= person.noNightTo
  ) {
    const reason = person.noNightReason ? `（${person.noNightReason}）` : ''
    fault('NO_NIGHT', `${short(cell.day)} 不能排夜班${reason}`)
  }
  return found
}

/**
 * What is wrong on the days from `from` to `to`. The cells should reach beyond them as far as the rules look: a row of days
 * before and after, and the whole month for its hours; what is not given is taken for rest. A row or a month that began to
 * be too much earlier is told where days of it lie between the two.
 */
export function rosterFaults(
  cells: readonly RuleCell[],
  person: RulePerson,
  rules: RosterRules,
  { from, to }: { from: string; to: string },
): RosterFault[] {
  const placed = cells
    .filter(isWork)
    .map(
      (cell): Placed => ({
        cell,
        number: dayNumber(cell.day),
        shift: cell.kind === CellKind.is.SHIFT ? cell.shift : null,
      }),
    )
    .toSorted((a, b) => a.number - b.number)
  const found: RosterFault[] = []
  for (let i = 1; i < placed.length; i++) {
    const before = placed[i - 1]!
    const after = placed[i]!
    const fault = after.number - before.number <= 2 ? between(before, after, rules) : null
    if (fault) found.push(fault)
  }
  for (const one of placed) found.push(...ofDay(one, person, rules))
  found.push(...tooMany(placed, rules), ...tooLong(placed, rules))
  return found
    .filter((fault) => fault.days.some((day) => day >= from && day <= to))
    .toSorted((a, b) => a.day.localeCompare(b.day) || Number(b.forbids) - Number(a.forbids))
}

/** The cells with some of them otherwise; null rests. */
export function withCells(cells: readonly RuleCell[], changed: readonly RuleCell[]): RuleCell[] {
  const days = new Set(changed.map((one) => one.day))
  return [...cells.filter((one) => !days.has(one.day)), ...changed]
}

/** What somebody works in a month by its cells, and how many of them are nights. */
export function rosterSums(cells: readonly RuleCell[]): { minutes: number; nights: number } {
  let minutes = 0
  let nights = 0
  for (const { kind, shift } of cells) {
    if (kind !== CellKind.is.SHIFT || !shift) continue
    minutes += shift.workMinutes
    if (shift.night) nights += 1
  }
  return { minutes, nights }
}
