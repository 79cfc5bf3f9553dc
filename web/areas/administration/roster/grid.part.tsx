// The grid: a line for each person, a cell for each day, what is covered at its foot. Lines are drawn anew only when their own
// days change, and those out of sight are not drawn at all.
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode } from 'react'
import type { RosterMonthData } from '#contract/administration/roster'
import {
  type Coverage,
  type PersonFault,
  type RosterCell,
  type RosterPerson,
  shownOf,
} from '#contract/administration/rosterMonth'
import { classes } from '#web/kit/classes'
import { type Cells, dayClass, type Face, faceOf, leaveOn, lockedBy, weekdayOf } from './rosterView.ts'

export interface Mark {
  row: number
  column: number
}
export interface Range {
  at: Mark
  /** The other corner. */
  to: Mark
}

const within = (range: Range | null, row: number, column: number) =>
  range !== null &&
  row >= Math.min(range.at.row, range.to.row) &&
  row <= Math.max(range.at.row, range.to.row) &&
  column >= Math.min(range.at.column, range.to.column) &&
  column <= Math.max(range.at.column, range.to.column)

interface ChipProps {
  face: Face
  past?: boolean
  draft?: boolean
  fault?: 'bad' | 'warn' | null
  wide?: boolean
}
export function Chip({ face, past, draft, fault, wide }: ChipProps) {
  return (
    <b
      className={classes(
        'yy-ros-chip',
        `is-${face.tone}`,
        face.night && 'is-over',
        past && 'is-past',
        draft && 'is-draft',
        fault && `is-${fault}`,
      )}
    >
      {wide ? face.words : face.sign}
    </b>
  )
}

/** Whoever looks at their own draft reads no name. */
const draftWords = (cell: RosterCell) => (cell.by ? `未发布，${cell.by}改` : '未发布')

interface RowProps {
  month: RosterMonthData
  person: RosterPerson
  row: number
  days: readonly string[]
  classesOf: readonly string[]
  own: ReadonlyMap<string, RosterCell>
  faults: readonly PersonFault[]
  sums: { minutes: number; nights: number }
  /** Of this row only, so that other rows need not be drawn again. */
  range: Range | null
  lifted: string | null
  wide: boolean
}

const Row = memo(function Row({
  month,
  person,
  row,
  days,
  classesOf,
  own,
  faults,
  sums,
  range,
  lifted,
  wide,
}: RowProps) {
  const bad = new Map<string, PersonFault>()
  for (const fault of faults) {
    const known = bad.get(fault.day)
    if (!known || (fault.forbids && !known.forbids)) bad.set(fault.day, fault)
  }
  return (
    <div className="yy-ros-row" role="row" tabIndex={-1} aria-label={person.empName}>
      <div className="yy-ros-name" role="rowheader" tabIndex={-1}>
        <i className="yy-ros-initial" aria-hidden>
          {person.empName[0]}
        </i>
        <span className="yy-strong yy-one-line">{person.empName}</span>
        <span className="yy-tiny yy-soft-ink yy-one-line">{person.team ?? person.postName}</span>
      </div>
      <div className="yy-ros-days">
        {days.map((day, column) => {
          const cell = own.get(day)
          const content = cell ? shownOf(cell) : null
          const face = faceOf(content, month)
          const fault = bad.get(day)
          const past = day < month.today
          const leave = content === null || face === null ? leaveOn(person, day) : undefined
          const locked = lockedBy(month, person, day)
          const words = [
            `${person.empName} ${day.slice(5)} 星期${weekdayOf(day)}`,
            face?.words ?? (leave ? '请假' : content ? '休息' : '未排'),
            cell?.draft === undefined ? null : draftWords(cell),
            fault?.text,
            locked,
          ]
          const chosen = within(range, row, column)
          return (
            <div
              key={day}
              role="gridcell"
              tabIndex={-1}
              data-emp={person.empId}
              data-day={day}
              id={`ros-${row}-${column}`}
              aria-label={words.filter(Boolean).join('，')}
              aria-selected={chosen}
              title={[fault?.text, cell?.draft === undefined ? null : draftWords(cell)].filter(Boolean).join('；')}
              className={classes(
                'yy-ros-cell',
                classesOf[column],
                past && 'is-gone',
                locked !== null && !past && 'is-out',
                chosen && 'is-chosen',
                range?.at.row === row && range.at.column === column && 'is-at',
                lifted === day && 'is-lifted',
              )}
            >
              {face ? (
                <Chip
                  face={face}
                  past={past}
                  draft={cell?.draft !== undefined}
                  fault={fault ? (fault.forbids ? 'bad' : 'warn') : null}
                  wide={wide}
                />
              ) : leave ? (
                <b className={classes('yy-ros-chip is-leave', past && 'is-past')}>{wide ? '请假' : '假'}</b>
              ) : cell?.draft === undefined ? null : (
                <i className="yy-ros-cleared" aria-hidden />
              )}
            </div>
          )
        })}
      </div>
      <div className="yy-ros-sum">{Math.round(sums.minutes / 6) / 10}</div>
      <div className="yy-ros-sum">{sums.nights}</div>
    </div>
  )
})

