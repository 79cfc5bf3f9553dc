// A contract document as a Word file: the same paper, type, tables and signatures as on the screen. It reads markup that
// the server itself wrote from the editor's allow-list.
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  type IParagraphOptions,
  type IRunOptions,
  LevelFormat,
  LineRuleType,
  Packer,
  PageBreak,
  PageNumber,
  PageOrientation,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  UnderlineType,
  VerticalAlign,
  WidthType,
} from 'docx'
import sharp from 'sharp'
import type { PaperData } from '#contract/systemSetting/documentTemplate'
import { tokens } from '#server/areas/systemSetting/public'

interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  children: (Element | string)[]
}

const VOID = new Set(['br', 'hr', 'img', 'col'])

function treeOf(html: string): Element {
  const root: Element = { name: 'body', attributes: new Map(), children: [] }
  const open = [root]
  for (const token of tokens(html)) {
    const at = open.at(-1)!
    if (token.kind === 'text') at.children.push(token.text)
    else if (token.kind === 'open') {
      const element: Element = { name: token.name, attributes: token.attributes, children: [] }
      at.children.push(element)
      if (!VOID.has(token.name)) open.push(element)
    } else {
      const from = open.findLastIndex((one) => one.name === token.name)
      if (from > 0) open.length = from
    }
  }
  return root
}

const MM = 56.6929
const twips = (millimetres: number) => Math.round(millimetres * MM)
const pixels = (millimetres: number) => Math.round((millimetres / 25.4) * 96)
const SIZES = { A4: [210, 297], A5: [148, 210] } as const

const SONG = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
const HEI = { ascii: 'Arial', hAnsi: 'Arial', eastAsia: '黑体' }
/** Half points. */
const BODY = 24
/** One and three quarters of a line. */
const LINE = 420

