// Deleting an archive: only one that was made by mistake. Whoever has lived here, holds a bed, has moved money or signed
// a paper stays in the books; the refusal names everything that stands in the way.

import { maskedCard } from '#contract/kit/privacy'
import { Refusal } from '#contract/kit/refusal'
import { ConsultationStatus } from '#contract/live/consultationFields'
import { residence } from '#contract/live/residence'
import { ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import type { Caller, Tx } from '#server/kit/caller'
import { dropContent } from './archiveFiles.ts'
import { lockArchive } from './archiveSave.ts'

/** Each answers how many; what is said follows. */
const uses: readonly (readonly [key: string, sql: string, say: (count: number) => string])[] = [
  ['stays', 'select count(*) from stay where org_id = $1 and oldman_id = $2', (n) => `${n} 次居住`],
  ['reservations', 'select count(*) from reservation where org_id = $1 and oldman_id = $2', (n) => `${n} 条预订记录`],
  [
    'money',
    `select count(*) from elder_account where org_id = $1 and oldman_id = $2
      and (balance_fen <> 0 or gift_fen <> 0 or deposit_fen <> 0 or owed_fen <> 0)`,
    () => '账户里有余额、押金或欠费',
  ],
  ['settlements', 'select count(*) from settlement where org_id = $1 and oldman_id = $2', (n) => `${n} 张结算单`],
  [
    'contracts',
    'select count(*) from contract_document where org_id = $1 and oldman_id = $2',
    (n) => `${n} 份合同文书`,
  ],
  ['forms', 'select count(*) from oldman_template where org_id = $1 and oldman_id = $2', (n) => `${n} 份表单`],
  ['assessments', 'select count(*) from assessment where org_id = $1 and oldman_id = $2', (n) => `${n} 份评估`],
  ['outings', 'select count(*) from outing where org_id = $1 and oldman_id = $2', (n) => `${n} 条外出记录`],
  ['visits', 'select count(*) from visit where org_id = $1 and oldman_id = $2', (n) => `${n} 条来访记录`],
]

const USES = `select ${uses.map(([key, sql]) => `(${sql}) as ${key}`).join(', ')}`

const FREED = `update consultation set oldman_id = null, archived_at = null,
  status = ${ConsultationStatus.is.following}, version = version + 1, updated_at = now()
where org_id = $1 and oldman_id = $2`

export async function removeArchive(tx: Tx, who: Caller, oldmanId: string): Promise<null> {
  const before = await lockArchive(tx, who, oldmanId)
  const status = before.status as ResidenceStatusValue
  if (status !== ResidenceStatus.is.waiting && status !== ResidenceStatus.is.cancelled) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: ResidenceStatus.label(status), act: '删除档案' })
  }
  const found = await tx.client.query<Record<string, number>>({
    name: 'archive_uses',
    text: USES,
    values: [tx.orgId, oldmanId],
  })
  const counts = found.rows[0]!
  const standing = uses.flatMap(([key, , say]) => (Number(counts[key]) > 0 ? [say(Number(counts[key]))] : []))
  if (standing.length > 0) {
    throw new Refusal('IN_USE', { what: `“${before.oldmanName}”的档案`, users: standing.join('、') })
  }
  const files = await tx.client.query<{ url: string }>(
    `select file_url as url from oldman_file where org_id = $1 and oldman_id = $2`,
    [tx.orgId, oldmanId],
  )
  // The consultation it was made from goes on where it stood.
  await tx.client.query(FREED, [tx.orgId, oldmanId])
  await tx.client.query('delete from oldman where org_id = $1 and oldman_id = $2', [tx.orgId, oldmanId])
  for (const address of [before.head, ...files.rows.map((row) => row.url)]) await dropContent(tx, address)
  tx.log({
    remark: `删除档案“${before.oldmanName}”`,
    targetType: 'oldman',
    targetId: oldmanId,
    changes: { oldmanName: [before.oldmanName, null], idCard: [maskedCard(before.idCard), null] },
  })
  tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [oldmanId] })
  return null
}
