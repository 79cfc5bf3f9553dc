// Children of fee items: what is charged, at which price from which day, and how absences and parts of months count.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { NameCheck, PROJECT_NEEDS, READ_PROJECTS } from './project.ts'

export const Prorate = options('Prorate', '不足一月', [
  ['DAY', '按天折算'],
  ['WHOLE', '收整月'],
  ['NONE', '不满整月不收'],
])

export const Billing = options('Billing', '收费时间', [
  ['PRE', '预收（随当月账单）'],
  ['POST', '后收（随次月账单）'],
])

export const LeaveTier = obj({
  fromDay: int('外出满几天', { min: 1, max: 365 }),
  percent: int('减免比例（%）', { min: 0, max: 100 }),
})
export type LeaveTierData = Static<typeof LeaveTier>

/** Homes differ in which days of an absence count once it is long enough. */
export const LeaveCount = options('LeaveCount', '减免的天数', [
  ['EACH_DAY', '达到后按实际外出天数减'],
  ['FROM_NTH_DAY', '只减达到之后的天数'],
])
export type LeaveCountValue = Static<typeof LeaveCount.schema>

/** 满 7 天按实际天数减 100%; 第 7 天起减 100% */
export const leaveWords = (tiers: readonly LeaveTierData[], count: LeaveCountValue): string =>
  tiers.length === 0
    ? '请假不减'
    : tiers
        .map(({ fromDay, percent }) =>
          count === 'EACH_DAY' ? `满 ${fromDay} 天按实际天数减 ${percent}%` : `第 ${fromDay} 天起减 ${percent}%`,
        )
        .join('；')

/** The tier that holds for the nth day of an absence of so many days; null where nothing is taken off. */
export function leaveTierOn(
  tiers: readonly LeaveTierData[],
  count: LeaveCountValue,
  nth: number,
  away: number,
): LeaveTierData | null {
  const days = count === 'EACH_DAY' ? away : nth
  const tier = tiers.reduce<LeaveTierData | null>(
    (best, one) => (one.fromDay <= days && one.fromDay > (best?.fromDay ?? 0) ? one : best),
    null,
  )
  return tier && tier.percent > 0 ? tier : null
}

/** 外出 9 天：满 7 天，按实际天数减 9 天 */
export function leaveExample(tiers: readonly LeaveTierData[], count: LeaveCountValue, away: number): string {
  const counted = new Map<LeaveTierData, number>()
  for (let nth = 1; nth <= away; nth++) {
    const tier = leaveTierOn(tiers, count, nth, away)
    if (tier) counted.set(tier, (counted.get(tier) ?? 0) + 1)
  }
  const said = [...counted].map(([{ fromDay, percent }, days]) => {
    const share = percent === 100 ? '' : `，每天减 ${percent}%`
    const from = count === 'EACH_DAY' ? `满 ${fromDay} 天，按实际天数减` : `第 ${fromDay} 天起减`
    return `${from} ${days} 天${share}`
  })
  return `外出 ${away} 天：${said.join('；') || '不减'}`
}

/** Prices of a child by the day they hold from. */
const Price = obj({
  fromDate: str('生效日期'),
  priceFen: fenSchema('单价'),
  userName: str('设置人'),
  createTime: str('设置时间'),
  /** now: holds today; future: not yet; past */
  when: str('状态'),
})
export type PriceData = Static<typeof Price>

const Row = obj({
  projectChildId: str(),
  projectChildName: str('子项名称'),
  projectId: str(),
  projectName: str('收费项目'),
  /** A value of the dictionary feeCategory. */
  category: str('费用分类'),
  cycle: str('计费周期'),
  cycleName: str('计费周期'),
  unit: nul(str('单位')),
  priceFen: fenSchema('单价'),
  /** The next price that is set already. */
  nextPriceFen: nul(fenSchema('新价')),
  nextPriceFrom: nul(str('新价生效')),
  taxRate: int('税率（%）'),
  refundable: bool('可退'),
  prorate: Prorate.schema,
  billing: Billing.schema,
  leaveTiers: list(LeaveTier),
  leaveCountFrom: LeaveCount.schema,
  canDiscount: bool('可享优惠'),
  remark: nul(str('备注')),
  enabled: bool('启用'),
  sort: int('顺序'),
  /** Residents whose agreed fees have it today. */
  residents: int('使用人数'),
  createTime: str('创建时间'),
  version: int(),
})
export type ProjectChildData = Static<typeof Row>

const Detail = merge(Row, obj({ prices: list(Price) }))
export type ProjectChildDetailData = Static<typeof Detail>

