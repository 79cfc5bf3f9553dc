// Workbooks in. What a cell holds reaches the caller as a text, a number or a truth value; dates as the wire's text.
// The sheet is read as a stream, row by row: the libraries that were tried parse it in one piece, which held the event
// loop for two seconds at 10,000 rows and took 900 MB at 100,000. Only what is filled is kept, so a cell in the last
// corner of the sheet costs no more than one beside the table; and whatever a file says of itself, no more is read of it
// than the bounds below. The product reads in a thread of its own (sheetReader.ts).
import { type FileHandle, open } from 'node:fs/promises'
import { invalid } from '#contract/kit/refusal'
import { columnName, columnOf, EXCEL_COLUMNS, EXCEL_ROWS } from './excelPlace.ts'
import { attributeOf, dateStyles, type Elements, elementsOf, plainText, spansOf, tagOf, textsOf } from './excelXml.ts'
import { entryStream, type ZipEntry, zipEntries } from './zipEntries.ts'

export type Cell = string | number | boolean | null

export interface SheetRow {
  /** As Excel counts. */
  number: number
  /** Up to the last that is filled. */
  cells: Cell[]
}

export interface SheetBounds {
  /** Filled rows below the head. */
  rows: number
  /** What is unpacked to read the first sheet. */
  bytes: number
  /** The column behind which nothing of a table lies. */
  lastColumn: number
  /** So many empty rows end it. */
  gap: number
  /** Characters in all cells together, with a few more for each cell. */
  content: number
}

const MIB = 1024 * 1024

export const USUAL_BOUNDS: SheetBounds = {
  rows: 20_000,
  bytes: 128 * MIB,
  // The widest template has fifty columns; people add some of their own.
  lastColumn: 200,
  gap: 10_000,
  content: 32 * MIB,
}

/** Texts that cells share; they are held together. */
const MOST_SHARED = 16 * MIB
/** What a cell or a text costs besides its characters. */
const EACH = 8
const EACH_SHARED = 20
/** A row or a text longer than this is no row of a list. */
const LONGEST = 4 * MIB
/** Sheets, relations, number formats. */
const MOST_PARTS = 20_000
/** Rows are handed on in portions of at least so many. */
const PORTION = 500

const unreadable = () => invalid('无法读取这个文件，请用 Excel 或 WPS 另存为 .xlsx 工作簿后重试', 'file')
const NEW_BOOK = '请下载新的模板，只把填写的内容用“选择性粘贴→数值”复制过去，保存后再导入'
const tooLarge = () => invalid(`文件展开后过大，多半是整列设了格式或带有大量空行。${NEW_BOOK}`, 'file')
const tooMuch = () => invalid('文件内容过多，一次读不完，请分成几个文件导入', 'file')
const tooFar = (at: number, row: number) =>
  invalid(
    `单元格 ${columnName(at)}${row} 有内容，但它离表格太远。请在 Excel 左上角的名称框输入 ${columnName(at)}${row} 找到它，删除后保存再试`,
    'file',
  )

interface Book {
  file: FileHandle
  entries: ReadonlyMap<string, ZipEntry>
  spend: (bytes: number) => void
}

/** An element after the other; a part that is not there has none. */
function elements(book: Book, part: string, tag: string): Elements {
  const entry = book.entries.get(part)
  return elementsOf(entry ? entryStream(book.file, entry, book.spend) : [], tag, LONGEST, unreadable)
}

async function allOf(book: Book, part: string, tag: string): Promise<string[]> {
  const found: string[] = []
  for await (const portion of elements(book, part, tag)) {
    found.push(...portion)
    if (found.length > MOST_PARTS) throw unreadable()
  }
  return found
}

