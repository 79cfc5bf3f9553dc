// What is typed into the table of a ward and not yet saved. It stays in this browser until the server has it.
import { useCallback, useRef, useState } from 'react'
import { type VitalSignData, vital } from '#contract/nursing/vital'
import { newRequestNo, send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { invalidate } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { local } from '#web/kit/storage'
import { type Round, readRow, type TypedRow, type WardColumn } from './wardRows.ts'

export interface RowState {
  typed: TypedRow
  /** The same until it is stored: a second try never writes twice. */
  requestNo: string
  saving: boolean
  /** What the server said against it. */
  error: string | null
}

export type WardState = Readonly<Record<string, RowState>>

const keptName = () => `draft-vital-ward-${useSession.getState().user?.empInfo.empId ?? ''}` as const
const NEW = (): RowState => ({ typed: {}, requestNo: newRequestNo(), saving: false, error: null })

function kept(): WardState {
  const rows = local.get<Record<string, Pick<RowState, 'typed' | 'requestNo'>>>(keptName()) ?? {}
  return Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, { ...NEW(), ...row }]))
}

function keep(state: WardState): void {
  const rows = Object.entries(state).map(([id, { typed, requestNo }]) => [id, { typed, requestNo }])
  if (rows.length === 0) local.remove(keptName())
  else local.set(keptName(), Object.fromEntries(rows))
}

export function useWard(round: Round, onStored: (row: VitalSignData) => void) {
  const [state, setState] = useState<WardState>(kept)
  const now = useRef(state)
  const set = useCallback((next: WardState) => {
    now.current = next
    keep(next)
    setState(next)
  }, [])
  const patch = useCallback(
    (oldmanId: string, more: Partial<RowState>) =>
      set({ ...now.current, [oldmanId]: { ...(now.current[oldmanId] ?? NEW()), ...more } }),
    [set],
  )
  const drop = useCallback(
    (oldmanId: string) => {
      const { [oldmanId]: _, ...rest } = now.current
      set(rest)
    },
    [set],
  )

  const type = useCallback(
    (oldmanId: string, column: WardColumn, text: string) => {
      const typed = { ...now.current[oldmanId]?.typed, [column]: text }
      if (Object.values(typed).every((one) => !one)) return drop(oldmanId)
      // Changed since it was sent: it is another request.
      patch(oldmanId, { typed, requestNo: newRequestNo(), error: null })
    },
    [drop, patch],
  )

  const running = useRef(new Map<string, Promise<boolean>>())
  const store = useCallback(
    async (oldmanId: string): Promise<boolean> => {
      const row = now.current[oldmanId]
      if (!row) return true
      const { values, faults, empty } = readRow(row.typed, round)
      if (empty) return true
      if (Object.keys(faults).length > 0) return false
      patch(oldmanId, { saving: true, error: null })
      try {
        const input = { oldmanId, ...values, measuredAt: round.measuredAt || null, table: 1 }
        const options = { requestNo: row.requestNo, handles: () => true, silent: true }
        const stored = await send(vital.calls.add, input as never, options)
        // What was typed meanwhile stays.
        const same = now.current[oldmanId]?.requestNo === row.requestNo
        if (same) drop(oldmanId)
        else patch(oldmanId, { saving: false })
        onStored(stored)
        void invalidate(vital)
        return same
      } catch (error) {
        patch(oldmanId, { saving: false, error: (error as CallError).message })
        return false
      }
    },
    [round, patch, drop, onStored],
  )
  /** Whether there is nothing left to save; a row that is on its way is waited for. */
  const save = useCallback(
    (oldmanId: string): Promise<boolean> => {
      const under = running.current.get(oldmanId)
      if (under) return under
      const saving = store(oldmanId).finally(() => running.current.delete(oldmanId))
      running.current.set(oldmanId, saving)
      return saving
    },
    [store],
  )
  return { state, type, save, drop }
}
