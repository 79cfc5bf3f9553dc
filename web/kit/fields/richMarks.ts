// What the document editor knows beyond plain rich text: alignment, first-line indent, size of type, page breaks and
// pictures that stand in the line.
import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core'
import { isOwnPicture } from './html.ts'

export type Align = 'left' | 'center' | 'right' | 'justify'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    lineStyle: {
      setAlign: (align: Align) => ReturnType
      toggleIndent: () => ReturnType
    }
    fontSize: {
      setFontSize: (points: number | null) => ReturnType
    }
  }
}

const LINES = ['paragraph', 'heading'] as const

export const LineStyle = Extension.create({
  name: 'lineStyle',
  addGlobalAttributes: () => [
    {
      types: [...LINES],
      attributes: {
        align: {
          default: null,
          parseHTML: (element: HTMLElement) =>
            ['center', 'right', 'justify'].includes(element.style.textAlign) ? element.style.textAlign : null,
          renderHTML: ({ align }: { align?: string | null }) => (align ? { style: `text-align: ${align}` } : {}),
        },
        indent: {
          default: false,
          parseHTML: (element: HTMLElement) => element.style.textIndent === '2em',
          renderHTML: ({ indent }: { indent?: boolean }) => (indent ? { style: 'text-indent: 2em' } : {}),
        },
      },
    },
  ],
  addCommands() {
    return {
      setAlign:
        (align) =>
        ({ commands }) =>
          LINES.map((type) => commands.updateAttributes(type, { align: align === 'left' ? null : align })).some(
            Boolean,
          ),
      toggleIndent:
        () =>
        ({ commands, editor }) => {
          const on = LINES.some((type) => editor.isActive(type, { indent: true }))
          return LINES.map((type) => commands.updateAttributes(type, { indent: !on })).some(Boolean)
        },
    }
  },
})

export const FontSize = (sizes: readonly number[]) =>
  Mark.create({
    name: 'fontSize',
    addAttributes: () => ({
      points: { default: null, renderHTML: ({ points }: { points: number }) => ({ style: `font-size: ${points}pt` }) },
    }),
    parseHTML: () => [
      {
        tag: 'span[style]',
        getAttrs: (element) => {
          const points = Number(/^([\d.]+)pt$/.exec(element.style.fontSize)?.[1])
          return sizes.includes(points) ? { points } : false
        },
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), 0],
    addCommands() {
      return {
        setFontSize:
          (points) =>
          ({ commands }) =>
            points === null ? commands.unsetMark(this.name) : commands.setMark(this.name, { points }),
      }
    },
  })

export const PageBreak = Node.create({
  name: 'pageBreak',
  group: 'block',
  atom: true,
  selectable: true,
  parseHTML: () => [{ tag: 'div[data-page-break]' }],
  renderHTML: () => ['div', { 'data-page-break': 'true' }],
})

/** In the line; a seal lies over the text around it. */
export const InlinePicture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    millimetres: {
      default: null,
      parseHTML: (element: HTMLElement) => Number(/^(\d+)mm$/.exec(element.style.width)?.[1]) || null,
      renderHTML: ({ millimetres }: { millimetres: number | null }) =>
        millimetres ? { style: `width: ${millimetres}mm` } : {},
    },
    seal: {
      default: false,
      parseHTML: (element: HTMLElement) => element.hasAttribute('data-seal'),
      renderHTML: ({ seal }: { seal: boolean }) => (seal ? { 'data-seal': 'true' } : {}),
    },
  }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => isOwnPicture(element.getAttribute('src') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})
