// From a declared call to an HTTP route: session, permission, input, handler, envelope.

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { QueryResultRow } from 'pg'
import { type Call, isWrite, type Noun } from '#contract/kit/call'
import { allows, OPEN, SIGNED_IN } from '#contract/kit/permission'
import { PLAIN_NUMBERS } from '#contract/kit/privacy'
import { Refusal } from '#contract/kit/refusal'
import type { Caller, LogEntry, OneStatement, Origin, Tx, Visitor } from './caller.ts'
import type { AppContext } from './context.ts'
import { answerWriter, wantsArray } from './envelope.ts'
import { guardsFiles, refuseUnseenFiles } from './fileGuard.ts'
import type { FileAnswer, Implementation, IncomingFile } from './implement.ts'
import { type MultipartBody, type MultipartLimits, noFile, readMultipart } from './multipart.ts'
import { originOf, tokensOf } from './origin.ts'
import { provenanceOf } from './ownOrigin.ts'
import { addressOf } from './rateLimit.ts'
import { repeatGuard } from './requestNumber.ts'
import type { SessionUser } from './sessionUser.ts'
import { type Effects, type LogFrame, runTransaction, writeOnce } from './transaction.ts'
import { checker } from './validate.ts'
import { announceWritten } from './written.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the request carries, once it has entered. */
    visitor: SessionUser | null
  }
}

const MIB = 1024 * 1024
/** The largest page a list gives. */
const ALL = 999_999

/** `cookieCounts`: a browser sends the cookie also for pages of other sites, so it proves nothing of who asks. */
export async function sessionOf(
  app: AppContext,
  request: FastifyRequest,
  cookieCounts = true,
): Promise<SessionUser | Refusal> {
  let ended: Refusal | null = null
  for (const { token, inHeader } of tokensOf(request)) {
    const answer = await app.sessions.resolve(token)
    if (answer && 'user' in answer) return inHeader || cookieCounts ? answer.user : new Refusal('CROSS_SITE')
    if (answer && !ended) ended = new Refusal(answer.ended)
  }
  return ended ?? new Refusal('SESSION_EXPIRED')
}

function frameOf(noun: Noun, call: Call, origin: Origin, user: SessionUser | null, orgId: string): LogFrame {
  return {
    orgId,
    userId: user?.userId ?? null,
    userName: user?.userName ?? null,
    empName: user?.empName ?? null,
    deptName: user?.deptName ?? null,
    roleName: user?.roleNames ?? null,
    userPhone: user?.phone ?? null,
    source: origin.terminal,
    ipAddress: origin.ip,
    module: noun.title,
    method: call.act,
    requestId: origin.requestId,
  }
}

const isForScreen = (call: Call, user: SessionUser) => (user.display ? call.display : call.screen) === true

/** Permission and session rules of a call, without its input. Also used by sockets and exports. */
export function admit(call: Call, user: SessionUser): void {
  // Nobody stands behind a wall screen: what is not declared for it is refused, and nothing else lets it in.
  if (user.screen) {
    if (!isForScreen(call, user)) throw new Refusal('SCREEN_SESSION')
    return
  }
  if (call.needs === SIGNED_IN) return
  if (user.mustChangePassword) throw new Refusal('PASSWORD_CHANGE_REQUIRED')
  if (!mayUse(user, call.needs)) throw new Refusal('NO_PERMISSION')
}

export const mayUse = (user: SessionUser, expression: string) =>
  allows(expression, (code) => code === SIGNED_IN || user.codes.has(code))

/** Whole phones and cards are for holders of one right, whatever the call. */
export const seesNumbers = (user: SessionUser | null) => user !== null && !user.screen && mayUse(user, PLAIN_NUMBERS)

type SetCookie = Caller['setCookie']

/** Callers rebuilt for a job have no answer that could carry a cookie. */
const noReply: SetCookie = () => {
  throw new Error('a cookie needs a request to answer')
}

/** A GET that writes without saying so would be let in from other sites. Work that runs later is asked by nobody. */
function refuseHiddenWrite(call: Call, setCookie: SetCookie): void {
  if (isWrite(call) || setCookie === noReply) return
  throw new Error(`${call.key} is a GET that writes: declare it with writes`)
}

/** Cookies wait for the handler to succeed; a refused call leaves the browser as it was. */
function cookieJar(request: FastifyRequest, publicUrl: string | null) {
  const lines: string[] = []
  const set: SetCookie = (name, value, seconds) => {
    const secure = request.protocol === 'https' || publicUrl?.startsWith('https:') ? '; Secure' : ''
    const life = value === null ? '; Max-Age=0' : seconds ? `; Max-Age=${seconds}` : ''
    lines.push(`${name}=${encodeURIComponent(value ?? '')}; Path=/; HttpOnly; SameSite=Strict${secure}${life}`)
  }
  return {
    set,
    send: (reply: FastifyReply) =>
      lines.length > 0 && reply.header('set-cookie', lines.length === 1 ? lines[0] : lines),
  }
}

