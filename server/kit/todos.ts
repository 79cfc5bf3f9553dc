// What waits for a person: the work bench counts it, and each count opens the list it counts. An area takes part by
// exporting `todos` from its public.ts.
import type { Caller } from './caller.ts'

export interface TodoCount {
  count: number
  late?: number
  /** One line about the most urgent (最早 今天 08:12). */
  note: string | null
  /** The moment from which time alone may change it; otherwise it stands until the day ends. */
  until?: string | null
}

/** All that a count for everybody of the same departments may depend on. */
export type Scoped = Pick<Caller, 'app' | 'orgId' | 'deptIds'>

interface TodoShape {
  /** Unique among all areas: outingAudit, trialEnding … */
  key: string
  /** 外出审核 */
  title: string
  order: number
  /** Permission expression: who has this work. */
  needs: string
  /** Where it is done: the address of the list with the filter that shows exactly what is counted. */
  route: string
  /** How urgent it is when there is something: red late or harmful, amber to be done, slate for information. */
  tone: 'red' | 'amber' | 'slate'
  /** The tables it is counted from; the count is kept until one of them is written (kept.ts). */
  reads: readonly string[]
  /** Runs before anybody asks whether a kept count still stands: brings what is counted up to date. */
  prepare?(who: Caller): Promise<void>
}

/** How many wait inside the caller's scope. `personal`: it also depends on who asks or what they may do. */
export type Todo = TodoShape &
  (
    | { personal?: false; count(where: Scoped): Promise<TodoCount> }
    | { personal: true; count(who: Caller): Promise<TodoCount> }
  )
