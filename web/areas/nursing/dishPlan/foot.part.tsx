// Under the grid: how many the kitchen cooks for at a meal, and what a day feeds.
import { Select } from 'antd'
import type { DishWeekData } from '#contract/nursing/dishPlan'
import { dayName, weekDays } from '#contract/nursing/dishWeek'
import { DietTherapy, MealTexture, MealTime, type MealTimeValue } from '#contract/nursing/mealWords'

interface FootProps {
  week: DishWeekData
  meal: MealTimeValue
  onMeal(meal: MealTimeValue): void
}

const { lowSalt, lowSugar } = DietTherapy.is

export function WeekFoot({ week, meal, onMeal }: FootProps) {
  const days = weekDays(week.weekStart)
  const portions = new Map(week.portions.filter((one) => one.meal === meal).map((one) => [one.day, one]))
  // Forms that nobody has all week leave no line.
  const textures = MealTexture.list.filter(({ value }) =>
    [...portions.values()].some((one) => one.textures.some((row) => row.texture === value && row.count > 0)),
  )
  return (
    <>
      <div className="yy-dishweek-line yy-dishweek-foot">
        <span className="yy-dishweek-label yy-stack yy-gap-4">
          <b>厨房份数</b>
          <Select<MealTimeValue>
            size="small"
            suffixIcon={null}
            aria-label="厨房份数看哪一餐"
            value={meal}
            options={week.meals.map((one) => ({ value: one.meal, label: MealTime.label(one.meal) }))}
            onChange={onMeal}
          />
        </span>
        {days.map((day) => {
          const one = portions.get(day)
          if (!one) return <span key={day} className="yy-dishweek-cell" />
          const therapy = (value: number) => one.therapies.find((row) => row.therapy === value)?.count ?? 0
          return (
            <dl
              key={day}
              className="yy-dishweek-cell yy-dishweek-counts yy-no-margin yy-small"
              aria-label={`${dayName(day)}${MealTime.label(meal)}份数`}
            >
              {textures.map(({ value, label }) => (
                <div key={value}>
                  <dt>{label}</dt>
                  <dd>{one.textures.find((row) => row.texture === value)?.count ?? 0}</dd>
                </div>
              ))}
              <div className="yy-over">
                <dt>合计</dt>
                <dd>
                  <b>{one.total}</b>
                </dd>
              </div>
              <div>
                <dt>低盐 / 低糖</dt>
                <dd>
                  {therapy(lowSalt)} / {therapy(lowSugar)}
                </dd>
              </div>
              <div className={one.swaps > 0 ? 'yy-red' : undefined}>
                <dt>需换菜</dt>
                <dd>{one.swaps > 0 ? one.swaps : '—'}</dd>
              </div>
            </dl>
          )
        })}
      </div>
      <div className="yy-dishweek-line yy-dishweek-foot">
        <span className="yy-dishweek-label yy-stack">
          <b>营养</b>
          <span className="yy-second yy-tiny">普食 / 人日</span>
        </span>
        {week.nutrition.map((one) => (
          <span key={one.day} className="yy-dishweek-cell yy-stack yy-small">
            {one.energyKcal > 0 ? <span>{one.energyKcal.toLocaleString('zh-CN')} kcal</span> : <span>—</span>}
            {one.energyKcal > 0 && (
              <span className={one.saltHigh ? 'yy-amber yy-strong' : undefined}>
                盐 {one.saltG.toFixed(1)} g{one.saltHigh && ' 偏高'}
              </span>
            )}
            {one.unknown > 0 && <span className="yy-second">{one.unknown} 道菜没有填营养</span>}
          </span>
        ))}
      </div>
    </>
  )
}
