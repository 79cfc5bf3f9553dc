// 排餐计划: a week of dishes, planned by several at once, its conflicts by name, and what the kitchen cooks.
import { Button } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type DishWeekData, dishPlan } from '#contract/nursing/dishPlan'
import { dishSetting } from '#contract/nursing/dishSetting'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { send } from '#web/kit/call'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { useLost } from '#web/kit/line'
import { usePageParams, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { WeekBar } from './bar.part.tsx'
import { WeekDnd } from './dnd.part.tsx'
import { WeekFoot } from './foot.part.tsx'
import { copyDayForm, copyWeekForm, settingForm } from './forms.tsx'
import { WeekGrid } from './grid.part.tsx'
import { ItemPane } from './item.part.tsx'
import { Library } from './library.part.tsx'
import { useLifting } from './lifting.ts'
import { printWeek } from './printWeek.tsx'
import { ConflictCard, KitchenCard } from './side.part.tsx'
import type { Spot } from './weekView.ts'
import './week.css'

const media = window.matchMedia('(min-width: 1600px)')
const useWide = () =>
  useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => media.matches,
  )

/** How long a dish that somebody else changed stands out. */
const FRESH_MS = 3_000

/** Dishes that others have just changed. */
function useFresh(planId: string | undefined): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const timer = useRef<number | undefined>(undefined)
  useEvent(dishPlan.events.changed, (payload) => {
    void invalidate(dishPlan)
    if (payload.planId !== planId) return
    setFresh(new Set(payload.items))
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setFresh(new Set()), FRESH_MS)
  })
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return fresh
}

interface FilledProps {
  week: DishWeekData
  input: object
  building: string | null
  onDay(day: string | null): void
  onBuilding(building: string | null): void
}

