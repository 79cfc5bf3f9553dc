// What may be dragged over a week: its own dishes, and dishes from the list beside it.
import {
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  type DragStartEvent,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DishPlanItemData } from '#contract/nursing/dishPlan'
import type { Lifted, Lifting } from './lifting.ts'
import type { Spot } from './weekView.ts'

/** What is held, by the data of what was taken. */
export type Held = { item: DishPlanItemData } | { dish: { dishId: string; dishName: string } }

export function liftedOf(held: Held, by: Lifted['by']): Lifted {
  if ('dish' in held) return { name: held.dish.dishName, itemId: null, dishId: held.dish.dishId, from: null, by }
  const { dishName, itemId, dishId, day, meal } = held.item
  return { name: dishName, itemId, dishId, from: { day, meal }, by }
}

const spotOf = (over: DragOverEvent['over']) =>
  (over?.data.current ?? null) as { spot: Spot; index: number | null } | null

const QUIET = () => undefined
// The page says by itself what happens, in its own words.
const accessibility = {
  screenReaderInstructions: { draggable: '按空格拿起，方向键换位置，再按空格放下，Esc 放弃' },
  announcements: { onDragStart: QUIET, onDragOver: QUIET, onDragEnd: QUIET, onDragCancel: QUIET },
}

export function WeekDnd({ lifting, children }: { lifting: Lifting; children: ReactNode }) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const onDragStart = ({ active }: DragStartEvent) => {
    const lifted = liftedOf(active.data.current as Held, 'pointer')
    lifting.lift(lifted, lifted.from)
  }
  const onDragEnd = ({ over, active }: DragEndEvent) => {
    const to = spotOf(over)
    // Dropped upon itself, it stays.
    const self = over?.id === `chip:${active.id}`
    void lifting.drop(self ? null : (to?.spot ?? null), to?.index ?? null)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(args) =>
        // A dish under the pointer says the place in its meal.
        pointerWithin(args).toSorted(
          (a, b) => Number(String(b.id).startsWith('chip:')) - Number(String(a.id).startsWith('chip:')),
        )
      }
      accessibility={accessibility}
      onDragStart={onDragStart}
      onDragOver={({ over }) => lifting.over(spotOf(over)?.spot ?? null)}
      onDragEnd={onDragEnd}
      onDragCancel={lifting.cancel}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {lifting.lifted?.by === 'pointer' && (
          <span className="yy-dishweek-chip yy-dishweek-flying yy-row yy-gap-4 yy-white yy-round yy-float">
            <GripVertical size={14} aria-hidden />
            {lifting.lifted.name}
            {lifting.copy && <small className="yy-active">复制</small>}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  )
}
