// How many to-dos are open with this person, beside the menu entry; red while one of them is late.
import { useEffect } from 'react'
import { todo } from '#contract/administration/todo'
import { todoNeeds } from '#contract/administration/todoWords'
import { bench } from '#contract/home/bench'
import { setBadge } from '#web/kit/badges'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'

const MINUTE = 60_000

export function useTodoBadge(): void {
  const may = useMay()
  const { data } = useCall(todo.calls.counts, may(todoNeeds.list) ? {} : null, {
    silent: true,
    refetchInterval: MINUTE,
  })
  useEvent(todo.events.changed, () => void invalidate(todo, bench))
  useEffect(() => {
    const count = (view: string) => data?.find((one) => one.view === view)?.count ?? 0
    setBadge(todo.pages.list.path, count('mine'), count('overdue') > 0 ? 'red' : 'plain')
  }, [data])
}
