// 点餐统计: how many ate, what a head costs a day, what is eaten and what comes back.
import { useState } from 'react'
import type { Fen } from '#contract/kit/money'
import { dayName } from '#contract/nursing/dishWeek'
import { meals } from '#contract/nursing/meals'
import { MealTexture, MealTime } from '#contract/nursing/mealWords'
import { date } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import './meals.css'

const whole = (value: number) => value.toLocaleString('en-US')
const fenText = (value: Fen | null) => (value === null ? '—' : moneyText(value))
const percent = (value: number | null) => (value === null ? '—' : `${value.toFixed(1)}%`)
const SHOWN = 15
const MOST_NAMED = 4
/** Whose meals these are: not everybody sees the whole house. */
function whose(depts: readonly string[] | null): string {
  if (depts === null) return '全院用餐'
  if (depts.length === 0) return '只统计您能查看的部门'
  const more = depts.length > MOST_NAMED ? `等 ${depts.length} 个部门` : ''
  return `只统计${depts.slice(0, MOST_NAMED).join('、')}${more}`
}

export default function MealFigures() {
  const [days, setDays] = usePageState<{ startDate?: string; endDate?: string }>('days', {})
  const [least, setLeast] = useState(false)
  const { data, state } = useLoaded(meals.calls.figures, days, { what: '点餐统计', keepPrevious: true })
  if (!data) return <div className="yy-pad-16">{state}</div>
  const { total } = data
  /** Whoever may not see amounts gets none, and no empty columns for them. */
  const money = total.costFen !== null
  const looked = data.dishes.filter((one) => one.eatenPercent !== null && one.looked >= 5)
  const ranked = least
    ? looked.toSorted((a, b) => a.eatenPercent! - b.eatenPercent!)
    : looked.toSorted((a, b) => b.eatenPercent! - a.eatenPercent!)
  return (
    <div className="yy-stack yy-gap-12">
      <div className="yy-row yy-gap-8 yy-wrap">
        <span className="yy-second">用餐日期</span>
        <span style={{ width: 140 }}>
          {date.input({
            value: data.startDate,
            'aria-label': '日期从',
            onChange: (startDate) => setDays({ startDate: startDate ?? data.startDate, endDate: data.endDate }),
          })}
        </span>
        <span className="yy-second">至</span>
        <span style={{ width: 140 }}>
          {date.input({
            value: data.endDate,
            'aria-label': '日期到',
            onChange: (endDate) => setDays({ startDate: data.startDate, endDate: endDate ?? data.endDate }),
          })}
        </span>
        <span className="yy-second yy-small">
          {whose(data.depts)}
          {money && '；成本按菜品每份成本与实际用餐份数计算'}
          {total.unpriced !== null && total.unpriced > 0 && `；${whole(total.unpriced)} 份菜没有填成本，未计入`}
        </span>
      </div>
      <KeyFigures
        figures={[
          { label: '用餐', value: whole(total.portions), unit: '份', note: `${whole(total.heads)} 位老人` },
          ...(total.costFen === null
            ? []
            : [
                { label: '人均每日成本', value: fenText(total.perHeadFen), unit: '元' },
                { label: '食材成本', value: moneyText(total.costFen), unit: '元' },
              ]),
          { label: '停餐', value: whole(total.stopped), unit: '份', note: '外出、住院和禁食' },
          {
            label: '客餐',
            value: whole(total.guests),
            unit: '份',
            ...(money && { note: `收入 ${fenText(total.guestFen)} 元` }),
          },
          { label: '进食率', value: percent(total.eatenPercent), note: '按登记的进食情况' },
        ]}
      />
      {data.days.length === 0 ? (
        <PageCard>
          <Empty title="这些天没有用餐记录" text="菜谱发布后按老人生成用餐，送餐后登记进食情况，这里就有统计。" />
        </PageCard>
      ) : (
        <div className="yy-meals-two yy-grid yy-gap-12">
          <PageCard title="每天" sub={`${data.startDate} 至 ${data.endDate}`} flush>
            <table className="yy-meals-table yy-plain-table">
              <thead>
                <tr>
                  <th scope="col">日期</th>
                  <th scope="col" className="yy-right">
                    用餐人数
                  </th>
                  {MealTime.list.slice(0, 5).map((one) => (
                    <th scope="col" className="yy-right" key={one.value}>
                      {one.label}
                    </th>
                  ))}
                  <th scope="col" className="yy-right">
                    停餐
                  </th>
                  <th scope="col" className="yy-right">
                    客餐
                  </th>
                  {money && (
                    <>
                      <th scope="col" className="yy-right">
                        成本（元）
                      </th>
                      <th scope="col" className="yy-right">
                        人均（元）
                      </th>
                    </>
                  )}
                  <th scope="col" className="yy-right">
                    进食率
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.days.map((one) => (
                  <tr key={one.day}>
                    <td>
                      {one.day.slice(5)} {dayName(one.day)}
                    </td>
                    <td className="yy-right">{whole(one.heads)}</td>
                    {MealTime.list.slice(0, 5).map(({ value }) => (
                      <td className="yy-right" key={value}>
                        {whole(one.meals.find((meal) => meal.meal === value)?.count ?? 0)}
                      </td>
                    ))}
                    <td className="yy-right">{one.stopped}</td>
                    <td className="yy-right">{one.guests}</td>
                    {money && (
                      <>
                        <td className="yy-right">{fenText(one.costFen)}</td>
                        <td className="yy-right">{fenText(one.perHeadFen)}</td>
                      </>
                    )}
                    <td className="yy-right">{percent(one.eatenPercent)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </PageCard>
          <div className="yy-stack yy-gap-12">
            <PageCard title="饮食形态" sub="份">
              <ul className="yy-plain-list yy-stack yy-gap-6">
                {data.textures.map((one) => (
                  <li key={one.texture} className="yy-row yy-between">
                    <span>{MealTexture.label(one.texture)}</span>
                    <b>{whole(one.count)}</b>
                  </li>
                ))}
              </ul>
            </PageCard>
            <PageCard
              title={least ? '剩得多的菜' : '吃得好的菜'}
              sub="登记过进食 5 份以上"
              flush
              extra={
                <button type="button" className="yy-link" onClick={() => setLeast(!least)}>
                  {least ? '看吃得好的' : '看剩得多的'}
                </button>
              }
            >
              <table className="yy-meals-table yy-plain-table">
                <thead>
                  <tr>
                    <th scope="col">菜品</th>
                    <th scope="col" className="yy-right">
                      份数
                    </th>
                    <th scope="col" className="yy-right">
                      被选
                    </th>
                    <th scope="col" className="yy-right">
                      进食率
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {ranked.slice(0, SHOWN).map((one) => (
                    <tr key={one.dishId}>
                      <td>
                        {one.dishName} <span className="yy-second yy-small">{one.categoryName}</span>
                      </td>
                      <td className="yy-right">{whole(one.portions)}</td>
                      <td className="yy-right">{one.chosen || '—'}</td>
                      <td className="yy-right">{percent(one.eatenPercent)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </PageCard>
          </div>
        </div>
      )}
    </div>
  )
}
