// Rights changed while people are signed in: their sessions are read anew and their consoles fetch menu and buttons.
import { RoleLevel } from '#contract/platform/role'
import { session } from '#contract/platform/session'
import { endSessions } from '#server/areas/platform/session/accountSession'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'

const NOTICE = '权限已更新'

/** Above this, forgetting the whole organisation costs less than naming everyone. */
const MANY = 200

/** The rights of these users changed. Who has lost the landing end they are in is signed out (4013). */
export async function refreshHolders(app: AppContext, tx: Tx, orgId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return
  const stranded = await tx.client.query<{ user_id: string }>(STRANDED, [orgId, userIds])
  const out = stranded.rows.map((row) => row.user_id)
  if (out.length > 0) await endSessions(app, tx, orgId, out, 'ACCOUNT_CHANGED')
  tx.after(() => {
    if (userIds.length > MANY) app.sessions.forget(orgId)
    else for (const userId of userIds) app.sessions.forget(orgId, userId)
  })
  tx.emit(session.events.menuChanged, { notice: NOTICE }, { orgId, userIds })
}

const STRANDED = `select distinct s.user_id from login_session s
  join account a on a.org_id = s.org_id and a.user_id = s.user_id
where s.org_id = $1 and s.user_id = any($2) and s.ended_by is null and s.landing_end_id is not null and not a.is_admin
  and not exists (
    select 1 from account_role ar
      join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
      left join role_authority ra
        on ra.org_id = ar.org_id and ra.role_id = ar.role_id and ra.landing_end_id = s.landing_end_id
     where ar.org_id = s.org_id and ar.user_id = s.user_id and (r.role_level = ${RoleLevel.is.preset}
       or ra.authority_id is not null))`

/** The menu itself changed, for every organisation: silently, because nobody's rights are meant to change. */
export async function refreshEveryone(app: AppContext, tx: Tx) {
  const found = await tx.client.query<{ org_id: string }>(
    'select distinct org_id from login_session where ended_by is null',
  )
  for (const { org_id: orgId } of found.rows) {
    tx.after(() => app.sessions.forget(orgId))
    tx.emit(session.events.menuChanged, {}, { orgId })
  }
}
