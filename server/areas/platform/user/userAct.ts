// What is done with accounts beside editing them: enable and disable, passwords, thawing, order, deletion.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { SHARED_FIRST_PASSWORD, UserStatus } from '#contract/platform/user'
import { storePassword } from '#server/areas/platform/session/accountPassword'
import { endSessions } from '#server/areas/platform/session/accountSession'
import { forgetGuesses } from '#server/areas/platform/session/loginGuess'
import { checkRule, hashPassword, oneTimePassword } from '#server/areas/platform/session/password'
import { settingsOf } from '#server/areas/platform/setting/orgSettings'
import type { Caller, Tx } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { inDepts } from '#server/kit/tenant'
import { calledBy, type KnownUser, lockUsers, oneAtATime, refuseLastAdministrator } from './userRights.ts'

const MOST = 2000

/** Ids joined by commas, as every client sends them. */
export function idsOf(joined: string): string[] {
  const ids = [...new Set(joined.split(',').map((one) => one.trim()))].filter(Boolean)
  if (ids.length === 0) throw invalid('请先选择用户', 'userIds')
  if (ids.length > MOST) throw invalid(`一次最多处理 ${MOST} 个用户`, 'userIds')
  return ids
}

const target = (one: KnownUser) => ({ targetType: 'account', targetId: one.userId })

export async function changeStatus(who: Caller, userIds: readonly string[], userStatus: number): Promise<void> {
  if (!UserStatus.find(userStatus as 1 | 2)) throw invalid('账号状态应为 1（启用）或 2（禁用）', 'userStatus')
  const disables = userStatus === UserStatus.is.disabled
  await who.tx(async (tx) => {
    await oneAtATime(tx)
    const users = await lockUsers(tx, who, userIds)
    if (disables && users.some((one) => one.userId === who.userId)) throw invalid('不能禁用自己的账号')
    const changed = users.filter((one) => one.userStatus !== userStatus)
    const ids = changed.map((one) => one.userId)
    if (disables && changed.some((one) => one.isAdmin)) await refuseLastAdministrator(tx, ids, '禁用')
    await tx.client.query(
      'update account set user_status = $3, version = version + 1 where org_id = $1 and user_id = any($2)',
      [who.orgId, ids, userStatus],
    )
    if (disables) await endSessions(who.app, tx, who.orgId, ids, 'ACCOUNT_CHANGED')
    for (const one of changed) {
      tx.log({
        remark: `${disables ? '禁用' : '启用'}用户“${calledBy(one)}”`,
        ...target(one),
        changes: { userStatus: [one.userStatus, userStatus] },
      })
    }
  })
}

/** This console shows a password made for this one person; older clients know only the platform's own. */
export async function resetPassword(who: Caller, userId: string): Promise<string> {
  const password = who.origin.ownConsole ? oneTimePassword() : SHARED_FIRST_PASSWORD
  await writePassword(who, userId, password, '重置密码', null)
  return password
}

export async function setPassword(who: Caller, userId: string, password: string): Promise<void> {
  const { pwdConfig } = await settingsOf(who.app.pool, who.orgId)
  await writePassword(who, userId, password, '设置密码', pwdConfig)
}

/** Whoever got a password from somebody else makes their own at the next sign-in. */
async function writePassword(
  who: Caller,
  userId: string,
  password: string,
  act: string,
  rule: number | null,
): Promise<void> {
  if (userId === who.userId) throw invalid('自己的密码请在右上角“修改密码”中修改')
  // Looked up first: nobody makes the server hash for an account that is not theirs to manage.
  await who.tx(async (tx) => {
    const [one] = await lockUsers(tx, who, [userId])
    if (rule !== null) checkRule(password, rule, 'newPwd', [one!.userName, one!.phoneNum])
    const hashed = await hashPassword(password)
    await storePassword(who.app, tx, { orgId: who.orgId, userId, hashed, mustChange: true })
    tx.log({ remark: `${act}：“${calledBy(one!)}”，下次登录须修改`, ...target(one!) })
  })
}

