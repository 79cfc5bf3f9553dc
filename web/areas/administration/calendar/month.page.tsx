// 日历: own to-dos and what the areas have on a day, as month, week or list.
import { Button, Checkbox, Segmented } from 'antd'
import { ChevronLeft, ChevronRight, Plus, Printer, Smartphone } from 'lucide-react'
import { useCallback, useState } from 'react'
import { calendar, calendarNeeds } from '#contract/administration/calendar'
import { todo } from '#contract/administration/todo'
import { todoNeeds } from '#contract/administration/todoWords'
import { dayText } from '#contract/kit/clock'
import { residence } from '#contract/live/residence'
import { addForm } from '#web/areas/administration/todo/forms'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { Agenda } from './agenda.part.tsx'
import { byDay, type CalendarView, periodOf, stepOf, titleOf, weekOf, weeksOf } from './days.ts'
import { FeedDrawer } from './feed.part.tsx'
import { CalendarGrid } from './grid.part.tsx'
import { useMoving } from './moving.ts'
import { printMonth } from './printMonth.tsx'
import './calendar.css'

const VIEWS = [
  { value: 'month', label: '月' },
  { value: 'week', label: '周' },
  { value: 'list', label: '列表' },
] as const
const MOST_IN_MONTH = 4
const ALL = 1000
const NEIGHBOUR: Readonly<Record<CalendarView, string>> = { month: '月', week: '周', list: '月' }

const every = (from: string, to: string) => {
  const days: string[] = []
  for (let at = from; at <= to; at = dayText(Date.parse(`${at}T00:00:00+08:00`) + 86_400_000)) days.push(at)
  return days
}

export default function CalendarPage() {
  const may = useMay()
  const [view, setView] = usePageState<CalendarView>('view', 'month')
  const [day, setDay] = usePageState<string>('day', () => dayText())
  const [hidden, setHidden] = usePageState<readonly string[]>('hidden', [])
  const [form, setForm] = useState<FormRequest | null>(null)
  const [more, setMore] = useState<string | null>(null)
  const [feed, setFeed] = useState(false)
  const { from, to } = periodOf(view, day)
  const { data, state } = useLoaded(calendar.calls.list, { from, to }, { what: '日历', lines: 12, keepPrevious: true })
  const refresh = () => void invalidate(calendar)
  useEvent(todo.events.changed, refresh)
  useEvent(residence.events.changed, refresh)
  const today = data?.today ?? dayText()
  const onDay = useCallback(
    (next: string) => {
      if (next < from || next > to) setDay(next)
    },
    [from, to, setDay],
  )
  const moving = useMoving(today, onDay)
  const entries = (data?.entries ?? []).filter((one) => !hidden.includes(one.kind))
  const kinds = new Map((data?.kinds ?? []).map((one) => [one.kind, one.title]))
  const toggle = (kind: string) =>
    setHidden((now) => (now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind]))
  const add = (dueDay: string) => setForm(addForm({ dueDay }, refresh))
  const mayAdd = may(todoNeeds.list)
  const moreEntries = more ? (byDay(entries, [more]).get(more) ?? []) : []
  return (
    <section className="yy-card yy-calendar yy-stack yy-gap-12 yy-pad-16">
      <header className="yy-row yy-gap-8 yy-wrap">
        <Button
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label={`上一${NEIGHBOUR[view]}`}
          onClick={() => setDay(stepOf(view, day, -1))}
        />
        <h3 className="yy-no-margin yy-calendar-title">{titleOf(view, day)}</h3>
        <Button
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label={`下一${NEIGHBOUR[view]}`}
          onClick={() => setDay(stepOf(view, day, 1))}
        />
        <Button onClick={() => setDay(today)}>今天</Button>
        <Segmented<CalendarView>
          aria-label="日历的样式"
          options={[...VIEWS]}
          value={view}
          onChange={(next) => setView(next)}
        />
        <span className="yy-push yy-row yy-gap-8">
          {may(calendarNeeds.feed) && (
            <Button icon={<Smartphone size={15} aria-hidden />} onClick={() => setFeed(true)}>
              手机日历
            </Button>
          )}
          <Button
            icon={<Printer size={15} aria-hidden />}
            disabled={!data || view === 'week'}
            title={view === 'week' ? '请先切换到月' : undefined}
            onClick={() => void printMonth(day, entries)}
          >
            打印本月
          </Button>
          {mayAdd && (
            <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => add(day < today ? today : day)}>
              新建待办
            </Button>
          )}
        </span>
      </header>
      {data && (
        <fieldset className="yy-calendar-kinds yy-row yy-wrap yy-gap-8-16" aria-label="显示哪些">
          {data.kinds.map(({ kind, title, family }) => (
            <Checkbox key={kind} checked={!hidden.includes(kind)} onChange={() => toggle(kind)}>
              <span className={`yy-calendar-dot yy-family-${family}`} />
              {title}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {!data ? (
        state
      ) : view === 'list' ? (
        entries.length > 0 ? (
          <Agenda days={byDay(entries, every(from, to))} kinds={kinds} today={today} />
        ) : (
          <Empty
            title="这个月没有日程"
            text={
              hidden.length > 0
                ? '有些类别没有勾选，勾上就会显示。'
                : '有截止日期的待办、老人生日、外出和到期提醒会出现在这里。'
            }
            acts={hidden.length > 0 && <Button onClick={() => setHidden([])}>全部显示</Button>}
          />
        )
      ) : (
        <CalendarGrid
          weeks={view === 'week' ? [weekOf(day)] : weeksOf(day)}
          entries={entries}
          today={today}
          month={view === 'month' ? day.slice(0, 7) : null}
          most={view === 'week' ? ALL : MOST_IN_MONTH}
          moving={moving}
          mayAdd={mayAdd}
          onAdd={add}
          onMore={setMore}
        />
      )}
      <p className="yy-calendar-said" aria-live="polite">
        {moving.said}
      </p>
      <SideDrawer
        open={more !== null}
        title={more ? `${more} 的日程` : ''}
        asks={false}
        foot={more !== null && mayAdd && more >= today && <Button onClick={() => add(more)}>在这一天新建待办</Button>}
        onClose={() => setMore(null)}
      >
        {more && <Agenda days={new Map([[more, moreEntries]])} kinds={kinds} today={today} />}
      </SideDrawer>
      <FeedDrawer open={feed} onClose={() => setFeed(false)} />
      <FormHost form={form} onClose={() => setForm(null)} />
    </section>
  )
}
