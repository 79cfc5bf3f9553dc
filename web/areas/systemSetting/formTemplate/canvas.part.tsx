// The sheet in the middle: fields as they will look, chosen by a click, dragged to their place.
import { useDraggable } from '@dnd-kit/core'
import { Button, Segmented, Tooltip } from 'antd'
import { ArrowDown, ArrowUp, Copy, Eye, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConditionTest, type FormDesignData, type FormFieldData } from '#contract/kit/formDesign'
import { classes } from '#web/kit/classes'
import { FieldControl } from '#web/kit/formSheet/controls'
import { FieldFrame } from '#web/kit/formSheet/FormSheet'
import { Empty } from '#web/kit/parts/Empty'

export interface CanvasActs {
  onChoose(id: string | null): void
  onMove(id: string, to: number): void
  onCopy(id: string): void
  onRemove(id: string): void
  onWidth(id: string, width: number): void
}

/** Where something dragged would be put. */
export interface Place {
  at: number
  /** The field it is shown at, and on which of its sides. */
  near: string | null
  side: 'before' | 'after'
}

/** Enough of a table to know it by. */
const ROWS_SHOWN = 3
const face = (field: FormFieldData): FormFieldData =>
  field.kind === 'table'
    ? {
        ...field,
        rows: Math.min(field.rows ?? 1, ROWS_SHOWN),
        rowTitles: field.rowTitles?.slice(0, ROWS_SHOWN) ?? null,
      }
    : field

/** 当“跌倒史”不是“无”时显示 */
export function conditionWords(design: FormDesignData, { when }: FormFieldData): string | null {
  if (!when) return null
  const other = design.fields.find((field) => field.id === when.field)
  const value = other?.options?.find((option) => option.value === when.value)?.label ?? when.value
  return `当“${other?.title ?? '？'}”${ConditionTest.label(when.test)}${value ? `“${value}”` : ''}时显示`
}

interface ItemProps extends CanvasActs {
  design: FormDesignData
  field: FormFieldData
  at: number
  chosen: boolean
  wrong: boolean
  place: Place | null
}

const nothing = () => undefined

function Item({ design, field, at, chosen, wrong, place, ...acts }: ItemProps) {
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({ id: field.id })
  const shown = face(field)
  const words = conditionWords(design, field)
  const last = design.fields.length - 1
  const tool = (title: string, icon: ReactNode, run: () => void, disabled = false) => (
    <Tooltip title={title}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={`${field.title}：${title}`}
        disabled={disabled}
        onClick={run}
      />
    </Tooltip>
  )
  return (
    <div
      ref={setNodeRef}
      data-field={field.id}
      className={classes(
        'yy-fd-item yy-relative yy-narrow yy-round',
        `yy-sheet-${field.width}`,
        chosen && 'is-chosen',
        wrong && 'is-wrong',
        isDragging && 'is-held',
        place?.near === field.id && `yy-fd-${place.side}`,
        field.width === 3 && 'yy-fd-whole',
      )}
    >
      <div className="yy-fd-look yy-relative">
        <div inert>
          <FieldFrame field={field}>
            <FieldControl design={design} field={shown} values={{}} disabled={false} trial onChange={nothing} />
          </FieldFrame>
        </div>
        {words && (
          <span className="yy-fd-when yy-above-4 yy-tiny yy-gap-4 yy-second yy-inline">
            <Eye size={12} aria-hidden />
            {words}
          </span>
        )}
        {/* Over it, without words of its own: units and options that are seen below are no part of its name. */}
        <div
          className="yy-fd-face"
          {...attributes}
          {...listeners}
          role="button"
          tabIndex={0}
          aria-label={`${field.title}，第 ${at + 1} 个字段`}
          aria-pressed={chosen}
          onClick={() => acts.onChoose(field.id)}
          onFocus={(event) => {
            if (event.target.matches(':focus-visible')) acts.onChoose(field.id)
          }}
        />
      </div>
      {chosen && (
        <div
          className="yy-fd-tools yy-gap-2 yy-white yy-round yy-row"
          role="toolbar"
          aria-label={`${field.title}的操作`}
        >
          {field.kind !== 'group' && field.kind !== 'note' && (
            <Segmented
              size="small"
              value={field.width}
              options={[
                { value: 1, label: '1/3' },
                { value: 2, label: '2/3' },
                { value: 3, label: '整行' },
              ]}
              onChange={(width) => acts.onWidth(field.id, width)}
            />
          )}
          {tool('上移', <ArrowUp size={14} aria-hidden />, () => acts.onMove(field.id, at - 1), at === 0)}
          {tool('下移', <ArrowDown size={14} aria-hidden />, () => acts.onMove(field.id, at + 2), at === last)}
          {tool('复制', <Copy size={14} aria-hidden />, () => acts.onCopy(field.id))}
          {tool('删除', <Trash2 size={14} aria-hidden />, () => acts.onRemove(field.id))}
        </div>
      )}
    </div>
  )
}

