// A month of a roster as it travels, and what follows from it: cells are rows of numbers, because five hundred people have
// fifteen thousand of them. Page, server and paper read it with the same functions, so that all say the same.

import { DayKind, type DayKindValue, type LeaveKindValue, type ShiftToneValue } from './attendanceWords.ts'
import {
  addDays,
  dayNumber,
  type RosterFault,
  type RosterRules,
  type RuleCell,
  type RulePerson,
  rosterFaults,
  rosterSums,
} from './rosterRules.ts'
import { CellKind, type CellKindValue, NeedDays, type NeedDaysValue } from './rosterWords.ts'
import type { CertificateKindValue } from './staffWords.ts'

export interface RosterShift {
  shiftPkId: string
  shiftName: string
  shortName: string
  tone: ShiftToneValue
  startMinute: number
  endMinute: number
  workMinutes: number
  night: boolean
  /** A shift that is switched off stays where it stands, and is given to nobody. */
  enabled: boolean
}

/** What a day holds; null: it was never planned. */
export interface Content {
  kind: CellKindValue
  shiftPkId: string | null
}

export interface RosterLeave {
  kind: LeaveKindValue
  fromAt: string
  toAt: string
}

export interface RosterPerson {
  empId: string
  empName: string
  deptId: string | null
  /** A 组; null: none. */
  team: string | null
  /** 护理组长 */
  postName: string | null
  jobIds: string[]
  /** The days in which they are in the group, as far as these are shown. */
  from: string
  to: string
  leaves: RosterLeave[]
  certificates: { kind: CertificateKindValue; validTo: string | null }[]
  noNightFrom: string | null
  noNightTo: string | null
  noNightReason: string | null
  leftOn: string | null
  /** A cell each: day after the first shown, published, draft, version, who drafted. See `unfold`. */
  cells: number[][]
}

export interface RosterNeedRow {
  needId: string
  deptId: string
  deptName: string
  /** The department and those below it. */
  deptIds: string[]
  shiftPkId: string
  days: NeedDaysValue
  people: number
  certified: number
  certificate: CertificateKindValue | null
  jobIds: string[]
}

export interface RosterMonth {
  month: string
  today: string
  /** Days before and after the month are shown with it, so that its rules can be judged at its ends. */
  first: string
  last: string
  shifts: RosterShift[]
  holidays: { day: string; kind: DayKindValue; name: string }[]
  needs: RosterNeedRow[]
  rules: RosterRules
  people: RosterPerson[]
  /** Who drafted, by their place. */
  names: string[]
}

/** Days before a month that are read with it, and after it: as far as a row of days may reach. */
export const DAYS_BEFORE = 14
export const DAYS_AFTER = 7

const NOTHING = -1
const NO_DRAFT = -2
const KINDS: readonly CellKindValue[] = [CellKind.is.REST, CellKind.is.LEAVE, CellKind.is.TRAIN]

/** Codes of what a cell may hold: rest, leave and training, then the shifts by their place. */
export function contentCodes(shifts: readonly Pick<RosterShift, 'shiftPkId'>[]) {
  const place = new Map(shifts.map((one, i) => [one.shiftPkId, i]))
  return {
    codeOf(content: Content | null): number {
      if (content === null) return NOTHING
      if (content.kind !== CellKind.is.SHIFT) return KINDS.indexOf(content.kind)
      return KINDS.length + place.get(content.shiftPkId ?? '')!
    },
    contentOf(code: number): Content | null {
      if (code < 0) return null
      const kind = KINDS[code]
      return kind
        ? { kind, shiftPkId: null }
        : { kind: CellKind.is.SHIFT, shiftPkId: shifts[code - KINDS.length]!.shiftPkId }
    },
  }
}

export interface RosterCell {
  published: Content | null
  /** undefined: there is no draft; null: the draft takes away what stands. */
  draft: Content | null | undefined
  version: number
  by: string | null
}

export const EMPTY_CELL: RosterCell = { published: null, draft: undefined, version: 0, by: null }

/** What the planners see. */
export const shownOf = (cell: RosterCell): Content | null => (cell.draft === undefined ? cell.published : cell.draft)
export const sameContent = (a: Content | null, b: Content | null) =>
  a === b || (a !== null && b !== null && a.kind === b.kind && a.shiftPkId === b.shiftPkId)

/** One cell as it travels. */
export function foldCell(
  offset: number,
  cell: RosterCell,
  codes: ReturnType<typeof contentCodes>,
  nameAt: (name: string) => number,
): number[] {
  const draft = cell.draft === undefined ? NO_DRAFT : codes.codeOf(cell.draft)
  const row = [offset, codes.codeOf(cell.published), draft, cell.version]
  return cell.by === null ? row : [...row, nameAt(cell.by)]
}

export type CellsOfPerson = ReadonlyMap<string, RosterCell>

/** Cells of every person by their day. */
export function unfold(
  month: Pick<RosterMonth, 'first' | 'shifts' | 'names'> & { people: readonly Pick<RosterPerson, 'empId' | 'cells'>[] },
): Map<string, Map<string, RosterCell>> {
  const codes = contentCodes(month.shifts)
  const days = new Map<number, string>()
  const dayAt = (offset: number) => {
    let day = days.get(offset)
    if (day === undefined) {
      day = addDays(month.first, offset)
      days.set(offset, day)
    }
    return day
  }
  return new Map(
    month.people.map(({ empId, cells }) => [
      empId,
      new Map(
        cells.map(([offset, published, draft, version, by]) => [
          dayAt(offset!),
          {
            published: codes.contentOf(published!),
            draft: draft === NO_DRAFT ? undefined : codes.contentOf(draft!),
            version: version!,
            by: by === undefined ? null : (month.names[by] ?? null),
          },
        ]),
      ),
    ]),
  )
}

