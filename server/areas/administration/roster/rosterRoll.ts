// Drafts that are made of something: a turn of days over the people of a group, a week from another week. What is leave or
// training stays, and so does what is planned, unless it is to be replaced.

import { isOutside } from '#contract/administration/attendanceWords'
import {
  type Content,
  type RosterCell,
  sameContent,
  shiftsById,
  shownOf,
  unfold,
} from '#contract/administration/rosterMonth'
import { addDays, dayNumber } from '#contract/administration/rosterRules'
import { CellKind } from '#contract/administration/rosterWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { factsOf, type RosterFacts } from './rosterFacts.ts'
import {
  daysBetween,
  type HeldRoster,
  holdRoster,
  type RosterCalls,
  requirePlannable,
  tellPlanners,
} from './rosterHold.ts'
import { patternRows } from './rosterPatterns.ts'
import { type DraftCell, groupsOf, writeDrafts } from './rosterWrite.ts'

type Written = DataOf<RosterCalls['roll']>

/** No more than a quarter at once: what is rolled is looked at before it is published. */
const MOST_DAYS = 100
const SHIFT = CellKind.is.SHIFT

interface Known {
  cells: Map<string, Map<string, RosterCell>>
  onLeave(empId: string, day: string): boolean
}

/** Cells and leave of the people, over as many months as the days reach. */
async function knownOf(tx: Tx, who: Caller, held: HeldRoster, span: { from: string; to: string }): Promise<Known> {
  const cells = new Map<string, Map<string, RosterCell>>()
  const leaves = new Map<string, RosterFacts['people'][number]['leaves']>()
  const empIds = [...held.names.keys()]
  let month = span.from.slice(0, 7)
  while (month <= span.to.slice(0, 7)) {
    const facts = await factsOf(tx.client, who, held.chosen, month, empIds)
    for (const [empId, own] of unfold(facts)) {
      const all = cells.get(empId) ?? new Map<string, RosterCell>()
      for (const [day, cell] of own) all.set(day, cell)
      cells.set(empId, all)
    }
    for (const person of facts.people) {
      leaves.set(person.empId, [...(leaves.get(person.empId) ?? []), ...person.leaves])
    }
    month = addDays(`${month}-28`, 4).slice(0, 7)
  }
  return {
    cells,
    onLeave: (empId, day) =>
      leaves
        .get(empId)
        ?.some(
          (one) => !isOutside(one.kind) && one.fromAt < `${addDays(day, 1)} 00:00:00` && one.toAt > `${day} 00:00:00`,
        ) === true,
  }
}

interface Wanted {
  empId: string
  day: string
  content: Content
}

async function writeWanted(
  tx: Tx,
  held: HeldRoster,
  known: Known,
  { wanted, replace }: { wanted: readonly Wanted[]; replace: boolean },
): Promise<Written & { cells: DraftCell[] }> {
  const cells: DraftCell[] = []
  let kept = 0
  for (const { empId, day, content } of wanted) {
    const cell = known.cells.get(empId)?.get(day)
    const now = cell ? shownOf(cell) : null
    const stays = now !== null && (now.kind === CellKind.is.LEAVE || now.kind === CellKind.is.TRAIN)
    const next = known.onLeave(empId, day) ? { kind: CellKind.is.LEAVE, shiftPkId: null } : content
    if (stays || (now !== null && !replace)) kept += 1
    else if (!sameContent(now, next)) cells.push({ empId, day, content: next, version: null })
  }
  cells.sort((a, b) => a.empId.localeCompare(b.empId) || a.day.localeCompare(b.day))
  requirePlannable(held, cells)
  await writeDrafts(tx, cells, true)
  return { written: cells.length, kept, cells }
}

function tellWritten(tx: Tx, held: HeldRoster, done: Awaited<ReturnType<typeof writeWanted>>, remark: string): Written {
  const { written, kept, cells } = done
  if (written > 0) {
    const days = cells.map((one) => one.day).sort()
    tx.log({ remark: `${remark}：写入 ${written} 处，保留 ${kept} 处` })
    tellPlanners(tx, { groups: groupsOf(held, cells), from: days[0]!, to: days.at(-1)!, published: false })
  }
  return { written, kept }
}

