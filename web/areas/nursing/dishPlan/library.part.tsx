// The list of dishes beside a week: into a meal with a button, or dragged, or put down with a click.
import { useDraggable } from '@dnd-kit/core'
import { Button, Input, Select } from 'antd'
import { GripVertical, Search, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type DishData, dish } from '#contract/nursing/dish'
import { type DishWeekData, dishPlan } from '#contract/nursing/dishPlan'
import { weekDays } from '#contract/nursing/dishWeek'
import { MealTexture, type MealTextureValue, type MealTimeValue } from '#contract/nursing/mealWords'
import { AllergenMarks } from '#web/areas/nursing/dish/allergens'
import { found, searchText } from '#web/kit/initials'
import { useLoaded } from '#web/kit/parts/Loaded'
import { toast } from '#web/kit/toast'
import { act } from './acts.ts'
import { type Spot, spotKey, spotName } from './weekView.ts'

interface LibraryProps {
  week: DishWeekData
  spot: Spot
  /** Dishes can be dragged from here: it stands beside the grid, not over it. */
  beside: boolean
  onSpot(spot: Spot): void
  onPlace(one: DishData): void
  onClose(): void
}

interface RowProps {
  one: DishData
  there: boolean
  beside: boolean
  onAdd(): void
  onPlace(): void
}

function DishRow({ one, there, beside, onAdd, onPlace }: RowProps) {
  const { listeners, setNodeRef } = useDraggable({
    id: `dish:${one.dishId}`,
    data: { dish: one },
    disabled: !beside,
  })
  return (
    <li className="yy-dishweek-dish yy-row yy-gap-8 yy-under">
      <span
        ref={setNodeRef}
        {...listeners}
        className={beside ? 'yy-row yy-gap-4 yy-grow yy-dishweek-drag' : 'yy-row yy-gap-4 yy-grow'}
      >
        {beside && <GripVertical className="yy-dishweek-grip" size={14} aria-hidden />}
        <span className="yy-ellipsis">{one.dishName}</span>
        <AllergenMarks values={one.allergens} />
        <span className="yy-second yy-tiny yy-one-line">
          {one.textures.map((value) => MealTexture.label(value).slice(0, 1)).join('')}
        </span>
      </span>
      <Button type="text" size="small" aria-label={`把${one.dishName}放到别处`} onClick={onPlace}>
        自己放
      </Button>
      <Button size="small" disabled={there} aria-label={`加入${one.dishName}`} onClick={onAdd}>
        {there ? '已有' : '加入'}
      </Button>
    </li>
  )
}

export function Library({ week, spot, beside, onSpot, onPlace, onClose }: LibraryProps) {
  const { data, state } = useLoaded(dish.calls.list, { page: 1, size: 999, enabled: true }, { what: '菜品' })
  const [typed, setTyped] = useState('')
  const [texture, setTexture] = useState<MealTextureValue | null>(null)
  const groups = useMemo(() => {
    const all = new Map<string, DishData[]>()
    for (const one of data?.list ?? []) {
      if (typed && !found(searchText(one.dishName), typed)) continue
      if (texture !== null && !one.textures.includes(texture)) continue
      all.set(one.categoryName, [...(all.get(one.categoryName) ?? []), one])
    }
    return [...all]
  }, [data, typed, texture])
  const there = new Set(week.items.flatMap((one) => (one.day === spot.day && one.meal === spot.meal ? one.dishId : [])))
  const days = weekDays(week.weekStart).filter((day) => day >= week.today)
  const spots = days.flatMap((day) => week.meals.map(({ meal }) => ({ day, meal })))
  const add = async (one: DishData) => {
    const done = await act(dishPlan.calls.add, { planId: week.plan!.planId, ...spot, dishId: one.dishId })
    if (!done) return
    if (done.open > 0) toast.warning(`已加入${one.dishName}，与 ${done.open} 位老人冲突，请处理`)
    else toast.success(`已把${one.dishName}加到${spotName(spot)}`)
  }
  return (
    <div className="yy-stack yy-gap-12 yy-low yy-tall">
      {beside && (
        <header className="yy-row yy-gap-8">
          <h3 className="yy-heading">菜品库</h3>
          <span className="yy-second yy-small">拖到格子里，或按“加入”</span>
          <Button
            type="text"
            size="small"
            className="yy-push"
            icon={<X size={16} aria-hidden />}
            aria-label="收起菜品库"
            onClick={onClose}
          />
        </header>
      )}
      <label className="yy-row yy-gap-8" htmlFor="dishweek-spot">
        <span className="yy-fixed yy-second">加到</span>
        <Select<string>
          id="dishweek-spot"
          className="yy-grow"
          value={spotKey(spot)}
          options={spots.map((one) => ({ value: spotKey(one), label: `${spotName(one)}（${one.day.slice(5)}）` }))}
          onChange={(key) => {
            const [day, meal] = key.split(' ') as [string, string]
            onSpot({ day, meal: Number(meal) as MealTimeValue })
          }}
        />
      </label>
      <span className="yy-row yy-gap-8">
        <Input
          prefix={<Search size={15} aria-hidden />}
          placeholder="菜名或拼音首字母"
          aria-label="查找菜品"
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select<MealTextureValue>
          style={{ width: 120 }}
          className="yy-fixed"
          aria-label="适合的饮食形态"
          placeholder="全部形态"
          allowClear
          value={texture}
          options={MealTexture.list.map(({ value, label }) => ({ value, label }))}
          onChange={(next) => setTexture(next ?? null)}
        />
      </span>
      <div className="yy-scroll yy-low yy-flex-1">
        {!data && state}
        {data && groups.length === 0 && (
          <p className="yy-second">没有符合条件的菜，请换个条件；菜品在“菜品管理”里新增。</p>
        )}
        {groups.map(([category, dishes]) => (
          <section key={category} aria-label={category}>
            <h4 className="yy-dishweek-group yy-no-margin yy-second yy-small">
              {category} {dishes.length}
            </h4>
            <ul className="yy-plain-list">
              {dishes.map((one) => (
                <DishRow
                  key={one.dishId}
                  one={one}
                  there={there.has(one.dishId)}
                  beside={beside}
                  onAdd={() => void add(one)}
                  onPlace={() => onPlace(one)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
