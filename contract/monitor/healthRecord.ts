// Health records: every night of a resident beside the resident's own last 30 nights, by day, week and month, and the
// curves of a night with everything that happened in it.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, int, list, merge, named, nul, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { HealthLevel, HealthRange, OnlyNotable, StatisticsUnit } from './healthWords.ts'

export const HEALTH_NEEDS = 'monitor:health:list'
/** The monitors open the night of a resident as well. */
const VIEW_NEEDS = `${HEALTH_NEEDS}|monitor:mattress:list`

/** One measure of a night beside the usual: median and the range of most nights; null: not enough nights yet. */
export const Judged = obj({
  key: str(),
  value: nul(num()),
  median: nul(num()),
  low: nul(num()),
  high: nul(num()),
  /** −2 … 2, 0 usual */
  verdict: int(),
})
export type JudgedData = Static<typeof Judged>

/** What a night came to; averages in times a minute, durations in minutes. */
export const Night = obj({
  /** The evening it began. */
  day: str('日期'),
  inBedMin: int('在床时长'),
  bedAt: nul(str('上床')),
  riseAt: nul(str('起床')),
  exits: int('离床次数'),
  longestExitMin: int('最长离床'),
  exitMin: int('离床时长'),
  heartAvg: nul(num('平均心率')),
  heartMin: nul(int('最低心率')),
  heartMax: nul(int('最高心率')),
  breathAvg: nul(num('平均呼吸')),
  breathMin: nul(int('最低呼吸')),
  breathMax: nul(int('最高呼吸')),
  turns: int('翻身次数'),
  bigMoveMin: int('大幅体动'),
  wet: int('尿湿次数'),
  minutes: int('有读数分钟'),
  away: int('外出'),
  level: HealthLevel.schema,
  note: nul(str('值得留意')),
})
export type NightData = Static<typeof Night>

const Row = merge(
  merge(ResidentMarks, obj({ deptName: nul(str('部门')), bedPath: nul(str('床位')) })),
  merge(Night, obj({ judged: list(Judged) })),
)
export type HealthRowData = Static<typeof Row>

const query = pageQuery({
  oldmanName: opt(str('老人')),
  deptId: opt(named('dept', '部门')),
  /** The evening the night began; the last finished one unless told. */
  day: opt(date('日期')),
  level: opt(HealthLevel.schema),
  /** 1: only residents with something notable in what the list looks at. */
  onlyNotable: opt(OnlyNotable.schema),
})

const RateBucket = obj({
  /** First and last evening of it. */
  from: str('开始'),
  to: str('结束'),
  /** 11-14, 11-09 起一周, 2026-11 */
  name: str('时间'),
  /** Nights with enough readings. */
  nights: int('夜数'),
  avg: nul(num('平均')),
  min: nul(int('最低')),
  max: nul(int('最高')),
})
const StatusBucket = obj({
  from: str('开始'),
  to: str('结束'),
  name: str('时间'),
  nights: int('夜数'),
  away: int('外出夜数'),
  /** A night on average. */
  inBedMin: nul(num('在床时长')),
  exits: nul(num('离床次数')),
  exitMin: nul(num('离床时长')),
  longestExitMin: nul(int('最长离床')),
  turns: nul(num('翻身次数')),
  bigMoveMin: nul(num('大幅体动')),
  wet: nul(num('尿湿次数')),
})
export type RateBucketData = Static<typeof RateBucket>
export type StatusBucketData = Static<typeof StatusBucket>

const period = obj({
  /** day: the last 30 nights; week: 12 weeks; month: 12 months, all up to `end`. */
  unit: opt(StatisticsUnit.schema),
  end: opt(date('截至')),
})

const rates = obj({ unit: StatisticsUnit.schema, median: nul(num()), list: list(RateBucket) })

const Limit = obj({ upper: nul(int()), lower: nul(int()), durationS: nul(int()) })

const Mark = obj({
  recordId: str(),
  at: str(),
  source: str(),
  type: str(),
  kind: nul(str()),
  content: str(),
  value: nul(int()),
  status: int(),
  /** Somebody has said that they go. */
  takenAt: nul(str()),
  handledAt: nul(str()),
  handlerName: nul(str()),
  result: nul(str()),
  remark: nul(str()),
})

