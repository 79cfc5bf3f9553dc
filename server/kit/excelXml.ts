// The little XML that a workbook needs: its elements out of a stream of text, its texts, and which styles mean dates.
import { lookUp } from '#contract/kit/lookup'

export type Elements = AsyncGenerator<string>

/** A tag that is cut by the end of a piece is shorter than this. */
const TAIL = 80

/**
 * The elements of one name, whole, in order; what stands around them is passed over. The name may carry a prefix, and
 * an element holds none of its own name.
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
  for await (const piece of pieces) {
    rest += piece
    let from = 0
    for (;;) {
      begin.lastIndex = from
      const start = begin.exec(rest)
      if (!start) {
        from = Math.max(from, rest.length - TAIL)
        break
      }
      from = start.index
      const bracket = rest.indexOf('>', from)
      if (bracket < 0) break
      if (rest[bracket - 1] === '/') {
        yield rest.slice(from, bracket + 1)
        from = bracket + 1
        continue
      }
      end.lastIndex = bracket
      const close = end.exec(rest)
      if (!close) break
      yield rest.slice(from, end.lastIndex)
      from = end.lastIndex
    }
    rest = rest.slice(from)
    if (rest.length > longest) throw tooLong()
  }
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

const TEXT = /<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g
/** How a text is spoken, in Japanese workbooks: not part of it. */
const SPOKEN = /<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g

/** Nearly all of them: one text without parts. */
const ONE_TEXT = /^(?:<si>|<is>)<t(?:\s[^>]*)?>([^<]*)<\/t><\/(?:si|is)>$/

/** The text of a shared or inline string; formatted parts are joined. */
export function textsOf(element: string): string {
  const plain = ONE_TEXT.exec(element)
  if (plain) return plainText(plain[1]!)
  let text = ''
  for (const [, part] of element.replace(SPOKEN, '').matchAll(TEXT)) text += part
  return plainText(text)
}

const isDateId = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** yyyy\-mm\-dd is a date; #,##0 "days" and [Red]0.00 are not. */
const isDateFormat = (code: string) => /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

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
  for (const [style] of styles.matchAll(/<(?:\w+:)?xf(?=[\s/>])[^>]*>/g)) {
    const id = number(style, 'numFmtId')
    if (own.get(id) ?? isDateId(id)) dates.add(index)
    index++
  }
  return dates
}
