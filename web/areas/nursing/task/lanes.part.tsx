// The board itself: a lane for each worker or room with a cell for each elder, or a column for each hour.
import { CloudOff } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { TabletHeardData } from '#contract/nursing/tabletSilence'
import { NOTE_SIGNS, smallNotes } from '#web/areas/live/public'
import { MenuButton } from '#web/kit/parts/menu'
import { type Cell, clockOf, type HourColumn, type Lane, type ProjectNames, silentWords } from './boardView.ts'

interface CellProps {
  cell: Cell
  chosen: boolean
  /** Grows when somebody else changed it. */
  fresh: number
  onOpen(oldmanId: string): void
}

const CellView = memo(function CellView({ cell, chosen, fresh, onOpen }: CellProps) {
  const { elder, face, done, total, bed, line } = cell
  return (
    <button
      type="button"
      className={`yy-care-cell yy-white yy-edge yy-round yy-left yy-ring is-${face}`}
      aria-pressed={chosen}
      onClick={() => onOpen(elder.oldmanId)}
    >
      {fresh > 0 && <i className="yy-care-fresh" key={fresh} aria-hidden />}
      <span className="yy-row yy-gap-4">
        <span className="yy-second yy-small">{bed}</span>
        <b className="yy-ellipsis">{elder.oldmanName}</b>
        {smallNotes(elder.attention).map((note) => (
          <em key={note} className={`yy-care-note yy-upright yy-fixed is-${note}`}>
            {NOTE_SIGNS[note]}
          </em>
        ))}
        <span className="yy-push yy-small">{total === 0 ? '—' : `${done}/${total}`}</span>
      </span>
      <span className="yy-care-line yy-small yy-ellipsis yy-block">{line}</span>
      <i className="yy-care-part" style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} aria-hidden />
    </button>
  )
})

interface LanesProps {
  lanes: readonly Lane[]
  /** Rooms are many and small: their heads say only what is needed. */
  small: boolean
  chosen: string | null
  fresh: ReadonlyMap<string, number>
  /** By worker. */
  silent: ReadonlyMap<string, TabletHeardData>
  now: string
  onOpen(oldmanId: string): void
  onTogether?: ((lane: Lane) => void) | undefined
  onAssign?: ((lane: Lane) => void) | undefined
}

function Silent({ heard, now }: { heard: TabletHeardData; now: string }) {
  const words = silentWords(heard, now)
  return (
    <span className="yy-inline yy-gap-4 yy-fixed yy-small yy-warning" title={words}>
      <CloudOff size={14} aria-hidden />
      离线<span className="yy-heard">，{words}</span>
    </span>
  )
}

