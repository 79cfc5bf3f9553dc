// Discount rules: a gift on a full prestore, less on a full bill or item.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ACCOUNT_NEEDS } from './account.ts'
import { DiscountScope, DiscountStatus, DiscountType } from './discountWords.ts'

export const RULE_NEEDS = {
  list: 'expense:discountRule:list',
  edit: 'expense:discountRule:edit',
  delete: 'expense:discountRule:delete',
} as const
const PAGE = Object.values(RULE_NEEDS).join('|')
/** Whoever takes money chooses among the rules. */
const READ = `${PAGE}|${ACCOUNT_NEEDS.pay}`

const Rule = obj({
  setId: str(),
  discountRuleName: str('规则名称'),
  type: DiscountType.schema,
  scope: DiscountScope.schema,
  projectChildId: nul(str()),
  projectChildName: nul(str('费用项目')),
  thresholdFen: fenSchema('满'),
  benefitFen: fenSchema('优惠金额'),
  perThreshold: bool('每满'),
  capFen: nul(fenSchema('最多优惠')),
  validFrom: str('开始日期'),
  validTo: nul(str('结束日期')),
  status: DiscountStatus.schema,
  /** Holds today: switched on, and within its days. */
  running: bool('生效中'),
  stackable: bool('可叠加'),
  /** In one sentence: 每满 10,000 元赠 500 元 */
  words: str('优惠内容'),
  remark: nul(str('备注')),
  createTime: str('创建时间'),
  version: int(),
})
export type DiscountRuleData = Static<typeof Rule>

const fields = {
  discountRuleName: text('规则名称', { max: 50 }),
  type: DiscountType.schema,
  scope: opt(DiscountScope.schema),
  projectChildId: opt(id('费用项目', { of: 'feeChild' })),
  thresholdFen: fenSchema('门槛金额', { min: 1, max: 10_000_000_00 }),
  benefitFen: fenSchema('优惠金额', { min: 1, max: 10_000_000_00 }),
  perThreshold: bool('每满一次优惠一次'),
  capFen: opt(fenSchema('最多优惠', { min: 1, max: 10_000_000_00 })),
  validFrom: date('开始日期'),
  validTo: opt(date('结束日期')),
  stackable: bool('可与其他优惠叠加'),
  status: opt(DiscountStatus.schema),
  remark: opt(text('备注', { max: 200 })),
}

const BASE = '/pims/web-pi/cost/set/discountRule'

export const discountRule = noun('expense', 'discountRule', {
  title: '优惠规则',
  calls: {
    list: call.get(BASE, {
      needs: READ,
      act: '优惠规则列表',
      query: pageQuery({
        discountRuleName: opt(str('规则名称')),
        type: opt(DiscountType.schema),
        scope: opt(DiscountScope.schema),
        status: opt(DiscountStatus.schema),
        running: opt(bool('生效中')),
      }),
      data: pageOf(Rule),
    }),
    get: call.get(`${BASE}/{setId}`, { needs: READ, act: '优惠规则详情', data: Rule, refuses: ['NOT_FOUND'] }),
    add: call.post(BASE, {
      needs: RULE_NEEDS.edit,
      act: '新增优惠规则',
      body: obj(fields),
      data: Rule,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    /** Clients name the rule in the body or in the path. */
    save: call.put(BASE, {
      needs: RULE_NEEDS.edit,
      act: '修改优惠规则',
      aliases: [`${BASE}/{setId}`],
      body: obj({ setId: opt(id('优惠规则', { of: 'discountRule' })), ...fields, version: opt(int()) }),
      data: Rule,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${BASE}/{setId}`, {
      needs: RULE_NEEDS.delete,
      act: '删除优惠规则',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/expense/account/preferential',
      title: '优惠规则',
      tab: true,
      needs: PAGE,
      ahead: 'list',
      menu: { rail: 'expense', group: '设置', order: 22 },
    },
  },
})
