// What waits for a person: the work bench counts it, and each count opens the list it counts. An area takes part by
// exporting `todos` from its public.ts.
import type { Caller } from './caller.ts'

export interface Todo {
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
  /** How many wait for this caller, inside their scope, and one line about the most urgent (最早 今天 08:12). */
  count(who: Caller): Promise<{ count: number; late?: number; note: string | null }>
}
