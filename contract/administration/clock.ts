// Clocking: what devices tell, what people do on their phone, what was clocked, and what nobody knew whose it was.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fileAddress } from '#contract/kit/fileAddress'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  id,
  int,
  list,
  merge,
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
import { AttendanceResult, ClockPlaceKind, ClockSide, GroupMode, LeaveKind, PunchSource } from './attendanceWords.ts'
import { ClockSettings } from './clockSetting.ts'

export const CLOCK_NEEDS = {
  list: 'administration:attendance:list',
  setting: 'administration:attendance:setting',
} as const

/** Of one message of a device. */
export const MOST_PUNCHES = 500
/** A clock that is ahead by more is not believed. */
export const CLOCK_AHEAD_MINUTES = 10
/** A place that the phone knows no better than this proves nothing. */
export const WORST_ACCURACY = 500

const some = { pattern: /\S/, hint: '不能为空' } as const

const Punch = obj({
  punchId: str(),
  empId: str(),
  empName: str('姓名'),
  deptName: nul(str('部门')),
  at: str('打卡时间'),
  /** What the device said, where its clock was wrong. */
  saidAt: nul(str('设备时间')),
  heardAt: str('收到时间'),
  source: PunchSource.schema,
  placeName: nul(str('地点')),
  deviceNo: nul(str('考勤机')),
  /** Metres. */
  distance: nul(int('距离（米）')),
  outside: bool('外勤'),
  photo: nul(str('照片')),
  note: nul(str('说明')),
})
export type PunchData = Static<typeof Punch>

const Place = obj({
  placeId: str(),
  kind: ClockPlaceKind.schema,
  name: str('地点'),
  lng: nul(num()),
  lat: nul(num()),
  radius: nul(int()),
  /** This very request comes from the network of the house. */
  here: bool(),
})

const Part = obj({
  day: str(),
  part: int(),
  shiftName: nul(str('班次')),
  planOn: nul(str('上班')),
  planOff: nul(str('下班')),
  /** Between these what is clocked counts for it. */
  opens: nul(str()),
  closes: nul(str()),
  actualOn: nul(str('上班打卡')),
  actualOff: nul(str('下班打卡')),
  onResult: nul(AttendanceResult.schema),
  offResult: nul(AttendanceResult.schema),
  lateMin: int('迟到（分钟）'),
  earlyMin: int('早退（分钟）'),
  overtimeMin: int('加班（分钟）'),
})
export type ClockPartData = Static<typeof Part>

const Today = obj({
  /** The server's clock. */
  now: str(),
  empName: str('姓名'),
  groupName: nul(str('考勤组')),
  mode: nul(GroupMode.schema),
  photo: bool('须拍照'),
  outside: bool('允许外勤'),
  places: list(Place),
  /** The shift that is on, or comes next: yesterday's night until its window closes. */
  parts: list(Part),
  leave: nul(obj({ kind: LeaveKind.schema, fromAt: str(), toAt: str() })),
  /** Own ones that count for these parts, or were made today. */
  punches: list(obj({ at: str(), source: PunchSource.schema, placeName: nul(str()), outside: bool() })),
  /** What is to be clocked next; null: nothing more today. */
  next: nul(obj({ side: ClockSide.schema, part: int(), from: str(), due: str() })),
  /** One sentence: 请在 07:30 前打上班卡 */
  words: str(),
})
export type ClockTodayData = Static<typeof Today>

const Counted = obj({
  at: str('打卡时间'),
  placeName: nul(str('地点')),
  outside: bool(),
  /** Null: an earlier or later one counts. */
  side: nul(ClockSide.schema),
  part: nul(int()),
  day: nul(str()),
  shiftName: nul(str()),
  result: nul(AttendanceResult.schema),
  /** Late, early or over, as the result says. */
  minutes: int(),
  /** 上班打卡成功：07:21，正常 */
  words: str(),
})
export type ClockCountedData = Static<typeof Counted>

const Device = obj({
  deviceId: str(),
  deviceNo: str('设备编号'),
  name: str('名称'),
  enabled: bool('启用'),
  keyEnd: str('密钥尾号'),
  heardAt: nul(str('最近上传')),
  /** Minutes ahead, negative behind; null: right. */
  drift: nul(int('时钟偏差')),
  version: int(),
})
export type ClockDeviceData = Static<typeof Device>

const Aside = obj({
  asideId: str(),
  deviceNo: str('考勤机'),
  empKey: nul(str('工号')),
  card: nul(str('卡号')),
  at: str('打卡时间'),
  heardAt: str('收到时间'),
  reason: str('原因'),
  settledName: nul(str('处理人')),
  settledAt: nul(str('处理时间')),
  empName: nul(str('归于')),
})
export type ClockAsideData = Static<typeof Aside>

const deviceId = id('考勤机', { of: 'clockDevice' })
const BASE = '/pims/web-org/attendance/clock'
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'ALREADY_EXISTS'] as const

