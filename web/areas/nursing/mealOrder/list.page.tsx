// 点餐与送餐: everybody of one meal by place: choices, stops, guests, handing out, and how it was eaten.
import { Button, Checkbox, Select } from 'antd'
import { ChevronLeft, ChevronRight, UserRoundPlus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { addDays, dayName } from '#contract/nursing/dishWeek'
import { kitchen } from '#contract/nursing/kitchen'
import { type MealOrderData, mealOrder } from '#contract/nursing/mealOrder'
import { MEAL_NEEDS, MealEaten } from '#contract/nursing/mealStates'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { date } from '#web/kit/fields/date'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { type AtMeal, chooseDish, eat, guestForm, hand, resume, stop } from './acts.ts'
import { Alerts } from './alerts.part.tsx'
import { MealRow } from './row.part.tsx'
import './mealOrder.css'

const EVERYWHERE = ''

/** The choices of a meal, for many at once. */
function ChooseForMany({ rows, at, onDone }: { rows: readonly MealOrderData[]; at: AtMeal; onDone(): void }) {
  const offered = new Map<string, { choice: number; dishId: string; dishName: string }>()
  for (const row of rows) {
    for (const { choice, offered: dishes } of row.choices) {
      for (const { dishId, dishName } of dishes) offered.set(`${choice}:${dishId}`, { choice, dishId, dishName })
    }
  }
  if (offered.size === 0) return null
  return (
    <Select
      aria-label="为选中的老人选餐"
      placeholder="为选中的选餐…"
      style={{ width: 170 }}
      value={null}
      options={[...offered].map(([value, one]) => ({ value, label: one.dishName }))}
      onChange={async (value: string | null) => {
        const one = value && offered.get(value)
        if (
          one &&
          (await chooseDish(
            at,
            rows.map((row) => row.oldmanId),
            one.choice,
            one.dishId,
          ))
        )
          onDone()
      }}
    />
  )
}

export default function MealOrders() {
  const may = useMay()
  const [asked, setAsked] = usePageState<{ day?: string; meal?: MealTimeValue }>('meal', {})
  const [ward, setWard] = usePageState<string>('ward', EVERYWHERE)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [form, setForm] = useState<FormRequest | null>(null)
  const { data, state } = useLoaded(mealOrder.calls.list, asked, { what: '点餐', keepPrevious: true })
  const { data: setting } = useCall(kitchen.calls.setting, {}, { silent: true })
  useEvent(mealOrder.events.changed, () => void invalidate(mealOrder))
  const day = data?.meal.day ?? dayText()
  const meal = data?.meal.meal ?? MealTime.is.lunch
  // Until it has come the meal before stands there; whoever presses on goes on from what was asked for.
  const wanted = { day, meal, ...asked }
  const at = useMemo(() => ({ day, meal }), [day, meal])
  const onTick = useCallback((oldmanId: string, on: boolean) => {
    setTicked((before) => {
      const next = new Set(before)
      if (on) next.add(oldmanId)
      else next.delete(oldmanId)
      return next
    })
  }, [])
  const onChoose = useCallback(
    (row: MealOrderData, choice: number, dishId: string) => void chooseDish(at, [row.oldmanId], choice, dishId),
    [at],
  )
  const onEat = useCallback(
    (oldmanId: string, eaten: Parameters<typeof eat>[2]) => void eat(at, [oldmanId], eaten),
    [at],
  )
  if (!data) return <div className="yy-pad-16">{state}</div>
  const wards = [...new Set(data.orders.map((row) => row.ward))]
  const here = data.orders.filter((row) => ward === EVERYWHERE || row.ward === ward)
  const chosen = here.filter((row) => ticked.has(row.oldmanId))
  const ids = chosen.map((row) => row.oldmanId)
  const eats = here.filter((row) => row.state === 'ON')
  const looked = eats.filter((row) => row.eaten !== null).length
  const handed = eats.filter((row) => row.handedAt !== null).length
  const clear = () => setTicked(new Set())
  const show = (next: { day?: string; meal?: MealTimeValue }) => {
    clear()
    setAsked(next)
  }
  const mayChoose = may(MEAL_NEEDS.order) && !data.meal.closed
  const mayOrder = may(MEAL_NEEDS.order)
  const mayServe = may(MEAL_NEEDS.serve) && day <= dayText()
  const word = wanted.day === dayText() ? '今天' : wanted.day === addDays(dayText(), 1) ? '明天' : dayName(wanted.day)
  const price = setting?.prices.find((one) => one.meal === meal)?.priceFen
  return (
    <div className="yy-stack yy-gap-12">
      <div className="yy-row yy-gap-8 yy-wrap">
        <Button
          icon={<ChevronLeft size={16} />}
          aria-label="前一天"
          onClick={() => show({ ...wanted, day: addDays(wanted.day, -1) })}
        />
        <span style={{ width: 140 }}>
          {date.input({
            value: wanted.day,
            'aria-label': '日期',
            onChange: (next) => show(next ? { ...wanted, day: next } : {}),
          })}
        </span>
        <Button
          icon={<ChevronRight size={16} />}
          aria-label="后一天"
          onClick={() => show({ ...wanted, day: addDays(wanted.day, 1) })}
        />
        <b>{word}</b>
        {data.meals.map((one) => (
          <Button
            key={one.meal}
            type={one.meal === wanted.meal ? 'primary' : 'default'}
            ghost={one.meal === wanted.meal}
            aria-pressed={one.meal === wanted.meal}
            onClick={() => show({ ...wanted, meal: one.meal })}
          >
            {MealTime.label(one.meal)} {one.startsAt.slice(11, 16)}
          </Button>
        ))}
        <Select
          aria-label="楼层"
          style={{ width: 150 }}
          value={ward}
          options={[
            { value: EVERYWHERE, label: '全部楼层' },
            ...wards.filter(Boolean).map((one) => ({ value: one, label: one })),
          ]}
          onChange={(next) => {
            clear()
            setWard(next)
          }}
        />
        <span className="yy-second">
          {eats.length} 位用餐，{here.length - eats.length} 位停餐；已送 {handed}，已登记进食 {looked}
        </span>
        <span className="yy-second yy-small">
          {data.meal.closed
            ? `${data.meal.closesAt.slice(5, 16)} 已截单，选餐请联系厨房`
            : `${data.meal.closesAt.slice(5, 16)} 截单`}
        </span>
      </div>
      <Alerts />
      <section className="yy-card yy-card-flush">
        <div className="yy-meal-bar yy-row yy-gap-8 yy-wrap">
          <Checkbox
            checked={chosen.length > 0 && chosen.length === here.length}
            indeterminate={chosen.length > 0 && chosen.length < here.length}
            onChange={({ target }) => setTicked(new Set(target.checked ? here.map((row) => row.oldmanId) : []))}
          >
            {chosen.length > 0 ? `已选 ${chosen.length} 位` : '全选'}
          </Checkbox>
          {mayServe && (
            <>
              <Button disabled={ids.length === 0} onClick={async () => (await hand(at, ids)) && clear()}>
                登记送餐
              </Button>
              <Button
                disabled={ids.length === 0}
                onClick={async () => (await eat(at, ids, MealEaten.is.all)) && clear()}
              >
                全部吃完
              </Button>
            </>
          )}
          {mayOrder && (
            <>
              {mayChoose && chosen.length > 0 && <ChooseForMany rows={chosen} at={at} onDone={clear} />}
              {!data.meal.started && (
                <Button disabled={ids.length === 0} onClick={() => void stop(at, chosen).then(clear)}>
                  停这一餐…
                </Button>
              )}
              {day >= dayText() && (
                <Button
                  disabled={!chosen.some((row) => row.state === 'STOPPED')}
                  onClick={async () =>
                    (await resume(
                      at,
                      chosen.flatMap((row) => (row.state === 'STOPPED' ? row.oldmanId : [])),
                    )) && clear()
                  }
                >
                  恢复用餐
                </Button>
              )}
              {!data.meal.started && (
                <Button
                  icon={<UserRoundPlus size={15} aria-hidden />}
                  onClick={() => setForm(guestForm(at, chosen[0], price))}
                >
                  登记客餐
                </Button>
              )}
            </>
          )}
        </div>
        {here.length === 0 ? (
          <Empty
            title={data.published ? '这一餐没有点餐' : '这一天的菜谱还没有发布'}
            text={data.published ? '换一餐或楼层看看。' : '营养师发布菜谱后，每位在住老人自动按饮食形态和忌口点餐。'}
          />
        ) : (
          <table className="yy-meal-table yy-plain-table">
            <thead>
              <tr>
                <th scope="col">
                  <span className="yy-heard">选择</span>
                </th>
                <th scope="col">床位</th>
                <th scope="col">老人</th>
                <th scope="col">饮食</th>
                <th scope="col">这一餐</th>
                <th scope="col">进食</th>
                <th scope="col">{mayServe ? '吃了多少' : <span className="yy-heard">登记</span>}</th>
              </tr>
            </thead>
            <tbody>
              {here.map((row) => (
                <MealRow
                  key={row.oldmanId}
                  row={row}
                  ticked={ticked.has(row.oldmanId)}
                  mayChoose={mayChoose}
                  mayServe={mayServe}
                  onTick={onTick}
                  onChoose={onChoose}
                  onEat={onEat}
                />
              ))}
            </tbody>
          </table>
        )}
      </section>
      {form && <FormDrawer {...form.props} open onClose={() => setForm(null)} />}
    </div>
  )
}
