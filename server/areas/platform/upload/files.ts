// Files go out at /files/{fileId}/{name}: to whoever may see a record that the file belongs to, asked anew for every
// request, and to everyone only where a file was made public. The name in the address is for people and for saving; the
// id alone decides.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/kit/refusal'
import type { AppContext } from '#server/kit/context'
import type { FileRow, KnownFile } from '#server/kit/fileAccess'
import { sessionOf } from '#server/kit/serve'
import { MissingContent } from '#server/kit/storageKey'

const ID = /^[\w-]{1,64}$/

/** An id never changes its content, but rights do: what is not public is asked for again, and papers are not kept. */
const keeping = (file: KnownFile) =>
  file.is_public ? 'public, max-age=31536000, immutable' : file.paper ? 'no-store' : 'private, no-cache'

/** A drawing opened by its address draws and does nothing else; the same goes for anything unforeseen. */
const SEALED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
/** The PDF viewer of a browser does not start in a sandbox; it needs to be an object and styles of its own. */
const PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Shown in the page; everything else is offered for saving. */
const isShown = (mime: string) => /^(image|video|audio)\//.test(mime) || mime === 'application/pdf'

export interface Range {
  start: number
  end: number
}

/** One range of bytes; null asks for the whole, 'outside' for what is not there. Several ranges get the whole. */
export function rangeOf(header: string | undefined, size: number): Range | 'outside' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const last = Number(match[2])
    return last === 0 ? 'outside' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= size ? 'outside' : { start, end }
}

function disposition(file: FileRow): string {
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  // encodeURIComponent leaves these, which a header parameter does not allow.
  const exact = encodeURIComponent(file.name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `${isShown(file.mime) ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${exact}`
}

const matches = (header: string | undefined, tag: string) =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag) ?? false

const refuse = (reply: FastifyReply, status: 401 | 404) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(status === 401 ? '登录状态已过期，请重新登录' : '文件不存在')

/** The file, if this visitor may have it; else what to answer instead. Without a session nothing is told of any id. */
async function admitted(app: AppContext, request: FastifyRequest, fileId: string): Promise<KnownFile | 401 | 404> {
  const session = await sessionOf(app, request)
  const user = session instanceof Refusal ? null : session
  const file = ID.test(fileId) ? (await app.files.look(user, [fileId])).get(fileId) : undefined
  if (file?.is_public) return file
  if (!user) return 401
  return file?.seen ? file : 404
}

export function registerFiles(server: FastifyInstance, app: AppContext): void {
  const route = async (request: FastifyRequest, reply: FastifyReply) => {
    const { fileId } = request.params as { fileId: string }
    const file = await admitted(app, request, fileId)
    if (typeof file === 'number') return refuse(reply, file)

    const tag = `"${file.sha256.slice(0, 32)}"`
    reply
      .header('etag', tag)
      .header('cache-control', keeping(file))
      .header('content-security-policy', file.mime === 'application/pdf' ? PDF : SEALED)
      .header('x-content-type-options', 'nosniff')
      .header('accept-ranges', 'bytes')
    if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send()

    const asked = request.headers['if-range']?.toString()
    const range = asked && !matches(asked, tag) ? null : rangeOf(request.headers.range, file.size_b)
    if (range === 'outside') {
      return reply
        .code(416)
        .header('content-range', `bytes */${file.size_b}`)
        .header('cache-control', 'no-store')
        .send()
    }
    reply
      .header('content-type', file.mime)
      .header('content-disposition', disposition(file))
      .header('content-length', range ? range.end - range.start + 1 : file.size_b)
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size_b}`)
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    try {
      return reply.send(await app.storage.get(file.key, range ?? undefined))
    } catch (error) {
      if (!(error instanceof MissingContent)) throw error
      app.log.error({ err: error, fileId }, 'content of a file is missing')
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
      return refuse(reply, 404)
    }
  }
  for (const url of ['/files/:fileId', '/files/:fileId/:name']) {
    server.route({ method: 'GET', url, exposeHeadRoute: false, handler: route })
    server.route({ method: 'HEAD', url, handler: route })
  }
}
