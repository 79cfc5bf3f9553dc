// Workbooks out. Rows are written as they come, so an export of 100,000 rows needs no more memory than one of a
// hundred and never holds the event loop: the library that was tried first (write-excel-file) took 760 MB and
// stopped the process for 12 seconds at that size.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import type { OptionSet } from '#contract/kit/options'
import { columnName } from './excelPlace.ts'
import { ZipWriter } from './zipWriter.ts'

export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What Excel can hold in one sheet below the head. */
export const MOST_ROWS = 1_048_575
const MOST_TEXT = 32_767

/** How a value becomes a cell. Phones, ID cards and numbers that are names are text. Money comes as fen. */
export type CellAs = 'text' | 'int' | 'number' | 'money' | 'date' | 'datetime' | OptionSet<string | number>

export interface SheetColumn<Row> {
  title: string
  /** The field it shows, or a function of the row. */
  value: (keyof Row & string) | ((row: Row) => unknown)
  as?: CellAs
  /** In characters; a Chinese character counts as two. */
  width?: number
}

export interface Sheet<Row> {
  /** Name of the sheet. */
  title: string
  columns: readonly SheetColumn<Row>[]
  rows: readonly Row[]
  /** Lines above the titles of the columns: what it is, of which period, made by whom. The first is the heading. */
  above?: readonly string[]
}

export interface SheetStream<Row> extends Omit<Sheet<Row>, 'rows'> {
  /** Batches of rows, a page at a time. */
  rows: AsyncIterable<readonly Row[]>
}

export const STYLE = {
  head: 1,
  text: 2,
  int: 3,
  number: 4,
  money: 5,
  date: 6,
  datetime: 7,
  example: 8,
  wrapped: 9,
  heading: 10,
} as const
const WIDTH: Record<string, number> = { text: 18, int: 10, number: 12, money: 14, date: 12, datetime: 20 }
const BATCH = 500

const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the characters that XML does not allow
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => SPECIAL[char]!)

/** Excel reads _x0041_ as a character code; an underscore in front keeps what the user wrote. */
const cellText = (text: string) =>
  escaped(
    text
      .slice(0, MOST_TEXT)
      .replace(NOT_XML, '')
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'),
  )

const EPOCH = Date.UTC(1899, 11, 30)
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/

/** `yyyy-MM-dd HH:mm:ss` → the day number Excel counts in; null for anything else. */
function serialOf(text: string, withTime: boolean): number | null {
  const match = MOMENT.exec(text)
  if (!match) return null
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0))
  const time = withTime ? [hour, minute, second] : []
  const serial = (Date.UTC(year!, month! - 1, day!, ...time) - EPOCH) / 86_400_000
  // Excel knows no day before 1900-03-01 that it counts right; such dates stay texts.
  return serial >= 61 ? serial : null
}

export const textCell = (at: string, text: string, style: number = STYLE.text) =>
  text === ''
    ? ''
    : `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`
const numberCell = (at: string, style: number, value: number) => `<c r="${at}" s="${style}"><v>${value}</v></c>`

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map(asText).join('，')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return String(value)
}

function cell(at: string, value: unknown, as: CellAs): string {
  if (value === null || value === undefined) return ''
  if (typeof as === 'object') return textCell(at, as.label(value as string | number))
  if (as === 'date' || as === 'datetime') {
    const serial = typeof value === 'string' ? serialOf(value, as === 'datetime') : null
    return serial === null ? textCell(at, asText(value)) : numberCell(at, STYLE[as], serial)
  }
  if (as === 'text' || typeof value !== 'number' || !Number.isFinite(value)) return textCell(at, asText(value))
  // Fen are whole, so the division gives the nearest double to the two decimals and prints as them.
  return numberCell(at, STYLE[as], as === 'money' ? value / 100 : value)
}

/** At most 31 characters, none of []:*?/\ and no apostrophe at an end. */
export function sheetName(title: string): string {
  const name = title
    .replace(NOT_XML, '')
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31)
  return name || '数据'
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Something for each sheet, numbered from one. */
const places = (sheets: number, one: (no: number) => string) =>
  Array.from({ length: sheets }, (_, at) => one(at + 1)).join('')