const styleOf = (element: Element, name: string) =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`).exec(element.attributes.get('style') ?? '')?.[1]?.trim()

const ALIGNS = { center: AlignmentType.CENTER, right: AlignmentType.RIGHT, justify: AlignmentType.BOTH } as const
const alignOf = (element: Element) => ALIGNS[styleOf(element, 'text-align') as keyof typeof ALIGNS]

/** The bytes of a picture of this organisation, or of a signature; null when there is none. */
export type LoadPicture = (src: string) => Promise<Buffer | null>

interface Context {
  load: LoadPicture
  /** Room for a line of text, in millimetres. */
  width: number
  /** Each numbered list counts by itself; those that start elsewhere need a numbering of their own. */
  starts: number[]
  /** Places to sign stay together on one page. */
  together?: boolean
}

const SIGNATURE_MM = 11
const PICTURE_MM = 60

async function pictureRun(element: Element, context: Context): Promise<ParagraphChild[]> {
  const content = await context.load(element.attributes.get('src') ?? '')
  if (!content) return []
  // Word knows PNG everywhere; other kinds it reads depend on its age.
  const { data, info } = await sharp(content).png().toBuffer({ resolveWithObject: true })
  const ratio = info.height / info.width
  const signature = element.attributes.has('data-sign')
  const wanted = Number(/^(\d{1,3})mm$/.exec(styleOf(element, 'width') ?? '')?.[1] ?? PICTURE_MM)
  const width = Math.min(context.width, signature ? SIGNATURE_MM / ratio : wanted)
  return [
    new ImageRun({
      type: 'png',
      data,
      transformation: { width: pixels(width), height: pixels(width * ratio) },
      altText: { name: 'picture', title: '', description: element.attributes.get('alt') ?? '' },
    }),
  ]
}

/** A line to sign on, where nobody has signed yet. */
const SIGN_LINE = '\u3000'.repeat(10)

async function runsOf(nodes: Element['children'], look: IRunOptions, context: Context): Promise<ParagraphChild[]> {
  const runs: ParagraphChild[] = []
  for (const node of nodes) {
    if (typeof node === 'string') {
      if (node !== '') runs.push(new TextRun({ ...look, text: node.replace(/[\r\n]+/g, ' ') }))
      continue
    }
    switch (node.name) {
      case 'br':
        runs.push(new TextRun({ ...look, break: 1 }))
        break
      case 'img':
        runs.push(...(await pictureRun(node, context)))
        break
      case 'strong':
        runs.push(...(await runsOf(node.children, { ...look, bold: true }, context)))
        break
      case 'em':
        runs.push(...(await runsOf(node.children, { ...look, italics: true }, context)))
        break
      case 'u':
        runs.push(...(await runsOf(node.children, { ...look, underline: { type: UnderlineType.SINGLE } }, context)))
        break
      case 's':
        runs.push(...(await runsOf(node.children, { ...look, strike: true }, context)))
        break
      default: {
        const points = Number(/^([\d.]+)pt$/.exec(styleOf(node, 'font-size') ?? '')?.[1])
        const size = points > 0 ? { size: points * 2 } : {}
        runs.push(...(await runsOf(node.children, { ...look, ...size }, context)))
        if (node.attributes.has('data-signature') && !node.attributes.has('data-signed')) {
          runs.push(new TextRun({ ...look, text: SIGN_LINE, underline: { type: UnderlineType.SINGLE } }))
        }
      }
    }
  }
  return runs
}

type Block = Paragraph | Table
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

async function blocksOf(nodes: Element['children'], context: Context, bold = false): Promise<Block[]> {
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

const small = (text: string) => new TextRun({ text, size: 18, font: SONG })

/** Footer left and page number right, or the number alone in the middle. */
function footerOf(paper: PaperData, width: number): Footer {
  const number = paper.pageNumbers
    ? [
        new TextRun({
          size: 18,
          font: SONG,
          children: ['第 ', PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES, ' 页'],
        }),
      ]
    : []
  if (!paper.footer)
    return new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: number })] })
  return new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: twips(width) }],
        children: [small(paper.footer), new TextRun({ text: '\t' }), ...number],
      }),
    ],
  })
}

export interface WordWish {
  title: string
  html: string
  paper: PaperData
  load: LoadPicture
}

export async function wordFile({ title, html, paper, load }: WordWish): Promise<Buffer> {
  const [short, long] = SIZES[paper.size as keyof typeof SIZES] ?? SIZES.A4
  const width = (paper.landscape ? long : short) - paper.left - paper.right
  const context: Context = { load, width, starts: [] }
  const children = await blocksOf(treeOf(html).children, context)
  const levels = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: (level: number) => string, start = 1) =>
    [0, 1, 2, 3, 4].map((level) => ({
      level,
      format,
      text: text(level),
      start: level === 0 ? start : 1,
      alignment: AlignmentType.LEFT,
      style: { paragraph: { indent: { left: 480 * (level + 1), hanging: 400 } } },
    }))
  const document = new Document({
    title,
    creator: '颐园',
    styles: { default: { document: { run: { font: SONG, size: BODY } } } },
    numbering: {
      config: [
        { reference: 'bullets', levels: levels(LevelFormat.BULLET, (level) => (level % 2 === 0 ? '•' : '–')) },
        ...context.starts.map((start, i) => ({
          reference: `numbers${i}`,
          levels: levels(LevelFormat.DECIMAL, (level) => `%${level + 1}.`, start),
        })),
      ],
    },
    sections: [
      {
        properties: {
          page: {
            size: {
              width: twips(short),
              height: twips(long),
              orientation: paper.landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
            },
            margin: {
              top: twips(paper.top),
              right: twips(paper.right),
              bottom: twips(paper.bottom),
              left: twips(paper.left),
              header: twips(Math.min(10, paper.top / 2)),
              footer: twips(Math.min(10, paper.bottom / 2)),
            },
          },
        },
        ...(paper.header && {
          headers: {
            default: new Header({
              children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [small(paper.header)] })],
            }),
          },
        }),
        ...((paper.footer || paper.pageNumbers) && { footers: { default: footerOf(paper, width) } }),
        children: children.length > 0 ? children : [new Paragraph({})],
      },
    ],
  })
  return Packer.toBuffer(document)
}
