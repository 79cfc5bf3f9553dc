// The words of a settlement: its states, what may be done in which, and the form that is filled in for it.
import { machine } from '#contract/kit/machine'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { list, obj, opt, type Static, text } from '#contract/kit/schema'
import { SettleState } from '#contract/live/residenceWords'
import { TradeWay } from './tradeWords.ts'

export { SettleState }
export type SettleStateValue = Static<typeof SettleState.schema>

/**
 * Who signs is a setting of the house, by name; each of the usual steps has a permission of its own. A step that is called
 * otherwise needs the general one.
 */
export const signSteps = [
  { words: ['护理'], code: 'expense:settle:signNursing', title: '护理部会签' },
  { words: ['前台', '接待'], code: 'expense:settle:signDesk', title: '前台会签' },
  { words: ['财务', '会计', '出纳'], code: 'expense:settle:signFinance', title: '财务会签' },
  { words: ['库房', '仓', '后勤'], code: 'expense:settle:signStore', title: '库房后勤会签' },
  { words: ['医'], code: 'expense:settle:signMedical', title: '医务会签' },
  { words: ['院长', '院办'], code: 'expense:settle:signDirector', title: '院长会签' },
] as const
const SIGN_OTHER = 'expense:settle:sign'

/** The permission for one step. */
export const signNeeds = (step: string): string =>
  signSteps.find(({ words }) => words.some((word) => step.includes(word)))?.code ?? SIGN_OTHER

export const signNames: Readonly<Record<string, string>> = {
  [SIGN_OTHER]: '其他会签',
  ...Object.fromEntries(signSteps.map(({ code, title }) => [code, title])),
}

export const settleNeeds = {
  list: 'expense:settle:list',
  edit: 'expense:settle:edit',
  /** One of them; which one, the step decides. */
  sign: Object.keys(signNames).join('|'),
  confirm: 'expense:settle:confirm',
  revoke: 'expense:settle:revoke',
  /** Taking the supplement is taking money like any other. */
  pay: 'expense:account:pay',
} as const

/** Titles say what is refused: 当前状态为“已结算”，不能修改结算单. */
export const settleMoves = machine<SettleStateValue>()({
  save: { from: ['OPEN'], to: 'OPEN', title: '修改结算单', needs: settleNeeds.edit },
  submit: { from: ['OPEN'], to: 'SUBMITTED', title: '提交结算', needs: settleNeeds.edit },
  sign: { from: ['SUBMITTED'], to: 'SUBMITTED', title: '会签', needs: settleNeeds.sign },
  collect: { from: ['SUBMITTED'], to: 'SUBMITTED', title: '收取补缴', needs: settleNeeds.pay },
  return: { from: ['SUBMITTED'], to: 'OPEN', title: '退回结算', needs: settleNeeds.confirm },
  confirm: { from: ['SUBMITTED'], to: 'CONFIRMED', title: '确认结算', needs: settleNeeds.confirm },
  revoke: { from: ['CONFIRMED'], to: 'OPEN', title: '撤销结算', needs: settleNeeds.revoke },
})
export type SettleMove = keyof typeof settleMoves.moves

/** Belongings and drugs: given back, nothing was there, or left here with a reason. */
export const HandBack = options('HandBack', '交还情况', [
  ['RETURNED', ['已交还', 'green']],
  ['NONE', ['没有', 'slate']],
  ['WAIVED', ['放弃（注明原因）', 'amber']],
])
export type HandBackValue = Static<typeof HandBack.schema>

const most = 10_000_000_00

export const DamageLine = obj({
  item: text('损坏物品', { max: 50 }),
  amountFen: fenSchema('赔偿金额', { min: 1, max: most }),
})

/** What the desk fills in; the sums are counted from the account and the bills. */
export const SettleForm = obj({
  applicant: opt(text('办理人', { max: 50 })),
  relation: opt(text('与老人关系', { max: 20 })),
  belongings: opt(HandBack.schema),
  belongingsNote: opt(text('物品说明', { max: 200 })),
  drugs: opt(HandBack.schema),
  drugsNote: opt(text('药品说明', { max: 200 })),
  damage: opt(list(DamageLine, 20)),
  discountFen: opt(fenSchema('减免金额', { min: 0, max: most })),
  discountReason: opt(text('减免原因', { max: 200 })),
  refundWay: opt(TradeWay.schema),
  payeeName: opt(text('收款人', { max: 50 })),
  payeeBank: opt(text('开户行', { max: 100 })),
  payeeAccount: opt(text('收款账号', { max: 40 })),
  remark: opt(text('备注', { max: 500 })),
})
export type SettleFormData = Static<typeof SettleForm>
