// A month of a roster as it is being filled: what is planned stays, what was never planned may be given a shift. Whether a
// shift may stand there is asked of the rules themselves, so that a proposal can break none of them.
import {
  type Coverage,
  countsFor,
  coverageOf,
  daysOf,
  holdsCertificate,
  isDayOff,
  lastOfMonth,
  type RosterCell,
  type RosterMonth,
  type RosterNeedRow,
  type RosterPerson,
  type RosterShift,
  ruleCells,
  rulePerson,
  shiftsById,
  shownOf,
  unfold,
} from '#contract/administration/rosterMonth'
import {
  addDays,
  dayNumber,
  type RosterFault,
  type RuleCell,
  type RulePerson,
  rosterFaults,
  withCells,
} from '#contract/administration/rosterRules'
import { CellKind } from '#contract/administration/rosterWords'

export interface Worker {
  person: RosterPerson
  rule: RulePerson
  fixed: ReadonlyMap<string, RosterCell>
  /** Versions of the cells that a proposal is made for; 0: there is none. */
  open: ReadonlyMap<string, number>
  /** Everything that holds, with what is proposed so far. */
  cells: RuleCell[]
  given: Map<string, RosterShift>
}

/** A shift of a day that lacks people. */
export interface Gap {
  need: RosterNeedRow
  shift: RosterShift
  day: string
  wanted: number
  there: number
  certifiedWanted: number
  certified: number
}

export interface Sums {
  minutes: number
  nights: number
  weekends: number
}

export interface Desk {
  month: RosterMonth
  days: readonly string[]
  workers: readonly Worker[]
  gaps: readonly Gap[]
  isOff(day: string): boolean
  /** What would be wrong if this shift stood there; null: nothing. */
  fault(worker: Worker, day: string, shift: RosterShift): RosterFault | null
  put(worker: Worker, day: string, shift: RosterShift): void
  clear(): void
  sums(worker: Worker): Sums
  /** Lacking people as it stands now, the given shifts counted. */
  missing(): readonly Coverage[]
  counts(worker: Worker, need: RosterNeedRow): boolean
  certified(worker: Worker, need: RosterNeedRow, day: string): boolean
}

const keyOf = (fault: RosterFault) => `${fault.code} ${fault.days.join()}`
const cellOf = (day: string, shift: RosterShift): RuleCell => ({ day, kind: CellKind.is.SHIFT, shift })

/** A day that nobody planned, drafted or emptied; only those are filled. */
const isOpen = (cell: RosterCell | undefined) => !cell || (cell.published === null && cell.draft === undefined)

/**
 * Asked thousands of times: of the days around only, as far as a row of days reaches. What stands there already and is wrong
 * is not the fault of the new shift. Hours are those of the whole month.
 */
function faultOf(month: RosterMonth, worker: Worker, day: string, shift: RosterShift): RosterFault | null {
  const { rules } = month
  const reach = Math.max(rules.daysInRow, rules.nightsInRow) + 2
  const span = { from: addDays(day, -reach), to: addDays(day, reach) }
  const near = worker.cells.filter((one) => one.day >= span.from && one.day <= span.to)
  const judge = (cells: readonly RuleCell[]) =>
    rosterFaults(cells, worker.rule, rules, span).filter((one) => one.code !== 'HOURS')
  const known = new Set(judge(near).map(keyOf))
  const found = judge(withCells(near, [cellOf(day, shift)])).find((one) => !known.has(keyOf(one)))
  if (found) return found
  let minutes = shift.workMinutes
  for (const one of worker.cells) if (one.shift && one.day.startsWith(month.month)) minutes += one.shift.workMinutes
  if (minutes <= rules.monthHours * 60) return null
  return { code: 'HOURS', day, days: [day], text: `超过每月 ${rules.monthHours} 小时`, forbids: false }
}

