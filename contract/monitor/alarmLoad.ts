// How much alarms ask of the staff: by resident and rule how many a night, how many led to something, how fast. And what
// other values of a rule would have raised in the last month.
import { call, noun } from '#contract/kit/call'
import { bool, date, id, int, list, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { DeviceKind, RuleKind } from './words.ts'

export const ALARM_LOAD_NEEDS = { list: 'monitor:alarmLoad:list', replay: 'monitor:alarmLoad:replay' } as const
const READ = Object.values(ALARM_LOAD_NEEDS).join('|')

const sums = {
  raised: int('告警'),
  /** Between 20:00 and 08:00. */
  atNight: int('夜间告警'),
  /** Tenths, because a night may have less than one. */
  perNight10: int('每晚'),
  /** Closed by a person with a result. */
  acted: int('有处理结果'),
  ignored: int('忽略'),
  released: int('自行恢复'),
  open: int('未处理'),
  /** Of those that are closed, in per cent; null: none is closed. */
  actedShare: nul(int('处理率')),
  /** From raising to the first person, in seconds; null: nobody. */
  medianS: nul(int('响应时间')),
}

const ByRule = obj({
  /** ruleId, or source and type where no rule raised it. */
  key: str(),
  ruleId: nul(str()),
  name: str('规则'),
  source: DeviceKind.schema,
  kind: nul(str()),
  residents: int('老人'),
  ...sums,
})
export type LoadByRule = Static<typeof ByRule>

const ByResident = obj({
  oldmanId: str(),
  oldmanName: str('老人'),
  sex: int(),
  age: nul(int()),
  head: nul(str()),
  attention: list(int()),
  place: nul(str('床位')),
  /** What raises most of them. */
  mostName: str('最多的规则'),
  mostRuleId: nul(str()),
  mostKind: nul(str()),
  mostRaised: int(),
  ...sums,
})
export type LoadByResident = Static<typeof ByResident>

const Load = obj({
  dateStart: str(),
  dateEnd: str(),
  nights: int(),
  total: obj(sums),
  byDay: list(obj({ day: str(), acted: int(), ignored: int(), released: int(), open: int() })),
  byRule: list(ByRule),
  byResident: list(ByResident),
})
export type LoadData = Static<typeof Load>

const clock = (title: string) =>
  text(title, { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为时:分，例如 21:00' })

const tried = {
  kind: RuleKind.schema,
  upper: nul(int('上限')),
  lower: nul(int('下限')),
  durationS: int('持续时间'),
  windows: list(obj({ from: str(), to: str() })),
}

/** What a replay came to; the result of its run. */
export const Replay = obj({
  ruleId: str(),
  ruleName: str(),
  kind: RuleKind.schema,
  dateStart: str(),
  dateEnd: str(),
  nights: int(),
  /** Readings that were looked at. */
  readings: int(),
  before: obj(tried),
  after: obj(tried),
  /** Really raised by this rule, the same values run again, and the other ones. */
  wasRaised: int(),
  beforeRaised: int(),
  afterRaised: int(),
  /** Of those that a person handled with a result: how many the other values would still have raised. */
  actedRaised: int(),
  actedKept: int(),
  byDay: list(obj({ day: str(), before: int(), after: int() })),
  byResident: list(
    obj({
      oldmanId: str(),
      oldmanName: str(),
      was: int(),
      before: int(),
      after: int(),
      acted: int(),
      actedKept: int(),
    }),
  ),
  /** The first ones that the other values would have raised in addition, and those they would not. */
  examples: list(obj({ oldmanId: str(), oldmanName: str(), at: str(), content: str(), change: str() })),
})
export type ReplayData = Static<typeof Replay>

const base = '/pims/web-org/alarmLoad'

export const alarmLoad = noun('monitor', 'alarmLoad', {
  title: '告警负荷',
  calls: {
    load: call.get(base, {
      needs: READ,
      act: '告警负荷',
      query: obj({
        dateStart: opt(date('开始日期')),
        dateEnd: opt(date('结束日期')),
        deptId: opt(named('dept', '部门')),
        source: opt(DeviceKind.schema),
      }),
      data: Load,
      refuses: ['INVALID_INPUT'],
    }),
    /** Runs the readings of the last days through a rule with other values; the answer is the number of the run. */
    replay: call.post(`${base}/replay`, {
      needs: ALARM_LOAD_NEEDS.replay,
      act: '回放告警规则',
      body: obj({
        ruleId: id('规则', { of: 'alarmRule' }),
        oldmanId: opt(id('老人', { of: 'resident' })),
        days: int('天数', { min: 1, max: 35 }),
        upper: opt(int('上限', { min: 1, max: 254 })),
        lower: opt(int('下限', { min: 1, max: 254 })),
        durationS: int('持续时间', { min: 0, max: 86_400 }),
        windows: opt(list(obj({ from: clock('开始时间'), to: clock('结束时间') }), 6)),
      }),
      data: obj({ runId: str() }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Rules a replay can begin with, as they stand. */
    rules: call.get(`${base}/rules`, {
      needs: READ,
      act: '可回放的规则',
      data: list(obj({ ruleId: str(), ruleName: str(), words: str(), on: bool(), ...tried })),
    }),
  },
  pages: {
    main: {
      path: '/yunmuIot/alarmLoad',
      title: '告警负荷',
      tab: true,
      needs: READ,
      menu: { rail: 'monitor', group: '健康', order: 52 },
    },
  },
})
