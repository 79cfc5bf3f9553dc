// The four monitors of the mattresses: residents whose bed has one, what it says now and in the last hours. First data
// come from these calls, then the event `mattress.events.tiles` moves them.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, int, list, merge, named, nul, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'

export const MONITOR_NEEDS = 'monitor:mattress:list'

/** The state of a bed as the monitors sort it: the first that holds. */
export const MonitorState = options('MonitorState', '状态', [
  ['alarm', ['告警', 'red']],
  ['taken', ['处理中', 'orange']],
  ['watch', ['观察', 'orange']],
  ['out', ['离床', 'amber']],
  ['in', ['在床', 'green']],
  ['offline', ['离线', 'grey']],
])
export type MonitorStateValue = 'alarm' | 'taken' | 'watch' | 'out' | 'in' | 'offline'

const MonitorAlarm = obj({
  recordId: str(),
  type: str(),
  content: str(),
  urgency: int(),
  raisedAt: str(),
  takenAt: nul(str()),
  takerName: nul(str()),
})

const Row = merge(
  ResidentMarks,
  obj({
    deptId: nul(str()),
    deptName: nul(str('部门')),
    bedId: str(),
    bedPath: str('床位'),
    deviceId: str(),
    deviceNo: str('设备编号'),
    online: int('在线'),
    inBed: nul(int('在床')),
    heart: nul(int('心率')),
    breath: nul(int('呼吸')),
    move: nul(int('体动')),
    wet: nul(int('尿湿')),
    signal: nul(int('信号')),
    battery: nul(int('电量')),
    /** Milliseconds since 1970: of the last reading, and since when in or out of bed. */
    at: nul(num()),
    since: nul(num()),
    /** Away from the house: no alarms. */
    away: bool('外出'),
    /** Kinds of rule whose condition holds but whose time is not up. */
    watching: list(str()),
    alarm: nul(MonitorAlarm),
    state: MonitorState.schema,
    /** Limits that count for this resident; null: none. */
    upper: nul(int('上限')),
    lower: nul(int('下限')),
    /** Of the last half hour; null: no reading. */
    low: nul(int('最低')),
    high: nul(int('最高')),
    /**
     * Oldest first. Heart and breath: an average a minute of the last 30. Bed: the share of time in bed, every ten minutes of
     * the last 12 hours. Turn: turn-overs, every ten minutes of the last 4 hours.
     */
    curve: list(nul(num())),
    /** Bed: times out of bed since 20:00. */
    exits: nul(int('今夜离床')),
    /** Turn: when turned last (milliseconds), how often in the last hours, when it is due. */
    turnedAt: nul(num()),
    turns: nul(int('翻身次数')),
    limitS: nul(int('翻身间隔')),
    /** A rule of the house names this resident; otherwise the limit is only a hint. */
    ruled: bool(),
    overdue: bool('超时未翻身'),
  }),
)
export type MonitorRowData = Static<typeof Row>

const query = pageQuery({
  oldmanName: opt(str('老人')),
  deptId: opt(named('dept', '部门')),
  state: opt(MonitorState.schema),
})

const monitor = <const N extends string>(number: N, act: string) =>
  call.get(`/pims/web-org/mattressMonitor/${number}`, { needs: MONITOR_NEEDS, act, query, data: pageOf(Row) })

const page = (name: string, title: string, order: number) => ({
  path: `/yunmuIot/mattress/${name}`,
  title,
  tab: true,
  needs: MONITOR_NEEDS,
  menu: { rail: 'monitor' as const, group: '智能床垫', order },
})

export const mattressMonitor = noun('monitor', 'mattressMonitor', {
  title: '床垫监测',
  calls: {
    heart: monitor('1', '心率监测'),
    breath: monitor('2', '呼吸监测'),
    bed: monitor('3', '在离床监测'),
    turn: monitor('4', '翻身监测'),
  },
  pages: {
    heart: page('heart', '心率监测', 10),
    breath: page('breath', '呼吸监测', 11),
    bed: page('bed', '在离床监测', 12),
    turn: page('turn', '翻身监测', 13),
  },
})
export type MonitorName = 'heart' | 'breath' | 'bed' | 'turn'
