// One elder at a meal: what must be known, what is served, what was chosen, and how it was eaten.
import { Checkbox, Select } from 'antd'
import { memo } from 'react'
import type { MealOrderData } from '#contract/nursing/mealOrder'
import {
  ChosenBy,
  MealEaten,
  type MealEatenValue,
  MealHelp,
  MealPortion,
  MealStopReason,
} from '#contract/nursing/mealStates'
import { Allergen, DietTherapy, MealTaboo, MealTexture } from '#contract/nursing/mealWords'
import { bedPathText, ResidentCell } from '#web/areas/live/public'
import { StatusTag } from '#web/kit/parts/StatusTag'

interface RowProps {
  row: MealOrderData
  ticked: boolean
  mayChoose: boolean
  mayServe: boolean
  onTick(oldmanId: string, on: boolean): void
  onChoose(row: MealOrderData, choice: number, dishId: string): void
  onEat(oldmanId: string, eaten: MealEatenValue | null): void
}

const SHORT: Readonly<Record<MealEatenValue, string>> = { 4: '全部', 3: '多半', 2: '一半', 1: '少量', 0: '未进' }

export const MealRow = memo(function MealRow({ row, ticked, mayChoose, mayServe, onTick, onChoose, onEat }: RowProps) {
  const on = row.state === 'ON'
  const never = [
    ...row.allergens.map((one) => `${Allergen.label(one)}过敏`),
    ...row.taboos.map((one) => MealTaboo.label(one)),
  ]
  const how = [
    row.help === MealHelp.is.SELF ? null : MealHelp.label(row.help),
    row.portion === MealPortion.is.NORMAL ? null : MealPortion.label(row.portion),
    row.dislikes,
  ].filter(Boolean)
  return (
    <tr className={on ? undefined : 'yy-meal-off'}>
      <td>
        <Checkbox
          checked={ticked}
          aria-label={`选择 ${row.oldmanName}`}
          onChange={({ target }) => onTick(row.oldmanId, target.checked)}
        />
      </td>
      <td className="yy-second yy-one-line">
        {row.bedPath ? bedPathText(row.bedPath.split('>').slice(-2).join('>')) : '—'}
      </td>
      <th scope="row">
        <ResidentCell row={row} link notes={false} />
      </th>
      <td>
        <span className="yy-block">
          {MealTexture.label(row.texture)}
          {row.therapies.length > 0 && `　${row.therapies.map((one) => DietTherapy.label(one)).join('、')}`}
        </span>
        {never.length > 0 && <b className="yy-block yy-red yy-small">{never.join('、')}</b>}
        {how.length > 0 && <span className="yy-block yy-second yy-small">{how.join('；')}</span>}
      </td>
      <td className="yy-meal-dishes">
        {on ? (
          <>
            {row.dishes.map((one) => one.dishName).join('、') || <span className="yy-amber">没有适合的菜</span>}
            {row.swapped && <span className="yy-amber yy-small">　已换菜</span>}
            {row.guests > 0 && <span className="yy-teal yy-small">　客餐 {row.guests} 份</span>}
            {row.choices.map((choice) => (
              <span key={choice.choice} className="yy-row yy-gap-6 yy-above-4">
                <span className="yy-second yy-small">选餐</span>
                <Select
                  size="small"
                  aria-label={`${row.oldmanName} 选餐`}
                  style={{ minWidth: 150 }}
                  value={choice.dishId}
                  disabled={!mayChoose}
                  options={choice.offered.map((one) => ({
                    value: one.dishId,
                    label: one.why ? `${one.dishName}（${one.why}）` : one.dishName,
                    disabled: one.why !== null,
                  }))}
                  onChange={(dishId) => onChoose(row, choice.choice, dishId)}
                />
                {choice.via && (
                  <span className="yy-second yy-small">
                    {ChosenBy.label(choice.via)} {choice.byName}
                  </span>
                )}
              </span>
            ))}
          </>
        ) : (
          <span className="yy-inline yy-gap-8">
            <StatusTag option={MealStopReason.find(row.stopReason!)!} />
            {row.handWhy && (
              <span className="yy-second yy-small">
                {row.handWhy}（{row.handBy}）
              </span>
            )}
          </span>
        )}
      </td>
      <td>
        {row.eaten !== null ? (
          <span className="yy-block">
            {/* For who serves it is pressed beside. */}
            {!mayServe && <StatusTag option={MealEaten.find(row.eaten)!} />}
            <span className="yy-block yy-second yy-small yy-one-line">
              {row.eatenAt?.slice(11, 16)} {row.eatenByName}
            </span>
            {row.eatenRemark && <span className="yy-block yy-second yy-small">{row.eatenRemark}</span>}
          </span>
        ) : row.handedAt ? (
          <span className="yy-second yy-small yy-one-line">{row.handedAt.slice(11, 16)} 已送</span>
        ) : (
          <span className="yy-none">—</span>
        )}
      </td>
      <td>
        {on && mayServe && (
          <span className="yy-inline-flex yy-gap-4" role="group" aria-label={`${row.oldmanName} 吃了多少`}>
            {MealEaten.list.map((one) => (
              <button
                key={one.value}
                type="button"
                className={`yy-meal-eat yy-small ${row.eaten === one.value ? 'is-on' : ''} ${one.value <= 2 ? 'is-poor' : ''}`}
                aria-pressed={row.eaten === one.value}
                title={row.eaten === one.value ? '再按一次撤回' : one.label}
                onClick={() => onEat(row.oldmanId, row.eaten === one.value ? null : one.value)}
              >
                {SHORT[one.value]}
              </button>
            ))}
          </span>
        )}
      </td>
    </tr>
  )
})
