// A Word file from outside is opened only after its table of contents was looked through: no macros, nothing embedded,
// nothing fetched from elsewhere, and no more content than its size promises.
import { type EventEmitter, setMaxListeners } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import PizZip from 'pizzip'
import { invalid, Refusal } from '#contract/kit/refusal'
import { WORD_LIMIT_MB } from '#contract/systemSetting/documentTemplate'
import { checkedMime, extensionOf } from '#server/kit/fileKind'
import type { IncomingFile } from '#server/kit/implement'
import { unpacksWithin, type ZipEntry, zipEntries } from '#server/kit/zipEntries'

const MIB = 1024 * 1024
const MOST_ENTRIES = 1_000
/** Everything unpacked, and of that what is read as text. */
const MOST_UNPACKED = 60 * MIB
const MOST_TEXT = 12 * MIB

const isXml = (name: string) => /\.(xml|rels)$/i.test(name)
const refuse = (message: string) => invalid(message, 'file')

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/vbaProject|vbaData|\.bin$/i, '文件里含有宏，请在 Word 中另存为不含宏的 .docx 后再上传'],
  [/(^|\/)(activeX|ctrlProps)\//i, '文件里含有控件，请删除控件后再上传'],
  [/(^|\/)embeddings\//i, '文件里嵌入了其他文件或对象，请删除嵌入的对象后再上传'],
  [/(^|\/)(afchunk|altchunk)/i, '文件里夹带了其他文档，请另存为普通 .docx 后再上传'],
  [/\.(exe|dll|js|vbs|html?|mht(ml)?|swf|jar|bat|cmd|ps1|lnk)$/i, '文件里夹带了不属于文书的内容，请另存后再上传'],
]

/** An attribute may hold a bracket that closes and none that opens: a text full of openings costs one pass. */
const RELATION = /<Relationship\b(?:[^<"'>]|"[^"<]*"|'[^'<]*')*>/gi
const FIELD = /<w:instrText[^<>]*>([^<]*)<|w:instr\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gi

/** Links that a reader clicks stay; everything that Word would fetch by itself does not. */
function checkRelations(xml: string): void {
  for (const [relation] of xml.matchAll(RELATION)) {
    if (!/TargetMode\s*=\s*["']External["']/i.test(relation)) continue
    if (!/Type\s*=\s*["'][^"']*\/hyperlink["']/i.test(relation)) {
      throw refuse('文件引用了外部的图片或模板，请把它们直接插入文件后再上传')
    }
  }
}

function checkText(name: string, xml: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw refuse('文件内容不符合 Word 格式，请另存后再上传')
  if (/macroEnabled|ms-word\.(attachedTemplate|vba)/i.test(xml) && name === '[Content_Types].xml') {
    throw refuse('文件里含有宏，请在 Word 中另存为不含宏的 .docx 后再上传')
  }
  if (/<w:altChunk\b/i.test(xml)) throw refuse('文件里夹带了其他文档，请另存为普通 .docx 后再上传')
  const codes = [...xml.matchAll(FIELD)].map((match) => match[1] ?? match[2] ?? match[3] ?? '').join('')
  if (/\b(DDE(AUTO)?|INCLUDE(TEXT|PICTURE)|IMPORT|LINK|DATABASE|MACROBUTTON)\b/i.test(codes)) {
    throw refuse('文件里有会读取外部内容的域，请选中后按 Ctrl+Shift+F9 转为文字再上传')
  }
}

function checkEntries(entries: readonly ZipEntry[]): void {
  if (entries.length > MOST_ENTRIES) throw refuse('文件内容过多，请精简后再上传')
  const names = new Set<string>()
  for (const { name } of entries) {
    const key = name.toLowerCase()
    if (names.has(key) || name.includes('..') || name.startsWith('/') || name.includes('\\')) {
      throw new Refusal('UPLOAD_CONTENT', {}, 'file')
    }
    names.add(key)
    const found = FORBIDDEN.find(([pattern]) => pattern.test(name))
    if (found) throw refuse(found[1])
  }
}

/** The content of a Word file that may be kept; refuses everything else with a sentence. */
export async function checkedWord(file: IncomingFile | undefined): Promise<Buffer> {
  if (!file) throw refuse('请选择要上传的文件')
  if (extensionOf(file.name) !== 'docx') throw new Refusal('UPLOAD_TYPE', { list: 'docx' }, 'file')
  if (file.size > WORD_LIMIT_MB * MIB) throw new Refusal('UPLOAD_SIZE', { limit: WORD_LIMIT_MB }, 'file')
  if (file.size === 0) throw refuse('文件是空的，请重新选择')
  const handle = await open(file.path, 'r')
  // Each entry is unpacked through a stream of its own, and each of them listens for the end of the file.
  setMaxListeners(2 * MOST_ENTRIES + 10, handle as unknown as EventEmitter)
  try {
    const entries = await zipEntries(handle, file.size)
    if (!entries) throw new Refusal('UPLOAD_CONTENT', {}, 'file')
    checkEntries(entries)
    await checkedMime(file.path, 'docx')
    const texts = entries.filter((entry) => isXml(entry.name))
    if (!(await unpacksWithin(handle, entries, MOST_UNPACKED)) || !(await unpacksWithin(handle, texts, MOST_TEXT))) {
      throw refuse('文件展开后过大，请精简图片和内容后再上传')
    }
  } finally {
    await handle.close()
  }
  const content = await readFile(file.path)
  const zip = openWord(content)
  for (const name of Object.keys(zip.files).filter(isXml)) {
    const xml = zip.file(name)?.asText() ?? ''
    checkText(name, xml)
    if (name.endsWith('.rels')) checkRelations(xml)
  }
  return content
}

/** Damaged archives fail in many ways; all of them mean the same to whoever sent it. */
export function openWord(content: Buffer): PizZip {
  try {
    return new PizZip(content)
  } catch {
    throw new Refusal('UPLOAD_CONTENT', {}, 'file')
  }
}
