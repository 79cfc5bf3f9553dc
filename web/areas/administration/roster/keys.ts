// The roster by keyboard: arrows and ranges, shifts by their number, rest, leave, training, copies, undo, lifting and dropping.
import { type KeyboardEvent, useRef, useState } from 'react'
import type { RosterMonthData } from '#contract/administration/roster'
import type { Content } from '#contract/administration/rosterMonth'
import { toast } from '#web/kit/toast'
import type { Mark, Range } from './grid.part.tsx'
import { type Cells, LEAVE, REST, shiftContent, shownOfDay, TRAIN } from './rosterView.ts'
import type { Edit } from './useRoster.ts'

interface KeyOptions {
  month: RosterMonthData | undefined
  days: readonly string[]
  cells: Cells
  editable: boolean
  put(edits: readonly Edit[]): void
  undo(): void
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export interface Lifted {
  empId: string
  day: string
  content: Content
}

const between = (a: number, b: number) => Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i)

export function useKeys({ month, days, cells, editable, put, undo }: KeyOptions) {
  const [range, setRange] = useState<Range | null>(null)
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const copied = useRef<(Content | null)[][] | null>(null)
  const people = month?.people ?? []

  const placesOf = (area: Range) =>
    between(area.at.row, area.to.row).flatMap((row) =>
      between(area.at.column, area.to.column).flatMap((column) => {
        const person = people[row]
        const day = days[column]
        return person && day ? [{ empId: person.empId, day, row, column }] : []
      }),
    )
  const fill = (content: Content) => {
    if (range) put(placesOf(range).map(({ empId, day }) => ({ empId, day, content })))
  }
  const copy = () => {
    if (!range) return
    const rows = between(range.at.row, range.to.row)
    copied.current = rows.map((row) =>
      between(range.at.column, range.to.column).map((column) => shownOfDay(cells, people[row]!.empId, days[column]!)),
    )
    toast.info(`已复制 ${rows.length * copied.current[0]!.length} 格，移到别处按 Ctrl+V 粘贴`)
  }
  const paste = () => {
    if (!range || !copied.current) return
    const top = Math.min(range.at.row, range.to.row)
    const left = Math.min(range.at.column, range.to.column)
    put(
      copied.current.flatMap((row, i) =>
        row.flatMap((content, j): Edit[] => {
          const person = people[top + i]
          const day = days[left + j]
          return person && day ? [{ empId: person.empId, day, content: content ?? REST }] : []
        }),
      ),
    )
  }
  const lift = () => {
    const at = range?.at
    const person = at && people[at.row]
    const day = at && days[at.column]
    if (!person || !day || !month) return
    if (lifted) {
      const edits: Edit[] = [{ empId: person.empId, day, content: lifted.content }]
      if (lifted.empId !== person.empId || lifted.day !== day) {
        edits.unshift({ empId: lifted.empId, day: lifted.day, content: REST })
      }
      put(edits)
      return setLifted(null)
    }
    const content = shownOfDay(cells, person.empId, day)
    if (!content || content.kind === 'REST') return
    if (day < month.today) return void toast.info('已经过去的日子不能改')
    setLifted({ empId: person.empId, day, content })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!month || people.length === 0) return
    const step = STEPS[event.key]
    const control = event.ctrlKey || event.metaKey
    const act = (run: () => void) => {
      event.preventDefault()
      run()
    }
    const taken = () => event.preventDefault()
    if (step) {
      taken()
      const today = Math.max(0, days.indexOf(month.today))
      setRange((before) => {
        if (!before) return { at: { row: 0, column: today }, to: { row: 0, column: today } }
        const from = event.shiftKey ? before.to : before.at
        const next: Mark = {
          row: Math.min(people.length - 1, Math.max(0, from.row + step[0])),
          column: Math.min(days.length - 1, Math.max(0, from.column + step[1])),
        }
        document
          .getElementById(`ros-${next.row}-${next.column}`)
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        return event.shiftKey ? { at: before.at, to: next } : { at: next, to: next }
      })
      return
    }
    if (event.key === 'Escape') {
      if (lifted) {
        event.stopPropagation()
        setLifted(null)
      }
      return
    }
    if (control && event.key.toLowerCase() === 'c') return act(copy)
    if (!editable) return
    if (control && event.key.toLowerCase() === 'v') return act(paste)
    if (control && event.key.toLowerCase() === 'z') return act(undo)
    if (control || event.altKey) return
    if (event.key === ' ') return act(lift)
    const shift = /^[1-9]$/.test(event.key) ? month.palette[Number(event.key) - 1] : undefined
    const content = shift
      ? shiftContent(shift)
      : { '0': REST, Delete: REST, Backspace: REST, l: LEAVE, L: LEAVE, t: TRAIN, T: TRAIN }[event.key]
    if (!content) return
    taken()
    fill(content)
  }
  return { range, setRange, lifted, onKeyDown }
}