const effectsOf = (app: AppContext, origin: Origin): Effects => ({
  emit: (orgId, event, payload, target) => app.realtime.emit(orgId, event, payload, target),
  written: (orgId, logIds) => app.audit.written(orgId, logIds),
  failed: (error) => app.log.error({ err: error, requestId: origin.requestId }, 'effect after commit failed'),
})

/** What one call of one user may do. Made for every call, so what only writers need is made when they ask for it. */
class SignedInCaller implements Caller {
  readonly signedIn = true
  readonly sessionId: string
  readonly orgId: string
  readonly deptIds: readonly string[] | null
  readonly userId: string
  readonly userName: string
  readonly empName: string
  readonly phone: string | null
  readonly orgName: string
  readonly orgLevel: number
  readonly isAdmin: boolean
  readonly deptId: string | null
  readonly deptName: string | null
  readonly roleNames: string
  readonly landingEndId: string | null
  readonly codes: ReadonlySet<string>
  readonly mustChangePassword: boolean
  readonly screen: boolean
  readonly display: boolean
  readonly #noun: Noun
  readonly #call: Call
  readonly #user: SessionUser
  readonly #input: Record<string, unknown>

  constructor(
    readonly app: AppContext,
    noun: Noun,
    call: Call,
    user: SessionUser,
    readonly origin: Origin,
    input: Record<string, unknown>,
    readonly setCookie: SetCookie,
  ) {
    this.#noun = noun
    this.#call = call
    this.#user = user
    this.#input = input
    this.sessionId = user.sessionId
    this.orgId = user.orgId
    this.deptIds = user.deptIds
    this.userId = user.userId
    this.userName = user.userName
    this.empName = user.empName
    this.phone = user.phone
    this.orgName = user.orgName
    this.orgLevel = user.orgLevel
    this.isAdmin = user.isAdmin
    this.deptId = user.deptId
    this.deptName = user.deptName
    this.roleNames = user.roleNames
    this.landingEndId = user.landingEndId
    this.codes = user.codes
    this.mustChangePassword = user.mustChangePassword
    this.screen = user.screen
    this.display = user.display
  }