const View = obj({
  resident: merge(ResidentMarks, obj({ bedPath: nul(str()), deptName: nul(str()) })),
  device: nul(
    obj({
      deviceId: str(),
      deviceNo: str(),
      online: int(),
      inBed: nul(int()),
      heart: nul(int()),
      breath: nul(int()),
      signal: nul(int()),
      battery: nul(int()),
      /** Milliseconds since 1970 */
      at: nul(num()),
      since: nul(num()),
    }),
  ),
  /** Out of the house now. */
  away: bool(),
  range: HealthRange.schema,
  /** The evening of the night, or the last day of the period; `next` is null at the newest. */
  day: str(),
  previous: str(),
  next: nul(str()),
  /** The period, as wall clock and in milliseconds, and the distance of two points. */
  from: str(),
  to: str(),
  fromMs: num(),
  toMs: num(),
  stepS: int(),
  heart: list(nul(num())),
  breath: list(nul(num())),
  /** In bed or out of it, in minutes from the beginning; between them nothing was heard. */
  spans: list(obj({ from: int(), to: int(), inBed: int() })),
  turns: list(obj({ at: int(), count: int() })),
  moves: list(obj({ from: int(), to: int() })),
  /** The usual at this time of night: 5 % to 95 % of the last nights, `bandStepS` apart; null by day. */
  bandStepS: int(),
  bandNights: int(),
  heartLow: list(nul(num())),
  heartHigh: list(nul(num())),
  breathLow: list(nul(num())),
  breathHigh: list(nul(num())),
  limits: obj({ heart: Limit, breath: Limit }),
  alarms: list(Mark),
  /** The night is not over. */
  running: bool(),
  /** Minutes in bed without turning over, the longest of the period. */
  longestStillMin: nul(int()),
  summary: nul(
    obj({
      night: Night,
      judged: list(Judged),
      /** Nights the usual is made of. */
      baselineNights: int(),
      alarms: int(),
      openAlarms: int(),
    }),
  ),
  /** One night and 24 hours: the last seven; otherwise those of the period. */
  nights: list(Night),
})
export type HealthViewData = Static<typeof View>

const base = '/tams/web-org/healthRecord'
const lists = { needs: HEALTH_NEEDS, query, data: pageOf(Row) }

export const healthRecord = noun('monitor', 'healthRecord', {
  title: '健康记录',
  calls: {
    list: call.get(base, { ...lists, act: '健康记录' }),
    heart: call.get(`${base}/heart`, { ...lists, act: '心率记录' }),
    breath: call.get(`${base}/breath/`, { ...lists, act: '呼吸记录' }),
    bed: call.get(`${base}/bed/`, { ...lists, act: '在离床记录' }),
    roll: call.get(`${base}/roll/`, { ...lists, act: '翻身记录' }),
    /** status: bed (in bed and exits) or roll (turn-overs and movement); both answer all columns. */
    statistics: call.get(`${base}/{oldmanId}/{status}/statistics`, {
      needs: VIEW_NEEDS,
      act: '在离床与翻身统计',
      query: period,
      data: obj({ unit: StatisticsUnit.schema, status: str(), list: list(StatusBucket) }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    heartStatistics: call.get(`${base}/{oldmanId}/heartbeat/statistics`, {
      needs: VIEW_NEEDS,
      act: '心率统计',
      query: period,
      data: rates,
      refuses: ['NOT_FOUND'],
    }),
    breathStatistics: call.get(`${base}/{oldmanId}/breath/statistics`, {
      needs: VIEW_NEEDS,
      act: '呼吸统计',
      query: period,
      data: rates,
      refuses: ['NOT_FOUND'],
    }),
    /** One resident's night, day, week or month with curves, the usual, alarms and the summary of the night. */
    view: call.get(`${base}/{oldmanId}/view`, {
      needs: VIEW_NEEDS,
      act: '健康详情',
      query: obj({ range: opt(HealthRange.schema), day: opt(date('日期')) }),
      data: View,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
  },
  pages: {
    list: {
      path: '/yunmuIot/health',
      title: '健康记录',
      tab: true,
      needs: HEALTH_NEEDS,
      menu: { rail: 'monitor', group: '健康', order: 51 },
    },
    detail: { path: '/yunmuIot/health/detail', title: '健康详情', tab: false, needs: VIEW_NEEDS },
  },
})
