// The charts of the home pages: one shape for all, so that chart, table, print and export read the same answer. Which
// of them a person sees, and in which order, is theirs.
import { call, noun } from '#contract/kit/call'
import { bool, date, int, list, named, nothing, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'

const Series = obj({
  key: str(),
  name: str(),
  /** bar, line */
  kind: str(),
  /** No reading is null, never zero. */
  values: list(nul(num())),
})

const Chart = obj({
  title: str(),
  /** What it covers: 近 12 个月, 210 人. */
  scope: str(),
  /** Unit of the values: 人, 张, 项. */
  unit: str(),
  categories: list(str()),
  series: list(Series),
  /** For each category the list behind it; null where there is none or the reader may not open it. */
  routes: list(nul(str())),
  total: nul(num()),
})
export type ChartData = Static<typeof Chart>

/** Every chart there is, in the order people see until they choose. */
export const chartKeys = [
  'live',
  'nursingLevel',
  'execution',
  'oldmanAge',
  'oldmanStatus',
  'oldmanSex',
  'oldmanNum',
  'quit',
  'mattress',
] as const
export type ChartKey = (typeof chartKeys)[number]

export const chartTitles: Readonly<Record<ChartKey, string>> = {
  live: '在住人数与入退住',
  nursingLevel: '护理等级分布',
  execution: '今日护理执行',
  oldmanAge: '年龄分布',
  oldmanStatus: '老人状态',
  oldmanSex: '性别分布',
  oldmanNum: '各部门在住人数',
  quit: '退住原因',
  mattress: '智能床垫',
}

/** Shown until a person chooses for themselves. */
export const START_CHARTS: readonly ChartKey[] = ['live', 'nursingLevel', 'execution', 'oldmanAge']

const ShowSet = obj({
  charts: list(obj({ key: str(), title: str(), shown: bool() })),
  version: int(),
})
export type ShowSetData = Static<typeof ShowSet>

const BASE = '/pims/web-org/index/show'
const READS = 'home:charts:list'
const period = obj({
  /** Whole months back from today; 12 unless told. */
  months: opt(int('月数', { min: 3, max: 36 })),
  deptId: opt(named('dept', '部门')),
})

const chart = (key: ChartKey) =>
  call.get(`${BASE}/${key}`, { needs: READS, act: chartTitles[key], query: period, data: Chart })

export const charts = noun('home', 'charts', {
  title: '数据展示',
  calls: {
    oldmanNum: chart('oldmanNum'),
    oldmanAge: chart('oldmanAge'),
    oldmanStatus: chart('oldmanStatus'),
    oldmanSex: chart('oldmanSex'),
    nursingLevel: chart('nursingLevel'),
    quit: chart('quit'),
    live: chart('live'),
    mattress: chart('mattress'),
    execution: chart('execution'),
    set: call.get(`${BASE}/set`, { needs: 'signedIn', act: '首页图表设置', data: ShowSet }),
    saveSet: call.put(`${BASE}/set`, {
      needs: 'signedIn',
      act: '保存首页图表设置',
      body: obj({
        charts: list(obj({ key: text('图表', { max: 40 }), shown: bool('显示') }), 50),
        version: opt(int()),
      }),
      data: nothing(),
      refuses: ['CHANGED_MEANWHILE', 'INVALID_INPUT'],
      harmless: true,
    }),
    /** Nurse calls by day: how many, how many answered, and how long they waited. */
    callStatistics: call.get('/ecms/web-org/callrecords/statistics', {
      needs: READS,
      act: '呼叫统计',
      query: obj({ from: opt(date('开始日期')), to: opt(date('结束日期')) }),
      data: obj({
        total: int(),
        handled: int(),
        /** Median seconds from the call to its handling; null when none was handled. */
        seconds: nul(num()),
        days: list(obj({ day: str(), count: int(), handled: int(), seconds: nul(num()) })),
      }),
    }),
  },
  pages: {
    more: {
      path: '/home/moreEcharts',
      title: '数据展示',
      tab: true,
      needs: READS,
      menu: { rail: 'bench', group: '总览', order: 2 },
    },
    setting: {
      path: '/home/echartsSetting',
      alias: '/systemSetting/echartsSetting',
      title: '首页设置',
      tab: true,
      ahead: 'set',
      // Without the charts there is nothing to set.
      needs: READS,
      menu: { rail: 'bench', group: '总览', order: 3 },
    },
  },
})
