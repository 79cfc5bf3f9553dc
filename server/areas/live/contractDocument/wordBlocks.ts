// Paragraphs, lists and tables of a Word document.
import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  type IParagraphOptions,
  type IRunOptions,
  LineRuleType,
  PageBreak,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx'
import { type Element, styleOf } from './wordMarkup.ts'
import { type Context, MM, runsOf, twips } from './wordRuns.ts'

export const SONG = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
const HEI = { ascii: 'Arial', hAnsi: 'Arial', eastAsia: '黑体' }
/** Half points. */
export const BODY = 24
/** One and three quarters of a line. */
const LINE = 420

const ALIGNS = { center: AlignmentType.CENTER, right: AlignmentType.RIGHT, justify: AlignmentType.BOTH } as const
const alignOf = (element: Element) => ALIGNS[styleOf(element, 'text-align') as keyof typeof ALIGNS]

export type Block = Paragraph | Table
type ParagraphLook = Omit<IParagraphOptions, 'children' | 'text'>

const HEADINGS: Readonly<Record<string, { size: number; before: number; after: number; level: ParagraphLook }>> = {
  h1: { size: 36, before: 0, after: 5, level: { heading: HeadingLevel.HEADING_1 } },
  h2: { size: 26, before: 3, after: 1, level: { heading: HeadingLevel.HEADING_2 } },
  h3: { size: 24, before: 2, after: 1, level: { heading: HeadingLevel.HEADING_3 } },
}

async function lineOf(element: Element, look: ParagraphLook, run: IRunOptions, context: Context): Promise<Paragraph> {
  const heading = HEADINGS[element.name]
  const alignment = alignOf(element)
  if (heading) {
    return new Paragraph({
      ...look,
      ...heading.level,
      ...(alignment && { alignment }),
      keepNext: true,
      spacing: { before: twips(heading.before), after: twips(heading.after), line: 360, lineRule: LineRuleType.AUTO },
      children: await runsOf(
        element.children,
        { ...run, bold: true, font: HEI, size: heading.size, color: '000000' },
        context,
      ),
    })
  }
  return new Paragraph({
    spacing: { line: LINE, lineRule: LineRuleType.AUTO },
    ...(context.together && { keepNext: true }),
    ...look,
    ...(alignment && { alignment }),
    // Two characters of the body's size.
    ...(styleOf(element, 'text-indent') === '2em' && { indent: { ...look.indent, firstLine: BODY * 20 } }),
    children: await runsOf(element.children, run, context),
  })
}

async function listOf(element: Element, depth: number, context: Context): Promise<Block[]> {
  const ordered = element.name === 'ol'
  if (ordered) context.starts.push(Number(element.attributes.get('start') ?? 1))
  const reference = ordered ? `numbers${context.starts.length - 1}` : 'bullets'
  const blocks: Block[] = []
  for (const item of element.children) {
    if (typeof item === 'string') continue
    let first = true
    for (const part of item.children) {
      if (typeof part === 'string') continue
      if (part.name === 'ul' || part.name === 'ol') {
        blocks.push(...(await listOf(part, Math.min(depth + 1, 4), context)))
      } else if (part.name === 'p' || HEADINGS[part.name]) {
        const look: ParagraphLook = first
          ? { numbering: { reference, level: depth } }
          : { indent: { left: 480 * (depth + 1) } }
        blocks.push(await lineOf(part, look, {}, context))
        first = false
      } else blocks.push(...(await blocksOf([part], context)))
    }
  }
  return blocks
}

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const THIN = { style: BorderStyle.SINGLE, size: 6, color: '000000' }
const frame = (border: typeof NONE | typeof THIN) => ({ top: border, bottom: border, left: border, right: border })

const rowsIn = (element: Element): Element[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.name === 'tr' ? [child] : child.name === 'tbody' ? rowsIn(child) : [],
  )
const cellsIn = (row: Element) =>
  row.children.filter((one): one is Element => typeof one !== 'string' && (one.name === 'td' || one.name === 'th'))
const spanOf = (cell: Element) => Number(cell.attributes.get('colspan') ?? 1)

