// Keys of the alarm wall: set by each for themselves, and proved at a display. Wrong ones are counted as wrong passwords
// are, but apart from them, so that nobody is locked out of their own desk by what is typed at a wall.

import { notFound, Refusal } from '#contract/kit/refusal'
import { UserStatus } from '#contract/platform/user'
import { dataDeptsOf, landingEndsOf } from '#server/areas/platform/session/accountScope'
import { forgetGuesses, forgiveGuess, guessStranger, type Subject } from '#server/areas/platform/session/loginGuess'
import { hashPassword, samePassword } from '#server/areas/platform/session/password'
import { settingsOf } from '#server/areas/platform/setting/orgSettings'
import type { Caller } from '#server/kit/caller'
import { mayUse } from '#server/kit/serve'
import type { SessionUser } from '#server/kit/sessionUser'

const subjectOfPin = (orgId: string, userId: string): Subject => ({ orgId, subject: `pin:${userId}` })

export async function pinOf(who: Caller): Promise<{ set: boolean; updatedAt: string | null }> {
  const { rows } = await who.app.pool.query<{ updatedAt: string }>(
    'select updated_at as "updatedAt" from staff_pin where org_id = $1 and user_id = $2',
    [who.orgId, who.userId],
  )
  return { set: rows.length > 0, updatedAt: rows[0]?.updatedAt ?? null }
}

/** A new one lifts every lock of the old. */
export async function savePin(who: Caller, pin: string): Promise<void> {
  const hashed = await hashPassword(pin)
  await who.tx(async (tx) => {
    await tx.client.query(
      `insert into staff_pin (org_id, user_id, pin_hash, updated_at) values ($1, $2, $3, now())
        on conflict (org_id, user_id) do update set pin_hash = excluded.pin_hash, updated_at = now()`,
      [tx.orgId, who.userId, hashed],
    )
    await forgetGuesses(tx, subjectOfPin(tx.orgId, who.userId))
    tx.log({ remark: '设置告警大屏口令', targetType: 'account', targetId: who.userId })
  })
}

/**
 * Who stands in front of a display: the account as it would be signed in, at an end where it may do what is asked. The
 * display itself (`who`) gives them nothing; their own permission and departments decide.
 */
export async function provePin(who: Caller, userId: string, pin: string, needs: string): Promise<SessionUser> {
  const { app, origin, orgId } = who
  const { pool } = app
  const subject = subjectOfPin(orgId, userId)
  const found = await pool.query<{ name: string; hash: string | null }>(
    `select coalesce(e.emp_name, a.user_name) as name, p.pin_hash as hash from account a
      left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
      left join staff_pin p on p.org_id = a.org_id and p.user_id = a.user_id
    where a.org_id = $1 and a.user_id = $2 and a.user_status = ${UserStatus.is.enabled}`,
    [orgId, userId],
  )
  const person = found.rows[0]
  if (!person) throw notFound('人员')
  if (person.hash === null) throw new Refusal('NO_PIN', { name: person.name }, 'userId')
  const { unFrozenTimeConfig: minutes } = await settingsOf(pool, orgId)
  const attempt = await guessStranger(pool, subject, origin, minutes)
  const note = (remark: string) => ({ remark: `${remark}：${person.name}`, targetType: 'account', targetId: userId })
  if ('frozenMinutes' in attempt) {
    await who.tx(async (tx) => tx.log(note('大屏口令已锁定')))
    throw new Refusal('PIN_FROZEN', { minutes: attempt.frozenMinutes }, 'pin')
  }
  if (!(await samePassword(person.hash, pin))) {
    const { left, count } = attempt
    await who.tx(async (tx) => tx.log(note(`大屏口令不正确，第 ${count} 次`)))
    throw left > 0 ? new Refusal('WRONG_PIN', { left }, 'pin') : new Refusal('PIN_FROZEN', { minutes }, 'pin')
  }
  await who.tx(async (tx) => {
    await forgiveGuess(tx, subject, origin, true)
    tx.log(note('大屏口令正确'))
  })
  const [ends, depts] = await Promise.all([landingEndsOf(pool, orgId, userId), dataDeptsOf(pool, orgId, userId)])
  for (const { landingEndId } of ends) {
    const user = await app.sessions.ofAccount(orgId, userId, { landingEndId, deptId: depts.preferred?.deptId ?? null })
    if (user && !user.mustChangePassword && mayUse(user, needs)) return user
  }
  throw new Refusal('NO_PERMISSION')
}
