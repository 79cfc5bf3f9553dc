import { type Editor, useEditorState } from '@tiptap/react'
import { AutoComplete, Button, Dropdown, InputNumber, Popover, Select } from 'antd'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  IndentIncrease,
  Italic,
  List,
  ListOrdered,
  PenLine,
  Redo2,
  RemoveFormatting,
  SeparatorHorizontal,
  Stamp,
  Strikethrough,
  Table,
  Underline,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { FONT_SIZES } from '#contract/systemSetting/documentTemplate'
import type { Align } from '#web/kit/fields/richMarks'
import type { TableAct } from '#web/kit/fields/richTable'
import { PictureTool, Tool } from '#web/kit/fields/richTools'

const LEVELS = [
  { value: 0, label: '正文' },
  { value: 1, label: '大标题' },
  { value: 2, label: '条标题' },
  { value: 3, label: '小标题' },
]
const SIZE_NAMES: Readonly<Record<number, string>> = {
  9: '小五',
  10.5: '五号',
  12: '小四',
  14: '四号',
  16: '三号',
  22: '二号',
}
const SIZES = [
  { value: 0, label: '默认' },
  ...FONT_SIZES.map((size) => ({ value: size as number, label: SIZE_NAMES[size] ?? `${size}` })),
]
const ALIGNS: readonly [Align, string, typeof AlignLeft][] = [
  ['left', '左对齐', AlignLeft],
  ['center', '居中', AlignCenter],
  ['right', '右对齐', AlignRight],
  ['justify', '两端对齐', AlignJustify],
]
const TABLE_ACTS: readonly (readonly [TableAct, string] | null)[] = [
  ['rowBefore', '上方插入行'],
  ['rowAfter', '下方插入行'],
  ['columnBefore', '左侧插入列'],
  ['columnAfter', '右侧插入列'],
  null,
  ['merge', '合并单元格'],
  ['split', '拆分单元格'],
  ['head', '首行作为表头'],
  null,
  ['rowDelete', '删除行'],
  ['columnDelete', '删除列'],
  ['remove', '删除表格'],
]
const SIGNERS = ['老人签字', '监护人签字', '家属签字', '甲方代表签字', '乙方签字', '经办人签字', '见证人签字']

const COLUMNS = 6
const ROWS = 6

/** A grid whose cells say how large the table becomes. */
function TableGrid({ onPick }: { onPick(rows: number, columns: number, plain: boolean): void }) {
  const [size, setSize] = useState({ rows: 3, columns: 3 })
  return (
    <div className="yy-doc-grid-pick">
      <div className="yy-doc-grid yy-grid" onMouseLeave={() => setSize({ rows: 3, columns: 3 })}>
        {Array.from({ length: ROWS * COLUMNS }, (_, i) => {
          const rows = Math.floor(i / COLUMNS) + 1
          const columns = (i % COLUMNS) + 1
          return (
            <button
              key={i}
              type="button"
              aria-label={`${rows} 行 ${columns} 列`}
              className={rows <= size.rows && columns <= size.columns ? 'is-in' : undefined}
              onMouseEnter={() => setSize({ rows, columns })}
              onFocus={() => setSize({ rows, columns })}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(rows, columns, false)}
            />
          )
        })}
      </div>
      <p>
        {size.rows} 行 × {size.columns} 列
      </p>
      <Button size="small" block onClick={() => onPick(3, 2, true)}>
        插入无框线表格（签字区）
      </Button>
    </div>
  )
}

function TableTools({ editor, inside }: { editor: Editor; inside: boolean }) {
  const [open, setOpen] = useState(false)
  const chain = () => editor.chain().focus()
  if (inside) {
    const items = TABLE_ACTS.map((act, i) =>
      act === null
        ? { type: 'divider' as const, key: `line${i}` }
        : { key: act[0], label: act[1], danger: act[0] === 'remove' },
    )
    return (
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick: ({ key }) =>
            chain()
              .tableAct(key as TableAct)
              .run(),
        }}
      >
        <span>
          <Tool title="表格操作" icon={<Table size={16} />} label="表格" on run={() => undefined} />
        </span>
      </Dropdown>
    )
  }
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      content={
        <TableGrid
          onPick={(rows, columns, plain) => {
            setOpen(false)
            chain().insertTable({ rows, columns, plain }).run()
          }}
        />
      }
    >
      <span>
        <Tool title="插入表格" icon={<Table size={16} />} label="表格" run={() => setOpen(true)} />
      </span>
    </Popover>
  )
}

