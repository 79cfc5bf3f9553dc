// How one elder ate in the last days: a row of marks for each meal, and what was said of the poor ones.
import { dayText } from '#contract/kit/clock'
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { dayName } from '#contract/nursing/dishWeek'
import { type MealOrderData, mealOrder } from '#contract/nursing/mealOrder'
import { MealEaten, MealOrderState, MealStopReason } from '#contract/nursing/mealStates'
import { MealTime } from '#contract/nursing/mealWords'
import { openPage } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { FactTable, Section } from './facts.part.tsx'
import { isPoor, MEAL_DAYS, mealDays, mealRows, mealSums } from './mealMarks.ts'
import './meals.css'

/** The newest poor meals are told in words. */
const TOLD = 5

/** 一半；外出停餐；未登记 */
function howOf(one: MealOrderData): string {
  if (one.state === MealOrderState.is.STOPPED) return MealStopReason.label(one.stopReason!)
  return one.eaten === null ? '未登记' : MealEaten.label(one.eaten)
}

const whatOf = (one: MealOrderData) =>
  [
    `${one.day.slice(5)} ${MealTime.label(one.meal)} ${howOf(one)}`,
    one.eatenRemark,
    one.dishes.map((dish) => dish.dishName).join('、'),
  ]
    .filter(Boolean)
    .join('\n')

function Mark({ one }: { one: MealOrderData | null }) {
  if (!one) return <span className="yy-heard">没有点餐</span>
  const stopped = one.state === MealOrderState.is.STOPPED
  const kind = stopped ? 'is-off' : one.eaten === null ? 'is-blank' : `is-${one.eaten}`
  return (
    <span className={`yy-arc-eaten ${kind}`} title={whatOf(one)}>
      <i aria-hidden />
      <span className="yy-heard">{howOf(one)}</span>
    </span>
  )
}

function Legend() {
  return (
    <p className="yy-arc-eaten-legend yy-row yy-wrap yy-gap-12 yy-second yy-small" aria-hidden>
      {MealEaten.list.map((one) => (
        <span key={one.value} className="yy-row yy-gap-6">
          <span className={`yy-arc-eaten is-${one.value}`}>
            <i />
          </span>
          {one.label}
        </span>
      ))}
      <span className="yy-row yy-gap-6">
        <span className="yy-arc-eaten is-blank">
          <i />
        </span>
        未登记
      </span>
      <span className="yy-row yy-gap-6">
        <span className="yy-arc-eaten is-off">
          <i />
        </span>
        停餐
      </span>
    </p>
  )
}

function Marks({ orders, today }: { orders: readonly MealOrderData[]; today: string }) {
  const days = mealDays(today)
  const { looked, percent, poor, stopped } = mealSums(orders)
  const told = orders.filter(isPoor).slice(0, TOLD)
  return (
    <>
      <p className="yy-second">
        {percent === null ? '主餐还没有登记进食' : `主餐登记 ${looked} 次，平均吃了 ${percent}%`}
        {poor > 0 && <b className="yy-amber">　进食差 {poor} 次</b>}
        {stopped > 0 && `　停餐 ${stopped} 次`}
      </p>
      <FactTable>
        <thead>
          <tr>
            <th>餐次</th>
            {days.map((day) => (
              <th key={day} className="yy-arc-eaten-day" title={`${day} ${dayName(day)}`}>
                {day.slice(8)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mealRows(orders, days).map(({ meal, marks }) => (
            <tr key={meal}>
              <td className="yy-one-line">{MealTime.label(meal)}</td>
              {marks.map((one, at) => (
                <td key={days[at]} className="yy-arc-eaten-day">
                  <Mark one={one} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FactTable>
      <Legend />
      {told.length > 0 && (
        <ul className="yy-plain-list yy-stack yy-gap-4">
          {told.map((one) => (
            <li key={`${one.day} ${one.meal}`}>
              {one.day.slice(5)} {MealTime.label(one.meal)}　<b className="yy-amber">{howOf(one)}</b>
              {one.eatenRemark && `　${one.eatenRemark}`}
              {one.eatenByName && <span className="yy-second">　{one.eatenByName}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function Meals({ one }: { one: ArchiveWholeData }) {
  const { oldmanId } = one
  const today = dayText()
  const asked = useCall(mealOrder.calls.elder, { oldmanId, dayFrom: mealDays(today)[0]!, dayTo: today })
  const { data, refetch } = asked
  useEvent(mealOrder.events.changed, ({ oldmanIds }) => {
    if (oldmanIds.length === 0 || oldmanIds.includes(oldmanId)) void refetch()
  })
  const table = () => openPage(mealOrder.pages.list.path)
  return (
    <Section
      title={`近 ${MEAL_DAYS} 天用餐`}
      act={
        <button type="button" className="yy-link" onClick={table}>
          点餐与送餐
        </button>
      }
    >
      {!data ? (
        <Loaded of={asked} what="用餐记录" lines={4} />
      ) : data.length === 0 ? (
        <Empty
          title={`近 ${MEAL_DAYS} 天没有用餐记录`}
          text="菜谱发布后按老人生成用餐，送餐后在“点餐与送餐”登记吃了多少。"
        />
      ) : (
        <Marks orders={data} today={today} />
      )}
    </Section>
  )
}
