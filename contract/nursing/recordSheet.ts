// The monthly matrix as rows of a workbook: one project a row, a column a day, what a cell says in words.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { int, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { EXECUTION_NEEDS } from './execution.ts'

export const monthField = () =>
  text('月份', { pattern: /^20\d{2}-(?:0[1-9]|1[0-2])$/, hint: '应为 2026-11 这样的月份' })

// biome-ignore format: one line a third of a month
type DayNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
  | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20
  | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31
export type DayKey = `d${DayNumber}`
export const dayKey = (day: number) => `d${day}` as DayKey

const MOST_DAYS = 31
const dayText = (day: number) => nul(str(`${day} 日`))
const days = Object.fromEntries(
  Array.from({ length: MOST_DAYS }, (_, at) => [dayKey(at + 1), dayText(at + 1)]),
) as Record<DayKey, ReturnType<typeof dayText>>

const Row = obj({
  projectId: str(),
  projectName: str('护理项目'),
  categoryName: str('分类'),
  ...days,
  planned: int('应做'),
  done: int('已做'),
  refused: int('拒绝'),
  missed: int('漏做'),
  away: int('外出、住院'),
  late: int('补录'),
  extra: int('按需'),
})
export type RecordSheetRow = Static<typeof Row>

export const recordSheet = noun('nursing', 'recordSheet', {
  title: '护理记录表',
  calls: {
    /** The last row is the sum of the days. */
    list: call.get('/pims/web-org/nursingPlan/record/sheet', {
      needs: EXECUTION_NEEDS.list,
      act: '护理记录表',
      query: pageQuery({
        month: monthField(),
        oldmanId: opt(named('resident', '老人')),
        deptId: opt(named('dept', '部门')),
      }),
      data: pageOf(Row),
      refuses: ['NOT_FOUND'],
    }),
  },
})
