// What page and paper make of a roster: days and their words, what may be written where, who could fill a gap.

import { isOutside, LeaveKind } from '#contract/administration/attendanceWords'
import type { RosterMonthData } from '#contract/administration/roster'
import {
  type Content,
  type Coverage,
  countsFor,
  faultsOfPerson,
  isDayOff,
  lastOfMonth,
  type PersonFault,
  type RosterCell,
  type RosterPerson,
  ruleCells,
  shiftsById,
  shownOf,
} from '#contract/administration/rosterMonth'
import { addDays, dayNumber, rosterSums, shiftWords, withCells } from '#contract/administration/rosterRules'
import { CellKind } from '#contract/administration/rosterWords'

/** By person, then by day. */
export type Cells = ReadonlyMap<string, ReadonlyMap<string, RosterCell>>

const WEEKDAYS = '一二三四五六日'
export const weekdayOf = (day: string) => WEEKDAYS[(dayNumber(day) + 3) % 7]!
export const mondayOf = (day: string) => addDays(day, -((dayNumber(day) + 3) % 7))
export const monthSpan = (month: string) => ({ from: `${month}-01`, to: lastOfMonth(month) })
export const monthAfter = (month: string, count: number) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const at = year * 12 + number - 1 + count
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}
export const dayWords = (day: string) => `${day.slice(5)} ${weekdayOf(day)}`

export const REST: Content = { kind: CellKind.is.REST, shiftPkId: null }
export const LEAVE: Content = { kind: CellKind.is.LEAVE, shiftPkId: null }
export const TRAIN: Content = { kind: CellKind.is.TRAIN, shiftPkId: null }
export const shiftContent = (shiftPkId: string): Content => ({ kind: CellKind.is.SHIFT, shiftPkId })

export interface Face {
  /** 白 */
  sign: string
  /** 白班 07:30–19:30 */
  words: string
  tone: string
  night: boolean
}

const two = (value: number) => String(value).padStart(2, '0')
const clock = (minute: number) =>
  `${minute >= 1_440 ? '次日 ' : ''}${two(Math.floor((minute % 1_440) / 60))}:${two(minute % 60)}`
export const hoursOf = (shift: { startMinute: number; endMinute: number }) =>
  `${clock(shift.startMinute)}–${clock(shift.endMinute)}`

export function faceOf(content: Content | null, month: Pick<RosterMonthData, 'shifts'>): Face | null {
  if (content === null || content.kind === CellKind.is.REST) return null
  if (content.kind === CellKind.is.LEAVE) return { sign: '假', words: '请假', tone: 'leave', night: false }
  if (content.kind === CellKind.is.TRAIN) return { sign: '训', words: '培训', tone: 'train', night: false }
  const shift = month.shifts.find((one) => one.shiftPkId === content.shiftPkId)
  if (!shift) return null
  // It lies on the midnight line where most of it is after the afternoon.
  return { sign: shift.shortName, words: shiftWords(shift.shiftName), tone: shift.tone, night: shift.endMinute > 1_440 }
}

/** Why a day of somebody cannot be written; null: it can. */
export function lockedBy(month: RosterMonthData, person: RosterPerson, day: string): string | null {
  if (day < month.today) return '已经过去，不可改'
  if (day < person.from || day > person.to) return '这天不在本考勤组'
  return null
}

export interface Checked {
  fine: boolean
  words: string
}

/** What would come of putting it there: said before it is dropped. */
export function checkDrop(
  month: RosterMonthData,
  cells: Cells,
  coverage: readonly Coverage[],
  wanted: { person: RosterPerson; day: string; content: Content },
): Checked {
  const { person, day, content } = wanted
  const locked = lockedBy(month, person, day)
  if (locked) return { fine: false, words: locked }
  const faults = faultsWith(month, cells, person, [{ day, content }]).filter((one) => one.days.includes(day))
  const worst = faults.find((one) => one.forbids) ?? faults[0]
  if (worst) return { fine: false, words: worst.text }
  const fills = coverage.some(
    (one) =>
      one.day === day &&
      one.missing > 0 &&
      one.shiftPkId === content.shiftPkId &&
      countsFor(month.needs.find((need) => need.needId === one.needId)!, person),
  )
  return { fine: true, words: fills ? '可排，补上缺口，前后间隔够' : '可排，前后间隔够' }
}

