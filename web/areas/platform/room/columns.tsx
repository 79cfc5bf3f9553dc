// Columns and acts of rooms, for the list of all and for the rooms of one place.
import { bed } from '#contract/platform/bed'
import { type RoomData, RoomType, room } from '#contract/platform/room'
import { manyBeds } from '#web/areas/platform/bed/forms.part'
import { newRequestNo, send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { areaAny, areaPath } from '#web/kit/fields/place'
import { keyword, person } from '#web/kit/fields/text'
import type { BatchAction, RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { toast } from '#web/kit/toast'
import { assignRooms, editRoom, moveRooms, placesChanged } from './forms.ts'

const search = {
  field: 'keyword',
  as: keyword,
  title: '房间',
  placeholder: '房间号、楼栋、拼音首字母',
  order: 0,
} as const
const createTime = { title: '创建时间', as: datetime, sort: true, hidden: true } as const

/** Hidden beds are counted nowhere else. */
const bedsInWords = (count: number, { hiddenCount }: Pick<RoomData, 'hiddenCount'>) =>
  hiddenCount > 0 ? `${count - hiddenCount}（另隐藏 ${hiddenCount}）` : count

export const roomColumns = columns(room.calls.list, {
  roomName: { title: '房间', as: person, sort: true, search, width: 130 },
  areaName: { title: '所在区域', as: areaPath, search: { field: 'area', as: areaAny }, width: 180 },
  roomType: { title: '类型', as: RoomType, search: true, width: 90 },
  deptName: { title: '所属部门', search: { field: 'deptId', as: department }, width: 140 },
  bedCount: { title: '床位数', width: 110, cell: bedsInWords },
  usedCount: { title: '已占用', width: 80 },
  createTime,
})

/** Beside the tree, which says the area: less room, fewer fields. */
export const roomColumnsOfPlace = columns(room.calls.list, {
  roomName: { title: '房间', as: person, search, width: 104 },
  areaName: { title: '所在区域', as: areaPath, width: 124 },
  roomType: { title: '类型', as: RoomType, width: 68 },
  deptName: { title: '所属部门', search: { field: 'deptId', as: department }, width: 118 },
  bedCount: { title: '床位', width: 88, cell: bedsInWords },
  usedCount: { title: '占用', width: 56 },
  createTime,
})

/** Asks, and says what goes along. */
export async function removeRooms(rows: readonly RoomData[]): Promise<boolean> {
  const beds = rows.reduce((sum, row) => sum + row.bedCount, 0)
  const used = rows.reduce((sum, row) => sum + row.usedCount, 0)
  const title = rows.length === 1 ? `删除房间“${rows[0]!.roomName}”？` : `删除所选 ${rows.length} 间房？`
  const requestNo = newRequestNo()
  const answer = await confirmAct({
    title,
    effects: [
      beds > 0 ? `连同其中 ${beds} 张床位一起删除` : '房间里没有床位',
      used > 0 ? `有 ${used} 张床位占用中：占用的床位不能删除，整批都不会动` : '占用中的床位不能删除，整批都不会动',
      '删除后不能恢复，只能重新新增',
    ],
    verb: beds > 0 ? '删除房间和床位' : '删除房间',
    safe: '不删除',
    danger: true,
    run: (_reason, options) =>
      send(
        room.calls.removeMany,
        { roomIds: rows.map((row) => row.roomId).join(','), withBeds: beds > 0 ? 1 : 0 },
        { ...options, requestNo },
      ),
  })
  if (answer === null) return false
  toast.success(`已删除 ${rows.length} 间房${beds > 0 ? `、${beds} 张床位` : ''}`)
  placesChanged()
  return true
}

export const roomActions: readonly RowAction<RoomData>[] = [
  { title: '编辑', needs: room.calls.update.needs, form: editRoom },
  { title: '床位', onClick: (row) => openPage(bed.pages.list.path, { roomId: row.roomId, roomName: row.roomName }) },
  { title: '批量加床', needs: bed.calls.batch.needs, form: (row) => manyBeds(row) },
  { title: '移到其他区域', needs: room.calls.move.needs, form: (row) => moveRooms([row]) },
  { title: '删除', needs: room.calls.removeMany.needs, danger: true, onClick: (row) => void removeRooms([row]) },
]

export const roomBatch: readonly BatchAction<RoomData>[] = [
  {
    title: '移到区域',
    needs: room.calls.move.needs,
    onClick: (rows, list) => list.openForm(moveRooms(rows, list.clearSelection)),
  },
  {
    title: '设置部门',
    needs: room.calls.assign.needs,
    onClick: (rows, list) => list.openForm(assignRooms(rows, list.clearSelection)),
  },
  {
    title: '删除',
    needs: room.calls.removeMany.needs,
    danger: true,
    onClick: (rows, list) => void removeRooms(rows).then((done) => done && list.clearSelection()),
  },
]
