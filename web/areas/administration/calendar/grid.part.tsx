// Days side by side: a month in weeks, or one week with everything on it.
import {
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  type DragStartEvent,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Plus } from 'lucide-react'
import type { CalendarEntryData } from '#contract/administration/calendar'
import { classes } from '#web/kit/classes'
import { Chip } from './chip.part.tsx'
import { byDay, WEEKDAYS } from './days.ts'
import type { Moving } from './moving.ts'

interface GridProps {
  weeks: readonly (readonly string[])[]
  entries: readonly CalendarEntryData[]
  today: string
  /** yyyy-MM of the month; days beside it are dimmed. */
  month: string | null
  /** So many stand on a day, the rest behind a number. */
  most: number
  moving: Moving
  mayAdd: boolean
  onAdd(day: string): void
  onMore(day: string): void
}

interface DayProps extends Omit<GridProps, 'weeks' | 'entries'> {
  day: string
  entries: readonly CalendarEntryData[]
}

function Day({ day, entries, today, month, most, moving, mayAdd, onAdd, onMore }: DayProps) {
  const { setNodeRef } = useDroppable({ id: day, disabled: moving.held === null })
  const shown = entries.length > most ? entries.slice(0, most - 1) : entries
  const target = moving.held !== null && moving.at === day
  return (
    <div
      ref={setNodeRef}
      data-day={day}
      className={classes(
        'yy-calendar-day',
        day === today && 'is-today',
        month !== null && !day.startsWith(month) && 'is-beside',
        target && (day < today ? 'is-refused' : 'is-target'),
      )}
    >
      <div className="yy-calendar-date">
        <b>{Number(day.slice(8))}</b>
        {day === today && <span>今天</span>}
        {mayAdd && day >= today && (
          <button
            type="button"
            className="yy-calendar-add yy-bare yy-push"
            aria-label={`在 ${day} 新建待办`}
            onClick={() => onAdd(day)}
          >
            <Plus size={14} aria-hidden />
          </button>
        )}
      </div>
      {shown.map((entry) => (
        <Chip key={entry.key} entry={entry} day={day} moving={moving} />
      ))}
      {shown.length < entries.length && (
        <button type="button" className="yy-link yy-small yy-left" onClick={() => onMore(day)}>
          还有 {entries.length - shown.length} 项
        </button>
      )}
    </div>
  )
}

const QUIET = () => undefined
// The page says by itself what happens, in its own words.
const accessibility = {
  screenReaderInstructions: { draggable: '按空格拿起，方向键换日期，再按空格放下，Esc 放弃' },
  announcements: { onDragStart: QUIET, onDragOver: QUIET, onDragEnd: QUIET, onDragCancel: QUIET },
}

export function CalendarGrid({ weeks, entries, ...rest }: GridProps) {
  const { moving } = rest
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const days = byDay(entries, weeks.flat())
  const dayOf = (over: DragOverEvent['over']) => (over ? String(over.id) : null)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={accessibility}
      onDragStart={({ active }: DragStartEvent) => moving.lift(active.data.current as CalendarEntryData, 'pointer')}
      onDragOver={({ over }) => moving.over(dayOf(over))}
      onDragEnd={({ over }: DragEndEvent) => void moving.drop(dayOf(over))}
      onDragCancel={moving.cancel}
    >
      <div className={classes('yy-calendar-grid', weeks.length === 1 && 'is-week')}>
        {WEEKDAYS.map((name) => (
          <i key={name} className="yy-second yy-upright yy-center-text">
            {name}
          </i>
        ))}
        {weeks.flat().map((day) => (
          <Day key={day} day={day} entries={days.get(day)!} {...rest} />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {moving.held && moving.by === 'pointer' && (
          <span className="yy-calendar-chip yy-float yy-family-blue">{moving.held.title}</span>
        )}
      </DragOverlay>
    </DndContext>
  )
}
