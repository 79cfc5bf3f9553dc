// Rows in an order made by hand: dragged, or moved by their buttons.
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Tooltip } from 'antd'
import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import './sortDrawer.css'

export interface SortItem {
  id: string
  title: string
  /** Beside the title: department, room, code. */
  note?: ReactNode
}

interface RowProps {
  item: SortItem
  place: number
  last: boolean
  onMove(to: number): void
}

function Row({ item, place, last, onMove }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
  })
  const act = (title: string, icon: ReactNode, to: number, disabled: boolean) => (
    <Tooltip title={title}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={`${item.title}${title}`}
        disabled={disabled}
        onClick={() => onMove(to)}
      />
    </Tooltip>
  )
  return (
    <li
      ref={setNodeRef}
      className={
        isDragging
          ? 'yy-sort-row yy-row yy-gap-8 yy-white yy-under yy-sort-row-held yy-relative'
          : 'yy-sort-row yy-row yy-gap-8 yy-white yy-under'
      }
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="yy-sort-grip yy-inline-flex yy-no-border yy-no-ground"
        aria-label={`拖动${item.title}`}
        {...attributes}
        {...listeners}
      >
        <GripVertical size={16} aria-hidden />
      </button>
      <span className="yy-sort-place yy-right">{place + 1}</span>
      <span className="yy-sort-title yy-grow yy-ellipsis">{item.title}</span>
      {item.note !== undefined && <span className="yy-sort-note">{item.note}</span>}
      {act('置顶', <ArrowUpToLine size={15} aria-hidden />, 0, place === 0)}
      {act('上移', <ArrowUp size={15} aria-hidden />, place - 1, place === 0)}
      {act('下移', <ArrowDown size={15} aria-hidden />, place + 1, last)}
    </li>
  )
}

export interface SortListProps {
  items: readonly SortItem[]
  onOrder(items: readonly SortItem[]): void
}

export function SortList({ items, onOrder }: SortListProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const move = (from: number, to: number) => onOrder(arrayMove([...items], from, to))
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    const at = (id: unknown) => items.findIndex((item) => item.id === id)
    move(at(active.id), at(over.id))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={items.map((item) => item.id)} strategy={verticalListSortingStrategy}>
        <ol className="yy-plain-list">
          {items.map((item, i) => (
            <Row key={item.id} item={item} place={i} last={i === items.length - 1} onMove={(to) => move(i, to)} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}