const headOf = (element: string) => element.slice(0, element.indexOf('>') + 1)
const attribute = (element: string, name: string) => attributeOf(headOf(element), name)

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
  for await (const portion of elements(book, 'xl/sharedStrings.xml', 'si')) {
    for (const one of portion) {
      const text = copied(textsOf(one))
      length += text.length + EACH_SHARED
      texts.push(text)
    }
    if (length > MOST_SHARED) throw tooMuch()
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

interface Surroundings {
  shared: readonly string[]
  dates: ReadonlySet<number>
  shift: number
  bounds: SheetBounds
}

const CELL = tagOf('c')
const VALUE = tagOf('v')
const FORMULA = /<(?:\w+:)?f[\s/>]/

/** A part of a long text keeps the whole of it in memory; what stays is copied. Short parts are copies already. */
const KEPT_WHOLE = 12
const copied = (text: string) => (text.length > KEPT_WHOLE ? Buffer.from(text, 'utf16le').toString('utf16le') : text)

function cellValue(head: string, inside: string, around: Surroundings): Cell {
  const type = attributeOf(head, 't') ?? 'n'
  if (type === 'inlineStr') return copied(textsOf(inside)) || null
  const raw = spansOf(inside, VALUE).next().value?.inside
  if (!raw) return null
  if (type === 's') return around.shared[Number(raw)] || null
  if (type === 'b') return raw === '1'
  if (type !== 'n') return copied(plainText(raw)) || null
  const value = Number(raw)
  if (!Number.isFinite(value)) return null
  const style = Number(attributeOf(head, 's') ?? -1)
  return around.dates.has(style) ? dateText(value + around.shift) : value
}

/** Refuses formulas: what they show depends on a workbook that is not here. Cells that are only formatted hold nothing. */
function cellsOf(row: string, number: number, lastFilled: number, around: Surroundings): Cell[] {
  const { lastColumn, gap } = around.bounds
  const cells: Cell[] = []
  // Nothing is closed but the row itself: all its cells are empty.
  if (row.indexOf('</') === row.lastIndexOf('</')) return cells
  let next = 0
  for (const { head, inside } of spansOf(row, CELL)) {
    const reference = attributeOf(head, 'r')
    const at = (reference === null ? null : columnOf(reference)) ?? next
    if (at >= EXCEL_COLUMNS) throw unreadable()
    next = at + 1
    if (inside === '') continue
    const formula = inside.includes('f') && FORMULA.test(inside)
    const value = formula ? null : cellValue(head, inside, around)
    if (!formula && value === null) continue
    if (at >= lastColumn || number > lastFilled + gap) throw tooFar(at, number)
    if (formula) {
      throw invalid(`第 ${number} 行含有公式，不能导入。请全选后复制，用“选择性粘贴→数值”去掉公式，保存后再试`, 'file')
    }
    while (cells.length < at) cells.push(null)
    cells[at] = value
  }
  return cells
}

const costOf = (cells: readonly Cell[]) =>
  cells.reduce<number>((sum, cell) => sum + EACH + (typeof cell === 'string' ? cell.length : 0), 0)

async function openBook(file: FileHandle, mostBytes: number): Promise<Book> {
  const { size } = await file.stat()
  const entries = await zipEntries(file, size)
  if (!entries?.some((entry) => entry.name === 'xl/workbook.xml')) throw unreadable()
  let left = mostBytes
  const spend = (bytes: number) => {
    left -= bytes
    if (left < 0) throw tooLarge()
  }
  return { file, entries: new Map(entries.map((entry) => [entry.name, entry])), spend }
}

async function readRows(book: Book, bounds: SheetBounds, hand: (rows: SheetRow[]) => Promise<void>): Promise<void> {
  const sheet = await firstSheet(book)
  const settings = await allOf(book, 'xl/workbook.xml', 'workbookPr')
  const around: Surroundings = {
    shared: await sharedTexts(book),
    dates: await dateStyles((tag) => allOf(book, 'xl/styles.xml', tag)),
    shift: settings.some((one) => /^(1|true)$/.test(attribute(one, 'date1904') ?? '')) ? EPOCH_1904 : 0,
    bounds,
  }
  let taken: SheetRow[] = []
  let filled = 0
  let number = 0
  let lastFilled = 0
  let content = 0
  const take = (row: string) => {
    const before = number
    number = Number(attribute(row, 'r') ?? before + 1)
    // Excel itself takes no sheet whose rows are in disorder.
    if (!(Number.isInteger(number) && number > before && number <= EXCEL_ROWS)) throw unreadable()
    const cells = cellsOf(row, number, lastFilled, around)
    if (cells.length === 0) return
    lastFilled = number
    filled++
    // Rows beyond the limit are counted and not kept. The head is a row too.
    if (filled > bounds.rows + 1) return
    content += costOf(cells)
    if (content > bounds.content) throw tooMuch()
    taken.push({ number, cells })
  }
  for await (const portion of elements(book, sheet, 'row')) {
    portion.forEach(take)
    if (taken.length < PORTION) continue
    await hand(taken)
    taken = []
  }
  if (filled > bounds.rows + 1) {
    throw invalid(`文件有 ${filled - 1} 行，一次最多导入 ${bounds.rows} 行，请分成几个文件`, 'file')
  }
  if (taken.length > 0) await hand(taken)
}

/** The filled rows of a workbook's first sheet, in portions. */
export async function readBook(
  path: string,
  bounds: SheetBounds,
  take: (rows: SheetRow[]) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'r')
  try {
    await readRows(await openBook(file, bounds.bytes), bounds, take)
  } catch (error) {
    // Whatever is wrong inside the archive, its owner can mend it only by saving it again.
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw unreadable()
    throw error
  } finally {
    await file.close()
  }
}