export async function rollPattern(tx: Tx, who: Caller, input: InputOf<RosterCalls['roll']>): Promise<Written> {
  const { from, to } = input
  if (to < from) throw invalid('结束日期不能早于开始日期', 'to')
  if (daysBetween(from, to) >= MOST_DAYS) throw invalid(`一次最多生成 ${MOST_DAYS} 天`, 'to')
  if (from < dayText()) throw invalid('开始日期已经过去，请从今天或以后开始', 'from')
  const pattern = (await patternRows(tx.client, tx.orgId)).find((one) => one.patternId === input.patternId)
  if (!pattern) throw notFound('轮班规律')
  const teams = new Map(input.starts.flatMap((one) => (one.empId || !one.team ? [] : [[one.team, one.step] as const])))
  const people = new Map(input.starts.flatMap((one) => (one.empId ? [[one.empId, one.step] as const] : [])))
  const held = await holdRoster(tx, who, input, { from, to })
  for (const empId of people.keys()) if (!held.names.has(empId)) throw notFound('员工')
  const known = await knownOf(tx, who, held, { from, to })
  const wanted: Wanted[] = []
  const days = daysBetween(from, to) + 1
  for (const member of held.members) {
    const start = people.get(member.empId) ?? teams.get(member.team ?? '')
    if (start === undefined) continue
    for (let i = 0; i < days; i++) {
      const day = addDays(from, i)
      if (day < member.fromDay || (member.toDay !== null && day >= member.toDay)) continue
      const shiftPkId = pattern.steps[(start + i) % pattern.steps.length] ?? null
      const content = shiftPkId ? { kind: SHIFT, shiftPkId } : { kind: CellKind.is.REST, shiftPkId: null }
      wanted.push({ empId: member.empId, day, content })
    }
  }
  if (wanted.length === 0) throw invalid('请至少为一个班组选择起始位置', 'starts')
  const done = await writeWanted(tx, held, known, { wanted, replace: input.replace === true })
  return tellWritten(tx, held, done, `按“${pattern.name}”生成排班（${held.chosen.title}，${from} 至 ${to}）`)
}

const isMonday = (day: string) => (dayNumber(day) + 3) % 7 === 0

export async function copyWeek(tx: Tx, who: Caller, input: InputOf<RosterCalls['copyWeek']>): Promise<Written> {
  const { from, to } = input
  if (!isMonday(from)) throw invalid('请选择星期一', 'from')
  if (!isMonday(to)) throw invalid('请选择星期一', 'to')
  if (from === to) throw invalid('不能复制到同一周', 'to')
  if (Math.abs(daysBetween(from, to)) > 400) throw invalid('两周相隔太远', 'to')
  const today = dayText()
  if (addDays(to, 6) < today) throw invalid('这一周已经过去', 'to')
  const [first, last] = [from < to ? from : to, addDays(from < to ? to : from, 6)]
  const held = await holdRoster(tx, who, input, { from: to, to: addDays(to, 6) })
  const only = input.empIds ? new Set(input.empIds) : null
  for (const empId of only ?? []) if (!held.names.has(empId)) throw notFound('员工')
  const known = await knownOf(tx, who, held, { from: first, to: last })
  const shifts = shiftsById((await factsOf(tx.client, who, held.chosen, to.slice(0, 7), [])).shifts)
  const wanted: Wanted[] = []
  for (const empId of held.names.keys()) {
    if (only && !only.has(empId)) continue
    for (let i = 0; i < 7; i++) {
      const cell = known.cells.get(empId)?.get(addDays(from, i))
      const content = cell ? shownOf(cell) : null
      const day = addDays(to, i)
      if (content === null || day < today || !held.isIn(empId, day)) continue
      // Leave belongs to its own days, and a shift that was switched off is given to nobody.
      if (content.kind === CellKind.is.LEAVE || content.kind === CellKind.is.TRAIN) continue
      if (content.shiftPkId && !shifts.get(content.shiftPkId)?.enabled) continue
      wanted.push({ empId, day, content })
    }
  }
  if (wanted.length === 0) throw invalid('这一周没有可以复制的排班', 'from')
  const done = await writeWanted(tx, held, known, { wanted, replace: input.replace === true })
  return tellWritten(tx, held, done, `复制 ${from} 这一周的排班到 ${to}（${held.chosen.title}）`)
}
