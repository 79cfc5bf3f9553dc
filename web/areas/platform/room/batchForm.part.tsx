import { RoomType, type RoomTypeValue, room } from '#contract/platform/room'
import { department } from '#web/kit/fields/department'
import { radioOf } from '#web/kit/fields/option'
import { areaLeaf } from '#web/kit/fields/place'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { useCall } from '#web/kit/query'
import { placeNouns } from './forms.ts'
import { NamingResult } from './naming.part.tsx'
import { ZeroFill } from './zeroFill.ts'

interface BatchValues {
  roomNamePro?: string | null
  roomNameEnd?: string | null
  startNumber?: number | null
  roomCount?: number | null
  digitNumber?: number | null
  setZero?: number | null
  area?: string | null
  roomType?: RoomTypeValue | null
}

function Result({ values }: { values: BatchValues }) {
  const { area } = values
  const rooms = useCall(room.calls.list, area ? { area, page: 1, size: 9999 } : null, { silent: true })
  return (
    <NamingResult
      noun="房间"
      unit="间"
      plan={{
        prefix: values.roomNamePro,
        suffix: values.roomNameEnd,
        start: values.startNumber,
        count: values.roomCount ?? 0,
        digits: values.setZero === 1 ? values.digitNumber : 0,
      }}
      existing={rooms.data?.list.map((row) => row.roomName)}
    />
  )
}

/** Rooms of one area by number, without beds; 批量建房 makes both. */
export const manyRooms = (area?: string | null): FormRequest =>
  formOf(room.calls.batch, {
    title: '批量新增房间',
    verb: '新增房间',
    width: 720,
    initial: { roomType: RoomType.is.room, setZero: 1, digitNumber: 2, startNumber: 1, ...(area && { area }) },
    fields: {
      area: { as: areaLeaf, check: (value) => (value ? null : '请选择所在区域'), hint: '必选，最末一级区域' },
      deptId: { as: department, hint: '不选则全院可见' },
      roomNamePro: { placeholder: '如 2，则 201、202 …' },
      roomNameEnd: { placeholder: '如 室，可不填' },
      startNumber: {},
      roomCount: { props: { unit: '间' } },
      setZero: { title: '不足位数补零', as: radioOf(ZeroFill) },
      digitNumber: { when: (values) => values.setZero === 1, props: { unit: '位' } },
      roomType: { as: RoomType },
    },
    result: (values: Values) => <Result values={values as BatchValues} />,
    touches: placeNouns,
    done: '房间已新增',
  })