export const daysOf = (first: string, last: string) =>
  Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, i) => addDays(first, i))
export const lastOfMonth = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

export const shiftsById = (shifts: readonly RosterShift[]): ReadonlyMap<string, RosterShift> =>
  new Map(shifts.map((one) => [one.shiftPkId, one]))

export function ruleCells(
  cells: Iterable<readonly [string, RosterCell]>,
  shifts: ReadonlyMap<string, RosterShift>,
): RuleCell[] {
  const found: RuleCell[] = []
  for (const [day, cell] of cells) {
    const content = shownOf(cell)
    if (content) found.push({ day, kind: content.kind, shift: shifts.get(content.shiftPkId ?? '') ?? null })
  }
  return found
}

/** The newest certificate of health: whoever has none that is known is not judged by it. */
export function rulePerson(person: RosterPerson): RulePerson {
  const health = person.certificates.filter((one) => one.kind === 'HEALTH')
  const endless = health.some((one) => one.validTo === null)
  const last = health.reduce<string | null>((to, one) => (one.validTo! > (to ?? '') ? one.validTo : to), null)
  return { ...person, healthTo: endless ? null : last }
}

export type PersonFault = RosterFault & { empId: string }

export function faultsOfPerson(
  month: Pick<RosterMonth, 'rules'>,
  person: RosterPerson,
  cells: readonly RuleCell[],
  span: { from: string; to: string },
): PersonFault[] {
  return rosterFaults(cells, rulePerson(person), month.rules, span).map((fault) => ({ ...fault, empId: person.empId }))
}

/** Is it a day on which a house rests? Holidays and the days worked instead come before the days of the week. */
export function isDayOff(day: string, holidays: ReadonlyMap<string, { kind: DayKindValue }>): boolean {
  const known = holidays.get(day)
  if (known) return known.kind === DayKind.is.HOLIDAY
  const weekday = (dayNumber(day) + 3) % 7
  return weekday >= 5
}

const needHolds = (need: RosterNeedRow, off: boolean) =>
  need.days === NeedDays.is.ALL || (need.days === NeedDays.is.OFF) === off

/** Somebody of the posts and departments that a need asks for. */
export const countsFor = (need: RosterNeedRow, person: Pick<RosterPerson, 'deptId' | 'jobIds'>) =>
  person.deptId !== null &&
  need.deptIds.includes(person.deptId) &&
  (need.jobIds.length === 0 || person.jobIds.some((job) => need.jobIds.includes(job)))

export const holdsCertificate = (person: RosterPerson, kind: CertificateKindValue, day: string) =>
  person.certificates.some((one) => one.kind === kind && (one.validTo === null || one.validTo >= day))

export interface Coverage {
  needId: string
  deptId: string
  shiftPkId: string
  day: string
  /** How many are wanted, and how many there are. */
  wanted: number
  people: number
  /** Of them with the certificate that is asked for. */
  certifiedWanted: number
  certified: number
  /** 缺 n: people or certified people, whichever is worse. */
  missing: number
}

/** How each shift is covered on the days; a need that does not hold on a day has no row for it. */
export function coverageOf(
  month: Pick<RosterMonth, 'needs' | 'holidays' | 'people'>,
  cells: ReadonlyMap<string, CellsOfPerson>,
  days: readonly string[],
): Coverage[] {
  const holidays = new Map(month.holidays.map((one) => [one.day, one]))
  const off = new Map(days.map((day) => [day, isDayOff(day, holidays)]))
  return month.needs.flatMap((need) => {
    const people = month.people.filter((one) => countsFor(need, one))
    // What is said for working days or for days off alone comes before what is said for every day.
    const special = month.needs.filter(
      (one) => one.deptId === need.deptId && one.shiftPkId === need.shiftPkId && one.days !== NeedDays.is.ALL,
    )
    return days.flatMap((day): Coverage[] => {
      const isOff = off.get(day)!
      if (!needHolds(need, isOff)) return []
      if (need.days === NeedDays.is.ALL && special.some((one) => needHolds(one, isOff))) return []
      let there = 0
      let certified = 0
      for (const person of people) {
        const cell = cells.get(person.empId)?.get(day)
        if (!cell || shownOf(cell)?.shiftPkId !== need.shiftPkId) continue
        there += 1
        if (need.certificate !== null && holdsCertificate(person, need.certificate, day)) certified += 1
      }
      const missing = Math.max(0, need.people - there, need.certified - certified)
      return [
        {
          needId: need.needId,
          deptId: need.deptId,
          shiftPkId: need.shiftPkId,
          day,
          wanted: need.people,
          people: there,
          certifiedWanted: need.certified,
          certified,
          missing,
        },
      ]
    })
  })
}

/** Hours and nights of the month alone. */
export function sumsOfPerson(
  month: Pick<RosterMonth, 'month'>,
  cells: CellsOfPerson,
  shifts: ReadonlyMap<string, RosterShift>,
): { minutes: number; nights: number } {
  return rosterSums(ruleCells(cells, shifts).filter((one) => one.day.startsWith(month.month)))
}
