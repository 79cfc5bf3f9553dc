// The one place that replaces a password: whatever the old one had opened or was about to open ends with it.
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { endSessions } from './accountSession.ts'
import { forgetBrowsers } from './knownBrowser.ts'
import { forgetGuesses } from './loginGuess.ts'

export interface NewPassword {
  orgId: string
  userId: string
  hashed: string
  /** Handed over by somebody else: the next sign-in asks for an own one. */
  mustChange: boolean
  /** The session that goes on with the new password. */
  keepSession?: string
}

export async function storePassword(app: AppContext, tx: Tx, one: NewPassword): Promise<void> {
  const { orgId, userId } = one
  await tx.client.query(
    `update account set password_hash = $3, reset_password = $4, version = version + 1
      where org_id = $1 and user_id = $2`,
    [orgId, userId, one.hashed, one.mustChange],
  )
  await tx.client.query('delete from recovery_proof where user_id = $1', [userId])
  await forgetGuesses(tx, { orgId, subject: userId })
  await forgetBrowsers(tx, orgId, userId)
  await endSessions(app, tx, orgId, [userId], 'ACCOUNT_CHANGED', one.keepSession ?? null)
}
