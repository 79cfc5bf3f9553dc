// A month to be filled as an integer program: a column for every shift that somebody could take, and one for everybody who
// then still lacks. The rules are rows; lacking costs most, an unfair share less, so that an answer always exists.
import type { RosterShift } from '#contract/administration/rosterMonth'
import { dayNumber, type RuleCell } from '#contract/administration/rosterRules'
import { CellKind } from '#contract/administration/rosterWords'
import type { Desk, Worker } from './proposalDesk.ts'

export interface Choice {
  worker: Worker
  day: string
  shift: RosterShift
}

/** Arrays that go into a thread as they are. */
export interface Program {
  cost: Float64Array
  upper: Float64Array
  whole: Int32Array
  rowLower: Float64Array
  rowUpper: Float64Array
  starts: Int32Array
  indices: Int32Array
  values: Float64Array
}

export interface Model {
  choices: readonly Choice[]
  program: Program
  /** The columns of what is given on the desk now. */
  start(desk: Desk): Float64Array
}

/** Somebody who lacks, and whoever lacks beside them: gaps are spread, not heaped on one shift. */
const LACKING = [1_000, 1_300] as const
const LACKING_CERTIFIED = [900, 1_100] as const
const GIVEN = 1
/** Beyond the usual share, and further beyond it: a night more, a day off that is worked, eight hours. */
const UNFAIR = { nights: [12, 30], weekends: [5, 12], minutes: [2, 6] } as const
const MEASURES = ['nights', 'weekends', 'minutes'] as const
const DAY_MINUTES = 1_440
const EIGHT_HOURS = 480
const FAR = 1e20

const span = (day: string, shift: RosterShift): [number, number] => [
  dayNumber(day) * DAY_MINUTES + shift.startMinute,
  dayNumber(day) * DAY_MINUTES + shift.endMinute,
]

const isWork = (cell: RuleCell) => cell.kind === CellKind.is.SHIFT || cell.kind === CellKind.is.TRAIN

