// Nurse calls: who calls now, who went, and the records of the three families of call points.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
  dateTime,
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
  type TObject,
  text,
} from '#contract/kit/schema'
import { CallConnect, CallerType, CallFamily, CallStatus } from './words.ts'

/** Open calls of one family, or of all. */
export const OpenFamily = options('OpenFamily', '呼叫设备', [
  ['ALL', '全部设备'],
  ['R6R7', 'R6/R7 床旁主机'],
  ['R10', 'R10 无线按钮'],
  ['A10', 'A10 对讲分机'],
])

/** Where a call was ended. */
export const ClearFrom = options('ClearFrom', '清除方式', [
  ['DESK', ['护理站清除', 'green']],
  ['BEDSIDE', ['床旁复位', 'teal']],
  ['CALLER', ['呼叫人取消', 'grey']],
])

const CallRow = obj({
  callId: str(),
  version: int(),
  family: CallFamily.schema,
  callerType: CallerType.schema,
  deviceId: str(),
  deviceNo: str('设备编号'),
  bedId: nul(str()),
  roomId: nul(str()),
  roomName: nul(str('房间')),
  bedName: nul(str('床位')),
  /** 松鹤楼>2层>203室>02床 */
  place: nul(str('位置')),
  buildingName: nul(str('楼栋')),
  oldmanId: nul(str()),
  oldmanName: nul(str('老人')),
  sex: nul(int()),
  age: nul(int()),
  head: nul(str()),
  attention: list(int()),
  deptId: nul(str()),
  deptName: nul(str('部门')),
  callAt: str('呼叫时间'),
  presses: int('按压次数'),
  answerAt: nul(str('接听时间')),
  answerName: nul(str('接听人')),
  clearAt: nul(str('清除时间')),
  clearName: nul(str('清除人')),
  clearFrom: nul(ClearFrom.schema),
  dealType: nul(str()),
  dealTypeName: nul(str('处理类型')),
  /** From the press until somebody answered or stood at the bed; null while nobody has. */
  waitSeconds: nul(int('等待时长')),
  /** From the answer until it was cleared. */
  handleSeconds: nul(int('处理时长')),
  remark: nul(str('备注')),
  /** The R6/R7 numbers: 0 calling, 1 answered, 3 cleared. */
  connect: CallConnect.schema,
  /** The R10 and A10 numbers: 2 no answer, 1 answered, 3 taken back. */
  callStatus: CallStatus.schema,
})
export type CallRowData = Static<typeof CallRow>

/** A call that waits: how long, and who goes. */
const OpenCall = merge(CallRow, obj({ seconds: int('已等待'), takerName: nul(str()), takerId: nul(str()) }))
export type OpenCallData = Static<typeof OpenCall>

const found = {
  oldmanName: opt(str('老人')),
  deviceNo: opt(str('设备编号')),
  place: opt(str('位置')),
  callerType: opt(CallerType.schema),
  dealType: opt(str('处理类型')),
  clearFrom: opt(ClearFrom.schema),
  deptId: opt(named('dept', '部门')),
  bedId: opt(named('bed')),
  roomId: opt(named('room')),
  deviceId: opt(named('device')),
  oldmanId: opt(named('resident')),
  startTime: opt(str('呼叫时间起')),
  endTime: opt(str('呼叫时间止')),
  /** 1: what is still open is listed as well, whenever it began. */
  openToo: opt(int()),
}

const records = <Q extends TObject>(path: string, act: string, query: Q) =>
  call.get(path, { needs: 'monitor:call:list', act, query, data: pageOf(CallRow) })

const Seconds = nul(num())
const Sum = { calls: int(), averageWait: Seconds, within60: Seconds }
const Statistics = obj({
  ...Sum,
  /** Nobody has cleared them yet, whenever they were. */
  open: int(),
  averageHandle: Seconds,
  longestWait: Seconds,
  byHour: list(obj({ hour: int(), ...Sum })),
  byDay: list(obj({ day: str(), ...Sum })),
  byType: list(obj({ callerType: CallerType.schema, ...Sum })),
  byDealType: list(obj({ dealTypeName: str(), ...Sum })),
  byBed: list(obj({ place: str(), deviceNo: str(), callerType: CallerType.schema, oldmanName: nul(str()), ...Sum })),
  byWorker: list(obj({ userName: str(), ...Sum })),
})
export type CallStatisticsData = Static<typeof Statistics>

const Step = obj({ stepId: str(), kind: str(), rank: nul(int()), userName: nul(str()), note: nul(str()), at: str() })

