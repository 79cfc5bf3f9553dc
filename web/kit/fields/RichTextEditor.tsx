import { mergeAttributes, Node } from '@tiptap/core'
import { Editor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Input, Popover, Select } from 'antd'
import {
  Bold,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { InputProps } from './field.ts'
import { cleanHtml, isOwnPicture, isSafeLink } from './html.ts'
import type { RichTextProps } from './richText.tsx'
import { PictureTool, Tool } from './richTools.tsx'

const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => isOwnPicture(element.getAttribute('src') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

const EMPTY = /^(<p>\s*<\/p>)*$/

function LinkTool({ editor, on }: { editor: Editor; on: boolean }) {
  const [open, setOpen] = useState(false)
  const [href, setHref] = useState('')
  const problem = href !== '' && !isSafeLink(href)
  const apply = () => {
    if (problem) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else chain.setLink({ href }).run()
    setOpen(false)
  }
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={(next) => {
        if (next) setHref(String(editor.getAttributes('link').href ?? ''))
        setOpen(next)
      }}
      content={
        <div className="yy-link-form">
          <Input
            autoFocus
            placeholder="https:// 或 /files/…，留空则取消链接"
            value={href}
            {...(problem ? { status: 'error' as const } : {})}
            onChange={(event) => setHref(event.target.value)}
            onPressEnter={(event) => {
              event.preventDefault()
              apply()
            }}
          />
          {problem && <div className="yy-field-problem">链接应以 http、https、mailto、tel 或 / 开头</div>}
        </div>
      }
    >
      <span>
        <Tool title="链接" icon={<Link2 size={16} />} on={on} run={() => setOpen(true)} />
      </span>
    </Popover>
  )
}

const LEVELS = [
  { value: 0, label: '正文' },
  { value: 1, label: '标题一' },
  { value: 2, label: '标题二' },
  { value: 3, label: '标题三' },
]

function Toolbar({ editor }: { editor: Editor }) {
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      level: at.isActive('heading') ? Number(at.getAttributes('heading').level) : 0,
      bold: at.isActive('bold'),
      italic: at.isActive('italic'),
      underline: at.isActive('underline'),
      strike: at.isActive('strike'),
      bullets: at.isActive('bulletList'),
      numbers: at.isActive('orderedList'),
      quote: at.isActive('blockquote'),
      link: at.isActive('link'),
      undo: at.can().undo(),
      redo: at.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  return (
    <div className="yy-editor-tools yy-row yy-wrap yy-gap-2 yy-under" role="toolbar" aria-label="文字格式">
      <Tool title="撤销（Ctrl+Z）" icon={<Undo2 size={16} />} off={!now.undo} run={() => chain().undo().run()} />
      <Tool title="重做（Ctrl+Y）" icon={<Redo2 size={16} />} off={!now.redo} run={() => chain().redo().run()} />
      <i className="yy-tool-gap" />
      <Select<number>
        className="yy-tool-level"
        size="small"
        variant="borderless"
        aria-label="段落格式"
        value={now.level}
        options={LEVELS}
        onChange={(size) =>
          size === 0
            ? chain().setParagraph().run()
            : chain()
                .setHeading({ level: size as 1 | 2 | 3 })
                .run()
        }
      />
      <i className="yy-tool-gap" />
      <Tool title="加粗（Ctrl+B）" icon={<Bold size={16} />} on={now.bold} run={() => chain().toggleBold().run()} />
      <Tool
        title="斜体（Ctrl+I）"
        icon={<Italic size={16} />}
        on={now.italic}
        run={() => chain().toggleItalic().run()}
      />
      <Tool
        title="下划线（Ctrl+U）"
        icon={<Underline size={16} />}
        on={now.underline}
        run={() => chain().toggleUnderline().run()}
      />
      <Tool
        title="删除线"
        icon={<Strikethrough size={16} />}
        on={now.strike}
        run={() => chain().toggleStrike().run()}
      />
      <i className="yy-tool-gap" />
      <Tool title="项目符号" icon={<List size={16} />} on={now.bullets} run={() => chain().toggleBulletList().run()} />
      <Tool
        title="编号"
        icon={<ListOrdered size={16} />}
        on={now.numbers}
        run={() => chain().toggleOrderedList().run()}
      />
      <Tool title="引用" icon={<Quote size={16} />} on={now.quote} run={() => chain().toggleBlockquote().run()} />
      <Tool title="分隔线" icon={<Minus size={16} />} run={() => chain().setHorizontalRule().run()} />
      <i className="yy-tool-gap" />
      <LinkTool editor={editor} on={now.link} />
      <PictureTool onPut={(src) => chain().insertContent({ type: 'picture', attrs: { src } }).run()} />
      <Tool
        title="清除格式"
        icon={<RemoveFormatting size={16} />}
        run={() => chain().unsetAllMarks().clearNodes().run()}
      />
    </div>
  )
}

/** Everything about the editor that does not change while it is there. */
const makeEditor = (props: InputProps<string>, onUpdate: (html: string) => void) =>
  new Editor({
    element: null,
    extensions: [
      StarterKit.configure({ heading: { levels: [1, 2, 3] }, link: { openOnClick: false, isAllowedUri: isSafeLink } }),
      Picture,
    ],
    content: props.value ? cleanHtml(props.value) : '',
    editable: !props.disabled,
    editorProps: {
      attributes: {
        class: 'yy-rich yy-ink',
        role: 'textbox',
        'aria-multiline': 'true',
        ...(props.id && { id: props.id }),
        ...(props['aria-label'] && { 'aria-label': props['aria-label'] }),
      },
      transformPastedHTML: cleanHtml,
    },
    onUpdate: ({ editor }) => onUpdate(editor.getHTML()),
  })

export default function RichTextEditor(props: InputProps<string> & RichTextProps) {
  const { value, onChange, disabled, placeholder, height = 240 } = props
  const report = useRef(onChange)
  report.current = onChange
  const page = useRef<HTMLDivElement>(null)
  const [editor] = useState(() => makeEditor(props, (html) => report.current?.(EMPTY.test(html) ? null : html)))

  // A page in a hidden tab leaves the document alone; text, caret and undo wait in the editor until it comes back.
  useEffect(() => {
    editor.mount(page.current!)
    return () => editor.unmount()
  }, [editor])

  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])

  // A value from outside (reset, restored draft) replaces the text; the editor's own comes back unchanged.
  useEffect(() => {
    const shown = editor.getHTML()
    const next = value ?? ''
    if (next === shown || (next === '' && EMPTY.test(shown))) return
    editor.commands.setContent(cleanHtml(next), { emitUpdate: false })
  }, [editor, value])

  const empty = !value
  return (
    <div className={disabled ? 'yy-editor yy-editor-off' : 'yy-editor'}>
      {!disabled && <Toolbar editor={editor} />}
      <div className="yy-editor-page yy-relative yy-pad-8-12 yy-scroll" style={{ height }}>
        {empty && placeholder && <div className="yy-editor-hint">{placeholder}</div>}
        <div ref={page} />
      </div>
    </div>
  )
}
