// Rooms: where they lie, which department has them, and how many are made at once.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import type { RecordName } from '#contract/kit/records'
import { id, int, list, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { placeText } from './location.ts'
import { BATCH_MAX, PLACE_NAME_MAX } from './placeNames.ts'

export const RoomType = options('RoomType', '房间类型', [
  [1, 'room', '房间'],
  [2, 'ward', '病房'],
  [3, 'consulting', '诊室'],
  [4, 'examination', '检查室'],
  [5, 'window', '窗口'],
])
export type RoomTypeValue = (typeof RoomType.list)[number]['value']

/** In place of an area's id: rooms that lie in none yet. */
export const NO_AREA = 'none'

const Room = obj({
  roomId: str(),
  roomName: str('房间名称'),
  roomType: RoomType.schema,
  area: nul(str('所在区域')),
  /** 松鹤楼>2层 */
  areaName: nul(str('所在区域')),
  deptId: nul(str('所属部门')),
  deptName: nul(str('所属部门')),
  bedCount: int('床位数'),
  /** Lived in, or taken with the room. */
  usedCount: int('已占用'),
  /** Of all beds: those that are hidden and counted nowhere else. */
  hiddenCount: int('隐藏'),
  sort: int('顺序'),
  version: int(),
  createTime: str('创建时间'),
})
export type RoomData = Static<typeof Room>

const RoomName = placeText('房间名称', PLACE_NAME_MAX)
const roomFields = {
  roomName: RoomName,
  area: opt(id('所在区域', { of: 'location' })),
  deptId: opt(id('所属部门', { of: 'dept' })),
  roomType: opt(RoomType.schema),
}
/** Several ids, joined by commas. */
export const idsText = (title: string, of: RecordName) =>
  text(title, { max: 400_000, pattern: /^[\w,\s-]+$/, hint: '格式不正确', of })

const Switch = opt(int('是否', { min: 0, max: 1 }))
/** 前缀 and 后缀: empty means none. */
const Prefix = (title: string) => opt(text(title, { max: 10, pattern: /^[^>]*$/, hint: '不能含有 > 号' }))
const Suffix = (title: string) => opt(text(title, { max: 4, pattern: /^[^>]*$/, hint: '不能含有 > 号' }))
export const namingParts = { Switch, Prefix, Suffix }

const filters = {
  pageHelper: opt(str()),
  roomName: opt(str('房间名称')),
  /** Name, area or first letters of the area; every word must match. */
  keyword: opt(text('关键字', { max: 60 })),
  deptId: opt(named('dept', '所属部门')),
  area: opt(str('所在区域')),
  roomType: opt(RoomType.schema),
}

const ROOMS = '/ifms/web-org/rooms'
const READ = 'signedIn'
const MIB = 1024 * 1024

export const room = noun('platform', 'room', {
  title: '房间',
  calls: {
    list: call.get(ROOMS, {
      needs: READ,
      act: '房间列表',
      aliases: ['/ifms/app-org/rooms'],
      query: pageQuery(filters),
      data: pageOf(Room),
    }),
    /** Rooms of the chosen department, or of those named. */
    currentDept: call.get(`${ROOMS}/currentDept`, {
      needs: READ,
      act: '本部门房间',
      query: pageQuery({ ...filters, deptIds: opt(named('dept', '部门')) }),
      data: pageOf(Room),
    }),
    detail: call.get(`${ROOMS}/{roomId}`, { needs: READ, act: '房间详情', data: Room, refuses: ['NOT_FOUND'] }),
    create: call.post(ROOMS, {
      needs: 'roomsList_add',
      act: '新增房间',
      body: obj(roomFields),
      data: Room,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'INVALID_INPUT'],
    }),
    update: call.put(ROOMS, {
      needs: 'roomsList_mod',
      act: '编辑房间',
      body: obj({ roomId: id('房间', { of: 'room' }), ...roomFields, version: opt(int()) }),
      data: Room,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
    remove: call.delete(`${ROOMS}/{roomId}`, {
      needs: 'roomsList_del',
      act: '删除房间',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    /** Several at once, with their free beds when asked for: a batch made by mistake is taken back. */
    removeMany: call.delete(ROOMS, {
      needs: 'roomsList_del',
      act: '批量删除房间',
      body: obj({ roomIds: idsText('房间', 'room'), withBeds: Switch }),
      data: obj({ rooms: int(), beds: int() }),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    batch: call.post(`${ROOMS}/batch`, {
      needs: 'roomsList_add',
      act: '批量新增房间',
      body: obj({
        roomNamePro: Prefix('名称前缀'),
        roomNameEnd: Suffix('名称后缀'),
        startNumber: opt(int('起始号', { min: 0, max: BATCH_MAX })),
        roomCount: int('房间数量', { min: 1, max: BATCH_MAX }),
        digitNumber: opt(int('序号位数', { min: 0, max: PLACE_NAME_MAX })),
        setZero: Switch,
        deptId: opt(id('所属部门', { of: 'dept' })),
        area: opt(id('所在区域', { of: 'location' })),
        roomType: opt(RoomType.schema),
      }),
      data: obj({ rooms: int(), first: str(), last: str() }),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'INVALID_INPUT'],
    }),
    move: call.put(`${ROOMS}/area`, {
      needs: 'relationRegion',
      act: '房间关联区域',
      body: obj({ roomIds: idsText('房间', 'room'), locationId: id('区域', { of: 'location' }) }),
      data: obj({ moved: int() }),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'INVALID_INPUT'],
      bodyLimit: MIB,
    }),
    assign: call.put(`${ROOMS}/dept`, {
      needs: 'roomsList_mod',
      act: '设置房间所属部门',
      body: obj({ roomIds: idsText('房间', 'room'), deptId: opt(id('所属部门', { of: 'dept' })) }),
      data: obj({ changed: int() }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    sort: call.put(`${ROOMS}/sort`, {
      needs: 'room_srot',
      act: '房间排序',
      body: obj({
        sorts: list(
          obj({ roomId: id('房间', { of: 'room' }), sort: int('顺序', { min: 0, max: 1_000_000 }) }),
          BATCH_MAX,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Rooms together with their beds; `roomList` names the rooms that get another number of beds. */
    batchWithBeds: call.post('/ifms/web-org/batch/room/bed', {
      needs: 'platform:roomBatch:create',
      act: '批量建房',
      body: obj({
        deptId: opt(id('所属部门', { of: 'dept' })),
        area: opt(id('所在区域', { of: 'location' })),
        roomType: opt(RoomType.schema),
        roomCount: int('房间数量', { min: 1, max: BATCH_MAX }),
        bedCount: int('每间床位数', { min: 0, max: BATCH_MAX }),
        /** Sent by existing consoles; their names show the number either way. */
        roomShow: Switch,
        roomStart: opt(int('房间起始号', { min: 0, max: BATCH_MAX })),
        roomNameLength: opt(int('房间序号位数', { min: 0, max: 4 })),
        roomNamePrefixShow: Switch,
        roomNamePrefix: Prefix('房间名称前缀'),
        roomNameEnd: Suffix('房间名称后缀'),
        bedShow: Switch,
        bedStart: opt(int('床位起始号', { min: 0, max: BATCH_MAX })),
        bedNameLength: opt(int('床位序号位数', { min: 0, max: 4 })),
        bedNamePrefixShow: Switch,
        bedNamePrefix: Prefix('床位名称前缀'),
        bedNameEnd: Suffix('床位名称后缀'),
        roomList: opt(
          list(
            obj({
              roomName: text('例外房间', { max: PLACE_NAME_MAX }),
              bedCount: int('床位数', { min: 0, max: BATCH_MAX }),
            }),
            BATCH_MAX,
          ),
        ),
      }),
      data: obj({ rooms: int(), beds: int(), first: str(), last: str() }),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
      bodyLimit: 2 * MIB,
    }),
  },
  pages: {
    list: {
      path: '/systemmanage/room',
      alias: '/roomsList',
      title: '房间列表',
      tab: true,
      needs: 'platform:room:list|roomsList_add|roomsList_mod|roomsList_del|room_srot|relationRegion',
      ahead: 'list',
      menu: { rail: 'setting', group: '空间与床位', order: 42 },
    },
    batch: {
      path: '/systemmanage/roomBatch',
      alias: '/createRoom',
      title: '批量建房',
      tab: true,
      needs: 'platform:roomBatch:open',
      menu: { rail: 'setting', group: '空间与床位', order: 44 },
    },
  },
})
