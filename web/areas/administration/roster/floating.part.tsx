// What is carried over the roster, beside the pointer or the cell the keys stand on.
import type { RosterMonthData } from '#contract/administration/roster'
import type { Coverage } from '#contract/administration/rosterMonth'
import { Chip } from './grid.part.tsx'
import type { Hand } from './paint.ts'
import { type Cells, checkDrop, faceOf } from './rosterView.ts'

interface FloatProps {
  month: RosterMonthData
  cells: Cells
  coverage: readonly Coverage[]
  hand: Hand
}

/** Beside the pointer: what would be put where, and what comes of it, before it is dropped. */
export function Floating({ month, cells, coverage, hand }: FloatProps) {
  const { content, over, x, y } = hand
  const person = over ? month.people.find((one) => one.empId === over.empId) : undefined
  const face = faceOf(content, month)
  const checked = person && over ? checkDrop(month, cells, coverage, { person, day: over.day, content }) : null
  const left = Math.min(x + 14, window.innerWidth - 300)
  const cell =
    over &&
    document.querySelector(`.yy-ros-cell[data-emp="${over.empId}"][data-day="${over.day}"]`)?.getBoundingClientRect()
  return (
    <>
      {cell && (
        <i
          className="yy-ros-target"
          style={{ left: cell.left, top: cell.top, width: cell.width, height: cell.height }}
          aria-hidden
        />
      )}
      <div className="yy-ros-hand yy-float yy-white yy-round" style={{ left, top: y + 14 }} role="status">
        {face && <Chip face={{ ...face, night: false }} />}
        <span>
          <b className="yy-ink">
            {person && over
              ? `${person.empName}　${over.day.slice(5)} ${face?.words ?? '休息'}`
              : (face?.words ?? '休息')}
          </b>
          <br />
          {checked ? (
            <span className={checked.fine ? 'yy-good' : 'yy-red'}>{checked.words}</span>
          ) : (
            <span className="yy-second">拖到某人某天的格子里</span>
          )}
        </span>
      </div>
    </>
  )
}
