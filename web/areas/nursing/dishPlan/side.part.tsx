// Beside the grid: the conflicts of the week, and what the kitchen cooks for a meal.
import { Segmented } from 'antd'
import { useState } from 'react'
import type { DishWeekData } from '#contract/nursing/dishPlan'
import { dayName } from '#contract/nursing/dishWeek'
import { kitchen } from '#contract/nursing/kitchen'
import { DietTherapy, MealTexture, MealTime } from '#contract/nursing/mealWords'
import { openPage } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { type Spot, spotName } from './weekView.ts'

const SHOWN = 6

interface ConflictsProps {
  week: DishWeekData
  chosen: string | null
  onOpen(itemId: string): void
}

export function ConflictCard({ week, chosen, onOpen }: ConflictsProps) {
  const [done, setDone] = useState(false)
  const [all, setAll] = useState(false)
  const open = week.conflicts.filter((one) => one.open > 0)
  const settled = week.conflicts.filter((one) => one.open === 0)
  const rows = done ? settled : open
  const shown = all ? rows : rows.slice(0, SHOWN)
  return (
    <section className="yy-card yy-pad-16 yy-stack yy-gap-8 yy-fixed" aria-label="这一周的冲突">
      <header className="yy-row yy-gap-8">
        <h3 className="yy-heading">饮食冲突</h3>
        <span className="yy-push">
          <Segmented
            size="small"
            aria-label="看哪些冲突"
            value={done ? 'done' : 'open'}
            options={[
              { value: 'open', label: `未处理 ${open.length}` },
              { value: 'done', label: `已处理 ${settled.length}` },
            ]}
            onChange={(next) => setDone(next === 'done')}
          />
        </span>
      </header>
      {rows.length === 0 && (
        <p className="yy-no-margin yy-second">{done ? '还没有处理过的冲突。' : '没有未处理的冲突。'}</p>
      )}
      <ul className="yy-plain-list">
        {shown.map((one) => (
          <li key={one.itemId}>
            <button
              type="button"
              className={
                chosen === one.itemId
                  ? 'yy-entry yy-gap-8 yy-round yy-ring yy-dishweek-conflict yy-soft'
                  : 'yy-entry yy-gap-8 yy-round yy-ring yy-hover yy-dishweek-conflict'
              }
              onClick={() => onOpen(one.itemId)}
            >
              <span className="yy-second yy-one-line">
                {dayName(one.day)} {MealTime.label(one.meal)}
              </span>
              <span className="yy-grow yy-ellipsis">
                <b>{one.dishName}</b> <span className="yy-second yy-small">{one.words.join('、')}</span>
              </span>
              {done ? (
                <span className="yy-good yy-one-line">{one.answered} 人</span>
              ) : (
                <b className="yy-red yy-one-line">{one.open} 人</b>
              )}
            </button>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <button type="button" className="yy-link yy-left" onClick={() => setAll(!all)}>
          {all ? '收起' : `还有 ${rows.length - SHOWN} 道 ›`}
        </button>
      )}
      {open.length > 0 && <span className="yy-second yy-small">有未处理的冲突不能发布</span>}
      {week.elsewhere > 0 && (
        <span className="yy-second yy-small">其他部门还有 {week.elsewhere} 人次冲突，由能看到他们的人处理</span>
      )}
    </section>
  )
}

export function KitchenCard({ week, spot }: { week: DishWeekData; spot: Spot }) {
  const may = useMay()
  const one = week.portions.find((row) => row.day === spot.day && row.meal === spot.meal)
  if (!one) return null
  const most = Math.max(1, ...one.textures.map((row) => row.count))
  return (
    <section className="yy-card yy-pad-16 yy-stack yy-gap-8 yy-fixed" aria-label="给厨房">
      <header className="yy-row yy-gap-8 yy-baseline">
        <h3 className="yy-heading">给厨房</h3>
        <span className="yy-second yy-small">
          {spotName(spot)} {one.total} 份
        </span>
        {may(kitchen.pages.day.needs) && (
          <button
            type="button"
            className="yy-link yy-push yy-small"
            onClick={() => openPage(kitchen.pages.day.path, { day: spot.day, meal: spot.meal })}
          >
            厨房 ›
          </button>
        )}
      </header>
      <ul className="yy-plain-list yy-stack yy-gap-4">
        {one.textures
          .filter((row) => row.count > 0)
          .map((row) => (
            <li key={row.texture} className="yy-dishweek-bar yy-grid yy-gap-8 yy-center">
              <span>{MealTexture.label(row.texture)}</span>
              <span className="yy-dishweek-track" aria-hidden>
                <i style={{ width: `${(row.count / most) * 100}%` }} />
              </span>
              <b className="yy-right">{row.count}</b>
            </li>
          ))}
      </ul>
      <span className="yy-row yy-wrap yy-gap-8-12">
        {one.therapies.map((row) => (
          <span key={row.therapy}>
            {DietTherapy.label(row.therapy)} <b>{row.count}</b>
          </span>
        ))}
        {one.swaps > 0 && (
          <span className="yy-red">
            换菜 <b>{one.swaps}</b>
          </span>
        )}
      </span>
      <span className="yy-second yy-small">
        {one.absent > 0 ? `停餐 ${one.absent}（外出停餐、住院），返回后自动恢复。` : '没有停餐的老人。'}
      </span>
    </section>
  )
}
