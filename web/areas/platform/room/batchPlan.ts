// A batch of rooms and beds while it is being planned: its names, its exceptions, what it sends.

import type { InputOf } from '#contract/kit/call'
import { BATCH_MAX, type NamePlan, placeName, placeNames, planProblem } from '#contract/platform/placeNames'
import type { room } from '#contract/platform/room'
import { RoomType } from '#contract/platform/room'

export type BatchInput = InputOf<typeof room.calls.batchWithBeds>

/** What the two forms hold; everything may still be missing. */
export type BatchValues = Partial<Omit<BatchInput, 'roomList'>>

export interface PlannedRoom {
  name: string
  beds: number
  /** Another number of beds than the rest. */
  different: boolean
  exists: boolean
}

export interface BatchPlan {
  rooms: PlannedRoom[]
  bedTotal: number
  roomNames: NamePlan
  bedNames(count: number): NamePlan
  exceptions: { roomName: string; bedCount: number }[]
  existing: string[]
  /** What keeps it from being saved, in words. */
  problem: string | null
}

export const startValues: BatchValues = {
  roomType: RoomType.is.room,
  roomStart: 1,
  roomNameLength: 2,
  roomNameEnd: '室',
  bedCount: 2,
  bedStart: 1,
  bedNameLength: 2,
  bedNameEnd: '床',
}

const whole = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null

/** null while a number is missing or out of range: the form says which. */
export function planOf(
  values: BatchValues,
  changed: Readonly<Record<string, number>>,
  existing: readonly string[],
): BatchPlan | null {
  const count = whole(values.roomCount, 1, BATCH_MAX)
  const usual = whole(values.bedCount, 0, BATCH_MAX)
  if (count === null || usual === null) return null
  const roomNames: NamePlan = {
    prefix: values.roomNamePrefix,
    suffix: values.roomNameEnd,
    start: values.roomStart,
    count,
    digits: values.roomNameLength,
  }
  const bedNames = (beds: number): NamePlan => ({
    prefix: values.bedNamePrefix,
    suffix: values.bedNameEnd,
    start: values.bedStart,
    count: beds,
    digits: values.bedNameLength,
  })
  const known = new Set(existing)
  const rooms = placeNames(roomNames).map((name): PlannedRoom => {
    const beds = changed[name] ?? usual
    return { name, beds, different: beds !== usual, exists: known.has(name) }
  })
  const bedTotal = rooms.reduce((sum, one) => sum + one.beds, 0)
  const taken = rooms.filter((one) => one.exists).map((one) => one.name)
  const most = Math.max(...rooms.map((one) => one.beds))
  const problem =
    planProblem(roomNames, '房间') ??
    planProblem(bedNames(most), '床位') ??
    (bedTotal > BATCH_MAX ? `共 ${bedTotal} 张床位，一次最多建 ${BATCH_MAX} 张，请分几次建` : null) ??
    (taken.length > 0 ? `该区域已有 ${taken.length} 间同名房间，请改前缀或起始号` : null)
  return {
    rooms,
    bedTotal,
    roomNames,
    bedNames,
    exceptions: rooms.filter((one) => one.different).map((one) => ({ roomName: one.name, bedCount: one.beds })),
    existing: taken,
    problem,
  }
}

/** 01床、02床 … */
export function bedsInWords(plan: BatchPlan, count: number): string {
  if (count === 0) return '没有床位'
  const names = plan.bedNames(count)
  const at = (i: number) => placeName(names, i)
  return count <= 4 ? placeNames(names).join('、') : `${at(0)}、${at(1)} … ${at(count - 1)}`
}
