// What the areas count for this person, as the bench does, by the part of the house it belongs to. Done there, it goes away.
import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { todo } from '#contract/administration/todo'
import type { WaitingData } from '#contract/home/bench'
import { classes } from '#web/kit/classes'
import { openPage, usePageState } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'

const MINUTE = 60_000
const RANK: Readonly<Record<string, number>> = { red: 0, amber: 1, slate: 2 }

const pressing = (one: WaitingData) => (one.late > 0 ? -1 : (RANK[one.tone] ?? 3))

/** The most pressing first, the groups by the most pressing in them. */
function grouped(all: readonly WaitingData[]): [group: string, rows: WaitingData[]][] {
  const groups = new Map<string, WaitingData[]>()
  for (const one of all.toSorted((a, b) => pressing(a) - pressing(b))) {
    groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  }
  return [...groups]
}

export function AreaTodos() {
  const { data, state } = useLoaded(
    todo.calls.areas,
    {},
    { what: '业务待办', lines: 2, silent: true, refetchInterval: MINUTE },
  )
  const [open, setOpen] = usePageState('areas', true)
  const waiting = (data ?? []).filter((one) => one.count > 0)
  const total = waiting.reduce((sum, one) => sum + one.count, 0)
  const late = waiting.reduce((sum, one) => sum + one.late, 0)
  const Icon = open ? ChevronUp : ChevronDown
  return (
    <PageCard
      className="yy-fixed yy-todo-areas"
      title="业务待办"
      sub={
        data &&
        (total === 0
          ? '审核、到期提醒和逾期事项都办完了'
          : `${total} 项${late > 0 ? `，${late} 项已超时` : ''}；点开去办，办完自动消失`)
      }
      extra={
        waiting.length > 0 && (
          <Button
            size="small"
            type="text"
            aria-expanded={open}
            icon={<Icon size={15} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {open ? '收起' : '展开'}
          </Button>
        )
      }
    >
      {!data
        ? state
        : open &&
          waiting.length > 0 && (
            <div className="yy-todo-groups">
              {grouped(waiting).map(([group, rows]) => (
                <section key={group} aria-label={`${group}待办`}>
                  <h4 className="yy-no-margin yy-second yy-small">{group}</h4>
                  <ul className="yy-plain-list yy-todo-tiles">
                    {rows.map((one) => (
                      <li key={one.key}>
                        <button
                          type="button"
                          className="yy-todo-tile yy-row yy-gap-8 yy-no-ground yy-ink yy-left yy-edge yy-round yy-press"
                          data-todo={one.key}
                          onClick={() => openPage(one.route)}
                        >
                          <b className={classes('yy-todo-count', `is-${one.late > 0 ? 'red' : one.tone}`)}>
                            {one.count}
                          </b>
                          <span className="yy-narrow">
                            {one.title}
                            {one.note && <small className="yy-block yy-second yy-small yy-ellipsis">{one.note}</small>}
                          </span>
                        </button>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )}
    </PageCard>
  )
}
