// Placeholders and signature places: pieces of the line that are inserted, moved and deleted as a whole.
import { type Editor, InputRule, Node, PasteRule } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    placeholder: { insertPlaceholder: (name: string) => ReturnType }
    signature: { insertSignature: (label: string) => ReturnType }
  }
}

export interface PlaceholderOptions {
  /** Whether the archive can fill it; unknown ones are marked. */
  isKnown(name: string): boolean
}

const TYPED = /\{([^{}\s]{1,40})\}$/
const PASTED = /\{\{?([^{}\s]{1,40})\}?\}/g

/** Behind or before the caret: the whole piece goes, never a part of it. */
const deletes = (name: string, side: 'nodeBefore' | 'nodeAfter') => (editor: Editor) => {
  const { selection } = editor.state
  if (selection instanceof NodeSelection || !selection.empty) return false
  const node = selection.$from[side]
  if (node?.type.name !== name) return false
  const from = side === 'nodeBefore' ? selection.from - node.nodeSize : selection.from
  return editor.commands.deleteRange({ from, to: from + node.nodeSize })
}

export const Placeholder = Node.create<PlaceholderOptions>({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  draggable: true,
  // Above the marks that also read spans.
  priority: 1000,
  addOptions: () => ({ isKnown: () => true }),
  addAttributes: () => ({ name: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'span[data-placeholder]',
      getAttrs: (element) => ({ name: element.getAttribute('data-placeholder') ?? '' }),
    },
  ],
  renderHTML: ({ node }) => ['span', { 'data-placeholder': node.attrs.name as string }, node.attrs.name as string],
  renderText: ({ node }) => `{${node.attrs.name as string}}`,
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span')
      const name = node.attrs.name as string
      const known = this.options.isKnown(name)
      dom.className = known
        ? 'yy-chip yy-line-edge yy-soft yy-active yy-one-line'
        : 'yy-chip yy-line-edge yy-soft yy-active yy-one-line yy-chip-unknown'
      dom.dataset.placeholder = name
      dom.title = known ? `占位符：${name}` : `不认识的占位符：${name}，不会被填写`
      dom.textContent = name
      return { dom }
    }
  },
  addCommands() {
    return {
      insertPlaceholder:
        (name) =>
        ({ commands }) =>
          commands.insertContent({ type: this.name, attrs: { name } }),
    }
  },
  addKeyboardShortcuts() {
    return {
      Backspace: () => deletes(this.name, 'nodeBefore')(this.editor),
      Delete: () => deletes(this.name, 'nodeAfter')(this.editor),
    }
  },
  // Whoever is used to Word types {老人姓名}; a name that nobody knows is marked at once.
  addInputRules() {
    return [
      new InputRule({
        find: TYPED,
        handler: ({ range, match, chain }) => {
          chain().deleteRange(range).insertPlaceholder(match[1]!).run()
        },
      }),
    ]
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: PASTED,
        handler: ({ range, match, chain }) => {
          chain().deleteRange(range).insertPlaceholder(match[1]!).run()
        },
      }),
    ]
  },
})

export const Signature = Node.create({
  name: 'signature',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  draggable: true,
  priority: 1000,
  addAttributes: () => ({ label: { default: '签字', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'span[data-signature]',
      getAttrs: (element) => ({ label: element.getAttribute('data-signature') ?? '签字' }),
    },
  ],
  renderHTML: ({ node }) => [
    'span',
    { 'data-signature': node.attrs.label as string },
    `${node.attrs.label as string}：`,
  ],
  renderText: ({ node }) => `${node.attrs.label as string}：________`,
  addCommands() {
    return {
      insertSignature:
        (label) =>
        ({ commands }) =>
          commands.insertContent({ type: this.name, attrs: { label } }),
    }
  },
  addKeyboardShortcuts() {
    return {
      Backspace: () => deletes(this.name, 'nodeBefore')(this.editor),
      Delete: () => deletes(this.name, 'nodeAfter')(this.editor),
    }
  },
})

/** What a drag of a placeholder carries: the editor reads it as if it were pasted. */
export const placeholderMarkup = (name: string) => {
  const span = document.createElement('span')
  span.dataset.placeholder = name
  span.textContent = name
  return span.outerHTML
}
