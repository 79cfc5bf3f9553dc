// Workbooks in. What a cell holds reaches the caller as a text, a number or a truth value; dates as the wire's text.
// The sheet is read as a stream, row by row: the libraries that were tried parse it in one piece, which held the event
// loop for two seconds at 10,000 rows and took 900 MB at 100,000.
import { type FileHandle, open } from 'node:fs/promises'
import { invalid } from '#contract/kit/refusal'
import { dateStyles, type Elements, elementsOf, plainText, textsOf } from './excelXml.ts'
import { entryStream, unpacksWithin, type ZipEntry, zipEntries } from './zipEntries.ts'

export type Cell = string | number | boolean | null

/** A workbook of 20 MB unpacks to less than this unless it was made to fill a memory. */
const MOST_BYTES = 400 * 1024 * 1024
/** Texts that cells share; they are held together. */
const MOST_SHARED = 64 * 1024 * 1024
/** A row or a text longer than this is no row of a list. */
const LONGEST = 4 * 1024 * 1024
/** Excel has no column beyond XFD. */
const MOST_COLUMNS = 16_384
const MOST_ROWS = 1_048_576

const unreadable = () => invalid('无法读取这个文件，请用 Excel 或 WPS 另存为 .xlsx 工作簿后重试', 'file')

interface Book {
  file: FileHandle
  entries: ReadonlyMap<string, ZipEntry>
}

/** An element after the other; a part that is not there has none. */
function elements(book: Book, part: string, tag: string): Elements {
  const entry = book.entries.get(part)
  return elementsOf(entry ? entryStream(book.file, entry) : [], tag, LONGEST, unreadable)
}

async function allOf(book: Book, part: string, tag: string): Promise<string[]> {
  const found: string[] = []
  for await (const one of elements(book, part, tag)) found.push(one)
  return found
}

/** An attribute of an element's opening tag; the prefix of a name does not count. */
function attribute(element: string, name: string): string | null {
  const head = element.slice(0, element.indexOf('>') + 1)
  for (const before of [' ', ':']) {
    const at = head.indexOf(`${before}${name}="`)
    if (at < 0) continue
    const start = at + name.length + 3
    return head.slice(start, head.indexOf('"', start))
  }
  return null
}

/** The path of the first sheet: the order of the workbook counts, not the names of the files. */
async function firstSheet(book: Book): Promise<string> {
  const [sheet] = await allOf(book, 'xl/workbook.xml', 'sheet')
  const id = sheet && attribute(sheet, 'id')
  const links = await allOf(book, 'xl/_rels/workbook.xml.rels', 'Relationship')
  const link = links.find((one) => attribute(one, 'Id') === id)
  const target = link && attribute(link, 'Target')
  if (!target) throw unreadable()
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  if (!book.entries.has(path)) throw unreadable()
  return path
}

async function sharedTexts(book: Book): Promise<string[]> {
  const texts: string[] = []
  let length = 0
  for await (const one of elements(book, 'xl/sharedStrings.xml', 'si')) {
    const text = textsOf(one)
    length += text.length
    if (length > MOST_SHARED) throw unreadable()
    texts.push(copied(text))
  }
  return texts
}

const DAY = 86_400_000
/** Days from Excel's beginning to that of 1970. */
const EPOCH = 25_569
const EPOCH_1904 = 1_462

/** Fractions of days miss the second a bit. */
function dateText(serial: number): string | null {
  const date = new Date(Math.round(((serial - EPOCH) * DAY) / 1000) * 1000)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return null
  const text = date.toISOString().slice(0, 19).replace('T', ' ')
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text
}

/** A → 0, AA → 26 */
function columnOf(reference: string | null): number | null {
  let sum = 0
  for (let i = 0; reference !== null && i < reference.length; i++) {
    const letter = reference.charCodeAt(i) - 64
    if (letter < 1 || letter > 26) break
    sum = sum * 26 + letter
  }
  return sum === 0 ? null : sum - 1
}

interface Surroundings {
  shared: readonly string[]
  dates: ReadonlySet<number>
  shift: number
}

