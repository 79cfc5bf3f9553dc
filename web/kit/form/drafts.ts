// What was typed and not yet saved. A draft belongs to one user and one form, stays on this computer through an
// expired session, and is offered again. Secrets are never in it.
import { useSession } from '#web/kit/session'
import { local } from '#web/kit/storage'

export interface Draft {
  /** The form: platform.application.apply, or that and the record's id. */
  form: string
  /** What the user sees it as: 新增岗位. */
  title: string
  /** Where the form stands: the page's address. */
  path: string
  at: number
  values: Readonly<Record<string, unknown>>
}

/** Nobody comes back to a form after a week. */
const LIFE = 7 * 24 * 3600_000
/** Local storage is small and shared by everybody at this desk. */
const MOST_PER_USER = 20
const MOST_CHARACTERS = 200_000

const SECRET = /pass|pwd|secret|token|smscode|photocode|verifystr/i

const userNow = () => useSession.getState().user?.empInfo.empId ?? null
const keyOf = (userId: string, form: string) => `draft-${userId}:${form}` as const

/** Values as they may be kept: no secrets, nothing empty. */
export function keepable(values: Readonly<Record<string, unknown>>, secrets: readonly string[] = []) {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (SECRET.test(name) || secrets.includes(name)) continue
    if (value === undefined || value === null || value === '') continue
    kept[name] = value
  }
  return kept
}

const isDraft = (value: unknown): value is Draft => {
  const draft = value as Partial<Draft> | null
  return typeof draft?.form === 'string' && typeof draft.at === 'number' && typeof draft.values === 'object'
}

/** Drafts of a user, newest first; those too old are cleared away on the way. */
export function listDrafts(userId: string | null = userNow(), now = Date.now()): Draft[] {
  if (userId === null) return []
  const drafts: Draft[] = []
  for (const name of local.names()) {
    if (!name.startsWith(`draft-${userId}:`)) continue
    const key = name as `draft-${string}`
    const draft = local.get<unknown>(key)
    if (isDraft(draft) && now - draft.at < LIFE) drafts.push(draft)
    else local.remove(key)
  }
  return drafts.sort((a, b) => b.at - a.at)
}

export function loadDraft(form: string, userId: string | null = userNow(), now = Date.now()): Draft | null {
  if (userId === null) return null
  const draft = local.get<unknown>(keyOf(userId, form))
  return isDraft(draft) && now - draft.at < LIFE ? draft : null
}

export function dropDraft(form: string, userId: string | null = userNow()): void {
  if (userId !== null) local.remove(keyOf(userId, form))
}

/** False when there is nothing to keep, nobody to keep it for, or too much of it. */
export function saveDraft(
  draft: Omit<Draft, 'at'>,
  secrets: readonly string[] = [],
  userId: string | null = userNow(),
  now = Date.now(),
): boolean {
  if (userId === null) return false
  const values = keepable(draft.values, secrets)
  if (Object.keys(values).length === 0) {
    dropDraft(draft.form, userId)
    return false
  }
  const whole: Draft = { ...draft, values, at: now }
  if (JSON.stringify(whole).length > MOST_CHARACTERS) return false
  local.set(keyOf(userId, draft.form), whole)
  for (const old of listDrafts(userId, now).slice(MOST_PER_USER)) dropDraft(old.form, userId)
  return true
}
