import { ArrowDownUp, LayoutGrid, ListPlus } from 'lucide-react'
import { useState } from 'react'
import { bed } from '#contract/platform/bed'
import { room } from '#contract/platform/room'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { manyRooms } from './batchForm.part.tsx'
import { roomActions, roomBatch, roomColumns } from './columns.tsx'
import { newRoom } from './forms.ts'
import { RoomSort } from './sort.part.tsx'

const refreshOn = [bed.events.placesChanged]

export default function Rooms() {
  const may = useMay()
  const [sorting, setSorting] = useState(false)
  return (
    <ListPage
      call={room.calls.list}
      columns={roomColumns}
      rowKey="roomId"
      title="房间"
      unit="间"
      create={newRoom()}
      actions={roomActions}
      batch={roomBatch}
      refreshOn={refreshOn}
      heading={(row) => row.roomName}
      tools={[
        {
          title: '批量新增',
          icon: <ListPlus size={15} aria-hidden />,
          needs: room.calls.batch.needs,
          onClick: (list) => list.openForm(manyRooms()),
        },
        {
          title: '批量建房',
          icon: <LayoutGrid size={15} aria-hidden />,
          needs: room.calls.batchWithBeds.needs,
          onClick: () => openPage(room.pages.batch.path),
        },
        {
          title: '排序',
          icon: <ArrowDownUp size={15} aria-hidden />,
          needs: room.calls.sort.needs,
          onClick: () => setSorting(true),
        },
      ]}
      empty={{
        title: '还没有房间',
        text: may(room.calls.batchWithBeds.needs)
          ? '用“批量建房”一次建好一层楼的房间和床位，或逐间新增。'
          : '请联系管理员建立房间，并把房间分给您的部门。',
      }}
    >
      <RoomSort open={sorting} onClose={() => setSorting(false)} />
    </ListPage>
  )
}
