// Sessions live in the database; each process keeps the ones in use for at most two seconds, and drops them at once
// when an account changes anywhere.

import { allows, SIGNED_IN } from '#contract/kit/permission'
import { type RefusalCode, refusals } from '#contract/kit/refusal'
import { IdleSwitch } from '#contract/platform/commonSetting'
import { OrgStatus } from '#contract/platform/session'
import { UserStatus } from '#contract/platform/user'
import { pageNeeds, pageOfCode } from '#server/areas/platform/authority/pageNeeds'
import type { AppContext, SessionAnswer, Sessions } from '#server/kit/context'
import { sha256 } from '#server/kit/ids'
import type { SessionUser } from '#server/kit/sessionUser'
import { dataDeptsOf, landingEndsOf } from './accountScope.ts'
import {
  readAccount,
  readSession,
  readStandings,
  type SessionRow,
  type StandingRow,
  writeEnd,
  writeSeen,
} from './sessionQuery.ts'

export const SESSION_END = {
  SESSION_EXPIRED: refusals.SESSION_EXPIRED[0],
  SIGNED_IN_ELSEWHERE: refusals.SIGNED_IN_ELSEWHERE[0],
  ACCOUNT_CHANGED: refusals.ACCOUNT_CHANGED[0],
} as const
export type SessionEnd = keyof typeof SESSION_END

/** The bus topic that carries { orgId, userId? }. */
export const FORGET_TOPIC = 'session/forget'

const FRESH_MS = 2_000
const MOST_CACHED = 10_000
const SEEN_EVERY_MS = 60_000
const MINUTE_MS = 60_000
/** A wall screen listens without asking: only a day of silence ends it. */
const SCREEN_IDLE_MS = 24 * 60 * MINUTE_MS
/** What a wall screen is called in the logs, beside the name it was given. */
export const SCREEN_NAME = '大屏'
const TOKEN = /^[0-9a-f]{32}$/
const TICKET = /^[0-9a-f]{48}$/

interface Entry {
  answer: SessionAnswer
  orgId: string
  userId: string
  readAt: number
}

const codeOf = (endedBy: number): RefusalCode =>
  endedBy === SESSION_END.SIGNED_IN_ELSEWHERE ? 'SIGNED_IN_ELSEWHERE' : 'SESSION_EXPIRED'

function idleLimit(row: StandingRow): number {
  if (row.read_only) return SCREEN_IDLE_MS
  if (row.settings?.tokenTimeOutSet === IdleSwitch.is.off) return Number.POSITIVE_INFINITY
  const minutes = row.settings?.tokenTimeOut
  return (typeof minutes === 'number' && minutes > 0 ? minutes : 30) * MINUTE_MS
}

/** An alarm wall was opened by somebody who was signed in: the switch for screens without a sign-in is not about it. */
const isDisplay = (row: StandingRow) => row.read_only && row.screen_kind === 'ALARM'

/** Why the session has ended, or null. `idle` is the silence this process knows of, which the database may not yet. */
function endOf(row: StandingRow, idle: number): RefusalCode | null {
  // Whoever is put out because the operator froze the house is told so, and not to try again.
  const changed = row.org_status === OrgStatus.is.frozen ? 'ORGANISATION_STOPPED' : 'ACCOUNT_CHANGED'
  if (row.ended_by === SESSION_END.ACCOUNT_CHANGED) return changed
  if (row.ended_by !== null) return codeOf(row.ended_by)
  const gone = row.read_only
    ? !row.screen_open || (!isDisplay(row) && !row.screen_pass) || row.org_status !== OrgStatus.is.normal
    : row.user_status !== UserStatus.is.enabled || row.org_status === OrgStatus.is.frozen
  if (gone) return changed
  // The database hears of activity once a minute, so that minute is granted on top.
  return Math.min(row.idle_ms, idle) > idleLimit(row) + SEEN_EVERY_MS ? 'SESSION_EXPIRED' : null
}

/** Of the codes that stand for pages, those whose page can be opened with the others. */
function heldCodes(all: readonly string[], needs: ReadonlyMap<string, string>): ReadonlySet<string> {
  const own = new Set(all.filter((code) => pageOfCode(code) === null))
  const has = (code: string) => code === SIGNED_IN || own.has(code)
  const opens = (path: string) => allows(needs.get(path) ?? '', has)
  return new Set(all.filter((code) => own.has(code) || opens(pageOfCode(code)!)))
}

