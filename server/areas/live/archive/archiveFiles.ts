// Papers of an archive and the head image. A file that nothing names any more leaves the store with the commit.

import type pg from 'pg'
import { fileIdOf } from '#contract/kit/fileAddress'
import { invalid, notFound } from '#contract/kit/refusal'
import type { FileFieldsData, FileRowData, OldmanFileKindValue } from '#contract/live/archiveFields'
import { OldmanFileKind } from '#contract/live/archiveFields'
import { residence } from '#contract/live/residence'
import { IN_SCOPE } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import type { Scope } from '#server/kit/tenant'
import { removeFile } from '#server/kit/uploads'
import { refuseNoPicture } from './archiveChecks.ts'
import { refreshCompleteness } from './archiveCompleteness.ts'
import { readyFiles } from './archiveCreate.ts'
import { insertFiles } from './archiveInsert.ts'
import { lockArchive } from './archiveSave.ts'

const FILES = `select x.file_id as "fileId", x.oldman_id as "oldmanId", x.kind, x.file_name as "fileName", x.file_url as "fileUrl",
  x.size, x.expire_date as "expireDate", coalesce(x.expire_date < current_date, false) as expired, x.remark,
  e.emp_name as "userName", x.created_at as "createTime"
from oldman_file x left join employee e on e.org_id = x.org_id and e.emp_id = x.user_id
where x.org_id = $1 and x.oldman_id = $2 and ($3::text is null or x.kind = $3)
order by x.created_at desc, x.file_id desc`

async function refuseUnseen(client: pg.Pool, scope: Scope, oldmanId: string): Promise<void> {
  const found = await client.query({
    name: 'archive_seen',
    text: `select 1 from oldman t where ${IN_SCOPE} and t.oldman_id = $3`,
    values: [scope.orgId, scope.deptIds, oldmanId],
  })
  if (found.rows.length === 0) throw notFound('老人档案')
}

export async function filesOf(who: Caller, oldmanId: string, kind: OldmanFileKindValue | null): Promise<FileRowData[]> {
  await refuseUnseen(who.app.pool, who, oldmanId)
  const found = await who.app.pool.query<FileRowData>({
    name: 'archive_files',
    text: FILES,
    values: [who.orgId, oldmanId, kind],
  })
  return found.rows
}

export async function addFiles(
  tx: Tx,
  who: Caller,
  oldmanId: string,
  files: readonly FileFieldsData[],
): Promise<FileRowData[]> {
  if (files.length === 0) throw invalid('请选择要上传的文件', 'files')
  const { oldmanName } = await lockArchive(tx, who, oldmanId)
  const ready = await readyFiles(tx, files)
  const ids = new Set(await insertFiles(tx, oldmanId, ready))
  await refreshCompleteness(tx, oldmanId)
  tx.log({
    remark: `“${oldmanName}”新增附件 ${ready.length} 个：${ready.map((file) => file.fileName).join('、')}`,
    targetType: 'oldman',
    targetId: oldmanId,
    changes: { 附件: [null, ready.map((file) => file.fileName).join('、')] },
  })
  const found = await tx.client.query<FileRowData>(FILES, [tx.orgId, oldmanId, null])
  return found.rows.filter((row) => ids.has(row.fileId))
}

interface LockedFile {
  fileId: string
  oldmanId: string
  oldmanName: string
  kind: OldmanFileKindValue
  fileName: string
  fileUrl: string
  expireDate: string | null
  remark: string | null
}

const LOCK = `select x.file_id as "fileId", x.oldman_id as "oldmanId", t.oldman_name as "oldmanName", x.kind,
  x.file_name as "fileName", x.file_url as "fileUrl", x.expire_date as "expireDate", x.remark
from oldman_file x join oldman t on t.org_id = x.org_id and t.oldman_id = x.oldman_id
where ${IN_SCOPE} and x.org_id = $1 and x.file_id = $3 for update of x`

async function lockFile(tx: Tx, who: Caller, fileId: string): Promise<LockedFile> {
  const found = await tx.client.query<LockedFile>({
    name: 'archive_file_lock',
    text: LOCK,
    values: [tx.orgId, who.deptIds, fileId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('附件')
  return row
}

export async function saveFile(
  tx: Tx,
  who: Caller,
  fileId: string,
  next: { kind: OldmanFileKindValue; expireDate?: string | null; remark?: string | null },
): Promise<null> {
  const file = await lockFile(tx, who, fileId)
  const { kind, expireDate = null, remark = null } = next
  await tx.client.query(
    `update oldman_file set kind = $3, expire_date = $4, remark = $5 where org_id = $1 and file_id = $2`,
    [tx.orgId, fileId, kind, expireDate, remark],
  )
  await refreshCompleteness(tx, file.oldmanId)
  const words = (one: Pick<LockedFile, 'kind' | 'expireDate' | 'remark'>) =>
    [OldmanFileKind.label(one.kind), one.expireDate && `有效期至 ${one.expireDate}`, one.remark]
      .filter(Boolean)
      .join('，')
  tx.log({
    remark: `修改“${file.oldmanName}”的附件“${file.fileName}”`,
    targetType: 'oldman',
    targetId: file.oldmanId,
    changes: { 附件: [words(file), words({ kind, expireDate, remark })] },
  })
  return null
}

/** The content goes unless another record names it: a consultation may show the same picture. */
export async function dropContent(tx: Tx, address: string | null): Promise<void> {
  const fileId = address ? fileIdOf(address) : null
  if (!address || !fileId) return
  const found = await tx.client.query<{ unused: boolean }>(
    `select not exists (select from file_link l where l.org_id = f.org_id and l.file_id = f.file_id) as unused
     from stored_file f where f.org_id = $1 and f.file_id = $2`,
    [tx.orgId, fileId],
  )
  if (found.rows[0]?.unused) await removeFile(tx, address, () => true)
}

export async function deleteFile(tx: Tx, who: Caller, fileId: string): Promise<null> {
  const file = await lockFile(tx, who, fileId)
  await tx.client.query('delete from oldman_file where org_id = $1 and file_id = $2', [tx.orgId, fileId])
  await refreshCompleteness(tx, file.oldmanId)
  tx.log({
    remark: `删除“${file.oldmanName}”的附件“${file.fileName}”`,
    targetType: 'oldman',
    targetId: file.oldmanId,
    changes: { 附件: [file.fileName, null] },
  })
  await dropContent(tx, file.fileUrl)
  return null
}

/** Null takes the picture away. Taking away what is not there is no mistake. */
export async function changeHead(tx: Tx, who: Caller, oldmanId: string, head: string | null): Promise<void> {
  const before = await lockArchive(tx, who, oldmanId)
  if (before.head === head) return
  if (head !== null) await refuseNoPicture(tx, head)
  await tx.client.query(
    'update oldman set head = $3, version = version + 1, updated_at = now() where org_id = $1 and oldman_id = $2',
    [tx.orgId, oldmanId, head],
  )
  await refreshCompleteness(tx, oldmanId)
  tx.log({
    remark: `${head === null ? '移除' : before.head === null ? '上传' : '更换'}“${before.oldmanName}”的照片`,
    targetType: 'oldman',
    targetId: oldmanId,
    changes: { head: [before.head === null ? '无' : '有照片', head === null ? '无' : '新照片'] },
  })
  tx.emit(residence.events.changed, { bedIds: before.bedId ? [before.bedId] : [], oldmanIds: [oldmanId] })
  await dropContent(tx, before.head)
}
