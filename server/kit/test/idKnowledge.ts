// What the areas tell about ids that a plain sample does not reach (areas/<area>/test/ids.ts). Keys are the name of a call,
// or that with the place of the id and, where it may name several kinds, the kind: 'x.y.add body.scopeIds.0 as dept'.
import type { TestApp } from './app.ts'

type Fields = Record<string, unknown>

export interface IdKnowledge {
  /** Fields with which the id counts, often with an own one that finds something. They replace those of the sample. */
  samples: Record<string, (product: TestApp) => Promise<Fields> | Fields>
  /** Writes that leave out what they do not find, instead of refusing. Says how the caller learns of it. */
  spared?: Record<string, string>
  /** Ids that are taken and not read: existing clients send them. Says why. */
  unread?: Record<string, string>
  /** Ids that cannot be tried with the administrator's session. Says where they are. */
  beyond?: Record<string, string>
  /** Ids whose department is no matter, or not the one that is asked about. Says why. */
  anyDept?: Record<string, string>
}

/** The first row of the demo organisation ($1) that fits, as fields; what the row says stands before what else is said. */
export const fromRow =
  (orgId: string, text: string, more: Fields = {}) =>
  async (product: TestApp): Promise<Fields> => {
    const { rows } = await product.app.pool.query<Fields>(`${text} limit 1`, [orgId])
    if (!rows[0]) throw new Error(`no row: ${text}`)
    return { ...more, ...rows[0] }
  }