export async function unfreeze(who: Caller, userId: string): Promise<void> {
  await who.tx(async (tx) => {
    const [one] = await lockUsers(tx, who, [userId])
    await forgetGuesses(tx, { orgId: who.orgId, subject: userId })
    tx.log({ remark: `解除“${calledBy(one!)}”的登录冻结`, ...target(one!) })
  })
}

const SORT = `update account a set sort = s.place from unnest($2::text[], $3::int[]) as s(user_id, place), employee e
where a.org_id = $1 and a.user_id = s.user_id and e.org_id = a.org_id and e.emp_id = a.user_id and ${inDepts('e', '$4')}`
const SORT_PEOPLE = `update employee e set sort = s.place from unnest($2::text[], $3::int[]) as s(emp_id, place)
where e.org_id = $1 and e.emp_id = s.emp_id`

/** Users and employees share one order, whichever call makes it. */
export async function sortUsers(who: Caller, sorts: readonly { userId: string; sort: number }[]): Promise<void> {
  const places = new Map(sorts.map((one) => [one.userId, one.sort]))
  if (places.size === 0) throw invalid('请先选择要排序的用户', 'sorts')
  await who.tx(async (tx) => {
    const ids = [...places.keys()].sort()
    const values = [who.orgId, ids, ids.map((one) => places.get(one))]
    const moved = await tx.client.query(SORT, [...values, who.deptIds])
    if (moved.rowCount !== ids.length) throw notFound('用户')
    await tx.client.query(SORT_PEOPLE, values)
    tx.log({ remark: `调整 ${ids.length} 名用户的顺序` })
  })
}

/** What still hangs on these people, said of the first one found. */
async function refuseUsed(tx: Tx, users: readonly KnownUser[]): Promise<void> {
  const ids = users.map((one) => one.userId)
  const found = await Promise.all(
    areas().staffUses.map(async ({ held, say }) => {
      const rows = await tx.client.query<{ user_id: string; held: number }>(held, [tx.orgId, ids])
      return rows.rows.map((row) => ({ userId: row.user_id, what: say(row.held) }))
    }),
  )
  const all = found.flat()
  const first = users.find((one) => all.some((use) => use.userId === one.userId))
  if (!first) return
  const held = all.filter((use) => use.userId === first.userId).map((use) => use.what)
  throw new Refusal('IN_USE', { what: `用户“${calledBy(first)}”`, users: `${held.join('、')}。可改为禁用该账号` })
}

/** Rows that belong to a person alone and mean nothing without them. */
const OWN_ROWS = ['user_preference', 'user_message', 'message_setting', 'version_read', 'known_browser'] as const

/** Deletes accounts for good; what they did stays in the log. */
export async function deleteUsers(tx: Tx, who: Caller, userIds: readonly string[]): Promise<void> {
  await oneAtATime(tx)
  const users = await lockUsers(tx, who, userIds)
  const ids = users.map((one) => one.userId)
  if (ids.includes(who.userId)) throw invalid('不能删除自己的账号')
  if (users.some((one) => one.isAdmin)) await refuseLastAdministrator(tx, ids, '删除')
  await refuseUsed(tx, users)
  await endSessions(who.app, tx, who.orgId, ids, 'ACCOUNT_CHANGED')
  await tx.client.query('delete from login_name where org_id = $1 and user_id = any($2)', [who.orgId, ids])
  for (const table of OWN_ROWS) {
    await tx.client.query(`delete from ${table} where org_id = $1 and user_id = any($2)`, [who.orgId, ids])
  }
  await tx.client.query('delete from account where org_id = $1 and user_id = any($2)', [who.orgId, ids])
  for (const one of users) tx.log({ remark: `删除用户“${calledBy(one)}”`, ...target(one) })
}