/** Of a desk on which nothing is given yet. */
export function proposalModel(desk: Desk): Model {
  const { rules } = desk.month
  const cost: number[] = []
  const upper: number[] = []
  const whole: number[] = []
  const rowLower: number[] = []
  const rowUpper: number[] = []
  const starts: number[] = [0]
  const indices: number[] = []
  const values: number[] = []
  const column = (price: number, most: number, integer: 0 | 1) => {
    upper.push(most)
    whole.push(integer)
    return cost.push(price) - 1
  }
  const row = (lower: number, most: number, entries: readonly (readonly [column: number, value: number])[]) => {
    if (entries.length === 0) return
    for (const [at, value] of entries) {
      indices.push(at)
      values.push(value)
    }
    starts.push(indices.length)
    rowLower.push(lower)
    rowUpper.push(most)
  }

  const lacking: { wanted: number; own: readonly number[]; first: number; further: number }[] = []
  const lack = (wanted: number, [one, more]: readonly [number, number], own: readonly number[]) => {
    const first = column(one, 1, 0)
    const further = column(more, Math.max(0, wanted - 1), 0)
    row(wanted, FAR, [...own.map((at) => [at, 1] as const), [first, 1], [further, 1]])
    lacking.push({ wanted, own, first, further })
  }

  const choices: Choice[] = []
  const byDay = new Map<Worker, Map<string, number[]>>(desk.workers.map((one) => [one, new Map()]))
  const columns = new Map<string, number>()
  for (const gap of desk.gaps) {
    for (const worker of desk.workers) {
      const key = `${worker.person.empId} ${gap.day} ${gap.shift.shiftPkId}`
      if (columns.has(key) || !worker.open.has(gap.day) || !desk.counts(worker, gap.need)) continue
      if (desk.fault(worker, gap.day, gap.shift) !== null) continue
      const at = column(GIVEN, 1, 1)
      columns.set(key, at)
      choices.push({ worker, day: gap.day, shift: gap.shift })
      const days = byDay.get(worker)!
      days.set(gap.day, [...(days.get(gap.day) ?? []), at])
    }
  }

  for (const gap of desk.gaps) {
    const own = desk.workers.flatMap((worker) => {
      const at = columns.get(`${worker.person.empId} ${gap.day} ${gap.shift.shiftPkId}`)
      return at !== undefined && desk.counts(worker, gap.need) ? [[at, worker] as const] : []
    })
    const people = gap.wanted - gap.there
    if (people > 0) {
      lack(
        people,
        LACKING,
        own.map(([at]) => at),
      )
    }
    const certified = gap.certifiedWanted - gap.certified
    if (certified > 0) {
      const able = own.filter(([, worker]) => desk.certified(worker, gap.need, gap.day))
      lack(
        certified,
        LACKING_CERTIFIED,
        able.map(([at]) => at),
      )
    }
  }

  for (const worker of desk.workers) {
    const own = [...byDay.get(worker)!].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const all = own.flatMap(([, of]) => of)
    if (all.length === 0) continue
    for (const [, of] of own)
      if (of.length > 1)
        row(
          -FAR,
          1,
          of.map((at) => [at, 1]),
        )
    rest(own, all)
    const fixed = worker.cells.filter(isWork)
    inRow(fixed, all, rules.daysInRow, () => true)
    inRow(
      fixed.filter((cell) => cell.shift?.night === true),
      all,
      rules.nightsInRow,
      (at) => choices[at]!.shift.night,
    )
    const { minutes } = desk.sums(worker)
    row(
      -FAR,
      Math.max(0, rules.monthHours * 60 - minutes),
      all.map((at) => [at, choices[at]!.shift.workMinutes]),
    )
  }

  /** Two shifts of one person with too little between them. */
  function rest(own: readonly (readonly [day: string, of: readonly number[]])[], all: readonly number[]): void {
    for (const [day, of] of own) {
      const close = all.filter((at) => {
        const distance = dayNumber(choices[at]!.day) - dayNumber(day)
        return distance > 0 && distance <= 2
      })
      for (const at of of) {
        const end = span(day, choices[at]!.shift)[1]
        const clashing = close.filter((other) => {
          const { day: later, shift } = choices[other]!
          return span(later, shift)[0] - end < rules.restHours * 60
        })
        // Those of one day exclude each other already: one row says it for all of them.
        for (const after of new Set(clashing.map((other) => choices[other]!.day))) {
          row(-FAR, 1, [
            [at, 1],
            ...clashing.filter((other) => choices[other]!.day === after).map((other) => [other, 1] as const),
          ])
        }
      }
    }
  }

  /** Of any `most` + 1 days that follow one another one at least is free of it. */
  function inRow(
    fixed: readonly RuleCell[],
    all: readonly number[],
    most: number,
    fits: (at: number) => boolean,
  ): void {
    const standing = new Set(fixed.map((cell) => dayNumber(cell.day)))
    const open = new Map<number, number[]>()
    for (const at of all) {
      if (!fits(at)) continue
      const number = dayNumber(choices[at]!.day)
      open.set(number, [...(open.get(number) ?? []), at])
    }
    if (open.size === 0) return
    const numbers = [...open.keys()]
    for (let from = Math.min(...numbers) - most; from <= Math.max(...numbers); from++) {
      const window = Array.from({ length: most + 1 }, (_, i) => from + i)
      const there = window.filter((number) => standing.has(number)).length
      const entries = window.flatMap((number) => (standing.has(number) ? [] : (open.get(number) ?? [])))
      const days = window.filter((number) => !standing.has(number) && open.has(number)).length
      if (entries.length > 0 && there + days > most) {
        row(
          -FAR,
          Math.max(0, most - there),
          entries.map((at) => [at, 1]),
        )
      }
    }
  }

  const shares = fairShares(desk)
  const unfair: { worker: Worker; measure: (typeof MEASURES)[number]; beyond: number; at: number; unit: number }[] = []
  for (const worker of desk.workers) {
    const own = [...byDay.get(worker)!.values()].flat()
    if (own.length === 0) continue
    const sums = desk.sums(worker)
    for (const measure of MEASURES) {
      const unit = measure === 'minutes' ? EIGHT_HOURS : 1
      const entries = own.flatMap((at) => {
        const weight = weightOf(desk, choices[at]!, measure)
        return weight > 0 ? [[at, weight / unit] as const] : []
      })
      if (entries.length === 0) continue
      for (const [step, price] of UNFAIR[measure].entries()) {
        const beyond = shares[measure] + step * unit
        const at = column(price, FAR, 0)
        row(-FAR, (beyond - sums[measure]) / unit, [...entries, [at, -1]])
        unfair.push({ worker, measure, beyond, at, unit })
      }
    }
  }

  return {
    choices,
    program: {
      cost: Float64Array.from(cost),
      upper: Float64Array.from(upper),
      whole: Int32Array.from(whole),
      rowLower: Float64Array.from(rowLower),
      rowUpper: Float64Array.from(rowUpper),
      starts: Int32Array.from(starts),
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    },
    start: (filled) => {
      const found = new Float64Array(cost.length)
      for (const [at, { worker, day, shift }] of choices.entries()) if (worker.given.get(day) === shift) found[at] = 1
      for (const { worker, measure, beyond, at, unit } of unfair)
        found[at] = Math.max(0, (filled.sums(worker)[measure] - beyond) / unit)
      for (const { wanted, own, first, further } of lacking) {
        const open = Math.max(0, wanted - own.reduce((sum, at) => sum + found[at]!, 0))
        found[first] = Math.min(1, open)
        found[further] = open - found[first]
      }
      return found
    },
  }
}

const weightOf = (desk: Desk, { day, shift }: Choice, measure: (typeof MEASURES)[number]) =>
  measure === 'nights' ? Number(shift.night) : measure === 'weekends' ? Number(desk.isOff(day)) : shift.workMinutes

/** What each would have if all that is planned and lacking were shared evenly among those who may work. */
function fairShares(desk: Desk): Record<(typeof MEASURES)[number], number> {
  const able = desk.workers.filter((one) => one.open.size > 0)
  const total = { nights: 0, weekends: 0, minutes: 0 }
  for (const one of able) for (const measure of MEASURES) total[measure] += desk.sums(one)[measure]
  for (const gap of desk.gaps) {
    const people = Math.max(gap.wanted - gap.there, gap.certifiedWanted - gap.certified)
    if (gap.shift.night) total.nights += people
    if (desk.isOff(gap.day)) total.weekends += people
    total.minutes += people * gap.shift.workMinutes
  }
  const each = Math.max(1, able.length)
  return {
    nights: Math.ceil(total.nights / each),
    weekends: Math.ceil(total.weekends / each),
    minutes: Math.ceil(total.minutes / each),
  }
}

/** What a column vector costs: the solver's answer and the one that was filled by hand are compared by it. */
export const priceOf = ({ cost }: Program, found: Float64Array): number =>
  found.reduce((sum, value, at) => sum + value * cost[at]!, 0)
