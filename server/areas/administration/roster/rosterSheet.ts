// The month as a workbook: a row for each person as on the wall, sums behind it, what is wanted and there below.
import {
  coverageOf,
  daysOf,
  type RosterCell,
  shiftsById,
  shownOf,
  sumsOfPerson,
  unfold,
} from '#contract/administration/rosterMonth'
import { dayNumber } from '#contract/administration/rosterRules'
import type { InputOf } from '#contract/kit/call'
import { timeText } from '#contract/kit/clock'
import type { Caller } from '#server/kit/caller'
import { type SheetColumn, writeSheet, XLSX_MIME } from '#server/kit/excel'
import { factsOf, spanOfMonth } from './rosterFacts.ts'
import type { RosterCalls } from './rosterHold.ts'
import { chooseRoster } from './rosterWhose.ts'

interface Line {
  name: string
  team: string
  cells: readonly string[]
  hours: number | null
  nights: number | null
}

const WEEKDAYS = '一二三四五六日'
export const weekdayOf = (day: string) => WEEKDAYS[(dayNumber(day) + 3) % 7]!

export async function rosterSheet(who: Caller, input: InputOf<RosterCalls['sheet']>) {
  const { begins, ends } = spanOfMonth(input.month)
  const chosen = await chooseRoster(who.app.pool, who, input, { from: begins, to: ends })
  const facts = await factsOf(who.app.pool, who, chosen, input.month)
  const all = unfold(facts)
  const shifts = shiftsById(facts.shifts)
  const days = daysOf(begins, ends)
  const sign = (cell: RosterCell | undefined) => {
    const content = cell ? shownOf(cell) : null
    if (!content) return ''
    return { SHIFT: shifts.get(content.shiftPkId ?? '')?.shortName ?? '', REST: '', LEAVE: '假', TRAIN: '训' }[
      content.kind
    ]
  }
  const lines = facts.people.map((person): Line => {
    const own = all.get(person.empId)!
    const { minutes, nights } = sumsOfPerson(facts, own, shifts)
    return {
      name: person.empName,
      team: person.team ?? person.postName ?? '',
      cells: days.map((day) => sign(own.get(day))),
      hours: Math.round(minutes / 6) / 10,
      nights,
    }
  })
  const coverage = coverageOf(facts, all, days)
  const covered = facts.needs.map((need): Line => {
    const own = new Map(coverage.filter((one) => one.needId === need.needId).map((one) => [one.day, one]))
    const cell = (day: string) => {
      const one = own.get(day)
      return one ? `${one.people}${one.missing > 0 ? ` 缺${one.missing}` : ''}` : ''
    }
    return {
      name: `${need.shiftName}人数`,
      team: `需 ${need.people}`,
      cells: days.map(cell),
      hours: null,
      nights: null,
    }
  })
  const columns: SheetColumn<Line>[] = [
    { title: '姓名', value: 'name', width: 12 },
    { title: '班组', value: 'team', width: 10 },
    ...days.map(
      (day, i): SheetColumn<Line> => ({
        title: `${Number(day.slice(8))} ${weekdayOf(day)}`,
        value: (line) => line.cells[i],
        width: 6,
      }),
    ),
    { title: '工时', value: 'hours', as: 'number', width: 9 },
    { title: '夜班', value: 'nights', as: 'int', width: 7 },
  ]
  const legend = facts.shifts
    .filter((one) => one.enabled)
    .map((one) => `${one.shortName} ${one.shiftName}`)
    .join('　')
  const drafts = [...all.values()].some((own) => [...own.values()].some((cell) => cell.draft !== undefined))
  const content = await writeSheet({
    title: `${input.month} 排班`,
    above: [
      `${chosen.title} ${input.month} 排班表`,
      `${legend}　假 请假　训 培训　空 休息${drafts ? '　（含未发布的改动）' : ''}`,
      `导出：${who.empName}　${timeText().slice(0, 16)}`,
    ],
    columns,
    rows: [...lines, ...covered],
  })
  return { name: `${chosen.title}${input.month}排班表.xlsx`, mime: XLSX_MIME, content }
}
