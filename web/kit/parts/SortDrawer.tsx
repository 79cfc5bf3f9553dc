// An order made by hand, changed in a drawer and saved as a whole.
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Empty } from '#web/kit/parts/Empty'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { type SortItem, SortList } from './SortList.tsx'

export type { SortItem } from './SortList.tsx'

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
  const changed = items !== undefined && order.some((item, i) => item.id !== items[i]?.id)
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
      <SortList items={order} onOrder={setOrder} />
    </SideDrawer>
  )
}
