// Files that come in or are produced: checked, made safe, stored, and written down in the transaction that uses them.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileIdOf } from '#contract/kit/fileAddress'
import { lookUp } from '#contract/kit/lookup'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type UploadUse, uploadUses } from '#contract/platform/upload'
import type { Tx } from './caller.ts'
import type { AppContext } from './context.ts'
import type { FileRow } from './fileAccess.ts'
import { checkedMime, extensionOf, fileKinds } from './fileKind.ts'
import { newId } from './ids.ts'
import type { IncomingFile } from './implement.ts'
import { workFolder } from './multipart.ts'
import { checkAnimation, isRemade, type Remake, remakePicture, thumbnailUrl } from './picture.ts'
import { storageKey } from './storageKey.ts'

const MIB = 1024 * 1024
const LONGEST_NAME = 120

/** Whoever stores a file: a caller, or a visitor bound to an organisation. */
export interface Storer {
  readonly app: Pick<AppContext, 'pool' | 'log' | 'storage' | 'settings'>
  readonly orgId: string
  readonly userId: string | null
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface StoreOptions {
  use: UploadUse
  /** Pictures only: the longest side, and a size in bytes the result is brought below. */
  remake?: Remake
  /** Readable without a session: logos and login pictures only. */
  isPublic?: boolean
  md5?: boolean
  /** Answers a small picture of it as a data URL. */
  thumbnail?: boolean
  /** The use that is written down, where that differs from the rules it was checked by. */
  storedAs?: string
  /** What the operation log calls the act: 上传图片. */
  act?: string
}

export interface StoredUpload {
  fileId: string
  /** The name it is stored under. */
  fileName: string
  /** The name it came with. */
  sourceFileName: string
  fileSizeB: number
  mime: string
  sha256: string
  md5: string | null
  thumbnail: string | null
  /** Root-relative, usable as an image source as it is. */
  urlPath: string
}

interface Prepared {
  stored: StoredUpload
  path: string
  key: string
  use: string
  isPublic: boolean
  act: string
}

/** The last part of a name that some client sent, without anything a file system or a header could stumble over. */
export function tidyName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control and direction characters disguise a name
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
  const extension = extensionOf(plain)
  const stem = extension ? plain.slice(0, -(extension.length + 1)) : plain
  const short = [...stem.replace(/^[.\s]+/, '')].slice(0, LONGEST_NAME).join('').trim() || '文件'
  return extension ? `${short}.${extension}` : short
}

export const fileUrl = (fileId: string, name: string) => `/files/${fileId}/${encodeURIComponent(name)}`

async function digests(path: string, md5: boolean): Promise<{ sha256: string; md5: string | null }> {
  const strong = createHash('sha256')
  const weak = md5 ? createHash('md5') : null
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      strong.update(chunk)
      weak?.update(chunk)
    }
  })
  return { sha256: strong.digest('hex'), md5: weak?.digest('hex') ?? null }
}

async function prepare(
  who: Storer,
  path: string,
  name: string,
  mime: string,
  options: Omit<StoreOptions, 'use' | 'remake'> & { use: string },
): Promise<Prepared> {
  const fileId = newId()
  const extension = extensionOf(name)
  const sourceFileName = tidyName(name)
  return {
    stored: {
      fileId,
      fileName: `${fileId}.${extension}`,
      sourceFileName,
      fileSizeB: (await stat(path)).size,
      mime,
      ...(await digests(path, options.md5 ?? false)),
      thumbnail: options.thumbnail ? await thumbnailUrl(path, mime) : null,
      urlPath: fileUrl(fileId, sourceFileName),
    },
    path,
    key: storageKey(who.orgId, fileId, extension),
    use: options.storedAs ?? options.use,
    isPublic: options.isPublic ?? false,
    act: options.act ?? '上传文件',
  }
}

/** A scanned contract is read word by word and keeps more of its pixels than a portrait. */
const usualRemake = (use: UploadUse): Remake => (use === 'document' ? { longest: 4000 } : {})

/** Workbooks of before 2007 are another format altogether; every import says so here. */
const OLD_WORKBOOK = '这是旧版的 .xls 文件，不能读取。请用 Excel 或 WPS 打开，另存为 .xlsx 后再导入'

/** Refuses what its name, its size or its absence already rules out. */
export function refuseUnfit(file: IncomingFile | undefined, use: UploadUse): asserts file is IncomingFile {
  if (!file) throw invalid('请选择要上传的文件', 'file')
  const { extensions, limit } = uploadUses[use]
  if (use === 'sheet' && extensionOf(file.name) === 'xls') throw invalid(OLD_WORKBOOK, 'file')
  if (!(extensions as readonly string[]).includes(extensionOf(file.name))) {
    throw new Refusal('UPLOAD_TYPE', { list: extensions.join('、') }, 'file')
  }
  if (file.size > limit * MIB) throw new Refusal('UPLOAD_SIZE', { limit }, 'file')
  if (file.size === 0) throw invalid('文件是空的，请重新选择', 'file')
}

async function check(who: Storer, file: IncomingFile | undefined, options: StoreOptions): Promise<Prepared> {
  refuseUnfit(file, options.use)
  const extension = extensionOf(file.name)
  const mime = await checkedMime(file.path, extension)
  if (extension === 'gif') await checkAnimation(file.path)
  if (!isRemade(extension)) return prepare(who, file.path, file.name, mime, options)
  const remade = `${file.path}.made`
  await remakePicture(file.path, remade, extension, options.remake ?? usualRemake(options.use))
  return prepare(who, remade, file.name, mime, options)
}