const CELL = /<(?:\w+:)?c(?=[\s/>])([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g
const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/
const FORMULA = /<(?:\w+:)?f[\s/>]/

/** A part of a long text keeps the whole of it in memory; what stays is copied. Short parts are copies already. */
const KEPT_WHOLE = 12
const copied = (text: string) => (text.length > KEPT_WHOLE ? Buffer.from(text, 'utf16le').toString('utf16le') : text)

/** ` t="s"` among the attributes of a cell. */
function given(attributes: string, name: string): string | null {
  const at = attributes.indexOf(` ${name}="`)
  if (at < 0) return null
  const start = at + name.length + 3
  return attributes.slice(start, attributes.indexOf('"', start))
}

function cellValue(attributes: string, inside: string, around: Surroundings): Cell {
  const type = given(attributes, 't') ?? 'n'
  if (type === 'inlineStr') return copied(textsOf(inside))
  const raw = VALUE.exec(inside)?.[1]
  if (raw === undefined || raw === '') return null
  if (type === 's') return around.shared[Number(raw)] ?? null
  if (type === 'b') return raw === '1'
  if (type !== 'n') return copied(plainText(raw))
  const value = Number(raw)
  if (!Number.isFinite(value)) return null
  const style = Number(given(attributes, 's') ?? -1)
  return around.dates.has(style) ? dateText(value + around.shift) : value
}

/** Refuses formulas: what they show depends on a workbook that is not here. */
function cellsOf(row: string, number: number, around: Surroundings): Cell[] {
  const cells: Cell[] = []
  let next = 0
  for (const [, attributes = '', inside = ''] of row.matchAll(CELL)) {
    const at = columnOf(given(attributes, 'r')) ?? next
    if (at >= MOST_COLUMNS) throw unreadable()
    if (inside.includes('f') && FORMULA.test(inside)) {
      throw invalid(`第 ${number} 行含有公式，不能导入。请全选后复制，用“选择性粘贴→数值”去掉公式，保存后再试`, 'file')
    }
    while (cells.length < at) cells.push(null)
    cells[at] = cellValue(attributes, inside, around)
    next = at + 1
  }
  // Cells that are only formatted hold nothing.
  while (cells.length > 0 && cells.at(-1) === null) cells.pop()
  return cells
}

async function openBook(file: FileHandle, mostBytes: number): Promise<Book> {
  const { size } = await file.stat()
  const entries = await zipEntries(file, size)
  if (!entries?.some((entry) => entry.name === 'xl/workbook.xml')) throw unreadable()
  if (!(await unpacksWithin(file, entries, mostBytes))) throw unreadable()
  return { file, entries: new Map(entries.map((entry) => [entry.name, entry])) }
}

async function readRows(book: Book, mostRows: number): Promise<Cell[][]> {
  const sheet = await firstSheet(book)
  const settings = await allOf(book, 'xl/workbook.xml', 'workbookPr')
  const around: Surroundings = {
    shared: await sharedTexts(book),
    dates: await dateStyles((tag) => allOf(book, 'xl/styles.xml', tag)),
    shift: settings.some((one) => /^(1|true)$/.test(attribute(one, 'date1904') ?? '')) ? EPOCH_1904 : 0,
  }
  const rows: Cell[][] = []
  let filled = 0
  let number = 0
  for await (const row of elements(book, sheet, 'row')) {
    number = Number(attribute(row, 'r') ?? number + 1)
    if (!(number >= 1 && number <= MOST_ROWS)) throw unreadable()
    const cells = cellsOf(row, number, around)
    if (!cells.some((cell) => cell !== null && cell !== '')) continue
    filled++
    // Rows beyond the limit are counted and not kept. The head is a row too.
    if (filled > mostRows + 1) continue
    while (rows.length < number - 1) rows.push([])
    rows[number - 1] = cells
  }
  if (filled > mostRows + 1) {
    throw invalid(`文件有 ${filled - 1} 行，一次最多导入 ${mostRows} 行，请分成几个文件`, 'file')
  }
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 0)
  for (const cells of rows) while (cells.length < width) cells.push(null)
  return rows
}

/** The first sheet of a workbook: rows of one width, those that are left out in the file are empty. */
export async function readSheet(
  path: string,
  mostBytes = MOST_BYTES,
  mostRows = Number.POSITIVE_INFINITY,
): Promise<Cell[][]> {
  const file = await open(path, 'r')
  try {
    return await readRows(await openBook(file, mostBytes), mostRows)
  } catch (error) {
    // Whatever is wrong inside the archive, its owner can mend it only by saving it again.
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw unreadable()
    throw error
  } finally {
    await file.close()
  }
}
