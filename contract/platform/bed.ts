// Beds: in which room they stand, whether they are shown, and whether somebody has them.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { type Family, options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, list, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import { placeText } from './location.ts'
import { BATCH_MAX, PLACE_NAME_MAX } from './placeNames.ts'
import { idsText, namingParts } from './room.ts'

/** 0 is shown: this set runs against the usual direction. */
export const BedDisplay = options('BedDisplay', '是否显示', [
  [0, 'shown', '显示'],
  [1, 'hidden', '隐藏'],
])

export const BedUse = options('BedUse', '使用状态', [
  [0, 'free', ['空闲', 'green']],
  [1, 'used', ['占用', 'blue']],
])

const words = (status: BedStatusValue): [string, Family] => {
  const { label, family } = BedStatus.find(status)!
  return [label, family ?? 'grey']
}
/** The main status of a bed as everywhere (BedStatus); a hidden one has none. */
export const BedState = options('BedState', '床位状态', [
  ['free', words(BedStatus.is.free)],
  ['reserved', words(BedStatus.is.reserved)],
  ['lived', words(BedStatus.is.lived)],
  ['trial', words(BedStatus.is.trial)],
  ['away', words(BedStatus.is.away)],
  ['room', words(BedStatus.is.room)],
  ['repair', words(BedStatus.is.repair)],
  ['clean', words(BedStatus.is.clean)],
  ['hidden', ['已隐藏', 'grey', 'hollow']],
])
export type BedStateValue = (typeof BedState.list)[number]['value']
export const bedStates: Readonly<Record<BedStatusValue, BedStateValue>> = {
  [BedStatus.is.free]: 'free',
  [BedStatus.is.reserved]: 'reserved',
  [BedStatus.is.lived]: 'lived',
  [BedStatus.is.trial]: 'trial',
  [BedStatus.is.away]: 'away',
  [BedStatus.is.room]: 'room',
  [BedStatus.is.repair]: 'repair',
  [BedStatus.is.clean]: 'clean',
}

const Bed = obj({
  bedId: str(),
  bedName: str('床位名称'),
  roomId: str(),
  roomName: str('房间'),
  area: nul(str()),
  areaName: nul(str('所在区域')),
  /** 松鹤楼>2层>203室>02床 */
  bedPath: str('床位'),
  deptId: nul(str('所属部门')),
  deptName: nul(str('所属部门')),
  display: BedDisplay.schema,
  /** Somebody lives in it or has its room, as older clients ask; `state` tells all. */
  isUsed: BedUse.schema,
  state: BedState.schema,
  sort: int('顺序'),
  remark: nul(str('备注')),
  version: int(),
  createTime: str('创建时间'),
})
export type BedData = Static<typeof Bed>

const BedName = placeText('床位名称', PLACE_NAME_MAX)
/** Older consoles build it as JSON; it is stored as it comes. */
const Remark = opt(text('备注', { max: 2000 }))

const filters = {
  pageHelper: opt(str()),
  bedName: opt(str('床位名称')),
  /** Any part of the path, or first letters of its places; every word must match. */
  keyword: opt(text('关键字', { max: 60 })),
  deptId: opt(named('dept', '所属部门')),
  area: opt(str('所在区域')),
  roomId: opt(named('room', '房间')),
  /** 0 shown, 1 hidden, 3 both; without it the shown ones. */
  display: opt(int('是否显示', { min: 0, max: 3 })),
  isUsed: opt(BedUse.schema),
  state: opt(BedState.schema),
}

const BEDS = '/ifms/web-org/beds'
const OF_ORGANISATION = '/pims/web-org/organization/bed'
const READ = 'signedIn'
const { Switch, Prefix, Suffix } = namingParts

