import { useMemo, useState } from 'react'
import { BedState, bed } from '#contract/platform/bed'
import { Refused } from '#web/areas/platform/location/refused.part'
import { roomPick } from '#web/kit/fields/place'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import '#web/areas/platform/room/naming.css'

interface BedSortProps {
  open: boolean
  start?: { value: string; label: string } | null
  onClose(): void
}

/** Beds of one room in the order they stand. */
export function BedSort({ open, start = null, onClose }: BedSortProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const roomId = chosen ?? start?.value ?? null
  const beds = useCall(bed.calls.list, open && roomId ? { roomId, display: 3, page: 1, size: 9999 } : null)
  const act = useAct(bed.calls.sort, {
    onDone: () => {
      toast.success('床位顺序已保存')
      onClose()
    },
  })
  const items = useMemo(
    () =>
      roomId
        ? beds.data?.list.map((row) => ({ id: row.bedId, title: row.bedName, note: BedState.label(row.state) }))
        : [],
    [roomId, beds.data],
  )
  const picker = { value: roomId, onChange: setChosen, 'aria-label': '房间', ...(start && { known: [start] }) }
  return (
    <SortDrawer
      open={open}
      title="床位排序"
      items={items}
      saving={act.running}
      head={
        <>
          <div className="yy-sort-head yy-below-12 yy-row yy-gap-12">
            <span>房间</span>
            {roomPick.input(picker)}
          </div>
          <Refused error={act.error} />
        </>
      }
      onSave={(ids) => void act.run({ sorts: ids.map((bedId, i) => ({ bedId, sort: i + 1 })) })}
      onClose={onClose}
    />
  )
}
