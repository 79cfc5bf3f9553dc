// Uploaded Word files: kept once per content, and gone when no version uses them any more.

import { createHash } from 'node:crypto'
import type { Tx } from '#server/kit/caller'
import { defineJob } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'

export const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const SETTLE = 'systemSetting.settleTemplateFile'
const DAY_MS = 86_400_000

/** Keeps a file for the version that is about to be saved; a day later it is looked whether one was. */
export async function keepWordFile(tx: Tx, content: Buffer): Promise<string> {
  const fileId = sha256Of(content)
  await tx.client.query({
    name: 'document_template_file_insert',
    text: `insert into document_template_file (org_id, file_id, size_b, content) values ($1, $2, $3, $4)
      on conflict (org_id, file_id) do update set created_at = now()`,
    values: [tx.orgId, fileId, content.length, content],
  })
  const runAt = new Date(Date.now() + DAY_MS).toISOString()
  await tx.job(SETTLE, { orgId: tx.orgId, fileId }, { runAt, key: `${SETTLE}:${tx.orgId}:${fileId}` })
  return fileId
}

const UNUSED = `delete from document_template_file f where f.org_id = $1 and f.file_id = any($2)
  and not exists (select 1 from document_template_version v where v.org_id = f.org_id and v.file_id = f.file_id)`

/** After versions went: their files go with them unless another version or template has the same. */
export async function dropUnusedFiles(tx: Tx, fileIds: readonly string[]): Promise<number> {
  if (fileIds.length === 0) return 0
  const gone = await tx.client.query({ text: UNUSED, values: [tx.orgId, fileIds] })
  return gone.rowCount ?? 0
}

/** A file that was uploaded and never saved. */
export const settleTemplateFile = defineJob<{ orgId: string; fileId: string }>(SETTLE, async (file, app) => {
  const unused = await app.pool.query(
    `select 1 from document_template_file f where f.org_id = $1 and f.file_id = $2
       and created_at < now() - interval '12 hours'
       and not exists (select 1 from document_template_version v where v.org_id = f.org_id and v.file_id = f.file_id)`,
    [file.orgId, file.fileId],
  )
  if (unused.rowCount === 0) return
  await systemTransaction(app, file.orgId, '文书模板', '清理未使用的 Word 文件', async (tx) => {
    const gone = await dropUnusedFiles(tx, [file.fileId])
    tx.log({ remark: `清理上传后未保存的 Word 文件 ${gone} 个` })
  })
})
