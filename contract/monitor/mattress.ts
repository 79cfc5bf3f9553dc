// Smart mattresses: whose bed has one.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { int, list, merge, named, nul, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'

const MattressResident = merge(
  ResidentMarks,
  obj({
    bedId: str(),
    bedPath: str('床位'),
    deviceId: str(),
    deviceNo: str('设备编号'),
    /** 1 online, 0 offline */
    online: int('在线'),
    /** 1 in bed, 0 out of bed, null: no reading */
    inBed: nul(int('在床')),
  }),
)
export type MattressResidentData = Static<typeof MattressResident>

/** What a mattress says now; sent at most once a second for those that changed. */
export const Tile = obj({
  deviceId: str(),
  /** 1 online, 0 offline */
  online: int(),
  /** 1 in bed, 0 out of bed, null: no reading yet */
  inBed: nul(int()),
  /** null: no reading (just lain down, moving, out of bed) */
  heart: nul(int()),
  breath: nul(int()),
  /** 0 none, 1 small, 2 large */
  move: nul(int()),
  wet: nul(int()),
  /** Milliseconds since 1970: of the reading, and since when in or out of bed. */
  at: num(),
  since: nul(num()),
  /** Kinds of rule (HEART …) whose condition holds but whose time is not up: 观察. */
  watching: list(str()),
})
export type TileData = Static<typeof Tile>

/** Where a tag is now. */
export const Dot = obj({
  deviceId: str(),
  mapId: nul(str()),
  /** Metres from the map's upper left corner. */
  x: nul(num()),
  y: nul(num()),
  at: num(),
  battery: nul(int()),
  /** 1 online, 0 offline */
  online: int(),
})
export type DotData = Static<typeof Dot>

export const mattress = noun('monitor', 'mattress', {
  title: '智能床垫',
  calls: {
    /** Residents whose bed has a mattress, as lists to choose from name them. */
    residents: call.get('/pims/web-org/mattress/oldman', {
      needs: 'signedIn',
      act: '有床垫的老人',
      query: pageQuery({ oldmanName: opt(str('老人')), deptId: opt(named('dept', '部门')) }),
      data: pageOf(MattressResident),
    }),
  },
  events: {
    tiles: event('monitor.tiles', {
      needs: 'monitor:alarm:list|monitor:mattress:list|monitor:wall:list',
      payload: obj({ tiles: list(Tile) }),
      display: true,
      watched: true,
    }),
    dots: event('monitor.dots', {
      needs: 'monitor:position:list|monitor:alarm:list',
      payload: obj({ dots: list(Dot) }),
      watched: true,
    }),
  },
})
