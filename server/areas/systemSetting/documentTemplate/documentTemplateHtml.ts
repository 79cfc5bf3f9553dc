// The text of a document template is kept to what the editor can make, whoever sent it: the markup is read and written
// anew from an allow-list. The same writer puts values in the place of placeholders.
import { lookUp } from '#contract/kit/lookup'
import { FONT_SIZES } from '#contract/systemSetting/documentTemplate'
import { escaped, tokens } from './documentTemplateMarkup.ts'

type Attributes = ReadonlyMap<string, string>

const RENAMED: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  thead: 'tbody',
  tfoot: 'tbody',
}

const INLINE = new Set(['strong', 'em', 'u', 's', 'span', 'a'])
/** They hold text, and nothing that is a block itself. */
const LINES = new Set(['p', 'h1', 'h2', 'h3'])
/** What may stand inside what; blocks that are not named stand anywhere a block may. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  colgroup: ['table'],
  col: ['colgroup'],
  tbody: ['table'],
  tr: ['tbody', 'table'],
  td: ['tr'],
  th: ['tr'],
}
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'blockquote', 'table', 'hr', ...Object.keys(PARENTS)])
/** Between these only their own parts stand; text there belongs to nobody. */
const FRAMES = new Set(['ul', 'ol', 'table', 'colgroup', 'tbody', 'tr'])
const VOID = new Set(['br', 'hr', 'img', 'col'])

