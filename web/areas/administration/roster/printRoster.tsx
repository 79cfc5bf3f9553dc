// The month as it hangs on the wall: signs by person and day, what is covered below, lines to sign on.
import type { RosterMonthData } from '#contract/administration/roster'
import { type Coverage, daysOf, shownOf } from '#contract/administration/rosterMonth'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { type Cells, faceOf, hoursOf, leaveOn, monthSpan, weekdayOf } from './rosterView.ts'

export type RosterPaper = 'A4' | 'A3'

interface Line {
  name: string
  team: string
  cells: readonly string[]
  hours: string
  nights: string
}

export async function printRoster(
  month: RosterMonthData,
  cells: Cells,
  {
    coverage,
    sums,
    paper,
  }: {
    coverage: readonly Coverage[]
    sums: ReadonlyMap<string, { minutes: number; nights: number }>
    paper: RosterPaper
  },
): Promise<void> {
  const user = useSession.getState().user
  const { from, to } = monthSpan(month.month)
  const days = daysOf(from, to)
  let drafts = false
  const lines = month.people.map((person): Line => {
    const own = cells.get(person.empId)!
    const { minutes, nights } = sums.get(person.empId)!
    return {
      name: person.empName,
      team: person.team ?? person.postName ?? '',
      cells: days.map((day) => {
        const cell = own.get(day)
        if (cell?.draft !== undefined) drafts = true
        return faceOf(cell ? shownOf(cell) : null, month)?.sign ?? (leaveOn(person, day) ? '假' : '')
      }),
      hours: String(Math.round(minutes / 6) / 10),
      nights: String(nights),
    }
  })
  const covered = month.needs.map((need): Line => {
    const own = new Map(coverage.filter((one) => one.needId === need.needId).map((one) => [one.day, one]))
    return {
      name: need.shiftName,
      team: `需 ${need.people}`,
      cells: days.map((day) => String(own.get(day)?.people ?? '')),
      hours: '',
      nights: '',
    }
  })
  const columns: SheetColumn<Line>[] = [
    { key: 'name', title: '姓名', width: 6, whole: true, text: (one) => one.name },
    { key: 'team', title: '班组', width: 5, whole: true, text: (one) => one.team },
    ...days.map(
      (day, i): SheetColumn<Line> => ({
        key: day,
        title: `${Number(day.slice(8))}${weekdayOf(day)}`,
        align: 'center',
        text: (one) => one.cells[i],
      }),
    ),
    { key: 'hours', title: '工时', width: 4, align: 'right', text: (one) => one.hours },
    { key: 'nights', title: '夜班', width: 3, align: 'right', text: (one) => one.nights },
  ]
  const used = month.shifts.filter((one) => month.palette.includes(one.shiftPkId))
  await printSheet({
    title: `${month.title} ${month.month} 排班表`,
    paper: 'A4-landscape',
    ...(paper === 'A3' && {
      page: '@page { size: A3 landscape; margin: 13mm 14mm 16mm } body { font-size: 12pt } .grid td { height: 7mm }',
    }),
    render: () => (
      <div className="dense">
        <Sheet
          org={user?.orgInfo.orgName ?? ''}
          title={`${month.title}排班表`}
          sub={`${Number(month.month.slice(0, 4))} 年 ${Number(month.month.slice(5))} 月　共 ${lines.length} 人${drafts ? '　含未发布的改动，仅供核对' : ''}`}
          signatures={[
            { label: '排班人', name: user?.empInfo.empName ?? '' },
            { label: '护士长' },
            { label: '院领导' },
          ]}
        >
          <SheetTable columns={columns} rows={[...lines, ...covered]} />
          <p>
            {used.map((one) => `${one.shortName} ${one.shiftName} ${hoursOf(one)}`).join('　')}　假 请假　训 培训　空
            休息。 夜班跨零点，算在开始那天。
          </p>
        </Sheet>
      </div>
    ),
  })
}
