// Signing in with a password. Every guess is counted before it is checked, in one statement that locks the account's
// row, so guesses sent at the same moment cannot exceed the limit; unknown names count and answer just the same.
import type pg from 'pg'
import { Refusal } from '#contract/kit/refusal'
import type { SessionData } from '#contract/platform/session'
import type { Visitor } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import { addressOf, checkRate, countUp, takeRate } from '#server/kit/rateLimit'
import { openSession, type ProvenAccount, recordFailure, writeLoginLog } from './accountSession.ts'
import { frontOrganisation, settingsOf } from './orgSettings.ts'
import { matchesAny, NOBODYS_HASH, readingsOf } from './password.ts'
import { checkPhotoCode, type PhotoProof } from './photoCode.ts'

export const GUESSES = 5
/** A whole house signs in from one address in the morning; a guesser fails more often than that. */
const ATTEMPTS = { most: 240, seconds: 60 }
const FAILURES = { most: 60, seconds: 600 }

interface AccountRow {
  org_id: string
  user_id: string
  user_name: string
  emp_name: string | null
  user_telephone: string | null
  user_status: number
  org_status: number
  password_hash: string
}

export interface FoundAccount extends ProvenAccount {
  passwordHash: string
}

const COLUMNS = `a.org_id, a.user_id, a.user_name, e.emp_name, a.user_telephone, a.user_status, o.org_status, a.password_hash
from account a
  join organization o on o.org_id = a.org_id
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id`

const BY_NAME = `select ${COLUMNS}
  join login_name n on n.org_id = a.org_id and n.user_id = a.user_id
where n.name = lower($1) and ($2::text is null or n.kind = $2)`

const found = (row: AccountRow | undefined): FoundAccount | null =>
  row
    ? {
        orgId: row.org_id,
        userId: row.user_id,
        userName: row.user_name,
        empName: row.emp_name,
        phone: row.user_telephone,
        userStatus: row.user_status,
        orgStatus: row.org_status,
        passwordHash: row.password_hash,
      }
    : null

/** By user name or mobile number, or by one kind of them only. */
export async function findAccount(
  pool: pg.Pool,
  name: string,
  kind: 'name' | 'phone' | null = null,
): Promise<FoundAccount | null> {
  const rows = await pool.query<AccountRow>({ name: 'account_by_name', text: BY_NAME, values: [name.trim(), kind] })
  return found(rows.rows[0])
}

export async function accountById(pool: pg.Pool, orgId: string, userId: string): Promise<FoundAccount | null> {
  const rows = await pool.query<AccountRow>({
    name: 'account_by_id',
    text: `select ${COLUMNS} where a.org_id = $1 and a.user_id = $2`,
    values: [orgId, userId],
  })
  return found(rows.rows[0])
}

/** The how-manieth guess since the last success this is, or the minutes a frozen account still waits. */
type Guess = { count: number } | { frozenMinutes: number }

// The last guess freezes before it is checked; a right password thaws again. Nothing is lost if the process dies here.
const GUESS = `update account set
  wrong_count = case when frozen_until is null then wrong_count + 1 else 1 end,
  frozen_until = case when (case when frozen_until is null then wrong_count + 1 else 1 end) >= $3
    then now() + $4 * interval '1 minute' end
where org_id = $1 and user_id = $2 and (frozen_until is null or frozen_until <= now())
returning wrong_count as count`

async function guess(pool: pg.Pool, account: FoundAccount, minutes: number): Promise<Guess> {
  const { orgId, userId } = account
  const counted = await pool.query<{ count: number }>({
    name: 'login_guess',
    text: GUESS,
    values: [orgId, userId, GUESSES, minutes],
  })
  if (counted.rows[0]) return counted.rows[0]
  const frozen = await pool.query<{ minutes: number | null }>({
    name: 'login_frozen',
    text: `select greatest(1, ceil(extract(epoch from frozen_until - now()) / 60))::int as minutes
             from account where org_id = $1 and user_id = $2`,
    values: [orgId, userId],
  })
  return { frozenMinutes: frozen.rows[0]?.minutes ?? minutes }
}

const unknownKey = (name: string) => `login-unknown:${sha256(name.trim().toLowerCase())}`

const GUESS_UNKNOWN = `insert into rate_count as c (key, count, window_ends) values ($1, 1, now() + interval '1 day')
on conflict (key) do update set
  count = case when c.window_ends <= now() then 1 else c.count + 1 end,
  window_ends = case when c.window_ends <= now() then now() + interval '1 day'
    when c.count + 1 = $2 then now() + $3 * interval '1 minute' else c.window_ends end
returning count, ceil(extract(epoch from window_ends - now()) / 60)::int as minutes`

/** A name nobody has is counted and "frozen" like an account, so that the answers do not tell which names exist. */
async function guessUnknown(pool: pg.Pool, name: string, minutes: number): Promise<Guess> {
  const counted = await pool.query<{ count: number; minutes: number }>({
    name: 'login_guess_unknown',
    text: GUESS_UNKNOWN,
    values: [unknownKey(name), GUESSES, minutes],
  })
  const row = counted.rows[0]!
  return row.count > GUESSES ? { frozenMinutes: row.minutes } : { count: row.count }
}

export interface PasswordLogin extends PhotoProof {
  loginName: string
  loginPassword: string
}

export async function signInWithPassword(who: Visitor, input: PasswordLogin): Promise<SessionData> {
  const { pool } = who.app
  const address = addressOf(who.origin.ip)
  await takeRate(pool, `login:${address}`, ATTEMPTS)
  await checkRate(pool, `login-failed:${address}`, FAILURES)
  await checkPhotoCode(who.app, input)
  const account = await findAccount(pool, input.loginName)
  const front = account ? null : await frontOrganisation(pool)
  const { unFrozenTimeConfig: minutes } = await settingsOf(pool, account?.orgId ?? front)
  const attempt = account ? await guess(pool, account, minutes) : await guessUnknown(pool, input.loginName, minutes)
  const fail = async (refusal: Refusal, why: string) => {
    await countUp(pool, `login-failed:${address}`, FAILURES.seconds)
    if (account) await recordFailure(who, account, why)
    else if (front) await recordUnknown(who, front, input.loginName, why)
    return refusal
  }
  if ('frozenMinutes' in attempt) {
    throw await fail(new Refusal('ACCOUNT_FROZEN', { minutes: attempt.frozenMinutes }), '账号已锁定')
  }
  const right = await matchesAny(account?.passwordHash ?? NOBODYS_HASH, readingsOf(input.loginPassword))
  if (account && right) return openSession(who, account, '登录成功')
  const left = GUESSES - attempt.count
  throw await fail(
    left > 0
      ? new Refusal('WRONG_LOGIN', { left }, 'loginPassword')
      : new Refusal('ACCOUNT_FROZEN', { minutes }, 'loginPassword'),
    left > 0 ? `账号或密码不正确，第 ${attempt.count} 次` : `连续输错 ${GUESSES} 次，账号锁定 ${minutes} 分钟`,
  )
}

async function recordUnknown(who: Visitor, orgId: string, userName: string, why: string): Promise<void> {
  await who.tx(orgId, async (tx) => {
    const facts = { orgId, userName, empName: null, deptName: null, loginApp: null, loginStatus: why }
    await writeLoginLog(tx, who.origin, facts)
    tx.log({ remark: `登录失败：${why}` })
  })
}
