// The week as a grid: days across, meals down, a dish in each line. A dish is dragged, or lifted with the space bar.
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { GripVertical, Plus } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useMemo } from 'react'
import type { DishPlanItemData, DishWeekData } from '#contract/nursing/dishPlan'
import { dayName, weekDays } from '#contract/nursing/dishWeek'
import { Allergen, MealTexture, MealTime } from '#contract/nursing/mealWords'
import { AllergenMarks } from '#web/areas/nursing/dish/allergens'
import { classes } from '#web/kit/classes'
import { liftedOf } from './dnd.part.tsx'
import type { Lifting } from './lifting.ts'
import { itemsBySpot, type Spot, spotKey, spotName } from './weekView.ts'

interface ChipProps {
  item: DishPlanItemData
  index: number
  chosen: boolean
  fresh: boolean
  movable: boolean
  held: boolean
  onOpen(itemId: string): void
  onLift(item: DishPlanItemData): void
}

const MARKS = 3

/** What is only heard: 9 人冲突没有处理，只做软食 */
const heardOf = (item: DishPlanItemData) =>
  [
    item.allergens.length > MARKS &&
      `还含${item.allergens
        .slice(MARKS)
        .map((one) => Allergen.label(one))
        .join('、')}`,
    item.open > 0 && '冲突没有处理',
    item.open === 0 && item.answered > 0 && `${item.answered} 人冲突已处理`,
    item.textures.length < item.suits.length && `只做${item.textures.map((one) => MealTexture.label(one)).join('、')}`,
  ]
    .filter(Boolean)
    .join('，')

function ChipFace({ item }: { item: DishPlanItemData }) {
  return (
    <>
      <GripVertical className="yy-dishweek-grip" size={14} aria-hidden />
      <span className="yy-grow yy-ellipsis yy-left">{item.dishName}</span>
      {item.choice !== null && <i className="yy-dishweek-choice yy-upright yy-tiny">选{item.choice}</i>}
      <span className="yy-dishweek-marks">
        <AllergenMarks values={item.allergens.slice(0, MARKS)} />
      </span>
      {item.open > 0 && <b className="yy-red yy-small yy-one-line">{item.open} 人</b>}
      {item.open === 0 && item.answered > 0 && <span className="yy-good yy-small yy-one-line">已换</span>}
      <span className="yy-heard">{heardOf(item)}</span>
    </>
  )
}

const Chip = memo(function Chip({ item, index, chosen, fresh, movable, held, onOpen, onLift }: ChipProps) {
  const data = { spot: { day: item.day, meal: item.meal }, index }
  const drag = useDraggable({ id: item.itemId, data: { item }, disabled: !movable })
  const place = useDroppable({ id: `chip:${item.itemId}`, data })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !movable) return
    event.preventDefault()
    onLift(item)
  }
  return (
    <button
      type="button"
      ref={(node) => {
        drag.setNodeRef(node)
        place.setNodeRef(node)
      }}
      {...drag.listeners}
      data-item={item.itemId}
      className={classes(
        'yy-dishweek-chip yy-row yy-gap-4 yy-white yy-edge yy-round yy-press yy-ring',
        item.open > 0 && 'is-open',
        item.answered > 0 && 'is-done',
        chosen && 'is-chosen',
        fresh && 'is-fresh',
        held && 'is-held',
        !item.enabled && 'is-off',
      )}
      aria-pressed={chosen}
      aria-describedby={movable ? 'dishweek-how' : undefined}
      title={item.dishName}
      onClick={() => onOpen(item.itemId)}
      onKeyDown={onKeyDown}
    >
      <ChipFace item={item} />
    </button>
  )
})

interface CellProps {
  spot: Spot
  lifting: Lifting
  open: boolean
  empty: boolean
  onAdd(spot: Spot): void
  children: ReactNode
}