function SignatureTool({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false)
  const [label, setLabel] = useState('')
  const put = (text: string) => {
    const clean = text.trim().replace(/[{}<>\s：:]+/g, '')
    if (clean === '') return
    editor.chain().focus().insertSignature(clean.slice(0, 30)).run()
    setLabel('')
    setOpen(false)
  }
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className="yy-doc-sign-pick yy-flex yy-gap-8">
          <AutoComplete
            autoFocus
            placeholder="谁来签字"
            value={label}
            options={SIGNERS.map((value) => ({ value }))}
            onChange={setLabel}
            onSelect={put}
          />
          <Button type="primary" disabled={label.trim() === ''} onClick={() => put(label)}>
            插入签字处
          </Button>
        </div>
      }
    >
      <span>
        <Tool title="插入签字处" icon={<PenLine size={16} />} label="签字处" run={() => setOpen(true)} />
      </span>
    </Popover>
  )
}

/** Width of the chosen picture, in millimetres as on paper. */
function PictureSize({ editor, width }: { editor: Editor; width: number | null }) {
  return (
    <span className="yy-doc-picture yy-pad-0-8 yy-text-13 yy-inline yy-gap-6">
      图宽
      <InputNumber
        size="small"
        min={5}
        max={180}
        value={width ?? 60}
        suffix="mm"
        onChange={(next) => editor.commands.updateAttributes('picture', { millimetres: next ?? null })}
      />
    </span>
  )
}

export function DocumentToolbar({ editor }: { editor: Editor }) {
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      level: at.isActive('heading') ? Number(at.getAttributes('heading').level) : 0,
      size: Number(at.getAttributes('fontSize').points ?? 0),
      align: String(at.getAttributes('paragraph').align ?? at.getAttributes('heading').align ?? 'left'),
      indent: Boolean(at.getAttributes('paragraph').indent),
      bold: at.isActive('bold'),
      italic: at.isActive('italic'),
      underline: at.isActive('underline'),
      strike: at.isActive('strike'),
      bullets: at.isActive('bulletList'),
      numbers: at.isActive('orderedList'),
      table: at.isActive('table'),
      picture: at.isActive('picture') ? ((at.getAttributes('picture').millimetres as number | null) ?? 60) : null,
      undo: at.can().undo(),
      redo: at.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  const put = (seal: boolean) => (src: string) =>
    chain()
      .insertContent({ type: 'picture', attrs: { src, seal, millimetres: seal ? 40 : 60 } })
      .run()
  return (
    <div
      className="yy-editor-tools yy-row yy-wrap yy-gap-2 yy-under yy-doc-tools yy-fixed yy-white"
      role="toolbar"
      aria-label="文字格式"
    >
      <Tool title="撤销（Ctrl+Z）" icon={<Undo2 size={16} />} off={!now.undo} run={() => chain().undo().run()} />
      <Tool title="重做（Ctrl+Y）" icon={<Redo2 size={16} />} off={!now.redo} run={() => chain().redo().run()} />
      <i className="yy-tool-gap" />
      <Select<number>
        className="yy-doc-level"
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
      <Select<number>
        className="yy-doc-size"
        size="small"
        variant="borderless"
        aria-label="字号"
        value={now.size}
        options={SIZES}
        onChange={(points) =>
          chain()
            .setFontSize(points === 0 ? null : points)
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
      {ALIGNS.map(([align, title, Icon]) => (
        <Tool
          key={align}
          title={title}
          icon={<Icon size={16} />}
          on={now.align === align}
          run={() => chain().setAlign(align).run()}
        />
      ))}
      <Tool
        title="首行缩进两字"
        icon={<IndentIncrease size={16} />}
        on={now.indent}
        run={() => chain().toggleIndent().run()}
      />
      <i className="yy-tool-gap" />
      <Tool title="项目符号" icon={<List size={16} />} on={now.bullets} run={() => chain().toggleBulletList().run()} />
      <Tool
        title="编号"
        icon={<ListOrdered size={16} />}
        on={now.numbers}
        run={() => chain().toggleOrderedList().run()}
      />
      <i className="yy-tool-gap" />
      <TableTools editor={editor} inside={now.table} />
      <SignatureTool editor={editor} />
      <Tool
        title="插入分页"
        icon={<SeparatorHorizontal size={16} />}
        label="分页"
        run={() =>
          chain()
            .insertContent([{ type: 'pageBreak' }, { type: 'paragraph' }])
            .run()
        }
      />
      <PictureTool onPut={put(false)} />
      <PictureTool title="插入印章图片" icon={<Stamp size={16} />} label="印章" onPut={put(true)} />
      {now.picture !== null && <PictureSize editor={editor} width={now.picture} />}
      <Tool
        title="清除格式"
        icon={<RemoveFormatting size={16} />}
        run={() => chain().unsetAllMarks().clearNodes().setAlign('left').run()}
      />
    </div>
  )
}
