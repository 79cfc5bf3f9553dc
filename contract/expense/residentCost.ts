// What every resident pays for a month: by category, with what is still unpaid.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { THIS_MONTH } from '#contract/kit/page'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { int, list, merge, named, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentName } from '#contract/live/resident'
import { BillStanding } from './billWords.ts'
import { monthText } from './monthClose.ts'

const BASE = '/pims/web-pi/cost/oldmanCost'
const NEEDS = 'expense:oldmanCost:list'

/** The columns; what is in none of them is 其他. */
export const costColumns = [
  ['bedFen', '床位费', ['1']],
  ['careFen', '护理费', ['2']],
  ['mealFen', '餐费', ['3']],
  ['serviceFen', '综合服务费', ['4']],
  ['medicalFen', '医疗费', ['7', '8']],
] as const

const amounts = {
  bedFen: fenSchema('床位费'),
  careFen: fenSchema('护理费'),
  mealFen: fenSchema('餐费'),
  serviceFen: fenSchema('综合服务费'),
  medicalFen: fenSchema('医疗费'),
  otherFen: fenSchema('其他'),
  /** Discounts and what others pay, as a minus. */
  reducedFen: fenSchema('优惠与补贴'),
  receivableFen: fenSchema('应收合计'),
  paidFen: fenSchema('已缴'),
  unpaidFen: fenSchema('未缴'),
}

const Row = merge(
  ResidentName,
  obj({
    bedPath: nul(str('床位')),
    levelName: nul(str('护理等级')),
    startDate: str('入住日期'),
    endDate: nul(str('退住日期')),
    ...amounts,
    /** What was agreed by the month, on the last day of the month that was lived here. */
    agreedFen: fenSchema('约定月费'),
    bills: int('账单数'),
    /** The one bill, where there is one. */
    billId: nul(str()),
    standing: nul(BillStanding.schema),
    dueDate: nul(str('缴费期限')),
  }),
)
export type ResidentCostRowData = Static<typeof Row>

const filters = {
  month: monthText('月份'),
  keyword: opt(str('老人')),
  levelId: opt(named('level', '护理等级')),
  bed: opt(str('床位')),
  /** NONE no bill yet, OWES something unpaid, PAID nothing unpaid */
  paid: opt(str('缴费情况')),
}

export const residentCost = noun('expense', 'residentCost', {
  title: '老人费用',
  calls: {
    list: call.get(BASE, { needs: NEEDS, act: '老人费用列表', query: pageQuery(filters), data: pageOf(Row) }),
    /** Of everything that is filtered, not of the page. */
    totals: call.get(`${BASE}/totals`, {
      needs: NEEDS,
      act: '老人费用合计',
      query: obj(filters),
      data: obj({
        people: int('人数'),
        ...amounts,
        agreedFen: fenSchema('约定月费'),
        /** How many stand where, without the filter itself. */
        counts: list(obj({ paid: str(), count: int() })),
      }),
    }),
  },
  pages: {
    list: {
      path: '/administration/cost/oldman',
      title: '老人费用',
      tab: true,
      ahead: { call: 'list', start: { month: THIS_MONTH } },
      needs: NEEDS,
      menu: { rail: 'administration', group: '费用', order: 40 },
    },
  },
})
