// The room map: every bed of the house with its status, who has it and what may be done with it now. The map itself
// carries what a cell draws; the card of one bed is asked for when somebody looks at it.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fenSchema } from '#contract/kit/money'
import { phoneNo } from '#contract/kit/privacy'
import { bool, date, id, int, list, merge, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import { ResidentMarks, ResidentNote, ResidentSex } from '#contract/live/resident'

const NEEDS = {
  list: 'home:roomMap:list',
  mark: 'home:roomMap:mark',
  config: 'home:roomMap:config',
} as const

/** Beds per status; every status is there. */
const Counts = list(obj({ status: BedStatus.schema, count: int() }))

const Floor = obj({
  /** The place its rooms lie in; null: rooms that lie nowhere. */
  floorId: nul(str()),
  /** Its name below the building: 2层, 东单元 2层. */
  floorName: str('楼层'),
  rooms: int('房间'),
  beds: int('床位'),
  counts: Counts,
  /** The care group of the floor and its nurses; null where its rooms belong to several. */
  deptName: nul(str('护理组')),
  nurses: list(str()),
  /** Rooms without a bed: 医务室, 护理站. */
  otherRooms: list(str()),
})
export type MapFloorData = Static<typeof Floor>

const Building = obj({
  buildingId: nul(str()),
  buildingName: str('楼栋'),
  rooms: int('房间'),
  beds: int('床位'),
  counts: Counts,
  floors: list(Floor),
})
export type MapBuildingData = Static<typeof Building>

/** Who lives in a bed, as far as a cell says it. */
const Occupant = obj({
  oldmanId: str(),
  oldmanName: str('姓名'),
  sex: ResidentSex.schema,
  age: int('年龄'),
  attention: list(ResidentNote.schema),
  /** Readings of the name, for the search. */
  initials: str(),
  pinyin: str(),
  levelName: nul(str('护理等级')),
  owedFen: fenSchema('欠费'),
  trialEnd: nul(str('试住到期')),
  /** Away now: since when, until when, and why. */
  outSince: nul(str('外出时间')),
  outReturn: nul(str('预计返回')),
  outHospital: bool('住院'),
})
export type MapOccupantData = Static<typeof Occupant>

/** Who keeps a bed without lying in it. The name is null where the resident lies outside the reader's departments. */
const Holder = obj({
  oldmanId: nul(str()),
  oldmanName: nul(str()),
  initials: str(),
  pinyin: str(),
  /** A reservation: when they come, and how long it is kept. A planned move: from which day. */
  day: nul(str()),
  expireDate: nul(str()),
  /** A room taken whole: 203室 01床, where they lie. */
  place: nul(str()),
})
export type MapHolderData = Static<typeof Holder>

const Mark = obj({ mark: int(), reason: nul(str('原因')), until: nul(str('预计恢复')), since: str() })

const Bed = obj({
  bedId: str(),
  bedName: str('床位'),
  status: BedStatus.schema,
  /** Null in a bed that is lived in: the resident lies outside the reader's departments. */
  occupant: nul(Occupant),
  /** Of the statuses 1 and 5. */
  holder: nul(Holder),
  /** Somebody comes into it on a day to come. */
  next: nul(Holder),
  mark: nul(Mark),
  /** What an open alarm says. */
  alarm: nul(str('告警')),
})
export type MapBedData = Static<typeof Bed>

const Room = obj({
  roomId: str(),
  roomName: str('房间'),
  floorId: nul(str()),
  floorName: str(),
  buildingId: nul(str()),
  buildingName: str(),
  beds: list(Bed),
})
export type MapRoomData = Static<typeof Room>

/** What the card of a bed says besides its cell. */
const Card = merge(
  Bed,
  obj({
    /** 松鹤楼>2层>203室>02床 */
    bedPath: str('床位'),
    person: nul(
      merge(
        ResidentMarks,
        obj({
          levelName: nul(str('护理等级')),
          startDate: nul(str('入住日期')),
          days: nul(int('在住天数')),
          contractEnd: nul(str('合同到期')),
          contractDays: nul(int('距合同到期')),
          owedFen: fenSchema('欠费'),
          /** Null: the reader has no business with it. */
          balanceFen: nul(fenSchema('余额')),
          contactName: nul(str('联系人')),
          contactPhone: nul(phoneNo('联系人电话')),
        }),
      ),
    ),
    reservation: nul(
      obj({ reserveDate: str(), expectCheckIn: str(), expireDate: str(), bookingFen: nul(fenSchema('订金')) }),
    ),
    /** A mattress under the bed: 1 in bed, 0 out of bed, null no reading. */
    mattress: nul(obj({ online: bool(), inBed: nul(int()), at: nul(str()) })),
    markBy: nul(str('标记人')),
    /** Moves of the residence for the person in it or who reserved it, as this reader may make them now. */
    can: list(str()),
    /** Marks that may be set (6, 7), and whether the present one may be taken off. */
    marks: list(int()),
    unmark: bool(),
  }),
)
export type MapCardData = Static<typeof Card>

const EasyRoom = obj({
  roomId: str(),
  roomName: str('房间'),
  roomType: int(),
  deptId: nul(str()),
  floorId: nul(str()),
  /** 松鹤楼>2层 */
  areaName: nul(str('所在区域')),
  beds: list(obj({ bedId: str(), bedName: str(), status: BedStatus.schema, statusName: str() })),
})

/** How a status looks as delivered; the same values stand in the style sheet of the status tags. */
export const deliveredColors: Readonly<Record<BedStatusValue, string>> = {
  [BedStatus.is.free]: '#2BA866',
  [BedStatus.is.reserved]: '#E59A0B',
  [BedStatus.is.lived]: '#1E87F0',
  [BedStatus.is.trial]: '#0FA3A0',
  [BedStatus.is.away]: '#8A56C2',
  [BedStatus.is.room]: '#8792A0',
  [BedStatus.is.repair]: '#E0322A',
  [BedStatus.is.clean]: '#BFA70C',
}

/** The order of the legend. */
export const legendOrder: readonly BedStatusValue[] = [
  BedStatus.is.lived,
  BedStatus.is.trial,
  BedStatus.is.away,
  BedStatus.is.reserved,
  BedStatus.is.free,
  BedStatus.is.room,
  BedStatus.is.clean,
  BedStatus.is.repair,
]

const Config = obj({
  /** Null: as delivered. */
  configId: nul(str()),
  type: BedStatus.schema,
  name: str('名称'),
  color: str('颜色'),
  /** Differs from what was delivered. */
  changed: bool(),
  /** 0: as delivered. */
  version: int(),
})
export type MapConfigData = Static<typeof Config>

export const NAME_MAX = 8
const Color = text('颜色', { max: 7, pattern: /^#[0-9A-Fa-f]{6}$/, hint: '应为 # 加 6 位十六进制，如 #1E87F0' })

export const MarkBody = obj({
  bedId: id('床位', { of: 'bed' }),
  reason: opt(text('原因', { max: 100 })),
  until: opt(date('预计恢复日期')),
})

const BASE = '/pims/web-org/index'

export const roomMap = noun('home', 'roomMap', {
  title: '房态图',
  calls: {
    buildings: call.get(`${BASE}/buildings`, {
      needs: NEEDS.list,
      act: '楼栋与楼层',
      data: list(Building),
    }),
    /** All rooms with beds, of a building, of a floor, or only named beds. */
    bedInfos: call.get(`${BASE}/bedInfos`, {
      needs: NEEDS.list,
      act: '房态图',
      query: obj({
        buildingId: opt(id('楼栋', { of: 'location' })),
        floorId: opt(id('楼层', { of: 'location' })),
        /** Comma-joined. */
        bedIds: opt(text('床位', { of: 'bed', max: 20_000 })),
        /** One status, or several joined by commas. */
        status: opt(text('床位状态', { max: 20 })),
      }),
      data: list(Room),
    }),
    card: call.get(`${BASE}/bedInfos/{bedId}`, {
      needs: NEEDS.list,
      act: '床位卡片',
      data: Card,
      refuses: ['NOT_FOUND'],
    }),
    /** Rooms with the bare status of their beds; nothing about people. */
    easyRooms: call.get(`${BASE}/bed/easy/room`, {
      needs: 'signedIn',
      act: '房间床位状态',
      query: obj({
        buildingId: opt(id('楼栋', { of: 'location' })),
        floorId: opt(id('楼层', { of: 'location' })),
        roomId: opt(id('房间', { of: 'room' })),
      }),
      data: list(EasyRoom),
    }),
    /** `type` is the mark: 6 under repair, 7 to be cleaned. */
    mark: call.post(`${BASE}/roomBed/status/{type}`, {
      needs: NEEDS.mark,
      act: '标记床位',
      body: MarkBody,
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT'],
    }),
    /** `statusId` is the bed: its mark is taken off, and it can be given out again. */
    unmark: call.put(`${BASE}/roomBed/status/{statusId}`, {
      needs: NEEDS.mark,
      act: '取消床位标记',
      body: obj({ remark: opt(text('说明', { max: 100 })) }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    config: call.get(`${BASE}/roomMap/config`, { needs: 'signedIn', act: '房态图颜色', data: list(Config) }),
    saveConfig: call.put(`${BASE}/roomMap/config`, {
      needs: NEEDS.config,
      act: '设置房态图颜色',
      body: obj({
        items: list(
          obj({
            type: BedStatus.schema,
            name: text('名称', { max: NAME_MAX }),
            color: Color,
            /** As it was read; 0: as delivered. */
            version: opt(int()),
          }),
          BedStatus.list.length,
        ),
      }),
      data: list(Config),
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    /** One status looks as delivered again. */
    resetConfig: call.delete(`${BASE}/roomMap/config/{id}`, {
      names: { id: 'mapColor' },
      needs: NEEDS.config,
      act: '恢复默认颜色',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    resetAll: call.delete(`${BASE}/roomMap/config`, {
      needs: NEEDS.config,
      act: '恢复全部默认颜色',
      data: nothing(),
    }),
    checkConfig: call.get(`${BASE}/roomMap/config/check/{type}`, {
      needs: 'signedIn',
      act: '检查房态图颜色',
      data: obj({ type: BedStatus.schema, configured: bool(), name: str(), color: str() }),
      refuses: ['NOT_FOUND'],
    }),
  },
  events: {
    /** Colours or names of the map changed. */
    configChanged: event('home.roomMap.configChanged', { needs: 'signedIn', payload: obj({ count: int() }) }),
  },
  pages: {
    map: {
      path: '/home/bedInfo',
      title: '房态图',
      tab: true,
      needs: NEEDS.list,
      menu: { rail: 'bench', group: '总览', order: 1 },
    },
  },
})
