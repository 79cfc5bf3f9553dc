// The open connections of signed-in users at this process, over every transport.

import type { RefusalCode } from '#contract/kit/refusal'
import type { SessionUser } from './sessionUser.ts'

export interface LiveConnection {
  /** Replaced when the account changes while the session stays open. */
  user: SessionUser
  /** Ends the connection because its session did. */
  end(code: RefusalCode): void
  /** Sends a frame as it is; absent where the transport filters by subscription. */
  send?(frame: string): void
  /** Events that come every second and are sent only to those who look. */
  watching?: ReadonlySet<string>
}

/** Many tabs and a few screens; beyond that something loops. */
const MAX_PER_USER = 60

export class LiveSessions {
  readonly #byOrg = new Map<string, Set<LiveConnection>>()
  readonly #bySession = new Map<string, Set<LiveConnection>>()
  readonly #perUser = new Map<string, number>()

  /** False when the user has too many already. */
  add(connection: LiveConnection): boolean {
    const { orgId, userId, sessionId } = connection.user
    const count = this.#perUser.get(userId) ?? 0
    if (count >= MAX_PER_USER) return false
    this.#perUser.set(userId, count + 1)
    put(this.#byOrg, orgId, connection)
    put(this.#bySession, sessionId, connection)
    return true
  }

  remove(connection: LiveConnection): void {
    const { orgId, userId, sessionId } = connection.user
    if (!drop(this.#bySession, sessionId, connection)) return
    drop(this.#byOrg, orgId, connection)
    const left = (this.#perUser.get(userId) ?? 1) - 1
    if (left > 0) this.#perUser.set(userId, left)
    else this.#perUser.delete(userId)
  }

  ofOrganisation(orgId: string): Iterable<LiveConnection> {
    return this.#byOrg.get(orgId) ?? []
  }

  ofSession(sessionId: string): LiveConnection[] {
    return [...(this.#bySession.get(sessionId) ?? [])]
  }

  organisations(): string[] {
    return [...this.#byOrg.keys()]
  }

  sessionIds(): string[] {
    return [...this.#bySession.keys()]
  }
}

function put(map: Map<string, Set<LiveConnection>>, key: string, connection: LiveConnection): void {
  const set = map.get(key)
  if (set) set.add(connection)
  else map.set(key, new Set([connection]))
}

function drop(map: Map<string, Set<LiveConnection>>, key: string, connection: LiveConnection): boolean {
  const set = map.get(key)
  if (!set?.delete(connection)) return false
  if (set.size === 0) map.delete(key)
  return true
}
