// What stands in a line of a Word document: text as it looks, pictures, places to sign.
import { ImageRun, type IRunOptions, type ParagraphChild, TextRun, UnderlineType } from 'docx'
import sharp from 'sharp'
import { type Element, styleOf } from './wordMarkup.ts'

export const MM = 56.6929
export const twips = (millimetres: number) => Math.round(millimetres * MM)
const pixels = (millimetres: number) => Math.round((millimetres / 25.4) * 96)

/** The bytes of a picture of this organisation, or of a signature; null when there is none. */
export type LoadPicture = (src: string) => Promise<Buffer | null>

export interface Context {
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

export async function runsOf(
  nodes: Element['children'],
  look: IRunOptions,
  context: Context,
): Promise<ParagraphChild[]> {
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