export function proposalDesk(month: RosterMonth): Desk {
  const begins = `${month.month}-01`
  const days = daysOf(begins > month.today ? begins : month.today, lastOfMonth(month.month))
  const shifts = shiftsById(month.shifts)
  const all = unfold(month)
  const holidays = new Map(month.holidays.map((one) => [one.day, one]))
  const off = new Map(daysOf(begins, lastOfMonth(month.month)).map((day) => [day, isDayOff(day, holidays)]))
  const workers = month.people.map((person): Worker => {
    const fixed = all.get(person.empId)!
    return {
      person,
      rule: rulePerson(person),
      fixed,
      open: new Map(
        days
          .filter((day) => day >= person.from && day <= person.to && isOpen(fixed.get(day)))
          .map((day) => [day, fixed.get(day)?.version ?? 0]),
      ),
      cells: ruleCells(fixed, shifts),
      given: new Map(),
    }
  })
  const needs = new Map(month.needs.map((one) => [one.needId, one]))
  const gapOf = (row: Coverage): Gap[] => {
    const shift = shifts.get(row.shiftPkId)
    if (row.missing === 0 || !shift?.enabled) return []
    return [
      {
        need: needs.get(row.needId)!,
        shift,
        day: row.day,
        wanted: row.wanted,
        there: row.people,
        certifiedWanted: row.certifiedWanted,
        certified: row.certified,
      },
    ]
  }
  const covered = () => {
    const now = new Map(
      workers.map((one) => [
        one.person.empId,
        new Map<string, RosterCell>([
          ...one.fixed,
          ...[...one.given].map(
            ([day, shift]) =>
              [
                day,
                {
                  published: null,
                  draft: { kind: CellKind.is.SHIFT, shiftPkId: shift.shiftPkId },
                  version: 0,
                  by: null,
                },
              ] as const,
          ),
        ]),
      ]),
    )
    return coverageOf(month, now, days)
  }
  return {
    month,
    days,
    workers,
    gaps: covered().flatMap(gapOf),
    isOff: (day) => off.get(day) === true,
    fault: (worker, day, shift) => faultOf(month, worker, day, shift),
    put: (worker, day, shift) => {
      worker.given.set(day, shift)
      worker.cells = withCells(worker.cells, [cellOf(day, shift)])
    },
    clear: () => {
      for (const worker of workers) {
        worker.given.clear()
        worker.cells = ruleCells(worker.fixed, shifts)
      }
    },
    sums: (worker) => {
      const sums = { minutes: 0, nights: 0, weekends: 0 }
      for (const { day, shift } of worker.cells) {
        if (!shift || !day.startsWith(month.month)) continue
        sums.minutes += shift.workMinutes
        if (shift.night) sums.nights += 1
        if (off.get(day)) sums.weekends += 1
      }
      return sums
    },
    missing: () => covered().filter((one) => one.missing > 0),
    counts: (worker, need) => countsFor(need, worker.person),
    certified: (worker, need, day) =>
      need.certificate !== null && holdsCertificate(worker.person, need.certificate, day),
  }
}

/** By what is planned or proposed. */
export function isOn(worker: Worker, day: string, shift: RosterShift): boolean {
  const cell = worker.fixed.get(day)
  return worker.given.get(day) === shift || (cell !== undefined && shownOf(cell)?.shiftPkId === shift.shiftPkId)
}

/** Nights, days off that are worked, then hours: in this order a share is felt to be fair. */
const burden = (desk: Desk, worker: Worker, day: string, shift: RosterShift) => {
  const { minutes, nights, weekends } = desk.sums(worker)
  return (shift.night ? nights * 40 : 0) + (desk.isOff(day) ? weekends * 12 : 0) + minutes / 60
}

/**
 * Fills what lacks people one after the other, each time with whoever has the least; what nobody may take stays open. Every
 * shift gets its first person before any gets its second, so that too few people are too few everywhere and not all missing
 * at the end of the month.
 */
export function fillOneByOne(desk: Desk): void {
  const night = (one: Coverage) => Number(shifts.get(one.shiftPkId)?.night ?? false)
  const needs = new Map(desk.month.needs.map((one) => [one.needId, one]))
  const shifts = shiftsById(desk.month.shifts)
  let rows = desk
    .missing()
    .filter((one) => shifts.get(one.shiftPkId)?.enabled)
    .toSorted((a, b) => dayNumber(a.day) - dayNumber(b.day) || night(b) - night(a))
  const most = (row: Coverage) => row.wanted - row.people
  for (let layer = Math.max(0, ...rows.map(most)); rows.length > 0; layer--) {
    // Whoever lacks most comes first; a row that nobody can take, or that is full, is done.
    rows = rows.filter((row) => (most(row) < layer ? true : fillOne(desk, row, needs.get(row.needId)!)))
  }
}

/** One person for a row; false: it is full, or nobody may. */
function fillOne(desk: Desk, row: Coverage, need: RosterNeedRow): boolean {
  const shift = desk.month.shifts.find((one) => one.shiftPkId === row.shiftPkId)!
  // An overlapping need may have been filled by somebody who was given for another one.
  const there = desk.workers.filter((one) => desk.counts(one, need) && isOn(one, row.day, shift))
  const people = row.wanted - there.length
  const certified = row.certifiedWanted - there.filter((one) => desk.certified(one, need, row.day)).length
  if (people <= 0 && certified <= 0) return false
  const onlyCertified = certified > 0 && certified >= people
  const chosen = cheapest(desk, { row, need, shift, onlyCertified })
  const found = chosen ?? (people > 0 ? cheapest(desk, { row, need, shift, onlyCertified: false }) : null)
  if (!found) return false
  desk.put(found, row.day, shift)
  return true
}

function cheapest(
  desk: Desk,
  wish: { row: Coverage; need: RosterNeedRow; shift: RosterShift; onlyCertified: boolean },
): Worker | null {
  const { row, need, shift, onlyCertified } = wish
  return (
    desk.workers
      .filter(
        (one) =>
          one.open.has(row.day) &&
          !one.given.has(row.day) &&
          desk.counts(one, need) &&
          (!onlyCertified || desk.certified(one, need, row.day)),
      )
      .map((one) => [burden(desk, one, row.day, shift), one] as const)
      .toSorted(([a, x], [b, y]) => a - b || (x.person.empId < y.person.empId ? -1 : 1))
      .find(([, one]) => desk.fault(one, row.day, shift) === null)?.[1] ?? null
  )
}
