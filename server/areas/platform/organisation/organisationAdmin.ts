// The operator helps a house whose administrator cannot get in any more: a one-time password, told to the house as well.

import { notFound, Refusal } from '#contract/kit/refusal'
import { OrgLevel } from '#contract/platform/session'
import { UserStatus } from '#contract/platform/user'
import { notify } from '#server/areas/platform/message/messages'
import { storePassword } from '#server/areas/platform/session/accountPassword'
import { hashPassword, oneTimePassword } from '#server/areas/platform/session/password'
import type { Caller } from '#server/kit/caller'
import { isOperator } from './organisationArchive.ts'

interface Administrator {
  org_name: string
  org_level: number
  user_id: string
  user_name: string
  emp_name: string | null
}

// The one whom the list of institutions names; a disabled one would not get in with a new password either.
const ADMINISTRATOR = `select o.org_name, o.org_level, a.user_id, a.user_name, e.emp_name
from organization o
  join account a on a.org_id = o.org_id and a.is_admin and a.user_status = ${UserStatus.is.enabled}
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where o.org_id = $1 order by a.created_at, a.user_id limit 1 for update of a`

export async function resetAdministrator(who: Caller, orgId: string) {
  if (!isOperator(who)) throw notFound('机构')
  const password = oneTimePassword()
  return who.tx(async (tx) => {
    const found = await tx.client.query<Administrator>(ADMINISTRATOR, [orgId])
    const one = found.rows[0]
    if (!one) throw notFound('可用的机构管理员')
    // The operator's own people are reset on its own list of users, by its own rules.
    if (one.org_level === OrgLevel.is.operator)
      throw new Refusal('STATE_NOT_ALLOWED', { state: '运营平台', act: '在这里重置密码' })
    const hashed = await hashPassword(password)
    await storePassword(who.app, tx, { orgId, userId: one.user_id, hashed, mustChange: true })
    const others = await tx.client.query<{ user_id: string }>(
      `select user_id from account where org_id = $1 and is_admin and user_status = ${UserStatus.is.enabled}`,
      [orgId],
    )
    await notify(
      tx,
      others.rows.map((row) => row.user_id),
      {
        kind: 'system',
        title: `平台运营方重置了管理员“${one.emp_name ?? one.user_name}”的密码`,
        content: '如果不是贵机构提出的，请立即联系平台运营方。',
      },
      orgId,
    )
    tx.log({
      remark: `重置机构“${one.org_name}”管理员 ${one.user_name} 的密码，下次登录须修改`,
      targetType: 'organization',
      targetId: orgId,
    })
    return { userName: one.user_name, empName: one.emp_name, password }
  })
}
