// How an area tells the shared test which rows lie outside a caller's scope, for each of its calls that take an id.
import type { TestApp } from './app.ts'

export interface Foreign {
  /** Signs in as this demo account … */
  as: string
  /** … and uses the ids of a row that lies outside its organisation or departments. */
  params: () => Promise<Record<string, string>>
  body?: Record<string, unknown>
  status?: number
}

/** `export default foreignIds((product) => ({ 'area.noun.call': { … } }))` in areas/<area>/test/foreign.ts. */
export type ForeignIds = (product: () => TestApp) => Record<string, Foreign>
export const foreignIds = (ids: ForeignIds): ForeignIds => ids
