// The building: which levels of place an organisation has (栋, 楼层 …) and the tree of places made of them.
import { Unsafe } from '@sinclair/typebox'
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, list, nothing, nul, obj, opt, type Static, str, type TSchema, text } from '#contract/kit/schema'

export const LocationType = options('LocationType', '区域类型', [
  ['location', '区域'],
  ['building', '栋'],
  ['unit', '单元'],
  ['floor', '楼层'],
  ['house', '室'],
])
export type LocationTypeValue = (typeof LocationType.list)[number]['value']

/** Levels an organisation may have, one of each type. */
export const LEVELS_MAX = 5

/** A name inside a path, whose parts are joined by '>'. */
export const placeText = (title: string, max: number) =>
  text(title, { max, pattern: /^[^>]*[^>\s][^>]*$/, hint: '不能只有空格，也不能含有 > 号' })

const Level = obj({
  levelId: str(),
  level: int('级次'),
  locationType: LocationType.schema,
  locationName: str('级别名称'),
  /** Places of this level; a level in use is neither moved nor deleted. */
  used: int('已建区域'),
  createTime: str(),
})
export type LevelData = Static<typeof Level>

const NewLevel = obj({
  level: opt(int('级次')),
  locationType: LocationType.schema,
  locationName: opt(placeText('级别名称', 10)),
})

const nodeFields = {
  locationId: str(),
  locationName: str('区域名称'),
  locationType: str(),
  parentId: str(),
  parentType: str(),
  level: int('级次'),
  /** 楼层: the name of its level. */
  levelName: str(),
  /** 松鹤楼>2层 */
  path: str('区域路径'),
  sort: int(),
  version: int(),
  /** Rooms and beds in it and below, of those the caller may see. */
  roomCount: int('房间数'),
  bedCount: int('床位数'),
  createTime: str(),
}

export interface LocationNode extends Static<ReturnType<typeof flatNode>> {
  /** null on leaves; last, because existing clients cut the text `,"children":null` out of the answer. */
  children: LocationNode[] | null
}

const flatNode = () => obj(nodeFields)
const nodeOf = (depth: number): TSchema =>
  obj({ ...nodeFields, children: nul(list(depth > 1 ? nodeOf(depth - 1) : flatNode())) })
const Node = Unsafe<LocationNode>(nodeOf(LEVELS_MAX))

const LocationName = placeText('区域名称', 20)

const READ = 'signedIn'
const LOCATIONS = '/ifms/web-org/locations'
const LEVELS = '/ifms/web-org/locationLevels'

export const location = noun('platform', 'location', {
  title: '区域',
  calls: {
    levels: call.get(LEVELS, {
      needs: READ,
      act: '区域级别列表',
      query: pageQuery({ pageHelper: opt(str()) }),
      data: pageOf(Level),
    }),
    addLevels: call.post(LEVELS, {
      needs: 'regionType_add',
      act: '新增区域级别',
      body: obj({ orgLocationLevelDoList: list(NewLevel, LEVELS_MAX) }),
      data: nothing(),
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
    }),
    /** The complete list in its new order; a missing row is a deletion. */
    saveLevels: call.put(LEVELS, {
      needs: 'qylxpx|delRegionType',
      act: '保存区域级别',
      body: obj({
        orgLocationLevelDoList: list(
          obj({
            levelId: opt(id('级别编号', { of: 'locationLevel' })),
            level: opt(int('级次')),
            locationType: LocationType.schema,
            locationName: opt(placeText('级别名称', 10)),
          }),
          LEVELS_MAX,
        ),
        /** The ids that the user saw, so that a level added meanwhile is not deleted unseen. */
        seen: opt(list(id('编号', { of: 'locationLevel' }), LEVELS_MAX)),
      }),
      data: nothing(),
      refuses: ['IN_USE', 'NOT_FOUND', 'CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
    types: call.get('/ifms/web-org/locationType', {
      needs: READ,
      act: '区域类型',
      query: pageQuery({ pageHelper: opt(str()) }),
      data: pageOf(obj({ id: str(), name: str() })),
    }),

    /** A tree in `list`; flat with pageHelper 1; the bare tree with pageHelper 0 or 2. */
    list: call.get(LOCATIONS, {
      needs: READ,
      act: '区域列表',
      aliases: ['/ifms/app-org/locations'],
      query: pageQuery({ pageHelper: opt(str()), locationName: opt(str('区域名称')) }),
      data: pageOf(Node),
    }),
    detail: call.get(`${LOCATIONS}/{locationId}`, {
      needs: READ,
      act: '区域详情',
      data: Node,
      refuses: ['NOT_FOUND'],
    }),
    create: call.post(LOCATIONS, {
      needs: 'regionConfig_add',
      act: '新增区域',
      body: obj({
        locationName: LocationName,
        parentType: opt(str()),
        parentId: opt(id('上级区域', { of: 'location' })),
      }),
      data: Node,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Several below one place at once: 1层 to 6层. */
    createMany: call.post(`${LOCATIONS}/batch`, {
      needs: 'regionConfig_add',
      act: '批量新增区域',
      body: obj({ parentId: opt(id('上级区域', { of: 'location' })), names: list(LocationName, 99) }),
      data: obj({ added: int() }),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'INVALID_INPUT'],
    }),
    update: call.put(LOCATIONS, {
      needs: 'regionConfig_mod',
      act: '编辑区域',
      body: obj({ locationId: id('区域', { of: 'location' }), locationName: LocationName, version: opt(int()) }),
      data: Node,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'CHANGED_MEANWHILE'],
    }),
    sort: call.put(`${LOCATIONS}/sort`, {
      needs: 'regionConfig_mod',
      act: '区域排序',
      body: obj({
        sorts: list(
          obj({ locationId: id('区域', { of: 'location' }), sort: int('顺序', { min: 0, max: 1_000_000 }) }),
          999,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    remove: call.delete(`${LOCATIONS}/{locationId}`, {
      needs: 'regionConfig_del',
      act: '删除区域',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    levels: {
      path: '/systemmanage/locationLevel',
      alias: '/regionType',
      title: '区域级别',
      tab: true,
      needs: 'platform:locationLevel:list|regionType_add|delRegionType|qylxpx',
      menu: { rail: 'setting', group: '空间与床位', order: 40 },
    },
    list: {
      path: '/systemmanage/location',
      alias: '/regionConfig',
      title: '区域配置',
      tab: true,
      needs: 'platform:location:list|regionConfig_add|regionConfig_mod|regionConfig_del',
      menu: { rail: 'setting', group: '空间与床位', order: 41 },
    },
  },
})
