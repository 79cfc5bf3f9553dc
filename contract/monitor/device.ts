// The register of devices: mattresses, call points and tags, what they hang on, their MQTT account and how they are.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, list, merge, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { importCalls } from '#contract/kit/sheet'
import { CallerType, CallFamily, DeviceKind, LastUpgrade, OnlineStatus, TagType } from './words.ts'

export const BoundKind = options('BoundKind', '绑定对象', [
  ['BED', '床位'],
  ['ROOM', '房间'],
  ['ELDER', '老人'],
  ['STAFF', '员工'],
])
export type BoundKindValue = 'BED' | 'ROOM' | 'ELDER' | 'STAFF'

export const DeviceEnabled = options('DeviceEnabled', '启用状态', [
  [1, 'on', ['启用', 'green']],
  [0, 'off', ['停用', 'grey']],
])
export const DeviceTrouble = options('DeviceTrouble', '需要处理', [
  ['OFFLINE', '离线'],
  ['UNBOUND', '未绑定'],
  ['LOW', '电量不足 20%'],
  ['CLOCK', '时钟偏差'],
  ['BAD', '有无效上报'],
  ['SECRET', '没有接入密钥'],
  ['GONE', '佩戴老人已不在院'],
])

/** Beyond this a device's own times are not used. */
export const CLOCK_LIMIT_S = 300

const Device = obj({
  deviceId: str(),
  deviceNo: str('设备编号'),
  kind: DeviceKind.schema,
  model: nul(str('型号')),
  callFamily: nul(CallFamily.schema),
  callerType: nul(CallerType.schema),
  tagType: nul(TagType.schema),
  bound: nul(BoundKind.schema),
  bedId: nul(str()),
  roomId: nul(str()),
  oldmanId: nul(str()),
  userId: nul(str()),
  /** 松鹤楼>2层>203室>02床: of the bed or room, or of the bed of whoever wears it. */
  place: nul(str('位置')),
  /** Who lies in the bed or wears the tag. */
  residentId: nul(str()),
  oldmanName: nul(str('老人')),
  sex: nul(int()),
  age: nul(int()),
  head: nul(str()),
  attention: list(int()),
  userName: nul(str('员工')),
  deptId: nul(str()),
  deptName: nul(str('部门')),
  enabled: DeviceEnabled.schema,
  online: OnlineStatus.schema,
  inBed: nul(int('在床')),
  battery: nul(int('电量')),
  signal: nul(int('信号')),
  intervalS: int('上报间隔（秒）'),
  firmware: nul(str('固件版本')),
  lastUpgrade: LastUpgrade.schema,
  /** Seconds ahead (+) or behind (−). */
  clockOffsetS: int('时钟偏差'),
  badCount: int('无效上报'),
  badAt: nul(str()),
  badReason: nul(str()),
  lastAt: nul(str('最近通信')),
  /** 1: it can sign in to the broker. */
  hasSecret: int('接入密钥'),
  remark: nul(str('备注')),
  version: int(),
  createTime: str('登记时间'),
})
export type DeviceData = Static<typeof Device>

/** A message that was not understood, or not wholly, as it came. */
const Aside = obj({
  asideNo: str(),
  channel: str('通道'),
  arrivedAt: str('到达时间'),
  /** As a person can read it: its beginning, control characters written out. */
  text: str('内容'),
  /** Bytes of the whole message. */
  size: int('字节'),
  reason: str('原因'),
})
export type AsideData = Static<typeof Aside>

/** Shown once: afterwards only a digest is stored. */
const Credential = obj({
  deviceId: str(),
  deviceNo: str(),
  kind: DeviceKind.schema,
  orgId: str(),
  /** MQTT user name and password. */
  clientName: str(),
  secret: str(),
  /** yy/{orgId}/device/{deviceId} */
  topic: str(),
  /** Port of the server's own broker; null where devices meet at an external one. */
  port: nul(int()),
  /** Where this kind publishes and what, ready to be tried. */
  channel: str(),
  example: str(),
})
export type CredentialData = Static<typeof Credential>

const NUMBER = { max: 40, pattern: /^[A-Za-z0-9_-]+$/, hint: '只能是字母、数字、下划线或横线' }
export const MOST_DEVICES = 5000

const facts = {
  model: opt(text('型号', { max: 40 })),
  callFamily: opt(CallFamily.schema),
  callerType: opt(CallerType.schema),
  tagType: opt(TagType.schema),
  intervalS: opt(int('上报间隔（秒）', { min: 1, max: 3600 })),
  remark: opt(text('备注', { max: 200 })),
}
const bindings = {
  bedId: opt(id('床位', { of: 'bed' })),
  roomId: opt(id('房间', { of: 'room' })),
  oldmanId: opt(id('老人', { of: 'resident' })),
  userId: opt(id('员工', { of: 'account' })),
}

const NewDevice = obj({ deviceNo: text('设备编号', NUMBER), kind: DeviceKind.schema, ...facts, ...bindings })
export type NewDeviceData = Static<typeof NewDevice>

const Bind = obj({
  ...bindings,
  /** 1: the device that hangs there already is taken off. */
  replace: opt(int('', { min: 0, max: 1 })),
  version: opt(int()),
})

const base = '/pims/web-org/device'

