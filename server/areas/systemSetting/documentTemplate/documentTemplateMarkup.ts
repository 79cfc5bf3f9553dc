// Markup taken apart into tokens, by the tokeniser that sanitisers are built on. Whoever uses them writes new markup from
// them and never passes the old on, so what is misunderstood can come out as odd text but not as an element.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

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

/** Tab and line ends are text; other control characters and half characters are nothing anyone typed. */
const NO_TEXT = /[^\t\n\r\u0020-\u007e\u0080-\ud7ff\ue000-\ufffc\ufffe-\u{10ffff}]/gu

const plain = (text: string) => text.replace(NO_TEXT, '')

/** The tokeniser alone: its cost grows with the text only, however deep hostile markup nests. */
class Reader implements TokenizerCallbacks {
  readonly found: Token[] = []
  private readonly html: string
  private text = ''
  private name = ''
  private attributes = new Map<string, string>()
  private attribute = ''
  private value = ''
  /** Name and depth of the element whose content is dropped. */
  private dropped: { name: string; depth: number } | null = null

  constructor(html: string) {
    this.html = html
  }

  private endText(): void {
    if (this.text !== '' && !this.dropped) this.found.push({ kind: 'text', text: plain(this.text) })
    this.text = ''
  }

  ontext(start: number, end: number): void {
    this.text += this.html.slice(start, end)
  }
  ontextentity(code: number): void {
    this.text += String.fromCodePoint(code)
  }
  onopentagname(start: number, end: number): void {
    this.endText()
    this.name = this.html.slice(start, end).toLowerCase()
    this.attributes = new Map()
  }
  onattribname(start: number, end: number): void {
    this.attribute = this.html.slice(start, end).toLowerCase()
    this.value = ''
  }
  onattribdata(start: number, end: number): void {
    this.value += this.html.slice(start, end)
  }
  onattribentity(code: number): void {
    this.value += String.fromCodePoint(code)
  }
  onattribend(): void {
    if (!this.attributes.has(this.attribute)) this.attributes.set(this.attribute, plain(this.value))
  }
  onopentagend(): void {
    const { name, attributes } = this
    if (this.dropped) {
      if (name === this.dropped.name) this.dropped.depth++
    } else if (DROPPED.has(name)) this.dropped = { name, depth: 1 }
    else this.found.push({ kind: 'open', name, attributes })
  }
  onselfclosingtag(): void {
    this.onopentagend()
  }
  onclosetag(start: number, end: number): void {
    this.endText()
    const name = this.html.slice(start, end).toLowerCase()
    if (!this.dropped) this.found.push({ kind: 'close', name })
    else if (name === this.dropped.name && --this.dropped.depth === 0) this.dropped = null
  }
  onend(): void {
    this.endText()
  }
  oncomment(): void {
    this.endText()
  }
  oncdata(): void {
    this.endText()
  }
  ondeclaration(): void {
    this.endText()
  }
  onprocessinginstruction(): void {
    this.endText()
  }
}

export function tokens(html: string): readonly Token[] {
  const reader = new Reader(html)
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader)
  tokenizer.write(html)
  tokenizer.end()
  return reader.found
}

export const escaped = (text: string) =>
  text.replace(/[&<>"\u00a0]/g, (char) =>
    char === '&' ? '&amp;' : char === '<' ? '&lt;' : char === '>' ? '&gt;' : char === '"' ? '&quot;' : '&nbsp;',
  )