/** Widths in twips: as the columns were drawn, or all alike. */
function columnsOf(table: Element, count: number, width: number): number[] {
  const group = table.children.find((one): one is Element => typeof one !== 'string' && one.name === 'colgroup')
  const shares = (group?.children ?? []).flatMap((one) =>
    typeof one === 'string' ? [] : [Number.parseFloat(styleOf(one, 'width') ?? '')],
  )
  const known = shares.length === count && shares.every((share) => share > 0)
  const whole = known ? shares.reduce((sum, share) => sum + share, 0) : count
  return Array.from({ length: count }, (_, i) => Math.round((twips(width) * (known ? shares[i]! : 1)) / whole))
}

async function tableOf(table: Element, context: Context): Promise<Table> {
  const plain = table.attributes.has('data-plain')
  const rows = rowsIn(table)
  const count = Math.max(1, ...rows.slice(0, 1).map((row) => cellsIn(row).reduce((sum, cell) => sum + spanOf(cell), 0)))
  const widths = columnsOf(table, count, context.width)
  const made: TableRow[] = []
  for (const row of rows) {
    const cells: TableCell[] = []
    let at = 0
    for (const cell of cellsIn(row)) {
      const span = spanOf(cell)
      const width = widths.slice(at, at + span).reduce((sum, one) => sum + one, 0) || widths[0]!
      at += span
      const inside: Context = { ...context, width: width / MM - 3, together: plain && row !== rows.at(-1) }
      const content = await blocksOf(cell.children, inside, cell.name === 'th')
      cells.push(
        new TableCell({
          children: content.length > 0 ? content : [new Paragraph({})],
          width: { size: width, type: WidthType.DXA },
          verticalAlign: VerticalAlign.CENTER,
          margins: { top: 40, bottom: 40, left: plain ? 0 : 80, right: plain ? 0 : 80 },
          borders: frame(plain ? NONE : THIN),
          ...(span > 1 && { columnSpan: span }),
          ...(cell.attributes.has('rowspan') && { rowSpan: Number(cell.attributes.get('rowspan')) }),
          ...(cell.name === 'th' && !plain && { shading: { fill: 'F2F2F2' } }),
        }),
      )
    }
    if (cells.length > 0) made.push(new TableRow({ children: cells, cantSplit: true }))
  }
  return new Table({
    rows: made.length > 0 ? made : [new TableRow({ children: [new TableCell({ children: [new Paragraph({})] })] })],
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    width: { size: widths.reduce((sum, one) => sum + one, 0), type: WidthType.DXA },
    borders: {
      ...frame(plain ? NONE : THIN),
      insideHorizontal: plain ? NONE : THIN,
      insideVertical: plain ? NONE : THIN,
    },
  })
}

export async function blocksOf(nodes: Element['children'], context: Context, bold = false): Promise<Block[]> {
  const blocks: Block[] = []
  const run: IRunOptions = bold ? { bold: true } : {}
  for (const node of nodes) {
    if (typeof node === 'string') {
      if (node.trim() !== '') blocks.push(new Paragraph({ children: [new TextRun({ ...run, text: node })] }))
      continue
    }
    if (node.name === 'ul' || node.name === 'ol') blocks.push(...(await listOf(node, 0, context)))
    else if (node.name === 'table') blocks.push(await tableOf(node, context))
    else if (node.name === 'hr') {
      blocks.push(new Paragraph({ border: { bottom: { ...THIN, space: 1 } }, spacing: { after: twips(3) } }))
    } else if (node.name === 'div') {
      if (node.attributes.has('data-page-break')) blocks.push(new Paragraph({ children: [new PageBreak()] }))
      else blocks.push(...(await blocksOf(node.children, context, bold)))
    } else if (node.name === 'blockquote') {
      for (const part of node.children) {
        if (typeof part === 'string') continue
        if (part.name === 'p') {
          blocks.push(
            await lineOf(part, { indent: { left: twips(4) }, border: { left: { ...THIN, space: 8 } } }, run, context),
          )
        } else blocks.push(...(await blocksOf([part], context, bold)))
      }
    } else blocks.push(await lineOf(node, {}, run, context))
  }
  return blocks
}