function FilledWeek({ week, input, building, onDay, onBuilding }: FilledProps) {
  const wide = useWide()
  const lost = useLost()
  const params = usePageParams<'itemId'>()
  const [chosen, setChosen] = usePageState<string | null>('item', params.itemId ?? null)
  const [meal, setMeal] = usePageState<MealTimeValue>('meal', MealTime.is.lunch)
  const [library, setLibrary] = useState<Spot | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const [cardsOpen, setCardsOpen] = useState(false)
  const fresh = useFresh(week.plan?.planId)
  const lifting = useLifting(week, input)
  const change = week.can.includes('edit') || week.can.includes('adjust')
  const open = useCallback((day: string) => change && day >= week.today, [change, week.today])
  const { lifted, cancel, lift } = lifting
  const onOpen = useCallback(
    (itemId: string) => {
      if (!lifted) setChosen((before) => (before === itemId ? null : itemId))
    },
    [lifted, setChosen],
  )
  const item = week.items.find((one) => one.itemId === chosen)
  const firstDay = week.today > week.weekStart && week.today <= week.weekEnd ? week.today : week.weekStart
  const spot: Spot = item ?? { day: firstDay, meal }
  const openLibrary = (at?: Spot) => {
    const wanted = at ?? { day: spot.day < week.today ? firstDay : spot.day, meal: spot.meal }
    setLibrary(wanted)
  }
  const pane = item && (
    <ItemPane
      key={item.itemId}
      itemId={item.itemId}
      building={building}
      onClose={wide ? () => setChosen(null) : undefined}
      onLift={(detail) => {
        const { dishName, itemId, dishId, day, meal: at } = detail.item
        if (!wide) setChosen(null)
        lift({ name: dishName, itemId, dishId, from: { day, meal: at }, by: 'keyboard' }, { day, meal: at })
      }}
    />
  )
  const shelf = library && (
    <Library
      week={week}
      spot={library}
      beside={wide}
      onSpot={setLibrary}
      onPlace={(one) => {
        if (!wide) setLibrary(null)
        lift({ name: one.dishName, itemId: null, dishId: one.dishId, from: null, by: 'keyboard' }, library)
      }}
      onClose={() => setLibrary(null)}
    />
  )
  const cards = (
    <>
      <ConflictCard
        week={week}
        chosen={chosen}
        onOpen={(itemId) => {
          setCardsOpen(false)
          setChosen(itemId)
        }}
      />
      <KitchenCard week={week} spot={spot} />
    </>
  )
  return (
    <>
      <WeekBar
        week={week}
        building={building}
        onDay={onDay}
        onBuilding={onBuilding}
        onCopyWeek={() => setForm(copyWeekForm(week))}
        onCopyDay={() => setForm(copyDayForm(week))}
        onLibrary={() => openLibrary()}
        onConflicts={wide ? undefined : () => setCardsOpen(true)}
        onPrint={() => void printWeek(week)}
        onSetting={() => void send(dishSetting.calls.get, {}).then((setting) => setForm(settingForm(setting)))}
      />
      {week.plan?.opinion && (
        <p className="yy-told yy-round yy-pad-8-16 yy-no-margin yy-warning" role="status">
          已退回：{week.plan.opinion}
        </p>
      )}
      {lifted?.by === 'keyboard' && (
        <p className="yy-soft yy-round yy-pad-8-16 yy-no-margin yy-row yy-gap-12" role="status">
          <span>
            正在移动 <b>{lifted.name}</b>
            ：点要放的格子，或用方向键选、空格放下{lifted.itemId && '；C 键改为复制'}
          </span>
          {lifted.itemId && (
            <Button size="small" aria-pressed={lifting.copy} onClick={() => lifting.setCopy(!lifting.copy)}>
              {lifting.copy ? '改为移动' : '改为复制'}
            </Button>
          )}
          <Button size="small" onClick={cancel}>
            放弃
          </Button>
        </p>
      )}
      <span className="yy-heard" aria-live="assertive">
        {lifting.said}
      </span>
      <WeekDnd lifting={lifting}>
        <div className="yy-flex yy-gap-12 yy-low yy-flex-1">
          <section className={lost ? 'yy-card yy-grow yy-low yy-scroll is-old' : 'yy-card yy-grow yy-low yy-scroll'}>
            {week.plan || week.items.length > 0 ? (
              <WeekGrid
                week={week}
                lifting={lifting}
                open={open}
                chosen={chosen}
                fresh={fresh}
                onOpen={onOpen}
                onAdd={openLibrary}
                foot={<WeekFoot week={week} meal={meal} onMeal={setMeal} />}
              />
            ) : (
              <Empty
                title="这一周还没有排菜"
                text={
                  week.weekEnd < week.today
                    ? '已经过去的一周，没有菜谱。'
                    : '按右上角“开始排这一周”，然后复制上周，或从菜品库里选。'
                }
              />
            )}
          </section>
          {wide && (
            <aside className="yy-dishweek-aside yy-stack yy-gap-12 yy-fixed yy-low yy-scroll">
              {shelf ? (
                <section className="yy-card yy-pad-16 yy-low yy-flex-1" aria-label="菜品库">
                  {shelf}
                </section>
              ) : (
                <>
                  {pane && <section className="yy-card yy-fixed">{pane}</section>}
                  {cards}
                </>
              )}
            </aside>
          )}
        </div>
        {!wide && (
          <SideDrawer open={library !== null} title="菜品库" asks={false} onClose={() => setLibrary(null)}>
            {shelf}
          </SideDrawer>
        )}
      </WeekDnd>
      {!wide && (
        <>
          <SideDrawer open={cardsOpen} title="饮食冲突与厨房份数" asks={false} onClose={() => setCardsOpen(false)}>
            <div className="yy-stack yy-gap-12">{cards}</div>
          </SideDrawer>
          <SideDrawer open={item !== undefined} title="这道菜" asks={false} onClose={() => setChosen(null)}>
            {pane}
          </SideDrawer>
        </>
      )}
      {form && <FormDrawer {...form.props} open onClose={() => setForm(null)} />}
    </>
  )
}

export default function DishWeek() {
  const params = usePageParams<'day'>()
  const [day, setDay] = usePageState<string | null>('day', params.day ?? null)
  const [building, setBuilding] = usePageState<string | null>('building', null)
  const input = useMemo(() => ({ ...(day && { day }), ...(building && { building }) }), [day, building])
  const { data, error, refetch } = useCall(dishPlan.calls.week, input, { keepPrevious: true })
  return (
    <div className="yy-dishweek yy-stack yy-gap-12 yy-low yy-tall">
      {error && !data && <ErrorBlock what="菜谱" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <BlockBones lines={12} />}
      {data && (
        <FilledWeek
          key={data.weekStart}
          week={data}
          input={input}
          building={building}
          onDay={setDay}
          onBuilding={setBuilding}
        />
      )}
    </div>
  )
}
