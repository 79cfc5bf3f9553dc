// Multipart bodies go to disk part by part; the files are removed when the call ends, however it ends.
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { invalid, Refusal } from '#contract/kit/refusal'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './dataModes.ts'
import type { IncomingFile } from './implement.ts'
import { storable, wholeText } from './jsonBody.ts'

const MIB = 1024 * 1024
const FOLDER = 'upload-'
const MOST_FILES = 100
const MOST_FIELDS = 50

export interface MultipartBody {
  fields: Record<string, unknown>
  files: IncomingFile[]
  cleanUp(): Promise<void>
}

export interface MultipartLimits {
  /** All files together, in bytes; 0 where none belong. */
  file: number
  /** All fields together, in bytes; they are held in memory. */
  field?: number
}

/** A folder for one piece of work, below the data folder so that finished files are moved, not copied. */
export async function workFolder(tempDir: string): Promise<string> {
  await mkdir(tempDir, { recursive: true, mode: PRIVATE_FOLDER })
  return mkdtemp(join(tempDir, FOLDER))
}

/** What a crash left behind: folders that nobody can be working in any more. */
export async function clearWorkFolders(tempDir: string, olderThanMs: number): Promise<void> {
  const names = await readdir(tempDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((one) => one.startsWith(FOLDER))) {
    const folder = join(tempDir, name)
    const changed = await stat(folder).then(
      (found) => found.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (changed < Date.now() - olderThanMs) await rm(folder, { recursive: true, force: true })
  }
}

export const noFile = () => invalid('请选择要上传的文件', 'file')

export async function readMultipart(
  request: FastifyRequest,
  tempDir: string,
  limit: number | MultipartLimits,
): Promise<MultipartBody> {
  if (!request.isMultipart()) throw noFile()
  const { file: fileSize, field: fieldSize = MIB }: MultipartLimits =
    typeof limit === 'number' ? { file: limit } : limit
  let fileLeft = fileSize
  let fieldLeft = fieldSize
  const folder = await workFolder(tempDir)
  const cleanUp = () => rm(folder, { recursive: true, force: true })
  const fields: Record<string, unknown> = {}
  const files: IncomingFile[] = []
  try {
    // The parser would wait for ever for the end of a request that ended before it listened.
    if (isGone(request)) throw interrupted()
    const parts = request.parts({ limits: { fileSize, files: MOST_FILES, fields: MOST_FIELDS, fieldSize } })
    for await (const part of parts) {
      if (part.type !== 'file') {
        fieldLeft -= Buffer.byteLength(String(part.value))
        if (part.valueTruncated || fieldLeft < 0) throw invalid('表单内容过长', part.fieldname)
        fields[part.fieldname] = storable(part.value)
        continue
      }
      if (fileSize === 0) throw invalid('这里不能上传文件', part.fieldname)
      const path = join(folder, String(files.length))
      const target = createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE })
      await pipeline(part.file, target)
      fileLeft -= target.bytesWritten
      if (part.file.truncated || fileLeft < 0) {
        throw new Refusal('UPLOAD_SIZE', { limit: Math.floor(fileSize / MIB) }, 'file')
      }
      // An empty file input of a form arrives as a part without a name.
      if (target.bytesWritten === 0 && !part.filename) continue
      files.push({ path, name: wholeText(part.filename ?? ''), size: target.bytesWritten, mime: part.mimetype })
    }
    return { fields, files, cleanUp }
  } catch (error) {
    // A client reads the answer only after it has sent everything: some of the rest is taken and dropped (intake.ts).
    request.raw.unpipe()
    request.raw.resume()
    await cleanUp()
    // Whoever went away in the middle, or was too slow, made no mistake of this server's.
    if (isGone(request)) throw interrupted()
    throw refusalOfParts(error) ?? error
  }
}

const isGone = ({ raw }: FastifyRequest) => raw.destroyed && !raw.readableEnded
const interrupted = () => invalid('上传中断，请重新上传', 'file')

/** What the parser says of a body that is not what it should be; null for what went wrong on this side. */
function refusalOfParts(error: unknown): Refusal | null {
  const { code } = error as { code?: string }
  switch (code) {
    case 'FST_FILES_LIMIT':
      return invalid(`一次最多上传 ${MOST_FILES} 个文件`, 'file')
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return invalid(`表单字段过多，最多 ${MOST_FIELDS} 个`)
    case 'FST_PROTO_VIOLATION':
      return invalid('表单字段名不正确')
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return invalid('表单中的 JSON 字段不正确')
    case 'FST_MP_PREMATURE_CLOSE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return interrupted()
  }
  // The parser's own complaints (no boundary, cut off, broken part) are plain errors; those of the disk have a code.
  const plain = error instanceof Error && error.name === 'Error' && code === undefined
  return plain && !(error instanceof Refusal) ? invalid('上传内容不完整或格式不正确，请重新上传', 'file') : null
}