  may(expression: string): boolean {
    return mayUse(this.#user, expression)
  }

  once<Row extends QueryResultRow>(statement: OneStatement, entry: LogEntry): Promise<Row[]> {
    refuseHiddenWrite(this.#call, this.setCookie)
    return writeOnce(this.#options(), statement, entry)
  }

  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    refuseHiddenWrite(this.#call, this.setCookie)
    const guard = this.#call.repeatable ? repeatGuard(this.#call, this.#user, this.origin, this.#input) : null
    return runTransaction({ ...this.#options(), ...guard }, work)
  }

  #options() {
    return {
      pool: this.app.pool,
      frame: frameOf(this.#noun, this.#call, this.origin, this.#user, this.orgId),
      effects: effectsOf(this.app, this.origin),
    }
  }
}

export const callerFor = (
  app: AppContext,
  noun: Noun,
  call: Call,
  user: SessionUser,
  origin: Origin,
  input: Record<string, unknown>,
  setCookie: SetCookie = noReply,
): Caller => new SignedInCaller(app, noun, call, user, origin, input, setCookie)

function visitorFor(
  app: AppContext,
  noun: Noun,
  call: Call,
  user: SessionUser | null,
  origin: Origin,
  setCookie: SetCookie,
): Visitor {
  return {
    signedIn: false,
    app,
    session: user,
    origin,
    setCookie,
    tx: (orgId, work, actor) => {
      refuseHiddenWrite(call, setCookie)
      const frame = { ...frameOf(noun, call, origin, user, orgId), ...actor }
      return runTransaction({ pool: app.pool, frame, effects: effectsOf(app, origin) }, work)
    },
  }
}

const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/**
 * Before anything of the body is taken: a page of another site, a session that has ended and a missing permission are
 * refused here. A form on another site could also sign its visitor in to a stranger's account; SameSite guards only
 * what is sent.
 */
function entranceOf(app: AppContext, call: Call): onRequestHookHandler {
  const writes = isWrite(call)
  return (request, _reply, done) => {
    const provenance = writes ? provenanceOf(request, app.settings) : 'own'
    if (provenance === 'foreign') {
      const { origin, referer } = request.headers
      // Behind a proxy that hides the host this is every write of the house, until PUBLIC_URL is set.
      request.log.info(
        { call: call.key, from: origin ?? referer, host: request.host },
        'write from another site refused',
      )
      return done(new Refusal('CROSS_SITE'))
    }
    sessionOf(app, request, provenance === 'own').then((session) => {
      if (session instanceof Refusal) {
        return done(call.needs !== OPEN || session.code === 'CROSS_SITE' ? session : misfit(call, request))
      }
      try {
        if (call.needs !== OPEN) admit(call, session)
      } catch (refusal) {
        return done(refusal as Refusal)
      }
      // In a call that is open to everyone a screen is a stranger too, unless the call is declared for it.
      if (call.needs !== OPEN || !session.screen || isForScreen(call, session)) request.visitor = session
      done(misfit(call, request))
    }, done)
  }
}

/** Uploads go to disk, whatever their size; under another name the same body would be gathered in memory. */
const misfit = (call: Call, request: FastifyRequest) =>
  call.transfer === 'multipart' && !/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
    ? noFile()
    : undefined

async function takeUpload(request: FastifyRequest, app: AppContext, limits: MultipartLimits): Promise<MultipartBody> {
  const uploader = { sessionId: request.visitor?.sessionId ?? null, address: addressOf(request.ip) }
  const leave = request.server.intake.upload(request.raw, uploader)
  try {
    return await readMultipart(request, app.settings.tempDir, limits)
  } finally {
    leave()
  }
}

export function registerCalls(server: FastifyInstance, app: AppContext, implementations: readonly Implementation[]) {
  server.decorateRequest('visitor', null)
  for (const { noun, handlers } of implementations) {
    for (const [name, call] of Object.entries(noun.calls)) {
      const handler = handlers[name] as unknown as (input: unknown, who: unknown) => unknown
      const checkQuery = checker(call.query)
      const checkBody = checker(call.body)
      const write = answerWriter(call)
      const paged = (call.data as { rowOf?: boolean }).rowOf === true
      const enter = entranceOf(app, call)
      const route = async (request: FastifyRequest, reply: FastifyReply) => {
        const origin = originOf(request)
        const user = request.visitor
        // Some clients send plain forms as multipart, too; there the fields are the body and may be as long as it.
        const limits =
          call.transfer === 'multipart'
            ? { file: call.bodyLimit ?? 20 * MIB }
            : { file: 0, field: call.bodyLimit ?? MIB }
        const multipart =
          call.transfer === 'multipart' || request.isMultipart() ? await takeUpload(request, app, limits) : null
        try {
          const query = { ...(request.query as Record<string, unknown>) }
          const body = multipart ? multipart.fields : toRecord(request.body)
          checkQuery(query)
          // Paging switched off means all rows, not the first page without its frame.
          if (paged && wantsArray(request.query as Record<string, unknown>))
            Object.assign(query, { page: 1, size: ALL })
          if (call.body?.type === 'array') {
            checkBody(request.body as Record<string, unknown>)
            body.items = request.body
          } else checkBody(body)
          const files: { file?: IncomingFile; files?: IncomingFile[] } = multipart
            ? { files: multipart.files, ...(multipart.files[0] && { file: multipart.files[0] }) }
            : {}
          const input = {
            ...(call.query && query),
            ...(call.body && body),
            ...(request.params as Record<string, string>),
            ...files,
          }
          if (guardsFiles(call)) await refuseUnseenFiles(app, user, call.needs === OPEN, input)
          const cookies = cookieJar(request, app.settings.publicUrl)
          const who =
            call.needs === OPEN
              ? visitorFor(app, noun, call, user, origin, cookies.set)
              : callerFor(app, noun, call, user!, origin, input, cookies.set)
          const answer = await handler(input, who)
          announceWritten(app, noun, call, user)
          cookies.send(reply)
          if (call.transfer === 'download') return sendFile(reply, answer as FileAnswer)
          return write(reply, request.query as Record<string, unknown>, answer, seesNumbers(user))
        } finally {
          await multipart?.cleanUp()
        }
      }
      for (const path of [call.path, ...(call.aliases ?? [])]) {
        server.callRoots.add(path.split('/')[1]!)
        server.route({
          method: call.method,
          url: routePath(path),
          bodyLimit: call.transfer === 'multipart' ? 2048 * MIB : (call.bodyLimit ?? MIB),
          onRequest: enter,
          handler: route,
        })
      }
    }
  }
}

/** Bodies of existing clients hold helper fields, arrays or nothing at all. */
function toRecord(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...(body as object) } : {}
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const kind = file.inline ? 'inline' : 'attachment'
  return reply
    .header('content-type', file.mime)
    .header('content-disposition', `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(file.content)
}