function Cell({ spot, lifting, open, empty, onAdd, children }: CellProps) {
  const { setNodeRef } = useDroppable({ id: `spot:${spotKey(spot)}`, data: { spot, index: null } })
  const { lifted, at, copy, check } = lifting
  const target = lifted !== null && at !== null && at.day === spot.day && at.meal === spot.meal
  const placing = lifted !== null && lifted.by === 'keyboard'
  return (
    <div
      ref={setNodeRef}
      role="group"
      aria-label={spotName(spot)}
      className={classes(
        'yy-dishweek-cell yy-stack yy-gap-4',
        target && 'is-target',
        lifted !== null && !lifting.checkOf(spot).ok && 'is-shut',
      )}
      onMouseEnter={placing ? () => lifting.over(spot) : undefined}
      onClick={placing ? () => void lifting.drop(spot) : undefined}
    >
      {children}
      {target && check && (
        <span className={check.ok ? 'yy-dishweek-slot' : 'yy-dishweek-slot is-shut'}>
          {check.ok ? `${copy ? '复制' : '放'}到 ${dayName(spot.day)}${MealTime.label(spot.meal)}` : check.text}
          {check.ok && <small className={check.conflicts > 0 ? 'yy-red' : undefined}>{check.text}</small>}
        </span>
      )}
      {!(target && check) && (
        <button
          type="button"
          className={classes(
            'yy-dishweek-add yy-inline yy-middle yy-gap-4 yy-bare yy-second yy-ring yy-small',
            empty && 'is-empty',
            (!open || lifted !== null) && 'is-none',
          )}
          aria-label={`${spotName(spot)}加菜`}
          disabled={!open || lifted !== null}
          onClick={() => onAdd(spot)}
        >
          <Plus size={14} aria-hidden />
          加菜
        </button>
      )}
    </div>
  )
}

interface GridProps {
  week: DishWeekData
  lifting: Lifting
  /** Days that may be changed. */
  open(day: string): boolean
  chosen: string | null
  fresh: ReadonlySet<string>
  onOpen(itemId: string): void
  onAdd(spot: Spot): void
  foot: ReactNode
}

export function WeekGrid({ week, lifting, open, chosen, fresh, onOpen, onAdd, foot }: GridProps) {
  const bySpot = useMemo(() => itemsBySpot(week.items), [week.items])
  const days = weekDays(week.weekStart)
  const lift = (item: DishPlanItemData) => {
    const lifted = liftedOf({ item }, 'keyboard')
    lifting.lift(lifted, lifted.from)
  }
  return (
    <>
      <span id="dishweek-how" hidden>
        按空格拿起，用方向键移动
      </span>
      <div className="yy-dishweek-grid">
        <span className="yy-dishweek-line yy-dishweek-top">
          <span className="yy-dishweek-label" />
          {days.map((day) => (
            <span
              key={day}
              className={classes(
                'yy-dishweek-head yy-row yy-gap-8',
                day === week.today && 'is-today',
                day < week.today && 'is-past',
              )}
            >
              <b>{dayName(day)}</b>
              <span className="yy-second">{day.slice(5)}</span>
              {day === week.today && <span className="yy-active yy-small">今天</span>}
            </span>
          ))}
        </span>
        {week.meals.map(({ meal, clock }) => (
          <div key={meal} className="yy-dishweek-line">
            <span className="yy-dishweek-label yy-stack">
              <b>{MealTime.label(meal)}</b>
              <span className="yy-second yy-small">{clock}</span>
            </span>
            {days.map((day) => {
              const spot = { day, meal }
              const items = bySpot.get(spotKey(spot)) ?? []
              const movable = open(day)
              return (
                <Cell key={day} spot={spot} lifting={lifting} open={movable} empty={items.length === 0} onAdd={onAdd}>
                  {items.map((item, index) => (
                    <Chip
                      key={item.itemId}
                      item={item}
                      index={index}
                      chosen={chosen === item.itemId}
                      fresh={fresh.has(item.itemId)}
                      movable={movable}
                      held={lifting.lifted?.itemId === item.itemId}
                      onOpen={onOpen}
                      onLift={lift}
                    />
                  ))}
                </Cell>
              )
            })}
          </div>
        ))}
        {foot}
      </div>
    </>
  )
}
