// Why there was no alarm at a moment, or why there was one: what was stored, judged once more by the very rules.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { bool, dateTime, int, list, nul, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { DeviceKind } from './words.ts'

/** In the order of what explains most: the first that is true is the answer. */
export const WhyReason = options('WhyReason', '原因', [
  ['RAISED', ['已告警', 'red']],
  ['REPEATED', ['再次提醒', 'red']],
  ['UNKNOWN', ['当时未登记', 'amber']],
  ['DISABLED', ['设备停用', 'amber']],
  ['DEAF', ['系统未接收', 'amber']],
  ['SILENT', ['读数中断', 'amber']],
  ['LATE', ['读数迟到', 'amber']],
  ['OPEN', ['已在告警中', 'orange']],
  ['NOBODY', ['床位无人', 'slate']],
  ['MUTED', ['外出', 'slate']],
  ['SAME_PRESS', ['同一次按键', 'blue']],
  ['COOLING', ['处理后冷却', 'blue']],
  ['NOT_YET', ['时长未到', 'blue']],
  ['RULE_OFF', ['规则停用', 'amber']],
  ['PERSONAL_OFF', ['个人不告警', 'amber']],
  ['NOT_FOR', ['不适用', 'slate']],
  ['NOT_MADE', ['当时没有规则', 'slate']],
  ['WINDOW', ['不在时段', 'blue']],
  ['LIMITED', ['消息过多', 'amber']],
  ['BAD', ['消息无法识别', 'amber']],
  ['CLOCK', ['时钟不对', 'amber']],
  ['RECOVERED', ['已恢复', 'green']],
  ['NO_VALUE', ['没有数值', 'slate']],
  ['NORMAL', ['未达条件', 'green']],
  ['NO_RULE', ['没有规则', 'slate']],
  ['NARROWER', ['另有规则', 'slate']],
  ['NOT_KEPT', ['没有保存', 'grey']],
  ['DIFFERS', ['与记录不同', 'amber']],
  ['ASSUMED', ['说明', 'grey']],
])
export type WhyReasonValue = Parameters<typeof WhyReason.label>[0] & string

const Line = obj({
  reason: WhyReason.schema,
  /** 离床 12 分钟，规则要求 30 分钟（22:00–06:00 离床告警） */
  text: str(),
  ruleId: nul(str()),
  ruleName: nul(str('规则')),
  /** EXIT, HEART … of a mattress. */
  kind: nul(str()),
  /** The alarm type it would be. */
  type: nul(str()),
  windows: list(obj({ from: str(), to: str() })),
  upper: nul(int()),
  lower: nul(int()),
  value: nul(num()),
  /** Seconds it had lasted, and that the rule demands. */
  forS: nul(int()),
  needS: nul(int()),
  sinceMs: nul(num()),
  untilMs: nul(num()),
  recordId: nul(str()),
})
export type WhyLineData = Static<typeof Line>

const Span = obj({ from: num(), to: num(), text: str() })

const Point = obj({ at: num(), heart: nul(num()), breath: nul(num()), inBed: int() })

const Answer = obj({
  deviceId: nul(str()),
  deviceNo: str('设备编号'),
  kind: DeviceKind.schema,
  at: str('时刻'),
  atMs: num(),
  /** Something was raised, repeated or open then. */
  alarmed: bool(),
  /** The first line, said as an answer. */
  answer: str(),
  lines: list(Line),
  /** Alarms of the device within an hour. */
  alarms: list(
    obj({ recordId: str(), content: str(), typeName: str(), raisedAt: str(), atMs: num(), endMs: nul(num()) }),
  ),
  from: num(),
  to: num(),
  points: list(Point),
  /** Without readings, while nobody listened, or away. */
  gaps: list(Span),
  away: list(Span),
  /** How many readings were judged again, and since when. */
  readings: int(),
  readingsFrom: nul(str()),
})
export type WhyData = Static<typeof Answer>

const NEEDS = 'monitor:alarm:list'
const moment = { at: opt(dateTime('时刻')) }

export const why = noun('monitor', 'why', {
  title: '为何没有告警',
  calls: {
    device: call.get('/pims/web-org/device/{deviceId}/why', {
      needs: NEEDS,
      act: '为何没有告警（设备）',
      query: obj(moment),
      data: Answer,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Of the mattress the resident lay on at that moment. */
    resident: call.get('/pims/web-org/healthRecord/{oldmanId}/why', {
      needs: NEEDS,
      act: '为何没有告警（老人）',
      query: obj(moment),
      data: Answer,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** At the moment it was raised, unless another is asked for. */
    alarm: call.get('/pims/web-org/alarmRecord/{recordId}/why', {
      needs: NEEDS,
      act: '为何告警',
      query: obj(moment),
      data: Answer,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
  },
})
