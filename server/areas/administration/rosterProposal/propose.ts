// A proposal for a month: filled one by one first, then made better by the solver, checked against the rules once more, and
// every gap that stays open explained. Whatever happens in between, what is answered breaks no rule and touches nothing that
// was planned.
import type { RosterMonth } from '#contract/administration/rosterMonth'
import { explainGap, type ProposalGap } from './explain.ts'
import { type Desk, fillOneByOne, proposalDesk, type Sums } from './proposalDesk.ts'
import { type Choice, priceOf, proposalModel } from './proposalModel.ts'
import { limitsFor, type SolverLimits, solve } from './solve.ts'

export interface ProposedCell {
  empId: string
  day: string
  shiftPkId: string
  /** Of the cell as it was read; 0: there was none. */
  version: number
}

export interface ProposedPerson {
  empId: string
  empName: string
  before: Sums
  after: Sums
}

export interface Proposal {
  cells: ProposedCell[]
  people: ProposedPerson[]
  gaps: ProposalGap[]
  /** People that lacked before, and lack still. */
  lacked: number
  lacks: number
  /** The solver ended by itself; false: its time was over. */
  best: boolean
  failure: string | null
}

const lackOf = (desk: Desk) => desk.missing().reduce((sum, one) => sum + one.missing, 0)

/** Whatever a solver says is given only as far as the rules allow; its rounding is not ours. */
function give(desk: Desk, choices: readonly Choice[], columns: Float64Array): void {
  desk.clear()
  for (const [at, { worker, day, shift }] of choices.entries()) {
    if (columns[at]! > 0.5 && !worker.given.has(day) && desk.fault(worker, day, shift) === null) {
      desk.put(worker, day, shift)
    }
  }
  fillOneByOne(desk)
}

const given = (desk: Desk) => new Map(desk.workers.map((one) => [one, new Map(one.given)]))

/** Checking and explaining the answer afterwards. */
const AFTERWARDS_MS = 1_500

/** `limits.milliseconds`: of everything that is done here; what filling one by one leaves is the solver's. */
export async function propose(
  month: RosterMonth,
  limits: SolverLimits = limitsFor(month.people.length),
): Promise<Proposal> {
  const begun = performance.now()
  const desk = proposalDesk(month)
  const before = new Map(desk.workers.map((one) => [one, desk.sums(one)]))
  const lacked = lackOf(desk)
  const model = proposalModel(desk)
  fillOneByOne(desk)
  const start = model.start(desk)
  const byHand = given(desk)
  const left = limits.milliseconds - AFTERWARDS_MS - (performance.now() - begun)
  const solved = await solve(model.program, start, { ...limits, milliseconds: left })
  if (solved.columns) {
    give(desk, model.choices, solved.columns)
    if (priceOf(model.program, model.start(desk)) > priceOf(model.program, start)) {
      desk.clear()
      for (const [worker, days] of byHand) for (const [day, shift] of days) desk.put(worker, day, shift)
    }
  }
  return {
    cells: desk.workers.flatMap((one) =>
      [...one.given]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, shift]) => ({
          empId: one.person.empId,
          day,
          shiftPkId: shift.shiftPkId,
          version: one.open.get(day)!,
        })),
    ),
    people: desk.workers.map((one) => ({
      empId: one.person.empId,
      empName: one.person.empName,
      before: before.get(one)!,
      after: desk.sums(one),
    })),
    gaps: desk
      .missing()
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .map((row) => explainGap(desk, row)),
    lacked,
    lacks: lackOf(desk),
    best: solved.ended && solved.failure === null,
    failure: solved.failure,
  }
}
