// Which organisation a wall shows: the address says it once, this browser remembers it. And with which key: that stands
// behind the # of the address, where no server log sees it, and is kept nowhere else.
import { local } from '#web/kit/storage'

const ID = /^[\w-]{1,64}$/

export function orgIdOf(search: string, kept: unknown): string | null {
  const asked = new URLSearchParams(search).get('orgId')
  if (asked !== null) return ID.test(asked) ? asked : null
  const known = (kept as { orgId?: unknown } | null)?.orgId
  return typeof known === 'string' && ID.test(known) ? known : null
}

/** As the server makes them; anything else is no key and is not sent. */
const KEY = /^[\w-]{43}$/

export function screenKeyOf(hash: string): string | null {
  const key = hash.replace(/^#/, '')
  return KEY.test(key) ? key : null
}

export function wallOrgId(): string | null {
  const orgId = orgIdOf(window.location.search, local.get('screenFrameworker'))
  if (orgId) local.set('screenFrameworker', { orgId })
  return orgId
}
