// A scripted night of a small ward, in time of its own: every bed has its story, and which alarms the rules every house
// begins with must raise is known beforehand, to the second or nearly.
import type { MattressReadingData } from '#contract/monitor/payload'
import type { RuleKindValue } from '#contract/monitor/words'
import { type Incident, type IncidentKind, incidentAt, mattressIncidents } from './incidents.ts'
import { seedOf } from './random.ts'
import { dayStart, readingOf, type Sleeper, sleeperOf } from './sleeper.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface ExpectedAlarm {
  kind: RuleKindValue
  /** Raised within these moments. */
  from: number
  to: number
}

export interface NightBed {
  /** What is to be seen, in words. */
  story: string
  sleeper: Sleeper
  incidents: Incident[]
  expected: ExpectedAlarm[]
  /** Needs the rule for residents at risk of falling, or for those who cannot turn. */
  fallRisk?: true
  bedBound?: true
}

export interface ScriptedNight {
  from: number
  to: number
  intervalS: number
  beds: NightBed[]
}

/** Two readings later at most, because the first of them may come just before the time is up. */
const LATE = 2

interface Story {
  story: string
  happens?: readonly (readonly [kind: IncidentKind, at: string, seconds: number])[]
  /** Kind and how many seconds after the incident begins, at the earliest and at the latest. */
  raises?: readonly (readonly [kind: RuleKindValue, at: string, earliest: number, latest: number])[]
  risk?: 'fall' | 'bed'
}

/** The racing heart is above the limit 30 to 40 seconds after it begins; then the minute of the rule runs. */
const STORIES: readonly Story[] = [
  { story: '安睡，没有告警' },
  {
    story: '02:00 离床 25 分钟',
    happens: [['exit', '02:00', 25 * 60]],
    raises: [['EXIT', '02:00', 600, 600]],
  },
  { story: '23:30 上厕所 5 分钟，不告警', happens: [['exit', '23:30', 5 * 60]] },
  {
    story: '23:56 离床，跨过零点',
    happens: [['exit', '23:56', 16 * 60]],
    raises: [['EXIT', '23:56', 600, 600]],
  },
  {
    story: '03:00 心率升高 4 分钟',
    happens: [['heart', '03:00', 4 * 60]],
    raises: [['HEART', '03:00', 88, 102]],
  },
  { story: '00:40 心率短时升高，不告警', happens: [['heart', '00:40', 100]] },
  {
    story: '04:10 呼吸急促 5 分钟',
    happens: [['breath', '04:10', 5 * 60]],
    raises: [['BREATH', '04:10', 85, 105]],
  },
  { story: '01:15 尿湿', happens: [['wet', '01:15', 6 * 60]], raises: [['WET', '01:15', 30, 30]] },
  {
    story: '22:30 躁动 8 分钟',
    happens: [['restless', '22:30', 8 * 60]],
    raises: [['MOVE', '22:30', 280, 330]],
  },
  { story: '02:30 设备掉线 30 分钟，不告警', happens: [['offline', '02:30', 30 * 60]] },
  { story: '20:55 离床，21:08 回床：规则生效后不到 10 分钟', happens: [['exit', '20:55', 13 * 60]] },
  { story: '05:52 起床：规则到 06:00 为止', happens: [['exit', '05:52', 18 * 60]] },
  {
    story: '心率两次升高，相隔两小时',
    happens: [
      ['heart', '01:00', 4 * 60],
      ['heart', '03:00', 4 * 60],
    ],
    raises: [
      ['HEART', '01:00', 88, 102],
      ['HEART', '03:00', 88, 102],
    ],
  },
  {
    story: '跌倒高风险，03:30 离床 3 分钟',
    risk: 'fall',
    happens: [['exit', '03:30', 3 * 60]],
    raises: [['EXIT', '03:30', 60, 60]],
  },
  {
    story: '卧床，150 分钟未翻身',
    risk: 'bed',
    happens: [['still', '00:30', 170 * 60]],
    // Two hours from the last turn, which was up to two rounds before.
    raises: [['STILL', '00:30', 120 * 60 - 80 * 60, 120 * 60]],
  },
]

/** HH:mm of a night that begins on this evening. */
function momentOf(day: number, clock: string): number {
  const at = dayStart(day) + Number(clock.slice(0, 2)) * HOUR + Number(clock.slice(3, 5)) * MINUTE
  return Number(clock.slice(0, 2)) < 12 ? at + 24 * HOUR : at
}

/** The night that begins on the evening of a day (number of the day since 1970 in China). */
export function scriptedNight(day: number, intervalS = 5): ScriptedNight {
  return {
    from: momentOf(day, '20:50'),
    to: momentOf(day, '07:00'),
    intervalS,
    beds: STORIES.map(({ story, happens = [], raises = [], risk }, n) => ({
      story,
      // Nobody leaves the bed but by the script.
      sleeper: { ...sleeperOf(seedOf(`night:${n}`)), exits: 0 },
      incidents: happens.map(([kind, at, seconds]) => incidentAt(kind, momentOf(day, at), seconds)),
      expected: raises.map(([kind, at, earliest, latest]) => ({
        kind,
        from: momentOf(day, at) + earliest * SECOND,
        to: momentOf(day, at) + (latest + LATE * intervalS) * SECOND,
      })),
      ...(risk === 'fall' && { fallRisk: true as const }),
      ...(risk === 'bed' && { bedBound: true as const }),
    })),
  }
}

/** What one bed says through the night, in order. */
export function* bedReadings(night: ScriptedNight, bed: NightBed): Generator<MattressReadingData & { at: number }> {
  for (let at = night.from; at <= night.to; at += night.intervalS * SECOND) {
    const said = mattressIncidents(bed.incidents, at, readingOf(bed.sleeper, at, night.intervalS))
    if (said) yield { ...said, at }
  }
}

/** What all beds say, in the order of time. */
export function* nightReadings(
  night: ScriptedNight,
): Generator<{ bed: number; reading: MattressReadingData & { at: number } }> {
  for (let at = night.from; at <= night.to; at += night.intervalS * SECOND) {
    for (const [bed, { sleeper, incidents }] of night.beds.entries()) {
      const reading = mattressIncidents(incidents, at, readingOf(sleeper, at, night.intervalS))
      if (reading) yield { bed, reading: { ...reading, at } }
    }
  }
}