export const bed = noun('platform', 'bed', {
  title: '床位',
  calls: {
    list: call.get(BEDS, {
      needs: READ,
      act: '床位列表',
      aliases: ['/ifms/app-org/beds'],
      query: pageQuery(filters),
      data: pageOf(Bed),
    }),
    currentDept: call.get(`${BEDS}/currentDept`, {
      needs: READ,
      act: '本部门床位',
      query: pageQuery({ ...filters, deptIds: opt(named('dept', '部门')) }),
      data: pageOf(Bed),
    }),
    ofDept: call.get(`${BEDS}/{deptId}/bedDept`, {
      needs: READ,
      act: '部门床位',
      query: pageQuery({ pageHelper: opt(str()) }),
      data: pageOf(Bed),
      refuses: ['NOT_FOUND'],
    }),
    detail: call.get(`${BEDS}/{bedId}`, { needs: READ, act: '床位详情', data: Bed, refuses: ['NOT_FOUND'] }),
    create: call.post(BEDS, {
      needs: 'bedList_pims_add',
      act: '新增床位',
      body: obj({
        roomId: id('房间', { of: 'room' }),
        bedName: BedName,
        display: opt(BedDisplay.schema),
        remark: Remark,
      }),
      data: Bed,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    }),
    update: call.put(BEDS, {
      needs: 'bedList_pims_mod',
      act: '编辑床位',
      body: obj({
        bedId: id('床位', { of: 'bed' }),
        roomId: opt(id('房间', { of: 'room' })),
        bedName: BedName,
        display: opt(BedDisplay.schema),
        remark: Remark,
        version: opt(int()),
      }),
      data: Bed,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'CHANGED_MEANWHILE', 'STATE_NOT_ALLOWED'],
    }),
    remove: call.delete(`${BEDS}/{bedId}`, {
      needs: 'bedsList_pims_del',
      act: '删除床位',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    removeMany: call.delete(BEDS, {
      needs: 'bedsList_pims_del',
      act: '批量删除床位',
      body: obj({ bedIds: idsText('床位', 'bed') }),
      data: obj({ beds: int() }),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    batch: call.post(`${BEDS}/batch`, {
      needs: 'bedList_pims_more',
      act: '批量新增床位',
      body: obj({
        roomId: id('房间', { of: 'room' }),
        bedNamePro: Prefix('名称前缀'),
        bedNameEnd: Suffix('名称后缀'),
        startNumber: opt(int('起始号', { min: 0, max: BATCH_MAX })),
        bedCount: int('床位数量', { min: 1, max: BATCH_MAX }),
        digitNumber: opt(int('序号位数', { min: 0, max: PLACE_NAME_MAX })),
        setZero: Switch,
        remark: Remark,
      }),
      data: obj({ beds: int(), first: str(), last: str() }),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'INVALID_INPUT'],
    }),
    move: call.put(`${BEDS}/room`, {
      needs: 'bedList_pims_room',
      act: '床位关联房间',
      body: obj({ bedIds: idsText('床位', 'bed'), roomId: id('房间', { of: 'room' }) }),
      data: obj({ moved: int() }),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    show: call.put(`${BEDS}/display`, {
      needs: 'bedList_pims_mod',
      act: '显示或隐藏床位',
      body: obj({ bedIds: idsText('床位', 'bed'), display: BedDisplay.schema }),
      data: obj({ changed: int() }),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    sort: call.put(`${BEDS}/sort`, {
      needs: 'bedList_pims_sort',
      act: '床位排序',
      body: obj({
        sorts: list(
          obj({ bedId: id('床位', { of: 'bed' }), sort: int('顺序', { min: 0, max: 1_000_000 }) }),
          BATCH_MAX,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Every bed with its whole path: for the room map, mattresses and pickers. */
    places: call.get(OF_ORGANISATION, {
      needs: READ,
      act: '机构床位',
      query: pageQuery(filters),
      data: pageOf(Bed),
    }),
    adjust: call.put(`${OF_ORGANISATION}/{bedId}`, {
      needs: 'bedList_pims_mod',
      act: '调整床位',
      body: obj({
        bedName: opt(BedName),
        display: opt(BedDisplay.schema),
        remark: Remark,
        version: opt(int()),
      }),
      data: Bed,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'CHANGED_MEANWHILE', 'STATE_NOT_ALLOWED'],
    }),
  },
  events: {
    /** Places, rooms or beds changed: open lists and maps ask again. */
    placesChanged: event('platform.placesChanged', { needs: READ, payload: obj({ kind: str() }) }),
  },
  pages: {
    list: {
      path: '/systemmanage/bed',
      alias: '/bedsList_pims',
      title: '床位列表',
      tab: true,
      /** Shown and hidden ones. */
      ahead: { call: 'list', fixed: { display: 3 } },
      needs:
        'platform:bed:list|bedList_pims_add|bedList_pims_mod|bedsList_pims_del|bedList_pims_room|bedList_pims_more|bedList_pims_sort',
      menu: { rail: 'setting', group: '空间与床位', order: 43 },
    },
  },
})
