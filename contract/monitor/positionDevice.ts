// Positioning tags: whose they are, where they were heard last, and whether the house uses positioning at all.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, int, list, named, nul, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { POSITION_NEEDS } from './positionMap.ts'
import { BatteryBand, LabelAlarm, LastUpgrade, LinkStatus, TagType, WorkStatus } from './words.ts'

/** Binding is the register's: monitor:device:edit. */
const READ = 'monitor:positionDevice:list'

const Holder = {
  deviceId: str(),
  deviceNo: str('标签编号'),
  tagType: nul(TagType.schema),
  /** ELDER, STAFF; null: bound to nobody. */
  holder: nul(str()),
  name: nul(str('佩戴人')),
  oldmanId: nul(str()),
  userId: nul(str()),
  /** Of the resident: 0 male, 1 female. */
  sex: nul(int('性别')),
  age: nul(int('年龄')),
  head: nul(str()),
  attention: list(int()),
  jobName: nul(str('岗位')),
  bedPath: nul(str('床位')),
  deptName: nul(str('部门')),
  mapId: nul(str()),
  mapName: nul(str('地图')),
  x: nul(num()),
  y: nul(num()),
  /** Milliseconds since 1970: of the last fix, and when it was heard last. */
  fixAt: nul(num('最近定位')),
  heardAt: nul(num('最近通信')),
  battery: nul(int('电量')),
  workStatus: nul(WorkStatus.schema),
  /** 0 online, 1 offline */
  locationStatus: LinkStatus.schema,
  communicationStatus: LinkStatus.schema,
  labelAlarmStatus: LabelAlarm.schema,
  /** The resident is registered as out. */
  out: bool('外出'),
}

/** A person on the map. */
const Person = obj({ ...Holder, pinyin: nul(str()), initials: nul(str()) })
export type PersonData = Static<typeof Person>

const Tag = obj({
  ...Holder,
  /** 1 closed, 0 open */
  strap: nul(int('腕带')),
  fault: nul(str('故障')),
  firmware: nul(str('固件')),
  lastUpgrade: LastUpgrade.schema,
  enabled: bool('启用'),
  alarms: int('未处理告警'),
  createTime: str('登记时间'),
  version: int(),
})
export type TagRowData = Static<typeof Tag>

const Config = obj({
  orgId: str(),
  isEnable: bool('启用定位'),
  maps: int('地图'),
  rails: int('围栏'),
  tags: int('标签'),
  version: int(),
})
export type PositionConfigData = Static<typeof Config>

const base = '/loms/web-lo/pnt'

export const positionDevice = noun('monitor', 'positionDevice', {
  title: '定位标签',
  calls: {
    list: call.get(`${base}/device`, {
      needs: READ,
      act: '定位标签列表',
      query: pageQuery({
        name: opt(str('佩戴人')),
        deviceNo: opt(str('标签编号')),
        tagType: opt(TagType.schema),
        holder: opt(str('绑定')),
        battery: opt(BatteryBand.schema),
        workStatus: opt(WorkStatus.schema),
        locationStatus: opt(LinkStatus.schema),
        communicationStatus: opt(LinkStatus.schema),
        labelAlarmStatus: opt(LabelAlarm.schema),
        lastUpgrade: opt(LastUpgrade.schema),
        mapId: opt(named('positionMap', '地图')),
      }),
      data: pageOf(Tag),
    }),
    /** Everybody with a tag, as the map shows them now. */
    live: call.get(`${base}/device/list/rt`, {
      needs: `${POSITION_NEEDS.list}|monitor:rail:list|monitor:rail:edit`,
      act: '实时人员',
      query: obj({
        mapId: opt(named('positionMap', '地图')),
        buildingId: opt(named('location', '楼栋')),
        /** Name, pinyin or number of the tag. */
        keyword: opt(str('姓名、拼音首字母、标签号')),
      }),
      data: list(Person),
    }),
    /** Whether a tag answers: what it said last, at this moment. */
    online: call.get(`${base}/device/online/{deviceId}`, {
      needs: `${READ}|${POSITION_NEEDS.list}`,
      act: '标签是否在线',
      data: obj({
        deviceId: str(),
        deviceNo: str(),
        /** 0 online, 1 offline */
        communicationStatus: LinkStatus.schema,
        locationStatus: LinkStatus.schema,
        heardAt: nul(num()),
        fixAt: nul(num()),
        battery: nul(int()),
        /** In one sentence. */
        words: str(),
      }),
      refuses: ['NOT_FOUND'],
    }),
    opened: call.get(`${base}/device/opened`, {
      needs: 'signedIn',
      act: '定位是否开启',
      data: obj({ opened: bool('启用定位') }),
    }),
    saveOpened: call.put(`${base}/device/opened`, {
      needs: POSITION_NEEDS.switch,
      act: '开启或关闭定位',
      body: obj({ opened: bool('启用定位'), version: opt(int()) }),
      data: obj({ opened: bool('启用定位') }),
      refuses: ['CHANGED_MEANWHILE'],
    }),
    config: call.get(`${base}/config/{orgId}`, {
      needs: 'signedIn',
      act: '定位设置',
      data: Config,
      refuses: ['NOT_FOUND'],
    }),
    isEnable: call.get(`${base}/config/{orgId}/isEnable`, {
      needs: 'signedIn',
      act: '定位是否启用',
      data: bool(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/yunmuIot/position/device',
      title: '定位标签',
      tab: true,
      needs: READ,
      ahead: 'list',
      menu: { rail: 'monitor', group: '定位', order: 33 },
    },
  },
})
