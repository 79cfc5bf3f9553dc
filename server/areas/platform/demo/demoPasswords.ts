// The passwords of the demonstration are printed in the README. Where other machines reach the product, or where it is no
// longer a demonstration, an account that still has one of them must change it: it signs in to nothing else.

import { DEMO_ORG, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { samePassword } from '#server/areas/platform/session/password'
import type { AppContext } from '#server/kit/context'
import { systemTransaction } from '#server/kit/system'
import { demoAccounts } from './demoAccounts.ts'

interface Row {
  orgId: string
  userId: string
  userName: string
  passwordHash: string
  told: boolean
}

const FOUND = `select org_id as "orgId", user_id as "userId", user_name as "userName", password_hash as "passwordHash",
  reset_password as told from account where org_id = any($1) and user_name = any($2) order by user_name`

async function stillKnown({ pool }: AppContext): Promise<Row[]> {
  const names = demoAccounts.map((one) => one.userName)
  const found = await pool.query<Row>(FOUND, [[DEMO_ORG, OPERATOR_ORG], names])
  const known: Row[] = []
  // One after the other: each check takes tens of megabytes.
  for (const row of found.rows) {
    const { password } = demoAccounts.find((one) => one.userName === row.userName)!
    if (await samePassword(row.passwordHash, password)) known.push(row)
  }
  return known
}

/** Every start. Answers what to print. */
export async function closeKnownPasswords(app: AppContext): Promise<string[]> {
  const { demo, open } = app.settings
  if (demo && !open) return []
  const known = await stillKnown(app)
  if (known.length === 0) return []
  for (const { orgId, userId, userName } of known.filter((one) => !one.told)) {
    await systemTransaction(app, orgId, '系统初始化', '公开密码须修改', async (tx) => {
      // The condition again: whoever changed it meanwhile keeps theirs.
      const { passwordHash } = known.find((one) => one.userId === userId)!
      await tx.client.query(
        `update account set reset_password = true, version = version + 1
         where org_id = $1 and user_id = $2 and password_hash = $3`,
        [orgId, userId, passwordHash],
      )
      tx.log({
        remark: `账号 ${userName} 仍使用公开的演示密码，登录后须先修改`,
        targetType: 'account',
        targetId: userId,
      })
    })
    app.sessions.forget(orgId, userId)
  }
  const names = known.map((one) => one.userName).join('、')
  return [`注意：账号 ${names} 仍是公开的演示密码，登录后必须先修改密码才能使用。请尽快逐个登录修改，不用的账号请停用`]
}
