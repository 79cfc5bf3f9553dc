// A dish that is held: by the pointer, by the keyboard, or taken from the list of dishes and put down with a click. Where it may
// go is asked as soon as it is lifted.
import { useCallback, useEffect, useState } from 'react'
import { type DishWeekData, dishPlan } from '#contract/nursing/dishPlan'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { act } from './acts.ts'
import { checkAt, movedItem, nextSpot, refusalWords, type Spot, spotName } from './weekView.ts'

export interface Lifted {
  name: string
  /** One that stands in the week already; else a dish from the list. */
  itemId: string | null
  dishId: string
  from: Spot | null
  by: 'pointer' | 'keyboard'
}

export interface Lifting {
  lifted: Lifted | null
  at: Spot | null
  copy: boolean
  /** What is said of the place it is over. */
  check: ReturnType<typeof checkAt> | null
  /** Of any place, while something is held. */
  checkOf(spot: Spot): ReturnType<typeof checkAt>
  lift(what: Lifted, at: Spot | null): void
  over(spot: Spot | null): void
  setCopy(copy: boolean): void
  drop(spot: Spot | null, place?: number | null): Promise<void>
  cancel(): void
  /** For the reader: what happens with what is held. */
  said: string
}

export function useLifting(week: DishWeekData, weekInput: object): Lifting {
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [at, setAt] = useState<Spot | null>(null)
  const [copy, setCopy] = useState(false)
  const [said, setSaid] = useState('')
  const planId = week.plan?.planId
  const { data: places } = useCall(
    dishPlan.calls.places,
    lifted && planId ? { planId, ...(lifted.itemId ? { itemId: lifted.itemId } : { dishId: lifted.dishId }) } : null,
    { staleTime: 0, silent: true },
  )
  const checkOf = useCallback((spot: Spot) => checkAt(places, spot), [places])

  const cancel = useCallback(() => {
    setSaid((before) => (before ? '放弃移动' : before))
    setLifted(null)
    setAt(null)
    setCopy(false)
  }, [])

  const lift = useCallback((what: Lifted, spot: Spot | null) => {
    setLifted(what)
    setAt(spot)
    setCopy(false)
    setSaid(`拿起${what.name}。方向键换位置，空格放下，C 键改为复制，Esc 放弃`)
  }, [])

  const drop = useCallback(
    async (spot: Spot | null, place: number | null = null) => {
      const held = lifted
      const copying = copy
      cancel()
      if (!held || !spot || !planId) return
      const check = checkAt(places, spot)
      const stays = held.from !== null && held.from.day === spot.day && held.from.meal === spot.meal
      if (stays && (place === null || copying)) return
      if (!check.ok && !stays) return void toast.warning(refusalWords(places, spot, check.text))
      const body = { ...spot, ...(place !== null && { place }) }
      if (held.itemId) {
        if (!copying) {
          const { itemId } = held
          queryClient.setQueryData<DishWeekData>(
            callKey(dishPlan.calls.week, weekInput),
            (before) => before && movedItem(before, itemId, spot, place),
          )
        }
        const done = await act(dishPlan.calls.move, { itemId: held.itemId, ...body, copy: copying })
        if (done) setSaid(`${held.name}已${copying ? '复制' : '放'}到${spotName(spot)}`)
      } else {
        const done = await act(dishPlan.calls.add, { planId, dishId: held.dishId, ...body })
        if (done) setSaid(`${held.name}已放到${spotName(spot)}`)
      }
    },
    [cancel, copy, lifted, places, planId, weekInput],
  )

  // Held by the keyboard, or put down with a click: keys reach it wherever the focus is.
  useEffect(() => {
    if (lifted?.by !== 'keyboard') return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
      else if (event.key === ' ' || event.key === 'Enter') void drop(at)
      else if (event.key === 'c' || event.key === 'C') {
        if (lifted.itemId) setCopy((before) => !before)
      } else if (event.key.startsWith('Arrow')) {
        const next = nextSpot(week, at ?? { day: week.weekStart, meal: week.meals[0]!.meal }, event.key)
        setAt(next)
        setSaid(`${spotName(next)}，${checkAt(places, next).text}`)
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before a drawer closes with the same key.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [at, cancel, drop, lifted, places, week])

  // Ctrl copies while something is dragged.
  useEffect(() => {
    if (lifted?.by !== 'pointer') return
    const onMove = (event: PointerEvent | KeyboardEvent) => setCopy(lifted.itemId !== null && event.ctrlKey)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('keydown', onMove)
    window.addEventListener('keyup', onMove)
    return () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('keydown', onMove)
      window.removeEventListener('keyup', onMove)
    }
  }, [lifted])

  return {
    lifted,
    at,
    copy,
    check: lifted && at ? checkAt(places, at) : null,
    checkOf,
    lift,
    over: setAt,
    setCopy,
    drop,
    cancel,
    said,
  }
}
