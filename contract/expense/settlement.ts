// The settlement that a check-out opens: counted from bills, account and what the desk fills in, signed by everybody whose
// turn it is, confirmed in one act that leaves nothing on the account, and revoked as a whole.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { phoneNo } from '#contract/kit/privacy'
import { bool, date, id, int, list, merge, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentName } from '#contract/live/resident'
import { BillKind, LineSource } from './billWords.ts'
import { SettleForm, SettleState, settleNeeds, signNames } from './settlementWords.ts'
import { TradeWay } from './tradeWords.ts'

const BASE = '/pims/web-pi/cost/settle'

/** What every row and page says of one settlement. */
const Head = merge(
  ResidentName,
  obj({
    /** Null while nobody has begun it: the home settles before the resident leaves. */
    settleId: nul(str()),
    settleNo: nul(str('结算单号')),
    stayId: str(),
    state: SettleState.schema,
    checkoutDate: str('退住日期'),
    startDate: str('入住日期'),
    /** Days lived here. */
    days: int('居住天数'),
    /** The last bed. */
    bedPath: nul(str('床位')),
    levelName: nul(str('护理等级')),
    checkoutReason: nul(str('退住原因')),
    /** Still lives here: the home settles first. */
    inHouse: bool('仍在住'),
    submitTime: nul(str('提交时间')),
    submitName: nul(str('提交人')),
    confirmTime: nul(str('确认时间')),
    confirmName: nul(str('确认人')),
    returnReason: nul(str('退回或撤销原因')),
    can: list(str()),
    version: int(),
  }),
)

const Row = merge(
  Head,
  obj({
    /** As submitted; null before. */
    receivableFen: nul(fenSchema('应收合计')),
    supplementFen: nul(fenSchema('补缴')),
    refundFen: nul(fenSchema('退款')),
    balanceFen: fenSchema('余额'),
    depositFen: fenSchema('押金'),
    owedFen: fenSchema('未缴'),
    signed: int('已会签'),
    signOffs: int('应会签'),
  }),
)
export type SettleRowData = Static<typeof Row>

const Sums = obj({
  unpaidFen: fenSchema('未缴账单'),
  /** May be below zero: more was billed than was lived. */
  finalFen: fenSchema('退住账单'),
  medicalFen: fenSchema('医疗未缴'),
  damageFen: fenSchema('损坏赔偿'),
  discountFen: fenSchema('减免'),
  receivableFen: fenSchema('应收合计'),
  balanceFen: fenSchema('余额'),
  giftFen: fenSchema('赠送余额'),
  depositFen: fenSchema('押金'),
  useBalanceFen: fenSchema('余额抵扣'),
  useGiftFen: fenSchema('赠送抵扣'),
  useDepositFen: fenSchema('押金抵扣'),
  supplementFen: fenSchema('应补缴'),
  collectedFen: fenSchema('已补缴'),
  outstandingFen: fenSchema('还需补缴'),
  refundFen: fenSchema('应退款'),
  keptFen: fenSchema('扣下已用赠送'),
  lapseFen: fenSchema('赠送失效'),
})
export type SettleSumsData = Static<typeof Sums>

const UnpaidBill = obj({
  billId: str(),
  billNo: str('账单号'),
  month: str('账期'),
  kind: BillKind.schema,
  receivableFen: fenSchema('应收'),
  paidFen: fenSchema('已缴'),
  unpaidFen: fenSchema('未缴'),
  dueDate: str('缴费期限'),
})
export type SettleBillData = Static<typeof UnpaidBill>

/** A monthly bill that reaches past the day of leaving: the last bill takes its place. */
const ReplacedBill = merge(UnpaidBill, obj({ backFen: fenSchema('已缴转回账户') }))
export type SettleReplacedData = Static<typeof ReplacedBill>

const Line = obj({
  name: str('费用项目'),
  spec: nul(str('说明')),
  source: LineSource.schema,
  dateFrom: nul(str()),
  dateTo: nul(str()),
  priceFen: fenSchema('单价'),
  quantity: num('数量'),
  unit: nul(str()),
  days: nul(int('天数')),
  amountFen: fenSchema('金额'),
  discountFen: fenSchema('优惠'),
  subsidyFen: fenSchema('补贴'),
  basis: nul(str('依据')),
})
export type SettleLineData = Static<typeof Line>

const Check = obj({
  key: str(),
  title: str('检查项'),
  ok: bool(),
  /** Stands in the way of submitting and confirming. */
  blocks: bool(),
  note: str('情况'),
})
export type SettleCheckData = Static<typeof Check>

const Sheet = obj({
  sums: Sums,
  unpaid: list(UnpaidBill),
  replaced: list(ReplacedBill),
  /** Of the last bill, damage and charges that were waiting with it. */
  lines: list(Line),
  checks: list(Check),
})
export type SettleSheetData = Static<typeof Sheet>

const Sign = obj({
  step: str('会签部门'),
  userName: nul(str('会签人')),
  signTime: nul(str('会签时间')),
  remark: nul(str('意见')),
  /** This reader may sign here. */
  mine: bool(),
  /** Whose turn it is, besides the administrators. */
  signers: list(str('可会签')),
})
export type SettleSignData = Static<typeof Sign>

