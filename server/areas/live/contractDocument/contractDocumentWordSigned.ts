// A Word document that was signed on the screen: who signed when, with the signatures, stands behind its text.
import PizZip from 'pizzip'
import sharp from 'sharp'
import { type SignatureData, SignParty } from '#contract/live/contractDocument'

const EMU_PER_MM = 36_000
const HEIGHT = 11 * EMU_PER_MM
const PNG = /^data:image\/png;base64,/

const escaped = (text: string) =>
  text.replace(/[<>&"]/g, (char) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[char]!)

const paragraph = (runs: string) => `<w:p><w:pPr><w:spacing w:before="40" w:after="40"/></w:pPr>${runs}</w:p>`
const words = (text: string, bold = false) =>
  `<w:r><w:rPr><w:rFonts w:eastAsia="宋体"/>${bold ? '<w:b/>' : ''}<w:sz w:val="21"/></w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

/** An inline picture; the namespaces stand on it because the document may not know them. */
const drawing = (id: string, n: number, width: number) => `<w:r><w:drawing>
<wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0">
<wp:extent cx="${width}" cy="${HEIGHT}"/><wp:docPr id="${9000 + n}" name="signature${n}"/>
<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">
<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="${9000 + n}" name="signature${n}"/><pic:cNvPicPr/></pic:nvPicPr>
<pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>
<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${HEIGHT}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>
</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

const COLUMNS = [1500, 2000, 2500, 3000]
const cell = (content: string, i: number) =>
  `<w:tc><w:tcPr><w:tcW w:w="${COLUMNS[i]}" w:type="dxa"/><w:vAlign w:val="center"/></w:tcPr>${paragraph(content)}</w:tc>`
const row = (cells: readonly string[]) => `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.map(cell).join('')}</w:tr>`
const border = (side: string) => `<w:${side} w:val="single" w:sz="6" w:space="0" w:color="000000"/>`
const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('')

const NO_RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>`

/** A plain document may have no relations yet, or an empty list of them. */
const withLinks = (rels: string, links: string) =>
  (rels || NO_RELATIONS)
    .replace(/<Relationships([^>]*)\/>/, '<Relationships$1></Relationships>')
    .replace('</Relationships>', `${links}</Relationships>`)

/** The file with a table of the signatures behind its last paragraph. */
export async function withSignatures(content: Buffer, signatures: readonly SignatureData[]): Promise<Buffer> {
  if (signatures.length === 0) return content
  const zip = new PizZip(content)
  const relations = 'word/_rels/document.xml.rels'
  const [body, rels, types] = ['word/document.xml', relations, '[Content_Types].xml'].map(
    (name) => zip.file(name)?.asText() ?? '',
  ) as [string, string, string]
  const rows: string[] = [row(['签署方', '签署人', '签署时间', '签名'].map((title) => words(title, true)))]
  let links = ''
  for (const [n, one] of signatures.entries()) {
    const picture = Buffer.from(one.picture.replace(PNG, ''), 'base64')
    const { width = 1, height = 1 } = await sharp(picture).metadata()
    const id = `rIdYiyuanSign${n}`
    zip.file(`word/media/yiyuanSign${n}.png`, picture)
    links += `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/yiyuanSign${n}.png"/>`
    rows.push(
      row([
        words(SignParty.label(one.party)),
        words(one.name),
        words(one.at.slice(0, 16)),
        drawing(id, n, Math.round((HEIGHT * width) / height)),
      ]),
    )
  }
  const table = `${paragraph(words('签署记录', true))}<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/><w:tblBorders>${BORDERS}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${COLUMNS.map((w) => `<w:gridCol w:w="${w}"/>`).join('')}</w:tblGrid>${rows.join('')}</w:tbl><w:p/>`
  // Behind everything but the page's own settings, which stand last.
  const last = body.lastIndexOf('<w:sectPr')
  const at = last > body.lastIndexOf('</w:p>') ? last : body.lastIndexOf('</w:body>')
  zip.file('word/document.xml', body.slice(0, at) + table + body.slice(at))
  zip.file(relations, withLinks(rels, links))
  if (!/Extension="png"/i.test(types)) {
    zip.file(
      '[Content_Types].xml',
      types.replace(/(<Types[^>]*>)/, '$1<Default Extension="png" ContentType="image/png"/>'),
    )
  }
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' }) as Buffer
}
