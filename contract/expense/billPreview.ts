// The next bill of a resident before it is made: as things stand, and as it would be if something changed. Writes nothing.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, date, id, int, list, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { LineSource } from './billWords.ts'

/** Agreed items as one text, for an address: childId:fen:thousandths, separated by commas. */
const FEES_TEXT = /^([\w-]{1,64}:\d{1,12}:\d{1,9})(,[\w-]{1,64}:\d{1,12}:\d{1,9}){0,49}$/

export interface AssumedFee {
  projectChildId: string
  priceFen: number
  /** In whole units; 1 unless told. */
  quantity?: number | null
}

export const feesText = (fees: readonly AssumedFee[]): string =>
  fees.map((fee) => `${fee.projectChildId}:${fee.priceFen}:${Math.round((fee.quantity ?? 1) * 1000)}`).join(',')

export const feesOfText = (encoded: string): { projectChildId: string; priceFen: number; quantity: number }[] =>
  encoded.split(',').map((one) => {
    const [projectChildId, priceFen, quantity] = one.split(':')
    return { projectChildId: projectChildId!, priceFen: Number(priceFen), quantity: Number(quantity) }
  })

/** A reduction that is not saved yet. */
export interface AssumedRule {
  scope: 'BILL' | 'ITEM'
  projectChildId: string | null
  thresholdFen: number
  benefitFen: number
  perThreshold: boolean
  capFen: number | null
  stackable: boolean
  /** yyyy-MM-dd; without them it always holds. */
  validFrom?: string | null
  validTo?: string | null
}

/** For an address: BILL::500000:30000:1:60000:0, with its days BILL::500000:30000:1:60000:0:2026-11-01: */
const RULE_TEXT =
  /^(BILL:|ITEM:[\w-]{1,64}):[1-9]\d{0,11}:[1-9]\d{0,11}:[01]:\d{0,12}:[01](:(\d{4}-\d\d-\d\d)?:(\d{4}-\d\d-\d\d)?)?$/

export const ruleText = (rule: AssumedRule): string =>
  [
    rule.scope,
    rule.scope === 'ITEM' ? (rule.projectChildId ?? '') : '',
    rule.thresholdFen,
    rule.benefitFen,
    rule.perThreshold ? 1 : 0,
    rule.capFen ?? '',
    rule.stackable ? 1 : 0,
    rule.validFrom ?? '',
    rule.validTo ?? '',
  ].join(':')

export function ruleOfText(encoded: string): AssumedRule {
  const [scope, child, threshold, benefit, per, cap, stackable, validFrom, validTo] = encoded.split(':')
  return {
    scope: scope === 'ITEM' ? 'ITEM' : 'BILL',
    projectChildId: child || null,
    thresholdFen: Number(threshold),
    benefitFen: Number(benefit),
    perThreshold: per === '1',
    capFen: cap ? Number(cap) : null,
    stackable: stackable === '1',
    validFrom: validFrom || null,
    validTo: validTo || null,
  }
}

const Query = obj({
  oldmanId: id('老人', { of: 'resident' }),
  /** The next one without a bill unless told. */
  month: opt(text('账期', { pattern: /^(?:19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/ })),
  /** From this day on the assumption holds; the first day of the bill unless told. */
  day: opt(date('生效日期')),
  levelId: opt(id('护理等级', { of: 'level' })),
  bedId: opt(id('床位', { of: 'bed' })),
  /** What the bed costs then. */
  bedFee: opt(text('床位费', { pattern: FEES_TEXT, max: 100 })),
  /** All items that are agreed from that day on. */
  fees: opt(text('费用项目', { pattern: FEES_TEXT, max: 5_000 })),
  /** A check-in or trial that is not confirmed yet begins on the day. */
  checkIn: opt(bool('办理入住')),
  trial: opt(bool('试住')),
  /** The discount rule that is used instead of the best one. */
  ruleId: opt(id('优惠规则', { of: 'discountRule' })),
  /** A rule that is about to be saved holds too, instead of the one it changes. */
  rule: opt(text('优惠规则', { pattern: RULE_TEXT, max: 200 })),
  ruleName: opt(text('规则名称', { max: 50 })),
  /** As if this rule were switched off, or changed to `rule`. */
  withoutRule: opt(id('优惠规则', { of: 'discountRule' })),
  outFrom: opt(date('外出日期')),
  outTo: opt(date('返回日期')),
  /** The day of leaving. */
  endDate: opt(date('退住日期')),
})

export const PreviewKind = options('PreviewKind', '试算行', [
  ['LINE', '费用'],
  ['DISCOUNT', '优惠'],
  ['SUBSIDY', '补贴抵扣'],
])

export const PreviewRow = obj({
  key: str(),
  kind: PreviewKind.schema,
  source: nul(LineSource.schema),
  name: str('费用项目'),
  spec: nul(str('说明')),
  basis: nul(str('依据')),
  /** How it came about so far, where that differs. */
  basisBefore: nul(str('原依据')),
  asIsFen: nul(fenSchema('按现状')),
  assumedFen: nul(fenSchema('按假设')),
  differenceFen: nul(fenSchema('相差')),
  changed: bool('有变化'),
})
export type PreviewRowData = Static<typeof PreviewRow>

const Preview = obj({
  oldmanId: str(),
  oldmanName: str('老人'),
  month: str('账期'),
  periodStart: nul(str('开始')),
  periodEnd: nul(str('结束')),
  /** Something was assumed. */
  assumes: bool(),
  /** 12-01 起护理等级 半护理 → 全护理 */
  assumption: nul(str('假设')),
  rows: list(PreviewRow),
  asIsFen: nul(fenSchema('按现状')),
  assumedFen: nul(fenSchema('按假设')),
  differenceFen: nul(fenSchema('相差')),
  /** On the account, balance and gift together. */
  balanceFen: nul(fenSchema('账户余额')),
  days: int('天数'),
})
export type BillPreviewData = Static<typeof Preview>

export const billPreview = noun('expense', 'billPreview', {
  title: '账单试算',
  calls: {
    next: call.get('/pims/web-pi/cost/payBack/preview', {
      needs: 'expense:bill:list|expense:account:list|live:residence:list|live:residenceAudit:decide',
      act: '下期账单试算',
      query: Query,
      data: Preview,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
  },
})
