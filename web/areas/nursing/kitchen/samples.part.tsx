// 留样: which dishes of the meal are kept, and which have been kept long enough.
import { Button, Checkbox, InputNumber } from 'antd'
import { useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { kitchen } from '#contract/nursing/kitchen'
import { SAMPLE_GRAMS } from '#contract/nursing/mealSettingShape'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

export function Samples({ day, meal }: { day: string; meal: MealTimeValue }) {
  const { data, state } = useLoaded(kitchen.calls.samples, { day, meal }, { what: '留样记录', keepPrevious: true })
  const { data: setting } = useCall(kitchen.calls.setting, {})
  const least = setting?.sampleGrams ?? SAMPLE_GRAMS
  const [grams, setGrams] = useState<number | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const keep = useAct(kitchen.calls.keepSamples, { onDone: () => toast.success('留样已登记') })
  if (!data) return <PageCard title="留样">{state}</PageCard>
  const here = data.filter((one) => one.day === day && one.meal === meal)
  const open = here.filter((one) => one.sampleId === null)
  const due = data.filter((one) => one.due)
  const chosen = open.filter((one) => !left.has(one.dishId))
  const mayKeep = open.length > 0 && day <= dayText()
  return (
    <PageCard
      title="留样"
      sub={`每道不少于 ${least} 克，冷藏保存 ${setting?.sampleHours ?? 48} 小时`}
      extra={
        due.length > 0 && (
          <button
            type="button"
            className="yy-link"
            onClick={() =>
              void confirmCall(kitchen.calls.destroySamples, {
                input: { sampleIds: due.map((one) => one.sampleId!) },
                title: `销毁 ${due.length} 份到期的留样？`,
                effects: due
                  .slice(0, 6)
                  .map((one) => `${one.day.slice(5)} ${MealTime.label(one.meal)} ${one.dishName}`),
                verb: '登记销毁',
                safe: '先不销毁',
                done: '已登记销毁',
              })
            }
          >
            到期 {due.length} 份，登记销毁
          </button>
        )
      }
    >
      {here.length === 0 ? (
        <Empty title="这一餐还没有菜" text="菜谱发布后，这里列出要留样的菜。" />
      ) : (
        <ul className="yy-plain-list yy-stack yy-gap-6">
          {here.map((one) => (
            <li key={one.dishId} className="yy-row yy-between yy-gap-8">
              {one.sampleId === null && mayKeep ? (
                <Checkbox
                  checked={!left.has(one.dishId)}
                  onChange={({ target }) => {
                    const next = new Set(left)
                    if (target.checked) next.delete(one.dishId)
                    else next.add(one.dishId)
                    setLeft(next)
                  }}
                >
                  {one.dishName}
                </Checkbox>
              ) : (
                <span>{one.dishName}</span>
              )}
              {one.sampleId === null ? (
                <StatusTag family="amber" hollow>
                  未留样
                </StatusTag>
              ) : (
                <span className="yy-second yy-small">
                  {one.grams} 克 {one.keptAt?.slice(5, 16)} {one.keptBy}
                  {one.destroyedAt ? `，${one.destroyedAt.slice(5, 16)} 销毁` : `，存至 ${one.keepUntil?.slice(5, 16)}`}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayKeep && (
        <div className="yy-row yy-gap-8 yy-above-12">
          <InputNumber
            aria-label="每份留样重量（克）"
            style={{ width: 110 }}
            min={1}
            max={2000}
            suffix="克"
            value={grams ?? least}
            onChange={setGrams}
          />
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={keep.running}
            onClick={() =>
              void keep.run({ day, meal, dishIds: chosen.map((one) => one.dishId), grams: grams ?? least })
            }
          >
            登记留样 {chosen.length} 道
          </Button>
        </div>
      )}
    </PageCard>
  )
}
