// Which organisation a wall shows: the address says it once, this browser remembers it.
import { local } from '#web/kit/storage'

const ID = /^[\w-]{1,64}$/

export function orgIdOf(search: string, kept: unknown): string | null {
  const asked = new URLSearchParams(search).get('orgId')
  if (asked !== null) return ID.test(asked) ? asked : null
  const known = (kept as { orgId?: unknown } | null)?.orgId
  return typeof known === 'string' && ID.test(known) ? known : null
}

export function wallOrgId(): string | null {
  const orgId = orgIdOf(window.location.search, local.get('screenFrameworker'))
  if (orgId) local.set('screenFrameworker', { orgId })
  return orgId
}
