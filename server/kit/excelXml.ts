// The little XML that a workbook needs: its elements out of a stream of text, its texts, and which styles mean dates.
import { lookUp } from '#contract/kit/lookup'

/** In the portions they come in: a turn of the loop for each of a million would be most of the work. */
export type Elements = AsyncGenerator<string[]>

/** A tag that is cut by the end of a piece is shorter than this. */
const TAIL = 80

/**
 * The elements of one name, whole, in order; what stands around them is passed over. The name may carry a prefix, and
 * an element holds none of its own name. Nothing is looked through twice, however the pieces are cut.
 */
export async function* elementsOf(
  pieces: AsyncIterable<string> | Iterable<string>,
  tag: string,
  longest: number,
  tooLong: () => Error,
): Elements {
  const begin = new RegExp(`<(?:\\w+:)?${tag}(?=[\\s/>])`, 'g')
  const end = new RegExp(`</(?:\\w+:)?${tag}\\s*>`, 'g')
  let rest = ''
  /** So much of an element that is not whole yet is known to hold no end. */
  let looked = 0
  for await (const piece of pieces) {
    rest += piece
    const found: string[] = []
    let from = 0
    for (;;) {
      begin.lastIndex = from
      const start = begin.exec(rest)
      if (!start) {
        from = Math.max(from, rest.length - TAIL)
        looked = 0
        break
      }
      if (start.index > 0) looked = 0
      from = start.index
      const bracket = rest.indexOf('>', from)
      if (bracket < 0) break
      if (rest[bracket - 1] === '/') {
        found.push(rest.slice(from, bracket + 1))
        from = bracket + 1
        continue
      }
      end.lastIndex = Math.max(bracket, from + looked)
      const close = end.exec(rest)
      if (!close) {
        looked = Math.max(0, rest.length - from - TAIL)
        break
      }
      found.push(rest.slice(from, end.lastIndex))
      from = end.lastIndex
    }
    if (found.length > 0) yield found
    rest = rest.slice(from)
    if (rest.length > longest) throw tooLong()
  }
}

export interface Tag {
  begin: RegExp
  end: RegExp
}

/** An attribute holds no bracket that opens: a text full of openings costs one pass. */
export const tagOf = (name: string): Tag => ({
  begin: new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])[^<>]*>`, 'g'),
  end: new RegExp(`</(?:\\w+:)?${name}\\s*>`, 'g'),
})

export interface Span {
  /** The opening tag. */
  head: string
  inside: string
  start: number
  end: number
}

/** The elements of one name within a text, in order. Behind one that is not closed there is none. */
export function* spansOf(text: string, { begin, end }: Tag): Generator<Span> {
  for (let from = 0; ; ) {
    begin.lastIndex = from
    const open = begin.exec(text)
    if (!open) return
    const [head] = open
    const inner = open.index + head.length
    if (head.endsWith('/>')) {
      yield { head, inside: '', start: open.index, end: inner }
      from = inner
      continue
    }
    end.lastIndex = inner
    const close = end.exec(text)
    if (!close) return
    from = close.index + close[0].length
    yield { head, inside: text.slice(inner, close.index), start: open.index, end: from }
  }
}

/** ` t="s"` in an opening tag; the prefix of a name does not count. */
export function attributeOf(head: string, name: string): string | null {
  for (const before of [' ', ':']) {
    const at = head.indexOf(`${before}${name}="`)
    if (at < 0) continue
    const start = at + name.length + 3
    return head.slice(start, head.indexOf('"', start))
  }
  return null
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const entity = (whole: string, name: string) => {
  if (name.startsWith('#')) {
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  }
  return lookUp(NAMED, name) ?? whole
}

/** Excel writes characters that XML does not take, and its own escapes, as _x0009_. */
export function plainText(text: string): string {
  const spelled = text.includes('&') ? text.replace(/&(#\w+|\w+);/g, entity) : text
  if (!spelled.includes('_x')) return spelled
  return spelled.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

const TEXT = tagOf('t')
/** How a text is spoken, in Japanese workbooks: not part of it. */
const SPOKEN = tagOf('rPh')

function withoutSpoken(element: string): string {
  if (!element.includes('rPh')) return element
  let kept = ''
  let from = 0
  for (const { start, end } of spansOf(element, SPOKEN)) {
    kept += element.slice(from, start)
    from = end
  }
  return kept + element.slice(from)
}

/** Nearly all of them: one text without parts. */
const ONE_TEXT = /^(?:<si>|<is>)<t(?:\s[^>]*)?>([^<]*)<\/t><\/(?:si|is)>$/

/** The text of a shared or inline string; formatted parts are joined. */
export function textsOf(element: string): string {
  const plain = ONE_TEXT.exec(element)
  if (plain) return plainText(plain[1]!)
  let text = ''
  for (const { inside } of spansOf(withoutSpoken(element), TEXT)) text += inside
  return plainText(text)
}

const isDateId = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Excel takes no longer one. */
const LONGEST_FORMAT = 255

/** yyyy\-mm\-dd is a date; #,##0 "days" and [Red]0.00 are not. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(code.slice(0, LONGEST_FORMAT).replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

const number = (element: string, name: string) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(element)?.[1] ?? -1)

/** Numbers of the cell styles that show a number as a date. `all` gives the elements of a name in styles.xml. */
export async function dateStyles(all: (tag: string) => Promise<string[]>): Promise<Set<number>> {
  const own = new Map<number, boolean>()
  for (const format of await all('numFmt')) {
    const code = /\sformatCode="([^"]*)"/.exec(format)?.[1] ?? ''
    own.set(number(format, 'numFmtId'), isDateFormat(plainText(code)))
  }
  const [styles = ''] = await all('cellXfs')
  const dates = new Set<number>()
  let index = 0
  for (const [style] of styles.matchAll(/<(?:\w+:)?xf(?=[\s/>])[^<>]*>/g)) {
    const id = number(style, 'numFmtId')
    if (own.get(id) ?? isDateId(id)) dates.add(index)
    index++
  }
  return dates
}
