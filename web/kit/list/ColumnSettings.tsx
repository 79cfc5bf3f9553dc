// 列设置: show and hide, order by dragging or with the arrows, width. Kept per user and list.
import { Button, Checkbox, InputNumber, Tooltip } from 'antd'
import { ArrowDown, ArrowUp, GripVertical, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { Pop } from '#web/kit/parts/Pop'
import type { Column } from './columns.ts'
import { type ColumnChoice, isShown, MAX_WIDTH, MIN_WIDTH, moved, toggled, widthOf } from './listSettings.ts'

interface ColumnSettingsProps<Row> {
  ordered: readonly Column<Row>[]
  settings: ColumnChoice
  onChange(settings: ColumnChoice | null): void
}

/** Below the button, above the edge of the screen: beside the lines stand the panel's head and its margins. */
const BESIDE = 96
const LEAST = 160

function Lines<Row>({ ordered, settings, onChange, room }: ColumnSettingsProps<Row> & { room: number }) {
  const [dragged, setDragged] = useState<string | null>(null)
  const keys = ordered.map((column) => column.key)
  const place = (key: string, to: number) => onChange({ ...settings, order: moved(keys, key, to) })
  const shownCount = ordered.filter((column) => isShown(column, settings)).length
  return (
    <ul className="yy-columns yy-plain-list yy-scroll" style={{ maxHeight: room }}>
      {ordered.map((column, index) => {
        const shown = isShown(column, settings)
        return (
          <li
            key={column.key}
            className={dragged === column.key ? 'yy-column-dragged' : undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(column.key)
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged !== null && dragged !== column.key) place(dragged, index)
            }}
          >
            <GripVertical className="yy-column-grip yy-fixed" size={15} aria-hidden />
            <Checkbox
              checked={shown}
              disabled={shown && shownCount === 1}
              onChange={(event) => onChange(toggled(settings, column.key, event.target.checked))}
            >
              {column.title}
            </Checkbox>
            <span className="yy-column-tools yy-inline yy-push">
              <InputNumber<number>
                size="small"
                min={MIN_WIDTH}
                max={MAX_WIDTH}
                step={10}
                aria-label={`${column.title} 的列宽`}
                value={widthOf(column, settings)}
                onChange={(width) =>
                  width !== null && onChange({ ...settings, widths: { ...settings.widths, [column.key]: width } })
                }
              />
              <button
                type="button"
                className="yy-icon-act yy-inline yy-middle yy-no-padding yy-soft-ink yy-round yy-press"
                aria-label={`上移 ${column.title}`}
                disabled={index === 0}
                onClick={() => place(column.key, index - 1)}
              >
                <ArrowUp size={14} aria-hidden />
              </button>
              <button
                type="button"
                className="yy-icon-act yy-inline yy-middle yy-no-padding yy-soft-ink yy-round yy-press"
                aria-label={`下移 ${column.title}`}
                disabled={index === ordered.length - 1}
                onClick={() => place(column.key, index + 1)}
              >
                <ArrowDown size={14} aria-hidden />
              </button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

export function ColumnSettings<Row>(props: ColumnSettingsProps<Row>) {
  const [open, setOpen] = useState(false)
  const [room, setRoom] = useState(LEAST)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Pop
      placement="bottomRight"
      open={open}
      onOpenChange={(next) => {
        const below = window.innerHeight - (button.current?.getBoundingClientRect().bottom ?? 0)
        setRoom(Math.max(LEAST, Math.min(window.innerHeight * 0.6, below - BESIDE)))
        setOpen(next)
      }}
      title={
        <div className="yy-row yy-between">
          列设置
          <Tooltip title="显示、顺序和列宽都回到出厂的样子">
            <Button type="link" size="small" onClick={() => props.onChange(null)}>
              恢复默认
            </Button>
          </Tooltip>
        </div>
      }
      content={<Lines {...props} room={room} />}
    >
      <Button ref={button} type="text" icon={<Settings size={16} aria-hidden />}>
        列设置
      </Button>
    </Pop>
  )
}
