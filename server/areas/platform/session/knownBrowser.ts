// Browsers in which an account has signed in before. Whoever guesses from elsewhere cannot lock their owners out; the
// cookie opens nothing by itself, and a new password forgets them all.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Origin, Tx, Visitor } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import { BROWSER_COOKIE } from '#server/kit/origin'

const VALUE = /^[0-9a-f]{32}$/
const MOST = 8
const LIFE_SECONDS = 180 * 86_400

export const browserHash = (origin: Origin): string | null =>
  origin.browser && VALUE.test(origin.browser) ? sha256(`browser ${origin.browser}`) : null

const keyOf = (orgId: string, userId: string) => `${orgId} ${userId}`

/** The accounts that have signed in in this browser. */
export async function knownAccounts(pool: pg.Pool | pg.ClientBase, origin: Origin): Promise<ReadonlySet<string>> {
  const hash = browserHash(origin)
  if (!hash) return new Set()
  const found = await pool.query<{ org_id: string; user_id: string }>({
    name: 'known_accounts',
    text: 'select org_id, user_id from known_browser where browser_hash = $1',
    values: [hash],
  })
  return new Set(found.rows.map((row) => keyOf(row.org_id, row.user_id)))
}

export const isKnown = (known: ReadonlySet<string>, account: { orgId: string; userId: string }) =>
  known.has(keyOf(account.orgId, account.userId))

const REMEMBER = `insert into known_browser (org_id, user_id, browser_hash) values ($1, $2, $3)
on conflict (org_id, user_id, browser_hash) do update set last_seen = now()`
const DROP_OLDEST = `delete from known_browser where org_id = $1 and user_id = $2 and browser_hash in (
  select browser_hash from known_browser where org_id = $1 and user_id = $2
   order by last_seen desc, browser_hash offset ${MOST})`

/** After a sign-in. A value that this server did not give is replaced: nobody plants one whose digest they know. */
export async function rememberBrowser(who: Visitor, tx: Tx, orgId: string, userId: string): Promise<string> {
  const known = await knownAccounts(tx.client, who.origin)
  const value = known.size > 0 ? who.origin.browser! : randomBytes(16).toString('hex')
  await tx.client.query(REMEMBER, [orgId, userId, sha256(`browser ${value}`)])
  await tx.client.query(DROP_OLDEST, [orgId, userId])
  return value
}

export const giveBrowserCookie = (who: Visitor, value: string) => who.setCookie(BROWSER_COOKIE, value, LIFE_SECONDS)

export async function forgetBrowsers(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.client.query('delete from known_browser where org_id = $1 and user_id = $2', [orgId, userId])
}
