// Handlers of the room map.
import { roomMap } from '#contract/home/roomMap'
import { BedStatus } from '#contract/live/bedStatus'
import { implement } from '#server/kit/implement'
import { easyBeds, roomsOfMap } from './roomMapBeds.ts'
import { buildingsOfMap } from './roomMapBuildings.ts'
import { cardOfBed } from './roomMapCard.ts'
import { checkOne, readConfig, resetAll, resetOne, saveConfig } from './roomMapConfig.ts'
import { markBed, unmarkBed } from './roomMapMark.ts'

type EasyRoom = Omit<Awaited<ReturnType<typeof easyBeds>>[number], 'bedId' | 'bedName' | 'status'> & {
  beds: { bedId: string; bedName: string; status: (typeof BedStatus.list)[number]['value']; statusName: string }[]
}

export default implement(roomMap, {
  buildings: (_, who) => buildingsOfMap(who),
  bedInfos: (q, who) => roomsOfMap(who, q),
  card: ({ bedId }, who) => cardOfBed(who, bedId),
  easyRooms: async (q, who) => {
    const rooms: EasyRoom[] = []
    for (const { bedId, bedName, status, ...of } of await easyBeds(who, q)) {
      let room = rooms.at(-1)
      if (room?.roomId !== of.roomId) {
        room = { ...of, beds: [] }
        rooms.push(room)
      }
      room.beds.push({ bedId, bedName, status, statusName: BedStatus.label(status) })
    }
    return rooms
  },
  mark: async (input, who) => {
    await who.tx((tx) => markBed(tx, who, input))
    return null
  },
  unmark: async ({ statusId, remark }, who) => {
    await who.tx((tx) => unmarkBed(tx, who, statusId, remark ?? null))
    return null
  },
  config: (_, who) => readConfig(who.app.pool, who.orgId),
  saveConfig: ({ items }, who) => who.tx((tx) => saveConfig(tx, items)),
  resetConfig: async ({ id }, who) => {
    await who.tx((tx) => resetOne(tx, id))
    return null
  },
  resetAll: async (_, who) => {
    await who.tx((tx) => resetAll(tx))
    return null
  },
  checkConfig: ({ type }, who) => checkOne(who.app.pool, who.orgId, type),
})
