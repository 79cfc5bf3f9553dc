// A contract document as a Word file: the same paper, type, tables and signatures as on the screen.
import {
  AlignmentType,
  Document,
  Footer,
  Header,
  LevelFormat,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx'
import type { PaperData } from '#contract/systemSetting/documentTemplate'
import { BODY, blocksOf, SONG } from './wordBlocks.ts'
import { treeOf } from './wordMarkup.ts'
import { type Context, type LoadPicture, twips } from './wordRuns.ts'

const SIZES = { A4: [210, 297], A5: [148, 210] } as const

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

export interface WordInput {
  title: string
  html: string
  paper: PaperData
  load: LoadPicture
}

export async function wordFile({ title, html, paper, load }: WordInput): Promise<Buffer> {
  const [short, long] = SIZES[paper.size as keyof typeof SIZES] ?? SIZES.A4
  const width = (paper.landscape ? long : short) - paper.left - paper.right
  const context: Context = { load, width, starts: [] }
  const children = await blocksOf(treeOf(html).children, context)
  const levels = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: (level: number) => string, start = 1) =>
    [0, 1, 2, 3, 4].map((depth) => ({
      level: depth,
      format,
      text: text(depth),
      start: depth === 0 ? start : 1,
      alignment: AlignmentType.LEFT,
      style: { paragraph: { indent: { left: 480 * (depth + 1), hanging: 400 } } },
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
