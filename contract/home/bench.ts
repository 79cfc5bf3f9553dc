// The work bench: key figures, what waits for a person, birthdays. Every figure names the list it counts.
import { call, noun } from '#contract/kit/call'
import { bool, date, int, list, merge, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'

/** A line under a figure: plain, or a number that leads somewhere. */
const FigureNote = obj({
  text: str(),
  /** plain, red, amber */
  tone: str(),
  /** What it counts, when it counts something. */
  count: nul(num()),
  route: nul(str()),
})

const Figure = obj({
  key: str(),
  title: str(),
  /** As it is shown: 210, 88.3, 2 / 1, 86,420.00 */
  text: str(),
  unit: str(),
  /** What `route` lists, when there is a list. */
  count: nul(num()),
  route: nul(str()),
  /** red: something is wrong by itself; plain otherwise */
  tone: str(),
  notes: list(FigureNote),
})
export type FigureData = Static<typeof Figure>

export const Waiting = obj({
  key: str(),
  title: str(),
  /** The part of the product it belongs to, as the menu calls it: 护理. */
  group: str(),
  count: int(),
  late: int(),
  note: nul(str()),
  tone: str(),
  route: str(),
})
export type WaitingData = Static<typeof Waiting>

const Birthday = merge(
  ResidentMarks,
  obj({
    birthDate: str('出生日期'),
    /** The day it is kept this time; 29 February is kept on 28 February in other years. */
    day: str('生日'),
    turns: int('满'),
    inDays: int('还有几天'),
    bedPath: nul(str('床位')),
  }),
)
export type BirthdayData = Static<typeof Birthday>

const OpenAlarm = obj({
  recordId: str(),
  content: str(),
  oldmanName: nul(str()),
  place: nul(str()),
  raisedAt: str(),
  seconds: int(),
  /** Somebody has said that they go: 处理中. */
  taken: bool(),
})
export type OpenAlarmData = Static<typeof OpenAlarm>

const BASE = '/pims/web-org/index'

export const bench = noun('home', 'bench', {
  title: '工作台',
  calls: {
    /** Figures whose lists this reader may not open are left out. */
    count: call.get(`${BASE}/count`, { needs: 'signedIn', act: '首页数字', data: list(Figure) }),
    waitHandle: call.get(`${BASE}/waitHandle`, { needs: 'signedIn', act: '待办数量', data: list(Waiting) }),
    /** The next days, or a month (yyyy-MM). */
    birthday: call.get(`${BASE}/birthday`, {
      needs: 'live:archive:list|live:residence:list|archives:elder:list',
      act: '生日日历',
      query: obj({
        month: opt(text('月份', { pattern: /^\d{4}-(0[1-9]|1[0-2])$/, hint: '应为 年-月' })),
        days: opt(int('天数', { min: 1, max: 60 })),
      }),
      data: list(Birthday),
    }),
    average: call.get(`${BASE}/average`, {
      needs: 'live:archive:list|live:residence:list|archives:elder:list',
      act: '平均值',
      query: obj({ from: opt(date('开始日期')), to: opt(date('结束日期')) }),
      data: obj({
        /** Of those in the house; null when nobody is. */
        age: nul(num('平均年龄')),
        days: nul(num('平均在住天数')),
        /** Occupied bed-days ÷ bed-days, in percent, over the period (this month unless told). */
        occupancy: nul(num('平均床位使用率')),
        from: str(),
        to: str(),
      }),
    }),
    /** Open alarms, the oldest first; empty for those who do not watch alarms. */
    alarms: call.get(`${BASE}/alarms`, { needs: 'signedIn', act: '未处理告警', data: list(OpenAlarm) }),
  },
})
