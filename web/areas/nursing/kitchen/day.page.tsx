// 厨房: how many portions of what, where they go, what changed after the counts were closed, samples and shopping.
import { Button } from 'antd'
import { ChevronLeft, ChevronRight, Printer, Settings2, ShoppingBasket } from 'lucide-react'
import { useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { addDays, dayName } from '#contract/nursing/dishWeek'
import { kitchen } from '#contract/nursing/kitchen'
import { mealOrder } from '#contract/nursing/mealOrder'
import { MEAL_NEEDS } from '#contract/nursing/mealStates'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { date } from '#web/kit/fields/date'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { usePageState } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { Allowed } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { Changes, Dishes, Forms, Wards } from './counts.part.tsx'
import { printCards } from './printCards.tsx'
import { Samples } from './samples.part.tsx'
import { settingForm } from './settingForm.tsx'
import { Shopping } from './shopping.part.tsx'
import '#web/areas/nursing/meals/meals.css'
import './kitchen.css'

export default function KitchenDay() {
  const [asked, setAsked] = usePageState<{ day?: string; meal?: MealTimeValue }>('meal', {})
  const [shopping, setShopping] = useState<string | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const { data, state } = useLoaded(kitchen.calls.day, asked, { what: '厨房份数', keepPrevious: true })
  const { data: setting } = useCall(kitchen.calls.setting, {}, { silent: true })
  useEvent(mealOrder.events.changed, () => void invalidate(kitchen))
  if (!data) return <div className="yy-pad-16">{state}</div>
  const { day, meal } = data
  // Until it has come the meal before stands there; whoever presses on goes on from what was asked for.
  const wanted = { day, meal, ...asked }
  const now = data.meals.find((one) => one.meal === meal)
  const word = wanted.day === dayText() ? '今天' : wanted.day === addDays(dayText(), 1) ? '明天' : dayName(wanted.day)
  const print = (ward: string | null) => void printCards(day, meal, ward)
  return (
    <div className="yy-stack yy-gap-12">
      <div className="yy-row yy-between yy-wrap yy-gap-8">
        <span className="yy-inline yy-gap-8">
          <Button
            icon={<ChevronLeft size={16} />}
            aria-label="前一天"
            onClick={() => setAsked({ ...wanted, day: addDays(wanted.day, -1) })}
          />
          <span style={{ width: 140 }}>
            {date.input({
              value: wanted.day,
              'aria-label': '日期',
              onChange: (next) => setAsked(next ? { ...wanted, day: next } : {}),
            })}
          </span>
          <Button
            icon={<ChevronRight size={16} />}
            aria-label="后一天"
            onClick={() => setAsked({ ...wanted, day: addDays(wanted.day, 1) })}
          />
          <b>{word}</b>
          {wanted.day !== dayText() && <Button onClick={() => setAsked({})}>回到今天</Button>}
        </span>
        <span className="yy-inline yy-gap-8">
          <Allowed needs={MEAL_NEEDS.setting}>
            <Button
              icon={<Settings2 size={15} aria-hidden />}
              disabled={!setting}
              onClick={() => setForm(settingForm(setting!))}
            >
              膳食设置
            </Button>
          </Allowed>
          <Button icon={<ShoppingBasket size={15} aria-hidden />} onClick={() => setShopping(day)}>
            采购量
          </Button>
          <Button
            type="primary"
            icon={<Printer size={15} aria-hidden />}
            disabled={!now?.counts.total}
            onClick={() => print(null)}
          >
            打印分餐卡
          </Button>
        </span>
      </div>
      <CountTabs
        label="餐次"
        value={wanted.meal}
        onChange={(next) => setAsked({ ...wanted, meal: next })}
        tabs={data.meals.map((one) => ({
          value: one.meal,
          label: `${MealTime.label(one.meal)} ${one.startsAt.slice(11, 16)}`,
          count: one.counts.total + one.counts.guests,
        }))}
      />
      {!now || now.counts.total + now.counts.guests === 0 ? (
        <PageCard>
          <Empty
            title={data.published ? '这一餐没有点餐' : '这一天的菜谱还没有发布'}
            text={
              data.published
                ? '菜谱里没有这一餐的菜，或老人都已停餐。'
                : '营养师发布菜谱后，按老人生成点餐，厨房份数就在这里。'
            }
          />
        </PageCard>
      ) : (
        <>
          <KeyFigures
            figures={[
              {
                label: '要做',
                value: now.counts.total + now.counts.guests,
                unit: '份',
                note: now.counts.guests > 0 ? `含客餐 ${now.counts.guests} 份` : '没有客餐',
              },
              {
                label: '截单',
                value: now.closed ? `${data.atClosing} 份` : '未截单',
                note: `${now.closesAt.slice(5, 16)}${now.closed ? ' 已截单' : ' 截单'}`,
              },
              {
                label: '截单后变动',
                value: data.changes.length,
                unit: '条',
                ...(data.changes.length > 0 && { tone: 'amber' as const }),
                note:
                  data.atClosing === null
                    ? '截单后才有'
                    : `净变 ${now.counts.total + now.counts.guests - data.atClosing} 份`,
              },
              { label: '换菜', value: now.counts.swaps, unit: '份', note: '与过敏、忌口或治疗饮食冲突' },
              { label: '停餐', value: now.counts.absent, unit: '份', note: '外出、住院和禁食' },
            ]}
          />
          <div className="yy-kitchen-page yy-grid yy-gap-12">
            <div className="yy-stack yy-gap-12">
              <Wards counts={now.counts} onPrint={print} />
              <Dishes dishes={data.dishes} />
            </div>
            <div className="yy-stack yy-gap-12">
              <Forms counts={now.counts} />
              <Changes changes={data.changes} closesAt={now.closesAt} closed={now.closed} />
              <Samples day={day} meal={meal} />
            </div>
          </div>
        </>
      )}
      <Shopping day={shopping} onClose={() => setShopping(null)} />
      {form && <FormDrawer {...form.props} open onClose={() => setForm(null)} />}
    </div>
  )
}
