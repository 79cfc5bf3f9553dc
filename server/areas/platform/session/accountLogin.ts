// Signing in with a password. Every guess is counted before it is checked (loginGuess.ts); unknown names count and
// answer just the same. A browser in which the account has signed in before is let through whatever others guess.
import type pg from 'pg'
import { Refusal } from '#contract/kit/refusal'
import type { SessionData } from '#contract/platform/session'
import { frontOrganisation, settingsOf } from '#server/areas/platform/setting/orgSettings'
import type { Visitor } from '#server/kit/caller'
import { addressOf, checkRate, countUp, takeRate } from '#server/kit/rateLimit'
import { openSession, type ProvenAccount, recordFailure, writeLoginLog } from './accountSession.ts'
import { browserHash, isKnown, knownAccounts } from './knownBrowser.ts'
import { GUESSES, guessKnown, guessStranger, subjectOf, unknownSubject } from './loginGuess.ts'
import { matchesAny, NOBODYS_HASH, readingsOf } from './password.ts'
import { checkPhotoCode, type PhotoProof } from './photoCode.ts'

/** A whole house signs in from one address in the morning; a guesser fails more often than that. */
const ATTEMPTS = { most: 240, seconds: 60 }
const FAILURES = { most: 60, seconds: 600 }
/** A browser that is known does not wait behind what others do from the same address. */
const BY_BROWSER = { most: 30, seconds: 60 }

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

export interface PasswordLogin extends PhotoProof {
  loginName: string
  loginPassword: string
}

export async function signInWithPassword(who: Visitor, input: PasswordLogin): Promise<SessionData> {
  const { app, origin } = who
  const { pool } = app
  const address = addressOf(origin.ip)
  const accounts = await knownAccounts(pool, origin)
  if (accounts.size > 0) await takeRate(pool, `login-browser:${browserHash(origin)}`, BY_BROWSER)
  else {
    await takeRate(pool, `login:${address}`, ATTEMPTS)
    await checkRate(pool, `login-failed:${address}`, FAILURES)
  }
  await checkPhotoCode(app, input)
  const account = await findAccount(pool, input.loginName)
  const front = account ? null : await frontOrganisation(pool)
  const { unFrozenTimeConfig: minutes } = await settingsOf(pool, account?.orgId ?? front)
  const known = account !== null && isKnown(accounts, account)
  const subject = account ? subjectOf(account) : unknownSubject(input.loginName)
  const attempt = await (known ? guessKnown : guessStranger)(pool, subject, origin, minutes)
  const fail = async (refusal: Refusal, why: string) => {
    if (!known) await countUp(pool, `login-failed:${address}`, FAILURES.seconds)
    if (account) await recordFailure(who, account, why)
    else if (front) await recordUnknown(who, front, input.loginName, why)
    return refusal
  }
  if ('frozenMinutes' in attempt) {
    throw await fail(new Refusal('ACCOUNT_FROZEN', { minutes: attempt.frozenMinutes }), '账号已锁定')
  }
  const right = await matchesAny(account?.passwordHash ?? NOBODYS_HASH, readingsOf(input.loginPassword))
  if (account && right) return openSession(who, account, '登录成功', !known)
  const { left, count } = attempt
  throw await fail(
    left > 0
      ? new Refusal('WRONG_LOGIN', { left }, 'loginPassword')
      : new Refusal('ACCOUNT_FROZEN', { minutes }, 'loginPassword'),
    left > 0 ? `账号或密码不正确，第 ${count} 次` : `连续输错 ${GUESSES} 次，账号锁定 ${minutes} 分钟`,
  )
}

async function recordUnknown(who: Visitor, orgId: string, userName: string, why: string): Promise<void> {
  await who.tx(orgId, async (tx) => {
    const facts = { orgId, userName, empName: null, deptName: null, loginApp: null, loginStatus: why }
    await writeLoginLog(tx, who.origin, facts)
    tx.log({ remark: `登录失败：${why}` })
  })
}
