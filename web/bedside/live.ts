// What others press comes over the websocket; without it the page asks as before.
import { useEffect, useRef } from 'react'
import { drugTake } from '#contract/drug/take'
import { drugUse } from '#contract/drug/use'
import { type EventFrame, type PayloadOf, RESYNC } from '#contract/kit/event'
import type { CareTaskData } from '#contract/nursing/task'
import { careTask } from '#contract/nursing/task'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { HEARTBEAT_INTERVAL, HEARTBEAT_REPLY, SOCKET_RECONNECT } from '#web/kit/constants'
import { connectTo, createSocket } from '#web/kit/socket'

export type Changed = PayloadOf<typeof careTask.events.changed>
type ChangedUses = PayloadOf<typeof drugUse.events.changed>
export type ChangedTakes = PayloadOf<typeof drugTake.events.changed>

/**
 * The tasks of this tablet after a message. `ask`: it names something the tablet cannot work out by itself: tasks that came
 * to or went from this caregiver, or elders whose day is new.
 */
export function patched(
  tasks: readonly CareTaskData[],
  { tasks: told, oldmanIds }: Changed,
  mine: string | null,
): { tasks: readonly CareTaskData[]; ask: boolean } {
  const now = new Map(told.map((task) => [task.taskId, task]))
  const known = new Map(tasks.map((task) => [task.taskId, task]))
  const strange = told.some((task) => {
    const before = known.get(task.taskId)
    if (before) return mine !== null && before.workerId !== task.workerId
    return mine === null || task.workerId === mine
  })
  return {
    tasks: told.some((task) => known.has(task.taskId)) ? tasks.map((task) => now.get(task.taskId) ?? task) : tasks,
    ask: strange || oldmanIds.length > 0 || told.length === 0,
  }
}

/**
 * Questions for the day that are under way. Its answer may have been read before something that was told meanwhile and would
 * take it back, so all of that is put into the answer again, in its order; an answer that is overtaken by that of a later
 * question is dropped.
 */
export class Asking<T> {
  #last = 0
  #taken = 0
  readonly #open = new Map<number, T[][]>()
  readonly #idOf: (one: T) => string

  constructor(idOf: (one: T) => string) {
    this.#idOf = idOf
  }

  begin(): number {
    this.#last++
    this.#open.set(this.#last, [])
    return this.#last
  }
  told(ones: readonly T[]): void {
    for (const list of this.#open.values()) list.push([...ones])
  }
  /** All as they are now; null: a later answer is there already. */
  end(no: number, answered: readonly T[]): T[] | null {
    const told = this.#open.get(no) ?? []
    this.#open.delete(no)
    if (no < this.#taken) return null
    this.#taken = no
    const now = new Map(told.flat().map((one) => [this.#idOf(one), one]))
    return answered.map((one) => now.get(this.#idOf(one)) ?? one)
  }
  fail(no: number): void {
    this.#open.delete(no)
  }
}

interface Listening {
  onChanged(changed: Changed): void
  onTakes(changed: ChangedTakes): void
  /** Messages may have been missed. */
  onGap(): void
}

const LOOK_MS = 5_000
const QUIET = { silent: true, handles: () => true } as const

/** Answers whether messages come through now. */
export function useLive(handlers: Listening): { readonly current: boolean } {
  const latest = useRef(handlers)
  latest.current = handlers
  const open = useRef(false)
  useEffect(() => {
    let deaf = false
    const onFrame = ({ type, data }: EventFrame) => {
      if (type === careTask.events.changed.name) latest.current.onChanged(data as Changed)
      else if (type === drugTake.events.changed.name) latest.current.onTakes(data as ChangedTakes)
      else if (type === drugUse.events.changed.name)
        latest.current.onTakes({ takes: [], oldmanIds: (data as ChangedUses).oldmanIds })
      else if (type === RESYNC) latest.current.onGap()
    }
    const socket = createSocket({
      ticket: async () => {
        try {
          return (await send(session.calls.socketTicket, {}, QUIET)).ticket
        } catch (error) {
          deaf = true
          throw error
        }
      },
      connect: connectTo,
      delays: { heartbeat: HEARTBEAT_INTERVAL, reply: HEARTBEAT_REPLY, reconnect: SOCKET_RECONNECT },
      onFrame,
      // Whoever began without network has heard nothing so far.
      onOpen: (again) => {
        if (again || deaf) latest.current.onGap()
        deaf = false
      },
      // The next question learns why.
      onExpired: () => latest.current.onGap(),
      onState: (state) => {
        open.current = state === 'open'
      },
    })
    socket.start()
    const look = window.setInterval(() => socket.look(), LOOK_MS)
    return () => {
      window.clearInterval(look)
      socket.stop()
    }
  }, [])
  return open
}
