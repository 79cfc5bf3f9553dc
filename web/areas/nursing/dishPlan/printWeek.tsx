// The menu of a week on paper, as it hangs in the dining room: days across, meals down.
import type { DishWeekData } from '#contract/nursing/dishPlan'
import { DishPlanState } from '#contract/nursing/dishPlanWords'
import { dayName, weekDays } from '#contract/nursing/dishWeek'
import { Allergen, allergenMark, MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { itemsBySpot, spotKey } from './weekView.ts'

interface Line {
  meal: MealTimeValue
  clock: string
}

export async function printWeek(week: DishWeekData): Promise<void> {
  const user = useSession.getState().user
  const bySpot = itemsBySpot(week.items)
  const used = new Set(week.items.flatMap((one) => one.allergens))
  const columns: SheetColumn<Line>[] = [
    { key: 'meal', title: '餐次', width: 9, whole: true, text: (one) => `${MealTime.label(one.meal)} ${one.clock}` },
    ...weekDays(week.weekStart).map((day) => ({
      key: day,
      title: `${dayName(day)} ${day.slice(5)}`,
      text: ({ meal }: Line) =>
        (bySpot.get(spotKey({ day, meal })) ?? [])
          .map((one) => {
            const marks = one.allergens.map((mark) => allergenMark[mark]).join('')
            return `${one.choice === null ? '' : `[选${one.choice}] `}${one.dishName}${marks ? `（${marks}）` : ''}`
          })
          .join('、'),
    })),
  ]
  const draft = week.plan?.state === DishPlanState.is.PUBLISHED ? '' : '　未发布，仅供核对'
  await printSheet({
    title: `一周菜谱 ${week.weekStart}`,
    paper: 'A4-landscape',
    render: () => (
      <div className="dense">
        <Sheet
          org={user?.orgInfo.orgName ?? ''}
          title="一周菜谱"
          sub={`${week.weekStart} 至 ${week.weekEnd}${draft}`}
          signatures={[
            { label: '厨师长', ...(week.plan?.submittedName && { name: week.plan.submittedName }) },
            { label: '营养师', ...(week.plan?.publishedName && { name: week.plan.publishedName }) },
            { label: '打印人', name: user?.empInfo.empName ?? '' },
          ]}
        >
          <SheetTable columns={columns} rows={week.meals.map(({ meal, clock }) => ({ meal, clock }))} />
          <p>
            括号内为过敏原：
            {Allergen.list
              .filter(({ value }) => used.has(value))
              .map(({ value, label }) => `${allergenMark[value]} ${label}`)
              .join('　')}
            。对食物过敏或有忌口的老人，由厨房另配。
          </p>
        </Sheet>
      </div>
    ),
  })
}
