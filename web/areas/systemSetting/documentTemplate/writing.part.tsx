// A document made from a template, being written: the text on its sheet, its places for values showing what is in them.
import { Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { FONT_SIZES, type PaperData } from '#contract/systemSetting/documentTemplate'
import { FontSize, InlinePicture, LineStyle, PageBreak } from '#web/kit/fields/richMarks'
import { tableExtensions } from '#web/kit/fields/richTable'
import { useWidth } from '#web/kit/list/useWidth'
import { Placeholder, Signature } from './marks.ts'
import { fitting, sheetStyle } from './sheetSize.ts'
import { DocumentToolbar } from './toolbar.part.tsx'
import './document.css'
import './documentContent.css'

export interface WritingProps {
  html: string
  paper: PaperData
  /** What stands in each place; an empty one is marked. */
  values: Readonly<Record<string, string>>
  disabled: boolean
  onChange(html: string): void
  /** A place was clicked: its value is edited beside the sheet. */
  onPlace(name: string): void
}

function paint(place: HTMLElement, values: Readonly<Record<string, string>>) {
  const name = place.dataset.placeholder ?? ''
  const value = values[name]?.trim() ?? ''
  place.className =
    value === ''
      ? 'yy-chip yy-line-edge yy-soft yy-active yy-one-line yy-chip-empty'
      : 'yy-chip yy-line-edge yy-soft yy-active yy-one-line yy-chip-filled'
  place.title = value === '' ? `“${name}”还没有内容，点一下填写` : `${name}：点一下修改`
  place.textContent = value === '' ? `待填：${name}` : value
}

const makeEditor = (
  content: string,
  editable: boolean,
  values: { current: Readonly<Record<string, string>> },
  onUpdate: (html: string) => void,
) =>
  new Editor({
    element: null,
    extensions: [
      StarterKit.configure({ heading: { levels: [1, 2, 3] }, link: false, code: false, codeBlock: false }),
      LineStyle,
      FontSize(FONT_SIZES),
      PageBreak,
      InlinePicture,
      Signature,
      Placeholder.extend({
        addNodeView() {
          return ({ node }) => {
            const dom = document.createElement('span')
            dom.dataset.placeholder = node.attrs.name as string
            paint(dom, values.current)
            // What it shows changes with the fields, not with the text.
            return { dom, ignoreMutation: () => true }
          }
        },
      }),
      ...tableExtensions,
    ],
    content,
    editable,
    editorProps: { attributes: { class: 'yy-doc', role: 'textbox', 'aria-multiline': 'true', 'aria-label': '正文' } },
    onUpdate: ({ editor }) => onUpdate(editor.getHTML()),
  })

export default function DocumentWriting({ html, paper, values, disabled, onChange, onPlace }: WritingProps) {
  const standing = useRef(html)
  const report = useRef(onChange)
  report.current = (next) => {
    standing.current = next
    onChange(next)
  }
  const now = useRef(values)
  now.current = values
  const page = useRef<HTMLDivElement>(null)
  const floor = useRef<HTMLDivElement>(null)
  const zoom = fitting(useWidth(floor), paper)
  const [editor] = useState(() => makeEditor(html, !disabled, now, (next) => report.current(next)))

  // A page in a hidden tab leaves the document alone; text, caret and undo wait in the editor until it comes back.
  useEffect(() => {
    editor.mount(page.current!)
    return () => editor.unmount()
  }, [editor])
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  // A text from outside (another's version, a draft) replaces what stands there.
  useEffect(() => {
    if (html === standing.current) return
    standing.current = html
    editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  useEffect(() => {
    for (const place of page.current?.querySelectorAll<HTMLElement>('[data-placeholder]') ?? []) paint(place, values)
  }, [values])

  const pick = (event: MouseEvent) => {
    const place = (event.target as Element).closest<HTMLElement>('[data-placeholder]')
    if (place?.dataset.placeholder) onPlace(place.dataset.placeholder)
  }
  return (
    <div className="yy-doc-write yy-low yy-hidden yy-stack yy-edge yy-round-card">
      {!disabled && <DocumentToolbar editor={editor} />}
      <div className="yy-pad-16 yy-flex-1 yy-low yy-scroll" ref={floor} onClick={pick}>
        <div className="yy-doc-sheet yy-relative yy-white" style={{ ...sheetStyle(paper), zoom }}>
          {paper.header && <div className="yy-doc-header yy-center-text yy-second">{paper.header}</div>}
          <div ref={page} />
        </div>
      </div>
    </div>
  )
}
