// Multipart bodies go to disk part by part; the files are removed when the call ends, however it ends.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { IncomingFile } from './implement.ts'

export interface MultipartBody {
  fields: Record<string, unknown>
  files: IncomingFile[]
  cleanUp(): Promise<void>
}

export async function readMultipart(request: FastifyRequest, tempDir: string, limit: number): Promise<MultipartBody> {
  if (!request.isMultipart()) throw invalid('请选择要上传的文件', 'file')
  const folder = await mkdtemp(join(tempDir, 'upload-'))
  const cleanUp = () => rm(folder, { recursive: true, force: true })
  const fields: Record<string, unknown> = {}
  const files: IncomingFile[] = []
  try {
    const parts = request.parts({ limits: { fileSize: limit, files: 100, fields: 50, fieldSize: 40 * 1024 * 1024 } })
    for await (const part of parts) {
      if (part.type !== 'file') {
        fields[part.fieldname] = part.value
        continue
      }
      const path = join(folder, String(files.length))
      const target = createWriteStream(path)
      await pipeline(part.file, target)
      if (part.file.truncated) throw new Refusal('UPLOAD_SIZE', { limit: Math.floor(limit / 1024 / 1024) }, 'file')
      files.push({ path, name: part.filename ?? '', size: target.bytesWritten, mime: part.mimetype })
    }
    return { fields, files, cleanUp }
  } catch (error) {
    await cleanUp()
    throw error
  }
}
