// What waits for this person: one tile per kind of work, its count leads to exactly those records.
import { bench } from '#contract/home/bench'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import './bench.css'

const MINUTE = 60_000

export function Todos() {
  const { data, state } = useLoaded(
    bench.calls.waitHandle,
    {},
    { what: '待办', lines: 4, silent: true, refetchInterval: MINUTE },
  )
  const waiting = (data ?? []).filter((todo) => todo.count > 0)
  const total = waiting.reduce((sum, todo) => sum + todo.count, 0)
  const late = waiting.reduce((sum, todo) => sum + todo.late, 0)
  return (
    <PageCard
      title="待办"
      sub={total > 0 ? `${total} 项${late > 0 ? `，${late} 项已超时` : ''}` : undefined}
      className="yy-tall"
    >
      {!data ? (
        state
      ) : waiting.length === 0 ? (
        <Empty title="没有待办" text="审核、到期提醒和逾期事项会出现在这里，办完自动消失。" />
      ) : (
        <div className="yy-todos yy-grid yy-gap-8">
          {waiting.map((todo) => (
            <button
              className="yy-grid yy-center yy-no-ground yy-ink yy-left yy-edge yy-round yy-press"
              type="button"
              key={todo.key}
              data-todo={todo.key}
              onClick={() => openPage(todo.route)}
            >
              <b className={classes(`is-${todo.tone}`)}>{todo.count}</b>
              <span className="yy-narrow">
                {todo.title}
                {todo.note && (
                  <small className="yy-block yy-second yy-small-line yy-small yy-ellipsis">{todo.note}</small>
                )}
              </span>
            </button>
          ))}
        </div>
      )}
    </PageCard>
  )
}