export function faultsWith(
  month: RosterMonthData,
  cells: Cells,
  person: RosterPerson,
  changed: readonly { day: string; content: Content | null }[],
): PersonFault[] {
  const shifts = shiftsById(month.shifts)
  const now = ruleCells(cells.get(person.empId) ?? [], shifts)
  const then = withCells(
    now,
    changed.map(({ day, content }) => ({
      day,
      kind: content?.kind ?? CellKind.is.REST,
      shift: shifts.get(content?.shiftPkId ?? '') ?? null,
    })),
  )
  return faultsOfPerson(month, person, then, monthSpan(month.month))
}

export const leaveOn = (person: RosterPerson, day: string) =>
  person.leaves.find(
    (one) => !isOutside(one.kind) && one.fromAt < `${addDays(day, 1)} 00:00:00` && one.toAt > `${day} 00:00:00`,
  )

export interface Gap {
  coverage: Coverage
  shiftName: string
  deptName: string
  /** 贾丽事假 */
  because: string
  people: RosterPerson[]
}

const MOST_OFFERED = 4
const MOST_GAPS = 40

export const openGaps = (month: RosterMonthData, coverage: readonly Coverage[]) =>
  coverage.filter((one) => one.missing > 0 && one.day >= month.today)

/** The next gaps from today on, each with those who could fill it: without faults that day, fewest hours first. */
export function gapsOf(month: RosterMonthData, cells: Cells, coverage: readonly Coverage[]): Gap[] {
  const shifts = shiftsById(month.shifts)
  const open = openGaps(month, coverage)
  if (open.length === 0) return []
  const sums = new Map(
    month.people.map((one) => [
      one.empId,
      rosterSums(ruleCells(cells.get(one.empId) ?? [], shifts).filter((cell) => cell.day.startsWith(month.month)))
        .minutes,
    ]),
  )
  const byHours = month.people.toSorted((a, b) => sums.get(a.empId)! - sums.get(b.empId)!)
  return open
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .slice(0, MOST_GAPS)
    .map((one): Gap => {
      const need = month.needs.find((row) => row.needId === one.needId)!
      const people: RosterPerson[] = []
      const content = shiftContent(one.shiftPkId)
      for (const person of byHours) {
        if (people.length === MOST_OFFERED) break
        if (!countsFor(need, person) || lockedBy(month, person, one.day) || leaveOn(person, one.day)) continue
        const now = shownOfDay(cells, person.empId, one.day)
        if (now !== null && now.kind !== CellKind.is.REST) continue
        const faults = faultsWith(month, cells, person, [{ day: one.day, content }])
        if (!faults.some((fault) => fault.days.includes(one.day))) people.push(person)
      }
      const away = month.people.flatMap((person) => {
        const leave = countsFor(need, person) ? leaveOn(person, one.day) : undefined
        return leave ? [`${person.empName}${LeaveKind.label(leave.kind)}`] : []
      })
      return {
        coverage: one,
        shiftName: shifts.get(one.shiftPkId)?.shiftName ?? '',
        deptName: need.deptName,
        because: away.slice(0, 2).join('、'),
        people,
      }
    })
}

export const shownOfDay = (cells: Cells, empId: string, day: string): Content | null => {
  const cell: RosterCell | undefined = cells.get(empId)?.get(day)
  return cell ? shownOf(cell) : null
}

/** Drafts of the month that can be published. */
export function draftsOf(month: RosterMonthData, cells: Cells): { empId: string; day: string }[] {
  const { from, to } = monthSpan(month.month)
  const first = from > month.today ? from : month.today
  const found: { empId: string; day: string }[] = []
  for (const [empId, own] of cells) {
    for (const [day, cell] of own) if (cell.draft !== undefined && day >= first && day <= to) found.push({ empId, day })
  }
  return found
}

export function dayClass(
  month: RosterMonthData,
  day: string,
  holidays: ReadonlyMap<string, RosterMonthData['holidays'][number]>,
): string {
  if (day === month.today) return 'is-today'
  return isDayOff(day, holidays) ? 'is-off' : ''
}
