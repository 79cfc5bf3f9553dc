// Wrong passwords, counted where they come from: by address for strangers, by browser for those that signed in before,
// and over all strangers together for who guesses from many addresses. Each count is one statement that locks its row,
// taken before the password is looked at, so guesses sent at the same moment cannot exceed a limit.
import type pg from 'pg'
import type { Origin, Tx } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import { addressOf } from '#server/kit/rateLimit'
import { browserHash } from './knownBrowser.ts'

export const GUESSES = 5
/** From all strangers together: slows down who has many addresses, and never reaches a known browser. */
const STRANGERS = 20
const DAY = 86_400
const HOUR = 3_600
const ALL = 'strangers'

/** Whose password is guessed: an account, or a name that has none. */
export interface Subject {
  orgId: string
  subject: string
}

export const subjectOf = (account: { orgId: string; userId: string }): Subject => ({
  orgId: account.orgId,
  subject: account.userId,
})
/** A name nobody has is counted and "frozen" like an account, so that the answers do not tell which names exist. */
export const unknownSubject = (name: string): Subject => ({ orgId: '', subject: sha256(name.trim().toLowerCase()) })

/** What this guess leaves, or the minutes there are still to wait. */
export type Guess = { left: number; count: number } | { frozenMinutes: number }

// The last guess freezes before it is checked; a right password thaws again. Nothing is lost if the process dies here.
// The clock is read once the row is locked, and cut to what the column keeps: a moment rounded up, or a clock from before
// the wait, would tell a minute too many.
const CLOCK = "date_trunc('milliseconds', clock_timestamp())"
const GUESS = `insert into login_guess as g (org_id, subject, source, count, frozen, until)
values ($1, $2, $3, 1, false, ${CLOCK} + $6 * interval '1 second')
on conflict (org_id, subject, source) do update set
  count = case when g.until <= clock_timestamp() then 1 else g.count + 1 end,
  frozen = g.until > clock_timestamp() and g.count + 1 >= $4,
  until = case when g.until <= clock_timestamp() then ${CLOCK} + $6 * interval '1 second'
    when g.count + 1 = $4 then ${CLOCK} + $5 * interval '1 minute' else g.until end
returning count, greatest(1, ceil(extract(epoch from until - clock_timestamp()) / 60))::int as minutes`

async function count(
  pool: pg.Pool,
  { orgId, subject }: Subject,
  source: string,
  limit: { most: number; seconds: number },
  minutes: number,
): Promise<Guess> {
  const counted = await pool.query<{ count: number; minutes: number }>({
    name: 'login_guess',
    text: GUESS,
    values: [orgId, subject, source, limit.most, minutes, limit.seconds],
  })
  const row = counted.rows[0]!
  return row.count > limit.most ? { frozenMinutes: row.minutes } : { left: limit.most - row.count, count: row.count }
}

const addressSource = (origin: Origin) => `address:${addressOf(origin.ip)}`
const browserSource = (origin: Origin) => `browser:${browserHash(origin)}`

/** Counts a guess from a known browser, which nobody elsewhere can use up. */
export const guessKnown = (pool: pg.Pool, subject: Subject, origin: Origin, minutes: number): Promise<Guess> =>
  count(pool, subject, browserSource(origin), { most: GUESSES, seconds: DAY }, minutes)

/** Counts a stranger's guess. An address that is frozen adds nothing to what all strangers have guessed. */
export async function guessStranger(pool: pg.Pool, subject: Subject, origin: Origin, minutes: number): Promise<Guess> {
  const here = await count(pool, subject, addressSource(origin), { most: GUESSES, seconds: DAY }, minutes)
  if ('frozenMinutes' in here) return here
  const all = await count(pool, subject, ALL, { most: STRANGERS, seconds: HOUR }, minutes)
  if ('frozenMinutes' in all) return all
  return { left: Math.min(here.left, all.left), count: here.count }
}

const UNCOUNT = `update login_guess set count = greatest(count - 1, 0), frozen = false,
  until = case when frozen then now() + ${HOUR} * interval '1 second' else until end
where org_id = $1 and subject = $2 and source = '${ALL}'`

/** The password was right: nothing counts here any more, and this guess was none. What others guessed stays counted. */
export async function forgiveGuess(tx: Tx, account: Subject, origin: Origin, stranger: boolean): Promise<void> {
  const { orgId, subject } = account
  await tx.client.query('delete from login_guess where org_id = $1 and subject = $2 and source = any($3)', [
    orgId,
    subject,
    [addressSource(origin), browserSource(origin)],
  ])
  if (stranger) await tx.client.query(UNCOUNT, [orgId, subject])
}

/** A new password, or an administrator's word: every lock is lifted. */
export async function forgetGuesses(tx: Tx, { orgId, subject }: Subject): Promise<void> {
  await tx.client.query('delete from login_guess where org_id = $1 and subject = $2', [orgId, subject])
}

/** Until when somebody, somewhere, is locked out of an account; null: nobody is. `a` is the account. */
export const frozenUntil = (a: string) => `(select max(g.until) from login_guess g
  where g.org_id = ${a}.org_id and g.subject = ${a}.user_id and g.frozen and g.until > now())`
