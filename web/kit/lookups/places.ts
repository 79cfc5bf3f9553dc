// Kinds of place, places, rooms and beds.
import { archive } from '#contract/live/archive'
import { bed } from '#contract/platform/bed'
import { location } from '#contract/platform/location'
import { room } from '#contract/platform/room'
import { bedSearch } from '#web/kit/bedWords'
import { mayNow } from '#web/kit/session'
import { flat, fromCall, type LookupSource } from './item.ts'
import { residents } from './residents.ts'

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

const plainBeds = fromCall({
  call: bed.calls.list,
  input: ALL,
  items: (data) => data.list,
  value: 'bedId',
  label: 'bedName',
  full: 'bedPath',
  about: 'deptName',
})

/** With whoever lies there: a nurse looks for a bed by its number or by the resident's name. */
export const beds: LookupSource = {
  ...plainBeds,
  load: async () => {
    // Whoever may not read the residents chooses by the number alone.
    const reads = mayNow(archive.calls.choices.needs)
    const [all, people] = await Promise.all([plainBeds.load(), reads ? residents.load() : []])
    const inBed = new Map(people.map((one) => [String(one.row.bedPath ?? ''), one]))
    return all.map((item) => {
      const path = item.full ?? item.label
      const resident = inBed.get(path)
      const { roomName, bedName } = item.row as { roomName: string; bedName: string }
      return {
        ...item,
        search: [bedSearch({ roomName, bedName }, path, resident?.label), resident?.search, item.search].join('\n'),
        ...(resident && { about: [resident.label, item.about].filter(Boolean).join('・') }),
      }
    })
  },
}
