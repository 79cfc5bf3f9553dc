// What the product writes for a while and nobody needs for good; every night, in small bites, so that nothing waits.

import { forgetSecrets } from '#server/areas/platform/message/sms'
import type { AppContext } from '#server/kit/context'
import { clearWorkFolders } from '#server/kit/multipart'
import { systemTransaction } from '#server/kit/system'

const BITE = 5000
const DAY_MS = 86_400_000
/** Days that messages stay which were read, or never told. What waits to be read stays. */
export const MESSAGE_DAYS = 180

/** Table, its key, and which rows have served their time. */
const worn: readonly (readonly [table: string, key: string, condition: string])[] = [
  ['photo_code', 'verify_str', 'expires_at < now()'],
  // Spent codes stay a day: they still count when someone asks what was sent.
  ['sms_code', 'code_id', `expires_at < now() - interval '1 day'`],
  ['socket_ticket', 'ticket_id', 'expires_at < now()'],
  ['sso_mark', 'mark_id', 'expires_at < now()'],
  ['recovery_proof', 'user_id', 'expires_at < now()'],
  // A day longer than it opens anything: until then the browser that asked is told to begin again.
  ['phone_stand_in', 'origin_hash, stand_in', `expires_at < now() - interval '1 day'`],
  ['login_guess', 'org_id, subject, source', 'until < now()'],
  ['known_browser', 'org_id, user_id, browser_hash', `last_seen < now() - interval '180 days'`],
  ['rate_count', 'key', 'window_ends < now()'],
  ['request_number', 'org_id, request_no', `created_at < now() - interval '30 days'`],
  ['front_log', 'org_id, id', `created_at < now() - interval '90 days'`],
  ['login_session', 'session_id', `ended_by is not null and ended_at < now() - interval '90 days'`],
  // Nobody signed out of these and nobody will come back to them.
  ['login_session', 'session_id', `ended_by is null and last_seen < now() - interval '90 days'`],
  [
    'user_message',
    'org_id, message_id',
    `(read_at is not null or muted) and created_at < now() - interval '${MESSAGE_DAYS} days'`,
  ],
  ['figure_moved', 'org_id, xid, what', `created_at < now() - interval '1 day'`],
  ['job_run', 'org_id, run_id', `finished_at < now() - interval '90 days'`],
]

async function removeWorn(app: AppContext, table: string, key: string, condition: string): Promise<number> {
  let removed = 0
  for (;;) {
    const bite = await app.pool.query(
      `delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} limit ${BITE})`,
    )
    removed += bite.rowCount ?? 0
    if ((bite.rowCount ?? 0) < BITE) return removed
  }
}

/** Exports are kept for a month, workbooks of imports for a week: both hold personal data and have served. */
const OLD = `(use = 'export' and created_at < now() - interval '30 days'
  or use = 'import' and created_at < now() - interval '7 days')`
const OLD_FILES = `delete from stored_file where org_id = $1 and file_id in
  (select file_id from stored_file where org_id = $1 and ${OLD} limit ${BITE}) returning key`

async function removeOldFiles(app: AppContext): Promise<number> {
  const owners = await app.pool.query<{ org_id: string }>(`select distinct org_id from stored_file where ${OLD}`)
  let removed = 0
  for (const { org_id: orgId } of owners.rows) {
    removed += await systemTransaction(app, orgId, '文件', '清理过期文件', async (tx) => {
      const gone = await tx.client.query<{ key: string }>(OLD_FILES, [orgId])
      for (const { key } of gone.rows) await tx.job('platform.removeContent', { key })
      tx.log({ remark: `清理过期的导出和导入文件 ${gone.rows.length} 个` })
      return gone.rows.length
    })
  }
  return removed
}

export async function cleanUp(app: AppContext): Promise<void> {
  const removed: Record<string, number> = {}
  for (const [table, key, condition] of worn) {
    removed[table] = (removed[table] ?? 0) + (await removeWorn(app, table, key, condition))
  }
  await forgetSecrets(app)
  removed.stored_file = await removeOldFiles(app)
  await clearWorkFolders(app.settings.tempDir, DAY_MS)
  app.log.info({ removed }, 'nightly clean-up')
}
