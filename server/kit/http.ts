// The HTTP server around the calls: parsers, headers, refusals and defects, static files.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import querystring from 'node:querystring'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import qs from 'qs'
import { localDate } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { refusalOfDatabase } from './constraints.ts'
import { isDatabaseAway } from './databaseAway.ts'
import { JSON_TYPE, writeFailure, writeRefusal } from './envelope.ts'
import { Intake } from './intake.ts'
import { readJson } from './jsonBody.ts'
import type { Settings } from './settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    intake: Intake
    /** First parts of the addresses of calls: pims, passport. */
    callRoots: Set<string>
  }
}

const CSP = [
  "default-src 'self'",
  "script-src 'self'",
  // antd writes its styles into the page at run time
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  // IN_LINK menu entries show other systems of the organisation
  'frame-src http: https:',
  "frame-ancestors 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ')

const MOST_PARAMETERS = 5000
const BRACKET = /\[|%5b/i

/** Only brackets (`key[]=a`) need the parser of nested values; the plain one reads the rest several times faster. */
const parseQuery = (text: string): Record<string, unknown> =>
  BRACKET.test(text)
    ? qs.parse(text, { arrayLimit: 2000, depth: 4, parameterLimit: MOST_PARAMETERS })
    : querystring.parse(text, '&', '=', { maxKeys: MOST_PARAMETERS })

/** E-20261112-154207-8F3A: short enough to read out on the phone. */
export function errorId(now = new Date()): string {
  const local = localDate(now.getTime()).toISOString()
  return `E-${local.slice(0, 10).replaceAll('-', '')}-${local.slice(11, 19).replaceAll(':', '')}-${randomBytes(2).toString('hex').toUpperCase()}`
}

const MIB = 1024 * 1024
const sizeText = (bytes: number) => (bytes < MIB ? `${Math.floor(bytes / 1024)}KB` : `${Math.floor(bytes / MIB)}MB`)

/** Short and never twice, also across processes and restarts: a random beginning, then a count. */
function requestIds(): () => string {
  const beginning = `R${randomBytes(6).toString('hex')}-`
  let count = 0
  return () => beginning + (++count).toString(36)
}

/** Addresses of websockets, files and calendars may carry a secret; logs never show it. */
const redact = (url: string) => url.replace(/(\/websocket\/|\/di-org\/+calendar\/+)[^/?]+/, '$1***')

/** What an answer tells the browser. Policies speak to documents; on the answer of a call they would outweigh it. */
function guard(reply: FastifyReply, settings: Settings): void {
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !type.startsWith('application/json')) {
    reply.header('content-security-policy', reply.getHeader('content-security-policy') ?? CSP)
    reply.header('referrer-policy', 'same-origin')
  }
  reply.header('x-content-type-options', 'nosniff')
  // For this name alone: other systems of the house may stand below it, without a certificate.
  if (settings.publicUrl?.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
}

/** Addresses that no route is asked about: broken escapes, parameters longer than any id. */
function refuseAddress(
  error: FastifyError,
  request: Pick<FastifyRequest, 'log'>,
  reply: FastifyReply,
  settings: Settings,
): FastifyReply {
  request.log.debug({ err: error }, 'address refused')
  const status = error.statusCode ?? 400
  const message = status === 414 ? '请求地址过长' : '请求地址不正确'
  // No hook runs for these.
  guard(reply.type(JSON_TYPE), settings)
  return reply.code(status).send({ status, desc: message, message, data: null })
}

export async function createHttp(settings: Settings): Promise<FastifyInstance> {
  const server = Fastify({
    logger: {
      level: settings.logLevel,
      serializers: {
        req: (request) => ({ method: request.method, url: redact(request.url), ip: request.ip }),
      },
    },
    // The two lines that name a request say its id themselves; a logger of its own for each would cost every call.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy === 'nearest' ? (_address, hop) => hop === 0 : settings.trustProxy,
    genReqId: requestIds(),
    routerOptions: {
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      maxParamLength: 300,
      querystringParser: parseQuery,
    },
    forceCloseConnections: true,
    // Long enough for a film over a slow line; what brings its body too slowly is ended by the intake.
    requestTimeout: 3_600_000,
    http: { headersTimeout: settings.intake.headersMs, connectionsCheckingInterval: settings.intake.lookMs },
    frameworkErrors: (error, request, reply) =>
      refuseAddress(error, request, reply as unknown as FastifyReply, settings),
  })
  const intake = new Intake(settings.intake)
  server.decorate('intake', intake)
  server.decorate('callRoots', new Set<string>())
  server.addHook('onRequest', (request, _reply, done) => {
    intake.begin(request.raw, request.routeOptions.bodyLimit > MIB)
    done()
  })
  server.addHook('onResponse', (request, _reply, done) => {
    intake.answered(request.raw, (request.visitor ?? null) !== null)
    done()
  })
  server.addHook('onClose', (_instance, done) => {
    intake.close()
    done()
  })
  await server.register(multipart)
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseQuery(body as string)),
  )
  // Existing clients send an empty JSON body for state changes by path.
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    let value: unknown
    try {
      value = body === '' ? {} : readJson(body as string)
    } catch (error) {
      return done(error as Error)
    }
    done(null, value)
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    guard(reply, settings)
    done(null, payload)
  })
  server.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalOfDatabase(error)
    if (refusal) return writeRefusal(reply, refusal)
    const status = (error as FastifyError).statusCode
    if (status === 413) {
      return writeRefusal(reply, new Refusal('BODY_SIZE', { limit: sizeText(request.routeOptions.bodyLimit) }))
    }
    if (status === 415) return writeRefusal(reply, invalid('请求的内容类型不受支持，应为 JSON 或表单'))
    if (status !== undefined && status >= 400 && status < 500) return writeRefusal(reply, invalid('请求格式不正确'))
    if (isDatabaseAway(error)) {
      const { method, url, id: reqId } = request
      request.log.warn({ err: error, reqId, method, url: redact(url) }, 'the database is away')
      return writeRefusal(reply, new Refusal('DATABASE_AWAY'))
    }
    const id = errorId()
    request.log.error(
      { err: error, errorId: id, reqId: request.id, method: request.method, url: redact(request.url) },
      'defect',
    )
    return writeFailure(reply, 500, `系统出现异常，已保存的数据不受影响。请稍后再试，或把编号 ${id} 告诉管理员`, {
      errorId: id,
    })
  })
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const message = `接口不存在 ${path}`
    // Existing clients read an envelope only where the transport says 200; otherwise their spinners never end.
    // The browser's question whether another site may ask is no call, and gets no yes.
    const isCall = request.method !== 'OPTIONS' && server.callRoots.has(path.split('/')[1] ?? '')
    return reply.code(isCall ? 200 : 404).send({ status: 404, desc: message, message, data: null })
  })
  return server
}

/** The built web: pages are asked for again each time, hashed assets are kept for good. */
export async function serveWeb(server: FastifyInstance, folder: string) {
  if (!existsSync(folder)) return
  await server.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const lasting = /[\\/]assets[\\/]/.test(path)
      response.setHeader('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
