// An order made by hand: rows are dragged, or moved by their buttons, and saved together.
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Tooltip } from 'antd'
import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Empty } from '#web/kit/parts/Empty'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
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
      className={isDragging ? 'yy-sort-row yy-sort-row-held' : 'yy-sort-row'}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="yy-sort-grip"
        aria-label={`拖动${item.title}`}
        {...attributes}
        {...listeners}
      >
        <GripVertical size={16} aria-hidden />
      </button>
      <span className="yy-sort-place">{place + 1}</span>
      <span className="yy-sort-title">{item.title}</span>
      {item.note !== undefined && <span className="yy-sort-note">{item.note}</span>}
      {act('置顶', <ArrowUpToLine size={15} aria-hidden />, 0, place === 0)}
      {act('上移', <ArrowUp size={15} aria-hidden />, place - 1, place === 0)}
      {act('下移', <ArrowDown size={15} aria-hidden />, place + 1, last)}
    </li>
  )
}

export interface SortDrawerProps {
  open: boolean
  title: string
  /** Undefined while they are being loaded. */
  items: readonly SortItem[] | undefined
  saving?: boolean
  /** Above the rows: which department, which room. */
  head?: ReactNode
  onSave(ids: string[]): void
  onClose(): void
}

export function SortDrawer({ open, title, items, saving = false, head, onSave, onClose }: SortDrawerProps) {
  const [order, setOrder] = useState<readonly SortItem[]>([])
  useEffect(() => setOrder(items ?? []), [items])
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const changed = items !== undefined && order.some((item, i) => item.id !== items[i]?.id)
  const move = (from: number, to: number) => setOrder((now) => arrayMove([...now], from, to))
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    const at = (id: unknown) => order.findIndex((item) => item.id === id)
    move(at(active.id), at(over.id))
  }
  return (
    <SideDrawer
      open={open}
      title={title}
      width={560}
      onClose={onClose}
      foot={
        <div className="yy-drawer-foot">
          <span>拖动，或用右边的箭头调整</span>
          <span className="yy-drawer-foot-acts">
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              loading={saving}
              disabled={!changed}
              onClick={() => onSave(order.map((item) => item.id))}
            >
              保存顺序
            </Button>
          </span>
        </div>
      }
    >
      {head}
      {items === undefined && <BlockBones lines={6} />}
      {items !== undefined && items.length === 0 && <Empty title="没有可以排序的内容" />}
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={order.map((item) => item.id)} strategy={verticalListSortingStrategy}>
          <ol className="yy-sort">
            {order.map((item, i) => (
              <Row key={item.id} item={item} place={i} last={i === order.length - 1} onMove={(to) => move(i, to)} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </SideDrawer>
  )
}
