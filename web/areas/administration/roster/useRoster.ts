// The month on the screen with what is painted here: a cell changes at once, is sent a moment later, many together, and one
// request after the other. What somebody else wrote meanwhile is theirs: it is shown and told.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type RosterMonthData, type RosterSavedData, roster } from '#contract/administration/roster'
import {
  type Content,
  EMPTY_CELL,
  faultsOfPerson,
  type PersonFault,
  type RosterCell,
  ruleCells,
  sameContent,
  shiftsById,
  shownOf,
  unfold,
} from '#contract/administration/rosterMonth'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { type Cells, monthSpan } from './rosterView.ts'

export interface RosterInput {
  attendanceGroupPkId?: string
  month?: string
}
export interface Edit {
  empId: string
  day: string
  content: Content | null
}

const LATER = 250
const keyOf = (empId: string, day: string) => `${empId} ${day}`

/** What is wrong with somebody, found once for each state of their cells. */
export function useFaults(
  month: RosterMonthData | undefined,
  cells: Cells,
): ReadonlyMap<string, readonly PersonFault[]> {
  const known = useRef(new WeakMap<object, { month: RosterMonthData; faults: readonly PersonFault[] }>())
  return useMemo(() => {
    if (!month) return new Map()
    const shifts = shiftsById(month.shifts)
    const span = monthSpan(month.month)
    return new Map(
      month.people.map((person) => {
        const own = cells.get(person.empId)!
        const before = known.current.get(own)
        if (before?.month === month) return [person.empId, before.faults]
        const faults = faultsOfPerson(month, person, ruleCells(own, shifts), span)
        known.current.set(own, { month, faults })
        return [person.empId, faults]
      }),
    )
  }, [month, cells])
}

export function useRoster(input: RosterInput) {
  const query = useCall(roster.calls.month, input, { keepPrevious: true })
  const me = useSession((state) => state.user?.empInfo.empId)
  const { data, refetch } = query
  const base = useMemo(() => (data ? unfold(data) : new Map<string, Map<string, RosterCell>>()), [data])
  /** What was painted since, by person and day. */
  const [painted, setPainted] = useState<ReadonlyMap<string, { empId: string; day: string; cell: RosterCell }>>(
    new Map(),
  )
  const pending = useRef(new Map<string, Edit>())
  const sending = useRef(false)
  const timer = useRef<number | undefined>(undefined)
  const undo = useRef<Edit[][]>([])
  const group = useRef<string | null>(null)
  group.current = data?.attendanceGroupPkId ?? null

  const cells: Cells = useMemo(() => {
    if (painted.size === 0) return base
    const all = new Map<string, ReadonlyMap<string, RosterCell>>(base)
    const own = new Map<string, Map<string, RosterCell>>()
    for (const { empId, day, cell } of painted.values()) {
      if (!base.has(empId)) continue
      const copy = own.get(empId) ?? new Map(base.get(empId))
      own.set(empId, copy)
      // What was read later than it was painted knows better.
      if (pending.current.has(keyOf(empId, day)) || cell.version > (copy.get(day)?.version ?? -1)) copy.set(day, cell)
      all.set(empId, copy)
    }
    return all
  }, [base, painted])
  const latest = useRef(cells)
  latest.current = cells

  const answered = useCallback(
    (batch: readonly Edit[], answer: RosterSavedData) => {
      const versions = new Map(answer.saved.map((one) => [keyOf(one.empId, one.day), one.version]))
      setPainted((before) => {
        const next = new Map(before)
        for (const one of batch) {
          const key = keyOf(one.empId, one.day)
          const version = versions.get(key)
          const known = next.get(key)
          if (version === undefined) next.delete(key)
          else if (known) next.set(key, { ...known, cell: { ...known.cell, version } })
        }
        return next
      })
      for (const one of answer.conflicts) pending.current.delete(keyOf(one.empId, one.day))
      if (answer.conflicts.length > 0) {
        const [first] = answer.conflicts
        const more = answer.conflicts.length > 1 ? `等 ${answer.conflicts.length} 处` : ''
        toast.warning(`${first!.empName} ${first!.day.slice(5)} ${more}刚被${first!.by}改过，已保留对方的排班，请核对`)
        void refetch()
      }
    },
    [refetch],
  )

  const flush = useCallback(async () => {
    if (sending.current || pending.current.size === 0) return
    sending.current = true
    const batch = [...pending.current.values()]
    pending.current = new Map()
    try {
      const answer = await send(
        roster.calls.save,
        {
          attendanceGroupPkId: group.current,
          cells: batch.map(({ empId, day, content }) => ({
            empId,
            day,
            kind: content?.kind ?? null,
            shiftPkId: content?.shiftPkId ?? null,
            version: latest.current.get(empId)?.get(day)?.version ?? 0,
          })),
        },
        { requestNo: newRequestNo() },
      )
      answered(batch, answer)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Said already; what stands is shown again.
      setPainted((before) => {
        const next = new Map(before)
        for (const one of batch) next.delete(keyOf(one.empId, one.day))
        return next
      })
      void refetch()
    } finally {
      sending.current = false
      if (pending.current.size > 0) timer.current = window.setTimeout(() => void flush(), 0)
    }
  }, [answered, refetch])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const write = useCallback(
    (edits: readonly Edit[]): Edit[] => {
      const before: Edit[] = []
      const changed: { key: string; empId: string; day: string; cell: RosterCell }[] = []
      for (const { empId, day, content } of edits) {
        const cell = latest.current.get(empId)?.get(day) ?? EMPTY_CELL
        if (sameContent(shownOf(cell), content)) continue
        before.push({ empId, day, content: shownOf(cell) })
        const draft = sameContent(cell.published, content) ? undefined : content
        changed.push({ key: keyOf(empId, day), empId, day, cell: { ...cell, draft } })
        pending.current.set(keyOf(empId, day), { empId, day, content })
      }
      if (changed.length === 0) return []
      setPainted((known) => {
        const next = new Map(known)
        for (const { key, ...one } of changed) next.set(key, one)
        return next
      })
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void flush(), LATER)
      return before
    },
    [flush],
  )
  const apply = useCallback(
    (edits: readonly Edit[]) => {
      const before = write(edits)
      if (before.length > 0) undo.current = [...undo.current.slice(-99), before]
    },
    [write],
  )
  const undoLast = useCallback(() => {
    const last = undo.current.pop()
    if (last) write(last)
    else toast.info('没有可以撤销的改动')
  }, [write])

  /** Before something that reads the drafts at the server: everything painted is there. */
  const settle = useCallback(async () => {
    window.clearTimeout(timer.current)
    while (sending.current || pending.current.size > 0) {
      if (!sending.current) await flush()
      else await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }, [flush])
  const reload = useCallback(async () => {
    undo.current = []
    await refetch()
  }, [refetch])

  useEvent(roster.events.changed, (payload) => {
    const span = data && monthSpan(data.month)
    if (!span || payload.by === me || payload.from > span.to || payload.to < span.from) return
    void refetch()
  })
  return { ...query, month: data, cells, apply, undoLast, settle, reload }
}