interface CanvasProps extends CanvasActs {
  design: FormDesignData
  title: string
  org: string
  chosen: string | null
  wrong: string | null
  place: Place | null
  dragging: boolean
}

export function Canvas({ design, title, org, chosen, wrong, place, dragging, ...acts }: CanvasProps) {
  return (
    <section
      className="yy-fd-canvas yy-grid"
      aria-label="表单"
      onClick={(event) => {
        if (!(event.target as Element).closest('[data-field]')) acts.onChoose(null)
      }}
    >
      <div
        className={classes('yy-fd-paper yy-wide yy-white yy-edge', design.paper === 'A4-landscape' && 'is-landscape')}
        data-sheet
      >
        {design.letterhead && <p className="yy-center-text yy-no-margin yy-soft-ink">{org}</p>}
        <h2 className="yy-strong yy-center-text">{design.heading || title}</h2>
        {design.sub && <p className="yy-center-text yy-no-margin yy-soft-ink yy-small">{design.sub}</p>}
        {design.fields.length === 0 ? (
          <div className={classes('yy-fd-empty yy-round-card', dragging && 'is-open')}>
            <Empty title="还没有字段" text="从左边把字段拖到这里，或点击左边的字段添加。" />
          </div>
        ) : (
          <div className="yy-sheet yy-grid yy-start">
            {design.fields.map((field, at) => (
              <Item
                key={field.id}
                design={design}
                field={field}
                at={at}
                chosen={chosen === field.id}
                wrong={wrong === field.id}
                place={place}
                {...acts}
              />
            ))}
          </div>
        )}
        {dragging && place?.near === null && design.fields.length > 0 && (
          <div className="yy-fd-end yy-above-6 yy-center-text yy-active yy-round">放在最后</div>
        )}
      </div>
    </section>
  )
}

/** The place nearest to the pointer; null when it is not over the sheet. */
export function placeAt(x: number, y: number): Place | null {
  const sheet = document.querySelector('.yy-frame:not([data-behind]) [data-sheet]')
  if (!sheet) return null
  const box = sheet.getBoundingClientRect()
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null
  const items = [...sheet.querySelectorAll<HTMLElement>('[data-field]')]
  let best: { at: number; element: HTMLElement; rect: DOMRect; far: number } | null = null
  for (const [at, element] of items.entries()) {
    const rect = element.getBoundingClientRect()
    const dx = Math.max(rect.left - x, 0, x - rect.right)
    const dy = Math.max(rect.top - y, 0, y - rect.bottom)
    // Lines count more than columns: below a line means after it.
    const far = dx + dy * 3
    if (!best || far < best.far) best = { at, element, rect, far }
  }
  if (!best) return { at: 0, near: null, side: 'after' }
  const { rect, element, at } = best
  const whole = element.classList.contains('yy-fd-whole')
  const before = whole ? y < rect.top + rect.height / 2 : x < rect.left + rect.width / 2
  return { at: before ? at : at + 1, near: element.dataset.field!, side: before ? 'before' : 'after' }
}
