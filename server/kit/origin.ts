// Facts of a request that are not input: address, terminal, tokens.
import type { FastifyRequest } from 'fastify'
import type { Origin } from './caller.ts'

export const TOKEN_COOKIE = 'token'
/** Tells a browser in which somebody signed in before from a stranger's; worth nothing without a password. */
export const BROWSER_COOKIE = 'browser'

export interface CarriedToken {
  token: string
  /** Put there by a script or a program; a cookie comes by itself. */
  inHeader: boolean
}

/** Tokens in the order they are tried: the header, then the cookie. A bad header with a good cookie is fine. */
export function tokensOf(request: FastifyRequest): CarriedToken[] {
  const tokens: CarriedToken[] = []
  const header = headerToken(request)
  if (header && isPossible(header)) tokens.push({ token: header, inHeader: true })
  const cookie = cookieOf(request, TOKEN_COOKIE)
  if (cookie && cookie !== header && isPossible(cookie)) tokens.push({ token: cookie, inHeader: false })
  return tokens
}

const isPossible = (token: string) => token.length >= 16 && token.length <= 128

const headerToken = (request: FastifyRequest) =>
  request.headers.authorization?.replace(/^Bearer\s+/i, '').trim() || null

export function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim())
  }
  return null
}

/** A cookie that is no valid escape sequence is none of ours. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? ''

/** Browsers say where a request comes from and what it is for; other programs say nothing. */
function isEmbedded(request: FastifyRequest): boolean {
  const site = text(request.headers['sec-fetch-site'])
  const use = text(request.headers['sec-fetch-dest'])
  return site === 'cross-site' || site === 'same-site' || (use !== '' && use !== 'empty')
}

export function originOf(request: FastifyRequest): Origin {
  const ownConsole = text(request.headers.appname) === 'platform-admin'
  return {
    ip: request.ip,
    terminal: text(request.headers['x-terminal']).slice(0, 20) || '管理后台',
    userAgent: text(request.headers['user-agent']).slice(0, 300),
    requestId: request.id,
    token: headerToken(request),
    requestNo: text(request.headers['x-request-no']).slice(0, 64) || null,
    ownConsole,
    browser: cookieOf(request, BROWSER_COOKIE),
    embedded: isEmbedded(request),
  }
}
