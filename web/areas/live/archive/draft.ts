// What was typed of a new archive and not yet saved: one draft on this computer, for the user who typed it.
import type { Values } from '#web/kit/form/SchemaForm'
import { useSession } from '#web/kit/session'
import { local } from '#web/kit/storage'

export interface OldmanDraft {
  empId: string
  at: number
  step: number
  values: Values
}

/** Nobody comes back to a form after a week, and a resident's data does not stay on a desk for ever. */
const LIFE = 7 * 24 * 3_600_000

const me = () => useSession.getState().user?.empInfo.empId ?? null

const blank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Something was typed beyond what the form begins with. */
export const isWorthKeeping = (values: Values, initial: Values) =>
  Object.entries(values).some(
    ([name, value]) => !blank(value) && JSON.stringify(value) !== JSON.stringify(initial[name] ?? null),
  )

export function loadOldmanDraft(now = Date.now()): OldmanDraft | null {
  const draft = local.get('oldmanDraft') as Partial<OldmanDraft> | null
  if (!draft || typeof draft.at !== 'number' || typeof draft.values !== 'object' || draft.values === null) return null
  if (draft.empId !== me()) return null
  if (now - draft.at >= LIFE) {
    local.remove('oldmanDraft')
    return null
  }
  return draft as OldmanDraft
}

export function saveOldmanDraft(values: Values, step: number, now = Date.now()): void {
  const empId = me()
  if (empId !== null) local.set('oldmanDraft', { empId, at: now, step, values } satisfies OldmanDraft)
}

export const dropOldmanDraft = () => local.remove('oldmanDraft')
