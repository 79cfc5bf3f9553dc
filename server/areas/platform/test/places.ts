// Places of a test organisation, made over the same calls that a console uses.
import type { LocationNode } from '#contract/platform/location'
import type { Envelope } from '#server/kit/test/app'
import type { House } from './house.ts'

export const ORG = '/ifms/web-org'

export const PLACE_CODES = [
  'regionType_add',
  'delRegionType',
  'qylxpx',
  'regionConfig_add',
  'regionConfig_mod',
  'regionConfig_del',
  'roomsList_add',
  'roomsList_mod',
  'roomsList_del',
  'room_srot',
  'relationRegion',
  'bedList_pims_add',
  'bedList_pims_mod',
  'bedsList_pims_del',
  'bedList_pims_room',
  'bedList_pims_more',
  'bedList_pims_sort',
  'platform:roomBatch:create',
]

export interface Builder {
  level(...types: string[]): Promise<Envelope>
  place(name: string, parentId?: string): Promise<string>
  rooms(area: string, count: number, prefix?: string, more?: Record<string, string>): Promise<string[]>
  beds(roomId: string, count: number, prefix?: string): Promise<string[]>
}

export function builder(house: House, token: string): Builder {
  const made = <T>(answer: Envelope<T>): T => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.desc}`)
    return answer.data
  }
  return {
    level: (...types) =>
      house.ask('POST', `${ORG}/locationLevels`, {
        token,
        body: { orgLocationLevelDoList: types.map((locationType, i) => ({ level: i + 1, locationType })) },
      }),
    place: async (locationName, parentId = '') =>
      made(
        await house.ask<LocationNode>('POST', `${ORG}/locations`, {
          token,
          body: { locationName, parentType: '', parentId },
        }),
      ).locationId,
    rooms: async (area, count, prefix = '', more = {}) => {
      made(
        await house.ask('POST', `${ORG}/rooms/batch`, {
          token,
          form: {
            roomNamePro: prefix,
            roomCount: String(count),
            digitNumber: '2',
            setZero: '1',
            area,
            roomType: '1',
            ...more,
          },
        }),
      )
      const rows = await house.ask<{ roomId: string }[]>('GET', `${ORG}/rooms`, {
        token,
        query: { area, pageHelper: '2' },
      })
      return rows.data.map((row) => row.roomId)
    },
    beds: async (roomId, count, prefix = '') => {
      made(
        await house.ask('POST', `${ORG}/beds/batch`, {
          token,
          form: { bedNamePro: prefix, bedCount: String(count), digitNumber: '2', setZero: '1', roomId, remark: '' },
        }),
      )
      const rows = await house.ask<{ bedId: string }[]>('GET', `${ORG}/beds`, {
        token,
        query: { roomId, pageHelper: '0', display: '3' },
      })
      return rows.data.map((row) => row.bedId)
    },
  }
}
