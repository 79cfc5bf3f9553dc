// Forms of beds: one, several by number, into another room.
import { type BedData, BedDisplay, BedUse, bed } from '#contract/platform/bed'
import type { RoomData } from '#contract/platform/room'
import { placeNouns } from '#web/areas/platform/room/forms'
import { NamingResult } from '#web/areas/platform/room/naming.part'
import { ZeroFill } from '#web/areas/platform/room/zeroFill'
import { send } from '#web/kit/call'
import { radioOf, switchOf } from '#web/kit/fields/option'
import { pathText, roomPick } from '#web/kit/fields/place'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { useCall } from '#web/kit/query'

interface KnownRoom {
  roomId: string
  roomName: string
  areaName: string | null
}

const labelOf = (row: KnownRoom) => pathText([row.areaName, row.roomName].filter(Boolean).join('>'))
const knownRoom = (row: KnownRoom | null) => (row ? { known: [{ value: row.roomId, label: labelOf(row) }] } : {})

const shownField = { as: switchOf(BedDisplay, 0), hint: '隐藏的床位不出现在房态图和选床里' } as const

export const newBed = (row: KnownRoom | null = null): FormRequest =>
  formOf(bed.calls.create, {
    title: '新增床位',
    initial: { display: BedDisplay.is.shown, ...(row && { roomId: row.roomId }) },
    fields: {
      roomId: { as: roomPick, wide: true, props: knownRoom(row) },
      bedName: { placeholder: '如 01 或 01床' },
      display: shownField,
      remark: { as: longText, wide: true },
    },
    touches: placeNouns,
    done: '床位已新增',
  })

const valuesOf = ({ roomId, bedName, display, remark }: BedData) => ({ roomId, bedName, display, remark })

export const editBed = (row: BedData): FormRequest =>
  editOf(bed.calls.update, row, {
    title: '编辑床位',
    about: pathText(row.bedPath),
    fields: {
      bedName: {},
      display: { ...shownField, disabled: row.isUsed === BedUse.is.used },
      roomId: {
        as: roomPick,
        wide: true,
        props: knownRoom(row),
        disabled: row.isUsed === BedUse.is.used,
        ...(row.isUsed === BedUse.is.used && { hint: '床位占用中，不能换房间；请在“居住管理”里调床' }),
      },
      remark: { as: longText, wide: true },
    },
    values: valuesOf,
    also: (one) => ({ bedId: one.bedId, version: one.version }),
    again: () => send(bed.calls.detail, { bedId: row.bedId }),
    touches: placeNouns,
  })

interface BatchValues {
  roomId?: string | null
  bedNamePro?: string | null
  bedNameEnd?: string | null
  startNumber?: number | null
  bedCount?: number | null
  digitNumber?: number | null
  setZero?: number | null
}

function Result({ values }: { values: BatchValues }) {
  const { roomId } = values
  const beds = useCall(bed.calls.list, roomId ? { roomId, display: 3, page: 1, size: 9999 } : null, { silent: true })
  return (
    <NamingResult
      noun="床位"
      unit="张"
      plan={{
        prefix: values.bedNamePro,
        suffix: values.bedNameEnd,
        start: values.startNumber,
        count: values.bedCount ?? 0,
        digits: values.setZero === 1 ? values.digitNumber : 0,
      }}
      existing={beds.data?.list.map((one) => one.bedName)}
    />
  )
}

export const manyBeds = (row: RoomData | KnownRoom | null = null): FormRequest =>
  formOf(bed.calls.batch, {
    title: '批量新增床位',
    verb: '新增床位',
    width: 720,
    initial: {
      setZero: 1,
      digitNumber: 2,
      startNumber: row && 'bedCount' in row ? row.bedCount + 1 : 1,
      ...(row && { roomId: row.roomId }),
    },
    fields: {
      roomId: { as: roomPick, wide: true, props: knownRoom(row) },
      bedNamePro: { placeholder: '可不填' },
      bedNameEnd: { placeholder: '如 床，可不填' },
      startNumber: {},
      bedCount: { props: { unit: '张' } },
      setZero: { title: '不足位数补零', as: radioOf(ZeroFill) },
      digitNumber: { when: (values) => values.setZero === 1, props: { unit: '位' } },
    },
    result: (values: Values) => <Result values={values as BatchValues} />,
    touches: placeNouns,
    done: '床位已新增',
  })

export const moveBeds = (rows: readonly BedData[], onDone?: () => void): FormRequest =>
  formOf(bed.calls.move, {
    title: '移到其他房间',
    verb: '移动床位',
    about: rows.length === 1 ? pathText(rows[0]!.bedPath) : `${rows.length} 张床位`,
    columns: 1,
    also: { bedIds: rows.map((row) => row.bedId).join(',') },
    fields: { roomId: { title: '移到', as: roomPick, hint: '占用中的床位不能移动，请在“居住管理”里调床' } },
    draft: false,
    touches: placeNouns,
    done: `已移动 ${rows.length} 张床位`,
    ...(onDone && { onDone }),
  })
