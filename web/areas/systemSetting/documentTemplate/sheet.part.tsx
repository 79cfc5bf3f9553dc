// The writing desk of a template: toolbar, the sheet in its real size, placeholders at the right.
import { Editor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FONT_SIZES, type PaperData } from '#contract/systemSetting/documentTemplate'
import { FontSize, InlinePicture, LineStyle, PageBreak } from '#web/kit/fields/richMarks'
import { tableExtensions } from '#web/kit/fields/richTable'
import { useWidth } from '#web/kit/list/useWidth'
import { Placeholder, Signature } from './marks.ts'
import { type KnownPlaceholder, PlaceholderPanel } from './placeholders.part.tsx'
import { fitting, sheetStyle } from './sheetSize.ts'
import { DocumentToolbar } from './toolbar.part.tsx'
import './document.css'
import './documentContent.css'

interface SheetProps {
  value: string
  onChange(html: string): void
  paper: PaperData
  known: readonly KnownPlaceholder[]
  disabled: boolean
}

const makeEditor = (
  content: string,
  editable: boolean,
  isKnown: (name: string) => boolean,
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
      Placeholder.configure({ isKnown }),
      ...tableExtensions,
    ],
    content,
    editable,
    editorProps: { attributes: { class: 'yy-doc', role: 'textbox', 'aria-multiline': 'true', 'aria-label': '正文' } },
    onUpdate: ({ editor }) => onUpdate(editor.getHTML()),
  })

/** How often each placeholder stands in the text, and where it stands first. */
function placesOf(editor: Editor) {
  const used = new Map<string, number>()
  const first = new Map<string, number>()
  editor.state.doc.descendants((node, position) => {
    if (node.type.name !== 'placeholder') return
    const name = node.attrs.name as string
    used.set(name, (used.get(name) ?? 0) + 1)
    if (!first.has(name)) first.set(name, position)
  })
  return { used, first }
}

export default function DocumentSheet({ value, onChange, paper, known, disabled }: SheetProps) {
  const standing = useRef(value)
  const report = useRef(onChange)
  report.current = (html) => {
    standing.current = html
    onChange(html)
  }
  const page = useRef<HTMLDivElement>(null)
  const desk = useRef<HTMLDivElement>(null)
  const zoom = fitting(useWidth(desk), paper)
  const names = useMemo(() => new Set(known.map((one) => one.name)), [known])
  const [editor] = useState(() =>
    makeEditor(
      value,
      !disabled,
      (name) => names.has(name),
      (html) => report.current(html),
    ),
  )
  const text = useEditorState({ editor, selector: ({ editor: at }) => at.state.doc })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the places are looked for in
  const { used, first } = useMemo(() => placesOf(editor), [editor, text])

  // A page in a hidden tab leaves the document alone; text, caret and undo wait in the editor until it comes back.
  useEffect(() => {
    editor.mount(page.current!)
    return () => editor.unmount()
  }, [editor])
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  // A text from outside (restored version or draft) replaces what stands there; the editor's own comes back unchanged.
  useEffect(() => {
    if (value === standing.current) return
    standing.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  const find = (name: string) => {
    const at = first.get(name)
    if (at !== undefined) editor.chain().focus().setNodeSelection(at).scrollIntoView().run()
  }
  return (
    <div className="yy-doc-desk yy-flex-1 yy-low yy-grid yy-gap-12">
      <div className="yy-doc-write yy-low yy-hidden yy-stack yy-edge yy-round-card">
        {!disabled && <DocumentToolbar editor={editor} />}
        <div className="yy-pad-16 yy-flex-1 yy-low yy-scroll" ref={desk}>
          <div className="yy-doc-sheet yy-relative yy-white" style={{ ...sheetStyle(paper), zoom }}>
            {paper.header && <div className="yy-doc-header yy-center-text yy-second">{paper.header}</div>}
            <div ref={page} />
            {(paper.footer || paper.pageNumbers) && (
              <div className="yy-doc-footer yy-second yy-flex yy-between">
                {paper.footer && <span>{paper.footer}</span>}
                {paper.pageNumbers && (
                  <span className={paper.footer ? undefined : 'yy-doc-footer-number'}>第 1 / 1 页</span>
                )}
              </div>
            )}
          </div>
        </div>
      </div>
      <PlaceholderPanel
        known={known}
        used={used}
        hint={disabled ? '本页只能查看' : '点击插入，也可拖到文中'}
        onInsert={disabled ? undefined : (name) => editor.chain().focus().insertPlaceholder(name).run()}
        onFind={find}
      />
    </div>
  )
}
