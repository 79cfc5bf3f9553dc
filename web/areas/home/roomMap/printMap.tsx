// The map on paper: floor by floor, what is filtered as it is on the screen.

import { BedStatus } from '#contract/live/bedStatus'
import { ResidentSex } from '#contract/live/resident'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import type { BedAt } from './layout.ts'
import { cellWords, type StatusNames } from './words.ts'

interface PrintRequest {
  beds: readonly BedAt[]
  names: StatusNames
  /** 松鹤楼, or all buildings. */
  where: string
  /** The filter in words; empty: none. */
  filter: string
  today: string
}

export async function printMap({ beds, names, where, filter, today }: PrintRequest): Promise<void> {
  const user = useSession.getState().user
  const now = Date.now()
  const columns: SheetColumn<BedAt>[] = [
    {
      key: 'floor',
      title: '楼层',
      width: 15,
      text: ({ room }) => [room.buildingName, room.floorName].filter(Boolean).join(' '),
    },
    { key: 'bed', title: '床位', width: 13, whole: true, text: ({ room, bed }) => `${room.roomName} ${bed.bedName}` },
    { key: 'status', title: '状态', width: 10, text: ({ bed }) => names[bed.status] },
    {
      key: 'name',
      title: '老人',
      width: 12,
      text: ({ bed }) => bed.occupant?.oldmanName ?? bed.holder?.oldmanName ?? '',
    },
    {
      key: 'about',
      title: '性别年龄',
      width: 9,
      whole: true,
      text: ({ bed }) => (bed.occupant ? `${ResidentSex.label(bed.occupant.sex)} ${bed.occupant.age}` : ''),
    },
    { key: 'level', title: '护理等级', width: 17, text: ({ bed }) => bed.occupant?.levelName ?? '' },
    {
      key: 'note',
      title: '说明',
      text: ({ bed }) => {
        const { second, marks } = cellWords(bed, names, now, today)
        const notes = marks.map((mark) => mark.title)
        return [bed.status === BedStatus.is.lived ? '' : second, notes.join('、')].filter(Boolean).join('；')
      },
    },
  ]
  await printSheet({
    title: `房态表 ${where}`,
    paper: 'A4',
    render: () => (
      <div className="dense">
        <Sheet
          org={user?.orgInfo.orgName ?? ''}
          title="房态表"
          sub={`${where}${filter && `　${filter}`}　共 ${beds.length} 张床位`}
          signatures={[{ label: '打印人', name: user?.empInfo.empName ?? '' }, { label: '审核' }]}
        >
          <SheetTable columns={columns} rows={beds} />
        </Sheet>
      </div>
    ),
  })
}
