// One day by its shifts: who is on, how many are wanted, who is away.
import type { RosterMonthData } from '#contract/administration/roster'
import { type Coverage, shownOf } from '#contract/administration/rosterMonth'
import { Empty } from '#web/kit/parts/Empty'
import { Chip } from './grid.part.tsx'
import { type Cells, dayWords, faceOf, hoursOf, leaveOn } from './rosterView.ts'

interface DayProps {
  month: RosterMonthData
  day: string
  cells: Cells
  coverage: readonly Coverage[]
}

export function DayView({ month, day, cells, coverage }: DayProps) {
  const of = (empId: string) => {
    const cell = cells.get(empId)?.get(day)
    return cell ? shownOf(cell) : null
  }
  const lanes = month.shifts.flatMap((shift) => {
    const people = month.people.filter((one) => of(one.empId)?.shiftPkId === shift.shiftPkId)
    const own = coverage.filter((one) => one.day === day && one.shiftPkId === shift.shiftPkId)
    if (people.length === 0 && own.length === 0) return []
    const missing = own.reduce((sum, one) => sum + one.missing, 0)
    return [{ shift, people, missing, wanted: own.reduce((sum, one) => sum + one.wanted, 0) }]
  })
  const on = new Set(lanes.flatMap((one) => one.people.map((person) => person.empId)))
  const off = month.people.filter((one) => !on.has(one.empId))
  const words = (empId: string) => {
    const person = month.people.find((one) => one.empId === empId)!
    const content = of(empId)
    if (content?.kind === 'TRAIN') return '培训'
    return content?.kind === 'LEAVE' || leaveOn(person, day) ? '请假' : content ? '休息' : '未排'
  }
  return (
    <section className="yy-card yy-grow yy-low yy-scroll yy-pad-16 yy-stack yy-gap-12" aria-label={dayWords(day)}>
      <h3 className="yy-heading">
        {day}　星期{dayWords(day).slice(-1)}
      </h3>
      {lanes.length === 0 && <Empty title="这天还没有排班" text="请在月或周里排班。" />}
      {lanes.map(({ shift, people, missing, wanted }) => {
        const face = faceOf({ kind: 'SHIFT', shiftPkId: shift.shiftPkId }, month)!
        return (
          <div key={shift.shiftPkId} className="yy-edge yy-round yy-pad-12 yy-stack yy-gap-8">
            <div className="yy-row yy-gap-8">
              <Chip face={{ ...face, night: false }} />
              <b>{shift.shiftName}</b>
              <span className="yy-second">{hoursOf(shift)}</span>
              <span className={missing > 0 ? 'yy-red yy-strong yy-push' : 'yy-second yy-push'}>
                {people.length} 人{wanted > 0 && `，需 ${wanted}`}
                {missing > 0 && `，缺 ${missing}`}
              </span>
            </div>
            <div className="yy-row yy-wrap yy-gap-8">
              {people.map((one) => (
                <span key={one.empId} className="yy-row yy-gap-6 yy-tint yy-round yy-pad-8-12">
                  {one.empName}
                  <span className="yy-second yy-text-13">{one.team ?? one.postName}</span>
                </span>
              ))}
            </div>
          </div>
        )
      })}
      <div className="yy-second">
        不上班：{off.map((one) => `${one.empName}（${words(one.empId)}）`).join('、') || '没有'}
      </div>
    </section>
  )
}
