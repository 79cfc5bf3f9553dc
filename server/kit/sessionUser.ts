// Whom a session is about, and whom a message is for.
import type { Scope } from './tenant.ts'

/** What a session says about its user; kept in a short cache and dropped when the account changes. */
export interface SessionUser extends Scope {
  sessionId: string
  userId: string
  userName: string
  empName: string
  phone: string | null
  orgName: string
  orgLevel: number
  /** Administrator of the organisation: every permission and every department of it. */
  isAdmin: boolean
  deptId: string | null
  deptName: string | null
  roleNames: string
  landingEndId: string | null
  codes: ReadonlySet<string>
  /** First sign-in: only the password change is open. */
  mustChangePassword: boolean
  /** A wall screen, nobody's account: it has no codes and may call only what is declared for screens. */
  screen: boolean
  /** A screen that is an alarm wall: it sees its departments, and may call only what is declared for displays. */
  display: boolean
}

export interface Audience {
  /** Only these departments' users (and administrators). */
  deptIds?: readonly string[]
  /** Only these users. */
  userIds?: readonly string[]
  /** Another organisation than the caller's (operator acts). */
  orgId?: string
  /** Something of their own for each of many users, in place of one payload for all: they travel together. */
  each?: readonly { userId: string; payload: unknown }[]
}