export function createSessions(
  app: Pick<AppContext, 'pool' | 'bus' | 'log' | 'nouns'>,
): Sessions & { close(): Promise<void> } {
  const { pool, bus, log } = app
  const cache = new Map<string, Entry>()
  const loading = new Map<string, Promise<SessionAnswer | null>>()
  const codeSets = new Map<string, ReadonlySet<string>>()
  /** Sessions seen since the last write, with the moment. */
  const seen = new Map<string, number>()
  let forgotten = 0

  /** People of one role have the same codes; they share one set. */
  function codeSet(text: string | null): ReadonlySet<string> {
    const key = text ?? ''
    let set = codeSets.get(key)
    if (!set) {
      set = heldCodes(key === '' ? [] : key.split('\n'), pageNeeds(app.nouns))
      if (codeSets.size >= 500) codeSets.clear()
      codeSets.set(key, set)
    }
    return set
  }

  function userOf(row: SessionRow): SessionUser {
    const isAdmin = row.is_admin === true
    const own = row.one_dept && row.dept_id ? [row.dept_id] : (row.data_depts ?? [])
    const everywhere = isAdmin || (row.read_only && !isDisplay(row))
    return {
      sessionId: row.session_id,
      orgId: row.org_id,
      deptIds: everywhere ? null : isDisplay(row) ? row.screen_depts : own,
      userId: row.user_id,
      userName: row.user_name ?? SCREEN_NAME,
      empName: row.emp_name ?? row.user_name ?? row.screen_name ?? SCREEN_NAME,
      phone: row.user_telephone,
      orgName: row.org_name,
      orgLevel: row.org_level,
      isAdmin,
      deptId: row.dept_id,
      deptName: row.dept_name,
      roleNames: row.role_names ?? '',
      landingEndId: row.landing_end_id,
      codes: codeSet(row.codes),
      mustChangePassword: row.reset_password === true,
      screen: row.read_only,
      display: isDisplay(row),
    }
  }

  const silence = (sessionId: string) => Date.now() - (seen.get(sessionId) ?? Number.NEGATIVE_INFINITY)

  async function load(sessionId: string): Promise<SessionAnswer | null> {
    const before = forgotten
    const row = await readSession(pool, sessionId)
    if (!row) return null
    const ended = endOf(row, silence(sessionId))
    if (ended && row.ended_by === null) await writeEnd(pool, sessionId, refusals[ended][0])
    const answer: SessionAnswer = ended ? { ended } : { user: userOf(row) }
    // What was read before an account changed must not outlive the change.
    if (before === forgotten) keep(sessionId, { answer, orgId: row.org_id, userId: row.user_id, readAt: Date.now() })
    return answer
  }

  function keep(sessionId: string, entry: Entry) {
    cache.delete(sessionId)
    cache.set(sessionId, entry)
    if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value!)
  }

  async function lookUp(sessionId: string): Promise<SessionAnswer | null> {
    const entry = cache.get(sessionId)
    if (entry && Date.now() - entry.readAt < FRESH_MS) {
      keep(sessionId, entry)
      return entry.answer
    }
    const running = loading.get(sessionId)
    if (running) return running
    const started = load(sessionId).finally(() => {
      if (loading.get(sessionId) === started) loading.delete(sessionId)
    })
    loading.set(sessionId, started)
    return started
  }

  function drop(orgId: string, userId?: string) {
    forgotten++
    loading.clear()
    for (const [sessionId, entry] of cache) {
      if (entry.orgId === orgId && (userId === undefined || entry.userId === userId)) cache.delete(sessionId)
    }
  }

  async function writeSeenSessions() {
    if (seen.size === 0) return
    const now = Date.now()
    const ids = [...seen.keys()]
    const ages = [...seen.values()].map((at) => now - at)
    seen.clear()
    try {
      await writeSeen(pool, ids, ages)
    } catch (error) {
      // Put back what the database did not take; newer activity wins.
      ids.forEach((id, i) => void (seen.has(id) || seen.set(id, now - ages[i]!)))
      throw error
    }
  }

  bus.subscribe(FORGET_TOPIC, (message) => {
    const { orgId, userId } = message as { orgId: string; userId?: string }
    drop(orgId, userId)
  })
  const timer = setInterval(() => {
    writeSeenSessions().catch((error: unknown) => log.error({ err: error }, 'activity of sessions was not written'))
  }, SEEN_EVERY_MS)
  timer.unref()

  return {
    resolve: async (token) => {
      // Some clients send a constant that never was a token of ours.
      if (!TOKEN.test(token)) return null
      const sessionId = sha256(token)
      const answer = await lookUp(sessionId)
      if (answer && 'user' in answer) seen.set(sessionId, Date.now())
      return answer
    },
    resolveSocket: async (ticketOrToken) => {
      if (TOKEN.test(ticketOrToken)) return lookUp(sha256(ticketOrToken))
      if (!TICKET.test(ticketOrToken)) return null
      const used = await pool.query<{ session_id: string }>({
        name: 'socket_ticket_use',
        text: 'delete from socket_ticket where ticket_id = $1 and expires_at > now() returning session_id',
        values: [sha256(ticketOrToken)],
      })
      return used.rows[0] ? lookUp(used.rows[0].session_id) : null
    },
    lookUp,
    alive: async (sessionIds) => {
      const rows = sessionIds.length === 0 ? [] : await readStandings(pool, sessionIds)
      const answers = new Map<string, RefusalCode | null>(sessionIds.map((id) => [id, 'SESSION_EXPIRED']))
      for (const row of rows) answers.set(row.session_id, endOf(row, silence(row.session_id)))
      return answers
    },
    ofAccount: async (orgId, userId, at) => {
      const [row, ends, depts] = await Promise.all([
        readAccount(pool, orgId, userId, at),
        landingEndsOf(pool, orgId, userId),
        dataDeptsOf(pool, orgId, userId),
      ])
      if (!row || endOf(row, 0)) return null
      if (at.landingEndId && !ends.some((end) => end.landingEndId === at.landingEndId)) return null
      if (at.deptId && !depts.list.some((dept) => dept.deptId === at.deptId)) return null
      return userOf(row)
    },
    forget: (orgId, userId) => {
      drop(orgId, userId)
      bus.publish(FORGET_TOPIC, { orgId, ...(userId !== undefined && { userId }) })
    },
    close: async () => {
      clearInterval(timer)
      await writeSeenSessions()
    },
  }
}
