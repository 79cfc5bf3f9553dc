// Alarms of every source: one open row per device and type, taken up, handled, ignored or released.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, dateTime, id, int, list, named, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { Incident } from '#contract/nursing/assess/incident'
import { PlaceKind } from './alarmPlace.ts'
import { AlarmLevel, AlarmStage, AlarmStatus, DeviceKind } from './words.ts'

/** What every desk, wall and pop-up needs to show an alarm without asking again. */
export const AlarmCard = obj({
  recordId: str(),
  /** Grows with every change; a message with a smaller one is old. */
  version: int(),
  source: DeviceKind.schema,
  /** Mattress 1–5, a code of the location alarms, or the type of a call (BED, TOILET, DOOR, REINFORCE). */
  type: str('告警类型'),
  typeName: str('告警类型'),
  kind: nul(str()),
  level: AlarmLevel.schema,
  /** 1 SOS and calls, 2 heart and breath, 3 bed-exit, 4 the rest */
  urgency: int(),
  status: AlarmStatus.schema,
  /** 未处理, 处理中, or how it ended. */
  stage: AlarmStage.schema,
  content: str('告警内容'),
  value: nul(int('数值')),
  threshold: nul(int('界限')),
  unit: nul(str()),
  deviceId: nul(str()),
  deviceNo: str('设备编号'),
  bedId: nul(str()),
  roomName: nul(str()),
  bedName: nul(str()),
  /** 松鹤楼>2层>203室>02床; of a tag where it was located, 松鹤楼>1层>餐厅, else the bed its wearer lives in. */
  place: nul(str('位置')),
  placeKind: nul(PlaceKind.schema),
  /** The place without its building, and the building; who serves only one building needs the first alone. */
  spot: nul(str('位置')),
  buildingName: nul(str('楼栋')),
  homeBuilding: nul(str()),
  oldmanId: nul(str()),
  oldmanName: nul(str('老人')),
  sex: nul(int()),
  age: nul(int()),
  head: nul(str()),
  attention: list(int()),
  /** A member of staff whose tag it is. */
  userName: nul(str()),
  deptId: nul(str()),
  startAt: nul(str('开始时间')),
  raisedAt: str('告警时间'),
  /** Since it was raised, at the moment of the answer. */
  seconds: int(),
  repeats: int('重复次数'),
  /** Of a press: the time its device said, when it differs from the arrival, which counts; and what was wrong with it. */
  deviceTime: nul(str('设备时间')),
  oddity: nul(str('说明')),
  recoveredAt: nul(str('恢复时间')),
  takenAt: nul(str('接手时间')),
  takerId: nul(str()),
  takerName: nul(str('接手人')),
  handledAt: nul(str('处理时间')),
  handlerName: nul(str('处理人')),
  result: nul(str('处理结果')),
  remark: nul(str('备注')),
  /** What happened to the elder, of a handled one. */
  incidents: list(Incident.schema),
  /** The step of the ladder reached; whom the next one tells and in how many seconds, null: it does not climb. */
  rank: int(),
  nextName: nul(str()),
  nextSeconds: nul(int()),
  mapId: nul(str()),
  x: nul(num()),
  y: nul(num()),
  voiceTimes: int(),
  /** What is spoken: 2层 203室 02床 心率过高; and to those who serve several buildings: 松鹤楼 2层 203室 02床 心率过高. */
  speech: str(),
  speechFull: str(),
})
export type AlarmCardData = Static<typeof AlarmCard>

const Step = obj({
  stepId: str(),
  kind: str(),
  rank: nul(int()),
  userName: nul(str()),
  note: nul(str()),
  at: str(),
})
export type AlarmStepData = Static<typeof Step>

/** A minute: averages, per cent of it in bed, and what was counted. */
const CurvePoint = obj({
  at: num(),
  heart: nul(num()),
  breath: nul(num()),
  inBed: int(),
  bigMoves: int(),
  turns: int(),
  wet: int(),
})
export type AlarmCurvePoint = Static<typeof CurvePoint>

const ALSO_MAX = 20
/** Further open alarms of the same resident that the act is for: all of them or none. */
export const also = opt(list(id('告警', { of: 'alarm' }), ALSO_MAX))
/** The caller knows that a colleague has said they go, and closes it nevertheless. */
export const overTaker = opt(bool('同事已去处理，仍由我关闭'))

