// The calendar of a person: their own to-dos, and what areas have on a day, each within the person's rights. And the same for
// a telephone's calendar, by a secret address that can be taken back; there nobody is named and nothing of health is said.
import { call, noun } from '#contract/kit/call'
import { bool, date, int, list, nothing, nul, obj, opt, type Static, str } from '#contract/kit/schema'

export const calendarNeeds = {
  list: 'administration:calendar:list',
  feed: 'administration:calendar:feed',
} as const
const NEEDS = calendarNeeds

/** The longest period that is asked for at once: a month with the days beside it, and the list of a quarter. */
export const MOST_DAYS = 100

const Entry = obj({
  /** Unique among the entries of an answer. */
  key: str(),
  kind: str(),
  title: str('事项'),
  day: str('日期'),
  /** HH:mm; null: the whole day. */
  time: nul(str('时间')),
  /** The last day of what lasts longer than one. */
  endDay: nul(str('结束日期')),
  /** A colour family of the status tags. */
  family: str(),
  /** What a click opens. */
  route: nul(str()),
  /** A to-do of one's own that may be moved to another day, with the version it was read in. */
  todo: nul(obj({ todoId: str(), version: int(), movable: bool() })),
})
export type CalendarEntryData = Static<typeof Entry>

const Kind = obj({ kind: str(), title: str('类别'), family: str() })
export type CalendarKindData = Static<typeof Kind>

const Feed = obj({
  createTime: str('生成时间'),
  lastReadTime: nul(str('最近读取')),
  /** Titles of own to-dos are told. */
  titles: bool('显示待办标题'),
  /** The last characters of the address, to tell it from an older one. */
  end: str('地址尾号'),
})
export type CalendarFeedData = Static<typeof Feed>

const MadeFeed = obj({
  /** Shown this once; only its hash is kept. */
  path: str(),
  /** Null where the house's address is not set and the browser knows it better. */
  link: nul(str()),
  feed: Feed,
})
export type MadeFeedData = Static<typeof MadeFeed>

const BASE = '/pims/web-org/calendar'
export const FEED_PATH = '/pims/di-org/calendar'

export const calendar = noun('administration', 'calendar', {
  title: '日历',
  calls: {
    list: call.get(BASE, {
      needs: NEEDS.list,
      act: '日历',
      query: obj({ from: date('开始日期'), to: date('结束日期') }),
      data: obj({ today: str(), kinds: list(Kind), entries: list(Entry) }),
      refuses: ['INVALID_INPUT'],
    }),
    feed: call.get(`${BASE}/feed`, { needs: NEEDS.feed, act: '手机日历地址', data: nul(Feed) }),
    /** The address that stood before is void with it. */
    makeFeed: call.post(`${BASE}/feed`, {
      needs: NEEDS.feed,
      act: '生成手机日历地址',
      body: obj({ titles: opt(bool('显示待办标题')) }),
      data: MadeFeed,
      refuses: ['TOO_MANY_REQUESTS'],
    }),
    revokeFeed: call.delete(`${BASE}/feed`, {
      needs: NEEDS.feed,
      act: '停用手机日历地址',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    /** What a telephone reads: the secret is the last part of the address, with or without .ics. */
    read: call.get(`${FEED_PATH}/{secret}`, {
      needs: 'open',
      act: '手机日历读取',
      transfer: 'download',
      names: { secret: { none: 'the secret of an address, no id' } },
      data: nothing(),
      refuses: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    }),
  },
  pages: {
    month: {
      path: '/administration/calendar',
      title: '日历',
      tab: true,
      needs: NEEDS.list,
      menu: { rail: 'administration', group: '消息', order: 13 },
    },
  },
})