const DEEPEST = 40
const OWN_PICTURE = /^\/files\/[\w-]{1,64}(?:\/[^\s"'<>\\/]{0,400})?$/
/** Where a link may lead: to pages, mail and telephones; nothing that runs. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))[^\s"'<>\\]{1,500}$/i
const SIZES = new Set(FONT_SIZES.map(String))

const styleOf = (attributes: Attributes): Map<string, string> =>
  new Map(
    (attributes.get('style') ?? '').split(';').flatMap((line) => {
      const at = line.indexOf(':')
      return at < 0
        ? []
        : [
            [
              line.slice(0, at).trim().toLowerCase(),
              line
                .slice(at + 1)
                .trim()
                .toLowerCase(),
            ] as const,
          ]
    }),
  )

const whole = (text: string | undefined, least: number, most: number): number | null => {
  const value = /^\d{1,5}$/.test(text ?? '') ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

const attribute = (name: string, value: string | number | null) =>
  value === null ? '' : ` ${name}="${escaped(String(value))}"`

/** Alignment and the indent of a first line, of paragraphs and headings. */
function lineStyle(attributes: Attributes): string {
  const style = styleOf(attributes)
  const align = style.get('text-align') ?? attributes.get('align')?.toLowerCase()
  const parts = [
    ...(align === 'center' || align === 'right' || align === 'justify' ? [`text-align: ${align}`] : []),
    ...(style.get('text-indent') === '2em' ? ['text-indent: 2em'] : []),
  ]
  return parts.length > 0 ? ` style="${parts.join('; ')}"` : ''
}

function columnStyle(attributes: Attributes): string {
  const width = /^(\d{1,3}(?:\.\d{1,2})?)%$/.exec(styleOf(attributes).get('width') ?? '')?.[1]
  return width && Number(width) <= 100 ? ` style="width: ${width}%"` : ''
}

function cellAttributes(attributes: Attributes): string {
  const widths = attributes.get('colwidth') ?? ''
  return (
    attribute('colspan', whole(attributes.get('colspan'), 2, 50)) +
    attribute('rowspan', whole(attributes.get('rowspan'), 2, 200)) +
    attribute('colwidth', /^\d{1,4}(,\d{1,4}){0,49}$/.test(widths) ? widths : null)
  )
}

/** The opening tag of an element that stays; null when its place or its content rules it out. */
function openTag(name: string, attributes: Attributes, running: boolean): string | null {
  if (LINES.has(name)) return `<${name}${lineStyle(attributes)}>`
  if (name === 'ol') return `<ol${attribute('start', whole(attributes.get('start'), 2, 9999))}>`
  if (name === 'table') return `<table${attributes.has('data-plain') ? ' data-plain="true"' : ''}>`
  if (name === 'col') return `<col${columnStyle(attributes)}>`
  if (name === 'td' || name === 'th') return `<${name}${cellAttributes(attributes)}>`
  if (name === 'img') {
    const src = attributes.get('src') ?? ''
    if (!OWN_PICTURE.test(src)) return null
    const width = whole(/^(\d{1,3})mm$/.exec(styleOf(attributes).get('width') ?? '')?.[1], 5, 180)
    const style = width === null ? '' : ` style="width: ${width}mm"`
    const alt = running ? ` alt="${escaped((attributes.get('alt') ?? '').slice(0, 100))}"` : ''
    return `<img src="${escaped(src)}"${alt}${style}${attributes.has('data-seal') ? ' data-seal="true"' : ''}>`
  }
  if (name === 'a') {
    const href = (attributes.get('href') ?? '').trim()
    return running && SAFE_LINK.test(href)
      ? `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">`
      : null
  }
  if (name === 'span') {
    const size = /^([\d.]+)pt$/.exec(styleOf(attributes).get('font-size') ?? '')?.[1]
    return size && SIZES.has(size) ? `<span style="font-size: ${size}pt">` : null
  }
  return `<${name}>`
}

/** Names and labels of marks are short texts of one line. */
const label = (text: string | undefined, most: number) =>
  [...(text ?? '').replace(/[{}<>\s]+/g, '')].slice(0, most).join('')

export interface FilledValues {
  /** Undefined: not known; the place stays blank and is reported. */
  value(name: string): string | undefined
}

/** What stands where a value is not known: room to write it by hand. */
export const BLANK = '＿＿＿＿＿＿'

interface Written {
  html: string
  /** Placeholders in the order they first occur, and how often. */
  placeholders: Map<string, number>
  missing: Set<string>
  hasContent: boolean
}

class Writer {
  private out: string[] = []
  private open: string[] = []
  /** Text of a mark (placeholder, signature) is what the mark says itself; whatever the sender wrote is skipped. */
  private skipping = 0
  readonly written: Written = { html: '', placeholders: new Map(), missing: new Set(), hasContent: false }

  constructor(
    private readonly values: FilledValues | null,
    private readonly running: boolean,
  ) {}

  private top(): string {
    return this.open.at(-1) ?? ''
  }

  private pop(): void {
    this.out.push(`</${this.open.pop()}>`)
  }

  /** Ends the open line of text, so that a block can begin. */
  private endLine(): void {
    const line = this.open.findLastIndex((name) => LINES.has(name))
    if (line < 0) return
    while (this.open.length > line) this.pop()
  }

  /** Text stands in a line; where none is open, a paragraph begins. */
  private needLine(): boolean {
    if (FRAMES.has(this.top())) return false
    if (!this.open.some((name) => LINES.has(name)) || this.inCellOrItem()) {
      this.out.push('<p>')
      this.open.push('p')
    }
    return true
  }

  /** The innermost block is one that holds blocks. */
  private inCellOrItem(): boolean {
    const block = this.open.findLast((name) => !INLINE.has(name))
    return block !== undefined && !LINES.has(block)
  }

  text(text: string): void {
    if (this.skipping > 0) return
    if (/^[\s\u200b]*$/.test(text) && !text.includes('\u00a0')) {
      // Space between blocks is the sender's layout; inside a line it is text.
      if (this.open.some((name) => LINES.has(name)) && !this.inCellOrItem()) this.out.push(' ')
      return
    }
    if (!this.needLine()) return
    this.written.hasContent = true
    this.out.push(escaped(text))
  }

  private mark(attributes: Attributes): boolean {
    const placeholder = label(attributes.get('data-placeholder'), 40)
    if (placeholder !== '') {
      if (!this.needLine()) return true
      this.placeholder(placeholder)
      return true
    }
    const signature = label(attributes.get('data-signature'), 30)
    if (signature !== '') {
      if (!this.needLine()) return true
      this.written.hasContent = true
      this.out.push(`<span data-signature="${escaped(signature)}">${escaped(signature)}：</span>`)
      return true
    }
    const missing = label(attributes.get('data-missing'), 40)
    if (missing === '') return false
    if (this.needLine()) this.out.push(`<span data-missing="${escaped(missing)}">${BLANK}</span>`)
    return true
  }

  private placeholder(name: string): void {
    const { placeholders, missing } = this.written
    placeholders.set(name, (placeholders.get(name) ?? 0) + 1)
    this.written.hasContent = true
    const shown = escaped(name)
    if (!this.values) {
      this.out.push(`<span data-placeholder="${shown}">${shown}</span>`)
      return
    }
    const value = this.values.value(name)
    if (value === undefined || value.trim() === '') {
      missing.add(name)
      this.out.push(`<span data-missing="${shown}">${BLANK}</span>`)
    } else this.out.push(value.split(/\r?\n/).map(escaped).join('<br>'))
  }

  opening(original: string, attributes: Attributes): void {
    if (this.skipping > 0) {
      if (original === 'span') this.skipping++
      return
    }
    if (original === 'span' && this.mark(attributes)) {
      this.skipping = 1
      return
    }
    if (original === 'div') {
      this.endLine()
      if (attributes.has('data-page-break') && !FRAMES.has(this.top())) {
        this.out.push('<div data-page-break="true"></div>')
      }
      return
    }
    const name = lookUp(RENAMED, original) ?? original
    if (name === 'br' || name === 'img') {
      const tag = openTag(name, attributes, this.running)
      if (tag !== null && this.needLine()) {
        this.out.push(tag)
        if (name === 'img') this.written.hasContent = true
      }
      return
    }
    if (INLINE.has(name)) {
      const tag = openTag(name, attributes, this.running)
      if (name === 'a' && this.open.includes('a')) return
      if (tag === null || this.open.length >= DEEPEST || !this.needLine()) return
      this.out.push(tag)
      this.open.push(name)
      return
    }
    if (BLOCKS.has(name)) this.block(name, attributes)
  }

  private block(name: string, attributes: Attributes): void {
    const parents = lookUp(PARENTS, name)
    if (parents) {
      // A new row ends the row before it; a part without its frame is no part of anything.
      const frame = this.open.findLastIndex((one) => parents.includes(one))
      const table = this.open.lastIndexOf('table')
      if (frame < 0 || (name !== 'li' && frame < table)) return
      while (this.open.length > frame + 1) this.pop()
    } else {
      this.endLine()
      if (FRAMES.has(this.top())) return
    }
    if (this.open.length >= DEEPEST) return
    this.out.push(openTag(name, attributes, this.running)!)
    if (!VOID.has(name)) this.open.push(name)
    if (name === 'table' || name === 'hr') this.written.hasContent = true
  }

  closing(original: string): void {
    if (this.skipping > 0) {
      if (original === 'span') this.skipping--
      return
    }
    if (original === 'div') {
      this.endLine()
      return
    }
    const name = lookUp(RENAMED, original) ?? original
    const at = this.open.lastIndexOf(name)
    // What a cell holds is closed within the cell.
    if (at < 0 || (!BLOCKS.has(name) && at < this.open.findLastIndex((one) => BLOCKS.has(one)))) return
    while (this.open.length > at) this.pop()
  }

  finish(): Written {
    while (this.open.length > 0) this.pop()
    // A table without rows is nothing the editor can show.
    this.written.html = this.out
      .join('')
      .replace(/<tbody><\/tbody>/g, '')
      .replace(/<table[^>]*>(<colgroup>(<col[^>]*>)*<\/colgroup>)?<\/table>/g, '')
    return this.written
  }
}

function write(html: string, values: FilledValues | null, running = false): Written {
  const writer = new Writer(values, running)
  for (const token of tokens(html)) {
    if (token.kind === 'text') writer.text(token.text)
    else if (token.kind === 'open') writer.opening(token.name, token.attributes)
    else writer.closing(token.name)
  }
  return writer.finish()
}

/** The markup as it is stored, and the placeholders in it. */
export const cleanDocument = (html: string): Written => write(html, null)

/** Text that is read on a screen, such as a notice: with links besides, and words for pictures. */
export const cleanRich = (html: string): Written => write(html, null, true)

/** The markup with values in the place of placeholders; what is not known stays blank and is named. */
export function fillHtml(html: string, values: FilledValues): { html: string; missing: string[] } {
  const written = write(html, values)
  return { html: written.html, missing: [...written.missing] }
}