const types = (sheets: number) =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/>${places(sheets, (no) => `<Override PartName="/xl/worksheets/sheet${no}.xml" ContentType="${PART}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/></Types>`
const ROOT = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const parts = (sheets: number) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${places(sheets, (no) => `<Relationship Id="rId${no}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${no}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
/** What other writers of workbooks need. */
export const XLSX = { xml: XML, main: MAIN, office: OFFICE, package: PACKAGE, part: PART, root: ROOT } as const

/** No two sheets of a workbook may be called the same. */
const workbook = (titles: readonly string[]) => {
  const names = titles.map(sheetName)
  const apart = names.map((name, at) => (names.indexOf(name) < at ? `${name.slice(0, 28)} ${at + 1}` : name))
  const sheets = apart.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`
}

const xf = (format: number, extra = '') =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${extra}/>`
export const SHEET_STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="4"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font><font><i/><sz val="11"/><color rgb="FF7A8694"/><name val="等线"/></font><font><b/><sz val="14"/><name val="等线"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FFB8C4CE"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="11">${xf(0)}<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center"/></xf>${xf(49)}${xf(1)}${xf(0)}${xf(164)}${xf(165)}${xf(166)}<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="3" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const widthOf = (title: string) => [...title].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 2 : 1), 4)

function sheetHead<Row>(columns: readonly SheetColumn<Row>[], above: readonly string[]): string {
  const at = above.length + 1
  const widths = columns.map((column, i) => {
    const usual = typeof column.as === 'object' ? 12 : WIDTH[column.as ?? 'text']!
    const width = column.width ?? Math.max(usual, widthOf(column.title))
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`
  })
  const titles = columns.map(
    (column, i) =>
      `<c r="${columnName(i)}${at}" s="${STYLE.head}" t="inlineStr"><is><t xml:space="preserve">${cellText(column.title)}</t></is></c>`,
  )
  const lines = above.map(
    (line, i) => `<row r="${i + 1}">${textCell(`A${i + 1}`, line, i === 0 ? STYLE.heading : STYLE.text)}</row>`,
  )
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${at}" topLeftCell="A${at + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="16"/><cols>${widths.join('')}</cols><sheetData>${lines.join('')}<row r="${at}" ht="22" customHeight="1">${titles.join('')}</row>`
}

async function* sheetXml<Row>(sheet: SheetStream<Row>, count: { rows: number }): AsyncGenerator<string> {
  const { columns } = sheet
  const names = columns.map((_, i) => columnName(i))
  const read = columns.map(({ value }) =>
    typeof value === 'function' ? value : (row: Row) => (row as Record<string, unknown>)[value],
  )
  const kinds = columns.map((column): CellAs => column.as ?? 'text')
  const { above = [] } = sheet
  const head = above.length + 1
  yield sheetHead(columns, above)
  for await (const rows of sheet.rows) {
    for (let start = 0; start < rows.length; start += BATCH) {
      let text = ''
      for (const row of rows.slice(start, start + BATCH)) {
        count.rows++
        if (count.rows > MOST_ROWS) throw new RangeError(`a sheet holds at most ${MOST_ROWS} rows`)
        const number = count.rows + head
        text += `<row r="${number}">`
        for (let i = 0; i < columns.length; i++) text += cell(names[i]! + number, read[i]!(row), kinds[i]!)
        text += '</row>'
      }
      yield text
    }
  }
  const last = `${names[names.length - 1] ?? 'A'}${count.rows + head}`
  yield `</sheetData><autoFilter ref="A${head}:${last}"/></worksheet>`
}

async function writeTo<Row>(out: Writable, sheets: readonly SheetStream<Row>[]): Promise<number> {
  const zip = new ZipWriter(out)
  let rows = 0
  try {
    await zip.add('[Content_Types].xml', types(sheets.length))
    await zip.add('_rels/.rels', ROOT)
    await zip.add('xl/workbook.xml', workbook(sheets.map((one) => one.title)))
    await zip.add('xl/_rels/workbook.xml.rels', parts(sheets.length))
    await zip.add('xl/styles.xml', SHEET_STYLES)
    for (const [at, sheet] of sheets.entries()) {
      const count = { rows: 0 }
      await zip.add(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet, count))
      rows += count.rows
    }
    await zip.end()
  } catch (error) {
    await zip.abandon()
    throw error
  }
  return rows
}

/** Writes a workbook to a new file; answers how many rows it holds. A failure leaves no file. */
export async function writeSheetFile<Row>(path: string, ...sheets: SheetStream<Row>[]): Promise<number> {
  try {
    return await writeTo(createWriteStream(path, { flags: 'wx', mode: 0o600 }), sheets)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

/** A workbook of rows that are at hand, in memory. */
export async function writeSheet<Row>(sheet: Sheet<Row>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await writeTo(out, [{ ...sheet, rows: once(sheet.rows) }])
  return Buffer.concat(chunks)
}
