// Workbooks that were made to end whoever reads them: small files whose content is huge, far away or never ends.
import { deflateRawSync } from 'node:zlib'

interface RawEntry {
  name: string
  content: Buffer | string
  /** What the table says instead of the truth. */
  size?: number
}

/** An archive written by hand, so that its table can lie. `again` names its first entry so many times more. */
export function rawZip(entries: readonly RawEntry[], again = 0): Buffer {
  const parts: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  const list = (name: Buffer, packed: number, size: number, offset: number) => {
    const row = Buffer.alloc(46)
    row.writeUInt32LE(0x02014b50, 0)
    row.writeUInt16LE(8, 10)
    row.writeUInt32LE(packed, 20)
    row.writeUInt32LE(size, 24)
    row.writeUInt16LE(name.length, 28)
    row.writeUInt32LE(offset, 42)
    table.push(row, name)
  }
  for (const [i, { name: text, content, size }] of entries.entries()) {
    const name = Buffer.from(text)
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size ?? bytes.length, 22)
    local.writeUInt16LE(name.length, 26)
    for (let n = 0; n <= (i === 0 ? again : 0); n++) {
      list(n === 0 ? name : Buffer.from(`${n}-${text}`), packed.length, size ?? bytes.length, at)
    }
    parts.push(local, name, packed)
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  const size = table.reduce((sum, one) => sum + one.length, 0)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(table.length / 2, 8)
  end.writeUInt16LE(table.length / 2, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...table, end])
}

