// An SVG picture is a program unless it is held to drawing. What is not plainly a drawing is refused rather than
// repaired: a cleaner that overlooks something is worse than a picture that has to be exported again.
import { lookUp } from '#contract/kit/lookup'

const SVG_SPACE = 'http://www.w3.org/2000/svg'
/** A prefix bound to one of these would bring scripts in under another name. */
const ACTIVE_SPACES = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2001/xml-events']

const ELEMENTS = new Set(
  `svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker image style switch view filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));?/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return lookUp(ENTITIES, String(name).toLowerCase()) ?? whole
  })
}

/** Styles may colour and place; they may not load, import or run anything. */
function harmlessStyle(css: string): boolean {
  const plain = decoded(css)
    .replace(/\/\*[\s\S]*?(\*\/|$)/g, '')
    .toLowerCase()
  // A backslash spells letters in CSS, and no drawing needs one.
  if (plain.includes('\\') || plain.includes('@import') || plain.includes('expression(')) return false
  if (/behavior|-moz-binding|javascript:/.test(plain)) return false
  return [...plain.matchAll(/url\(\s*(['"]?)([^'")]*)/g)].every(([, , target]) => harmlessLink(target!))
}

/** Parts of the same picture, and pictures carried inside it. */
function harmlessLink(target: string): boolean {
  // Browsers drop spaces and control characters before they read the scheme.
  const plain = [...decoded(target)]
    .filter((char) => char > ' ')
    .join('')
    .toLowerCase()
  return plain === '' || plain.startsWith('#') || /^data:image\/(png|jpeg|gif|webp);base64,/.test(plain)
}

function harmlessAttribute(name: string, value: string): boolean {
  const lower = name.toLowerCase()
  const local = lower.slice(lower.indexOf(':') + 1)
  if (lower === 'xmlns') return decoded(value).trim() === SVG_SPACE
  if (lower.startsWith('xmlns:')) {
    const space = decoded(value).trim()
    // Inkscape binds svg: and does not use it; elements with that prefix are refused.
    return space === SVG_SPACE ? lower === 'xmlns:svg' : !ACTIVE_SPACES.includes(space)
  }
  if (local.startsWith('on')) return false
  if (local === 'href' || local === 'src') return harmlessLink(value)
  if (local === 'base') return false
  if (local === 'style') return harmlessStyle(value)
  return !/javascript:|url\(/i.test(decoded(value)) || harmlessStyle(value)
}

/** Read from one bracket to the next only, so that an unclosed quote cannot make it search the file again and again. */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:"[^"]*"|'[^']*'|[^"'>])*)>/y
const ATTRIBUTE = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Whether a file is an SVG drawing without scripts, handlers, embedded documents or outside references. */
export function isHarmlessSvg(content: Buffer): boolean {
  let text: string
  try {
    // Another encoding could hide markup from this check and show it to a browser.
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return false
  }
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/i.exec(text)?.[1]
  if (declared && !/^(utf-?8|us-ascii)$/i.test(declared)) return false
  // Drawing programs name the public DTD, which browsers do not load; a list of entities of its own is another thing.
  const body = text.replace(/<!DOCTYPE\s+svg\s+PUBLIC\s+"[^"<>[\]]*"\s+"[^"<>[\]]*"\s*>/i, '')
  return onlyDrawing(body)
}

function onlyDrawing(text: string): boolean {
  const open: string[] = []
  let rooted = false
  let at = 0
  for (let next = text.indexOf('<'); next >= 0; next = text.indexOf('<', at)) {
    if (!textFits(text.slice(at, next), open)) return false
    TOKEN.lastIndex = next
    const token = TOKEN.exec(text)
    if (!token) return false
    at = TOKEN.lastIndex
    const [whole, data, closing, opening, attributes = ''] = token
    if (data !== undefined && !textFits(data, open)) return false
    if (whole.startsWith('<?') && !/^<\?xml\s/i.test(whole)) return false
    if (closing && open.pop() !== closing) return false
    if (!opening) continue
    if (open.length === 0) {
      if (rooted || opening !== 'svg') return false
      rooted = true
    }
    if (!elementFits(opening, attributes)) return false
    if (!attributes.trimEnd().endsWith('/')) open.push(opening)
  }
  return rooted && open.length === 0 && text.slice(at).trim() === ''
}

/** Text between two tags; a stray bracket means that this reading and a browser's may differ. */
function textFits(between: string, open: readonly string[]): boolean {
  if (open.at(-1) === 'style') return !between.includes('<') && harmlessStyle(between)
  return !between.includes('<') && (open.length > 0 || between.replace('\ufeff', '').trim() === '')
}

function elementFits(name: string, attributes: string): boolean {
  // Editors leave their own elements (sodipodi:namedview); their prefix cannot be bound to anything active.
  if (name.includes(':')) {
    if (!/^[\w-]+:[\w.-]+$/.test(name) || /^(svg|x?html)$/i.test(name.split(':')[0]!)) return false
  } else if (!ELEMENTS.has(name)) return false
  const rest = attributes.replace(ATTRIBUTE, '').trim()
  if (rest !== '' && rest !== '/') return false
  return [...attributes.matchAll(ATTRIBUTE)].every(([, key, double, single]) =>
    harmlessAttribute(key!, double ?? single ?? ''),
  )
}
