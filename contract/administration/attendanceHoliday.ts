// Days that differ from the days of the week: the calendar of the state, and what the house adds to it or takes away.
import { call, noun } from '#contract/kit/call'
import { bool, date, int, list, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { SHIFT_NEEDS } from './attendanceShift.ts'
import { DayKind } from './attendanceWords.ts'

const READS = `${SHIFT_NEEDS.list}|administration:attendanceGroup:list|administration:roster:list|administration:attendance:list`
export const MOST_SPAN = 31
const year = int('年份', { min: 2020, max: 2100 })

const Day = obj({
  day: str('日期'),
  kind: DayKind.schema,
  name: str('名称'),
  /** As the state published it. */
  state: bool(),
  version: int(),
})
export type HolidayDayData = Static<typeof Day>

const Year = obj({
  year: int(),
  /** The product knows what the state published for it. */
  published: bool(),
  days: list(Day),
  /** Days the state or the law gives that are not in the calendar. */
  missing: list(obj({ day: str(), kind: DayKind.schema, name: str() })),
})
export type HolidayYearData = Static<typeof Year>

const BASE = '/pims/web-org/attendance/holiday'

export const attendanceHoliday = noun('administration', 'attendanceHoliday', {
  title: '节假日',
  calls: {
    year: call.get(BASE, { needs: READS, act: '全年节假日', query: obj({ year }), data: Year }),
    save: call.put(BASE, {
      needs: SHIFT_NEEDS.edit,
      act: '设置节假日',
      body: obj({
        day: date('日期'),
        /** Several days at once. */
        lastDay: opt(date('到')),
        kind: DayKind.schema,
        name: text('名称', { max: 20, pattern: /\S/, hint: '不能为空' }),
        /** Of the one day that is changed. */
        version: opt(nul(int())),
      }),
      data: Year,
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
      repeatable: true,
    }),
    /** Puts in what is missing: as published, or the statutory days of a year that is not published. */
    fill: call.post(`${BASE}/year`, {
      needs: SHIFT_NEEDS.edit,
      act: '载入节假日',
      body: obj({ year }),
      data: Year,
      refuses: ['INVALID_INPUT'],
      repeatable: true,
    }),
    remove: call.delete(`${BASE}/{day}`, {
      names: { day: { none: 'a day of the calendar, of the own organisation alone' } },
      needs: SHIFT_NEEDS.edit,
      act: '取消节假日',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
})