export const device = noun('monitor', 'device', {
  title: '设备管理',
  calls: {
    list: call.get(base, {
      needs: 'monitor:device:list',
      act: '设备列表',
      query: pageQuery({
        deviceNo: opt(str('设备编号')),
        kind: opt(DeviceKind.schema),
        callFamily: opt(CallFamily.schema),
        online: opt(OnlineStatus.schema),
        enabled: opt(DeviceEnabled.schema),
        bound: opt(BoundKind.schema),
        trouble: opt(DeviceTrouble.schema),
        place: opt(str('位置')),
        oldmanName: opt(str('老人')),
        deptId: opt(named('dept', '部门')),
      }),
      data: pageOf(Device),
    }),
    counts: call.get(`${base}/counts`, {
      needs: 'monitor:device:list',
      act: '设备概况',
      data: obj({
        total: int(),
        online: int(),
        offline: int(),
        unbound: int(),
        low: int(),
        clock: int(),
        bad: int(),
        secret: int(),
        gone: int(),
        disabled: int(),
      }),
    }),
    get: call.get(`${base}/{deviceId}`, { needs: 'monitor:device:list', act: '设备详情', data: Device }),
    /** What it sent that could not be understood: the last ones, the newest first. */
    asides: call.get(`${base}/{deviceId}/asides`, {
      needs: 'monitor:device:list',
      act: '无法识别的消息',
      data: list(Aside),
      refuses: ['NOT_FOUND'],
    }),
    /** The same of devices that nobody has registered, for whoever may register them. */
    strangers: call.get(`${base}/strangers`, {
      needs: 'monitor:device:create',
      act: '未登记设备的消息',
      data: list(Aside),
    }),
    create: call.post(base, {
      needs: 'monitor:device:create',
      act: '登记设备',
      body: NewDevice,
      data: Credential,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT', 'NOT_FOUND'],
      repeatable: true,
    }),
    /** A row of numbers: CD00101 to CD00150. */
    createRange: call.post(`${base}/range`, {
      needs: 'monitor:device:create',
      act: '按号段登记设备',
      body: obj({
        kind: DeviceKind.schema,
        prefix: text('编号前缀', { ...NUMBER, max: 20 }),
        from: int('起始号', { min: 0, max: 99_999_999 }),
        to: int('结束号', { min: 0, max: 99_999_999 }),
        digits: int('号码位数', { min: 1, max: 8 }),
        ...facts,
      }),
      data: obj({ credentials: list(Credential) }),
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    /** For tools: many at once with all their accounts. With `reissue` devices that are there get a new secret. */
    register: call.post(`${base}/register`, {
      needs: 'monitor:device:create',
      act: '批量登记设备',
      body: obj({ devices: list(NewDevice, MOST_DEVICES), reissue: opt(int('', { min: 0, max: 1 })) }),
      data: obj({ credentials: list(Credential) }),
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT', 'NOT_FOUND'],
      bodyLimit: 4 * 1024 * 1024,
    }),
    ...importCalls(`${base}/import`, { needs: 'monitor:device:create', title: '设备' }),
    save: call.put(`${base}/{deviceId}`, {
      needs: 'monitor:device:edit',
      act: '修改设备',
      body: merge(obj({ deviceNo: text('设备编号', NUMBER), ...facts }), obj({ version: opt(int()) })),
      data: Device,
      refuses: ['ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'INVALID_INPUT', 'NOT_FOUND'],
    }),
    bind: call.put(`${base}/{deviceId}/bind`, {
      needs: 'monitor:device:edit',
      act: '绑定设备',
      body: Bind,
      data: Device,
      refuses: ['ALREADY_EXISTS', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE', 'INVALID_INPUT', 'NOT_FOUND'],
    }),
    unbind: call.put(`${base}/{deviceId}/unbind`, {
      needs: 'monitor:device:edit',
      act: '解绑设备',
      body: obj({ version: opt(int()) }),
      data: Device,
      refuses: ['STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE', 'NOT_FOUND'],
    }),
    enable: call.put(`${base}/{deviceId}/enabled`, {
      needs: 'monitor:device:edit',
      act: '启用或停用设备',
      body: obj({ enabled: DeviceEnabled.schema, version: opt(int()) }),
      data: Device,
      refuses: ['STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE', 'NOT_FOUND'],
    }),
    remove: call.delete(`${base}/{deviceId}`, {
      needs: 'monitor:device:delete',
      act: '删除设备',
      data: nothing(),
      refuses: ['IN_USE', 'STATE_NOT_ALLOWED', 'NOT_FOUND'],
    }),
    /** The old password stops working at once. */
    secrets: call.post(`${base}/secrets`, {
      needs: 'monitor:device:secret',
      act: '生成设备接入密钥',
      body: obj({ deviceIds: list(id('编号', { of: 'device' }), MOST_DEVICES) }),
      data: obj({ credentials: list(Credential) }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    clearBad: call.post(`${base}/{deviceId}/clearBad`, {
      needs: 'monitor:device:edit',
      act: '清零无效上报',
      data: Device,
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/yunmuIot/device',
      title: '设备管理',
      tab: true,
      needs: 'monitor:device:list',
      ahead: 'list',
      menu: { rail: 'monitor', group: '设备', order: 60 },
    },
  },
})