export const clock = noun('administration', 'clock', {
  title: '打卡',
  calls: {
    /**
     * A device, or the gateway of several, tells what was clocked; the key of the device stands in `Authorization`.
     * docs/devices.md explains it to makers.
     */
    fromDevice: call.post(`${BASE}/device`, {
      needs: 'open',
      act: '考勤机上传打卡',
      body: obj({
        /** What the clock of the device says now. */
        clock: opt(text('设备时间', { max: 40 })),
        punches: list(
          obj({
            /** The device's own number of it: the same one is stored once. */
            number: text('打卡编号', { max: 64 }),
            empKey: opt(text('工号', { max: 64 })),
            card: opt(text('卡号', { max: 64 })),
            /** ISO 8601 with a zone, or China's clock; now unless told. */
            at: opt(text('打卡时间', { max: 40 })),
          }),
          MOST_PUNCHES,
        ),
      }),
      data: obj({
        stored: int('记录'),
        again: int('已记录过'),
        /** Kept until somebody says whose they are. */
        aside: list(obj({ number: str(), reason: str('原因') })),
        /** The clock was not believed: the moment of arrival counts. */
        wrongClock: bool(),
        /** The server's clock, to set the device by. */
        now: str(),
      }),
      refuses: ['NO_PERMISSION', 'INVALID_INPUT', 'TOO_MANY_REQUESTS'],
    }),
    today: call.get(`${BASE}/today`, { needs: 'signedIn', act: '我的今日打卡', data: Today }),
    add: call.post(BASE, {
      needs: 'signedIn',
      act: '手机打卡',
      body: obj({
        lng: opt(num('经度', { min: -180, max: 180 })),
        lat: opt(num('纬度', { min: -90, max: 90 })),
        /** Metres, as the phone says it. */
        accuracy: opt(num('定位精度', { min: 0, max: 100_000 })),
        photo: opt(fileAddress('照片')),
        /** Wants to clock from elsewhere, where the group allows that. */
        outside: opt(bool('外勤打卡')),
        note: opt(text('说明', { max: 200 })),
      }),
      data: Counted,
      refuses: ['INVALID_INPUT', 'NO_PERMISSION', 'TOO_MANY_REQUESTS'],
      repeatable: true,
    }),
    list: call.get(`${BASE}/list`, {
      needs: CLOCK_NEEDS.list,
      act: '打卡记录',
      query: pageQuery({
        keyword: opt(str('姓名')),
        empId: opt(named('account', '员工')),
        deptId: opt(named('dept', '部门')),
        source: opt(PunchSource.schema),
        deviceNo: opt(str('考勤机')),
        /** 1: elsewhere only. */
        outside: opt(int('外勤', { min: 0, max: 1 })),
        startDate: opt(str('打卡时间从')),
        endDate: opt(str('打卡时间到')),
      }),
      data: pageOf(Punch),
    }),
    aside: call.get(`${BASE}/aside`, {
      needs: CLOCK_NEEDS.list,
      act: '未识别的打卡',
      query: pageQuery({ waiting: opt(int('待处理', { min: 0, max: 1 })), deviceNo: opt(str('考勤机')) }),
      data: pageOf(Aside),
    }),
    /** Says whose it is: it becomes that person's punch, with the time it was made. */
    settle: call.put(`${BASE}/aside`, {
      needs: CLOCK_NEEDS.setting,
      act: '认领未识别的打卡',
      body: obj({ asideId: id('打卡', { of: 'clockAside' }), empId: id('员工', { of: 'account' }) }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
    devices: call.get(`${BASE}/devices`, { needs: CLOCK_NEEDS.setting, act: '考勤机', data: list(Device) }),
    addDevice: call.post(`${BASE}/devices`, {
      needs: CLOCK_NEEDS.setting,
      act: '登记考勤机',
      body: obj({
        deviceNo: text('设备编号', { max: 40, pattern: /^[A-Za-z0-9-]+$/, hint: '只能用字母、数字、横线' }),
        name: text('名称', { max: 40, ...some }),
      }),
      /** The key is shown this once. */
      data: merge(Device, obj({ key: str('密钥') })),
      refuses,
    }),
    saveDevice: call.put(`${BASE}/devices`, {
      needs: CLOCK_NEEDS.setting,
      act: '修改考勤机',
      body: obj({
        deviceId,
        name: opt(text('名称', { max: 40, ...some })),
        enabled: opt(bool('启用')),
        version: opt(int()),
      }),
      data: Device,
      refuses,
    }),
    renewKey: call.put(`${BASE}/devices/key`, {
      needs: CLOCK_NEEDS.setting,
      act: '重新生成考勤机密钥',
      body: obj({ deviceId }),
      data: merge(Device, obj({ key: str('密钥') })),
      refuses,
    }),
    setting: call.get(`${BASE}/setting`, {
      needs: `${CLOCK_NEEDS.list}|${CLOCK_NEEDS.setting}`,
      act: '考勤计算规则',
      data: merge(ClockSettings, obj({ version: int() })),
    }),
    saveSetting: call.put(`${BASE}/setting`, {
      needs: CLOCK_NEEDS.setting,
      act: '修改考勤计算规则',
      body: merge(ClockSettings, obj({ version: opt(int()) })),
      data: merge(ClockSettings, obj({ version: int() })),
      refuses: ['CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
  },
  events: {
    /** Somebody clocked. Carries no names. */
    punched: event('administration.clock.punched', {
      needs: CLOCK_NEEDS.list,
      watched: true,
      payload: obj({ day: str() }),
    }),
  },
})
