// What the family chooses for the resident: dishes of the meals to come, until the kitchen closes its counts.
import { useState } from 'react'
import { invitation } from '#contract/live/invitation'
import { dayName } from '#contract/nursing/dishWeek'
import type { FamilyMealData } from '#contract/nursing/mealFamily'
import { MealTime } from '#contract/nursing/mealWords'
import { send } from '#web/kit/call'
import { Button } from '#web/light/Button'
import { failureText } from '#web/light/failure'
import { Notice } from '#web/light/Notice'

interface MealsProps {
  meals: readonly FamilyMealData[]
  secret: string
  onMeals(meals: FamilyMealData[]): void
}

/** The next few; the rest of the week unfolds. */
const SHOWN = 4

const keyOf = (one: FamilyMealData) => `${one.day} ${one.meal} ${one.choice}`
const titleOf = (one: FamilyMealData) => `${dayName(one.day)} ${one.day.slice(5)} ${MealTime.label(one.meal)}`

function wordsOf(one: FamilyMealData): string {
  const who = one.chosenBy ? `${one.chosenBy}已选` : '还没有选，按菜谱供应'
  const until = one.closed ? '厨房已截单，不能再改' : `${one.closesAt.slice(5, 16)} 前可以改`
  return `${who}；${until}`
}

export function Meals({ meals, secret, onMeals }: MealsProps) {
  const [whole, setWhole] = useState(false)
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ key: string; text: string } | null>(null)

  const choose = async (one: FamilyMealData, dishId: string) => {
    const key = keyOf(one)
    if (busy) return
    setBusy(key)
    setFailure(null)
    try {
      const { day, meal, choice } = one
      const next = await send(
        invitation.calls.chooseMeal,
        { day, meal, choice, dishId },
        { headers: { Authorization: secret }, silent: true, handles: () => true },
      )
      onMeals(next)
    } catch (error) {
      setFailure({ key, text: failureText(error) })
    } finally {
      setBusy(null)
    }
  }

  return (
    <section className="yy-phone-card">
      <h2>为老人选餐</h2>
      <ul className="fam-visits yy-plain-list">
        {(whole ? meals : meals.slice(0, SHOWN)).map((one) => (
          <li key={keyOf(one)} className="yy-stack">
            <b>{titleOf(one)}</b>
            <fieldset className="fam-choose fam-dishes yy-flex yy-wrap yy-gap-8" aria-label={`${titleOf(one)}选餐`}>
              {one.offered.map(({ dishId, dishName }) => (
                <button
                  key={dishId}
                  type="button"
                  className="yy-ink yy-white"
                  aria-pressed={one.dishId === dishId}
                  disabled={one.closed}
                  onClick={() => void choose(one, dishId)}
                >
                  {dishName}
                </button>
              ))}
            </fieldset>
            <span className="yy-second yy-text-16">{wordsOf(one)}</span>
            {failure?.key === keyOf(one) && <Notice kind="bad">{failure.text}</Notice>}
          </li>
        ))}
      </ul>
      {meals.length > SHOWN && !whole && (
        <Button wide onClick={() => setWhole(true)}>
          看这一周全部 {meals.length} 餐
        </Button>
      )}
      <p className="fam-about">这里只列出适合老人饮食的菜。其他饮食要求请打值班电话。</p>
    </section>
  )
}
