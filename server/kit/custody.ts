// What the house keeps for its residents and gives back when they leave. Whoever settles a stay asks here what is still
// kept, and writes off what the family leaves behind; an area takes part by exporting `custodies` from its public.ts.
import type pg from 'pg'
import type { Tx } from './caller.ts'

export interface Custody {
  /** Which part of the settlement's form speaks of it. */
  part: 'drugs'
  /** What is still kept of one resident, in words: 阿司匹林肠溶片 100mg×30片 12 片. Nothing: none. */
  kept(client: pg.Pool | pg.ClientBase, orgId: string, oldmanId: string): Promise<string[]>
  /** The family leaves it here: it is written off with this reason. The resident is locked. */
  waive(tx: Tx, oldmanId: string, reason: string): Promise<void>
}
