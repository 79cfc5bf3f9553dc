// Who eats little, until somebody has answered it.

import { type MealAlertData, mealOrder } from '#contract/nursing/mealOrder'
import { MEAL_NEEDS } from '#contract/nursing/mealStates'
import { archivePath, bedPathText } from '#web/areas/live/public'
import { openPage } from '#web/kit/open'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'

const answer = (one: MealAlertData) =>
  confirmCall(mealOrder.calls.handle, {
    input: (note) => ({ alertId: one.alertId, note }),
    title: `处理“${one.oldmanName}”的进食提醒？`,
    effects: [one.meals],
    verb: '处理完成',
    safe: '先不处理',
    reason: { label: '怎么处理的', placeholder: '如：口腔疼痛，已请医生看，改半流质', max: 200 },
    done: '已处理',
  })

export function Alerts() {
  const may = useMay()
  const { data } = useCall(mealOrder.calls.alerts, { open: true, page: 1, size: 50 }, { silent: true })
  if (!data || data.total === 0) return null
  return (
    <PageCard title={`进食差 ${data.total} 位`} sub="连续三餐一半以下，或连续两餐未进" className="yy-meal-alerts">
      <ul className="yy-plain-list yy-stack yy-gap-6">
        {data.list.map((one) => (
          <li key={one.alertId} className="yy-row yy-gap-12 yy-wrap">
            <button type="button" className="yy-link" onClick={() => openPage(archivePath(one.oldmanId))}>
              {one.oldmanName}
            </button>
            <span className="yy-second yy-small">{bedPathText(one.bedPath)}</span>
            <span className="yy-grow">{one.meals}</span>
            {may(MEAL_NEEDS.serve) && (
              <button type="button" className="yy-link" onClick={() => void answer(one)}>
                处理
              </button>
            )}
          </li>
        ))}
      </ul>
    </PageCard>
  )
}
