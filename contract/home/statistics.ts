// Figures of the house for screens and other clients: beds, rooms, devices and people, inside the reader's departments.
// They name nobody.
import { call, noun } from '#contract/kit/call'
import { int, list, num, obj, str } from '#contract/kit/schema'
import { BedStatus } from '#contract/live/bedStatus'

const BASE = '/pims/web-org/index'

export const statistics = noun('home', 'statistics', {
  title: '床位统计',
  calls: {
    bed: call.get(`${BASE}/statistics/bed`, {
      needs: 'signedIn',
      act: '床位统计',
      data: obj({
        total: int('床位总数'),
        /** Somebody lives in it, or the room is taken whole. */
        used: int('在用'),
        free: int('空闲'),
        /** Per cent of all beds, one decimal. */
        usedRate: num('使用率'),
        list: list(obj({ status: BedStatus.schema, name: str(), count: int() })),
      }),
    }),
    room: call.get(`${BASE}/statistics/room`, {
      needs: 'signedIn',
      act: '房间统计',
      data: obj({
        /** Rooms that have beds. */
        total: int('房间总数'),
        full: int('住满'),
        partly: int('部分空闲'),
        empty: int('全空'),
        /** No bed of it can be given out. */
        closed: int('停用'),
        list: list(obj({ buildingName: str('楼栋'), rooms: int(), beds: int(), used: int(), free: int() })),
      }),
    }),
    device: call.get(`${BASE}/statistics/device`, {
      needs: 'signedIn',
      act: '设备统计',
      data: obj({
        total: int('设备总数'),
        online: int('在线'),
        offline: int('离线'),
        list: list(
          obj({
            kind: str(),
            name: str('设备'),
            total: int(),
            online: int(),
            offline: int(),
            inBed: int(),
            outOfBed: int(),
          }),
        ),
      }),
    }),
    live: call.get(`${BASE}/live/count`, {
      needs: 'signedIn',
      act: '在住人数',
      data: obj({
        /** In residence and in trial. */
        inHouse: int('在住'),
        formal: int('入住中'),
        trial: int('试住'),
        reserved: int('已预订'),
        waiting: int('待入住'),
        outNow: int('外出'),
        outLate: int('逾期未归'),
        checkInToday: int('今日入住'),
        checkOutToday: int('今日退住'),
      }),
    }),
  },
})
