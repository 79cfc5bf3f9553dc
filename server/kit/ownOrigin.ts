// Where a request comes from, as its browser says. A page of another site can make a browser send requests here, also
// with its cookie; what it cannot do is say that they come from here.
import type { IncomingHttpHeaders } from 'node:http'
import type { Settings } from './settings.ts'

/** own: a page of this product. foreign: a page of another site. untold: no browser, or one that says nothing. */
export type Provenance = 'own' | 'foreign' | 'untold'

type Owned = Pick<Settings, 'publicUrl' | 'allowedOrigins'>

interface Asked {
  headers: IncomingHttpHeaders
  /** The host that the client asked, as TRUST_PROXY lets the proxy tell it. */
  host: string
}

const DEFAULT_PORT = /^(?:https:\/\/.*(?=:443$)|http:\/\/.*(?=:80$))/

/** Browsers leave the usual port out; proxies sometimes write it. */
const usual = (origin: string) => DEFAULT_PORT.exec(origin)?.[0] ?? origin

const publicOrigin = (settings: Owned) => (settings.publicUrl === null ? null : new URL(settings.publicUrl).origin)

const isNamed = (origin: string, settings: Owned) =>
  origin === publicOrigin(settings) || settings.allowedOrigins.includes(origin)

function isOwn(origin: string, host: string, settings: Owned): boolean {
  if (isNamed(origin, settings)) return true
  // Where the product is reached by https, a page that came without it may be anybody's.
  if (origin.startsWith('http:') && publicOrigin(settings) === `https:${origin.slice('http:'.length)}`) return false
  // A proxy that ends TLS speaks plain http to this server, so the scheme is the browser's word.
  return host !== '' && (origin === usual(`http://${host}`) || origin === usual(`https://${host}`))
}

const originIn = (address: string): string => (URL.canParse(address) ? new URL(address).origin : 'null')

/**
 * Over https browsers say in `Sec-Fetch-Site` how the page that asks is related to this one. Over http `Origin` comes
 * with every write, and with a GET that writes only `Referer`, which pages of this product send to themselves alone.
 */
export function provenanceOf(request: Asked, settings: Owned): Provenance {
  const { origin, referer, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin') return 'own'
  // Nobody types the address of a write, so `none` is no better than `cross-site`.
  if (site !== undefined) return origin !== undefined && isNamed(origin, settings) ? 'own' : 'foreign'
  if (origin !== undefined) return isOwn(origin, request.host, settings) ? 'own' : 'foreign'
  if (referer !== undefined) return isOwn(originIn(referer), request.host, settings) ? 'own' : 'foreign'
  return 'untold'
}

const hostnameOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).hostname : null)

/** Sockets are opened by ticket, never by cookie, and listen on ports of their own: there only names are compared. */
export function isForeignSocket(headers: IncomingHttpHeaders, settings: Owned): boolean {
  const { origin } = headers
  if (origin === undefined) return false
  const name = hostnameOf(origin)
  if (name === null) return true
  const own = [`http://${headers.host ?? ''}`, settings.publicUrl ?? '', ...settings.allowedOrigins]
  return !own.some((address) => hostnameOf(address) === name)
}
