// The floor maps of the positioning: pictures with a scale, the rooms on them, and where people went.

import { Type } from '@sinclair/typebox'
import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import {
  bool,
  dateTime,
  id,
  int,
  list,
  named,
  nothing,
  nul,
  num,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'

export const POSITION_NEEDS = {
  list: 'monitor:position:list',
  trail: 'monitor:position:trail',
  editMap: 'monitor:position:map',
  switch: 'monitor:position:switch',
} as const
/** Everybody who works with one of the positioning pages needs buildings and maps. */
export const POSITION_READ = `${POSITION_NEEDS.list}|monitor:rail:list|monitor:rail:edit|monitor:positionRule:list|monitor:positionRule:edit|monitor:positionRecord:list|monitor:positionDevice:list|${POSITION_NEEDS.editMap}`

/** A corner in metres from the map's upper left. */
export const Corner = Type.Tuple([
  Type.Number({ minimum: -10_000, maximum: 10_000 }),
  Type.Number({ minimum: -10_000, maximum: 10_000 }),
])
export const Polygon = Type.Array(Corner, { minItems: 3, maxItems: 60, title: '围栏形状' })

/** A room by name, so that pages say 餐厅 and not a pair of numbers. */
const Zone = obj({ name: text('区域名称', { max: 20 }), polygon: Polygon })
export type ZoneData = Static<typeof Zone>

const FloorMap = obj({
  mapId: str(),
  mapName: str('地图名称'),
  buildingId: str(),
  buildingName: str('楼栋'),
  floorId: nul(str()),
  floorName: nul(str('楼层')),
  picture: str('地图图片'),
  widthPx: int(),
  heightPx: int(),
  pxPerMetre: num('比例'),
  zones: list(obj({ name: str(), polygon: list(list(num())) })),
  sort: int('顺序'),
  /** Who was seen there last and the caller may see. */
  residents: int('老人'),
  staff: int('员工'),
  rails: int('围栏'),
  version: int(),
})
export type FloorMapData = Static<typeof FloorMap>

const MapFields = {
  mapName: text('地图名称', { max: 30 }),
  buildingId: id('楼栋', { of: 'location' }),
  floorId: opt(id('楼层', { of: 'location' })),
  /** Address of an uploaded picture. */
  picture: fileAddress('地图图片', { max: 400 }),
  pxPerMetre: num('比例', { min: 0.5, max: 2_000 }),
  zones: opt(list(Zone, 200)),
  sort: opt(int('顺序', { min: 0, max: 9_999 })),
}

const Building = obj({
  buildingId: str(),
  buildingName: str('楼栋'),
  maps: int('地图数'),
  residents: int('老人'),
  floors: list(obj({ floorId: str(), floorName: str() })),
})
export type BuildingData = Static<typeof Building>

const TrailPoint = obj({ at: num(), mapId: str(), x: num(), y: num() })
const Trail = obj({
  deviceId: str(),
  name: str(),
  points: list(TrailPoint),
  /** Alarms of this tag in that time. */
  alarms: list(obj({ recordId: str(), type: str(), typeName: str(), content: str(), at: num(), status: int() })),
  /** Seconds one point stands for; 0: every fix is there. */
  stepS: int(),
})
export type TrailData = Static<typeof Trail>

const base = '/loms/web-lo/pnt'

export const positionMap = noun('monitor', 'positionMap', {
  title: '定位地图',
  calls: {
    buildings: call.get(`${base}/building`, { needs: POSITION_READ, act: '有地图的楼栋', data: list(Building) }),
    isHas: call.get(`${base}/map/{buildingId}/isHas`, {
      needs: POSITION_READ,
      act: '楼栋是否有地图',
      data: bool(),
      refuses: ['NOT_FOUND'],
    }),
    /** One map: by its id, or the first of a building or floor. */
    one: call.get(`${base}/map/one`, {
      needs: POSITION_READ,
      act: '楼层地图',
      query: obj({
        mapId: opt(named('positionMap')),
        buildingId: opt(named('location')),
        floorId: opt(named('location')),
      }),
      data: FloorMap,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** All maps, of one building or of the house, with head counts. */
    list: call.get(`${base}/map`, {
      needs: POSITION_READ,
      act: '楼层地图列表',
      query: obj({ buildingId: opt(named('location', '楼栋')) }),
      data: list(FloorMap),
    }),
    add: call.post(`${base}/map`, {
      needs: POSITION_NEEDS.editMap,
      act: '新增楼层地图',
      body: obj(MapFields),
      data: FloorMap,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    save: call.put(`${base}/map`, {
      needs: POSITION_NEEDS.editMap,
      act: '修改楼层地图',
      body: obj({ mapId: id('地图', { of: 'positionMap' }), ...MapFields, version: opt(int()) }),
      data: FloorMap,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${base}/map/{mapId}`, {
      needs: POSITION_NEEDS.editMap,
      act: '删除楼层地图',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    /** Where a person went, at most 24 hours. */
    trail: call.get(`${base}/device/trail`, {
      needs: POSITION_NEEDS.trail,
      act: '轨迹回放',
      query: obj({
        deviceId: id('标签', { of: 'device' }),
        startTime: dateTime('开始时间'),
        endTime: dateTime('结束时间'),
      }),
      data: Trail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    userBuilding: call.get(`${base}/device/user/building`, {
      needs: POSITION_READ,
      act: '上次查看的楼栋',
      data: obj({ buildingId: nul(str()), buildingName: nul(str()) }),
    }),
    saveUserBuilding: call.post(`${base}/device/user/building`, {
      needs: POSITION_READ,
      act: '选择楼栋',
      body: obj({ buildingId: id('楼栋', { of: 'location' }) }),
      data: obj({ buildingId: nul(str()), buildingName: nul(str()) }),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    map: {
      path: '/yunmuIot/position/map',
      title: '定位地图',
      tab: true,
      needs: POSITION_NEEDS.list,
      menu: { rail: 'monitor', group: '实时', order: 1 },
    },
  },
})