/** Alarms that a colleague has said they go to stay open; existing clients do not say it and ignore those too. */
export const spareTaken = opt(bool('保留同事正在处理的'))

const Handle = obj({
  result: text('处理结果', { max: 100 }),
  remark: opt(text('备注', { max: 500 })),
  /** What happened to the elder; left out by who cannot say it: then the words count. */
  incidents: opt(list(Incident.schema, Incident.list.length)),
  also,
  overTaker,
})

const base = '/pims/web-org/alarmRecord'

export const alarm = noun('monitor', 'alarm', {
  title: '告警记录',
  calls: {
    list: call.get(base, {
      needs: 'monitor:alarm:list',
      act: '告警记录',
      query: pageQuery({
        oldmanName: opt(str('老人')),
        deviceNo: opt(str('设备编号')),
        source: opt(DeviceKind.schema),
        type: opt(str('告警类型')),
        level: opt(AlarmLevel.schema),
        status: opt(AlarmStatus.schema),
        stage: opt(AlarmStage.schema),
        deptId: opt(named('dept', '部门')),
        bedId: opt(named('bed')),
        oldmanId: opt(named('resident')),
        raisedAtStart: opt(dateTime('开始时间')),
        raisedAtEnd: opt(dateTime('结束时间')),
        /** 1: what is still open is listed as well, whenever it began. */
        openToo: opt(int()),
      }),
      data: pageOf(AlarmCard),
    }),
    /** All that are open and the caller may see, the most urgent first. */
    open: call.get(`${base}/open`, {
      needs: 'monitor:alarm:list',
      display: true,
      act: '未处理告警',
      data: list(AlarmCard),
    }),
    get: call.get(`${base}/{recordId}`, {
      needs: 'monitor:alarm:list',
      act: '告警详情',
      data: obj({ card: AlarmCard, steps: list(Step) }),
    }),
    /** What the mattress said around the alarm, minute by minute; empty for calls and tags. */
    curve: call.get(`${base}/{recordId}/curve`, {
      needs: 'monitor:alarm:list',
      act: '告警前后的曲线',
      data: obj({ from: num(), to: num(), points: list(CurvePoint) }),
    }),
    /** 我去处理: stops the sound at every desk and the ladder, and names who goes. */
    take: call.post(`${base}/{recordId}/take`, {
      needs: 'monitor:alarm:handle',
      act: '接手告警',
      body: obj({ also }),
      data: AlarmCard,
      refuses: ['STATE_NOT_ALLOWED'],
    }),
    handle: call.post(`${base}/{recordId}/handle`, {
      needs: 'monitor:alarm:handle',
      act: '处理告警',
      body: Handle,
      data: AlarmCard,
      refuses: ['STATE_NOT_ALLOWED', 'TAKEN_BY_OTHER'],
      repeatable: true,
    }),
    ignore: call.post(`${base}/{recordId}/ignore`, {
      needs: 'monitor:alarm:handle',
      act: '忽略告警',
      body: obj({ remark: opt(text('原因', { max: 500 })), also, overTaker }),
      data: AlarmCard,
      refuses: ['STATE_NOT_ALLOWED', 'TAKEN_BY_OTHER'],
      repeatable: true,
    }),
    /** Ignores every open mattress alarm the caller may see, or those of one device or one type. */
    close: call.delete('/pims/web-pi/device/alarm/close', {
      needs: 'monitor:alarm:handle',
      act: '一键忽略床垫告警',
      body: obj({
        recordIds: opt(list(id('编号', { of: 'alarm' }), 500)),
        deviceNo: opt(str()),
        type: opt(str()),
        spareTaken,
      }),
      data: obj({ closed: int(), spared: int() }),
      repeatable: true,
    }),
  },
  pages: {
    list: {
      path: '/yunmuIot/alarmRecord',
      title: '告警记录',
      tab: true,
      ahead: { call: 'list', fixed: { openToo: 1 } },
      needs: 'monitor:alarm:list',
      menu: { rail: 'monitor', group: '健康', order: 50 },
    },
  },
  events: {
    /** raised, repeated, climbed, taken, recovered, closed; sent: told again on request. */
    changed: event('monitor.alarm', {
      needs: 'monitor:alarm:list',
      display: true,
      payload: obj({
        change: str(),
        card: AlarmCard,
        /** Milliseconds from the device's message reaching the server to this message leaving it. */
        tookMs: nul(int()),
      }),
    }),
  },
})
