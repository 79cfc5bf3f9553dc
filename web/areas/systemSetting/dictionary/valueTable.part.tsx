// The values of one dictionary: dragged or moved by buttons into their order, named, switched on and off, added in
// place. Locked values say so.
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Input, Switch, Tooltip } from 'antd'
import { ArrowDown, ArrowUp, CornerDownRight, GripVertical, Lock, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef } from 'react'
import { DEEPEST_VALUE } from '#contract/systemSetting/dictionary'
import { type DraftValue, depthOf, dropOver, moveTo, placeOf, siblingCount } from './draft.ts'

/** Where a row is found on the page. */
export const rowId = (key: string) => `dictionary-value-${key}`

export interface ValueTableProps {
  /** All rows, and those that the filter leaves. */
  rows: readonly DraftValue[]
  shown: readonly DraftValue[]
  /** Nothing may be changed. */
  readOnly: boolean
  /** The programme decides: only the order may change. */
  fixed: boolean
  /** Dictionaries with levels. */
  levels: boolean
  problems: ReadonlyMap<string, string>
  uses: ReadonlyMap<string, string>
  lockText: string
  focusKey: string | null
  onRows(rows: DraftValue[]): void
  onChange(key: string, change: Partial<DraftValue>): void
  onRemove(row: DraftValue): void
  onAddBelow(row: DraftValue): void
  /** Enter in a row: the next one. */
  onEnter(row: DraftValue): void
}

interface Handlers extends Pick<ValueTableProps, 'onChange' | 'onRemove' | 'onAddBelow' | 'onEnter'> {
  onMove(row: DraftValue, by: -1 | 1): void
}

interface RowProps extends Pick<ValueTableProps, 'readOnly' | 'fixed' | 'levels' | 'lockText'> {
  row: DraftValue
  number: number
  depth: number
  first: boolean
  last: boolean
  sortable: boolean
  focused: boolean
  problem: string | undefined
  used: string | undefined
  act: Handlers
}

const Row = memo(function Row(props: RowProps) {
  const { row, number, depth, readOnly, fixed, problem, used, sortable, act } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.key,
    disabled: !sortable,
  })
  const button = (title: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Tooltip title={title}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={`${title}：${row.label}`}
        disabled={disabled}
        onClick={onClick}
      />
    </Tooltip>
  )
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act.onEnter(row)
  }
  const named = readOnly || row.system
  return (
    <tr
      id={rowId(row.key)}
      ref={setNodeRef}
      className={[isDragging && 'yy-dict-held', !row.enabled && 'yy-dict-off', row.valueId === null && 'yy-dict-new']
        .filter(Boolean)
        .join(' ')}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <td className="yy-dict-grip-cell">
        {sortable && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            className="yy-sort-grip yy-inline-flex yy-no-border yy-no-ground"
            aria-label={`拖动${row.label}`}
            {...attributes}
            {...listeners}
          >
            <GripVertical size={16} aria-hidden />
          </button>
        )}
      </td>
      <td className="yy-dict-number yy-second yy-right">{number}</td>
      <td style={{ paddingLeft: 10 + depth * 24 }}>
        {named ? (
          <span className="yy-dict-name yy-inline yy-gap-6">
            {row.label}
            {row.system && (
              <Tooltip title={props.lockText}>
                <Lock size={13} aria-label="锁定" />
              </Tooltip>
            )}
          </span>
        ) : (
          <>
            <Input
              variant={row.valueId === null ? 'outlined' : 'borderless'}
              className="yy-dict-input"
              aria-label="名称"
              placeholder="名称"
              maxLength={40}
              value={row.label}
              autoFocus={props.focused}
              status={problem ? 'error' : ''}
              onChange={(event) => act.onChange(row.key, { label: event.target.value })}
              onKeyDown={enter}
            />
            {problem && (
              <div className="yy-dict-problem yy-small-line yy-red yy-small" role="alert">
                {problem}
              </div>
            )}
          </>
        )}
      </td>
      <td>
        {row.valueId === null && !readOnly ? (
          <Input
            style={{ width: 110 }}
            aria-label="编码"
            placeholder="自动"
            maxLength={40}
            value={row.value}
            onChange={(event) => act.onChange(row.key, { value: event.target.value.trim() })}
            onKeyDown={enter}
          />
        ) : (
          <code className="yy-dict-code yy-second yy-small">{row.value}</code>
        )}
      </td>
      <td>
        <Switch
          size="small"
          aria-label={`启用${row.label}`}
          checked={row.enabled}
          disabled={readOnly || fixed}
          onChange={(enabled) => act.onChange(row.key, { enabled })}
        />
      </td>
      <td className="yy-soft-ink yy-small">{used ?? <span className="yy-none">—</span>}</td>
      {!readOnly && (
        <td className="yy-dict-acts yy-one-line">
          {props.levels &&
            !fixed &&
            button(
              '新增下级',
              <CornerDownRight size={15} aria-hidden />,
              () => act.onAddBelow(row),
              row.valueId === null || depth >= DEEPEST_VALUE - 1,
            )}
          {button('上移', <ArrowUp size={15} aria-hidden />, () => act.onMove(row, -1), props.first || !sortable)}
          {button('下移', <ArrowDown size={15} aria-hidden />, () => act.onMove(row, 1), props.last || !sortable)}
          {button('删除', <Trash2 size={15} aria-hidden />, () => act.onRemove(row), row.system || fixed)}
        </td>
      )}
    </tr>
  )
})

export function ValueTable(props: ValueTableProps) {
  const { rows, shown, readOnly, fixed, levels, lockText, problems, uses, onRows } = props
  const latest = useRef(props)
  latest.current = props
  // The same for the life of the table, so that typing in one row leaves the others alone.
  const act = useMemo<Handlers>(
    () => ({
      onChange: (key, change) => latest.current.onChange(key, change),
      onRemove: (row) => latest.current.onRemove(row),
      onAddBelow: (row) => latest.current.onAddBelow(row),
      onEnter: (row) => latest.current.onEnter(row),
      onMove: (row, by) => {
        const now = latest.current
        now.onRows(moveTo(now.rows, row.key, placeOf(now.rows, row) + by))
      },
    }),
    [],
  )
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  // A filtered list has gaps, so an order made in it would surprise.
  const sortable = !readOnly && shown.length === rows.length
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onRows(dropOver(rows, String(active.id), String(over.id)))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <table className="yy-dict-table yy-wide">
        <thead>
          <tr>
            <th aria-label="拖动" />
            <th>序号</th>
            <th>名称</th>
            <th>编码</th>
            <th>启用</th>
            <th>使用情况</th>
            {!readOnly && <th className="yy-dict-acts yy-one-line">操作</th>}
          </tr>
        </thead>
        <tbody>
          <SortableContext items={shown.map((row) => row.key)} strategy={verticalListSortingStrategy}>
            {shown.map((row, i) => {
              const place = placeOf(rows, row)
              return (
                <Row
                  key={row.key}
                  act={act}
                  readOnly={readOnly}
                  fixed={fixed}
                  levels={levels}
                  lockText={lockText}
                  focused={row.key === props.focusKey}
                  row={row}
                  number={i + 1}
                  depth={levels ? depthOf(rows, row) : 0}
                  first={place === 0}
                  last={place === siblingCount(rows, row) - 1}
                  sortable={sortable}
                  problem={problems.get(row.key)}
                  used={uses.get(row.value)}
                />
              )
            })}
          </SortableContext>
        </tbody>
      </table>
    </DndContext>
  )
}
