// The month on the screen: people with their cells, and what follows from them.
import type { RosterMonthData } from '#contract/administration/roster'
import {
  coverageOf,
  daysOf,
  faultsOfPerson,
  ruleCells,
  shiftsById,
  sumsOfPerson,
  unfold,
} from '#contract/administration/rosterMonth'
import { monthText } from '#contract/kit/clock'
import type { Caller } from '#server/kit/caller'
import { factsOf, spanOfMonth } from './rosterFacts.ts'
import { chooseRoster, type Whose } from './rosterWhose.ts'

export async function readMonth(who: Caller, whose: Whose & { month?: string | null }): Promise<RosterMonthData> {
  const month = whose.month || monthText()
  const { begins, ends } = spanOfMonth(month)
  const chosen = await chooseRoster(who.app.pool, who, whose, { from: begins, to: ends })
  const facts = await factsOf(who.app.pool, who, chosen, month)
  const cells = unfold(facts)
  const shifts = shiftsById(facts.shifts)
  const span = { from: begins, to: ends }
  let drafts = 0
  const people = facts.people.map((person) => {
    const own = cells.get(person.empId)!
    for (const [day, cell] of own) if (cell.draft !== undefined && day >= begins && day <= ends) drafts += 1
    return { ...person, ...sumsOfPerson(facts, own, shifts) }
  })
  const offered = chosen.group ? [chosen.group] : chosen.groups
  const palette = [...new Set(offered.flatMap((one) => one.shiftIds))].filter((id) => shifts.get(id)?.enabled)
  return {
    ...facts,
    people,
    attendanceGroupPkId: chosen.group?.attendanceGroupPkId ?? null,
    deptId: chosen.deptId,
    title: chosen.title,
    groups: chosen.groups.map(({ attendanceGroupPkId, name, people: count }) => ({
      attendanceGroupPkId,
      name,
      people: count,
    })),
    // A group for which none was chosen uses all of them.
    palette: palette.length > 0 ? palette : facts.shifts.filter((one) => one.enabled).map((one) => one.shiftPkId),
    faults: facts.people.flatMap((person) =>
      faultsOfPerson(facts, person, ruleCells(cells.get(person.empId)!, shifts), span),
    ),
    coverage: coverageOf(facts, cells, daysOf(begins, ends)),
    drafts,
  }
}
