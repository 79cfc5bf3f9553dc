// Rich text is kept to what the editor can make. Everything else, from a paste or from the wire, is unwrapped or
// dropped, so a stored text can be shown and printed without carrying scripts or foreign styles.

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  h1: [],
  h2: [],
  h3: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  hr: [],
  a: ['href'],
  img: ['src', 'alt'],
}

/** Same meaning, other name. */
const RENAMED: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's', div: 'p', h4: 'h3' }

/** Their content is no text of the author. */
const DROPPED = new Set(['script', 'style', 'template', 'iframe', 'object', 'embed', 'noscript', 'title', 'head'])

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr'])

export const isSafeLink = (href: string) => /^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(href.trim())
/** Pictures come from this server; a foreign address would tell others who reads the text. */
export const isOwnPicture = (src: string) => /^\/(?!\/)/.test(src.trim())

function copy(from: Node, to: Element, doc: Document): void {
  for (const child of from.childNodes) {
    if (child.nodeType === 3) {
      to.append(doc.createTextNode(child.textContent ?? ''))
      continue
    }
    if (child.nodeType !== 1) continue
    const element = child as Element
    const original = element.tagName.toLowerCase()
    if (DROPPED.has(original)) continue
    const name = RENAMED[original] ?? original
    const attributes = ALLOWED[name]
    // A paragraph cannot stand in a paragraph or a list in a heading: nested blocks are unwrapped.
    const misplaced =
      name === 'p' &&
      BLOCKS.has(to.tagName.toLowerCase()) &&
      to.tagName !== 'LI' &&
      to !== to.ownerDocument.body &&
      to.tagName !== 'BLOCKQUOTE'
    if (!attributes || misplaced) {
      copy(element, to, doc)
      continue
    }
    if (name === 'img' && !isOwnPicture(element.getAttribute('src') ?? '')) continue
    const kept = doc.createElement(name)
    for (const attribute of attributes) {
      const value = element.getAttribute(attribute)
      if (value === null || (attribute === 'href' && !isSafeLink(value))) continue
      kept.setAttribute(attribute, value)
    }
    if (name === 'a') {
      kept.setAttribute('target', '_blank')
      kept.setAttribute('rel', 'noopener noreferrer nofollow')
    }
    copy(element, kept, doc)
    to.append(kept)
  }
}

export function cleanHtml(html: string): string {
  const source = new DOMParser().parseFromString(html, 'text/html')
  const target = document.implementation.createHTMLDocument('')
  copy(source.body, target.body, target)
  return target.body.innerHTML
}

/** The words alone, for cells, export and search. */
export function htmlText(html: string | null | undefined): string {
  if (!html) return ''
  const source = new DOMParser().parseFromString(
    html.replace(/<\/(p|h[1-6]|li|blockquote)>|<br\s*\/?>/gi, '$&\n'),
    'text/html',
  )
  for (const element of source.body.querySelectorAll([...DROPPED].join(','))) element.remove()
  return (source.body.textContent ?? '')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/\n\s*\n+/g, '\n')
    .trim()
}