const NAME = text('子项名称', { max: 50 })
const rules = {
  projectId: id('收费项目', { of: 'feeProject' }),
  projectChildName: NAME,
  cycle: text('计费周期', { max: 20 }),
  unit: opt(text('单位', { max: 10 })),
  prorate: Prorate.schema,
  billing: Billing.schema,
  refundable: bool('可退'),
  canDiscount: bool('可享优惠'),
  taxRate: int('税率（%）', { min: 0, max: 100 }),
  // No tier: leave is charged like any other day.
  leaveTiers: { ...list(LeaveTier, 10), minItems: 0 },
  // As it was, or every actual day, where a client says nothing.
  leaveCountFrom: opt(LeaveCount.schema),
  remark: opt(text('备注', { max: 200 })),
  enabled: opt(bool('启用')),
}

const BASE = '/pims/web-pi/cost/project/child'
/** 1,000,000 yuan */
const PRICE = fenSchema('单价', { min: 0, max: 100_000_000 })

const PriceChange = {
  priceFen: PRICE,
  fromDate: date('生效日期'),
  /** Residents who pay the old list price pay the new one from that day on. */
  syncResidents: opt(bool('同步在住老人')),
}

export const projectChild = noun('expense', 'projectChild', {
  title: '收费子项',
  calls: {
    list: call.get(BASE, {
      needs: READ_PROJECTS,
      act: '收费子项列表',
      query: pageQuery({
        projectId: opt(named('feeProject', '收费项目')),
        projectChildName: opt(str('子项名称')),
        category: opt(str('费用分类')),
        cycle: opt(str('计费周期')),
        enabled: opt(bool('启用')),
      }),
      data: pageOf(Row),
    }),
    check: call.get(`${BASE}/check`, {
      needs: READ_PROJECTS,
      act: '检查收费子项名称',
      query: obj({
        projectId: id('收费项目', { of: 'feeProject' }),
        projectChildName: NAME,
        projectChildId: opt(id('收费子项', { of: 'feeChild' })),
      }),
      data: NameCheck,
    }),
    get: call.get(`${BASE}/{projectChildId}`, {
      needs: READ_PROJECTS,
      act: '收费子项详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: PROJECT_NEEDS.edit,
      act: '新增收费子项',
      body: obj({ ...rules, priceFen: PRICE }),
      data: Detail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    sort: call.put(`${BASE}/sort`, {
      needs: PROJECT_NEEDS.edit,
      act: '收费子项排序',
      body: obj({
        sorts: list(
          obj({ projectChildId: id('收费子项', { of: 'feeChild' }), sort: int('顺序', { min: 0, max: 1_000_000 }) }),
          500,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Everything but the price, which has a day (addPrice). Clients name the child in the body or in the path. */
    save: call.put(BASE, {
      needs: PROJECT_NEEDS.edit,
      act: '修改收费子项',
      aliases: [`${BASE}/{projectChildId}`],
      body: obj({ projectChildId: opt(id('收费子项', { of: 'feeChild' })), ...rules, version: opt(int()) }),
      data: Detail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    enable: call.put(`${BASE}/enable/{projectChildId}`, {
      needs: PROJECT_NEEDS.edit,
      act: '启用或停用收费子项',
      body: obj({ enabled: bool('启用'), version: opt(int()) }),
      data: Detail,
      refuses: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${BASE}/{projectChildId}`, {
      needs: PROJECT_NEEDS.delete,
      act: '删除收费子项',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    /** Whom a new price would reach. Writes nothing. */
    priceEffect: call.get(`${BASE}/price/{projectChildId}`, {
      needs: PROJECT_NEEDS.price,
      act: '调价试算',
      /** Today unless told. */
      query: obj({ fromDate: opt(date('生效日期')) }),
      data: obj({
        /** The list price up to that day. */
        oldPriceFen: fenSchema('原价'),
        /** Residents who pay exactly that. */
        residents: int(),
        /** Residents with the item at another, agreed price: they keep it. */
        others: int(),
        /** Of those reached, how many have a bill already that covers that day; it stays as it is. */
        billed: int(),
      }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    addPrice: call.post(`${BASE}/price/{projectChildId}`, {
      needs: PROJECT_NEEDS.price,
      act: '收费子项调价',
      body: obj({ ...PriceChange, version: opt(int()) }),
      data: merge(Detail, obj({ synced: int('同步人数') })),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
      repeatable: true,
    }),
    /** Takes back a price whose day has not come, and the agreed fees that were to follow it. */
    removePrice: call.delete(`${BASE}/price/{projectChildId}/{fromDate}`, {
      needs: PROJECT_NEEDS.price,
      act: '撤回调价',
      data: merge(Detail, obj({ synced: int('恢复人数') })),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
  },
  pages: {
    list: { path: '/expense/account/baseChargeChild', title: '收费子项', tab: false, needs: READ_PROJECTS },
  },
})
