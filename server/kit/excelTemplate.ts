// A template to fill in: the head, an example, drop-down lists on the columns that have fixed answers, a hint at every
// cell, and a second sheet that explains each column.
import { Writable } from 'node:stream'
import { escaped, SHEET_STYLES, STYLE, sheetName, textCell, XLSX } from './excel.ts'
import { columnName } from './excelPlace.ts'
import { ZipWriter } from './zipWriter.ts'

export interface TemplateColumn {
  title: string
  required?: boolean
  example?: string | null
  width?: number
  /** Shown at the cell and on the second sheet. */
  note?: string
  /** What can be chosen. With `several`, others and lists of them may be typed too. */
  choices?: readonly string[]
  several?: boolean
}

export interface Template {
  title: string
  columns: readonly TemplateColumn[]
  /** Above the explanations. */
  lines?: readonly string[]
}

/** As many rows get the lists and stay texts. */
const ROWS = 20_001
const HINT = 250
const NOTES = '填写说明'
const LISTS = '选项'

const headTitle = (column: TemplateColumn) => (column.required ? `${column.title}*` : column.title)

function hintOf(column: TemplateColumn): string {
  const parts = [column.required ? '必填。' : '', column.note ?? '', column.several ? '可填多项，用顿号隔开。' : '']
  return parts.join('').slice(0, HINT)
}

/** A list of its own for each column that has choices, one after the other on a hidden sheet. */
function listColumns(columns: readonly TemplateColumn[]) {
  return columns.flatMap((column, index) => (column.choices?.length ? [{ column, index }] : []))
}

function validations(columns: readonly TemplateColumn[]): string {
  const listed = listColumns(columns)
  const rules = columns.flatMap((column, index) => {
    const hint = hintOf(column)
    const place = listed.findIndex((one) => one.index === index)
    if (place < 0 && hint === '') return []
    const name = columnName(index)
    const prompt = hint ? ` showInputMessage="1" promptTitle="${escaped(column.title)}" prompt="${escaped(hint)}"` : ''
    const at = columnName(place)
    const list =
      place < 0
        ? ''
        : ` type="list"${column.several ? '' : ' showErrorMessage="1" errorTitle="请从列表中选择" error="请从下拉列表中选择一项"'}`
    const source = place < 0 ? '' : `<formula1>'${LISTS}'!$${at}$1:$${at}$${column.choices!.length}</formula1>`
    return [`<dataValidation allowBlank="1"${list}${prompt} sqref="${name}2:${name}${ROWS}">${source}</dataValidation>`]
  })
  return rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : ''
}

/** Of one line of text; what is wrapped needs as many as it has lines. */
const LINE = 18

const row = (number: number, cells: readonly (string | null | undefined)[], style: number = STYLE.text, lines = 1) =>
  `<row r="${number}" ht="${LINE * lines + 2}" customHeight="1">${cells.map((cell, i) => textCell(`${columnName(i)}${number}`, cell ?? '', style)).join('')}</row>`

const cols = (widths: readonly number[], style?: number) =>
  `<cols>${widths
    .map(
      (width, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"${style === undefined ? '' : ` style="${style}"`}/>`,
    )
    .join('')}</cols>`

const sheet = (inside: string) => `${XLSX.xml}<worksheet xmlns="${XLSX.main}">${inside}</worksheet>`

/** The head stays in sight. */
const frozen = (rows: number) =>
  `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

function fillSheet({ columns }: Template): string {
  const widths = columns.map((column) => column.width ?? Math.max(14, [...column.title].length * 2 + 4))
  const example = columns.some((column) => column.example)
    ? row(
        2,
        columns.map((column) => column.example),
        STYLE.example,
      )
    : ''
  // Numbers of cards and phones stay as they are typed: every column is text.
  return sheet(
    `${frozen(1)}${cols(widths, STYLE.text)}<sheetData>${row(1, columns.map(headTitle), STYLE.head)}${example}</sheetData>${validations(columns)}`,
  )
}

const NOTE_WIDTHS = [20, 8, 50, 90] as const
/** Wide characters take two places. */
const linesOf = (cells: readonly string[]) =>
  Math.max(
    1,
    ...cells.map((cell, i) => {
      const places = [...cell].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 2 : 1), 0)
      return Math.ceil(places / (NOTE_WIDTHS[i]! - 2))
    }),
  )

function notesSheet({ columns, lines = [] }: Template): string {
  const head = ['列名', '必填', '怎样填写', '可选内容']
  const explained = columns.map((column) => [
    column.title,
    column.required ? '是' : '',
    `${column.note ?? ''}${column.several ? '可填多项，用顿号隔开。' : ''}`,
    (column.choices ?? []).join('、'),
  ])
  const rows = [
    ...lines.map((line, i) => row(i + 1, [line])),
    row(lines.length + 1, head, STYLE.head),
    ...explained.map((cells, i) => row(lines.length + 2 + i, cells, STYLE.wrapped, linesOf(cells))),
  ]
  // On paper it is as wide as the page.
  return sheet(
    `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${frozen(lines.length + 1)}${cols(NOTE_WIDTHS)}<sheetData>${rows.join('')}</sheetData><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`,
  )
}

function listsSheet({ columns }: Template): string {
  const lists = listColumns(columns).map(({ column }) => column.choices!)
  const longest = Math.max(1, ...lists.map((list) => list.length))
  const rows = Array.from({ length: longest }, (_, i) =>
    row(
      i + 1,
      lists.map((list) => list[i]),
    ),
  )
  return sheet(`<sheetData>${rows.join('')}</sheetData>`)
}

export async function writeTemplate(template: Template): Promise<Buffer> {
  const chunks: Buffer[] = []
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const sheets = [fillSheet(template), notesSheet(template), listsSheet(template)]
  const names = [sheetName(template.title), NOTES, LISTS]
  const zip = new ZipWriter(out)
  const types = sheets.map(
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${XLSX.part}.worksheet+xml"/>`,
  )
  await zip.add(
    '[Content_Types].xml',
    `${XLSX.xml}<Types xmlns="${XLSX.package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${XLSX.part}.sheet.main+xml"/>${types.join('')}<Override PartName="/xl/styles.xml" ContentType="${XLSX.part}.styles+xml"/></Types>`,
  )
  await zip.add('_rels/.rels', XLSX.root)
  const tabs = names.map(
    (name, i) =>
      `<sheet name="${escaped(name)}" sheetId="${i + 1}"${i === 2 ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  )
  await zip.add(
    'xl/workbook.xml',
    `${XLSX.xml}<workbook xmlns="${XLSX.main}" xmlns:r="${XLSX.office}"><sheets>${tabs.join('')}</sheets></workbook>`,
  )
  const links = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${XLSX.office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    `${XLSX.xml}<Relationships xmlns="${XLSX.package}/relationships">${links.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${XLSX.office}/styles" Target="styles.xml"/></Relationships>`,
  )
  await zip.add('xl/styles.xml', SHEET_STYLES)
  for (const [i, content] of sheets.entries()) await zip.add(`xl/worksheets/sheet${i + 1}.xml`, content)
  await zip.end()
  return Buffer.concat(chunks)
}
