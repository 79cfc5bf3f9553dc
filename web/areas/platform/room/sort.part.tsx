import { useMemo, useState } from 'react'
import { room } from '#contract/platform/room'
import { Refused } from '#web/areas/platform/location/refused.part'
import { areaLeaf } from '#web/kit/fields/place'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './naming.css'

interface RoomSortProps {
  open: boolean
  /** The place that is looked at. */
  start?: string | null
  onClose(): void
}

/** Rooms of one area in the order of the corridor. */
export function RoomSort({ open, start = null, onClose }: RoomSortProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const area = chosen ?? start
  const rooms = useCall(room.calls.list, open && area ? { area, page: 1, size: 9999 } : null)
  const act = useAct(room.calls.sort, {
    onDone: () => {
      toast.success('房间顺序已保存')
      onClose()
    },
  })
  const items = useMemo(
    () => (area ? rooms.data?.list.map((row) => ({ id: row.roomId, title: row.roomName, note: row.deptName })) : []),
    [area, rooms.data],
  )
  return (
    <SortDrawer
      open={open}
      title="房间排序"
      items={items}
      saving={act.running}
      head={
        <>
          <div className="yy-sort-head yy-below-12 yy-row yy-gap-12">
            <span>区域</span>
            {areaLeaf.input({ value: area, onChange: setChosen, placeholder: '先选一个区域', 'aria-label': '区域' })}
          </div>
          <Refused error={act.error} />
        </>
      }
      onSave={(ids) => void act.run({ sorts: ids.map((roomId, i) => ({ roomId, sort: i + 1 })) })}
      onClose={onClose}
    />
  )
}
