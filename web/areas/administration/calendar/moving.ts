// A to-do that is held, by the pointer or by the keyboard, and put down on another day.
import { useCallback, useEffect, useState } from 'react'
import { type CalendarEntryData, calendar } from '#contract/administration/calendar'
import { todo } from '#contract/administration/todo'
import { newRequestNo, send } from '#web/kit/call'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { plusDays } from './days.ts'

export interface Moving {
  held: CalendarEntryData | null
  by: 'pointer' | 'keyboard'
  at: string | null
  lift(entry: CalendarEntryData, by: 'pointer' | 'keyboard'): void
  over(day: string | null): void
  drop(day: string | null): Promise<void>
  cancel(): void
  /** For the reader. */
  said: string
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export function useMoving(today: string, onDay: (day: string) => void): Moving {
  const [held, setHeld] = useState<CalendarEntryData | null>(null)
  const [by, setBy] = useState<'pointer' | 'keyboard'>('pointer')
  const [at, setAt] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  const cancel = useCallback(() => {
    setHeld(null)
    setAt(null)
    setSaid('放弃改期')
  }, [])

  const lift = useCallback((entry: CalendarEntryData, way: 'pointer' | 'keyboard') => {
    setHeld(entry)
    setBy(way)
    setAt(entry.day)
    setSaid(`拿起“${entry.title}”。方向键换日期，空格放下，Esc 放弃`)
  }, [])

  const drop = useCallback(
    async (day: string | null) => {
      const entry = held
      setHeld(null)
      setAt(null)
      if (!entry?.todo || !day || day === entry.day) return
      if (day < today) return void toast.warning(`${day.slice(5)} 已经过去，待办只能改到今天或以后`)
      const { todoId, version } = entry.todo
      const done = await send(
        todo.calls.due,
        { todoId, dueDay: day, version },
        { loading: true, requestNo: newRequestNo() },
      ).catch(() => null)
      void invalidate(calendar, todo)
      if (!done) return
      setSaid(`已改到 ${day}`)
      toast.success(`“${done.title}”已改到 ${day.slice(5)}`)
    },
    [held, today],
  )

  // Held by the keyboard: keys reach it wherever the focus is.
  useEffect(() => {
    if (!held || by !== 'keyboard') return
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (event.key === 'Escape') cancel()
      else if (event.key === ' ' || event.key === 'Enter') void drop(at)
      else if (step !== undefined) {
        const next = plusDays(at ?? held.day, step)
        setAt(next)
        onDay(next)
        setSaid(next < today ? `${next}，已经过去` : next)
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [at, by, cancel, drop, held, onDay, today])

  return { held, by, at, lift, over: setAt, drop, cancel, said }
}