const PARTS = [
  { name: '[Content_Types].xml', content: '<Types/>' },
  {
    name: 'xl/workbook.xml',
    content: '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  },
]

/** The parts of a workbook around the rows of its first sheet. */
export const sheetParts = (rows: string, before = ''): RawEntry[] => [
  ...PARTS,
  {
    name: 'xl/worksheets/sheet1.xml',
    content: `${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  },
]
export const bookOf = (rows: string, ...more: RawEntry[]) => rawZip([...sheetParts(rows), ...more])

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const HEAD = `<row r="1">${text('A1', '姓名')}</row>`
const MANY = 1_000_000

/** One filled cell in the last corner of the sheet: 17 billion cells between it and the table. */
export const farCell = () => bookOf(`${HEAD}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)

/** Rows without content down to the end, as a sheet whose whole columns were formatted. */
export const emptyRows = (count = MANY) => bookOf(`${HEAD}${'<row/>'.repeat(count)}`)

/** An archive in an archive in an archive, ten of each. */
export function nestedZip(): Buffer {
  let inner: Buffer = Buffer.alloc(1024 * 1024)
  for (let depth = 0; depth < 3; depth++) {
    inner = rawZip(Array.from({ length: 10 }, (_, i) => ({ name: `xl/${depth}-${i}.zip`, content: inner })))
  }
  return bookOf(HEAD, { name: 'xl/media/inner.zip', content: inner })
}

const LAUGHS = `<!DOCTYPE w [<!ENTITY a "老人">${Array.from({ length: 12 }, (_, i) => `<!ENTITY ${'b'.repeat(i + 1)} "${`&${i === 0 ? 'a' : 'b'.repeat(i)};`.repeat(10)}">`).join('')}]>`
const LAST = 'b'.repeat(12)

/** Each with the words of its refusal; null: it is read, and what is wrong with it does no harm. */
export const hostileBooks: Readonly<Record<string, { make: () => Buffer; refusal: string | null }>> = {
  'a cell in the last corner': { make: farCell, refusal: '单元格 XFD1048576 有内容，但它离表格太远' },
  'a cell far to the right': {
    make: () => bookOf(`${HEAD}<row r="2">${text('A2', '王')}${text('ZZ2', 'x')}</row>`),
    refusal: '单元格 ZZ2 有内容，但它离表格太远',
  },
  'a cell far below': {
    make: () => bookOf(`${HEAD}<row r="900000">${text('A900000', '王')}</row>`),
    refusal: '单元格 A900000 有内容，但它离表格太远',
  },
  'a formula in the last corner': {
    make: () => bookOf(`${HEAD}<row r="1048576"><c r="XFD1048576"><f>1+1</f></c></row>`),
    refusal: '单元格 XFD1048576 有内容',
  },
  'only formatted cells in the last corner': {
    make: () => bookOf(`${HEAD}<row r="1048576"><c r="XFD1048576" s="1"/></row>`),
    refusal: null,
  },
  'a column that Excel has not': {
    make: () => bookOf(`${HEAD}<row r="2">${text('ZZZZZZZZZZZZ2', 'x')}</row>`),
    refusal: '无法读取这个文件',
  },
  'a million empty rows': { make: () => emptyRows(), refusal: null },
  'a million rows with formatted cells': {
    make: () => bookOf(`${HEAD}${'<row><c s="1"/><c s="1"/></row>'.repeat(MANY)}`),
    refusal: null,
  },
  'formatted cells without end': {
    make: () => bookOf(`${HEAD}${`<row>${'<c s="1"/>'.repeat(1000)}</row>`.repeat(14_000)}`),
    refusal: '文件展开后过大',
  },
  'a million filled rows': {
    make: () => bookOf(`<row><c><v>1</v></c></row>`.repeat(MANY)),
    refusal: '文件有 999999 行，一次最多导入',
  },
  'one row without end': {
    make: () => bookOf(`<row r="1">${'<c><v>1</v></c>'.repeat(MANY)}</row>`),
    refusal: '无法读取这个文件',
  },
  'openings that are never closed': {
    make: () => bookOf(`<row r="1">${'<c r="A1" t="inlineStr"><is><t>'.repeat(100_000)}</row>`),
    refusal: null,
  },
  'half an opening, again and again': {
    make: () => bookOf(`<row r="1"><c r="A1">${'<v '.repeat(MANY)}</c></row>`),
    refusal: null,
  },
  'huge shared texts': {
    make: () =>
      bookOf(HEAD, {
        name: 'xl/sharedStrings.xml',
        content: `<sst>${`<si><t>${'长'.repeat(30_000)}</t></si>`.repeat(700)}</sst>`,
      }),
    refusal: '文件内容过多',
  },
  'shared texts beyond counting': {
    make: () => bookOf(HEAD, { name: 'xl/sharedStrings.xml', content: `<sst>${'<si/>'.repeat(MANY)}</sst>` }),
    refusal: '文件内容过多',
  },
  'one shared text in very many cells': {
    make: () =>
      bookOf(`${HEAD}${`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(100)}`, {
        name: 'xl/sharedStrings.xml',
        content: `<sst><si><t>${'长'.repeat(30_000)}</t></si></sst>`,
      }),
    refusal: '文件内容过多',
  },
  'sizes that lie': {
    make: () =>
      rawZip(
        sheetParts(' '.repeat(140 * 1024 * 1024)).map((part) => ({
          ...part,
          size: Math.min(100, part.content.length),
        })),
      ),
    refusal: '文件展开后过大',
  },
  'entries that lie in one another': { make: () => rawZip(sheetParts(HEAD), 2_000), refusal: '无法读取这个文件' },
  'entries beyond counting': {
    make: () => bookOf(HEAD, ...Array.from({ length: 12_000 }, (_, i) => ({ name: `xl/${i}`, content: '' }))),
    refusal: '无法读取这个文件',
  },
  'archives in archives': { make: nestedZip, refusal: null },
  'entities that multiply': {
    make: () => rawZip(sheetParts(`${HEAD}<row r="2">${text('A2', `&${LAST};`)}</row>`, LAUGHS)),
    refusal: null,
  },
  'rows in disorder': {
    make: () => bookOf(`<row r="5">${text('A5', 'x')}</row><row r="5">${text('A5', 'x')}</row>`),
    refusal: '无法读取这个文件',
  },
}
