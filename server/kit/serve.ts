// From a declared call to an HTTP route: session, permission, input, handler, envelope.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { QueryResultRow } from 'pg'
import type { Call, Noun } from '#contract/kit/call'
import { allows, OPEN, SIGNED_IN } from '#contract/kit/permission'
import { Refusal } from '#contract/kit/refusal'
import type { Caller, LogEntry, Origin, SessionUser, Tx, Visitor } from './caller.ts'
import type { AppContext } from './context.ts'
import { answerWriter, wantsArray } from './envelope.ts'
import type { FileAnswer, Implementation, IncomingFile } from './implement.ts'
import { readMultipart } from './multipart.ts'
import { originOf, tokensOf } from './origin.ts'
import { repeatGuard } from './requestNumber.ts'
import { type Effects, type LogFrame, type OneStatement, runTransaction, writeOnce } from './transaction.ts'
import { checker } from './validate.ts'
import { announceWritten } from './written.ts'

const MIB = 1024 * 1024
/** The largest page a list gives. */
const ALL = 999_999

export async function sessionOf(app: AppContext, request: FastifyRequest): Promise<SessionUser | Refusal> {
  let ended: Refusal | null = null
  for (const token of tokensOf(request)) {
    const answer = await app.sessions.resolve(token)
    if (answer && 'user' in answer) return answer.user
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

/** Permission and session rules of a call, without its input. Also used by sockets and exports. */
export function admit(call: Call, user: SessionUser): void {
  if (user.readOnly && call.method !== 'GET' && !call.harmless) throw new Refusal('READ_ONLY_SESSION')
  if (call.needs === SIGNED_IN) return
  if (user.mustChangePassword) throw new Refusal('PASSWORD_CHANGE_REQUIRED')
  if (!mayUse(user, call.needs)) throw new Refusal('NO_PERMISSION')
}

export const mayUse = (user: SessionUser, expression: string) =>
  allows(expression, (code) => code === SIGNED_IN || user.codes.has(code))

type SetCookie = Caller['setCookie']

/** Callers rebuilt for a job have no answer that could carry a cookie. */
const noReply: SetCookie = () => {
  throw new Error('a cookie needs a request to answer')
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
  readonly db: Caller['db']
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
  readonly readOnly: boolean
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
    this.db = app.db
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
    this.readOnly = user.readOnly
  }

  may(expression: string): boolean {
    return mayUse(this.#user, expression)
  }

  once<Row extends QueryResultRow>(statement: OneStatement, entry: LogEntry): Promise<Row[]> {
    return writeOnce(this.#options(), statement, entry)
  }

  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
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
    db: app.db,
    setCookie,
    tx: (orgId, work, actor) =>
      runTransaction(
        {
          pool: app.pool,
          frame: { ...frameOf(noun, call, origin, user, orgId), ...actor },
          effects: effectsOf(app, origin),
        },
        work,
      ),
  }
}

const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

export function registerCalls(server: FastifyInstance, app: AppContext, implementations: readonly Implementation[]) {
  for (const { noun, handlers } of implementations) {
    for (const [name, call] of Object.entries(noun.calls)) {
      const handler = handlers[name] as unknown as (input: unknown, who: unknown) => unknown
      const checkQuery = checker(call.query)
      const checkBody = checker(call.body)
      const write = answerWriter(call)
      const paged = (call.data as { rowOf?: boolean }).rowOf === true
      const route = async (request: FastifyRequest, reply: FastifyReply) => {
        // A form on another site could sign its visitor in to a stranger's account; SameSite guards only what is sent.
        if (call.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('CROSS_SITE')
        const origin = originOf(request)
        const session = await sessionOf(app, request)
        const user = session instanceof Refusal ? null : session
        if (call.needs !== OPEN) {
          if (session instanceof Refusal) throw session
          admit(call, session)
        }
        // Some clients send plain forms as multipart, too; there the fields are the body and may be as long as it.
        const limits =
          call.transfer === 'multipart'
            ? { file: call.bodyLimit ?? 20 * MIB }
            : { file: 0, field: call.bodyLimit ?? MIB }
        const multipart =
          call.transfer === 'multipart' || request.isMultipart()
            ? await readMultipart(request, app.settings.tempDir, limits)
            : null
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
          const cookies = cookieJar(request, app.settings.publicUrl)
          const who =
            call.needs === OPEN
              ? visitorFor(app, noun, call, user, origin, cookies.set)
              : callerFor(app, noun, call, user!, origin, input, cookies.set)
          const answer = await handler(input, who)
          announceWritten(app, noun, call, user)
          cookies.send(reply)
          if (call.transfer === 'download') return sendFile(reply, answer as FileAnswer)
          return write(reply, request.query as Record<string, unknown>, answer)
        } finally {
          await multipart?.cleanUp()
        }
      }
      for (const path of [call.path, ...(call.aliases ?? [])]) {
        server.route({
          method: call.method,
          url: routePath(path),
          bodyLimit: call.transfer === 'multipart' ? 2048 * MIB : (call.bodyLimit ?? MIB),
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
