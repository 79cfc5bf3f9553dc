// What assessments say about the house: residents by ability level over time, how each drifted, and who assessed how much.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { int, list, merge, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { READ_ASSESSMENTS } from './assessFields.ts'

export const AssessDrift = options('AssessDrift', '变化', [
  ['worse', ['变差', 'red']],
  ['better', ['变好', 'green']],
  ['same', ['不变', 'slate']],
])

const month = (title: string) => opt(text(title, { pattern: /^(19|20)\d\d-(0[1-9]|1[0-2])$/, hint: '应为年-月' }))
const period = { startMonth: month('月份从'), endMonth: month('月份到') }

/** At the end of a month: who lived here then, by the ability that was known then. */
const LevelMonth = obj({
  month: str('月份'),
  residents: int('在住老人'),
  /** 0 able … 4 fully lost; kinds with fewer levels are counted by what they correspond to (abilityOf). */
  levels: list(obj({ level: int('能力等级'), levelName: str('能力等级'), count: int('人数') })),
  none: int('未评估'),
})
export type LevelMonthData = Static<typeof LevelMonth>

const Drift = merge(
  ResidentMarks,
  obj({
    bedPath: nul(str('床位')),
    kindName: str('评估表'),
    assessments: int('评估次数'),
    firstId: str(),
    firstDate: str('首次评估'),
    firstTotal: nul(int('首次得分')),
    firstLevel: nul(int()),
    firstName: nul(str('首次等级')),
    lastId: str(),
    lastDate: str('最近评估'),
    lastTotal: nul(int('最近得分')),
    lastLevel: nul(int()),
    lastName: nul(str('最近等级')),
    /** Positive: better. */
    points: nul(int('得分变化')),
    levels: nul(int('等级变化')),
  }),
)
export type DriftData = Static<typeof Drift>

const AssessorMonth = obj({
  userId: str(),
  empName: nul(str('评估员')),
  month: str('月份'),
  asFirst: int('主评'),
  asSecond: int('协评'),
  total: int('合计'),
})
export type AssessorMonthData = Static<typeof AssessorMonth>

const BASE = '/pims/web-pi/assessment/statistics'
const needs = READ_ASSESSMENTS

export const assessFigures = noun('nursing', 'assessFigures', {
  title: '评估统计',
  calls: {
    levels: call.get(`${BASE}/levels`, {
      needs,
      act: '能力等级分布',
      query: obj({ ...period, deptId: opt(named('dept', '部门')) }),
      data: list(LevelMonth),
      refuses: ['INVALID_INPUT'],
    }),
    drift: call.get(`${BASE}/drift`, {
      needs,
      act: '能力变化',
      query: pageQuery({
        keyword: opt(str('老人')),
        deptId: opt(named('dept', '部门')),
        change: opt(AssessDrift.schema),
      }),
      data: pageOf(Drift),
    }),
    assessors: call.get(`${BASE}/assessors`, {
      needs,
      act: '评估员工作量',
      query: pageQuery({ ...period, userId: opt(named('account', '评估员')) }),
      data: pageOf(AssessorMonth),
    }),
  },
  pages: {
    list: {
      path: '/nursing/assessFigures',
      title: '评估统计',
      tab: true,
      needs,
      menu: { rail: 'nursing', group: '评估', order: 34 },
    },
  },
})