const Detail = merge(
  Head,
  obj({
    sheet: Sheet,
    /** What the sheet has become since it was submitted, in words; null when it still holds. */
    changed: nul(str()),
    form: SettleForm,
    signs: list(Sign),
    payer: nul(obj({ name: str(), relation: nul(str()), phone: nul(phoneNo()) })),
    /** Papers of the confirmation and of collected supplements. */
    receiptIds: list(str()),
    /** The paper of what was paid out. */
    refundIds: list(str()),
    history: list(obj({ settleId: str(), settleNo: str(), checkoutDate: str(), state: SettleState.schema })),
  }),
)
export type SettleDetailData = Static<typeof Detail>

const oldmanId = id('老人', { of: 'resident' })
/** 1: those that lack a signature which the caller may give. */
const toSign = opt(int('待我会签', { min: 0, max: 1 }))
const version = opt(int())
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const act = { data: Detail, refuses, repeatable: true } as const

export const settlement = noun('expense', 'settlement', {
  title: '退住结算',
  calls: {
    list: call.get(BASE, {
      needs: settleNeeds.list,
      act: '退住结算列表',
      query: pageQuery({
        keyword: opt(str('老人')),
        state: opt(SettleState.schema),
        checkoutFrom: opt(date('退住日期从')),
        checkoutTo: opt(date('退住日期到')),
        toSign,
      }),
      data: pageOf(Row),
    }),
    counts: call.get(`${BASE}/counts`, {
      needs: settleNeeds.list,
      act: '各状态结算单数',
      query: obj({
        keyword: opt(str('老人')),
        checkoutFrom: opt(date('退住日期从')),
        checkoutTo: opt(date('退住日期到')),
        toSign,
      }),
      data: list(obj({ state: SettleState.schema, count: int() })),
    }),
    /** The newest settlement of a resident, or the one named. */
    detail: call.get(`${BASE}/{oldmanId}`, {
      needs: settleNeeds.list,
      act: '结算详情',
      query: obj({ settleId: opt(id('结算单', { of: 'settlement' })) }),
      data: Detail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** What it would come to now, with what is entered so far or with the form that is sent; writes nothing. */
    check: call.get(`${BASE}/check/{oldmanId}`, {
      needs: settleNeeds.list,
      act: '结算试算',
      query: obj({ checkoutDate: opt(date('退住日期')) }),
      data: Sheet,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** The same with a form that is not saved yet. */
    tryForm: call.post(`${BASE}/check`, {
      needs: settleNeeds.edit,
      act: '结算试算',
      body: obj({ oldmanId, form: SettleForm, checkoutDate: opt(date('退住日期')) }),
      data: Sheet,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      harmless: true,
    }),
    save: call.put(`${BASE}/save`, {
      needs: settleNeeds.edit,
      act: '保存结算单',
      /** The day only where the home settles before the resident leaves. */
      body: obj({ oldmanId, form: SettleForm, checkoutDate: opt(date('退住日期')), version }),
      ...act,
    }),
    submit: call.put(`${BASE}/submit`, {
      needs: settleNeeds.edit,
      act: '提交结算',
      body: obj({ oldmanId, version }),
      ...act,
    }),
    sign: call.put(`${BASE}/sign`, {
      needs: settleNeeds.sign,
      act: '结算会签',
      codeNames: signNames,
      body: obj({ oldmanId, step: text('会签部门', { max: 20 }), remark: opt(text('意见', { max: 200 })), version }),
      ...act,
    }),
    /** Takes what is still due after balance, gift and deposit. */
    collect: call.post(`${BASE}/collect`, {
      needs: settleNeeds.pay,
      act: '收取退住补缴',
      body: obj({
        oldmanId,
        payments: list(obj({ way: TradeWay.schema, amountFen: fenSchema('金额', { min: 1, max: 100_000_000_00 }) }), 8),
        payer: opt(text('缴款人', { max: 50 })),
        remark: opt(text('备注', { max: 200 })),
        version,
      }),
      ...act,
    }),
    return: call.put(`${BASE}/return`, {
      needs: settleNeeds.confirm,
      act: '退回结算',
      body: obj({ oldmanId, reason: text('退回原因', { max: 200 }), version }),
      ...act,
    }),
    /** Refused while a signature or the supplement is missing, and when the sums are no longer those submitted. */
    confirm: call.put(`${BASE}/confirm`, {
      needs: settleNeeds.confirm,
      act: '确认退住结算',
      body: obj({ oldmanId, version }),
      ...act,
    }),
    revoke: call.put(`${BASE}/revoke`, {
      needs: settleNeeds.revoke,
      act: '撤销退住结算',
      body: obj({ oldmanId, reason: text('撤销原因', { max: 200 }), version }),
      ...act,
    }),
  },
  pages: {
    list: {
      path: '/expense/settle',
      alias: '/charge/quitClearList',
      title: '退住结算',
      tab: true,
      ahead: { call: 'list', start: { state: 'OPEN' } },
      needs: settleNeeds.list,
      menu: { rail: 'expense', group: '收费', order: 14 },
    },
    detail: { path: '/expense/settle/detail', title: '结算详情', tab: false, needs: settleNeeds.list },
  },
})
