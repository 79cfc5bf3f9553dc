// Word templates: which placeholders occur, and the file with values in their place. People write {老人姓名} or
// {{老人姓名}}, so both are read, the double ones first.
import Docxtemplater from 'docxtemplater'
import type PizZip from 'pizzip'
import { invalid } from '#contract/kit/refusal'
import { BLANK, type FilledValues } from './documentTemplateHtml.ts'
import { openWord } from './documentTemplateWordSafety.ts'

const PAIRS = [
  { start: '{{', end: '}}' },
  { start: '{', end: '}' },
] as const
type Pair = (typeof PAIRS)[number]

const nameOf = (tag: string) => tag.replace(/[\s\u00a0\u3000]+/g, '')

interface Part {
  type: string
  value: string
  module?: string
  raw?: string
}

/** What the library found; its own inspector wants a library that nothing else here does. */
class Finder {
  readonly name = 'Finder'
  readonly parts: Part[] = []
  /** A module is used once; the library asks for a fresh one when a template is used again. */
  clone() {
    return new Finder()
  }
  set(told: { inspect?: { postparsed?: readonly Part[] } }) {
    for (const part of told.inspect?.postparsed ?? []) if (part.type === 'placeholder') this.parts.push(part)
  }
}

interface TemplateProblem {
  properties?: { id?: string; xtag?: string; context?: string; errors?: TemplateProblem[] }
}

/** The first thing wrong with a template, in words that lead to the place. */
function sentence(problem: TemplateProblem, { start, end }: Pair): string {
  const { id = '', xtag = '', context = '' } = problem.properties ?? {}
  const near = (context || xtag).slice(0, 30)
  switch (id) {
    case 'unclosed_tag':
    case 'duplicate_open_tag':
      return `占位符“${near}”没有写完整，缺少 ${end}`
    case 'unopened_tag':
    case 'duplicate_close_tag':
      return `占位符“${near}${end}”没有写完整，缺少 ${start}`
    case 'file_has_invalid_xml':
    case 'malformed_xml':
    case 'filetype_not_identified':
    case 'filetype_not_handled':
      return '文件内容不符合 Word 格式，请用 Word 另存后再上传'
    default:
      return `“${near}”不是可以使用的占位符，请写成 ${start}老人姓名${end} 这样的形式`
  }
}

function template(zip: PizZip, pair: Pair, finder: Finder, value: (name: string) => string) {
  try {
    return new Docxtemplater(zip, {
      delimiters: pair,
      syntax: { changeDelimiterPrefix: null },
      linebreaks: true,
      errorLogging: false,
      stripInvalidXMLChars: true,
      modules: [finder],
      parser: (tag: string) => ({ get: () => value(nameOf(tag)) }),
    })
  } catch (error) {
    const failure = error as TemplateProblem
    if (!failure.properties) throw error
    throw invalid(sentence(failure.properties.errors?.[0] ?? failure, pair), 'file')
  }
}

function refuseSpecial(parts: readonly Part[], { start, end }: Pair): void {
  const special = parts.find((part) => part.module !== undefined)
  if (special) {
    throw invalid(`“${start}${special.raw ?? special.value}${end}”是循环或条件，模板只支持直接填写的占位符`, 'file')
  }
  if (parts.some((part) => nameOf(part.value) === '')) {
    throw invalid(`有一处 ${start}${end} 之间没有写名称`, 'file')
  }
  const long = parts.find((part) => [...nameOf(part.value)].length > 40)
  if (long) throw invalid(`占位符“${[...nameOf(long.value)].slice(0, 20).join('')}…”太长，是不是漏了 ${end}`, 'file')
}

const packed = (zip: PizZip) => zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' }) as Buffer

/** Renders both notations one after the other; `seen` is told every placeholder with its name. */
function render(content: Buffer, value: (name: string) => string, seen: (name: string) => void): Buffer {
  let made = content
  for (const pair of PAIRS) {
    const finder = new Finder()
    const doc = template(openWord(made), pair, finder, value)
    refuseSpecial(finder.parts, pair)
    if (finder.parts.length === 0) continue
    for (const part of finder.parts) seen(nameOf(part.value))
    doc.render()
    made = packed(doc.getZip() as PizZip)
  }
  return made
}

/** Names of the placeholders and how often they occur; refuses what cannot be filled. */
export function wordPlaceholders(content: Buffer): Map<string, number> {
  const found = new Map<string, number>()
  render(
    content,
    () => '',
    (name) => found.set(name, (found.get(name) ?? 0) + 1),
  )
  return found
}

export function fillWord(content: Buffer, values: FilledValues): { content: Buffer; missing: string[] } {
  const missing = new Set<string>()
  const value = (name: string) => {
    const known = values.value(name)
    if (known === undefined || known.trim() === '') {
      missing.add(name)
      return BLANK
    }
    // Braces of a value must not be read as a placeholder in the second turn.
    return known.replaceAll('{', '｛').replaceAll('}', '｝')
  }
  return { content: render(content, value, () => undefined), missing: [...missing] }
}