export interface GridProps {
  month: RosterMonthData
  days: readonly string[]
  cells: Cells
  people: readonly RosterPerson[]
  faults: ReadonlyMap<string, readonly PersonFault[]>
  sums: ReadonlyMap<string, { minutes: number; nights: number }>
  coverage: readonly Coverage[]
  range: Range | null
  lifted: { empId: string; day: string } | null
  wide: boolean
  onPointerDown(event: PointerEvent): void
  onKeyDown(event: KeyboardEvent): void
  onGap(coverage: Coverage): void
  foot: ReactNode
}

const inRow = (range: Range | null, row: number) =>
  range !== null && row >= Math.min(range.at.row, range.to.row) && row <= Math.max(range.at.row, range.to.row)
    ? range
    : null

export function Grid(props: GridProps) {
  const { month, days, cells, people, faults, sums, coverage, range, lifted, wide } = props
  const holidays = new Map(month.holidays.map((one) => [one.day, one]))
  const classesOf = days.map((day) => dayClass(month, day, holidays))
  const byNeed = new Map<string, Map<string, Coverage>>()
  for (const one of coverage) {
    const own = byNeed.get(one.needId) ?? new Map<string, Coverage>()
    byNeed.set(one.needId, own.set(one.day, one))
  }
  const several = new Set(month.needs.map((one) => one.deptId)).size > 1
  const style = { '--days': days.length } as React.CSSProperties
  return (
    <section className="yy-card yy-stack yy-grow yy-low yy-ros-card" style={style}>
      <div
        className={classes('yy-ros-grid yy-scroll yy-low yy-flex-1 yy-ring', people.length > 80 && 'is-many')}
        role="grid"
        aria-label="排班表"
        aria-rowcount={people.length}
        tabIndex={0}
        aria-activedescendant={range ? `ros-${range.at.row}-${range.at.column}` : undefined}
        onPointerDown={props.onPointerDown}
        onKeyDown={props.onKeyDown}
      >
        <div className="yy-ros-row yy-ros-head" role="row" tabIndex={-1}>
          <div className="yy-ros-name" role="columnheader" tabIndex={-1}>
            <span className="yy-strong">姓名</span>
            <span className="yy-soft-ink">{people.length}</span>
          </div>
          <div className="yy-ros-days">
            {days.map((day, i) => {
              const holiday = holidays.get(day)
              return (
                <div
                  key={day}
                  role="columnheader"
                  tabIndex={-1}
                  className={classes('yy-ros-day', classesOf[i])}
                  title={holiday?.name}
                >
                  <b>{Number(day.slice(8))}</b>
                  <span>{holiday ? (holiday.kind === 'HOLIDAY' ? '节' : '班') : weekdayOf(day)}</span>
                </div>
              )
            })}
          </div>
          <div className="yy-ros-sum yy-strong">工时</div>
          <div className="yy-ros-sum yy-strong">夜班</div>
        </div>
        {people.map((person, row) => (
          <Row
            key={person.empId}
            month={month}
            person={person}
            row={row}
            days={days}
            classesOf={classesOf}
            own={cells.get(person.empId)!}
            faults={faults.get(person.empId) ?? []}
            sums={sums.get(person.empId)!}
            range={inRow(range, row)}
            lifted={lifted?.empId === person.empId ? lifted.day : null}
            wide={wide}
          />
        ))}
        <div className="yy-ros-cover">
          {month.needs.map((need) => (
            <div key={need.needId} className="yy-ros-row" role="row" tabIndex={-1} aria-label={`${need.shiftName}人数`}>
              <div className="yy-ros-name">
                <span className="yy-strong yy-one-line">
                  {several && `${need.deptName} `}
                  {need.shiftName}
                </span>
                <span className="yy-soft-ink yy-one-line">需 {need.people}</span>
              </div>
              <div className="yy-ros-days">
                {days.map((day, i) => {
                  const one = byNeed.get(need.needId)?.get(day)
                  const open = one !== undefined && one.missing > 0
                  return (
                    <div
                      key={day}
                      className={classes('yy-ros-count', classesOf[i], open && day < month.today && 'is-was')}
                    >
                      {open && day >= month.today ? (
                        <button
                          type="button"
                          className="yy-ros-gap yy-ring"
                          aria-label={`${day.slice(5)} ${need.shiftName}缺 ${one.missing}`}
                          onPointerDown={(event) => event.stopPropagation()}
                          onClick={() => props.onGap(one)}
                        >
                          <b>{one.people}</b>缺{one.missing}
                        </button>
                      ) : (
                        (one?.people ?? '')
                      )}
                    </div>
                  )
                })}
              </div>
              <div className="yy-ros-sum" />
              <div className="yy-ros-sum" />
            </div>
          ))}
        </div>
      </div>
      {props.foot}
    </section>
  )
}
