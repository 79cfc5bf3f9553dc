// What is to be given today, as the tablet keeps it: takes as the server told them last, with what was pressed here and waits.
// How a take stands goes by the clock, so that one whose time is over is no longer given as if it were in time, also without
// network.
import { type drugTake, TakeResult } from '#contract/drug/take'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { DrugTakeState } from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import type { PayloadOf } from '#contract/kit/event'
import type { Waiting } from '#web/offline/queue'

/** Names of the presses in the queue of the tablet. */
export const GIVE = 'dose'
export const GIVE_LATE = 'doseLate'
export type GiveInput = InputOf<typeof drugTake.calls.add>
export type GiveLateInput = InputOf<typeof drugTake.calls.late>

const { WAITING, SET_OUT, CHECKED, GIVEN, REFUSED, MISSED } = DrugTakeState.is

/** ready: to be given now. over: pressed or taken, and shown as long as it may be taken back. */
export type DoseFace = 'ready' | 'notSetOut' | 'notChecked' | 'late' | 'missed' | 'over'

export interface Dose {
  take: DrugTakeData
  face: DoseFace
  /** The press on this device that waits; null: what is shown is what the server knows. */
  waits: string | null
}

/** The takes as they stand with what was pressed here; what the server did not take counts for nothing. */
export function withGiven(takes: readonly DrugTakeData[], waiting: readonly Waiting[]): Omit<Dose, 'face'>[] {
  const pressed = new Map<string, { no: string; now: Partial<DrugTakeData> }>()
  for (const { no, what, input, refused, at } of waiting) {
    if (refused !== null || (what !== GIVE && what !== GIVE_LATE)) continue
    const { takeIds, doneAt, reason } = input as GiveInput
    const late = what === GIVE_LATE
    const state = !late && (input as GiveInput).result === TakeResult.is.refused ? REFUSED : GIVEN
    const now = { state, doneAt: doneAt ?? at, recordedAt: at, reason: reason ?? null, late }
    for (const takeId of takeIds) pressed.set(takeId, { no, now })
  }
  return takes.map((take) => {
    const press = pressed.get(take.takeId)
    return press ? { take: { ...take, ...press.now }, waits: press.no } : { take, waits: null }
  })
}

function faceOf({ take, waits }: Omit<Dose, 'face'>, now: string): DoseFace | null {
  const { state, openFrom, dueUntil, lateUntil, undoUntil, checkedBy } = take
  if (state === GIVEN || state === REFUSED)
    return waits !== null || (undoUntil !== null && undoUntil > now) ? 'over' : null
  if (openFrom > now || (state !== WAITING && state !== SET_OUT && state !== CHECKED && state !== MISSED)) return null
  // The clock of the tablet says it before the server does.
  if (state === MISSED || dueUntil < now) {
    if (lateUntil <= now) return null
    return checkedBy !== null && take.highAlert === null ? 'late' : 'missed'
  }
  return state === CHECKED ? 'ready' : state === SET_OUT ? 'notChecked' : 'notSetOut'
}

/**
 * What is no matter of the bedside now is left out: over long ago, or to come much later. So is what the server has refused
 * until somebody has decided: it may have been given by somebody else, and is not offered again beside that word.
 */
export const dosesNow = (takes: readonly DrugTakeData[], waiting: readonly Waiting[], now: string): Dose[] => {
  const undecided = new Set(
    waiting.flatMap(({ what, refused, input }) =>
      refused !== null && (what === GIVE || what === GIVE_LATE) ? (input as GiveInput).takeIds : [],
    ),
  )
  return withGiven(takes, waiting).flatMap((one) => {
    const face = faceOf(one, now)
    if (!face || (face !== 'over' && undecided.has(one.take.takeId))) return []
    return { ...one, face }
  })
}

export interface DueDoses {
  /** When the first of them was planned. */
  from: string
  count: number
}

/** Elders who have something that can be given now, for the list of the tablet. */
export function readyByElder(doses: readonly Dose[]): ReadonlyMap<string, DueDoses> {
  const ready = new Map<string, DueDoses>()
  for (const { take, face } of doses) {
    if (face !== 'ready') continue
    const known = ready.get(take.oldmanId)
    const from = known && known.from < take.planTime ? known.from : take.planTime
    ready.set(take.oldmanId, { from, count: (known?.count ?? 0) + 1 })
  }
  return ready
}

/** What the server refused of an elder, in words: it stays until somebody has decided. */
export const refusedOf = (doses: readonly DrugTakeData[], waiting: readonly Waiting[]): Waiting[] => {
  const own = new Set(doses.map((one) => one.takeId))
  return waiting.filter(
    ({ what, refused, input }) =>
      refused !== null &&
      (what === GIVE || what === GIVE_LATE) &&
      (input as GiveInput).takeIds.some((takeId) => own.has(takeId)),
  )
}

/** What a message changes. `ask`: it names somebody of this tablet whose day may be another, or nobody. */
export function patchedTakes(
  takes: readonly DrugTakeData[],
  { takes: told, oldmanIds }: PayloadOf<typeof drugTake.events.changed>,
  elders: ReadonlySet<string>,
): { takes: readonly DrugTakeData[]; ask: boolean } {
  const now = new Map(told.map((one) => [one.takeId, one]))
  const known = new Set(takes.map((one) => one.takeId))
  const fresh = told.some((one) => elders.has(one.oldmanId) && !known.has(one.takeId))
  const named = oldmanIds.some((oldmanId) => elders.has(oldmanId)) || (told.length === 0 && oldmanIds.length === 0)
  // An answer and the message of the same press overtake each other.
  const newer = (one: DrugTakeData) => {
    const other = now.get(one.takeId)
    return other && other.version >= one.version ? other : one
  }
  return { takes: told.some((one) => known.has(one.takeId)) ? takes.map(newer) : takes, ask: fresh || named }
}
