// A small Word file made by hand: the parts that Word, WPS and LibreOffice need, and nothing else.
import PizZip from 'pizzip'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const KIND = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const safe = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

interface Line {
  align?: 'center' | 'right'
  bold?: boolean
  /** Half points. */
  size?: number
  indent?: boolean
  /** Stays with what follows: a heading alone at the foot of a page helps nobody. */
  keep?: boolean
}

const run = (text: string, { bold, size }: Line) =>
  `<w:r><w:rPr>${bold ? '<w:b/>' : ''}${size ? `<w:sz w:val="${size}"/>` : ''}</w:rPr><w:t xml:space="preserve">${safe(text)}</w:t></w:r>`

const paragraph = (text: string, line: Line = {}) =>
  `<w:p><w:pPr>${line.keep ? '<w:keepNext/>' : ''}${line.align ? `<w:jc w:val="${line.align}"/>` : ''}${line.indent ? '<w:ind w:firstLine="480"/>' : ''}</w:pPr>${run(text, line)}</w:p>`

const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="000000"/>`)
  .join('')

function table(rows: readonly (readonly string[])[], lines: boolean): string {
  const width = Math.floor(9_000 / rows[0]!.length)
  const grid = rows[0]!.map(() => `<w:gridCol w:w="${width}"/>`).join('')
  const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`
  const made = rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/>${lines ? `<w:tblBorders>${BORDERS}</w:tblBorders>` : ''}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${made}</w:tbl>`
}

const split = (line: string, mark: string) =>
  line
    .slice(mark.length)
    .split(mark)
    .map((cell) => cell.trim())

/** The same plain lines as demoDocumentMarkup reads: #, ##, =, - and rows of tables. */
function bodyOf(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const out: string[] = []
  let number = 0
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    if (!line.startsWith('- ')) number = 0
    const mark = line.startsWith('||') ? '||' : line.startsWith('| ') ? '|' : ''
    if (mark !== '') {
      const rows: string[][] = []
      while (i < lines.length && lines[i]!.startsWith(mark)) rows.push(split(lines[i++]!, mark))
      i -= 1
      out.push(table(rows, mark === '|'), paragraph(''))
    } else if (line.startsWith('# ')) out.push(paragraph(line.slice(2), { align: 'center', bold: true, size: 36 }))
    else if (line.startsWith('## ')) out.push(paragraph(line.slice(3), { bold: true, size: 26, keep: true }))
    else if (line.startsWith('= ')) out.push(paragraph(line.slice(2)))
    else if (line.startsWith('- ')) out.push(paragraph(`${++number}. ${line.slice(2)}`, { indent: true }))
    else out.push(paragraph(line, { indent: true }))
  }
  return out.join('')
}

const SMALL = '<w:rPr><w:sz w:val="18"/></w:rPr>'
const field = (code: string) =>
  `<w:r>${SMALL}<w:fldChar w:fldCharType="begin"/></w:r><w:r>${SMALL}<w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

/** A day in the year 2026, so that the same text always makes the same file. */
const MADE = new Date(Date.UTC(2026, 0, 1))

export function wordOf(text: string, footer: string): Buffer {
  const zip = new PizZip()
  const put = (name: string, content: string) => zip.file(name, HEAD + content, { date: MADE })
  put(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${KIND}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${KIND}.styles+xml"/><Override PartName="/word/footer1.xml" ContentType="${KIND}.footer+xml"/></Types>`,
  )
  put(
    '_rels/.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="word/document.xml"/></Relationships>`,
  )
  put(
    'word/_rels/document.xml.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${R}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${R}/footer" Target="footer1.xml"/></Relationships>`,
  )
  put(
    'word/styles.xml',
    `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="SimSun" w:hAnsi="SimSun" w:eastAsia="SimSun"/><w:sz w:val="24"/><w:lang w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="80" w:line="360" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults></w:styles>`,
  )
  put(
    'word/footer1.xml',
    `<w:ftr ${W}><w:p><w:pPr><w:jc w:val="center"/></w:pPr>${run(`${footer}　第 `, { size: 18 })}${field('PAGE')}${run(' 页', { size: 18 })}</w:p></w:ftr>`,
  )
  put(
    'word/document.xml',
    `<w:document ${W} xmlns:r="${R}"><w:body>${bodyOf(text)}<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1247" w:bottom="1134" w:left="1247" w:header="720" w:footer="600" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  )
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' }) as Buffer
}