const INSERT = `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

/** A crash between content and row would leave content that nobody knows; a day later this looks for it. */
const SETTLE = `select graphile_worker.add_job('platform.settleFile', json_build_object('orgId', $1::text, 'key', key),
  run_at => now() + interval '1 day') from unnest($2::text[]) as key`

async function keep(who: Storer, files: readonly Prepared[]): Promise<StoredUpload[]> {
  const { storage, pool, log } = who.app
  const keys = files.map((file) => file.key)
  await pool.query({ name: 'file_settle', text: SETTLE, values: [who.orgId, keys] })
  try {
    for (const file of files) await storage.put(file.key, file.path, file.stored.mime)
    await who.tx(async (tx) => {
      for (const { stored, key, use, isPublic, act } of files) {
        const { fileId, sourceFileName, fileSizeB, mime, sha256 } = stored
        await tx.client.query({
          name: 'stored_file_insert',
          text: INSERT,
          values: [who.orgId, fileId, use, key, sourceFileName, fileSizeB, mime, sha256, isPublic, who.userId],
        })
        tx.log({ remark: `${act}“${sourceFileName}”`, targetType: 'file', targetId: fileId })
      }
    })
  } catch (error) {
    const removed = await Promise.allSettled(keys.map((key) => storage.remove(key)))
    for (const one of removed) {
      if (one.status === 'rejected') {
        log.error({ err: one.reason }, 'content of a refused upload stays until it is settled')
      }
    }
    throw error
  }
  return files.map((file) => file.stored)
}

/** Stores what a client sent; a file that is refused, or whose row is not written, leaves nothing behind. */
export async function storeUpload(
  who: Storer,
  file: IncomingFile | undefined,
  options: StoreOptions,
): Promise<StoredUpload> {
  const [stored] = await keep(who, [await check(who, file, options)])
  return stored!
}

/** Several files, all or none. `optionsOf` says what each is for. */
export async function storeUploads(
  who: Storer,
  files: readonly IncomingFile[],
  optionsOf: (file: IncomingFile) => StoreOptions,
): Promise<StoredUpload[]> {
  if (files.length === 0) throw invalid('请选择要上传的文件', 'file')
  const ready: Prepared[] = []
  for (const file of files) ready.push(await check(who, file, optionsOf(file)))
  return keep(who, ready)
}

export interface Produced {
  /** With its extension, e.g. 操作日志.xlsx. */
  name: string
  /** What it is for; the nightly clean-up removes exports and import workbooks after a while. */
  use: 'export' | 'import' | 'produced'
  act?: string
}

/** Stores a file the product made itself, from disk. The file is moved away. */
export async function storeFile(who: Storer, path: string, produced: Produced): Promise<StoredUpload> {
  const extension = extensionOf(produced.name)
  const mime = lookUp(fileKinds, extension)?.mime
  if (!mime) throw new Error(`no file type for ${produced.name}`)
  const [stored] = await keep(who, [await prepare(who, path, produced.name, mime, { act: '生成文件', ...produced })])
  return stored!
}

/** The same for content in memory. */
export async function storeBuffer(who: Storer, content: Buffer, produced: Produced): Promise<StoredUpload> {
  const folder = await workFolder(who.app.settings.tempDir)
  try {
    const path = join(folder, 'content')
    await writeFile(path, content, { mode: 0o600 })
    return await storeFile(who, path, produced)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes a file's row; its content goes once the transaction has committed, and not before. */
export async function removeFile(tx: Tx, address: string, mayRemove: (file: FileRow) => boolean): Promise<void> {
  const fileId = fileIdOf(address)
  const found = await tx.client.query<FileRow>({
    name: 'stored_file_lock',
    text: 'select * from stored_file where org_id = $1 and file_id = $2 for update',
    values: [tx.orgId, fileId ?? ''],
  })
  const file = found.rows[0]
  if (!file) throw notFound('文件')
  if (!mayRemove(file)) throw new Refusal('NO_PERMISSION')
  await tx.client.query({
    name: 'stored_file_delete',
    text: 'delete from stored_file where org_id = $1 and file_id = $2',
    values: [tx.orgId, file.file_id],
  })
  await tx.job('platform.removeContent', { key: file.key })
  tx.log({ remark: `删除文件“${file.name}”`, targetType: 'file', targetId: file.file_id })
}

/** Records that are not public themselves: a portrait does not become a logo. */
const OTHER_RECORDS = `select from file_link l where l.org_id = f.org_id and l.file_id = f.file_id
  and l.kind <> 'platform.setting'`

/** Opens a picture of the organisation to visitors (logo, login background). Addresses of other things are left. */
export async function publishFile(tx: Tx, address: string | null | undefined): Promise<void> {
  const fileId = address ? fileIdOf(address) : null
  if (!fileId) return
  const taken = await tx.client.query({
    name: 'stored_file_publish',
    text: `with published as (update stored_file f set is_public = true where f.org_id = $1 and f.file_id = $2
        and f.mime like 'image/%' and not exists (${OTHER_RECORDS}) returning f.file_id)
      select from stored_file f where f.org_id = $1 and f.file_id = $2 and not f.is_public and exists (${OTHER_RECORDS})`,
    values: [tx.orgId, fileId],
  })
  if (taken.rowCount) throw invalid('这张图片已用在其他资料里，不能公开，请重新上传一张')
}
