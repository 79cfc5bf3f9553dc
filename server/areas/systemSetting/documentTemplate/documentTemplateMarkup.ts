// Markup taken apart into tokens. Whoever uses them writes new markup from them and never passes the old on, so what
// this reader misunderstands can come out as odd text but not as an element.

export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'close'; name: string }

/** Their content is no text of the author. */
const DROPPED = new Set(
  'script style template iframe object embed applet noscript noembed noframes title head textarea select xmp plaintext svg math audio video canvas'.split(
    ' ',
  ),
)

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  middot: '·',
  times: '×',
  yen: '¥',
  ensp: '\u2002',
  emsp: '\u2003',
}

/** Tab and line ends are text; other control characters and half characters are nothing anyone typed. */
const isText = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code !== 127 && !(code >= 0xd800 && code <= 0xdfff) && code <= 0x10ffff)

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, body: string) => {
    if (!body.startsWith('#')) return Object.hasOwn(NAMED, body) ? NAMED[body]! : whole
    const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10)
    return isText(code) ? String.fromCodePoint(code) : ''
  })
}

const plain = (text: string) => [...decoded(text)].filter((char) => isText(char.codePointAt(0)!)).join('')

const NAME = /[a-z][a-z0-9-]*/iy
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]{1,60})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y

/** Reads attributes from `at`; answers where the tag ends. */
function readAttributes(html: string, at: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let position = at
  for (;;) {
    ATTRIBUTE.lastIndex = position
    const match = ATTRIBUTE.exec(html)
    if (!match) break
    position = ATTRIBUTE.lastIndex
    const name = match[1]!.toLowerCase()
    if (!attributes.has(name)) attributes.set(name, plain(match[2] ?? match[3] ?? match[4] ?? ''))
  }
  const close = html.indexOf('>', position)
  return { attributes, end: close < 0 ? html.length : close + 1 }
}

/** Where an element of dropped content ends; the end of the text when it is never closed. */
function afterDropped(html: string, lower: string, name: string, from: number): number {
  const close = lower.indexOf(`</${name}`, from)
  if (close < 0) return html.length
  const end = html.indexOf('>', close)
  return end < 0 ? html.length : end + 1
}

export function* tokens(html: string): Generator<Token> {
  const lower = html.toLowerCase()
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    const stop = tag < 0 ? html.length : tag
    if (stop > at) yield { kind: 'text', text: plain(html.slice(at, stop)) }
    if (tag < 0) return
    const next = html[tag + 1]
    if (html.startsWith('<!--', tag)) {
      const end = html.indexOf('-->', tag + 4)
      at = end < 0 ? html.length : end + 3
    } else if (next === '!' || next === '?') {
      const end = html.indexOf('>', tag)
      at = end < 0 ? html.length : end + 1
    } else {
      const closing = next === '/'
      NAME.lastIndex = tag + (closing ? 2 : 1)
      const name = NAME.exec(html)?.[0].toLowerCase()
      if (name === undefined) {
        yield { kind: 'text', text: '<' }
        at = tag + 1
      } else if (closing) {
        const end = html.indexOf('>', NAME.lastIndex)
        at = end < 0 ? html.length : end + 1
        yield { kind: 'close', name }
      } else {
        const { attributes, end } = readAttributes(html, NAME.lastIndex)
        at = end
        if (DROPPED.has(name)) at = afterDropped(html, lower, name, end)
        else yield { kind: 'open', name, attributes }
      }
    }
  }
}

export const escaped = (text: string) =>
  text.replace(/[&<>"\u00a0]/g, (char) =>
    char === '&' ? '&amp;' : char === '<' ? '&lt;' : char === '>' ? '&gt;' : char === '"' ? '&quot;' : '&nbsp;',
  )