const dealing = {
  dealType: opt(text('处理类型', { max: 40 })),
  remark: opt(text('备注', { max: 500 })),
}

const base = '/ecms/web-ec/calls'

export const nurseCall = noun('monitor', 'nurseCall', {
  title: '呼叫记录',
  calls: {
    /** Calls that are open: toilet and reinforcement above bed, then the longest wait. Without a family: R6/R7. */
    open: call.get(`${base}/r6r7/rt/list`, {
      needs: 'monitor:call:list',
      act: '实时呼叫',
      query: obj({
        family: opt(OpenFamily.schema),
        deptId: opt(named('dept', '部门')),
      }),
      data: list(OpenCall),
    }),
    clean: call.post(`${base}/r6r7/rt/clean`, {
      needs: 'monitor:call:handle',
      act: '清除呼叫',
      body: obj({
        callId: opt(id('编号', { of: 'nurseCall' })),
        callIds: opt(list(id('编号', { of: 'nurseCall' }), 200)),
        ...dealing,
        /** A colleague has answered: false is refused and names them; existing clients say nothing and clear it. */
        overTaker: opt(bool('同事已去处理，仍由我清除')),
      }),
      data: obj({ cleaned: int() }),
      refuses: ['STATE_NOT_ALLOWED', 'TAKEN_BY_OTHER', 'NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
    answer: call.post(`${base}/{callId}/answer`, {
      needs: 'monitor:call:handle',
      act: '接听呼叫',
      data: OpenCall,
      refuses: ['STATE_NOT_ALLOWED', 'NOT_FOUND'],
    }),
    get: call.get(`${base}/{callId}`, {
      needs: 'monitor:call:list',
      act: '呼叫详情',
      data: obj({ call: CallRow, steps: list(Step) }),
    }),
    /** What was done, written down afterwards: a call reset at the bed has no deal type yet. */
    note: call.put(`${base}/{callId}`, {
      needs: 'monitor:call:handle',
      act: '补记呼叫处理',
      body: obj({ dealType: text('处理类型', { max: 40 }), remark: dealing.remark, version: opt(int()) }),
      data: nothing(),
      refuses: ['STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE', 'NOT_FOUND', 'INVALID_INPUT'],
    }),
    r6r7: records(
      '/ecms/web-ec/callrecords/r6r7',
      '呼叫记录R6/R7',
      pageQuery({ ...found, connect: opt(CallConnect.schema) }),
    ),
    r10: records('/ecms/web-org/callrecords', '呼叫记录', pageQuery({ ...found, callStatus: opt(CallStatus.schema) })),
    a10: records(
      '/ecms/web-ec/a10CallRecord',
      '呼叫记录A10',
      pageQuery({ ...found, callStatus: opt(CallStatus.schema) }),
    ),
    dealTypes: call.get('/ecms/web-ec/callrecords/r6r7/dealType', {
      needs: 'signedIn',
      act: '呼叫处理类型',
      data: list(obj({ dealType: str(), dealTypeName: str() })),
    }),
    statistics: call.get('/ecms/web-ec/callrecords/statistics', {
      needs: 'monitor:call:list',
      act: '呼叫统计',
      query: obj({
        family: opt(CallFamily.schema),
        deptId: opt(named('dept', '部门')),
        startDate: opt(date('开始日期')),
        endDate: opt(date('结束日期')),
        /** From this moment on instead of the whole first day: the beginning of a shift. */
        since: opt(dateTime('起始时刻')),
      }),
      data: Statistics,
      refuses: ['INVALID_INPUT'],
    }),
  },
  pages: {
    r6r7: {
      path: '/yunmuIot/call/r6r7',
      title: '呼叫记录R6/R7',
      tab: true,
      ahead: { call: 'r6r7', fixed: { openToo: 1 } },
      needs: 'monitor:call:list',
      menu: { rail: 'monitor', group: '呼叫', order: 20 },
    },
    record: {
      path: '/yunmuIot/call/record',
      title: '呼叫记录',
      tab: true,
      ahead: { call: 'r10', fixed: { openToo: 1 } },
      needs: 'monitor:call:list',
      menu: { rail: 'monitor', group: '呼叫', order: 21 },
    },
    a10: {
      path: '/yunmuIot/call/a10',
      title: '呼叫记录A10',
      tab: true,
      ahead: { call: 'a10', fixed: { openToo: 1 } },
      needs: 'monitor:call:list',
      menu: { rail: 'monitor', group: '呼叫', order: 22 },
    },
  },
})