export function Lanes({ lanes, small, chosen, fresh, silent, now, onOpen, onTogether, onAssign }: LanesProps) {
  return (
    <div className={small ? 'yy-care-lanes is-small' : 'yy-care-lanes'}>
      {lanes.map((lane) => {
        const heard = lane.workerId === null ? undefined : silent.get(lane.workerId)
        return (
          <section className="yy-care-lane yy-under" key={lane.key} aria-label={lane.title}>
            <div className="yy-care-lane-head yy-stack yy-gap-4">
              <div className="yy-row yy-gap-8">
                <span
                  className="yy-care-square yy-soft yy-active yy-strong yy-round yy-row yy-middle yy-fixed"
                  aria-hidden
                >
                  {lane.title.slice(0, 1)}
                </span>
                <span className="yy-narrow yy-grow">
                  <span className="yy-row yy-gap-4">
                    <b className="yy-ellipsis">{lane.title}</b>
                    {heard && <Silent heard={heard} now={now} />}
                  </span>
                  <span className="yy-small yy-second yy-ellipsis yy-block">
                    {lane.about} {lane.cells.length} 人
                  </span>
                </span>
              </div>
              <div className="yy-row yy-gap-8">
                <span>
                  <b className="yy-text-16">{lane.done}</b> / {lane.total}
                </span>
                <span className="yy-push yy-small yy-second">
                  {lane.total === 0 ? '—' : `${Math.round((lane.done / lane.total) * 100)}%`}
                </span>
                {(onTogether || onAssign) && (
                  <MenuButton
                    className="yy-link yy-small yy-fixed"
                    menu={() => ({
                      items: [
                        ...(onTogether ? [{ key: 'together', label: '一起完成…' }] : []),
                        ...(onAssign ? [{ key: 'assign', label: '改派待做任务…' }] : []),
                      ],
                      onClick: ({ key }) => (key === 'together' ? onTogether?.(lane) : onAssign?.(lane)),
                    })}
                  >
                    操作
                  </MenuButton>
                )}
              </div>
              <span className="yy-care-bar" aria-hidden>
                <i style={{ width: `${lane.total === 0 ? 0 : (lane.done / lane.total) * 100}%` }} />
                <i
                  className="is-bad"
                  style={{ width: `${lane.total === 0 ? 0 : ((lane.late + lane.missed) / lane.total) * 100}%` }}
                />
              </span>
              <span className="yy-row yy-gap-6 yy-small">
                {lane.late > 0 && <b className="yy-red">迟 {lane.late}</b>}
                {lane.missed > 0 && <b className="yy-red">漏 {lane.missed}</b>}
                {lane.refused > 0 && <b className="yy-warning">拒 {lane.refused}</b>}
                <span className="yy-push yy-second">下一小时 {lane.nextHour}</span>
              </span>
            </div>
            <div className="yy-care-grid">
              {lane.cells.map((cell) => (
                <CellView
                  key={cell.elder.oldmanId}
                  cell={cell}
                  chosen={cell.elder.oldmanId === chosen}
                  fresh={fresh.get(cell.elder.oldmanId) ?? 0}
                  onOpen={onOpen}
                />
              ))}
            </div>
          </section>
        )
      })}
    </div>
  )
}

interface HoursProps {
  columns: readonly HourColumn[]
  names: ProjectNames
  chosen: string | null
  hourNow: string | null
  onOpen(oldmanId: string): void
}

export function Hours({ columns, names, chosen, hourNow, onOpen }: HoursProps) {
  const now = useRef<HTMLElement>(null)
  // The day begins at midnight, and whoever looks wants the hour it is.
  useEffect(() => {
    const area = hourNow && now.current?.closest('.yy-care-area')
    if (area) area.scrollLeft = now.current!.offsetLeft - (area as HTMLElement).offsetLeft
  }, [hourNow])
  return (
    <div className="yy-care-hours yy-flex yy-gap-8">
      {columns.map(({ hour, entries }) => (
        <section
          key={hour}
          ref={hour === hourNow ? now : undefined}
          className={hour === hourNow ? 'yy-care-hour is-now' : 'yy-care-hour'}
          aria-label={hour}
        >
          <header className="yy-row yy-between yy-pad-8-12">
            <b>{hour}</b>
            <span className="yy-small yy-second">
              {entries.filter(({ face }) => face === 'done').length}/
              {entries.filter(({ face }) => face !== 'away').length}
            </span>
          </header>
          <ul className="yy-plain-list yy-stack yy-gap-4 yy-pad-0-8">
            {entries.map(({ cell, task, face }) => (
              <li key={task.taskId}>
                <button
                  type="button"
                  className={`yy-care-chip yy-edge yy-round yy-white yy-left yy-small yy-ring is-${face}`}
                  aria-pressed={cell.elder.oldmanId === chosen}
                  onClick={() => onOpen(cell.elder.oldmanId)}
                >
                  <span className="yy-block yy-ellipsis">
                    {clockOf(task.planTime)} {names.get(task.projectId)}
                  </span>
                  <span className="yy-second yy-block yy-ellipsis">
                    {cell.bed} {cell.elder.oldmanName}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
