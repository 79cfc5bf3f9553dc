// Kinds of place, places, rooms and beds.
import { bed } from '#contract/platform/bed'
import { location } from '#contract/platform/location'
import { room } from '#contract/platform/room'
import { flat, fromCall } from './item.ts'

const ALL = { page: 1, size: 999_999 }

export const locationTypes = fromCall({
  call: location.calls.types,
  input: ALL,
  items: (data) => data.list,
  value: 'id',
  label: 'name',
})

export const locations = fromCall({
  call: location.calls.list,
  items: (data) => flat(data.list),
  value: 'locationId',
  label: 'locationName',
  parent: 'parentId',
  full: 'path',
})

export const rooms = fromCall({
  call: room.calls.list,
  input: ALL,
  items: (data) => data.list.map((row) => ({ ...row, path: [row.areaName, row.roomName].filter(Boolean).join('>') })),
  value: 'roomId',
  label: 'roomName',
  full: 'path',
  about: 'deptName',
})

export const beds = fromCall({
  call: bed.calls.list,
  input: ALL,
  items: (data) => data.list,
  value: 'bedId',
  label: 'bedName',
  full: 'bedPath',
  about: 'deptName',
})
