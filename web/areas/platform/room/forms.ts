// Forms of rooms: one, several by number, to another area, to another department.
import { bed } from '#contract/platform/bed'
import { location } from '#contract/platform/location'
import { type RoomData, RoomType, room } from '#contract/platform/room'
import { send } from '#web/kit/call'
import { department } from '#web/kit/fields/department'
import { areaLeaf } from '#web/kit/fields/place'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import { invalidate } from '#web/kit/query'

/** A room changes what places and beds show as well. */
export const placeNouns = [location, room, bed]
export const placesChanged = () => void invalidate(...placeNouns)

const needArea = (value: string | null | undefined) => (value ? null : '请选择所在区域')

const areaField = { as: areaLeaf, check: needArea, hint: '必选，房间放在最末一级区域' } as const
const deptField = { as: department, hint: '只有该部门的员工看得到；不选则全院可见' } as const

export const newRoom = (area?: string | null): FormRequest =>
  formOf(room.calls.create, {
    title: '新增房间',
    initial: { roomType: RoomType.is.room, ...(area && { area }) },
    fields: {
      roomName: { placeholder: '如 201 或 201室' },
      roomType: { as: RoomType },
      area: areaField,
      deptId: deptField,
    },
    touches: placeNouns,
    done: '房间已新增',
  })

const valuesOf = ({ roomName, roomType, area, deptId }: RoomData) => ({ roomName, roomType, area, deptId })

export const editRoom = (row: RoomData): FormRequest =>
  formOf(room.calls.update, {
    title: '编辑房间',
    about: [row.areaName?.replaceAll('>', ' › '), row.roomName].filter(Boolean).join(' › '),
    initial: valuesOf(row),
    also: { roomId: row.roomId, version: row.version },
    fields: { roomName: {}, roomType: { as: RoomType }, area: areaField, deptId: deptField },
    reload: async () => {
      const now = await send(room.calls.detail, { roomId: row.roomId })
      return { values: valuesOf(now), also: { version: now.version } }
    },
    touches: placeNouns,
  })

const idsOf = (rows: readonly RoomData[]) => rows.map((row) => row.roomId).join(',')
const aboutOf = (rows: readonly RoomData[]) =>
  rows.length <= 3 ? rows.map((row) => row.roomName).join('、') : `${rows[0]!.roomName} 等 ${rows.length} 间`

export const moveRooms = (rows: readonly RoomData[], onDone?: () => void): FormRequest =>
  formOf(room.calls.move, {
    title: '移到其他区域',
    verb: '移动房间',
    about: aboutOf(rows),
    columns: 1,
    also: { roomIds: idsOf(rows) },
    fields: { locationId: { title: '移到', as: areaLeaf, hint: '房间连同床位和在住老人一起归到新的区域' } },
    draft: false,
    touches: placeNouns,
    done: `已移动 ${rows.length} 间房`,
    ...(onDone && { onDone }),
  })

export const assignRooms = (rows: readonly RoomData[], onDone?: () => void): FormRequest =>
  formOf(room.calls.assign, {
    title: '设置所属部门',
    verb: '保存部门',
    about: aboutOf(rows),
    columns: 1,
    also: { roomIds: idsOf(rows) },
    fields: { deptId: { as: department, hint: '只有该部门的员工看得到这些房间和床位；不选则全院可见' } },
    draft: false,
    touches: placeNouns,
    done: `已设置 ${rows.length} 间房的部门`,
    ...(onDone && { onDone }),
  })
