// One entry of the calendar: its colour and words; a to-do of one's own can be taken to another day.
import { useDraggable } from '@dnd-kit/core'
import type { CalendarEntryData } from '#contract/administration/calendar'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import type { Moving } from './moving.ts'

interface ChipProps {
  entry: CalendarEntryData
  day: string
  moving: Moving
}

/** The hour belongs to the day on which it begins. */
const timeOn = (entry: CalendarEntryData, day: string) => (entry.day === day ? entry.time : null)

export function Chip({ entry, day, moving }: ChipProps) {
  const movable = entry.todo?.movable === true && entry.day === day
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `${entry.key}@${day}`,
    data: entry,
    disabled: !movable,
  })
  const held = moving.held?.key === entry.key
  const time = timeOn(entry, day)
  const words = `${time ? `${time} ` : ''}${entry.title}${entry.endDay ? `（${entry.day.slice(5)} 至 ${entry.endDay.slice(5)}）` : ''}`
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classes(
        'yy-calendar-chip yy-ellipsis',
        `yy-family-${entry.family}`,
        (isDragging || held) && 'is-held',
        movable && 'is-movable',
      )}
      title={movable ? `${words}（可拖到别的日期，或按空格后用方向键改期）` : words}
      {...(movable && listeners)}
      onKeyDown={(event) => {
        if (event.key !== ' ' || !movable) return
        event.preventDefault()
        moving.lift(entry, 'keyboard')
      }}
      onClick={() => entry.route && openPage(entry.route)}
    >
      {time && <small>{time}</small>}
      {entry.title}
    </button>
  )
}
